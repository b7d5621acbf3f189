import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eachEndpoint, wholeContract } from '../../core/contract/areas.ts'
import { permissionKey, shutToScripts } from '../../core/contract/endpoint.ts'
import { databases } from '../support/databases.ts'
import { sendFile } from '../support/files.ts'
import { holding } from '../support/holding.ts'
import { anArticle, makeColumn, type Person, startServer, type TestServer } from '../support/server.ts'

/** What a script may without a key that its token names: words by which things are named, what it is itself, and what each named key judges. */
const withoutKey = [
  ...[
    'app.list',
    'app.get',
    'attachment.upload',
    'attachment.get',
    'auth.info',
    'auth.logout',
    'auth.session',
    'auth.why',
  ],
  ...['column.tree', 'column.contentModelList', 'column.temList', 'column.roleUserList', 'column.getColumnName'],
  ...['contentModel.options', 'dept.tree', 'dept.notAll', 'dept.data', 'dept.getName'],
  ...['dict.groups', 'dict.subEsType', 'dict.kv', 'plateRole.optionList', 'inbox.count', 'inbox.list'],
  ...['log.systemLogSave', 'menu.list', 'role.options'],
]

test('a call that needs no key is a person’s, but for those that say otherwise', async () => {
  const all = [...eachEndpoint(await wholeContract())]
  const keyOf = ([area, call, e]: (typeof all)[number]) => permissionKey(area, call, e)
  const nameOf = ([area, call]: (typeof all)[number]) => `${area}.${call}`
  const keys = new Set(all.map(keyOf))
  const keyless = all.filter((one) => keyOf(one) === '' && ['login', 'session'].includes(one[2].access as string))
  const named = new Set(['article_list'])
  const open = keyless.filter(([, , e]) => shutToScripts(e, '', named) === '')
  expect(open.map(nameOf).sort()).toEqual([...withoutKey].sort())
  const byKeys = keyless.filter(([, , { forScripts }]) => Array.isArray(forScripts))
  for (const [, , { forScripts }] of byKeys)
    expect((forScripts as string[]).filter((key) => !keys.has(key))).toEqual([])
  expect(byKeys.map(nameOf)).toEqual(['article.task', 'article.taskCancel', 'sensitive.scan', 'sensitive.cancel'])
  // where a key is asked for it is said nowhere else, and of none of these an answer hangs on who is a person
  expect(all.filter((one) => one[2].forScripts && (keyOf(one) !== '' || one[2].personOnly)).map(nameOf)).toEqual([])
})

describe.each(databases)('what may be given to a script, on %s', (database) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer(database)
  })
  afterAll(() => server.close())

  type Offered = { key: string; says: string; under: string }
  const offered = async (who: Person): Promise<Offered[]> => {
    const reply = await who.call('auth.scriptKeys')
    expect(reply.errorCode, reply.text).toBe('0')
    return reply.value.rights
  }

  test('is what one holds oneself and a script can use, in words, by the menu’s order; all of it can be given', async () => {
    const admin = await server.person({ roles: ['admin'] })
    const all = await offered(admin)
    const keys = all.map(({ key }) => key)
    expect(keys).toEqual(expect.arrayContaining(['article_list', 'user_resetPwd', 'setting_save']))
    // every call of it wants a person
    for (const key of ['user_reveal', 'people_reveal']) expect(keys).not.toContain(key)
    const { menusList } = (await admin.call('menu.list')).value
    const catalogues = menusList.map(({ name }: { name: string }) => name)
    const places = all.map(({ under }) => catalogues.indexOf(under.split(' / ')[0]))
    expect(places).toEqual([...places].sort((a, b) => a - b))
    expect(all.find(({ key }) => key === 'article_list')).toEqual({
      ...{ key: 'article_list', says: '查看文章', under: '内容管理 / 文章管理' },
    })
    const given = await admin.call('auth.scriptAdd', { name: '全部', keys })
    expect(given.value?.keys, given.text).toEqual(keys)

    const few = await holding(server, ['hot_list', 'user_reveal'])
    expect((await offered(few)).map(({ key }) => key)).toEqual(['hot_list'])
    expect(await offered(await server.person({ roles: [] }))).toEqual([])
  })

  test('the longest life is the setting’s; a script asks for none', async () => {
    const admin = await server.person({ roles: ['admin'] })
    await admin.call('setting.save', { items: [{ name: 'signIn.tokenDays', value: '30' }] })
    expect((await admin.call('auth.scriptKeys')).value.daysMost).toBe(30)
    const { token } = (await admin.call('auth.scriptAdd', { name: '夜间', keys: ['article_list'] })).value
    const headers = { authorization: token, 'content-type': 'application/json' }
    const asked = await server.raw('/x/auth/script/keys', { method: 'POST', headers, body: '{}' })
    expect(asked.errorCode).toBe('NO_PERMISSION')
  })

  let scripts = 0
  const scriptOf = async (who: Person, keys: readonly string[]) => {
    scripts += 1
    const { token } = (await who.call('auth.scriptAdd', { name: `夜间 ${scripts}`, keys })).value
    return (path: string, body: object = {}) =>
      server.raw(path, {
        method: 'POST',
        headers: { authorization: token, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
  }

  test('reads no notice of its owner’s, confirms none, and sees no file of them', async () => {
    const admin = await server.person({ roles: ['admin'] })
    const file = (await sendFile(server, admin, 'notice', '名单.pdf')).value
    const notice = { title: '备份失败', content: '<p>请查看</p>', audience: 2, mustConfirm: 1, userIds: [admin.userId] }
    const added = await admin.call('notice.add', { ...notice, files: [file.id] })
    expect(added.errorCode, added.text).toBe('0')
    expect((await admin.call('notice.send', { items: [{ id: added.value.id }] })).value.done).toEqual([added.value.id])
    const script = await scriptOf(admin, ['article_list'])
    const before = (await admin.call('notice.unread')).value
    for (const [path, body] of [
      ['/notice/my/list', {}],
      ['/notice/read', { ids: [added.value.id], confirm: 1 }],
      ['/x/exportTask/list', {}],
      ['/x/auth/script/list', {}],
    ] as const)
      expect(await script(path, body), path).toMatchObject({
        ...{ errorCode: 'NO_PERMISSION', errorMsg: expect.stringContaining('脚本令牌只能使用签发时写明的权限') },
      })
    expect(await script(`/notice/get?id=${added.value.id}`)).toMatchObject({ errorCode: 'NO_PERMISSION' })
    expect(await script(`/x/attachment/get?id=${file.id}`)).toMatchObject({ errorCode: 'NOT_FOUND' })
    expect((await admin.call('notice.unread')).value).toEqual(before)
  })

  test('asks about the tasks of its owner where it may begin such, and is told what it lacks', async () => {
    const admin = await server.person({ roles: ['admin'] })
    const [reader, remover] = [await scriptOf(admin, ['article_list']), await scriptOf(admin, ['article_delete'])]
    for (const [path, body] of [
      ['/x/article/task', {}],
      ['/x/article/taskCancel', { jobId: 1 }],
    ] as const)
      expect(await reader(path, body)).toMatchObject({
        ...{ errorCode: 'NO_PERMISSION', errorMsg: expect.stringContaining('article_delete、article_reject') },
      })
    expect((await remover('/x/article/task')).errorCode).toBe('0')
    expect((await remover('/x/sensitive/scan')).errorCode).toBe('NO_PERMISSION')
  })

  test('knows whose it is, and no phone; ends itself', async () => {
    const admin = await server.person({ roles: ['admin'] })
    await admin.call('user.save', { id: admin.userId, mobile: '13912345678' })
    const script = await scriptOf(admin, ['article_list'])
    const me = (await script('/user/info')).value
    expect(me).toMatchObject({ userAccount: admin.account, mobile: '139****5678' })
    expect((await admin.call('auth.info')).value.mobile).toBe('13912345678')
    expect((await script('/people/logout')).errorCode).toBe('0')
    expect((await script('/user/info')).errorCode).toBe('SESSION_OVER')
  })

  test('a script knows of no background work but its own, its owner of all', async () => {
    const admin = await server.person({ roles: ['admin'] })
    const column = await makeColumn(server)
    const script = await scriptOf(admin, ['article_delete'])
    const save = async () => (await admin.call('article.saveAdmin', anArticle(column))).value.articleId
    const begun = await admin.call('article.delArticleTask', { items: [{ articleId: await save() }] })
    const { jobId } = begun.value
    expect((await script('/x/article/task')).value).toBeNull()
    for (const path of ['/x/article/task', '/x/article/taskCancel'])
      expect(await script(path, { jobId }), path).toMatchObject({ errorCode: 'NOT_FOUND' })
    const own = await script('/api/article/delArticleTask', { items: [{ articleId: await save() }] })
    expect(own.errorCode, own.text).toBe('0')
    expect((await script('/x/article/task')).value).toMatchObject({ jobId: own.value.jobId })
    expect((await admin.call('article.task', { jobId: own.value.jobId })).errorCode).toBe('0')
  })
})
