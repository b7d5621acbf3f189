import { Button, Drawer, Empty, Radio } from 'antd'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { CallOptions } from '../../../core/client/client.ts'
import { type ScanChange, type ScanReceipt, type ScanRow, scanChanges } from '../../../core/contract/word-scan.ts'
import { newsStatus } from '../../../core/domain/enums.ts'
import { useRights } from '../../app/rights.ts'
import { useAction, useCall, useStale } from '../../data/calls.ts'
import { useFocusBack } from '../../parts/focus.ts'
import { JobProgress } from '../../parts/JobProgress.tsx'
import { number } from '../../parts/list/cells.tsx'
import { ErrorState, Loading } from '../../parts/States.tsx'
import { api as articles, places } from '../article/calls.ts'
import { api } from './calls.ts'
import './sensitive.css'

const everySecond = 1000

const ranges = { published: { label: '已发布的文章', status: [2] }, all: { label: '全部文章', status: undefined } }
type Range = keyof typeof ranges

/** The latest walk; asked again every second while it goes on. */
function useLatest(starting: boolean) {
  const [running, setRunning] = useState(false)
  const query = useCall(
    'sensitive.scan',
    api.scan,
    {},
    { every: running || starting ? everySecond : false, keep: true },
  )
  const state = query.data?.state
  useEffect(() => setRunning(state === 'running'), [state])
  return query
}

/** Articles looked through for the words of the lists, and what came of it; also of a list that was only tried. */
export default function ScanDrawer({ close }: { readonly close: () => void }) {
  useFocusBack()
  const { can } = useRights()
  const [range, setRange] = useState<Range>('published')
  const start = useAction((status: number[] | undefined, options?: CallOptions) =>
    articles.detectionAll(status ? { status } : {}, options),
  )
  const cancel = useAction(api.cancel)
  const stale = useStale()
  const latest = useLatest(start.busy)
  const job = latest.data

  async function run() {
    await start.run(ranges[range].status)
    if ((await latest.refetch()).isSuccess) start.forget()
  }
  return (
    <Drawer open title="检测文章" size="min(640px, 100vw)" onClose={close}>
      {can('article_detectionAll') && (
        <div className="scan-start">
          <Radio.Group
            aria-label="检测范围"
            value={range}
            onChange={(event) => setRange(event.target.value)}
            options={Object.entries(ranges).map(([value, { label }]) => ({ value, label }))}
          />
          <Button type="primary" onClick={() => void run()} loading={start.busy || job?.state === 'running'}>
            开始检测
          </Button>
        </div>
      )}
      {latest.error && job === undefined ? (
        <ErrorState error={latest.error} retry={() => void latest.refetch()} />
      ) : job === undefined ? (
        <Loading rows={3} />
      ) : job === null ? (
        <p className="muted">还没有检测过。</p>
      ) : (
        <Latest
          job={job}
          cancel={() => void cancel.run({ jobId: job.jobId }).then(() => stale('sensitive'))}
          cancelling={cancel.busy}
        />
      )}
    </Drawer>
  )
}

interface LatestProps {
  readonly job: ScanRow
  readonly cancel: () => void
  readonly cancelling: boolean
}

function Latest({ job, cancel, cancelling }: LatestProps) {
  const { total, finished } = { total: job.total ?? 0, finished: job.finished ?? 0 }
  const says = job.state === 'running' ? `正在检测（${finished}/${total}）` : (job.says ?? '')
  return (
    <section>
      <h3>最近一次：{job.scope}</h3>
      <p className="muted">
        <time>{job.startedAt}</time>
      </p>
      <JobProgress {...{ total, finished, says, cancel, cancelling }} state={job.state} />
      {job.receipt && <Found receipt={job.receipt} />}
    </section>
  )
}

/** Before a word of a list that is only tried stands what becomes of it. */
const changeSays = (change: unknown) =>
  Number(change) === 0 ? null : <b>{scanChanges[Number(change) as ScanChange]} </b>

function Found({ receipt: { found, words, articles: told } }: { readonly receipt: ScanReceipt }) {
  if (found === 0) return <Empty description="没有发现" />
  return (
    <>
      <h3>词</h3>
      <ul className="scan-words">
        {words.map(({ word, articles: count, change }) => (
          <li key={word}>
            {changeSays(change)}
            {word} <span className="muted">{number(count ?? 0)} 篇</span>
          </li>
        ))}
      </ul>
      <h3>文章</h3>
      <ul className="scan-articles">
        {told.map(({ articleId, title, status, words: some }) => (
          <li key={articleId}>
            <Link to={places.edit(articleId)} target="_blank">
              {title}
            </Link>{' '}
            <span className="muted">{newsStatus[Number(status) as 0]}</span>
            <p>{some.map(({ word }) => word).join('、')}</p>
          </li>
        ))}
      </ul>
      {(found ?? 0) > told.length && (
        <p className="muted">
          只列出前 {told.length} 篇，共 {number(found ?? 0)} 篇。
        </p>
      )}
    </>
  )
}
