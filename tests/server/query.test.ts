import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limitsFrom } from '../../server/limits.ts'
import { databases } from '../support/databases.ts'
import { type Person, startServer, type TestServer } from '../support/server.ts'
import { visitorsOf } from '../support/visitor.ts'

const phone = '13900001234'

describe.each(databases)('asking by code and phone without scripts on %s', (database) => {
  let server: TestServer
  let admin: Person
  beforeAll(async () => {
    server = await startServer(database, { limits: limitsFrom({ XZX_PROXIES: '127.0.0.1' }) })
    admin = await server.person({ roles: ['admin'] })
  })
  afterAll(() => server.close())

  const open = async (of: string) => (await fetch(`${server.url}/x/form/query?of=${of}`)).text()
  const sent = (path: string, fields: Record<string, string>, address = '203.0.113.9') =>
    fetch(server.url + path, {
      method: 'POST',
      headers: { 'x-forwarded-for': address, accept: 'text/html' },
      body: new URLSearchParams(fields),
    })
  const ask = async (fields: Record<string, string>, address?: string) => {
    const reply = await sent('/x/form/query/send', { act: 'look', phone, ...fields }, address)
    expect(reply.headers.get('content-type')).toBe('text/html; charset=utf-8')
    return reply.text()
  }
  /** What the form of a page for something sends beside what is typed. */
  const hidden = (page: string, act: string) => {
    const form = page.split('<form ').find((one) => one.includes(`name="act" value="${act}"`)) ?? ''
    const pairs = [...form.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)]
    return Object.fromEntries(pairs.map(([, name, value]) => [name, value])) as Record<string, string>
  }
  const visitor = () => visitorsOf(server, '203.0.113.8')
  const write = async (path: string, more: object) => {
    const by = visitor()
    const reply = await by.post(path, { phone, ...more, verifyCode: 'ab12', codeId: await by.captcha() })
    expect(reply, reply.text).toMatchObject({ errorCode: '0' })
    return reply.value as { id: string; code: string }
  }
  const letter = (title: string) =>
    write('/web/mail/add', { title, type: 1, content: '路灯一周不亮', name: '周小雨', openFlag: 1 })

  test('a letter is read, supplemented, rated and complained of by forms of the server', async () => {
    const { id, code } = await letter('<b>东街路灯</b>')
    const of = 'mail'
    expect(await open(of)).toMatch(/<form action="\/x\/form\/query\/send" method="post"/)
    const wrong = await ask({ of, code, phone: '13900009999' })
    expect(wrong).toContain('没有这封信，请核对查询码和手机号')
    expect(await ask({ of, code: '2222-2222-2222' })).toContain('没有这封信，请核对查询码和手机号')
    await admin.call('mail.ask', { items: [{ id, reason: '请写明地点' }] })
    const asked = await ask({ of, code })
    expect(asked).toContain('请补充：请写明地点')
    expect(asked).toContain('&lt;b&gt;东街路灯')
    expect(asked).not.toContain('<b>东街')
    const empty = await ask({ ...hidden(asked, 'supplement'), content: ' ' })
    expect(empty).toMatch(/id="supplement-says">[^<]{2,}</)
    expect(empty).not.toMatch(/（[a-z]\w*）/)
    const again = { ...hidden(empty, 'supplement'), content: '在小学门口' }
    const more = await ask(again)
    expect(more).toContain('已收到您补充的内容')
    expect(more).toContain('您补充的内容：在小学门口')
    // sent again because the answer was lost: once
    expect(await ask(again)).toContain('已收到您补充的内容')
    await admin.call('mail.extend', { id, days: 2, reason: '需要现场核实' })
    expect(await ask({ of, code })).toMatch(/答复期限延长 2 个工作日：需要现场核实（\d{4}-\d\d-\d\d告知）/)
    const dept = (await admin.call('dept.save', { name: '城管局' })).value.id
    await admin.call('mail.examine', { ids: [id] })
    await admin.call('mailForum.deptSave', { id, deptId: dept })
    await admin.call('mailForum.save', { id, deptId: dept, content: '路灯已修复' })
    await admin.call('mail.settle', { items: [{ id }] })
    const answered = await ask({ of, code })
    expect(answered).toContain('路灯已修复')
    const stale = await ask({ ...hidden(answered, 'rate'), seen: '2026-01-01 00:00:00', rating: '2' })
    expect(stale).toContain('答复在您打开网页后改过')
    const rated = await ask({ ...hidden(stale, 'rate'), rating: '2' })
    expect(rated).toContain('您的评价：基本满意')
    const complained = await ask({ ...hidden(rated, 'complain'), content: '仍然不亮' })
    expect(complained).toContain('您已投诉')
    expect(hidden(complained, 'complain')).toEqual({})
    expect((await admin.call('mail.get', { id })).value).toMatchObject({ rating: 2, complaint: '仍然不亮' })
  })

  test('a request is read and supplemented, and the files of its answer are taken', async () => {
    const { id, code } = await write('/web/apply/save', {
      ...{ applicant: 0, name: '周小雨', idNumber: '110101199003070134', title: '西街绿化的合同', content: '去年的' },
      ...{ medium: 1, way: 3 },
    })
    const of = 'apply'
    await admin.call('apply.confirm', { items: [{ id }] })
    await admin.call('apply.clarify', { id, content: '请写明年份' })
    const asked = await ask({ of, code })
    expect(asked).toContain('请补正：请写明年份')
    expect(await ask({ ...hidden(asked, 'supplement'), content: '2025 年' })).toContain('您补正的内容：2025 年')
    const none = await sent('/x/apply/file', { code, phone, fileId: '1' })
    expect(await none.text()).toContain('答复没有这个附件')
  })

  test('a suggestion is read', async () => {
    const of = 'suggestion'
    expect(await open(of)).toContain('<h1>查询建议</h1>')
    const { id, code } = await write('/suggest/add', { title: '<b>多种些树</b>', content: '东街没有树荫' })
    expect(await ask({ of, code, phone: '13900009999' })).toContain('没有这条建议，请核对查询码和手机号')
    expect(await ask({ of, code })).toMatch(/办理状态：待办理[\s\S]*您写的内容：东街没有树荫/)
    await admin.call('suggestion.answer', { id, reply: '已列入明年的计划' })
    await admin.call('suggestion.settle', { items: [{ id, reason: '提出人要求不公开' }] })
    const answered = await ask({ of, code })
    expect(answered).toContain('已列入明年的计划')
    expect(answered).toContain('办结说明：提出人要求不公开')
    expect(answered).not.toContain('<b>多种')
  })

  test('guesses by it count with those by the calls', async () => {
    const { code } = await letter('西街路灯')
    const by = visitor()
    for (let i = 0; i < 20; i += 1)
      await by.post('/web/mail/code', { code, phone: `1390001${String(i).padStart(4, '0')}` })
    expect(await ask({ of: 'mail', code }, '203.0.114.1')).toContain('过于频繁')
  })
})
