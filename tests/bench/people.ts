import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPostgres, openSqlite } from '../../server/db/open.ts'
import { startPostgres } from '../support/postgres.ts'
import { startProcess } from '../support/process.ts'
import { askAll, type Question } from './callers.ts'
import { callers, fillPeople, nameOf, sizes } from './people-fill.ts'
import { fillOfficers, timeOfficers } from './people-officers.ts'
import { timeReveals } from './people-reveals.ts'
import { acrossProcesses, shareOfRights, tokenOf } from './people-rights.ts'

/** What a call may take of which 99 of 100 take less. */
const goalMs = 50
const calls = 300

type Who = keyof typeof callers
const page = { pageNumber: 1, pageSize: 20 }

/** What is asked, by whom. @param roleId everybody's */
const questions = (roleId: number): readonly Question<Who>[] => [
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

async function on(name: string, databaseUrl?: string): Promise<void> {
  const { depts, users, dicts, entries, large } = sizes
  console.log(`\n${name}：${depts} 个部门，${users} 名用户，${dicts * entries + large} 个字典条目；p50 / p99`)
  const data = mkdtempSync(join(tmpdir(), 'xzx-people-'))
  const roles = await fillPeople(data, databaseUrl)
  const start = () => startProcess(data, { built: true, ...(databaseUrl && { databaseUrl }) })
  let server = await start()
  const db = databaseUrl ? await openPostgres(databaseUrl) : openSqlite(join(data, 'xzx.db'))
  const touched = db.write
    .updateTable('counter')
    .set((eb) => ({ value: eb.ref('value') }))
    .where('name', '=', 'access')
  try {
    await askAll({
      ...{ url: server.url, pid: server.child.pid as number, accounts: callers, goalMs, calls },
      ...{ questions: questions(roles.everybody), touch: () => touched.execute() },
    })
    await timeReveals(server.url, await tokenOf(server.url, callers.all), roles.everybody)
    await server.end('SIGTERM')
    await shareOfRights(data, databaseUrl)
    if (databaseUrl) await acrossProcesses(data, databaseUrl, roles.few)
    const held = await fillOfficers(data, databaseUrl)
    server = await start()
    await timeOfficers(server, held)
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
