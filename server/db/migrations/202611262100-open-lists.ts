import { sql } from 'kysely'
import type { Maker } from '../maker.ts'

/** 公开清单可用的各种次序，和清单的条件所看的列. */
export const lists = [
  { name: 'mail', orders: ['openNo', 'createdAt', 'repliedAt'], looks: ['type', 'openTitle'] },
  { name: 'apply', orders: ['publishedAt', 'receivedAt', 'answeredAt'], looks: ['state', 'openTitle'] },
  { name: 'suggestion', orders: ['publishedAt', 'createdAt', 'repliedAt'], looks: ['status', 'openTitle'] },
  { name: 'proposal', orders: ['publishedAt', 'no'], looks: ['state', 'class', 'openTitle'] },
  ...['theme', 'llTheme', 'xaxTheme'].map((name) => ({
    name,
    orders: ['shownAt', 'createdAt', 'answeredAt', 'replies'],
    looks: ['state', 'shown', 'kind', 'recommend', 'createdAt', 'openTitle'],
  })),
]
/** 论坛的公开清单含跟帖，按编号. */
const posts = [
  ['plateId', ['plateId', 'status', 'covered', 'deletedAt', 'id', 'type', 'topicId']],
  ['id', ['status', 'covered', 'deletedAt', 'id', 'plateId', 'type', 'topicId']],
] as const

/**
 * 公开清单的每种次序各有一个索引，只含公开的行和清单所看的列：SQLite 不统计各值有多少行，会去读未删除的全部行. PostgreSQL
 * 有统计，自己会选.
 */
export async function up({ db, dialect }: Maker): Promise<void> {
  if (dialect !== 'sqlite') return
  for (const { name, orders, looks } of lists)
    for (const order of orders)
      await db.schema
        .createIndex(`${name}_open_${order}`)
        .on(name)
        .columns([...new Set([order, 'id', 'openNo', 'deletedAt', ...looks])])
        .where(sql.ref('openNo'), 'is not', null)
        .execute()
  for (const [name, columns] of posts)
    await db.schema
      .createIndex(`forum_open_${name}`)
      .on('forum')
      .columns([...columns])
      .execute()
  await db.schema.dropIndex('mail_openNo_id_type_openTitle').execute()
}
