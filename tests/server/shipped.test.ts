import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eachEndpoint, wholeContract } from '../../core/contract/areas.ts'
import { type Area, rightSays } from '../../core/contract/endpoint.ts'
import { ownEntry, menu as specified } from '../../server/access/menu.ts'
import { ensureShipped, givenLines } from '../../server/access/shipped.ts'
import { loadAreas } from '../../server/areas.ts'
import { migrate } from '../../server/db/migrations.ts'
import { type Db, openPostgres, openSqlite } from '../../server/db/open.ts'
import { openSecret } from '../../server/secret.ts'
import { databases, newPostgres } from '../support/databases.ts'

const now = Date.UTC(2026, 10, 21, 1)
const whole: Readonly<Record<string, Area>> = await wholeContract()

test('every area has its place in the menu, and each one place', async () => {
  const menu = [...specified, ...(await loadAreas()).entries]
  const placed = menu.flatMap(({ areas = [] }) => areas)
  expect(Object.keys(whole).filter((area) => !placed.includes(area))).toEqual([])
  expect(placed.filter((area, i) => placed.indexOf(area) !== i)).toEqual([])
  expect(new Set(menu.map(({ alias }) => alias)).size).toBe(menu.length)
})

describe.each(databases)('what is shipped, on %s', (database) => {
  let dir: string
  let db: Db
  let postgres: Awaited<ReturnType<typeof newPostgres>> | undefined
  const start = async (contract = whole, entries: Parameters<typeof ensureShipped>[3] = []) => {
    const key = openSecret(join(dir, 'key')).log
    await migrate(db.write as never, db.dialect, key, (await loadAreas()).migrations)
    return ensureShipped(db.write, contract, now, entries, key)
  }
  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'xzx-shipped-'))
    postgres = database === 'postgres' ? await newPostgres() : undefined
    db = postgres ? await openPostgres(postgres.url) : openSqlite(join(dir, 'xzx.db'))
  })
  afterAll(async () => {
    await db?.close()
    await postgres?.drop()
    rmSync(dir, { recursive: true, force: true })
  })

  const keysOf = async (alias: string) =>
    (
      await db.write
        .selectFrom('roleResource')
        .innerJoin('role', 'role.id', 'roleResource.roleId')
        .innerJoin('resource', 'resource.id', 'roleResource.resourceId')
        .select('resource.alias')
        .where('role.alias', '=', alias)
        .execute()
    ).map((one) => one.alias)
  const take = async (alias: string, key: string) => {
    const role = await db.write.selectFrom('role').select('id').where('alias', '=', alias).executeTakeFirstOrThrow()
    const what = await db.write.selectFrom('resource').select('id').where('alias', '=', key).executeTakeFirstOrThrow()
    await db.write.deleteFrom('roleResource').where('roleId', '=', role.id).where('resourceId', '=', what.id).execute()
  }

  test('a database of before: keys of new areas arrive once, keys that were taken stay taken', async () => {
    // as it was before there were tasks, and before it was written down what the roles were given
    const { assignment, ...before } = whole
    await start(before)
    await sql`drop table ${sql.table('shippedKey')}`.execute(db.write)
    await sql`delete from kysely_migration where name = '0250-shipped-keys'`.execute(db.write)
    await take('auditor', 'article_update')
    expect(await keysOf('staff')).not.toContain('assignment_list')

    await start()
    expect(await keysOf('staff')).toEqual(
      expect.arrayContaining(['assignment_list', 'assignment_replyEdit', 'article_list']),
    )
    const auditor = await keysOf('auditor')
    expect(auditor).toContain('article_accept')
    expect(auditor).not.toContain('article_update')
    expect(new Set(await keysOf('staff')).size).toBe((await keysOf('staff')).length)

    await take('staff', 'assignment_list')
    expect(await start()).toEqual([])
    const more = { ...assignment, urge: { ...assignment?.list, roles: ['staff', 'readonly'] } } as unknown as Area
    const told = givenLines(await start({ ...whole, assignment: more }))
    expect(told).toEqual([
      expect.stringMatching(/^新版本为角色「.+」增加了 1 项权限：查看交办任务（assignment_urge）/),
      expect.stringMatching(/^新版本为角色「.+」增加了 1 项权限：/),
    ])
    const { says, kind, after } = await db.read
      .selectFrom('log')
      .select(['says', 'kind', 'after'])
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect([says, kind]).toEqual(['升级后为内置角色增加权限', 'system'])
    expect(Object.values(JSON.parse(after ?? '{}'))).toEqual([
      ['查看交办任务（assignment_urge）'],
      ['查看交办任务（assignment_urge）'],
    ])
    expect(await keysOf('staff')).toContain('assignment_urge')
    expect(await keysOf('readonly')).toContain('assignment_urge')
    expect(await keysOf('staff')).not.toContain('assignment_list')
  })

  test('a role that is gone is not put back, and nothing waits for it', async () => {
    const { id } = await db.write
      .selectFrom('role')
      .select('id')
      .where('alias', '=', 'readonly')
      .executeTakeFirstOrThrow()
    await db.write.deleteFrom('roleResource').where('roleId', '=', id).execute()
    await db.write.deleteFrom('role').where('id', '=', id).execute()
    const more = { ...whole.hot, look: { ...whole.hot?.list, roles: ['readonly'] } } as unknown as Area
    await start({ ...whole, hot: more })
    expect(await keysOf('readonly')).toEqual([])
    expect(await db.write.selectFrom('role').select('id').where('alias', '=', 'readonly').execute()).toEqual([])
  })

  test('a role of a later version comes once into a database of before, beside what a site has called so', async () => {
    const again = () => sql`delete from kysely_migration where name = '202611231915-reporter'`.execute(db.write)
    const roles = () => db.read.selectFrom('role').select(['id', 'alias', 'name']).orderBy('id').execute()
    const gone = async (id: number) => {
      await db.write.deleteFrom('roleResource').where('roleId', '=', id).execute()
      await db.write.deleteFrom('role').where('id', '=', id).execute()
    }
    const shipped = (await roles()).find(({ alias }) => alias === 'reporter')
    await gone(shipped?.id as number)
    await start()
    expect((await roles()).filter(({ alias }) => alias === 'reporter')).toEqual([])

    // before there was such a role, somebody made their own
    await sql`delete from ${sql.table('shippedKey')} where role = 'reporter'`.execute(db.write)
    const own = { dataScope: 'ALL', enabled: 1, factor: 0, createdAt: now, updatedAt: now, version: 1 } as const
    await db.write
      .insertInto('role')
      .values({ ...own, alias: 'reporter', name: '上报员' })
      .execute()
    await again()
    const told = givenLines(await start())
    expect(told).toEqual([expect.stringMatching(/^新版本为角色「上报员」增加了 13 项权限：/)])
    expect((await roles()).slice(-2)).toEqual([
      expect.objectContaining({ alias: 'reporter-own', name: '上报员（原有）' }),
      expect.objectContaining({ alias: 'reporter', name: '上报员' }),
    ])
    expect([await keysOf('reporter-own'), await keysOf('reporter')]).toEqual([
      [],
      expect.arrayContaining(['article_list', 'article_saveRole']),
    ])
    expect(await start()).toEqual([])
  })

  test('a new entry stands behind the one before it, and keys that had none come under theirs', async () => {
    const entries = async () =>
      (
        await db.write
          .selectFrom('resource')
          .select(['alias', 'type'])
          .where('type', '!=', 'Button')
          .orderBy('sort')
          .orderBy('id')
          .execute()
      ).map(({ alias }) => alias)
    const orphans = ['hot_add', 'other_insert']
    await db.write.updateTable('resource').set({ parentId: 0 }).where('alias', 'in', orphans).execute()
    const { id } = await db.write
      .selectFrom('resource')
      .select('id')
      .where('alias', '=', 'hotWord')
      .executeTakeFirstOrThrow()
    await db.write.deleteFrom('resource').where('id', '=', id).execute()
    await start()
    const there = await entries()
    expect(there.indexOf('hotWord')).toBe(there.indexOf('siteSet') + 1)
    const above = async (key: string) =>
      (
        await db.write
          .selectFrom('resource')
          .innerJoin('resource as above', 'above.id', 'resource.parentId')
          .select('above.alias')
          .where('resource.alias', '=', key)
          .executeTakeFirst()
      )?.alias
    expect([await above('hot_add'), await above('other_insert')]).toEqual(['hotWord', 'siteSet'])
    // an area that the specification does not know says its own place, behind the others
    const own = ownEntry('notice2', { under: 'system', name: '公告栏', url: 'system/notice2' })
    await start({ ...whole, notice2: whole.hot as Area }, [own])
    const then = await entries()
    expect(then.indexOf('notice2')).toBe(then.indexOf('userOperationLogInfo') + 1)
    expect(await above('notice2_list')).toBe('notice2')
    // of nothing else there is anything to do
    await db.write.updateTable('resource').set({ parentId: 0 }).where('alias', '=', 'hot_add').execute()
    await start()
    expect(await above('hot_add')).toBe('hotWord')
    // a key of before is called as it is now
    await db.write.updateTable('resource').set({ name: '分页查询热词' }).where('alias', '=', 'hot_list').execute()
    await start()
    const { name } = await db.write
      .selectFrom('resource')
      .select('name')
      .where('alias', '=', 'hot_list')
      .executeTakeFirstOrThrow()
    expect(name).toBe('查看热词')
  })
})

/** What each shipped role is for (docs/decisions/0023-shipped-roles.md): a call that they make, and one that they must not. */
const desks = {
  auditor: {
    may: [
      ...['assignment_add', 'assignment_close', 'advice_confirm', 'suggestion_publish', 'suggestion_answer'],
      ...[
        'people_peopleAudit',
        'people_banAudit',
        'people_reveal',
        'announcement_add',
        'popula_edit',
        'article_approve',
      ],
    ],
    not: ['assignment_replyEdit', 'advice_resultReply', 'suggestion_reveal', 'suggestion_binPurge', 'setting_save'],
  },
  staff: {
    may: ['assignment_replyEdit', 'advice_resultReply', 'suggestion_answer', 'article_saveRole'],
    not: ['assignment_add', 'suggestion_publish', 'advice_confirm', 'people_list', 'announcement_list'],
  },
  reporter: {
    may: ['article_saveRole', 'article_update', 'article_delete', 'file_uploadName'],
    not: ['article_saveAdmin', 'assignment_replyEdit', 'advice_list', 'suggestion_list', 'home_deptDataCountExcel'],
  },
  readonly: {
    may: ['assignment_list', 'advice_list', 'suggestion_list', 'announcement_list', 'log_list'],
    not: ['people_list', 'assignment_add', 'suggestion_answer'],
  },
} as const

test.for(Object.entries(desks))('%s holds the keys of its desk and no others', ([role, { may, not }]) => {
  const held = Object.entries(whole).flatMap(([area, calls]) =>
    Object.entries(calls)
      .filter(([, { roles = [] }]) => (roles as readonly string[]).includes(role))
      .map(([call]) => `${area}_${call}`),
  )
  expect(held).toEqual(expect.arrayContaining([...may]))
  expect(held.filter((key) => (not as readonly string[]).includes(key))).toEqual([])
  if (role === 'readonly') expect(held.filter((key) => !key.toLowerCase().endsWith('list'))).toEqual([])
})

test('keys are worded as what people may do, each once', () => {
  const words = [...eachEndpoint(whole)].flatMap(([, , e]) => (e.access === 'granted' ? [rightSays(e)] : []))
  expect(words.filter((says) => /分页|查询|一名|一条|；|（/.test(says))).toEqual([])
  expect(words.filter((says, i) => words.indexOf(says) !== i)).toEqual([])
  expect(words).toContain('查看交办任务')
})
