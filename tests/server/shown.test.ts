import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { wordEarlier } from '../../server/areas/industrialProject/open.ts'
import { limitsFrom } from '../../server/limits.ts'
import { databases } from '../support/databases.ts'
import { type Person, startServer, type TestServer } from '../support/server.ts'
import { visitorsOf } from '../support/visitor.ts'

describe.each(databases)('products, projects and celebrities on %s', (database) => {
  let server: TestServer
  let admin: Person
  let visitor: ReturnType<typeof visitorsOf>
  const ok = async (who: Person, call: string, input: object) => {
    const reply = await who.call(call, input)
    expect(reply, reply.text).toMatchObject({ errorCode: '0' })
    return reply.value
  }
  const move = (call: string, id: string, more: object = {}, who = admin) =>
    who.call(call, { items: [{ id, ...more }] })
  const page = async (path: string) => (await fetch(`${server.url}/site/${path}`)).text()
  beforeAll(async () => {
    server = await startServer(database, { limits: limitsFrom({ XZX_PROXIES: '127.0.0.1' }) })
    admin = await server.person({ roles: ['admin'] })
    visitor = visitorsOf(server)
  })
  afterAll(() => server.close())

  test('a product is added with its amount, published, changed, set back, withdrawn and deleted', async () => {
    const given = { title: '核桃油', company: '食品厂', money: '1.25', moneyCompany: 2, content: '冷榨' }
    const row = await ok(admin, 'product.add', given)
    expect(row).toMatchObject({ money: '1.25', moneyCompany: 2, moneyWords: '1.25 亿元', status: 0 })
    const { id } = row
    expect((await server.anyone.call('product.webList', {})).value.total).toBe(0)
    // what is answered may be sent again
    expect(await ok(admin, 'product.edit', { ...row, version: 1 })).toMatchObject({ version: 1, money: '1.25' })
    expect((await move('product.publish', id)).value.done).toEqual([id])
    const open = (await server.anyone.call('product.webList', { title: '核桃' })).value.list[0]
    expect(open).toMatchObject({ id, title: '核桃油', moneyWords: '1.25 亿元', content: '冷榨' })
    expect(open).not.toHaveProperty('status')
    await expect.poll(() => page(`public_product/${id}.html`)).toContain('1.25 亿元')
    expect(await ok(admin, 'product.edit', { id, money: '860', moneyCompany: 1 })).toMatchObject({
      moneyWords: '860 万元',
    })
    expect((await admin.call('product.edit', { id, version: 1, title: '乙' })).errorCode).toBe('STALE')
    expect((await admin.call('product.edit', { id, money: '很多' })).errorMsg).toContain('折合整万元')
    expect(await ok(admin, 'product.edit', { id, moneyCompany: 2 })).toMatchObject({ moneyWords: '860 亿元' })
    expect(await ok(admin, 'product.edit', { id, money: '2.5' })).toMatchObject({ moneyWords: '2.5 亿元' })
    const steps = (await ok(admin, 'product.history', { id })).list
    await ok(admin, 'product.restore', { id, revisionId: steps.at(-1).id })
    expect(await ok(admin, 'product.get', { id })).toMatchObject({ moneyWords: '1.25 亿元', status: 1 })
    expect((await admin.call('product.dels', { ids: [id] })).value.failed[0].errorMsg).toContain('请先撤回')
    expect((await move('product.withdraw', id)).value.failed[0].errorMsg).toContain('理由')
    await move('product.withdraw', id, { reason: '产品已停产' })
    expect((await fetch(`${server.url}/site/public_product/${id}.html`)).status).toBe(404)
    expect((await ok(admin, 'product.dels', { ids: [id] })).done).toEqual([id])
    expect((await move('product.publish', id)).value.failed[0]).toMatchObject({ id, errorCode: 'NOT_FOUND' })
  })

  test('forbidden words are not shown, and of two who publish and delete at once one is told', async () => {
    await ok(admin, 'sensitive.add', { word: '倒卖发票', level: 2 })
    const { id } = await ok(admin, 'product.add', { title: '发票', summary: '专业倒卖发票' })
    expect((await move('product.publish', id)).value.failed[0]).toMatchObject({ errorCode: 'SENSITIVE_WORDS' })
    const other = await server.person({ roles: ['auditor'] })
    const { id: two } = await ok(admin, 'product.add', { title: '粉丝' })
    const both = await Promise.all([
      move('product.publish', two, { version: 1 }),
      move('product.publish', two, { version: 1 }, other),
    ])
    expect(both.every(({ value }) => value.done.includes(two) || value.failed[0]?.errorCode === 'STALE')).toBe(true)
    expect(await ok(admin, 'product.get', { id: two })).toMatchObject({ status: 1, version: 2 })
  })

  test('a celebrity is listed, exported as a sheet and for Word, and has a page', async () => {
    const given = { title: '孟青山', gender: 1, field: 3, years: '1871—1946', summary: '书法家', content: '自幼习碑' }
    const { id } = await ok(admin, 'celebrity.add', given)
    expect((await ok(admin, 'celebrity.list', { field: 3 })).list[0]).toMatchObject({ id, title: '孟青山', gender: 1 })
    const sheet = await admin.call('celebrity.getExcelList', {})
    expect([sheet.status, sheet.text.startsWith('PK')]).toEqual([200, true])
    const paper = await admin.call('celebrity.exportWord', { id })
    expect([paper.status, paper.text.startsWith('PK')]).toEqual([200, true])
    expect((await admin.call('celebrity.exportWord', { id: '999999' })).errorCode).toBe('NOT_FOUND')
    await move('celebrity.publish', id)
    await expect.poll(() => page(`public_celebrity/${id}.html`)).toContain('自幼习碑')
    expect(await page('public_celebrity/')).toContain('孟青山')
  })

  test('a visitor hands in a project and reads their own; the office judges it and has its own', async () => {
    const phone = '13700002222'
    const token = await visitor.signIn(phone)
    const headers = { authorization: token }
    const send = async (more: object = {}, head: Record<string, string> = headers) =>
      visitor.post(
        '/industrialProjects/web/add',
        {
          ...{
            title: '光伏',
            industry: 5,
            money: '9000',
            content: '屋顶光伏，联系 13812345678',
            name: '周小雨',
            phone,
          },
          ...{ verifyCode: 'ab12', codeId: await visitor.captcha(), ...more },
        },
        head,
      )
    const sent = await send()
    expect(sent, sent.text).toMatchObject({ errorCode: '0' })
    const { id } = sent.value
    const foreign = (await send({ title: '别人的' }, {})).value.id
    expect(await send({ verifyCode: 'x' })).toMatchObject({ errorCode: 'CAPTCHA_WRONG' })
    expect((await send({ money: '九千' })).errorMsg).toContain('折合整万元')
    const own = async () => (await visitor.post('/industrialProjects/my/list', {}, headers)).value.list
    expect(await own()).toEqual([expect.objectContaining({ id, title: '光伏', status: 0, moneyWords: '9000 万元' })])
    const mine = async (one: string) => visitor.post(`/industrialProjects/my/get?id=${one}`, {}, headers)
    expect((await mine(id)).value).toMatchObject({ content: '屋顶光伏，联系 13812345678' })
    expect((await mine(foreign)).errorCode).toBe('NOT_FOUND')
    expect(await ok(admin, 'industrialProject.get', { id })).toMatchObject({ name: '周**', phone: '137****2222' })
    expect((await ok(admin, 'industrialProject.list', { phone })).total).toBe(2)
    expect((await ok(admin, 'industrialProject.reveal', { id })).phone).toBe(phone)
    await move('industrialProject.publish', id)
    await expect.poll(() => page(`public_project/${id}.html`)).toContain('138****5678')
    const html = await page(`public_project/${id}.html`)
    for (const secret of ['13812345678', phone, '周小雨']) expect(html).not.toContain(secret)
    await move('industrialProject.withdraw', id, { reason: '项目已终止' })
    await move('industrialProject.reject', id, { reason: '资料不全，请补充后再报' })
    expect(await own()).toEqual([expect.objectContaining({ status: 2, reason: '资料不全，请补充后再报' })])
    const office = await ok(admin, 'industrialProject.update', {
      title: '园区',
      industry: 1,
      content: '扩建',
      money: '2',
      moneyCompany: 2,
    })
    expect(office).toMatchObject({ status: 0, moneyWords: '2 亿元', version: 1 })
    expect(await ok(admin, 'industrialProject.update', { id: office.id, place: '城北' })).toMatchObject({
      place: '城北',
      version: 2,
    })
    expect((await admin.call('industrialProject.update', { title: '没有说明' })).errorMsg).toContain('请填写')
    const log = await server.parts.db.read.selectFrom('log').selectAll().execute()
    for (const secret of ['周小雨', phone, '屋顶光伏']) expect(JSON.stringify(log)).not.toContain(secret)
    await ok(admin, 'industrialProject.update', {
      id: foreign,
      title: '周小雨的光伏',
      company: '周小雨家庭农场',
      place: '周小雨家旁',
      content: '请找周 小雨，电话同上',
    })
    await move('industrialProject.publish', foreign)
    const shownPage = () => page(`public_project/${foreign}.html`)
    await expect.poll(shownPage).toContain('周**家庭农场')
    await ok(admin, 'industrialProject.update', { id: foreign, content: '改由周小雨的儿子联系' })
    await expect.poll(shownPage).toContain('改由周**的儿子')
    // one that was published before its wording was kept
    const none = { openTitle: null, openCompany: null, openPlace: null, openContent: null }
    const table = server.parts.db.write.updateTable('industrialProject')
    await table.set(none).where('id', '=', Number(foreign)).execute()
    await wordEarlier(server.parts.db, server.parts.secret)
    await ok(admin, 'generate.all', {})
    for (const path of [`public_project/${foreign}.html`, 'public_project/'])
      await expect.poll(() => page(path)).toSatisfy((text) => text.includes('周**的光伏') && !/小雨/.test(text))
  })
})
