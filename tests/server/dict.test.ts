import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { arrangeMax, entriesMax, groupsMax } from '../../core/contract/dict.ts'
import { shippedDicts } from '../../core/domain/dicts.ts'
import { ref, table, tables, text, id as theId } from '../../server/db/table.ts'
import { databases } from '../support/databases.ts'
import { type Person, startServer, type TestServer } from '../support/server.ts'

type Row = { id: string; name: string; key: string | null; dictKey: string }

describe.each(databases)('the data dictionary on %s', (database) => {
  let server: TestServer
  let admin: Person
  const made = async (given: object): Promise<string> => (await admin.call('dict.save', given)).value.id
  const entry = async (given: object): Promise<string> => (await admin.call('dict.saveNode', given)).value.id
  const entries = async (more: object): Promise<string[]> =>
    (await admin.call('dict.sub', more)).value.list.map(({ key }: Row) => key)
  const kv = async () => (await admin.call('dict.kv')).value

  beforeAll(async () => {
    server = await startServer(database)
    admin = await server.person({ roles: ['admin'] })
  })
  afterAll(() => server.close())

  test('a new database has what the program relies on, as the code names it', async () => {
    const { list } = (await admin.call('dict.list')).value
    expect(list.map(({ dictKey }: Row) => dictKey)).toEqual(Object.keys(shippedDicts))
    for (const [dictKey, { name, entries: known }] of Object.entries(shippedDicts)) {
      const { value } = await admin.call('dict.viewGroup', { val: dictKey })
      expect(value).toMatchObject({ name, dictKey, shipped: 1, state: 1, parentId: '0' })
      expect(value.entries.map(({ key, name }: Row) => [key, name])).toEqual(Object.entries(known))
      expect(value.entries.every((one: { shipped: number }) => one.shipped === 1)).toBe(true)
    }
  })

  test('dictionaries and entries are added with what the specification sets where nothing is said, found, changed, deleted', async () => {
    const group = (await admin.call('dict.save', { dictKey: ' source ', name: ' 来源 ' })).value
    expect(group).toMatchObject({
      dictKey: 'source',
      name: '来源',
      parentId: '0',
      state: 1,
      entryCount: 0,
      shipped: 0,
    })
    const one = (await admin.call('dict.saveNode', { parentId: group.id, key: 'xinhua', name: '新华社', value: '' }))
      .value
    expect(one).toMatchObject({
      ...{
        parentId: group.id,
        parentName: '来源',
        dictKey: 'source',
        key: 'xinhua',
        name: '新华社',
        value: null,
        state: 1,
      },
      ...{ shipped: 0, version: 1 },
    })
    const other = (
      await admin.call('dict.saveNode', { dictKey: 'source', key: 'own', name: '本站', value: 'https://a' })
    ).value
    expect(other.sort).toBe(one.sort + 1)
    expect((await admin.call('dict.view', { id: one.id })).value).toEqual({ ...one, entryCount: null })
    expect((await admin.call('dict.view', { id: group.id })).value).toMatchObject({
      ...group,
      entryCount: 2,
      key: null,
    })
    expect((await admin.call('dict.viewGroup', { val: 'source' })).value.entries).toEqual([one, other])
    expect((await admin.call('dict.edit', { id: one.id, version: 1, name: '新华通讯社' })).value).toMatchObject({
      ...{ name: '新华通讯社', key: 'xinhua', version: 2 },
    })
    expect(await admin.call('dict.edit', { id: one.id, version: 1, name: '旧' })).toMatchObject({ errorCode: 'STALE' })
    expect((await admin.call('dict.list', { dictKey: 'our' })).value.list).toMatchObject([
      { id: group.id, entryCount: 2 },
    ])
    expect(await entries({ parentId: group.id, name: '通讯' })).toEqual(['xinhua'])
    expect(await entries({ dictKey: 'source', key: 'ow' })).toEqual(['own'])
    expect((await admin.call('dict.del', { id: other.id })).value).toEqual({ id: other.id })
    expect(await entries({ dictKey: 'source' })).toEqual(['xinhua'])
    await admin.call('dict.del', { id: group.id })
    for (const id of [group.id, one.id])
      expect(await admin.call('dict.view', { id })).toMatchObject({ errorCode: 'NOT_FOUND' })
    const { list } = (await admin.call('log.list', { call: 'dict.del' })).value
    expect(list[0]).toMatchObject({ before: { name: '来源', along: ['1 个字典项'] } })
  })

  test('all that is in use is given by the codes of dictionaries, and again after a change', async () => {
    const group = await made({ dictKey: 'meeting', name: '会议' })
    const empty = await made({ dictKey: 'nothing', name: '空' })
    const off = await made({ dictKey: 'off', name: '停', state: 0 })
    await entry({ parentId: off, key: 'x', name: '甲' })
    const second = await entry({ parentId: group, key: 'b', name: '乙', value: '2', sort: 5 })
    await entry({ parentId: group, key: 'a', name: '甲', sort: 1 })
    await entry({ parentId: group, key: 'c', name: '丙', state: '0' })
    const all = await kv()
    expect(all.meeting).toEqual([
      { key: 'a', name: '甲', value: null },
      { key: 'b', name: '乙', value: '2' },
    ])
    expect(all).toMatchObject({ nothing: [] })
    expect(Object.keys(all)).not.toContain('off')
    const reader = await server.person({ roles: ['readonly'] })
    expect((await reader.call('dict.kv')).value).toEqual(all)
    await admin.call('dict.edit', { id: second, state: 0 })
    expect((await kv()).meeting).toEqual([{ key: 'a', name: '甲', value: null }])
    await admin.call('dict.edit', { id: off, state: 1 })
    expect((await reader.call('dict.kv')).value).toMatchObject({ off: [{ key: 'x', name: '甲', value: null }] })
    for (const id of [group, empty, off]) await admin.call('dict.del', { id })
  })

  test('codes are the only ones of their kind: dictionaries among all, entries in theirs', async () => {
    const [one, other] = [await made({ dictKey: 'one', name: '甲' }), await made({ dictKey: 'other', name: '乙' })]
    const [first] = [await entry({ parentId: one, key: 'k', name: '子' })]
    const moved = await entry({ parentId: other, key: 'k', name: '子二' })
    const refused = (errorMsg: string) => ({ errorCode: 'CONFLICT', errorMsg })
    expect(await admin.call('dict.save', { dictKey: 'one', name: '丙' })).toMatchObject(
      refused('字典代码（dictKey）：「one」已存在'),
    )
    expect(await admin.call('dict.edit', { id: other, dictKey: 'one' })).toMatchObject(
      refused('字典代码（dictKey）：「one」已存在'),
    )
    const double = refused('条目代码（key）：「k」在同一字典下已存在')
    expect(await admin.call('dict.saveNode', { parentId: one, key: 'k', name: '丑' })).toMatchObject(double)
    expect(await admin.call('dict.edit', { id: moved, parentId: one })).toMatchObject(double)
    expect((await admin.call('dict.edit', { id: moved, parentId: one, key: 'l' })).value).toMatchObject({
      dictKey: 'one',
    })
    expect(await entries({ parentId: one })).toEqual(['k', 'l'])
    const second = { errorCode: 'CONFLICT', errorMsg: expect.stringContaining('「子」在同一上级下已存在') }
    expect(await admin.call('dict.saveNode', { parentId: one, key: 'm', name: '子' })).toMatchObject(second)
    expect(await admin.call('dict.edit', { id: moved, name: '子' })).toMatchObject(second)
    expect((await admin.call('dict.save', { dictKey: 'third', name: '甲' })).errorCode).toBe('CONFLICT')
    const many = [1, 2, 3].map(() => admin.call('dict.saveNode', { parentId: other, key: 'z', name: '同' }))
    const codes = (await Promise.all(many)).map(({ errorCode }) => errorCode)
    expect(codes.sort()).toEqual(['0', 'CONFLICT', 'CONFLICT'])
    expect(await admin.call('dict.arrange', { parentId: one, dictIds: [moved] })).toMatchObject({
      errorCode: 'CONFLICT',
      errorMsg: expect.stringMatching(/^顺序中缺少「.+」（\d+）：应写出这个字典的全部字典项/),
    })
    expect(await admin.call('dict.arrange', { parentId: one, dictIds: [moved, first, 999] })).toMatchObject({
      errorCode: 'NOT_FOUND',
      errorMsg: '字典项 999 不存在，或不在这个字典中',
    })
    await admin.call('dict.arrange', { parentId: one, dictIds: [moved, first] })
    expect(await entries({ parentId: one })).toEqual(['l', 'k'])
    const groups = async () => (await admin.call('dict.groups')).value.map(({ dictKey }: Row) => dictKey)
    expect(await groups()).toEqual(['esType', 'one', 'other'])
    const shipped = (await admin.call('dict.groups')).value[0].id
    const after = await admin.call('dict.arrange', { dictIds: [other, shipped, one] })
    expect(after.value.map(({ dictKey }: Row) => dictKey)).toEqual(await groups())
    expect(await groups()).toEqual(['other', 'esType', 'one'])
    for (const id of [one, other]) await admin.call('dict.del', { id })
  })

  test('what cannot be is refused, and it is said what can', async () => {
    const group = await made({ dictKey: 'plain', name: '平' })
    const one = await entry({ parentId: group, key: 'k', name: '子' })
    const says = async (call: string, given: object) => (await admin.call(call, given)).errorMsg
    expect(await says('dict.saveNode', { key: 'a', name: '甲' })).toMatch(/^缺少所属字典（parentId），也可以写字典代码/)
    expect(await says('dict.saveNode', { parentId: one, key: 'a', name: '甲' })).toContain('「子」是字典条目')
    expect(await says('dict.saveNode', { parentId: 4040, key: 'a', name: '甲' })).toBe('字典项 4040 不存在或无权操作')
    expect(await says('dict.saveNode', { parentId: group, dictKey: 'esType', key: 'a', name: '甲' })).toContain(
      '不一致',
    )
    expect(await says('dict.save', { dictKey: '来源', name: '甲' })).toContain('应以字母开头')
    expect(await says('dict.saveNode', { parentId: group, key: 'a b', name: '甲' })).toContain('不能有空格')
    expect(await says('dict.edit', { id: group, value: '1' })).toBe('取值（value）：数据字典没有这一项')
    expect(await says('dict.edit', { id: one, dictKey: 'else' })).toBe('字典代码（dictKey）：字典条目没有这一项')
    expect(await says('dict.sub', { dictKey: 'nowhere' })).toBe('没有代码为「nowhere」的数据字典')
    expect(await says('dict.viewGroup', {})).toContain('val')
    expect(await admin.call('dict.viewGroup', { val: 'nowhere' })).toMatchObject({ errorCode: 'NOT_FOUND' })
    // what comes back as it was sent is no change
    const sent = (await admin.call('dict.view', { id: one })).value
    expect((await admin.call('dict.edit', { id: one, dictKey: sent.dictKey, name: '孙' })).errorCode).toBe('0')
    await admin.call('dict.del', { id: group })
  })

  test('a dictionary of 20,000 entries is listed by pages, and takes no more when it is full', async () => {
    const group = await made({ dictKey: 'large', name: '大' })
    const db = server.parts.db.write
    const fresh = { parentId: Number(group), state: 1, createdAt: 0, updatedAt: 0, version: 1 }
    const one = (i: number) => ({ ...fresh, sort: i, key: `k${i}`, name: `名${i}` })
    for (let from = 0; from < entriesMax - 1; from += 1000)
      await db
        .insertInto('dict')
        .values(Array.from({ length: Math.min(1000, entriesMax - 1 - from) }, (_, i) => one(from + i)))
        .execute()
    const saved = await admin.call('dict.saveNode', { parentId: group, key: 'last', name: '末' })
    expect([entriesMax, saved.errorCode]).toEqual([20_000, '0'])
    const refused = { errorCode: 'BAD_STATE', errorMsg: '数据字典「大」已有 20000 个条目，不能再增加' }
    expect(await admin.call('dict.saveNode', { parentId: group, key: 'x', name: '乙' })).toMatchObject(refused)
    const page = async (search: object) =>
      (await admin.call('dict.sub', { dictKey: 'large', pageSize: 50, ...search })).value
    expect((await page({ pageNumber: 300 })).list.map(({ key }: Row) => key).slice(0, 2)).toEqual(['k14950', 'k14951'])
    expect((await page({ pageNumber: 400 })).list.at(-1).key).toBe('last')
    expect((await page({ name: '名1999' })).total).toBe(10)
    expect((await admin.call('dict.viewGroup', { val: 'large' })).value.entries).toHaveLength(20_000)
    expect((await admin.call('dict.kv')).value.large).toHaveLength(20_000)
    expect((await admin.call('dict.list', { dictKey: 'large' })).value.list[0].entryCount).toBe(20_000)
    // each by its own number
    expect(await admin.call('dict.arrange', { parentId: group, dictIds: [saved.value.id] })).toMatchObject({
      errorCode: 'BAD_STATE',
      errorMsg: expect.stringContaining('请修改条目的「排序」'),
    })
    const { id } = (await page({ key: 'k15000' })).list[0]
    expect((await admin.call('dict.edit', { id, sort: 0, name: '提前' })).errorCode).toBe('0')
    expect((await page({})).list.map(({ key }: Row) => key).slice(0, 2)).toEqual(['k0', 'k15000'])
    expect((await admin.call('dict.del', { id: group })).errorCode).toBe('0')
    expect(await db.selectFrom('dict').select('id').where('parentId', '=', Number(group)).execute()).toEqual([])
  })

  test('1,000 entries are put in order as a whole; the dictionaries are bounded too', async () => {
    const group = await made({ dictKey: 'full', name: '满' })
    const db = server.parts.db.write
    const fresh = { state: 1, sort: 0, createdAt: 0, updatedAt: 0, version: 1, name: '甲' }
    const numbered = (count: number) => Array.from({ length: count }, (_, i) => i)
    await db
      .insertInto('dict')
      .values(numbered(arrangeMax).map((i) => ({ ...fresh, parentId: Number(group), key: `k${i}` })))
      .execute()
    const { value } = await admin.call('dict.viewGroup', { val: 'full' })
    const ids = value.entries.map(({ id }: Row) => id)
    expect((await admin.call('dict.arrange', { parentId: group, dictIds: ids.reverse() })).errorCode).toBe('0')
    expect((await admin.call('dict.sub', { dictKey: 'full' })).value.list[0].key).toBe(`k${arrangeMax - 1}`)
    await db
      .insertInto('dict')
      .values(numbered(groupsMax).map((i) => ({ ...fresh, parentId: 0, dictKey: `more${i}` })))
      .execute()
    expect(await admin.call('dict.save', { dictKey: 'one', name: '乙' })).toMatchObject({
      errorMsg: '已有 500 个数据字典，不能再增加',
    })
    expect((await admin.call('dict.del', { id: group })).errorCode).toBe('0')
    await db.deleteFrom('dict').where('dictKey', 'like', 'more%').execute()
  })

  test('what the program relies on keeps its codes and stays; its names, states and order are the site’s', async () => {
    const { id, entries: kinds } = (await admin.call('dict.viewGroup', { val: 'esType' })).value
    const elsewhere = await made({ dictKey: 'elsewhere', name: '别处' })
    const [first, second] = kinds as Row[]
    const refused = { errorCode: 'BAD_STATE', errorMsg: expect.stringContaining('由系统') }
    for (const [call, given] of [
      ['dict.del', { id }],
      ['dict.del', { id: first?.id }],
      ['dict.edit', { id, dictKey: 'kinds' }],
      ['dict.edit', { id: first?.id, key: 'news' }],
      ['dict.edit', { id: first?.id, parentId: elsewhere }],
      ['dict.saveNode', { parentId: id, key: 'video', name: '视频' }],
    ] as const)
      expect(await admin.call(call, given), `${call} ${JSON.stringify(given)}`).toMatchObject(refused)
    const shown = async () =>
      (await admin.call('dict.subEsType')).value.list.map(({ key, name }: Row) => `${key} ${name}`)
    await admin.call('dict.edit', { id: first?.id, key: first?.key, name: '新闻' })
    await admin.call('dict.edit', { id: second?.id, state: 0 })
    expect(await shown()).toEqual(['article 新闻', 'mail 信件', 'suggestion 意见建议'])
    await admin.call('dict.edit', { id, state: 0 })
    expect(await shown()).toEqual([])
    await admin.call('dict.edit', { id, state: 1 })
    await admin.call('dict.edit', { id: second?.id, state: 1 })
    await admin.call('dict.edit', { id: first?.id, name: '文章' })
    await admin.call('dict.del', { id: elsewhere })
  })

  test('an entry that others use is not deleted, not even with its dictionary', async () => {
    const group = await made({ dictKey: 'used', name: '用着' })
    const one = await entry({ parentId: group, key: 'k', name: '子' })
    await entry({ parentId: group, key: 'l', name: '丑' })
    // a table that an area to come would have
    const dialect = server.parts.db.dialect
    const db = server.parts.db.write
    const number = dialect === 'postgres' ? 'bigint' : 'integer'
    await db.schema
      .createTable('useOfDict')
      .addColumn('id', number, (c) => c.primaryKey())
      .addColumn('kindId', number)
      .execute()
    table({
      name: 'useOfDict',
      says: '提案',
      unit: '件',
      label: 'title',
      columns: { id: theId(), kindId: ref('dict'), title: text() },
      scope: 'all',
    })
    try {
      await db
        .insertInto('useOfDict' as never)
        .values({ id: 1, kindId: Number(one) } as never)
        .execute()
      const refused = { errorCode: 'BAD_STATE', errorMsg: '字典项「子」还有 1 件提案，不能删除，请先移走或删除它们' }
      expect(await admin.call('dict.del', { id: one })).toMatchObject(refused)
      expect(await admin.call('dict.del', { id: group })).toMatchObject(refused)
      expect(await entries({ parentId: group })).toEqual(['k', 'l'])
      await db.deleteFrom('useOfDict' as never).execute()
      expect((await admin.call('dict.del', { id: group })).errorCode).toBe('0')
    } finally {
      ;(tables as Map<string, unknown>).delete('useOfDict')
      await db.schema.dropTable('useOfDict').execute()
    }
  })

  test('an entry is taken up by another of its dictionary: rows that name it follow, and it is stopped', async () => {
    const group = await made({ dictKey: `kinds${database}`, name: `类别${database}` })
    const other = await made({ dictKey: `others${database}`, name: `其他${database}` })
    const [one, two] = [
      await entry({ parentId: group, key: 'a', name: '供水' }),
      await entry({ parentId: group, key: 'b', name: '自来水' }),
    ]
    const elsewhere = await entry({ parentId: other, key: 'c', name: '别处' })
    const merge = (id: string, intoId: string) => admin.call('dict.merge', { id, intoId, reason: '名称重复' })
    const refused = (errorCode: string, errorMsg: string) => ({ errorCode, errorMsg })
    expect(await merge(one, one)).toMatchObject(refused('BAD_STATE', '条目「供水」不能并入自己'))
    expect(await merge(one, group)).toMatchObject({ errorCode: 'BAD_STATE' })
    expect(await merge(one, elsewhere)).toMatchObject(
      refused('BAD_STATE', '「供水」和「别处」不在同一个数据字典，不能合并，请先移到同一字典'),
    )
    await admin.call('dict.edit', { id: two, state: 0 })
    expect(await merge(one, two)).toMatchObject(
      refused('BAD_STATE', '条目「自来水」已停用，不能并入，请先启用，或选择另一个条目'),
    )
    await admin.call('dict.edit', { id: two, state: 1 })
    const search = (await admin.call('dict.viewGroup', { val: 'esType' })).value.entries
    expect(await merge(search[0].id, search[1].id)).toMatchObject(
      refused('BAD_STATE', `「${search[0].name}」由系统使用，不能并入其他条目，可以改名或停用`),
    )
    const db = server.parts.db.write
    const number = database === 'sqlite' ? 'integer' : 'bigint'
    await db.schema
      .createTable('mergedUse')
      .addColumn('id', number, (c) => c.primaryKey())
      .addColumn('kindId', number)
      .addColumn('title', 'text')
      .execute()
    table({
      ...{ name: 'mergedUse', says: '提案', unit: '件', label: 'title', scope: 'all' },
      columns: { id: theId(), kindId: ref('dict'), title: text() },
    })
    try {
      const uses = db.selectFrom('mergedUse' as never).select(['id', 'kindId'] as never)
      await db
        .insertInto('mergedUse' as never)
        .values([1, 2].map((id) => ({ id, kindId: Number(id === 1 ? one : elsewhere) })) as never)
        .execute()
      expect((await merge(one, two)).value).toMatchObject({
        moved: '1 件提案',
        says: '把条目「供水」并入「自来水」：1 件提案改用「自来水」，「供水」停用；不能撤销',
      })
      expect(
        (await uses.orderBy('id' as never).execute()).map((row) => Number((row as { kindId: unknown }).kindId)),
      ).toEqual([Number(two), Number(elsewhere)])
      expect((await admin.call('dict.view', { id: one })).value.state).toBe(0)
      expect(await merge(one, two)).toMatchObject(
        refused('BAD_STATE', '条目「供水」已停用，不能再并入；仍要并入的，请先启用'),
      )
      // the second one was refused, which is told as well
      const [refusal, row] = (await admin.call('log.list', { call: 'dict.merge' })).value.list
      expect(refusal.result).toContain('没有执行：条目「供水」已停用')
      expect(row.sentence).toBe('把字典项「供水」并入「自来水」')
    } finally {
      ;(tables as Map<string, unknown>).delete('mergedUse')
      await db.schema.dropTable('mergedUse').execute()
    }
  })

  test('without the right nothing is changed, and the lists are not shown', async () => {
    const reader = await server.person({ roles: ['readonly'] })
    for (const [call, input] of [
      ['dict.save', { dictKey: 'mine', name: '私' }],
      ['dict.saveNode', { dictKey: 'esType', key: 'x', name: '私' }],
      ['dict.edit', { id: '1', name: '私' }],
      ['dict.arrange', { dictIds: [1] }],
      ['dict.del', { id: '1' }],
      ['dict.merge', { id: '1', intoId: '2', reason: '并' }],
      ['dict.list', {}],
      ['dict.sub', {}],
    ] as const)
      expect(await reader.call(call, input), call).toMatchObject({ errorCode: 'NO_PERMISSION' })
    expect((await reader.call('dict.subEsType')).errorCode).toBe('0')
  })
})
