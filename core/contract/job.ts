import { z } from 'zod'
import { type JobState, jobStates } from '../domain/jobs.ts'
import { count, idText, when, words } from './shared.ts'

/** A job as every call shows it; calls of a kind add what it tells beside. */
export const jobShape = {
  jobId: idText('任务'),
  scope: words('范围'),
  state: z.enum(Object.keys(jobStates) as JobState[]).meta({ title: '状态', words: jobStates }),
  total: count('总页数'),
  finished: count('已处理'),
  byName: words('发起人'),
  startedAt: when('开始时间'),
  endedAt: when('结束时间'),
}
