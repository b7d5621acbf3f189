import type { Maker } from '../maker.ts'

/** 投诉的处理. */
export async function up(make: Maker): Promise<void> {
  await make.add('mail', { complaintDoneAt: 'time?', complaintResult: 'text?' })
  await make.index('mail', ['complainedAt'], { there: 'complainedAt' })
}
