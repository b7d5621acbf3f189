import type { Maker } from '../maker.ts'

/** 用户以前所在的部门和时间：转出、部门合并之后，当时发给该部门的通知仍是他的. */
export async function up(make: Maker): Promise<void> {
  await make.table('userStay', { id: 'id', userId: 'ref', deptId: 'ref', since: 'time', until: 'time' })
  await make.index('userStay', ['userId'])
}
