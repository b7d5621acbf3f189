import { Button, Pagination } from 'antd'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { notices } from '../../../core/text.ts'
import { useRights } from '../../app/rights.ts'
import { useSay } from '../../app/say.ts'
import { useAction, useCall, useStale } from '../../data/calls.ts'
import { useConfirm } from '../../parts/confirm.tsx'
import { ErrorState, Loading } from '../../parts/States.tsx'
import { Changes, type Revision } from './Changes.tsx'
import { type Article, api, backToList, copyTitle, places } from './calls.ts'
import { FullStatus, Status } from './Status.tsx'
import '../../parts/pick-list.css'
import './article.css'

const size = 50

/** An article's history: each step, what it changed, and the way back to it. */
export default function HistoryScreen() {
  const { id: articleId = '' } = useParams()
  const [page, setPage] = useState(1)
  const [chosenId, setChosenId] = useState('')
  const view = useCall('article.view', api.view, { articleId })
  const asked = { articleId, pageNumber: page, pageSize: size }
  // both fail for the same reason, which is told once
  const revisions = useCall('article.revisions', api.revisions, asked, { quiet: true })
  const failed = [view, revisions].find(({ data, error }) => error && !data)
  if (failed?.error) return <ErrorState error={failed.error} retry={() => void failed.refetch()} back={backToList} />
  if (!revisions.data || !view.data) return <Loading />
  const { data } = revisions
  const chosen = data.list.find((row) => row.revisionId === chosenId) ?? data.list[0]
  return (
    <>
      <p className="form-head">
        <b>《{view.data.title}》</b>
        <FullStatus row={view.data} />
        {copyTitle(view.data) && <span className="muted">{copyTitle(view.data)}</span>}
        <span className="grow" />
        <Link to={places.edit(articleId)}>返回文章</Link>
      </p>
      <div className="history">
        <ol className="panel pick-list">
          {data.list.map((row) => (
            <li key={row.revisionId}>
              <button
                type="button"
                aria-current={row === chosen ? 'true' : undefined}
                onClick={() => setChosenId(row.revisionId)}
              >
                <b>
                  {row.no}. {row.act}
                </b>
                <span className="muted">
                  {row.byName} · {row.at}
                </span>
                {row.reason && <span className="reason">理由：{row.reason}</span>}
              </button>
            </li>
          ))}
          {data.total > size && (
            <Pagination simple current={page} pageSize={size} total={data.total} onChange={setPage} />
          )}
        </ol>
        {chosen && (
          <Step
            key={chosen.revisionId}
            row={chosen}
            article={view.data}
            latest={page === 1 && chosen === data.list[0]}
          />
        )}
      </div>
    </>
  )
}

/** What a restoration leads to, where visitors already read the article. */
const restoreSays = ({ status, review }: Pick<Article, 'status' | 'review'>): string => {
  if (Number(status) !== 2) return ''
  const replaced = review ? '现有的修订将被替换，不再保留在待办中。' : ''
  return `文章已发布：恢复的内容作为修订提交审核，审核通过前网站上的原文不变。${replaced}`
}

function Step({ row: listed, article, latest }: { row: Revision; article: Article; latest: boolean }) {
  // long texts do not come with the list
  const asked = { revisionId: listed.revisionId }
  const whole = useCall('article.revision', api.revision, asked, { enabled: listed.long === true })
  const row = listed.long ? whole.data : listed
  const { can } = useRights()
  const confirm = useConfirm()
  const say = useSay()
  const stale = useStale()
  const navigate = useNavigate()
  const restore = useAction(api.restore)

  if (!row) return whole.error ? <ErrorState error={whole.error} retry={() => void whole.refetch()} /> : <Loading />

  async function goBack() {
    if (!row) return
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
    <section className="panel" aria-label={`第 ${row.no} 步`}>
      <p className="form-head">
        {row.copy && <span>修订</span>}
        <Status value={row.status} />
        {row.copy && <span className="muted">与当时在线的文章比较；发布之前，在线的文章不变</span>}
        <span className="grow" />
        {can('article_update') && !latest && (
          <Button onClick={() => void goBack()} loading={restore.busy}>
            恢复到这一步
          </Button>
        )}
      </p>
      {row.changed.length === 0 ? <p className="muted">这一步没有修改内容。</p> : <Changes changed={row.changed} />}
    </section>
  )
}
