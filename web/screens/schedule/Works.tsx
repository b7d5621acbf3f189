import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { useRights } from '../../app/rights.ts'
import { useSay } from '../../app/say.ts'
import { useAction, useCall, useStale } from '../../data/calls.ts'
import { useConfirm } from '../../parts/confirm.tsx'
import { shortTime } from '../../parts/list/cells.tsx'
import { ErrorState, Loading } from '../../parts/States.tsx'
import { JobMark } from '../../parts/states/JobMark.tsx'
import { api, lastedWords, type Work } from './calls.ts'
import { WorkMark } from './States.tsx'

const whileRunning = 1000
const usually = 30_000

/** The works, each with how it went and when it is due. They are asked for again while one runs, and as time goes by. */
export function Works() {
  const [busy, setBusy] = useState(false)
  const { data, error, refetch } = useCall(
    'schedule.list',
    api.list,
    {},
    { every: busy ? whileRunning : usually, keep: true },
  )
  const running = data?.some(({ state }) => state === 'running') ?? false
  const stale = useStale()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the records below are asked for again when something begins or ends
  useEffect(() => {
    setBusy(running)
    void stale('schedule')
  }, [running])
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <Loading />
  return (
    <ul className="works">
      {data.map((work) => (
        <One key={work.name} work={work} />
      ))}
    </ul>
  )
}

/** When it was done last, with what result, and when it is due. */
function Times({ work }: { work: Work }) {
  const { lastAt, lastMs, lastState, lastSays, doneAt, doneSays, nextAt, pausedBy, state, idle } = work
  return (
    <dl>
      <div>
        <dt>上次执行</dt>
        <dd>
          {lastAt === null ? (
            '还没有执行过'
          ) : (
            <>
              <time>{shortTime(lastAt)}</time>，{lastedWords(lastMs ?? 0)}
              {lastState && (
                <>
                  {' '}
                  <JobMark value={lastState} />
                </>
              )}
            </>
          )}
          {lastSays && <p className="muted">{lastSays}</p>}
        </dd>
      </div>
      {doneAt && lastState !== 'done' && (
        <div>
          <dt>上次成功</dt>
          <dd>
            <time>{shortTime(doneAt)}</time>
            {doneSays && <p className="muted">{doneSays}</p>}
          </dd>
        </div>
      )}
      <div>
        <dt>下次执行</dt>
        <dd>
          {idle ? (
            <b className="status bad">不会执行：{idle}</b>
          ) : nextAt ? (
            <time>{shortTime(nextAt)}</time>
          ) : state === 'paused' ? (
            `已由${pausedBy ?? ''}暂停`
          ) : (
            '—'
          )}
        </dd>
      </div>
    </dl>
  )
}

function One({ work }: { work: Work }) {
  const { name, title, says, rhythm, state, steady, pausing } = work
  const { can } = useRights()
  const say = useSay()
  const stale = useStale()
  const confirm = useConfirm()
  const run = useAction(api.run)
  const turn = useAction(state === 'paused' ? api.resume : api.pause)

  async function runNow() {
    const job = await run.run({ name })
    if (job?.state === 'failed') say.warning(`${title}：${job.says ?? '没有做成'}`)
    else if (job)
      say.success(job.state === 'running' ? `${title}仍在进行，结果见任务记录` : `${title}：${job.says ?? '已完成'}`)
    await stale('schedule')
  }
  async function pauseOrResume() {
    const text = `暂停后「${title}」不再自动执行，直到恢复。${pausing ? `${pausing}。` : ''}是否暂停？`
    if (state !== 'paused' && !(await confirm({ text, ok: '暂停' }))) return
    const done = await turn.run({ name })
    if (done) say.success(done.state === 'paused' ? `已暂停${title}` : `已恢复${title}`)
    await stale('schedule')
  }
  return (
    <li>
      <div className="work-head">
        <h3>{title}</h3> <WorkMark value={state} vain={work.idle !== null} />
        <span className="muted">{rhythm}</span>
        {can('schedule_run') && (
          <span className="work-acts no-print">
            <Button
              size="small"
              onClick={() => void runNow()}
              loading={run.busy}
              disabled={state === 'running'}
              aria-label={`立即执行${title}`}
            >
              立即执行
            </Button>
            {!steady && state !== 'off' && (
              <Button
                size="small"
                onClick={() => void pauseOrResume()}
                loading={turn.busy}
                aria-label={`${state === 'paused' ? '恢复' : '暂停'}${title}`}
              >
                {state === 'paused' ? '恢复' : '暂停'}
              </Button>
            )}
          </span>
        )}
      </div>
      <p className="muted">{says}</p>
      <Times work={work} />
    </li>
  )
}
