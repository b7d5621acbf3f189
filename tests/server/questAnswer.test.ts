import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limitsFrom } from '../../server/limits.ts'
import { databases } from '../support/databases.ts'
import { makeDept, type Person, startServer, type TestServer } from '../support/server.ts'
import { visitorsOf } from '../support/visitor.ts'

describe.each(databases)('questions and answers on %s', (database) => {
  let server: TestServer
  let admin: Person
  let visitor: ReturnType<typeof visitorsOf>

  const ok = async (who: Person, call: string, input: object) => {
    const reply = await who.call(call, input)
    expect(reply, reply.text).toMatchObject({ errorCode: '0' })
    return reply.value
  }
  const add = async (title: string, content = `${title}的答案`, more: object = {}): Promise<string> =>
    (await ok(admin, 'questAnswer.save', { title, content, ...more })).id
  const move = (name: string, id: string, more: object = {}, who = admin) =>
    who.call(`questAnswer.${name}`, { items: [{ id, ...more }] })
  const published = async (title: string, content?: string, more: object = {}) => {
    const id = await add(title, content, more)
    expect((await move('publish', id)).value.done).toEqual([id])
    return id
  }
  const asked = async (quest: string, more: object = {}): Promise<string[]> =>
    (await ok(server.anyone, 'questAnswer.getQuestLikeDetail', { quest, size: 5, ...more })).map(
      ({ title }: { title: string }) => title,
    )
  const get = (id: string) => ok(admin, 'questAnswer.get', { id })
  const captcha = async (by = visitor) => ({ verifyCode: 'ab12', codeId: await by.captcha() })
  const rate = async (answerId: string, rating: number, browser = 'a', headers = {}, by = visitor) =>
    by.post(
      '/questAnswer/assessDearchfeedback',
      { answerId, rating, visitorKey: `browser-of-somebody-${browser}`, ...(await captcha(by)) },
      headers,
    )
  const page = async (name: string) => (await fetch(`${server.url}/site/public_ask/${name}`)).text()

  beforeAll(async () => {
    server = await startServer(database, { limits: limitsFrom({ XZX_PROXIES: '127.0.0.1' }) })
    admin = await server.person({ roles: ['admin'] })
    visitor = visitorsOf(server)
  })
  afterAll(() => server.close())

  test('what is like a question is found, the most alike first, in whichever way it is asked', async () => {
    await published('老年证怎么办理', '到社区办', { keywords: '办老年优待卡\n老人证去哪办' })
    await published('营业执照如何办理')
    await published('图书馆几点开门')
    const hidden = await add('老年证丢了怎么补')
    expect((await asked('请问老年证如何办理？'))[0]).toBe('老年证怎么办理')
    expect((await asked('我想办一张老年优待卡'))[0]).toBe('老年证怎么办理')
    expect(await asked('圖書館開門')).toEqual(['图书馆几点开门'])
    expect(await asked('天气预报')).toEqual([])
    expect(await asked('老年证丢了怎么补')).not.toContain('老年证丢了怎么补')
    const [first, second] = await asked('办理')
    const from = await ok(server.anyone, 'questAnswer.queryQuestLikeDetail', { quest: '办理', size: 1, index: 1 })
    expect([first, from[0]?.title]).toEqual([expect.any(String), second])
    await move('publish', hidden)
    expect((await asked('老年证丢了怎么补'))[0]).toBe('老年证丢了怎么补')
    await move('withdraw', hidden, { reason: '答复有误' })
    expect(await asked('老年证丢了怎么补')).not.toContain('老年证丢了怎么补')
  })

  test('one is written, published by who may, corrected, and set back to an earlier wording', async () => {
    const dept = (await ok(admin, 'dept.save', { name: `民政局${database}` })).id
    const clerk = await server.person({ roles: ['staff'], deptId: Number(dept) })
    const id = await add('低保怎么申请', '到乡镇申请', { deptId: dept })
    expect((await clerk.call('questAnswer.save', { id, content: '到村里申请' })).value).toMatchObject({ version: 2 })
    expect((await move('publish', id, {}, clerk)).errorCode).toBe('NO_PERMISSION')
    // what another clerk has written since is not published by who has not seen it
    const seen = (await admin.call('questAnswer.get', { id })).value.version
    expect((await clerk.call('questAnswer.save', { id, content: '五个工作日' })).errorCode).toBe('0')
    for (const more of [{}, { version: seen }])
      expect((await move('publish', id, more)).value.failed[0]).toMatchObject({ errorCode: 'STALE' })
    expect((await move('publish', id, { version: seen + 1 })).value.done).toEqual([id])
    expect((await clerk.call('questAnswer.save', { id, content: '改' })).errorMsg).toContain('questAnswer_publish')
    expect((await admin.call('questAnswer.save', { id, version: 1, content: '改' })).errorCode).toBe('STALE')
    await ok(admin, 'questAnswer.save', { id, content: '到乡镇、村里都可以' })
    await expect.poll(() => page(`${id}.html`)).toContain('到乡镇、村里都可以')
    const steps = (await ok(admin, 'questAnswer.history', { id })).list
    await ok(admin, 'questAnswer.restore', { id, revisionId: steps.at(-1).id })
    expect(await get(id)).toMatchObject({ content: '到乡镇申请', status: 1 })
    expect((await admin.call('questAnswer.dels', { ids: [id] })).value.failed[0].errorMsg).toContain('请先撤回')
    await move('withdraw', id, { reason: '答复有误' })
    expect((await fetch(`${server.url}/site/public_ask/${id}.html`)).status).toBe(404)
    expect((await admin.call('questAnswer.save', { title: '没有答案' })).errorMsg).toContain('请输入答案')
    await ok(admin, 'sensitive.add', { word: '倒卖发票', level: 2 })
    const bad = await add('哪里倒卖发票')
    expect((await move('publish', bad)).value.failed[0]).toMatchObject({ errorCode: 'SENSITIVE_WORDS' })
  })

  test('marks as common and satisfied are set and taken away; the welcome and what is common are public', async () => {
    const id = await published('政协是做什么的')
    const other = await add('还没公布的常见问题')
    const mark = (call: string, more: object = {}) => ok(admin, `questAnswer.${call}`, { ids: [id, other], ...more })
    expect((await mark('commonAudit')).done.toSorted()).toEqual([id, other].toSorted())
    await mark('satisfiedAudit')
    expect(await get(id)).toMatchObject({ common: 1, satisfied: 1 })
    const listed = await ok(admin, 'questAnswer.commonList', { size: 10 })
    expect(listed.map((one: { id: string }) => one.id).toSorted()).toEqual([id, other].toSorted())
    await ok(admin, 'setting.save', { items: [{ name: 'questAnswer.welcome', value: '您好，请问有什么事' }] })
    const { message, common } = await ok(server.anyone, 'questAnswer.getWelcomeMessage', {})
    expect(common.map((one: { id: string }) => one.id)).toEqual([id])
    expect(message).toBe('您好，请问有什么事')
    await expect.poll(() => page('')).toContain('您好，请问有什么事')
    await expect.poll(() => page('')).toContain('政协是做什么的')
    expect(await page('')).not.toContain('还没公布的常见问题')
    await mark('commonAudit', { mark: 0 })
    expect(await get(id)).toMatchObject({ common: 0, satisfied: 1 })
    expect((await admin.call('questAnswer.commonAudit', { ids: ['999999'] })).value.failed[0].errorCode).toBe(
      'NOT_FOUND',
    )
  })

  test('a visitor rates an answer once, and what has gone not at all', async () => {
    const id = await published('有没有停车场')
    expect((await rate(id, 1)).errorCode).toBe('0')
    expect(await rate(id, 3)).toMatchObject({
      errorCode: 'CONFLICT',
      errorMsg: expect.stringContaining('每条只能评价一次'),
    })
    // it is the browser that counts: not what it calls itself, nor where it is
    for (const headers of [{ 'user-agent': 'another' }, { 'x-forwarded-for': '198.51.100.8' }])
      expect((await rate(id, 3, 'a', headers)).errorCode).toBe('CONFLICT')
    expect((await rate(id, 3, 'b')).errorCode).toBe('0')
    expect((await rate(await published('几点关门'), 1)).errorCode).toBe('0')
    expect(await get(id)).toMatchObject({ ratedCount: 2, satisfiedCount: 1 })
    const short = { answerId: id, rating: 1, visitorKey: '', ...(await captcha()) }
    expect((await visitor.post('/questAnswer/assessDearchfeedback', short)).errorMsg).toContain('visitorKey')
    const both = await Promise.all([1, 1].map((rating) => rate(id, rating, 'c')))
    expect(both.map(({ errorCode }) => errorCode).toSorted()).toEqual(['0', 'CONFLICT'])
    expect(await get(id)).toMatchObject({ ratedCount: 3 })
    await move('withdraw', id, { reason: '答复有误' })
    expect((await rate(id, 1, 'd')).errorCode).toBe('NOT_FOUND')
    const without = await visitor.post('/questAnswer/assessDearchfeedback', { answerId: id, rating: 1 })
    expect(without.errorCode).not.toBe('0')
  })

  test('what visitors say of what they found is kept without their numbers, listed and deleted', async () => {
    const id = await published('公厕在哪里')
    const say = async (more: object) =>
      visitor.post('/questAnswer/dearchfeedack/save', { quest: '公厕', helpful: 0, ...(await captcha()), ...more })
    expect((await say({ answerId: id, remark: '没写清楚，请回 13812345678' })).errorCode).toBe('0')
    expect((await say({ answerId: '999999' })).errorCode).toBe('0')
    expect((await say({ verifyCode: 'wrong' })).errorCode).toBe('CAPTCHA_WRONG')
    const { list } = await ok(admin, 'questAnswer.searchFeedbackList', { quest: '公厕', helpful: 0 })
    expect(list).toHaveLength(2)
    expect(list[1]).toMatchObject({ answerId: id, answerTitle: '公厕在哪里', remark: '没写清楚，请回 138****5678' })
    expect(await ok(admin, 'questAnswer.searchFeedbackGet', { id: list[0].id })).toMatchObject({ answerId: null })
    const ids = list.map((one: { id: string }) => one.id)
    expect((await ok(admin, 'questAnswer.searchFeedbackDels', { ids })).done).toHaveLength(2)
  })

  test('without scripts the server draws what was found, with the way to a letter', async () => {
    const id = await published('户口怎么迁移', '带户口本到派出所')
    const drawn = async (quest: string) =>
      (await fetch(`${server.url}/x/questAnswer/page?${new URLSearchParams({ quest })}`)).text()
    expect(await drawn('户口迁移')).toContain('带户口本到派出所')
    const none = await drawn('完全无关的事情')
    expect(none).toContain('没有找到相近的问答')
    expect(none).toContain('public_mail/write.html')
    expect(await (await fetch(`${server.url}/x/form/page?form=questRating&answerId=${id}`)).text()).toContain(
      `name="answerId" value="${id}"`,
    )
    await expect.poll(() => page(`rate_${id}.html`)).toContain('评价答案')
    await expect.poll(() => page(`feedback_${id}.html`)).toContain(`value="${id}"`)
  })

  test('stands on the site with the name that its department has now', async () => {
    const dept = await makeDept(server, '市政管理所')
    const id = await published('路灯坏了找谁', '拨打值班电话。', { deptId: String(dept) })
    await expect.poll(() => page(`${id}.html`)).toContain('市政管理所')
    await ok(admin, 'dept.save', { id: dept, name: '城市管理局' })
    await expect.poll(() => page(`${id}.html`)).toContain('城市管理局')
  })
})
