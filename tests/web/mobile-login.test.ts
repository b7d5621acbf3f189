import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { portsFrom } from '../../server/ports/ports.ts'
import { axeFaults, browserTests, captchaOf, openBrowser, sitDown } from '../support/browser.ts'
import { bindFactor, nextCode } from '../support/factor.ts'
import { tabTo } from '../support/keyboard.ts'
import { type Person, startServer, type TestServer } from '../support/server.ts'

const password = 'old-Passw0rd-1'
const minute = 60_000

browserTests('signing in by a code on the phone', () => {
  let server: TestServer
  let browser: Browser
  let admin: Person
  let gateway: Server
  const sent: { phone: string; text: string }[] = []
  let answer = { code: 0 }
  beforeAll(async () => {
    gateway = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk) => (body += chunk))
      request.on('end', () => {
        sent.push(JSON.parse(body))
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
      })
    })
    await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve))
    const { port } = gateway.address() as AddressInfo
    const env = { XZX_SMS_URL: `http://127.0.0.1:${port}/sms`, XZX_SMS_KEY: 'k', XZX_SMS_SECRET: 'secret' }
    server = await startServer('sqlite', { ports: portsFrom(env) })
    browser = await openBrowser()
    admin = await server.person({ roles: ['admin'] })
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
    gateway?.close()
  })

  let phones = 0
  /** One of the staff, with a phone. */
  const somebody = async (roles: readonly string[] = ['staff']) => {
    phones += 1
    const mobile = `139${String(phones).padStart(8, '0')}`
    const person = await server.person({ roles, password })
    // by a call it would end the session that they have
    const { db, secret } = server.parts
    const kept = { mobile: secret.encrypt(mobile), mobileHash: secret.lookup(mobile) }
    await db.write.updateTable('user').set(kept).where('id', '=', person.userId).execute()
    return { ...person, mobile }
  }
  const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
  const codeTo = async (mobile: string) => {
    await expect.poll(() => sent.some(({ phone }) => phone === mobile)).toBe(true)
    return /\d{6}/.exec(sent.findLast(({ phone }) => phone === mobile)?.text ?? '')?.[0] ?? ''
  }
  const shown = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()

  test('is offered only where it is switched on', async () => {
    const at = await sitDown(browser, server, null)
    await at.go('/')
    const asked = at.page.waitForResponse('**/x/home/site')
    await at.page.reload()
    await asked
    await button(at.page, '登录').waitFor()
    expect(await button(at.page, '手机验证码登录').count()).toBe(0)
    await admin.call('setting.save', { items: [{ name: 'signIn.mobile', value: '1' }] })
    await at.page.reload()
    await button(at.page, '手机验证码登录').waitFor()
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test.each([1440, 390])('%i px: by keyboard alone; what is wrong stands at its field', async (width) => {
    server.clock.now += minute
    const person = await somebody()
    const at = await sitDown(browser, server, null, { width })
    const { page } = at
    await page.clock.install()
    await at.go('/')
    await tabTo(page, button(page, '手机验证码登录'))
    await page.keyboard.press('Enter')
    await expect.poll(() => field(page, '账号').evaluate((one) => one === document.activeElement)).toBe(true)
    expect(await axeFaults(page)).toEqual([])
    // there and back by keyboard: the account that was typed stays
    await page.keyboard.type(person.account)
    await tabTo(page, button(page, '密码登录'))
    await page.keyboard.press('Enter')
    await field(page, '密码').waitFor()
    expect(await field(page, '账号').inputValue()).toBe(person.account)
    await tabTo(page, button(page, '手机验证码登录'))
    await page.keyboard.press('Enter')
    await field(page, '账号').fill('')
    await page.keyboard.press('Enter')
    await shown(page, '请输入账号')
    await shown(page, '请输入图片验证码')
    await page.keyboard.type(person.account)
    await tabTo(page, field(page, '图片验证码'))
    await page.keyboard.type('0000')
    await page.keyboard.press('Enter')
    await shown(page, '验证码错误或已过期，请重新输入')
    expect(await field(page, '图片验证码').getAttribute('aria-invalid')).toBe('true')
    await field(page, '图片验证码').fill(await captchaOf(page, server))
    const send = page.locator('.send')
    const before = await send.boundingBox()
    await tabTo(page, send)
    await page.keyboard.press('Enter')
    await shown(page, '60 秒后可重新获取')
    await expect.poll(() => field(page, '短信验证码').evaluate((one) => one === document.activeElement)).toBe(true)
    expect([await send.textContent(), await send.getAttribute('aria-disabled')]).toEqual(['60 秒后重发', 'true'])
    // the words of the field's error are gone, and nothing else has moved
    expect((await send.boundingBox())?.width).toBe(before?.width)
    const place = await button(page, '登录').boundingBox()
    await page.clock.fastForward(30_000)
    await shown(page, '30 秒后重发')
    await page.locator('.captcha-none').waitFor({ state: 'detached' })
    expect(await axeFaults(page)).toEqual([])
    await page.clock.fastForward(31_000)
    await shown(page, '可以重新获取短信验证码。')
    expect(await send.textContent()).toBe('重新获取')
    expect(await button(page, '登录').boundingBox()).toEqual(place)
    const code = await codeTo(person.mobile)
    await field(page, '短信验证码').focus()
    await page.keyboard.type(code === '000000' ? '000001' : '000000')
    await page.keyboard.press('Enter')
    await shown(page, '验证码错误或已过期，请重新输入')
    await page.keyboard.type(code)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/web/main**')
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('what a sign-in asks for beside the password is asked for here too; an account without a phone is answered alike', async () => {
    server.clock.now += minute
    const person = await somebody()
    const { secret } = await bindFactor(server, person, password)
    await admin.call('user.resetPwdState', { id: person.userId, mustChange: 1 })
    const at = await sitDown(browser, server, null)
    const { page } = at
    await at.go('/')
    await button(page, '手机验证码登录').click()
    const ask = async (account: string) => {
      await field(page, '账号').fill(account)
      await field(page, '图片验证码').fill(await captchaOf(page, server))
      await page.locator('.send').click()
    }
    answer = { code: 5 }
    const before = sent.length
    await ask('nobody')
    await shown(page, '60 秒后可重新获取')
    await page.reload()
    await button(page, '手机验证码登录').click()
    answer = { code: 0 }
    await ask(person.account)
    await shown(page, '60 秒后可重新获取')
    await field(page, '短信验证码').fill(await codeTo(person.mobile))
    expect(sent.length).toBe(before + 1)
    await field(page, '短信验证码').press('Enter')
    await page.getByRole('heading', { name: '输入动态口令' }).waitFor()
    await field(page, '动态口令').fill(nextCode(server, secret))
    await field(page, '动态口令').press('Enter')
    await shown(page, '您的密码是别人设的')
    await field(page, '新密码').fill('Riverbank-9-lamp')
    await field(page, '再次输入新密码').fill('Riverbank-9-lamp')
    await button(page, '修改并继续').click()
    await page.waitForURL('**/web/main**')
    expect(at.faults).toEqual([])
    await at.context.close()
  })
})
