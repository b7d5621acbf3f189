import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rightsChanged } from '../../server/access/rights.ts'
import { openPostgres, openSqlite } from '../../server/db/open.ts'
import { startPostgres } from '../support/postgres.ts'
import { startProcess } from '../support/process.ts'
import { askAll, type Question } from './callers.ts'
import { fillLetters, sizes } from './letters-fill.ts'

const goalMs = 50
const calls = 300
const articles = 100_000
const columns = 60
const hour = 3_600_000

const questions: readonly Question<'admin' | 'clerk'>[] = [
  ['空答复', 'admin', '/healthz'],
  ['合规检查，全站', 'admin', '/x/compliance/check', {}],
  ['合规检查，一个部门', 'clerk', '/x/compliance/check', {}],
  ['各栏目的更新，全站', 'admin', '/x/compliance/list', { pageSize: 20 }],
  ['各栏目的更新，一个部门', 'clerk', '/x/compliance/list', { pageSize: 20 }],
]

type Db = ReturnType<typeof openSqlite>

/** Articles of years in many columns, and somebody who reaches those of one department. */
async function fillArticles({ write }: Db): Promise<void> {
  const now = Date.now()
  const times = { createdAt: now, updatedAt: now, version: 1 }
  const ids: number[] = []
  for (let i = 0; i < columns; i += 1) {
    const row = { ...times, parentId: 0, title: `第 ${i} 栏`, type: 1, path: i === 0 ? 'yaowen' : `lan-${i}`, sort: i }
    ids.push((await write.insertInto('column').values(row).returning('id').executeTakeFirstOrThrow()).id)
  }
  const depts = await write.selectFrom('dept').select('id').orderBy('id').execute()
  for (let from = 0; from < articles; from += 400)
    await write
      .insertInto('article')
      .values(
        Array.from({ length: Math.min(400, articles - from) }, (_, n) => {
          const i = from + n
          return {
            ...{ ...times, title: `第 ${i} 次会议`, content: '<p>会议召开。</p>', hits: 0, demo: 0 as const },
            ...{ columnId: ids[i % columns] as number, deptId: depts[i % depts.length]?.id ?? null },
            ...{ status: i % 11 === 0 ? 1 : 2, publishTime: now - i * hour },
          }
        }),
      )
      .execute()
  const { password } = await write
    .selectFrom('user')
    .select('password')
    .where('account', '=', 'admin')
    .executeTakeFirstOrThrow()
  const clerk = { account: 'clerk', name: '经办人', deptId: depts[0]?.id ?? null, userType: '2', state: 0 }
  const { id } = await write
    .insertInto('user')
    .values({ ...times, ...clerk, mustChange: 0, password, passwordAt: now, demo: 0 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const role = await write.selectFrom('role').select('id').where('alias', '=', 'staff').executeTakeFirstOrThrow()
  await write.insertInto('userRole').values({ userId: id, roleId: role.id }).execute()
  await write.insertInto('columnRole').values({ roleId: role.id, columnId: 0 }).execute()
  await write.updateTable('role').set({ dataScope: 'DEPART' }).where('id', '=', role.id).execute()
  await rightsChanged(write)
}

async function on(name: string, databaseUrl?: string): Promise<void> {
  console.log(
    `\n${name}：${articles} 篇文章，${columns} 个栏目，${sizes.letters} 封信，${sizes.requests} 件申请；p50 / p99`,
  )
  const data = mkdtempSync(join(tmpdir(), 'xzx-compliance-'))
  await fillLetters(data, databaseUrl)
  const db = databaseUrl ? await openPostgres(databaseUrl) : openSqlite(join(data, 'xzx.db'))
  await fillArticles(db as Db)
  const server = await startProcess(data, { built: true, ...(databaseUrl && { databaseUrl }) })
  const touched = db.write
    .updateTable('counter')
    .set((eb) => ({ value: eb.ref('value') }))
    .where('name', '=', 'access')
  try {
    await askAll({
      ...{ url: server.url, pid: server.child.pid as number, goalMs, calls, questions },
      accounts: { admin: 'admin', clerk: 'clerk' },
      touch: () => touched.execute(),
    })
  } finally {
    await db.close()
    await server.end('SIGTERM')
    rmSync(data, { recursive: true, force: true })
  }
}

/** The compliance clock over years of articles, letters and requests. */
export async function main(): Promise<void> {
  await on('SQLite')
  const postgres = await startPostgres()
  if (!postgres) return
  await on('PostgreSQL', `postgresql://postgres@localhost/postgres?host=${encodeURIComponent(postgres.folder)}`)
  await postgres.end()
}
