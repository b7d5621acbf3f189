import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { configDiff, configPayload } from '../../core/domain/config-diff.ts'
import type { ConfigFile } from '../../core/domain/config-file.ts'
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
    expect(JSON.stringify(reply)).toMatch(/栏目「戊」.*角色「试用」.*no_such_key/)
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
})
