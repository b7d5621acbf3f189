import { z } from 'zod'
import { type JobState, jobStates } from '../domain/jobs.ts'
import { type WorkState, workStates, works } from '../domain/works.ts'
import { endpoint } from './endpoint.ts'
import { jobShape } from './job.ts'
import { choice, count, filter, id, idText, nothing, page, pageOf, row, when, words } from './shared.ts'

const named = choice('计划任务', works)
const name = named.meta({ ...named.meta(), key: true })

/** A work of the schedule as replies show it. */
export const workRow = row({
  name: z.string().meta({ title: '名称' }),
  title: z.string().meta({ title: '计划任务' }),
  rhythm: words('多久一次'),
  state: z.enum(Object.keys(workStates) as WorkState[]).meta({ title: '状态', words: workStates }),
  nextAt: when('下次执行'),
  lastAt: when('上次执行'),
  lastState: z
    .enum(Object.keys(jobStates) as JobState[])
    .nullable()
    .meta({ title: '上次结果', words: jobStates }),
  lastSays: words('结果说明'),
  lastMs: count('用时（毫秒）'),
  doneAt: when('上次成功'),
  doneSays: words('上次成功的结果说明'),
  says: words('做什么'),
  pausedBy: words('暂停人'),
  steady: words('不能暂停的原因'),
  pausing: words('暂停的后果'),
  idle: words('不起作用的原因'),
})

const { state, byName, startedAt, endedAt } = jobShape

/** A job of the past or present, of whatever kind. */
export const pastJobRow = row({
  jobId: idText('任务编号'),
  scope: words('任务'),
  ...{ state, says: words('结果说明'), byName, startedAt, endedAt },
  total: count('总数'),
  finished: count('已处理'),
})

/** What the server does by itself, by a rhythm; and what was done in jobs lately. */
export const schedule = {
  list: endpoint({
    method: 'POST',
    path: '/x/schedule/list',
    send: 'none',
    own: true,
    input: nothing,
    output: z.array(workRow),
    effect: 'read',
    repeat: true,
    access: 'granted',
    says: '查询计划任务',
  }),
  run: endpoint({
    method: 'POST',
    path: '/x/schedule/run',
    send: 'body',
    own: true,
    input: z.object({ name }),
    output: pastJobRow,
    effect: 'write',
    access: 'granted',
    says: '立即执行计划任务',
    tells: '立即执行计划任务',
    job: true,
  }),
  pause: endpoint({
    method: 'POST',
    path: '/x/schedule/pause',
    send: 'body',
    own: true,
    input: z.object({ name }),
    output: workRow,
    effect: 'write',
    repeat: true,
    access: { like: 'schedule_run' },
    personOnly: true,
    proof: true,
    whole: true,
    says: '暂停计划任务',
    tells: '暂停计划任务',
  }),
  resume: endpoint({
    method: 'POST',
    path: '/x/schedule/resume',
    send: 'body',
    own: true,
    input: z.object({ name }),
    output: workRow,
    effect: 'write',
    repeat: true,
    access: { like: 'schedule_run' },
    personOnly: true,
    proof: true,
    whole: true,
    says: '恢复计划任务',
    tells: '恢复计划任务',
  }),
  jobs: endpoint({
    method: 'POST',
    path: '/x/schedule/jobs',
    send: 'body',
    own: true,
    input: z.object({ state: filter(choice('状态', jobStates)), ...page }),
    output: pageOf(pastJobRow),
    effect: 'read',
    repeat: true,
    access: { like: 'schedule_list' },
    says: '查询最近 30 天的任务记录',
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/x/schedule/cancel',
    send: 'body',
    own: true,
    input: z.object({ jobId: id('任务') }),
    output: pastJobRow,
    effect: 'write',
    repeat: true,
    access: { like: 'schedule_run' },
    rows: 'jobs',
    says: '取消进行中的任务',
    tells: '取消进行中的任务',
  }),
}
