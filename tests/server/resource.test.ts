import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apps } from '../../core/domain/enums.ts'
import { databases } from '../support/databases.ts'
import { type Person, startServer, type TestServer } from '../support/server.ts'

interface Node {
  id: string
  name: string
  alias: string
  children: Node[]
}
const flat = (nodes: readonly Node[]): Node[] => nodes.flatMap((node) => [node, ...flat(node.children)])

describe.each(databases)('menu entries on %s', (database) => {
  let server: TestServer
  let admin: Person
  const menus = async (who: Person) => flat((await who.call('menu.list')).value.menusList).map(({ alias }) => alias)
  const all = async () => flat((await admin.call('resource.tree', {})).value)
  const idOf = async (alias: string) => (await all()).find((one) => one.alias === alias)?.id as string
  const add = (given: object) => admin.call('resource.resSave', { type: 'Menu', ...given })

  beforeAll(async () => {
    server = await startServer(database)
    admin = await server.person({ roles: ['admin'] })
  })
  afterAll(() => server.close())

  test.each(['article', 'website', 'essay'])(
    'one called as %s, which comes with xzx, could not be deleted',
    async (alias) => {
      expect(await add({ name: '新的', alias })).toMatchObject({
        errorCode: 'CONFLICT',
        errorMsg: expect.stringContaining('系统自带的，请换一个'),
      })
      const { id } = (
        await add({
          name: '新的',
          parentId: await idOf('content'),
          alias: `own-${alias}`,
          url: 'https://www.example.gov.cn/',
        })
      ).value
      expect((await admin.call('resource.resEdit', { id, alias })).errorCode).toBe('CONFLICT')
    },
  )

  test('a tree with the rights below their screens, searched with what stands above', async () => {
    const found = flat((await admin.call('resource.tree', { name: '审核本人' })).value)
    expect(found.map(({ alias }) => alias)).toEqual(['content', 'essay', 'article_force'])
    const plain = flat((await admin.call('resource.baseTree')).value)
    expect(plain.some(({ alias }) => alias === 'article_list')).toBe(false)
    expect(plain.some(({ alias }) => alias === 'essay')).toBe(true)
  })

  test('an entry of one’s own is for the roles that were given it', async () => {
    const reader = await server.person({ roles: ['readonly'] })
    const parentId = await idOf('content')
    const { value } = await add({ name: '公文系统', alias: 'documents', url: 'https://oa.example.cn/', parentId })
    expect(value).toMatchObject({ shipped: 0, enabled: 1, version: 1 })
    expect([await menus(admin), await menus(reader)].map((some) => some.includes('documents'))).toEqual([true, false])
    const roleId = (await admin.call('role.options')).value.find((one: { name: string }) => one.name === '只读').id
    const held = (await admin.call('role.resList', { id: roleId })).value.map((one: { id: string }) => one.id)
    await admin.call('resource.roleSave', { roleId, resourceIds: [...held, value.id] })
    expect(await menus(reader)).toContain('documents')
    await admin.call('resource.resEdit', { id: value.id, enabled: 0 })
    expect(await menus(reader)).not.toContain('documents')
    await admin.call('resource.resEdit', { id: value.id, enabled: 1, dingAppKey: 'reportSite' })
    expect(await menus(reader)).not.toContain('documents')
    expect((await admin.call('resource.resDel', { id: value.id })).value).toEqual({ id: value.id })
  })

  test('the log names which rights a role was given and lost, and is found by that sentence', async () => {
    await admin.call('role.save', { name: '编录员', dataScope: 'SELF' })
    const { id: roleId } = (await admin.call('role.options')).value.find(
      (one: { name: string }) => one.name === '编录员',
    )
    const set = async (...aliases: string[]) =>
      admin.call('resource.roleSave', { roleId, resourceIds: await Promise.all(aliases.map(idOf)) })
    await set('dict_save', 'dict_edit')
    await set('dict_save', 'hot_list')
    const { list } = (await admin.call('log.list', { call: 'resource.roleSave', targetId: roleId })).value
    expect(list.map(({ sentence }: { sentence: string }) => sentence)).toEqual([
      expect.stringMatching(/^设定角色「编录员」的权限（增加查看热词；收回[^；]+）$/),
      expect.stringMatching(/^设定角色「编录员」的权限（增加[^；]+、[^；]+）$/),
    ])
    const found = (await admin.call('log.list', { keyword: list[0].sentence })).value
    expect(found.list.map(({ logId }: { logId: string }) => logId)).toContain(list[0].logId)
    // an entry of one's own is called by its name, and not by what programs call it
    const { id: parentId } = (await admin.call('resource.resSave', { type: 'Catalogue', name: '县情', alias: 'xq' }))
      .value
    const given = { type: 'Menu', name: '县情网', alias: 'xqw', url: 'https://xq.example.cn/', parentId }
    const { id: own } = (await admin.call('resource.resSave', given)).value
    await admin.call('resource.roleSave', { roleId, resourceIds: [own] })
    const [row] = (await admin.call('log.list', { call: 'resource.roleSave', targetId: roleId })).value.list
    expect(row.sentence).toMatch(/^设定角色「编录员」的权限（增加县情网；收回[^；]+）$/)
  })

  test('what comes with the program can be hidden, renamed and moved, and not deleted', async () => {
    const id = await idOf('popula')
    expect(await admin.call('resource.resDel', { id })).toMatchObject({ errorCode: 'BAD_STATE' })
    expect(await admin.call('resource.resEdit', { id, alias: 'other' })).toMatchObject({ errorCode: 'BAD_STATE' })
    expect(await admin.call('resource.resEdit', { id, url: 'https://evil.example/' })).toMatchObject({
      errorCode: 'BAD_STATE',
    })
    const right = await idOf('people_reveal')
    expect(await admin.call('resource.resEdit', { id: right, name: '查看列表' })).toMatchObject({
      errorCode: 'BAD_STATE',
    })
    await admin.call('resource.resEdit', { id, name: '友情推荐', parentId: await idOf('interact') })
    const tree = (await admin.call('menu.list')).value.menusList as Node[]
    const interact = tree.find(({ alias }) => alias === 'interact') as Node
    expect(interact.children.at(-1)).toMatchObject({ name: '友情推荐' })
    const ids = interact.children.map((one) => one.id)
    const hidden = (await all()).find(({ alias }) => alias === 'interact')?.children.map((one) => one.id) as string[]
    await admin.call('resource.arrange', {
      parentId: interact.id,
      resourceIds: [id, ...hidden.filter((one) => one !== id)],
    })
    expect(ids.at(-1)).toBe(id)
    expect((await menus(admin)).indexOf('popula')).toBe((await menus(admin)).indexOf('interact') + 1)
  })

  test('an app that is not known is refused by name, and one that an older version took hides nothing', async () => {
    const id = await idOf('content')
    const edit = (dingAppKey: string | null) => admin.call('resource.resEdit', { id, dingAppKey })
    expect(await edit('abc')).toMatchObject({
      errorCode: 'BAD_INPUT',
      errorMsg: expect.stringContaining('所属应用（dingAppKey）：只能是：admin 管理后台、reportSite 信息报送'),
    })
    expect((await admin.call('app.list', {})).value.list.map((one: { appKey: string }) => one.appKey)).toEqual(
      Object.keys(apps),
    )
    await server.parts.db.write
      .updateTable('resource')
      .set({ dingAppKey: 'abc' })
      .where('id', '=', Number(id))
      .execute()
    expect(await menus(admin)).toContain('content')
    expect((await edit('reportSite')).errorCode).toBe('0')
    expect(await menus(admin)).not.toContain('content')
    expect((await edit('')).value.dingAppKey).toBeNull()
    expect(await menus(admin)).toContain('content')
  })

  test('the entry by which the menu is edited, and what is above it, is not taken out of the menu', async () => {
    const [own, above] = [await idOf('getMenu'), await idOf('system')]
    const refused = { errorCode: 'BAD_STATE', errorMsg: expect.stringContaining('左侧菜单里就没有「菜单」这一项') }
    for (const id of [own, above])
      for (const given of [{ enabled: 0 }, { dingAppKey: 'reportSite' }])
        expect(await admin.call('resource.resEdit', { id, ...given })).toMatchObject(refused)
    const hidden = (
      await admin.call('resource.resSave', { type: 'Catalogue', name: '暂存', alias: 'aside', enabled: 0 })
    ).value.id
    expect(await admin.call('resource.arrange', { parentId: hidden, resourceIds: [own] })).toMatchObject(refused)
    expect(await admin.call('resource.resEdit', { id: own, parentId: hidden })).toMatchObject(refused)
    expect(await menus(admin)).toContain('getMenu')
    expect((await admin.call('resource.resEdit', { id: own, dingAppKey: 'admin', name: '左侧菜单' })).errorCode).toBe(
      '0',
    )
    // where it was hidden before, mending it step by step is not refused
    await server.parts.db.write
      .updateTable('resource')
      .set({ enabled: 0 })
      .where('alias', 'in', ['getMenu', 'system'])
      .execute()
    expect((await admin.call('resource.resEdit', { id: above, enabled: 1 })).errorCode).toBe('0')
    expect((await admin.call('resource.resEdit', { id: own, enabled: 1 })).errorCode).toBe('0')
    expect(await menus(admin)).toContain('getMenu')
  })

  test.each([
    ['a right', { name: '权限', alias: 'x_y', type: 'Button' }, 'BAD_INPUT'],
    ['a script for an address', { name: '坏', alias: 'bad', url: 'javascript:alert(1)' }, 'BAD_INPUT'],
    ['a screen at the top', { name: '顶', alias: 'top', url: '/main/x', parentId: '0' }, 'BAD_INPUT'],
    ['an alias that a right could have', { name: '键', alias: 'widget_list', url: '/main/x' }, 'BAD_INPUT'],
    ['no address', { name: '空', alias: 'empty' }, 'BAD_INPUT'],
    ['an alias that is there', { name: '重', alias: 'essay', url: '/main/x' }, 'CONFLICT'],
  ])('an entry is refused: %s', async (_, given, errorCode) => {
    expect(await add({ parentId: await idOf('content'), ...given })).toMatchObject({ errorCode })
  })

  test('none comes under itself, nor a right under a catalogue', async () => {
    const [content, essay, right] = [await idOf('content'), await idOf('essay'), await idOf('article_list')]
    const move = (id: string, parentId: string) => admin.call('resource.resEdit', { id, parentId })
    expect(await move(content, essay)).toMatchObject({ errorCode: 'BAD_INPUT' })
    expect(await move(right, content)).toMatchObject({
      errorCode: 'BAD_INPUT',
      errorMsg: '上级（parentId）：权限只能在菜单之下',
    })
    // nobody knows the numbers of the catalogues by heart
    expect(await move(essay, '0')).toMatchObject({
      errorCode: 'BAD_INPUT',
      errorMsg: expect.stringMatching(
        new RegExp(`^上级（parentId）：菜单只能在目录之下，请选择上级目录：.*内容管理（${content}）`),
      ),
    })
    expect(await move(essay, '4040')).toMatchObject({ errorCode: 'NOT_FOUND' })
  })

  test('a menu has so many entries and no more', async () => {
    const db = server.parts.db.write
    const top = (await admin.call('resource.resSave', { name: '机关事务', type: 'Catalogue', alias: 'jgsw2' })).value
    const row = { name: '链接', type: 'Menu', parentId: Number(top.id), url: '/x', sort: 0, enabled: 1 as const }
    const times = { updatedAt: 1, version: 1 }
    for (let i = 0; i < 2000; i += 100)
      await db
        .insertInto('resource')
        .values(Array.from({ length: 100 }, (_, n) => ({ ...row, ...times, alias: `l${i + n}` })))
        .execute()
    expect(
      await admin.call('resource.resSave', {
        name: '又一个',
        type: 'Menu',
        alias: 'youyige',
        parentId: top.id,
        url: '/y',
      }),
    ).toMatchObject({
      errorCode: 'BAD_STATE',
      errorMsg: expect.stringContaining('最多 2000 项'),
    })
    await db.deleteFrom('resource').where('parentId', '=', Number(top.id)).execute()
  })
})
