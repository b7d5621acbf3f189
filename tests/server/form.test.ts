import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limitsFrom } from '../../server/limits.ts'
import { databases } from '../support/databases.ts'
import { type Person, startServer, type TestServer } from '../support/server.ts'

describe.each(databases)('forms for browsers without scripts on %s', (database) => {
  let server: TestServer
  let admin: Person
  const typed = {
    title: '西街井盖破损',
    content: '第一行\n\n第二行',
    name: '周小雨',
    phone: '13900005678',
    openFlag: '0',
  }

  /** The page of a form; its captcha is answered by ab12. */
  const open = async (form: string) => {
    const page = await (await fetch(`${server.url}/x/form/page?form=${form}`)).text()
    return hiddenOf(page)
  }
  const hiddenOf = async (page: string) => {
    const { db, secret } = server.parts
    await db.write
      .updateTable('captcha')
      .set({ answer: secret.mark('captcha', 'ab12') })
      .execute()
    const value = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(page)?.[1] ?? ''
    return { form: value('form'), codeId: value('codeId'), requestKey: value('requestKey') }
  }
  const send = async (fields: Record<string, string>) => {
    const reply = await fetch(`${server.url}/x/form/send`, { method: 'POST', body: new URLSearchParams(fields) })
    return { type: reply.headers.get('content-type'), page: await reply.text() }
  }
  const letters = async () => (await admin.call('mail.list', { title: '西街' })).value.list

  beforeAll(async () => {
    server = await startServer(database, { limits: limitsFrom({ XZX_PROXIES: '127.0.0.1' }) })
    admin = await server.person({ roles: ['admin'] })
  })
  afterAll(() => server.close())

  test('what is refused stands at its field, what was typed stays, and what comes through is told with its code', async () => {
    const hidden = await open('mail')
    const bad = await send({ ...hidden, ...typed, type: '1', phone: '138', verifyCode: 'ab12' })
    expect(bad.type).toBe('text/html; charset=utf-8')
    expect(bad.page).toMatch(/id="phone-says">[^<]{4,}</)
    expect(bad.page).not.toContain('（phone）')
    expect(bad.page).toContain('value="西街井盖破损"')
    expect(bad.page).toMatch(/<textarea[^>]*>第一行\r\n\r\n第二行<\/textarea>/)
    expect(bad.page).toContain('<option value="1" selected>')
    expect(await letters()).toEqual([])
    const wrong = await send({ ...(await hiddenOf(bad.page)), ...typed, type: '1', verifyCode: 'zz99' })
    expect(wrong.page).toContain('验证码')
    expect(wrong.page).toContain('value="西街井盖破损"')
    const again = { ...(await hiddenOf(wrong.page)), ...typed, type: '1', verifyCode: 'ab12' }
    const done = await send(again)
    const code = /查询码是 ([2-9A-Z]{4}-[2-9A-Z]{4}-[2-9A-Z]{4})/.exec(done.page)?.[1]
    expect(code).toBeDefined()
    expect(done.page).not.toContain('<form data-form')
    // sent again, by the way back or because the answer was lost
    expect((await send(again)).page).toContain(code)
    expect(await letters()).toHaveLength(1)
    // with another text: what to do is said in words, and the page that answers takes it
    const other = await send({ ...again, content: '又想起一件事' })
    expect(other.page).toContain('那一次已收到')
    expect(other.page).not.toContain('请求标识')
    expect(other.page).toContain('又想起一件事')
    const anew = { ...(await hiddenOf(other.page)), ...typed, content: '又想起一件事', type: '1', verifyCode: 'ab12' }
    expect((await send(anew)).page).toContain('查询码是')
    expect(await letters()).toHaveLength(2)
  })

  test('what cannot be a form at all is refused by a page, too, that says how to go on', async () => {
    const browser = { accept: 'text/html,application/xhtml+xml' }
    const post = (body: string) =>
      fetch(`${server.url}/x/form/send`, {
        ...{ method: 'POST', body, headers: { ...browser, 'content-type': 'application/x-www-form-urlencoded' } },
      })
    for (const body of ['form=none', `form=mail&content=${'a'.repeat(200_000)}`, 'form=mail&form=mail']) {
      const reply = await post(body)
      expect(reply.headers.get('content-type')).toBe('text/html; charset=utf-8')
      const page = await reply.text()
      expect(page).toContain('<h1>没有提交成功</h1>')
      expect(page).toMatch(/role="alert">[^<]{4,}</)
      expect(page).not.toMatch(/（[a-z]\w*）/)
    }
    // programs get what they always get
    const plain = await fetch(`${server.url}/x/form/page?form=none`)
    expect(await plain.json()).toMatchObject({ errorCode: 'BAD_INPUT' })
  })

  test('an empty required field is named; one that may be empty need not be filled', async () => {
    const none = await send({ ...(await open('suggestion')), title: '', content: '', verifyCode: 'ab12' })
    for (const field of ['title', 'content']) expect(none.page).toMatch(new RegExp(`id="${field}-says">请填写<`))
    expect(none.page).toMatch(/标题/)
    expect(none.page).toContain('data-form="suggestion"')
    const only = { title: '多种树', content: '东街没有树荫', name: '', phone: '', verifyCode: 'ab12' }
    expect((await send({ ...(await open('suggestion')), ...only })).page).toContain('提交成功')
  })

  test('what was pasted from a program comes through with the lines that it has there', async () => {
    const content = '路灯不亮\v已有一周\r\n请修\u0007理'
    const sent = { ...(await open('mail')), ...typed, title: '粘贴的信', content, type: '1', verifyCode: 'ab12' }
    expect((await send(sent)).page).toMatch(/查询码是/)
    const [{ id }] = (await admin.call('mail.list', { title: '粘贴的信' })).value.list
    expect((await admin.call('mail.get', { id })).value.content).toBe('路灯不亮\n已有一周\n请修理')
  })

  test('a request for disclosure is told what it lacks by who asks, before its captcha is used up', async () => {
    const hidden = await open('apply')
    const empty = await (await fetch(`${server.url}/x/form/page?form=apply`)).text()
    expect(empty).toContain('<span class="field-when">申请人类型为自然人的，请填写</span>')
    expect(empty).toMatch(/<span class="field-when">获取方式为[^<]+的，请填写</)
    const request = {
      ...{ applicant: '1', name: '青石印务有限公司', phone: '13900005678', title: '西街井盖的合同', content: '去年的' },
      ...{ medium: '1', way: '3', verifyCode: 'ab12' },
    }
    const bad = await send({ ...hidden, ...request, orgCode: '123', idNumber: '' })
    expect(bad.page).toContain('id="orgCode-says">法人或其他组织申请应填写 18 位统一社会信用代码<')
    expect(bad.page).toContain('id="contact-says">法人或其他组织申请应填写联系人<')
    expect(bad.page).toMatch(/id="idNumber-says"><\/span>/)
    const mended = { ...request, orgCode: '91110000ma0000001x', contact: '傅春生' }
    const done = await send({ ...(await hiddenOf(bad.page)), ...mended })
    expect(done.page).toMatch(/查询码是 [2-9A-Z]{4}-/)
    expect((await admin.call('apply.list', { title: '西街井盖' })).value.list).toMatchObject([
      { applicant: 1, state: 0 },
    ])
  })

  test('what was typed is shown as text', async () => {
    const title = '"><script>alert(1)</script>'
    const { page } = await send({ ...(await open('suggestion')), title, content: '</textarea><b>', verifyCode: 'zz99' })
    expect(page).not.toContain('<script>alert')
    expect(page).not.toContain('</textarea><b>')
    expect(page).toContain('&lt;/textarea&gt;')
  })

  test('pages on another origin may call what the setting names, and no other origin may', async () => {
    const asked = (origin: string, path = '/suggest/code') =>
      fetch(server.url + path, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' },
      })
    const site = 'https://www.example.gov.cn'
    expect((await asked(site)).headers.get('access-control-allow-origin')).toBeNull()
    const set = (name: string, value: string) => admin.call('setting.save', { items: [{ name, value }] })
    await set('site.base', `${site}/`)
    await set('site.service', 'https://fw.example.gov.cn/')
    const allowed = await asked(site)
    expect(allowed.status).toBe(204)
    expect(allowed.headers.get('access-control-allow-origin')).toBe(site)
    expect(allowed.headers.get('access-control-allow-headers')).not.toContain('authorization')
    expect((await asked('https://evil.example.com')).headers.get('access-control-allow-origin')).toBeNull()
    const code = await fetch(`${server.url}/suggest/code`, {
      headers: { origin: site, 'sec-fetch-site': 'cross-site' },
    })
    expect(code.headers.get('access-control-allow-origin')).toBe(site)
    expect(((await code.json()) as { errorCode: string }).errorCode).toBe('0')
    const other = await fetch(`${server.url}/suggest/code`, {
      headers: { origin: 'https://evil.example.com', 'sec-fetch-site': 'cross-site' },
    })
    expect(((await other.json()) as { errorCode: string }).errorCode).toBe('NO_PERMISSION')
    await server.parts.site.start()
    const page = async () => await fetch(`${server.url}/site/public_mail/write.html`)
    await expect.poll(async () => (await page()).status).toBe(200)
    const shown = await page()
    expect(shown.headers.get('content-security-policy')).toContain(
      "form-action 'self' https://fw.example.gov.cn; frame-ancestors",
    )
    expect(shown.headers.get('content-security-policy')).toContain("connect-src 'self' https://fw.example.gov.cn")
    const html = await shown.text()
    expect(html).toContain('data-service="https://fw.example.gov.cn"')
    expect(html).toContain('href="https://fw.example.gov.cn/x/form/page?form=mail"')
  })
})
