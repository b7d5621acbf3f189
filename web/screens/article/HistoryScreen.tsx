import { Pagination } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { Link, useParams } from 'react-router'
import { useCall } from '../../data/calls.ts'
import { isNarrow } from '../../parts/narrow.ts'
import { ErrorState, Loading } from '../../parts/States.tsx'
import type { Revision } from './Changes.tsx'
import { api, backToList, copyTitle, places } from './calls.ts'
import { HistoryPair } from './HistoryPair.tsx'
import { HistoryStep, type StepView } from './HistoryStep.tsx'
import { OffSiteLine } from './OffSiteMark.tsx'
import { FullStatus } from './Status.tsx'
import '../../parts/pick-list.css'
import './article.css'

const size = 50

/** An article's history: each step, what it changed and the text after it, two steps compared, and the way back to one. */
export default function HistoryScreen() {
  const { id: articleId = '' } = useParams()
  const [page, setPage] = useState(1)
  const [chosenId, setChosenId] = useState('')
  const [shown, setShown] = useState<StepView>('changes')
  // kept over pages, so that any two steps can be compared
  const [marks, setMarks] = useState<readonly Revision[]>([])
  const read = useRef<HTMLElement>(null)
  const opened = marks.length === 2 ? marks.map(({ revisionId }) => revisionId).join() : chosenId
  useEffect(() => {
    // on a phone it stands below the steps
    if (opened && isNarrow()) read.current?.scrollIntoView()
    read.current?.scrollTo(0, 0)
  }, [opened])
  const view = useCall('article.view', api.view, { articleId }, { fresh: true })
  const asked = { articleId, pageNumber: page, pageSize: size }
  // both fail for the same reason, which is told once
  const revisions = useCall('article.revisions', api.revisions, asked, { quiet: true, fresh: true })
  const failed = [view, revisions].find(({ data, error }) => error && !data)
  if (failed?.error) return <ErrorState error={failed.error} retry={() => void failed.refetch()} back={backToList} />
  if (!revisions.data || !view.data) return <Loading />
  const { data } = revisions
  const [one, other] = marks.toSorted((a, b) => Number(a.no) - Number(b.no))
  const chosen = data.list.find((row) => row.revisionId === chosenId) ?? data.list[0]
  const open = one && other ? undefined : chosen
  const marked = (row: Revision) => marks.some(({ revisionId }) => revisionId === row.revisionId)
  const mark = (row: Revision) =>
    setMarks((before) =>
      marked(row) ? before.filter(({ revisionId }) => revisionId !== row.revisionId) : [...before, row].slice(-2),
    )
  const choose = (row: Revision) => {
    setChosenId(row.revisionId)
    if (marks.length === 2) setMarks([])
  }
  return (
    <>
      <p className="form-head">
        <b>《{view.data.title}》</b>
        <FullStatus row={view.data} />
        {copyTitle(view.data) && <span className="muted">{copyTitle(view.data)}</span>}
        <span className="grow" />
        <OffSiteLine articleId={articleId} />
        <Link to={places.edit(articleId)}>返回文章</Link>
      </p>
      <div className="history">
        <div className="panel steps">
          <p className="muted" role="status">
            {marks.length === 1 ? `已勾选第 ${marks[0]?.no} 步，再勾选一步即可比较` : '点开一步查看；勾选两步可以比较'}
          </p>
          <ol className="pick-list">
            {data.list.map((row) => (
              <li key={row.revisionId}>
                <label className="mark">
                  <input
                    type="checkbox"
                    aria-label={`勾选第 ${row.no} 步`}
                    checked={marked(row)}
                    onChange={() => mark(row)}
                  />
                </label>
                <button type="button" aria-current={row === open ? 'true' : undefined} onClick={() => choose(row)}>
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
          </ol>
          {data.total > size && (
            <Pagination simple current={page} pageSize={size} total={data.total} onChange={setPage} />
          )}
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
        <section className="read" ref={read} tabIndex={0} aria-label="所选的步骤">
          {one && other && <HistoryPair from={one} to={other} leave={() => setMarks([])} />}
          {open && (
            <HistoryStep
              key={open.revisionId}
              row={open}
              article={view.data}
              latest={page === 1 && open === data.list[0]}
              shown={shown}
              show={setShown}
            />
          )}
        </section>
      </div>
    </>
  )
}
