import type { Kysely } from 'kysely'
import type { Maker } from '../maker.ts'
import type { Schema } from '../tables.ts'

/** 数据字典, with the one that the search relies on. */
export async function up(make: Maker): Promise<void> {
  await make.table('dict', {
    id: 'id',
    parentId: 'ref',
    dictKey: 'text?',
    key: 'text?',
    name: 'text',
    state: 'int',
    sort: 'int',
    createdBy: 'ref?',
    createdAt: 'time',
    updatedBy: 'ref?',
    updatedAt: 'time',
    version: 'int',
    value: 'text?',
  })
  // in their order, within one dictionary or among them all
  await make.index('dict', ['parentId', 'sort', 'id'])
  await make.index('dict', ['dictKey'], { unique: true })
  await make.index('dict', ['parentId', 'key'], { unique: true })
  await searchKinds(make.db as Kysely<Schema>)
}

async function searchKinds(db: Kysely<Schema>): Promise<void> {
  const now = Date.now()
  const fresh = { state: 1, createdAt: now, updatedAt: now, version: 1 }
  const { id } = await db
    .insertInto('dict')
    .values({ ...fresh, parentId: 0, dictKey: 'esType', name: '检索类型', sort: 0 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const kinds = [
    ['article', '文章'],
    ['column', '栏目'],
    ['mail', '信件'],
    ['suggestion', '意见建议'],
  ] as const
  await db
    .insertInto('dict')
    .values(kinds.map(([key, name], sort) => ({ ...fresh, parentId: id, key, name, value: key, sort })))
    .execute()
}
