import type { Kysely } from 'kysely'
import { appendLog } from '../../log.ts'
import type { Maker } from '../maker.ts'
import type { Schema } from '../tables.ts'

/**
 * Sessions are found and sealed by the key from now on. Those that there are end, and devices are forgotten: taking them over would sign
 * for good what anybody may have written into the table.
 */
export async function up(make: Maker): Promise<void> {
  const db = make.db as Kysely<Schema>
  const ended = await db.deleteFrom('session').returning(['id', 'kind', 'name', 'userId']).execute()
  await db.deleteFrom('device').execute()
  await db.deleteFrom('captcha').execute()
  await make.db.schema
    .alterTable('session')
    .addColumn('seal', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  if (ended.length === 0) return
  const tokens = ended.flatMap(({ id, kind, name, userId }) => (kind === 'script' ? [{ id, name, userId }] : []))
  const call = {
    name: 'auth.scriptDel',
    says: '升级后登录和脚本令牌改由密钥签名，原有的全部结束，脚本令牌须重新签发',
    address: '本机',
    requestId: '',
  }
  const change = { kind: 'system' as const, ids: tokens.map(({ id }) => id), before: tokens }
  await appendLog(db, make.logKey, { call, who: null, now: Date.now(), change })
}
