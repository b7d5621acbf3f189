import type { Maker } from '../maker.ts'

/** What waits is counted from indexes alone: every screen asks for it. */
export async function up(make: Maker): Promise<void> {
  await make.index('advice', ['deletedAt', 'status', 'deptId', 'createdBy', 'createdAt', 'resultAt', 'updatedAt'])
  await make.index('suggestion', ['deletedAt', 'status', 'deptId', 'createdAt'])
  await make.index('people', ['userStatus', 'updatedAt'])
  await make.index('assignmentReply', ['deptId', 'state', 'assignmentId'])
}
