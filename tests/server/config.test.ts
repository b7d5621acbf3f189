import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { configDiff, configPayload } from '../../core/domain/config-diff.ts'
import type { ConfigFile } from '../../core/domain/config-file.ts'
import { printOf, readConfig } from '../../server/config/read.ts'
import { column } from '../../server/db/tables/column.ts'
import { dict } from '../../server/db/tables/dict.ts'
import { resource, role } from '../../server/db/tables/people.ts'
import { databases } from '../support/databases.ts'
import { type Person, startServer, type TestServer } from '../support/server.ts'

describe.each(databases)('the configuration as a file on %s', (database) => {
  let server: TestServer
  let admin: Person
  const now = async (): Promise<{ config: ConfigFile; print: string }> => (await admin.call('config.export')).value
  const become = async (wanted: ConfigFile, prune = false, by = admin) => {
    const { config, print } = await now()
    return by.call('config.apply', { base: print, ...configPayload(configDiff(config, wanted, prune)) })
  }

  beforeAll(async () => {
    server = await startServer(database)
    admin = await server.person({ roles: ['admin'] })
  })
  afterAll(() => server.close())

  test('a setting that there is not is refused by its name', async () => {
    const { print } = await now()
    expect(await admin.call('config.apply', { base: print, set: { settings: { 'site.nam': '甲' } } })).toMatchObject({
      errorCode: 'BAD_INPUT',
      errorMsg: '站点设置：没有设置「site.nam」。没有作任何修改',
    })
  })

  test('a column keeps its content model, by the table that it is called by everywhere; one that is not here is refused by name', async () => {
    const { write } = server.parts.db
    const made = { createdBy: null, createdAt: 1, updatedBy: null, updatedAt: 1, version: 1 }
    await write
      .insertInto('contentModel')
      .values({ cmName: '议案', cmTableName: 'motion', cmDescrip: null, ...made } as never)
      .execute()
    const { config } = await now()
    const of = (contentModel: string | null): ConfigFile => ({
      format: config.format,
      columns: [{ path: ['有模型'], type: 1, contentModel }],
    })
    const kept = async () => (await now()).config.columns?.find(({ path }) => path[0] === '有模型')?.contentModel
    expect((await become(of('motion'))).value).toMatchObject({ added: 1 })
    expect(await kept()).toBe('motion')
    expect(configDiff((await now()).config, of('motion'))).toEqual([])
    for (const [model, says] of [
      [
        'nowhere',
        '栏目「有模型」：没有内容模型「nowhere」，请先在这里建好同样表名的内容模型，或从文件中去掉栏目的 contentModel',
      ],
      ['议案', '栏目「有模型」：内容模型请写它的表名：motion（议案）'],
    ] as const) {
      const reply = await become(of(model))
      expect([reply.errorCode, reply.errorMsg]).toEqual(['BAD_INPUT', expect.stringContaining(says)])
    }
    // a file of before says nothing of it
    await become({ format: config.format, columns: [{ path: ['有模型'], type: 1, keywords: '新' }] })
    expect(await kept()).toBe('motion')
    await become(of(null))
    expect(await kept()).toBe(null)
    await become(config, true)
  })

  test('each field of columns, dictionaries, menus and roles is in the file', async () => {
    const { write } = server.parts.db
    const made = { createdBy: null, createdAt: 1, updatedBy: null, updatedAt: 1, version: 1 }
    await write
      .insertInto('contentModel')
      .values({ cmName: '提案', cmTableName: 'proposals', cmDescrip: null, ...made } as never)
      .execute()
    const model = await write
      .selectFrom('contentModel')
      .select('id')
      .where('cmTableName', '=', 'proposals')
      .executeTakeFirstOrThrow()
    const put = await become({
      format: (await now()).config.format,
      columns: [
        { path: ['一'], type: 1 },
        { path: ['二'], type: 1 },
      ],
      dicts: [
        { dictKey: 'one', name: '一' },
        { dictKey: 'two', name: '二' },
        { dictKey: 'two', key: 'a', name: '甲', value: '1' },
      ],
      menus: [
        { alias: 'two', parent: null, type: 'Catalogue', name: '二' },
        { alias: 'one', parent: 'two', type: 'Menu', name: '一', url: 'https://one.example.cn/' },
        { alias: 'behind', parent: 'two', type: 'Menu', name: '后', url: 'https://behind.example.cn/' },
      ],
      roles: [{ alias: 'one', name: '一', dataScope: 'SELF' }],
    })
    expect(put.errorMsg ?? '').toBe('')
    const tables = { column, dict, resource, role }
    // of whom and when a row is, and its number: no matter of another installation
    const none = ['id', 'createdBy', 'createdAt', 'updatedBy', 'updatedAt', 'version']
    // written past every rule, so read without its contract
    const print = async () => printOf(await readConfig(server.parts.db.write))
    for (const [table, label] of [
      ['column', 'title'],
      ['dict', 'key'],
      ['resource', 'name'],
      ['role', 'name'],
    ] as const) {
      const rows = (await write.selectFrom(table).selectAll().execute()) as Record<string, unknown>[]
      const row = rows.find((one) => one[label] === (table === 'dict' ? 'a' : '一')) as Record<string, unknown>
      const other = rows.find((one) => one.id !== row.id && one.id !== row.parentId && one.parentId === 0)
      const { columns } = tables[table]
      for (const name of Object.keys(columns).filter((one) => !none.includes(one))) {
        // an entry is known by the dictionary that it stands in
        if (table === 'dict' && name === 'dictKey') continue
        const given: Record<string, unknown> = {
          parentId: other?.id,
          contentModelId: model.id,
          relation: String(other?.id),
          sort: 9999,
        }
        const is = row[name]
        const value =
          given[name] ??
          (typeof is === 'number'
            ? is === 1
              ? 0
              : 1
            : `${is ?? 1}`.replace(/^\D?/, (c) => `${c === 'x' ? 'y' : 'x'}`))
        const set = (to: unknown) =>
          write
            .updateTable(table)
            .set({ [name]: to } as never)
            .where('id', '=', row.id as number)
            .execute()
        const before = await print()
        await set(
          ['inNav', 'threeReviews'].includes(name)
            ? is === 0
              ? 1
              : is === null && name === 'threeReviews'
                ? 1
                : 0
            : value,
        )
        expect([table, name, (await print()) === before]).toEqual([table, name, false])
        await set(is)
        expect([table, name, (await print()) === before]).toEqual([table, name, true])
      }
    }
  })

  test('columns, dictionaries, menus, roles and settings come to be as written, and a second time nothing is left to do', async () => {
    const { config } = await now()
    const wanted: ConfigFile = {
      format: config.format,
      columns: [
        { path: ['甲'], type: 1, folder: 'jia', related: [['乙']] },
        { path: ['甲', '丙'], type: 1 },
        { path: ['乙'], type: 1, folder: 'yi' },
      ],
      dicts: [
        { dictKey: 'meetingKind', name: '会议类别' },
        { dictKey: 'meetingKind', key: 'all', name: '全体会议', value: '1' },
      ],
      menus: [
        { alias: 'links', parent: null, type: 'Catalogue', name: '常用链接' },
        { alias: 'link-b', parent: 'links', type: 'Menu', name: '乙站', url: 'https://b.example.cn/' },
        { alias: 'link-a', parent: 'links', type: 'Menu', name: '甲站', url: 'https://a.example.cn/' },
      ],
      roles: [{ name: '编写', dataScope: 'SELF', keys: ['article_list', 'links'], columns: [['甲', '丙']] }],
      settings: { 'site.name': '某县政协' },
    }
    const reply = await become(wanted)
    expect(reply.value).toMatchObject({ added: 9, changed: 1, removed: 0 })
    const after = (await now()).config
    expect(configDiff(after, wanted)).toEqual([])
    const turned = { format: wanted.format, menus: [wanted.menus?.[2], wanted.menus?.[1]] } as ConfigFile
    await become(turned)
    expect(configDiff((await now()).config, turned)).toEqual([])
    // what the file does not name goes only where that is asked for
    const back = await become(config, true)
    expect(back.value.removed).toBeGreaterThan(8)
    expect((await now()).config).toEqual(config)
  })

  test('the order of the menus under one is told once, and what is in order already is left as it is', async () => {
    const { config, print } = await now()
    const menus = (config.menus ?? []).filter(({ parent }) => parent === null).map(({ alias }) => alias)
    const order = (parent: string | null) => ({ parent, menus })
    expect(await admin.call('config.apply', { base: print, order: [order(null), order(null)] })).toMatchObject({
      errorCode: 'BAD_INPUT',
      errorMsg: '菜单的顺序（order）：菜单「最上级」下的顺序写了两次',
    })
    const [last] = (await admin.call('log.list', { pageSize: 1 })).value.list
    expect((await admin.call('config.apply', { base: print, order: [order(null)] })).errorCode).toBe('0')
    const { list } = (await admin.call('log.list', { pageSize: 5 })).value
    const since = list.slice(
      0,
      list.findIndex(({ id }: { id: string }) => id === last.id),
    )
    expect(since.map(({ call }: { call: string }) => call)).not.toContain('resource.arrange')
  })

  test('of a file with a bad thing nothing is done, and each bad thing is named', async () => {
    const before = await now()
    const wanted: ConfigFile = {
      format: before.config.format,
      columns: [
        { path: ['丁'], type: 1 },
        { path: ['戊'], type: 3 },
        { path: ['戊', '下级'], type: 1 },
      ],
      roles: [{ name: '试用', keys: ['no_such_key'] }],
    }
    const { reply } = await become(wanted).then((reply) => ({ reply }))
    expect(JSON.stringify(reply)).toMatch(/栏目「戊」.*角色「试用（无标识）」.*no_such_key/)
    // what stands under a refused one is not refused once more for that
    expect(JSON.stringify(reply)).not.toContain('下级')
    expect(await now()).toEqual(before)
  })

  test('it may no more than the calls that do its work, and each of these is told by the log', async () => {
    const made = await become({
      format: 'xzx-config-1',
      roles: [
        { alias: 'keeper', name: '管配置', dataScope: 'ALL', keys: ['config_export', 'config_apply', 'dict_save'] },
      ],
    })
    expect(made.value.added).toBe(1)
    const some = await server.person({ roles: ['keeper'] })
    const dict: ConfigFile = { format: 'xzx-config-1', dicts: [{ dictKey: 'vehicleKind', name: '车辆类别' }] }
    const column: ConfigFile = { format: 'xzx-config-1', columns: [{ path: ['己'], type: 1 }] }
    expect(JSON.stringify(await become(column, false, some))).toContain('column_save')
    expect((await become(dict, false, some)).value).toMatchObject({ added: 1 })
    const { list } = (await admin.call('log.list', {})).value
    const calls = list.map(({ call }: { call: string }) => call)
    expect(calls).toEqual(expect.arrayContaining(['dict.save', 'config.apply', 'role.save', 'resource.roleSave']))
  })

  test('what was changed meanwhile refuses the whole', async () => {
    const { print } = await now()
    await admin.call('setting.save', { items: [{ name: 'site.name', value: '别的' }] })
    const reply = await admin.call('config.apply', { base: print, set: { settings: { 'site.name': '我的' } } })
    expect(JSON.stringify(reply)).toContain('STALE')
  })

  test('of two who apply at the same moment one is done, the other hears that it was changed', async () => {
    const { print } = await now()
    const apply = (value: string) =>
      admin.call('config.apply', { base: print, set: { settings: { 'site.name': value } } })
    const codes = (await Promise.all([apply('甲县政协'), apply('乙县政协')])).map(({ errorCode }) => errorCode)
    expect(codes.sort()).toEqual(['0', 'STALE'])
  })

  test('a role’s name is never taken for another one’s alias: it is refused where it is given, and old ones are kept apart', async () => {
    const nameIsAlias = { errorCode: 'CONFLICT', errorMsg: expect.stringContaining('是另一个角色的标识') }
    for (const name of ['auditor', 'Auditor', 'keeper'])
      expect(await admin.call('role.save', { name }), name).toMatchObject(nameIsAlias)
    const { id } = (await admin.call('role.save', { name: '排版', alias: 'setter' })).value
    expect(await admin.call('role.save', { id, name: 'auditor' })).toMatchObject(nameIsAlias)
    expect((await admin.call('role.save', { id, name: 'setter' })).errorCode).toBe('0')
    await admin.call('role.save', { name: 'Printer' })
    for (const given of [
      { name: '新', alias: 'printer' },
      { id, alias: 'printer' },
    ])
      expect(await admin.call('role.save', given)).toMatchObject({
        ...{ errorCode: 'CONFLICT', errorMsg: expect.stringContaining('是另一个角色的名称') },
      })
    // one of before the name was refused
    const { db } = server.parts
    const old = (await admin.call('role.save', { name: '空角色' })).value.id
    await db.write.updateTable('role').set({ name: 'auditor' }).where('id', '=', Number(old)).execute()
    const held = async (roleId: string) =>
      (await db.read.selectFrom('roleResource').select('resourceId').where('roleId', '=', Number(roleId)).execute())
        .length
    const format = 'xzx-config-1' as const
    await become({ format, roles: [{ alias: 'auditor', keys: ['article_list', 'log_list'] }] })
    const auditor = await db.read.selectFrom('role').select('id').where('alias', '=', 'auditor').executeTakeFirst()
    expect([await held(String(auditor?.id)), await held(old)]).toEqual([2, 0])
    await become({ format, roles: [{ name: 'auditor', keys: ['hot_list'] }] })
    expect([await held(String(auditor?.id)), await held(old)]).toEqual([2, 1])
    const { config } = await now()
    expect((await become(config, true)).value).toMatchObject({ added: 0, changed: 0, removed: 0 })
    expect((await become({ format, roles: [{ name: '审核员', keys: [] }] })).errorMsg).toContain('"alias": "auditor"')
    for (const roleId of [old, id]) await admin.call('role.del', { id: roleId })
  })

  test('a column whose title holds a slash is no column below another one', async () => {
    const format = 'xzx-config-1' as const
    await become({ format, columns: [['子'], ['子', '丑'], ['子/丑']].map((path) => ({ path, type: 1 as const })) })
    await become({ format, roles: [{ name: '管栏目', columns: [['子', '丑']] }] })
    const { config } = await now()
    expect(config.roles?.find(({ name }) => name === '管栏目')?.columns).toEqual([['子', '丑']])
    expect((await become(config, true)).value).toMatchObject({ added: 0, changed: 0, removed: 0 })
    const wanted = { ...config, columns: config.columns?.filter(({ path }) => path[0] !== '子/丑') }
    expect((await become(wanted, true)).value).toMatchObject({ removed: 1 })
    expect((await now()).config.columns?.map(({ path }) => path)).toContainEqual(['子', '丑'])
  })

  test('of two that an older version let be called alike neither is changed, and which they are is told', async () => {
    const format = 'xzx-config-1' as const
    await become({ format, columns: [['寅'], ['卯']].map((path) => ({ path, type: 1 as const })) })
    const { db } = server.parts
    await db.write.updateTable('column').set({ title: '寅' }).where('title', '=', '卯').execute()
    const { config, print } = await now()
    expect((await become(config, true)).value).toMatchObject({ added: 0, changed: 0, removed: 0 })
    const twins = { errorCode: 'CONFLICT', errorMsg: expect.stringMatching(/有 2 个栏目叫「寅」.*改名/) }
    const set = { columns: [{ path: ['寅'], folder: 'yin' }] }
    for (const given of [
      { set },
      { set: { columns: [{ path: ['寅', '辰'], type: 1 }] } },
      { set: { roles: [{ name: '管栏目', columns: [['寅']] }] } },
      { remove: [{ part: 'columns', by: ['寅'] }] },
    ])
      expect(await admin.call('config.apply', { base: print, ...given }), JSON.stringify(given)).toMatchObject(twins)
    const twice = { columns: [...set.columns, ...set.columns] }
    expect((await admin.call('config.apply', { base: print, set: twice })).errorMsg).toBe('栏目「寅」写了两次')
  })
})
