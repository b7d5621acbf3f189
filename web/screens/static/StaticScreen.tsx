import { Button, Radio } from 'antd'
import { useEffect, useRef, useState } from 'react'
import type { CallOptions } from '../../../core/client/client.ts'
import { useRights } from '../../app/rights.ts'
import { useAction, useCall, useStale } from '../../data/calls.ts'
import { DateInput } from '../../parts/DateInput.tsx'
import { JobProgress } from '../../parts/JobProgress.tsx'
import { ReferencePicker } from '../../parts/ReferencePicker.tsx'
import { ErrorState, Loading } from '../../parts/States.tsx'
import { Receipt } from './Receipt.tsx'
import { api, type Choice, type Job, type Scope, scopes } from './scopes.ts'
import '../../parts/toolbar.css'
import './static.css'

const everySecond = 1000

/** What a run is asked for: the same after a lost answer is the same run. */
interface Asked {
  readonly of: Scope
  readonly choice: Choice
}

/** The latest run; asked again every second while it goes on. */
function useJob(starting: boolean) {
  const [running, setRunning] = useState(false)
  const query = useCall('generate.job', api.job, {}, { every: running || starting ? everySecond : false, keep: true })
  const state = query.data?.state
  useEffect(() => setRunning(state === 'running'), [state])
  return query
}

/** Static generation: choose what, watch it, read what came of it. */
export default function StaticScreen() {
  const { can } = useRights()
  const allowed = scopes.filter((scope) => can(scope.right))
  const [key, setKey] = useState(allowed[0]?.key)
  const [choice, setChoice] = useState<Choice>({ columnId: null, since: '' })
  const scope = allowed.find((one) => one.key === key)
  const start = useAction(({ of, choice }: Asked, options?: CallOptions) => of.start(choice, options))
  const cancel = useAction(api.cancel)
  const stale = useStale()
  const job = useJob(start.busy)
  const asked = useRef<HTMLDivElement>(null)

  async function run() {
    asked.current?.scrollIntoView({ block: 'nearest' })
    if (scope) await start.run({ of: scope, choice })
    if ((await job.refetch()).isSuccess) start.forget()
  }
  const running = job.data?.state === 'running'
  return (
    <div className="static">
      <section className="panel">
        <h2>生成范围</h2>
        <Radio.Group
          className="scopes"
          value={key}
          onChange={(event) => setKey(event.target.value)}
          options={allowed.map(({ key: value, label, note }) => ({
            value,
            label: (
              <>
                {label} <span className="muted">{note}</span>
              </>
            ),
          }))}
        />
        {scope?.asks.includes('columnId') && (
          <div className="choice">
            <span>栏目</span>
            <ReferencePicker
              of="column"
              label="全部栏目"
              value={choice.columnId}
              onChange={(columnId) => setChoice({ ...choice, columnId })}
            />
          </div>
        )}
        {scope?.asks.includes('since') && (
          <div className="choice">
            <span>发布时间起</span>
            <DateInput
              label="发布时间起"
              value={choice.since}
              onChange={(since) => setChoice({ ...choice, since: since ?? '' })}
            />
          </div>
        )}
        <div className="toolbar">
          <Button type="primary" onClick={() => void run()} loading={start.busy || running} disabled={!scope}>
            开始生成
          </Button>
          <Button type="link" href="/site/" target="_blank" rel="noreferrer">
            打开网站
          </Button>
        </div>
      </section>
      <section className="panel" ref={asked}>
        <h2>最近一次生成任务</h2>
        <p className="muted">文章发布、下架后，相关页面由系统自动更新；这里只列出手动生成和范围较大的更新。</p>
        {job.error && !job.data ? (
          <ErrorState error={job.error} retry={() => void job.refetch()} />
        ) : job.data === undefined ? (
          <Loading rows={3} />
        ) : job.data === null ? (
          <p className="muted">还没有生成过。</p>
        ) : (
          <Latest
            job={job.data}
            cancel={() => void cancel.run({ jobId: job.data?.jobId ?? '' }).then(() => stale('generate'))}
            cancelling={cancel.busy}
          />
        )}
      </section>
    </div>
  )
}

function Latest({ job, cancel, cancelling }: { job: Job; cancel: () => void; cancelling: boolean }) {
  const { total, finished } = { total: job.total ?? 0, finished: job.finished ?? 0 }
  const says =
    job.state === 'running'
      ? `正在生成静态页面（${finished}/${total}）`
      : job.state === 'done'
        ? `生成完成，共 ${finished} 个页面`
        : job.receipt
          ? `生成结束：成功 ${finished - job.receipt.failedCount} 页，失败 ${job.receipt.failedCount} 页`
          : ''
  return (
    <>
      <p className="muted">
        {job.scope} · {job.byName} · <time>{job.startedAt}</time>
        {job.endedAt && (
          <>
            {' 至 '}
            <time>{job.endedAt}</time>
          </>
        )}
      </p>
      <JobProgress
        state={job.state}
        total={total}
        finished={finished}
        says={says}
        cancel={cancel}
        cancelling={cancelling}
      />
      {job.receipt && <Receipt receipt={job.receipt} />}
    </>
  )
}
