import type { Maker } from '../maker.ts'

/** 版块、管理版块的角色、论坛帖子. */
export async function up(make: Maker): Promise<void> {
  await make.table('plate', {
    id: 'id',
    title: 'text',
    sort: 'int',
    status: 'int',
    reason: 'text?',
    createdBy: 'ref?',
    createdAt: 'time',
    updatedBy: 'ref?',
    updatedAt: 'time',
    version: 'int',
    deletedAt: 'time?',
    deletedBy: 'ref?',
    intro: 'text?',
  })
  await make.index('plate', ['deletedAt', 'status', 'sort', 'id'])
  await make.table('plateRole', { roleId: 'ref', plateId: 'ref' })
  await make.index('plateRole', ['roleId', 'plateId'], { unique: true })
  await make.index('plateRole', ['plateId'])
  await make.table('forum', {
    id: 'id',
    plateId: 'ref',
    type: 'int',
    topicId: 'ref?',
    parentId: 'ref?',
    title: 'text',
    name: 'personal?',
    phone: 'personal?',
    phoneHash: 'text?',
    shownName: 'text?',
    peopleId: 'ref?',
    official: 'flag',
    status: 'int',
    reason: 'text?',
    createdBy: 'ref?',
    createdAt: 'time',
    updatedBy: 'ref?',
    updatedAt: 'time',
    version: 'int',
    deletedAt: 'time?',
    deletedBy: 'ref?',
    publishedAt: 'time?',
    content: 'text',
  })
  for (const columns of [
    ['deletedAt', 'createdAt', 'id'],
    ['deletedAt', 'status', 'createdAt', 'id'],
    ['plateId', 'deletedAt', 'status', 'createdAt', 'id'],
    ['topicId', 'deletedAt', 'status', 'id'],
    ['parentId'],
    ['phoneHash'],
  ])
    await make.index('forum', columns)
  // who works on all columns works on all boards
  const db = make.db as unknown as import('kysely').Kysely<{
    role: { id: number; alias: string | null }
    columnRole: { roleId: number; columnId: number }
    plateRole: { roleId: number; plateId: number }
  }>
  const held = await db
    .selectFrom('columnRole')
    .innerJoin('role', 'role.id', 'columnRole.roleId')
    .select('role.id as roleId')
    .where('columnRole.columnId', '=', 0)
    .where('role.alias', 'in', ['admin', 'auditor', 'readonly'])
    .execute()
  if (held.length > 0)
    await db
      .insertInto('plateRole')
      .values(held.map(({ roleId }) => ({ roleId, plateId: 0 })))
      .execute()
}
