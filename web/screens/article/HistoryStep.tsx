import { Segmented } from 'antd'
import { useNavigate } from 'react-router'
import { articleStates } from '../../../core/domain/article-states.ts'
import type { NewsStatus } from '../../../core/domain/enums.ts'
import { useRights } from '../../app/rights.ts'
import { useCall } from '../../data/calls.ts'
import { ErrorState, Loading } from '../../parts/States.tsx'
import { RestoreButton } from '../../parts/states/RestoreButton.tsx'
import { Changes, type Revision } from './Changes.tsx'
import { type Article, api, places } from './calls.ts'
import { fieldsOf } from './HistoryPair.tsx'
import { Status } from './Status.tsx'
import { StepText } from './StepText.tsx'

/** What is looked at of a step; the next one opens in the same way. */
export type StepView = 'changes' | 'text' | 'since'
const views = [
  { label: '这一步的修改', value: 'changes' },
  { label: '当时的全文', value: 'text' },
  { label: '与现在比较', value: 'since' },
] satisfies { label: string; value: StepView }[]

/** What a restoration leads to, where visitors already read the article. */
const restoreFollows = ({ status, review }: Pick<Article, 'status' | 'review'>): readonly string[] => [
  articleStates.restored(['content'], Number(status) as NewsStatus),
  Number(status) === 2 && review ? '现有的修订将被替换，不再保留在待办中' : '',
]

const textFields: ReadonlySet<string> = new Set(articleStates.texts?.flatMap(({ fields }) => fields))

interface Props {
  readonly row: Revision
  readonly article: Article
  readonly latest: boolean
  readonly shown: StepView
  readonly show: (view: StepView) => void
}

/** One step of a history. The first has no other before it: it shows its text. */
export function HistoryStep({ row, article, latest, shown, show }: Props) {
  const first = Number(row.no) === 1
  const view = first && shown === 'changes' ? 'text' : shown
  return (
    <section className="panel" aria-label={`第 ${row.no} 步`}>
      <p className="form-head">
        <b>
          {row.no}. {row.act}
        </b>
        {row.copy && <span>修订</span>}
        <Status value={row.status} />
        {first && <span>最初保存的内容</span>}
        {!(first && latest) && (
          <Segmented aria-label="查看" options={first ? views.slice(1) : views} value={view} onChange={show} />
        )}
        <span className="grow" />
        {!latest && <Restore row={row} article={article} />}
      </p>
      {view === 'since' ? (
        <StepSince row={row} article={article} />
      ) : view === 'text' ? (
        <StepText row={row} />
      ) : (
        <StepChanges row={row} />
      )}
    </section>
  )
}

/** What was changed of what a restoration sets back. */
function StepSince({ row, article }: Pick<Props, 'row' | 'article'>) {
  const { data, error, refetch } = useCall('article.revision', api.revision, { revisionId: row.revisionId })
  if (!data) return error ? <ErrorState error={error} retry={() => void refetch()} /> : <Loading />
  const now = article as Readonly<Record<string, unknown>>
  const changed = fieldsOf(data)
    .filter(({ field }) => textFields.has(field))
    .map(({ field, title, value }) => ({ field, title, before: value, after: now[field] }))
    .filter(({ before, after }) => JSON.stringify(before ?? null) !== JSON.stringify(after ?? null))
  return changed.length === 0 ? <p className="muted">这一步的内容与现在的相同。</p> : <Changes changed={changed} />
}

function StepChanges({ row: listed }: { row: Revision }) {
  // long texts do not come with the list
  const asked = { revisionId: listed.revisionId }
  const whole = useCall('article.revision', api.revision, asked, { enabled: listed.long === true })
  const row = listed.long ? whole.data : listed
  if (!row) return whole.error ? <ErrorState error={whole.error} retry={() => void whole.refetch()} /> : <Loading />
  return (
    <>
      {row.copy && <p className="muted">与当时在线的文章比较；发布之前，在线的文章不变</p>}
      {row.changed.length === 0 ? <p className="muted">这一步没有修改内容。</p> : <Changes changed={row.changed} />}
    </>
  )
}

function Restore({ row, article }: Pick<Props, 'row' | 'article'>) {
  const { can } = useRights()
  const navigate = useNavigate()
  if (!can('article_update')) return null
  const { articleId, version } = article
  return (
    <RestoreButton
      area="article"
      noun={articleStates.noun}
      step={row}
      follows={restoreFollows(article)}
      version={version}
      send={(options) => api.restore({ articleId, revisionId: row.revisionId, version }, options)}
      done={() => void navigate(places.edit(articleId))}
    />
  )
}
