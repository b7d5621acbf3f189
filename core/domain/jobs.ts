/** What the states of a job are called. */
export const jobStates = {
  running: '进行中',
  done: '已完成',
  failed: '有失败',
  cancelled: '已取消',
  lost: '已中断',
} as const
export type JobState = keyof typeof jobStates
