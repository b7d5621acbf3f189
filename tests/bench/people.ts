import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pool } from 'undici'
import { openPostgres, openSqlite } from '../../server/db/open.ts'
import { startPostgres } from '../support/postgres.ts'
import { adminPassword, type ServerProcess, startProcess } from '../support/process.ts'
import { quantile, rate, settled, usageOf } from './measure.ts'
import { callers, fillPeople, nameOf, sizes } from './people-fill.ts'
import { acrossProcesses, shareOfRights } from './people-rights.ts'

/** What a call may take of which 99 of 100 take less. */
const goalMs = 50
const calls = 300
const atOnce = [1, 8] as const

type Who = keyof typeof callers
const page = { pageNumber: 1, pageSize: 20 }

type Question = readonly [says: string, who: Who, path: string, body?: object]
/** What is asked, by whom. @param roleId everybody's */
const questions = (roleId: number): readonly Question[] => [
  ['空答复', 'all', '/healthz'],
  ['部门树', 'all', '/ding/dept/tree', {}],
  ['全部部门', 'all', '/ding/dept/list', {}],
  ['可选的部门', 'all', '/ding/dept/list/not/all', {}],
  ['部门，一页', 'all', '/ding/dept/list/page?pageNumber=3&pageSize=20'],
  ['用户', 'all', '/ding/user/list', page],
  ['用户，按姓名', 'all', '/ding/user/list', { ...page, name: nameOf(5) }],
  ['用户，按姓名中没有的字', 'all', '/ding/user/list', { ...page, name: '没有此人' }],
  ['用户，部门及下级', 'all', '/ding/user/list', { ...page, deptId: 2, withChildren: 1 }],
  ['用户，第 900 页', 'all', '/ding/user/list', { ...page, pageNumber: 900 }],
  ['用户，所见为一个分支', 'branch', '/ding/user/list', page],
  ['用户，所见为全县 2,000 个部门', 'county', '/ding/user/list', page],
  ['同上，第 900 页', 'county', '/ding/user/list', { ...page, pageNumber: 900 }],
  ['字典', 'all', '/data/dict/list', page],
  ['字典条目，一页', 'all', '/data/dict/list/sub', { ...page, dictKey: 'kind7', pageNumber: 30 }],
  ['20,000 个条目的字典，靠后的一页', 'all', '/data/dict/list/sub', { ...page, dictKey: 'kind20', pageNumber: 300 }],
  ['20,000 个条目的字典，按名称', 'all', '/data/dict/list/sub', { ...page, dictKey: 'kind20', name: '99' }],
  ['字典条目，全部字典按名称', 'all', '/data/dict/list/sub', { ...page, name: '99' }],
  ['字典及其 1,000 个条目', 'all', '/data/dict/view/group?val=kind7'],
  ['启用的全部条目（kv）', 'all', '/data/dict/all/kv', {}],
  ['角色', 'all', '/role/list', page],
  ['角色的 20,000 名用户', 'all', '/role/user/list', { ...page, roleId }],
  ['同上，第 900 页', 'all', '/role/user/list', { ...page, roleId, pageNumber: 900 }],
  ['没有该角色的用户', 'all', '/role/user/not/list', { ...page, roleId }],
  ['菜单', 'branch', '/menu/list'],
]

interface Caller {
  call(path: string, body?: object): Promise<number>
  close(): Promise<void>
}

/** Signs in; a call answers how many bytes came. */
async function callerOf(url: string, account: string): Promise<Caller> {
  const query = new URLSearchParams({ username: account, password: adminPassword })
  const login = (await (await fetch(`${url}/user/loginNoCode?${query}`, { method: 'POST' })).json()) as {
    value: string
  }
  const pool = new Pool(url, { connections: 8 })
  const headers = { authorization: login.value, 'content-type': 'application/json' }
  return {
    async call(path, body) {
      const method = path.includes('?') || path === '/healthz' ? 'GET' : 'POST'
      const reply = await pool.request({ method, path, headers, ...(body && { body: JSON.stringify(body) }) })
      const text = await reply.body.text()
      if (path !== '/healthz' && !text.startsWith('{"errorCode":"0"')) throw new Error(`${path}: ${text.slice(0, 200)}`)
      return text.length
    },
    close: () => pool.close(),
  }
}

/** @param touch writes something, so that no answer is kept from the call before */
async function measured(server: ServerProcess, roleId: number, touch: () => Promise<unknown>): Promise<void> {
  const pid = server.child.pid as number
  const known = new Map<Who, Caller>()
  for (const [who, account] of Object.entries(callers)) known.set(who as Who, await callerOf(server.url, account))
  await settled(pid)
  for (const [says, who, path, body] of questions(roleId)) {
    const { call } = known.get(who) as Caller
    const bytes = await call(path, body)
    await rate(calls / 6, 8, () => call(path, body))
    const told: string[] = []
    for (const parallel of atOnce) {
      const times: number[] = []
      const before = usageOf(pid).cpu
      await rate(calls, parallel, async () => {
        await touch()
        const start = performance.now()
        await call(path, body)
        times.push(performance.now() - start)
      })
      const cpu = (usageOf(pid).cpu - before) / calls
      const last = quantile(times, 0.99)
      told.push(
        `${parallel} 个同时 ${quantile(times, 0.5).toFixed(1)} / ${last.toFixed(1)} ms${last > goalMs ? ` > ${goalMs}` : ''}，处理器 ${cpu.toFixed(1)} ms`,
      )
    }
    console.log(`${says}（${(bytes / 1024).toFixed(0)} KB）：${told.join('；')}`)
  }
  for (const { close } of known.values()) await close()
}

async function on(name: string, databaseUrl?: string): Promise<void> {
  const { depts, users, dicts, entries, large } = sizes
  console.log(`\n${name}：${depts} 个部门，${users} 名用户，${dicts * entries + large} 个字典条目；p50 / p99`)
  const data = mkdtempSync(join(tmpdir(), 'xzx-people-'))
  const roles = await fillPeople(data, databaseUrl)
  const server = await startProcess(data, { built: true, ...(databaseUrl && { databaseUrl }) })
  const db = databaseUrl ? await openPostgres(databaseUrl) : openSqlite(join(data, 'xzx.db'))
  const touched = db.write
    .updateTable('counter')
    .set((eb) => ({ value: eb.ref('value') }))
    .where('name', '=', 'access')
  try {
    await measured(server, roles.everybody, () => touched.execute())
    await server.end('SIGTERM')
    await shareOfRights(data, databaseUrl)
    if (databaseUrl) await acrossProcesses(data, databaseUrl, roles.few)
  } finally {
    await db.close()
    await server.end('SIGTERM')
    rmSync(data, { recursive: true, force: true })
  }
}

/** Lists of people, departments and dictionaries of a large county. */
export async function main(): Promise<void> {
  await on('SQLite')
  const postgres = await startPostgres()
  if (!postgres) return
  await on('PostgreSQL', `postgresql://postgres@localhost/postgres?host=${encodeURIComponent(postgres.folder)}`)
  await postgres.end()
}
