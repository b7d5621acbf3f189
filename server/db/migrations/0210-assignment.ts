import type { Maker } from '../maker.ts'

/** 交办任务、责任部门和回复. */
export async function up(make: Maker): Promise<void> {
  await make.table('assignment', {
    id: 'id',
    title: 'text',
    urgency: 'int',
    state: 'int',
    deadline: 'time?',
    person: 'text?',
    deptId: 'ref?',
    createdBy: 'ref?',
    createdAt: 'time',
    updatedBy: 'ref?',
    updatedAt: 'time',
    version: 'int',
    closedBy: 'ref?',
    closedAt: 'time?',
    remark: 'text?',
    content: 'text',
  })
  for (const columns of [
    ['state', 'deadline'],
    ['deadline', 'id'],
    ['createdAt', 'id'],
    ['updatedAt', 'id'],
    ['urgency', 'id'],
    ['deptId', 'id'],
    ['createdBy', 'id'],
  ])
    await make.index('assignment', columns)
  await make.table('assignmentDept', { id: 'id', assignmentId: 'ref', deptId: 'ref' })
  await make.index('assignmentDept', ['assignmentId', 'deptId'], { unique: true })
  await make.index('assignmentDept', ['deptId', 'assignmentId'])
  await make.table('assignmentReply', {
    id: 'id',
    assignmentId: 'ref',
    deptId: 'ref',
    state: 'int',
    reason: 'text?',
    createdAt: 'time',
    updatedBy: 'ref?',
    updatedAt: 'time',
    version: 'int',
    content: 'text',
  })
  await make.index('assignmentReply', ['assignmentId', 'deptId'], { unique: true })
  await make.index('assignmentReply', ['deptId', 'id'])
  await make.index('assignmentReply', ['updatedAt', 'id'])
}
