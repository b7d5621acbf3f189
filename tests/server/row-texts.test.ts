import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Column, tables } from '../../server/db/table.ts'
import { type TextTable, textTableNames } from '../../server/search/row-texts.ts'
import { databases } from '../support/databases.ts'
import { type Person, startServer, type TestServer } from '../support/server.ts'

describe.each(databases)('letters, requests and what else is looked through by its words on %s', (database) => {
  let server: TestServer
  let admin: Person
  let n = 0
  beforeAll(async () => {
    server = await startServer(database)
    admin = await server.person({ roles: ['admin'] })
  })
  afterAll(() => server.close())

  const written = () => server.parts.db.write
  const fitting = (name: string, { kind }: Column) => {
    if (name === 'limitDays') return 10
    n += 1
    if (kind === 'personal') return server.parts.secret.encrypt(name === 'name' ? '欧阳鱻麤' : '13912345678')
    return kind === 'text' || kind === 'secret' || kind === 'json' ? `x${n}` : kind === 'time' ? server.clock.now : 0
  }
  /** Puts a row there as whatever way of writing does: it is the database that notes it. */
  async function put(table: TextTable, said: { title: string; content: string }): Promise<number> {
    const columns = Object.entries(tables.get(table)?.columns ?? {})
    const filled = columns.filter(
      ([name, { empty }]) => name !== 'id' && (!empty || name === 'name' || name === 'phone'),
    )
    const values = Object.fromEntries(filled.map(([name, column]) => [name, fitting(name, column)]))
    const { id } = await written()
      .insertInto(table as 'mail')
      .values({ ...values, ...said } as never)
      .returning('id')
      .executeTakeFirstOrThrow()
    server.parts.search.changed()
    return Number(id)
  }
  const found = async (table: string, search: object) => {
    const reply = await admin.call(`${table}.list`, search)
    expect(reply, reply.text).toMatchObject({ errorCode: '0' })
    return reply.value.list.map(({ id }: { id: string }) => Number(id))
  }
  /** Whether the index is asked, and not the rows. */
  const byIndex = async (table: string) => {
    const match = [{ columns: ['title'], text: '不在' }]
    if (database === 'postgres') return (await server.parts.search.holding(table, match, 'test')) !== null
    const says = (name: string) => ({ sql: `select '${name}' as way`, parameters: [] })
    const indexed = { table, match, beside: null, few: says('index'), many: says('index'), total: null }
    const { list } = await server.parts.search.find(indexed, { rows: says('plain'), total: null }, 'test')
    return list[0]?.way === 'index'
  }

  test.each(textTableNames)(
    'a row of %s is found by what it says, by the index and as soon as it is written',
    async (table) => {
      server.parts.search.changed()
      await expect.poll(() => byIndex(table), { timeout: 20_000 }).toBe(true)
      const id = await put(table, { title: '东街 路灯（A座）不亮', content: '晚上 100% 看不见，"请"修 LED_3 灯。' })
      const other = await put(table, { title: '路灯太亮', content: '灯光刺眼' })
      for (const [search, ids] of [
        [{ title: '路灯' }, [other, id]],
        [{ title: '街 路' }, [id]],
        [{ title: '灯（a座' }, [id]],
        [{ title: '看不见' }, []],
        [{ content: '100%' }, [id]],
        [{ content: '"请"' }, [id]],
        [{ content: 'led_3' }, [id]],
        [{ content: 'led43' }, []],
        [{ content: '刺' }, [other]],
        [{ title: '路灯', content: '灯' }, [other, id]],
        [{ title: '路灯', content: '刺眼' }, [other]],
        [{ title: '龘龘龘' }, []],
      ] as const)
        expect((await found(table, search)).sort(), JSON.stringify(search)).toEqual([...ids].sort())
      expect((await admin.call(`${table}.list`, { title: '路灯', pageSize: 1 })).value.total).toBe(2)
      await written()
        .updateTable(table as 'mail')
        .set({ title: '水管漏水' })
        .where('id', '=', id)
        .execute()
      expect(await found(table, { title: '东街' })).toEqual([])
      expect(await found(table, { title: '漏水' })).toEqual([id])
      await written()
        .deleteFrom(table as 'mail')
        .where('id', '=', id)
        .execute()
      expect(await found(table, { title: '漏水' })).toEqual([])
      expect(await byIndex(table)).toBe(true)
    },
  )

  test('what is personal is in no index: no name, no number', async () => {
    await put('mail', { title: '只此一处的犇羴', content: '无' })
    expect(await found('mail', { title: '犇羴' })).toHaveLength(1)
    const files = readdirSync(server.parts.dataDir).filter((name) => name.startsWith('search'))
    const bytes = Buffer.concat(files.map((name) => readFileSync(join(server.parts.dataDir, name))))
    expect(bytes.includes('犇羴')).toBe(true)
    for (const secret of ['鱻麤', '阳鱻', '欧阳', '1391', '45678']) expect(bytes.includes(secret), secret).toBe(false)
  })

  test('one of before, which knows only articles, reads the others by itself and answers meanwhile', async () => {
    const id = await put('apply', { title: '从前的申请', content: '无' })
    const { search } = server.parts
    await search.rebuild({ stopped: () => false, progress: () => {} })
    expect(await found('apply', { title: '从前' })).toEqual([id])
    await expect.poll(() => byIndex('apply'), { timeout: 20_000 }).toBe(true)
    expect((await admin.call('search.status')).value.waiting).toBe(0)
  })
})
