import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { settingSchema } from '../../core/contract/setting.ts'
import { defaultOf, settingNames, settingOf } from '../../core/domain/settings.ts'
import { limitsFrom } from '../../server/limits.ts'
import { databases } from '../support/databases.ts'
import { holding } from '../support/holding.ts'
import { anArticle, makeColumn, type Person, startServer, type TestServer } from '../support/server.ts'

test('every default is a value that may be set', () => {
  for (const name of settingNames) {
    const read = settingSchema(name).safeParse(defaultOf(name))
    expect([name, read.success && String(read.data)]).toEqual([name, defaultOf(name)])
    expect(settingOf(name).title).not.toBe('')
  }
})

describe.each(databases)('settings on %s', (database) => {
  let server: TestServer
  let admin: Person
  const save = (values: Readonly<Record<string, string>>, who = admin) =>
    who.call('setting.save', { items: Object.entries(values).map(([name, value]) => ({ name, value })) })
  const nowOf = async (name: string) => (await admin.call('setting.get', { name })).value.value

  beforeAll(async () => {
    server = await startServer(database)
    admin = await server.person({ roles: ['admin'], name: '林知远' })
  })
  afterAll(() => server.close())

  test('are listed with what they are called, what holds, and the default', async () => {
    const { value } = await admin.call('setting.list')
    expect(value.map(({ name }: { name: string }) => name)).toEqual(settingNames)
    expect(value.find(({ name }: { name: string }) => name === 'audit.twoPeople')).toEqual({
      name: 'audit.twoPeople',
      group: 'audit',
      title: '两人审核',
      value: '0',
      says: '否',
      usual: '0',
      fixedBy: null,
      idle: null,
      hint: '初审通过的人不能自己发布同一篇文章',
    })
  })

  test('what warns may not come after what it warns of, whichever of the two is changed', async () => {
    const warn = 'compliance.letterWarn'
    const veto = 'compliance.letterVeto'
    expect((await save({ [warn]: '5' })).errorMsg).toBe(
      '来信多久未答复为预警（compliance.letterWarn）：5 个月，不能超过「来信多久未答复为否决」的 3 个月',
    )
    expect((await save({ [veto]: '1' })).errorMsg).toContain('不能超过「来信多久未答复为否决」的 1 个月')
    expect((await save({ [veto]: '6', [warn]: '5' })).errorCode).toBe('0')
    expect((await admin.call('setting.reset', { names: [veto] })).errorMsg).toContain('不能超过')
    expect((await admin.call('setting.reset', { names: [veto, warn] })).errorCode).toBe('0')
    expect((await save({ 'compliance.warnDays': '30' })).errorMsg).toContain('首页多久未更新为否决')
  })

  test('a column that is not there is refused by its folder', async () => {
    await admin.call('column.save', { columnType: 1, categoryTitle: '专题专栏', columnPath: 'zhuanti' })
    expect(await save({ 'site.topics': 'meiyou' })).toMatchObject({
      errorCode: 'BAD_INPUT',
      errorMsg: expect.stringContaining('专题专栏（site.topics）：没有目录名为 meiyou 的栏目'),
    })
    expect((await save({ 'site.interact': 'zhuanti, meiyou，yemei' })).errorMsg).toContain('meiyou、yemei')
    expect((await save({ 'site.topics': 'zhuanti', 'site.interact': '' })).errorCode).toBe('0')
    await admin.call('setting.reset', { names: settingNames })
  })

  test('hold at once: two people are needed from the next approval on', async () => {
    const column = await makeColumn(server)
    await admin.call('setting.reset', { names: settingNames })
    const { articleId } = (await admin.call('article.saveAdmin', anArticle(column, { status: 1 }))).value
    const items = [{ articleId }]
    await save({ 'audit.twoPeople': '1' })
    const auditor = await server.person({ roles: ['auditor'] })
    await auditor.call('article.accept', { items })
    expect((await auditor.call('article.approve', { items })).value.failed).toHaveLength(1)
    await admin.call('setting.reset', { names: ['audit.twoPeople'] })
    expect(await nowOf('audit.twoPeople')).toBe('0')
    expect((await auditor.call('article.approve', { items })).value.done).toEqual([articleId])
  })

  test('what the pages show is due with the change; an emptied number stands nowhere', async () => {
    const due = async () =>
      (await server.parts.db.read.selectFrom('touched').selectAll().where('shownAt', 'is', null).execute()).length
    await server.parts.site.showTouched({ wait: true })
    await save({ 'signIn.hours': '13' })
    expect(await due()).toBe(0)
    await save({ 'site.name': '白水县政协', 'site.police': '' })
    await server.parts.site.showTouched({ wait: true })
    const page = await (await fetch(`${server.url}/site/`)).text()
    expect(page).toContain('白水县政协')
    expect(page).not.toContain('公网安备')
    await admin.call('setting.reset', { names: settingNames })
  })

  test.each([
    ['site.name', ' ', '网站名称（site.name）：请输入网站名称'],
    ['site.base', 'zx.example.gov.cn', '网站网址（site.base）：'],
    ['site.base', 'https://zx.example.gov.cn/?a=1', '网址中不能有 ? 和 #'],
    ['site.base', 'https://user:pw@zx.example.gov.cn/', '网址中不能有用户名和密码'],
    ['offSite.address', 'http://user:pw@10.1.2.3/site', '网址中不能有用户名和密码'],
    ['site.skin', '../none', 'none'],
    ['upload.longestSide', '12', '图片最长边（upload.longestSide）：应为 320 到 10000 之间的整数'],
    ['signIn.noCode', 'perhaps', '免验证码登录（signIn.noCode）：只能是：on 允许'],
    ['site.badge', 'javascript:alert(1)', '党政机关网站标识（site.badge）：'],
    ['sms.signature', '青石县\n政协', '短信签名（sms.signature）：应为一行文字，不能换行'],
    ['site.name', '青石县\u2028政协', '网站名称（site.name）：应为一行文字，不能换行'],
  ])('%s cannot be %s, and nothing beside it is saved', async (name, value, says) => {
    const refused = await save({ 'site.phone': '0000-1111111', [name]: value })
    expect([refused.errorCode, refused.errorMsg]).toEqual(['BAD_INPUT', expect.stringContaining(says)])
    expect(await nowOf('site.phone')).toBe(defaultOf('site.phone'))
  })

  test('one that there is not is refused by name; two who change the same hear of each other', async () => {
    expect((await save({ 'site.nmae': '甲' })).errorMsg).toContain('没有这个设置')
    await save({ 'site.host': '甲' })
    const items = [{ name: 'site.host', value: '乙', was: '政协青石县委员会办公室' }]
    expect(await admin.call('setting.save', { items })).toMatchObject({
      errorCode: 'STALE',
      errorMsg: expect.stringMatching(/^主办单位（site\.host）：已由他人改为「.*」，核对后可再次保存$/),
    })
    expect(await nowOf('site.host')).toBe('甲')
    await admin.call('setting.reset', { names: ['site.host'] })
  })

  test('of two who save one at the same moment, in different processes, the second hears that it was changed', async () => {
    const { createApp } = await import('../../server/app.ts')
    const { createWork } = await import('../../server/work/work.ts')
    const app = await createApp({ ...server.parts, work: createWork() })
    const there = async (items: object) =>
      (
        await app.inject({
          ...{ method: 'POST', url: '/x/setting/save', payload: items },
          headers: { authorization: admin.token },
        })
      ).json().errorCode as string
    for (let i = 0; i < 10; i += 1) {
      const was = await nowOf('site.host')
      const of = (value: string) => [{ name: 'site.host', value: `${value}${i}`, was }]
      const codes = await Promise.all([
        ...['甲', '乙'].map(async (value) => (await admin.call('setting.save', { items: of(value) })).errorCode),
        ...['丙', '丁'].map((value) => there(of(value))),
      ])
      expect(codes.sort()).toEqual(['0', 'STALE', 'STALE', 'STALE'])
    }
    await app.close()
    await admin.call('setting.reset', { names: ['site.host', 'site.host'] })
  })

  test('one that stands twice in a save is refused by name, and nothing is saved', async () => {
    const items = ['甲', '乙'].map((value) => ({ name: 'site.host', value }))
    expect(await admin.call('setting.save', { items: [{ name: 'site.phone', value: '1' }, ...items] })).toMatchObject({
      errorCode: 'BAD_INPUT',
      errorMsg: '主办单位（site.host）：在一次保存中出现了两次，请只留一个',
    })
    expect(await nowOf('site.host')).toBe(defaultOf('site.host'))
    expect(await nowOf('site.phone')).toBe(defaultOf('site.phone'))
  })

  test('the log tells what was changed, in words; nothing changed is no row', async () => {
    const rows = async () => (await admin.call('log.list', { call: 'setting.save', pageSize: 1 })).value
    const { total } = await rows()
    await save({ 'signIn.noCode': 'off' })
    await save({ 'signIn.noCode': 'off' })
    expect(await rows()).toMatchObject({
      total: total + 1,
      list: [{ sentence: '修改设置：免验证码登录', before: { 免验证码登录: '允许' }, after: { 免验证码登录: '关闭' } }],
    })
    await admin.call('setting.reset', { names: ['signIn.noCode'] })
  })

  test('the environment stands over a setting, and says so', async () => {
    const limits = limitsFrom({ XZX_SESSION_HOURS: '2' })
    const other = await startServer(database, { limits })
    const person = await other.person({ roles: ['admin'] })
    expect((await person.call('setting.get', { name: 'signIn.hours' })).value).toMatchObject({
      value: '2',
      fixedBy: 'XZX_SESSION_HOURS',
    })
    expect(await save({ 'signIn.hours': '5' }, person)).toMatchObject({
      errorCode: 'BAD_STATE',
      errorMsg: '最长多久后退出（signIn.hours）由环境变量 XZX_SESSION_HOURS 给出，不能在这里修改',
    })
    const idle = async () => (await person.call('setting.get', { name: 'signIn.hours' })).value.idle
    expect(await idle()).toBe(null)
    await other.parts.db.write.insertInto('setting').values({ name: 'signIn.hours', value: '5' }).execute()
    expect(await idle()).toBe('由环境变量 XZX_SESSION_HOURS 给出，保存的「5 小时」不起作用')
    await other.close()
  })

  test('what has no effect as the server runs says why, wherever it is shown', async () => {
    const set = async (values: Readonly<Record<string, string>>) =>
      Object.fromEntries(
        (await save(values)).value.map(({ name, idle }: { name: string; idle: string | null }) => [name, idle]),
      )
    const gateway = expect.stringContaining('没有接通短信网关')
    const noPlace = expect.stringContaining('请在启动服务时加 --backups 目录')
    expect(
      await set({ 'backup.daily': '02:00', 'backup.keep': '7', 'generate.daily': '02:00', 'signIn.mobile': '1' }),
    ).toEqual({ 'backup.daily': noPlace, 'backup.keep': noPlace, 'generate.daily': null, 'signIn.mobile': gateway })
    expect(await set({ 'backup.daily': 'off', 'signIn.mobile': '0', 'sms.signature': '某县政协' })).toEqual({
      ...{ 'backup.daily': null, 'signIn.mobile': null, 'sms.signature': gateway },
    })
    expect(await set({ 'signIn.hours': '1', 'signIn.idleMinutes': '60', 'signIn.proofMinutes': '59' })).toEqual({
      ...{ 'signIn.hours': null, 'signIn.idleMinutes': expect.stringContaining('最长多久后退出') },
      'signIn.proofMinutes': null,
    })
    expect(await set({ 'password.kindsMin': '2', 'password.lengthMin': '15' })).toMatchObject({
      'password.kindsMin': null,
    })
    expect(await set({ 'password.lengthMin': '16', 'password.kindsMin': '3' })).toMatchObject({
      'password.kindsMin': '「密码最短」已满 16 个字符，这样长的不限',
    })
    await admin.call('schedule.pause', { name: 'generate' })
    const get = async (name: string) => (await admin.call('setting.get', { name })).value.idle
    expect(await get('generate.daily')).toBe('计划任务已由林知远暂停，用 xzx schedule resume 恢复')
    await admin.call('schedule.resume', { name: 'generate' })
    await admin.call('setting.reset', { names: settingNames })
    // as xzx comes: no column has the folder that it looks for
    const folder = defaultOf('site.interact')
    expect(await get('site.interact')).toBe(`没有目录名为 ${folder.replaceAll(',', '、')} 的栏目`)
  })

  test('a work that can come to nothing says so while it is on', async () => {
    const idle = async () =>
      (await admin.call('schedule.list')).value.filter((one: { idle: string | null }) => one.idle !== null)
    expect(await idle()).toEqual([])
    await save({ 'backup.daily': '02:00' })
    expect(await idle()).toMatchObject([{ name: 'backup', state: 'on', idle: expect.stringContaining('--backups') }])
    await admin.call('setting.reset', { names: settingNames })
  })

  test('sessions last as the setting says from the next sign-in on; sign-in without a code can be shut', async () => {
    const { value } = await admin.call('setting.save', {
      items: [
        { name: 'signIn.idleMinutes', value: '5' },
        { name: 'signIn.hours', value: '1' },
      ],
    })
    expect(value.map(({ says }: { says: string }) => says)).toEqual(['5 分钟', '1 小时'])
    const person = await server.person({ roles: ['readonly'] })
    server.clock.now += 4 * 60_000
    expect((await person.call('auth.info')).errorCode).toBe('0')
    server.clock.now += 6 * 60_000
    expect((await person.call('auth.info')).errorCode).toBe('SESSION_OVER')
    admin = await server.person({ roles: ['admin'] })
    await save({ 'signIn.noCode': 'off' })
    expect((await server.anyone.call('auth.loginNoCode', { username: 'a', password: 'b' })).errorMsg).toContain(
      '已关闭免验证码登录',
    )
    await admin.call('setting.reset', { names: settingNames })
  })

  test('what binds everybody is changed by administrators alone: nobody who may less lifts it off, or turns it against, them', async () => {
    const clerk = await holding(server, ['setting_save', 'setting_list'])
    const { token } = (await admin.call('auth.scriptAdd', { name: '夜间', keys: ['setting_save'] })).value
    const save = (name: string, value: string) => clerk.call('setting.save', { items: [{ name, value }] })
    expect((await save('site.phone', '0313-1234567')).errorCode).toBe('0')
    await admin.call('setting.save', { items: [{ name: 'password.lengthMin', value: '12' }] })
    for (const [name, value] of [
      ['signIn.nets', '127.0.0.1'],
      ['signIn.tokenDays', '366'],
      ['password.lengthMin', '8'],
      ['log.keepYears', '1'],
    ] as const)
      expect(await save(name, value)).toMatchObject({
        ...{ errorCode: 'NO_PERMISSION', errorMsg: expect.stringContaining('请由管理员办理') },
      })
    expect((await clerk.call('setting.reset', { names: ['password.lengthMin'] })).errorCode).toBe('NO_PERMISSION')
    const headers = { authorization: token, 'content-type': 'application/json' }
    const items = JSON.stringify([{ name: 'signIn.nets', value: '127.0.0.1' }])
    const byToken = await server.raw('/x/setting/save', { method: 'POST', headers, body: items })
    expect(byToken.errorCode).toBe('NO_PERMISSION')
    // what stands as it is said is no change
    expect((await save('password.lengthMin', '12')).errorCode).toBe('0')
    await admin.call('setting.reset', { names: settingNames })
  })

  test('without the right nothing is shown or changed', async () => {
    const reader = await server.person({ roles: ['readonly'] })
    for (const [call, input] of [
      ['setting.list', {}],
      ['setting.get', { name: 'site.name' }],
      ['setting.save', { items: [{ name: 'site.name', value: '甲' }] }],
      ['setting.reset', { names: ['site.name'] }],
    ] as const)
      expect(await reader.call(call, input), call).toMatchObject({ errorCode: 'NO_PERMISSION' })
  })
})
