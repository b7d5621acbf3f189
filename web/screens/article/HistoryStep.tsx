import { Button, Segmented } from 'antd'
import { useNavigate } from 'react-router'
import { notices } from '../../../core/text.ts'
import { useRights } from '../../app/rights.ts'
import { useSay } from '../../app/say.ts'
import { useAction, useCall, useStale } from '../../data/calls.ts'
import { useConfirm } from '../../parts/confirm.tsx'
import { ErrorState, Loading } from '../../parts/States.tsx'
import { Changes, type Revision } from './Changes.tsx'
import { type Article, api, places } from './calls.ts'
import { Status } from './Status.tsx'
import { StepText } from './StepText.tsx'

/** What is looked at of a step; the next one opens in the same way. */
export type StepView = 'changes' | 'text'
const views = [
  { label: '这一步的修改', value: 'changes' },
  { label: '当时的全文', value: 'text' },
] satisfies { label: string; value: StepView }[]

/** What a restoration leads to, where visitors already read the article. */
const restoreSays = ({ status, review }: Pick<Article, 'status' | 'review'>): string => {
  if (Number(status) !== 2) return ''
  const replaced = review ? '现有的修订将被替换，不再保留在待办中。' : ''
  return `文章已发布：恢复的内容作为修订提交审核，审核通过前网站上的原文不变。${replaced}`
}

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
  return (
    <section className="panel" aria-label={`第 ${row.no} 步`}>
      <p className="form-head">
        {row.copy && <span>修订</span>}
        <Status value={row.status} />
        {first ? (
          <span>最初保存的内容</span>
        ) : (
          <Segmented aria-label="查看" options={views} value={shown} onChange={show} />
        )}
        <span className="grow" />
        {!latest && <Restore row={row} article={article} />}
      </p>
      {first || shown === 'text' ? <StepText row={row} /> : <StepChanges row={row} />}
    </section>
  )
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
  const confirm = useConfirm()
  const say = useSay()
  const stale = useStale()
  const navigate = useNavigate()
  const restore = useAction(api.restore)
  if (!can('article_update')) return null

  async function goBack() {
    const step = `第 ${row.no} 步（${row.act}，${row.at}）`
    if (!(await confirm({ text: `将文章内容恢复到${step}。${restoreSays(article)}是否继续？` }))) return
    const { articleId, version } = article
    const saved = await restore.run({ articleId, revisionId: row.revisionId, version })
    if (!saved) return
    if (saved.version === version) return say.warning('这一步的内容与现在的相同，没有需要恢复的')
    say.success(notices.done)
    await stale('article')
    navigate(places.edit(row.articleId))
  }
  return (
    <Button onClick={() => void goBack()} loading={restore.busy}>
      恢复到这一步
    </Button>
  )
}
