import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import ExcelJS from 'exceljs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rightsChanged } from '../../server/access/rights.ts'
import { type Asked, at } from '../../server/exports/aside.ts'
import { dropExports, exportsIn } from '../../server/exports/place.ts'
import { databases } from '../support/databases.ts'
import { holding, roleHolding } from '../support/holding.ts'
import { makeDept, type Person, startServer, type TestServer } from '../support/server.ts'

describe.each(databases)('large exports on %s', (database) => {
  let server: TestServer
  let admin: Person
  beforeAll(async () => {
    server = await startServer(database)
    admin = await server.person({ roles: ['admin'], name: '周明川' })
    const rows = Array.from({ length: 1200 }, (_, i) => ({
      ...{
        name: `热词 ${i + 1}`,
        url: null,
        sort: i,
        enabled: (i % 2) as 0 | 1,
        version: 1,
        createdAt: 0,
        updatedAt: 0,
      },
    }))
    await admin.call('hot.add', { name: '=1+1' })
    const known = await server.parts.db.read.selectFrom('hot').selectAll().limit(1).executeTakeFirstOrThrow()
    const { id: _id, ...like } = known
    await server.parts.db.write
      .insertInto('hot')
      .values(rows.map(({ name, sort, enabled }) => ({ ...like, name, sort, enabled })))
      .execute()
  })
  afterAll(() => server.close())

  const file = async (person: Person, id: string, part = 'file') => {
    const reply = await fetch(`${server.url}/x/exportTask/download`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: person.token },
      body: JSON.stringify({ id, part }),
    })
    return Buffer.from(await reply.arrayBuffer())
  }
  const ended = async (id: string, person = admin) => {
    await expect
      .poll(async () => (await person.call('exportTask.get', { id })).value.state, { timeout: 30_000 })
      .not.toBe('running')
    return (await person.call('exportTask.get', { id })).value
  }
  const begin = async (asked: object, person = admin) => {
    const { value, errorMsg } = await person.call('exportTask.start', asked)
    expect(errorMsg).toBeFalsy()
    return value.id as string
  }
  const left = () => readdirSync(exportsIn(server.parts.dataDir)).filter((name) => name.endsWith('.part'))

  test('a list that is looked through for one person is exported too, and counts as the search that it is', async () => {
    const mobile = '13800137711'
    await admin.call('user.save', { account: 'lin', name: '林知远', mobile, password: 'Lamp#gate88new' })
    const id = await begin({ source: 'user', format: 'json', filter: { mobile } })
    expect(await ended(id)).toMatchObject({ state: 'done', rows: 1 })
    expect((await file(admin, id)).toString()).toContain('林知远')
    const told = async () => (await admin.call('log.list', { keyword: '查找用户' })).value.total
    expect(await told()).toBe(1)
    await admin.call('exportTask.again', { id })
    expect(await ended(id)).toMatchObject({ state: 'done', rows: 1 })
    expect(await told()).toBe(1)
  })

  test('a thread writes what the list shows, all its pages, and who asked is told where it is', async () => {
    const id = await begin({ source: 'hot', filter: { enabled: 1 } })
    const task = await ended(id)
    expect(task).toMatchObject({
      state: 'done',
      rows: 601,
      ready: 1,
      name: '热词',
      says: '已导出 601 行',
      finished: 601,
    })
    const bytes = await file(admin, id)
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(task.sha256)
    const book = new ExcelJS.Workbook()
    await book.xlsx.load(bytes as never)
    expect(book.worksheets[0]?.rowCount).toBe(602)
    const told = JSON.parse((await file(admin, id, 'manifest')).toString())
    expect(told).toMatchObject({
      ...{ format: 'xzx-export-1', kind: 'hot', rows: 601, sha256: task.sha256, filter: { enabled: 1 } },
      by: { account: admin.account, name: '周明川' },
    })
    const notices = await admin.call('notice.myList', {})
    expect(JSON.stringify(notices.value.list)).toContain('导出完成：热词（Excel 表格，601 行）')
    expect(left()).toEqual([])
  })

  test('the columns that are asked for, in each format; the same rows are the same bytes', async () => {
    const asked = { source: 'hot', format: 'csv', fields: ['name', 'enabled'], filter: { name: '1+1' } }
    const [one, two] = [await begin(asked), await begin(asked)]
    expect((await ended(one)).sha256).toBe((await ended(two)).sha256)
    expect((await file(admin, one)).toString()).toMatch(/^\uFEFF[^,]+,状态\r\n'=1\+1,启用\r\n$/)
    const json = await begin({ ...asked, format: 'json' })
    await ended(json)
    expect(JSON.parse((await file(admin, json)).toString())).toEqual([{ name: '=1+1', enabled: 1 }])
  })

  test('is the caller’s own, needs the right to the list when it begins and when it is fetched', async () => {
    const clerk = await server.person({ roles: ['staff'] })
    const id = await begin({ source: 'hot', format: 'csv' })
    await ended(id)
    for (const call of ['get', 'stop', 'again', 'download'])
      expect(await clerk.call(`exportTask.${call}`, { id }), call).toMatchObject({ errorCode: 'NOT_FOUND' })
    expect((await clerk.call('exportTask.list', {})).value.total).toBe(0)
    expect(await clerk.call('exportTask.start', { source: 'log' })).toMatchObject({ errorCode: 'NO_PERMISSION' })
    for (const wrong of [
      { source: 'nothing' },
      { source: 'hot', fields: ['titel'] },
      { source: 'hot', filter: { x: 1 } },
    ])
      expect(await admin.call('exportTask.start', wrong)).toMatchObject({ errorCode: 'BAD_INPUT' })

    const own = await begin({ source: 'article', format: 'csv' }, clerk)
    await ended(own, clerk)
    expect((await admin.call('user.roles', { id: clerk.userId, roleIds: [] })).errorMsg).toBeFalsy()
    expect(JSON.parse((await file(clerk, own)).toString())).toMatchObject({ errorCode: 'NO_PERMISSION' })
  })

  test('one that is stopped leaves no file, and can be begun again', async () => {
    // its thread begins when it was asked to stop, and no sooner
    const { exports } = server.parts.work
    const { run } = exports
    const held = async (task: 'exportAside', input: Asked, caller: string) => {
      const seen = new Int32Array(input.shared)
      await expect.poll(() => Atomics.load(seen, at.stop)).toBe(1)
      return run(task, input, caller)
    }
    Object.assign(exports, { run: held })
    const id = await begin({ source: 'hot' })
    expect((await admin.call('exportTask.stop', { id })).value).toMatchObject({ state: 'running', says: '正在取消' })
    const task = await ended(id)
    Object.assign(exports, { run })
    expect(task).toMatchObject({ state: 'cancelled', ready: 0, says: '已取消，没有留下文件' })
    expect(await admin.call('exportTask.download', { id })).toMatchObject({ errorCode: 'BAD_STATE' })
    await expect.poll(left).toEqual([])
    await admin.call('exportTask.again', { id })
    expect(await ended(id)).toMatchObject({ state: 'done', ready: 1, rows: 1201 })
  })

  test('one that waits for its turn is over as soon as it is stopped, and leaves nothing when the turn comes', async () => {
    const { exports } = server.parts.work
    const { run } = exports
    let go = () => {}
    const turn = new Promise<void>((resolve) => {
      go = resolve
    })
    let itsTurn = Promise.resolve<unknown>(null)
    Object.assign(exports, {
      run: (task: 'exportAside', input: Asked, caller: string) => {
        itsTurn = turn.then(() => run(task, input, caller))
        return itsTurn
      },
    })
    const id = await begin({ source: 'hot' })
    await admin.call('exportTask.stop', { id })
    expect(await ended(id)).toMatchObject({ state: 'cancelled', says: '已取消，没有留下文件' })
    Object.assign(exports, { run })
    go()
    expect(await itsTurn).toBeNull()
    expect(left()).toEqual([])
  })

  test('several of one person wait in turn; of too many no further one is begun, and that is said', async () => {
    const { exports } = server.parts.work
    const { run } = exports
    let go = () => {}
    const first = new Promise<void>((resolve) => {
      go = resolve
    })
    const held = async (task: 'exportAside', input: Asked, caller: string, alive?: () => boolean) => {
      await first
      return run(task, input, caller, alive)
    }
    Object.assign(exports, { run: held })
    const clerk = await server.person({ roles: ['admin'] })
    const ids: string[] = []
    // all at the same moment
    const asked = await Promise.all(
      Array.from({ length: 40 }, () => clerk.call('exportTask.start', { source: 'dict' })),
    )
    ids.push(...asked.flatMap(({ errorCode, value }) => (errorCode === '0' ? [value.id as string] : [])))
    expect(ids).toHaveLength(20)
    const [waits] = (await clerk.call('exportTask.list', {})).value.list
    expect(waits).toMatchObject({ state: 'running', says: '排队中，前面的导出完成后开始' })
    const more = { errorCode: 'TOO_MANY', errorMsg: expect.stringContaining('您有 20 个导出任务还没有完成') }
    expect(await clerk.call('exportTask.start', { source: 'dict' })).toMatchObject(more)
    // one that is given up makes room at once
    const given = ids.pop() as string
    await clerk.call('exportTask.stop', { id: given })
    ids.push(await begin({ source: 'dict' }, clerk))
    go()
    Object.assign(exports, { run })
    for (const id of ids) expect(await ended(id, clerk)).toMatchObject({ state: 'done', ready: 1 })
    expect(await ended(given, clerk)).toMatchObject({ state: 'cancelled', says: '已取消，没有留下文件' })
    expect((await clerk.call('exportTask.start', { source: 'dict' })).errorCode).toBe('0')
  })

  test('one whose server was killed is named as broken off, offers nothing, and can be begun again', async () => {
    const id = await begin({ source: 'hot', format: 'jsonl' })
    const { jobId } = await ended(id)
    const { db } = server.parts
    await db.write
      .updateTable('job')
      .set({ state: 'running', endedAt: null, leaseUntil: 1 })
      .where('id', '=', Number(jobId))
      .execute()
    await db.write
      .updateTable('exportTask')
      .set({ keptAs: null, keptUntil: null })
      .where('id', '=', Number(id))
      .execute()
    const lost = (await admin.call('exportTask.get', { id })).value
    expect(lost).toMatchObject({ state: 'lost', ready: 0, says: expect.stringContaining('中断') })
    expect(await admin.call('exportTask.download', { id })).toMatchObject({ errorCode: 'BAD_STATE' })
    await admin.call('exportTask.again', { id })
    expect(await ended(id)).toMatchObject({ state: 'done', ready: 1 })
  })

  test('a file is not handed out any more to who may see less than when it was made', async () => {
    const dept = await makeDept(server, '水利局')
    const who = await holding(server, ['user_list'])
    const narrow = await roleHolding(server, ['user_list'], { dataScope: 'DEPART' })
    const db = server.parts.db.write
    const only = async (alias: string) => {
      const { id: roleId } = await db
        .selectFrom('role')
        .select('id')
        .where('alias', '=', alias)
        .executeTakeFirstOrThrow()
      await db.deleteFrom('userRole').where('userId', '=', who.userId).execute()
      await db.insertInto('userRole').values({ userId: who.userId, roleId }).execute()
      await db.updateTable('user').set({ deptId: dept }).where('id', '=', who.userId).execute()
      await rightsChanged(db)
    }
    const [{ alias: wide }] = (await db
      .selectFrom('userRole')
      .innerJoin('role', 'role.id', 'userRole.roleId')
      .select('role.alias')
      .where('userId', '=', who.userId)
      .execute()) as [{ alias: string }]
    const fetched = (id: string) =>
      server.raw('/x/exportTask/download', {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: who.token },
        body: JSON.stringify({ id }),
      })
    const id = await begin({ source: 'user', format: 'csv' }, who)
    await ended(id, who)
    expect((await fetched(id)).errorCode).toBe('')
    await only(narrow.alias)
    const refused = {
      errorCode: 'NO_PERMISSION',
      errorMsg: '导出以后您的权限有变化（现在没有当时的数据范围「全部」），这个文件不能再下载，请重新导出',
    }
    expect(await fetched(id)).toMatchObject(refused)
    // the file of before is no other's for being begun again and stopped
    const { exports } = server.parts.work
    const { run } = exports
    Object.assign(exports, { run: () => Promise.resolve(null) })
    await who.call('exportTask.again', { id })
    await ended(id, who)
    Object.assign(exports, { run })
    expect(await fetched(id)).toMatchObject(refused)
    await who.call('exportTask.again', { id })
    await ended(id, who)
    expect((await fetched(id)).errorCode).toBe('')
    // who may see more gets what they might see before
    await only(wide)
    expect((await fetched(id)).errorCode).toBe('')
  })

  test('a department that is no more, or went into one that its reader reaches, takes nothing from who may have the file', async () => {
    const made = async (name: string, parentId: number | string = 0) =>
      String((await admin.call('dept.save', { name, parentId })).value.id)
    const head = await made('农业局')
    const [below, other] = [await made('种子站', head), await made('农机站', head)]
    const elsewhere = await made('林业局')
    const who = await holding(server, ['user_list'], { dataScope: 'DEPARTS', deptId: Number(head) })
    const fetched = async (id: string) =>
      (
        await server.raw('/x/exportTask/download', {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: who.token },
          body: JSON.stringify({ id }),
        })
      ).errorCode
    const id = await begin({ source: 'user', format: 'csv' }, who)
    await ended(id, who)
    expect(await fetched(id)).toBe('')
    expect((await admin.call('dept.del', { id: below })).errorCode).toBe('0')
    expect(await fetched(id)).toBe('')
    expect((await admin.call('dept.merge', { id: other, intoId: elsewhere, reason: '机构改革' })).errorCode).toBe('0')
    expect(await fetched(id)).toBe('NO_PERMISSION')
    expect((await admin.call('dept.merge', { id: head, intoId: elsewhere, reason: '机构改革' })).errorCode).toBe('0')
    expect(await fetched(id)).toBe('')
  })

  test('is kept for as long as the setting says, and then gone', async () => {
    const id = await begin({ source: 'hot', format: 'csv' })
    await ended(id)
    expect((await admin.call('exportTask.terms', {})).value).toEqual({ jobFrom: 5000, keepDays: 7 })
    const { dataDir, now } = server.parts
    const there = () => readdirSync(exportsIn(dataDir)).length
    const before = there()
    expect(await dropExports({ ...server.parts, now: () => now() + 6 * 86_400_000 })).toBe(0)
    expect(await dropExports({ ...server.parts, now: () => now() + 8 * 86_400_000 })).toBeGreaterThan(0)
    expect(there()).toBeLessThan(before)
    expect(await admin.call('exportTask.get', { id })).toMatchObject({ errorCode: 'NOT_FOUND' })
    expect(join(dataDir, 'exports')).toBe(exportsIn(dataDir))
  })

  test('each column once; of too many files of one person the oldest go, and none of anybody else', async () => {
    const twice = { source: 'hot', format: 'csv', fields: ['name', 'name'] }
    expect((await admin.call('exportTask.start', twice)).errorMsg).toContain('同一列只能写一次')
    const [clerk, other] = [await server.person({ roles: ['admin'] }), await server.person({ roles: ['admin'] })]
    const asked = { source: 'hot', format: 'csv', filter: { name: '1+1' } }
    const [first, theirs] = [await begin(asked, clerk), await begin(asked, other)]
    for (const [id, who] of [
      [first, clerk],
      [theirs, other],
    ] as const)
      await ended(id, who)
    // as large as all that is kept of one person
    const size = { bytes: 2 * 1024 ** 3 }
    await server.parts.db.write
      .updateTable('exportTask')
      .set(size)
      .where('createdBy', 'in', [clerk.userId, other.userId])
      .execute()
    server.clock.now += 1000
    const last = await begin(asked, clerk)
    await ended(last, clerk)
    const ready = async (id: string, who: Person) => (await who.call('exportTask.get', { id })).value.ready
    await expect.poll(() => ready(first, clerk)).toBe(0)
    expect([await ready(last, clerk), await ready(theirs, other)]).toEqual([1, 1])
    expect((await clerk.call('exportTask.download', { id: first })).errorMsg).toContain('已过保留期')
  })
})
