import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFaults, browserTests, captchaOf, openBrowser, sitDown } from '../support/browser.ts'
import { type Person, startServer, type TestServer } from '../support/server.ts'

const old = 'Lamp#gate77old'
const fresh = 'Lamp#gate88new'

browserTests('a password of one’s own, and the device that it is known on', () => {
  let server: TestServer
  let browser: Browser

  beforeAll(async () => {
    server = await startServer()
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  const someone = () => server.person({ roles: ['staff'], password: old })
  const login = (person: Person, password: string) =>
    server.anyone.call('auth.loginNoCode', { username: person.account, password })
  const dialog = (page: Page) => page.getByRole('dialog', { name: '修改密码' })
  const open = async (page: Page) => {
    await page.getByRole('button', { name: /^用户/ }).click()
    await page.getByRole('menuitem', { name: '修改密码' }).click()
    await dialog(page).waitFor()
  }
  const fill = async (page: Page, ...values: readonly [string, string, string]) => {
    for (const [i, label] of ['原密码', '新密码', '再次输入新密码'].entries())
      await dialog(page)
        .getByLabel(label, { exact: true })
        .fill(values[i] as string)
  }
  const send = (page: Page) => dialog(page).getByRole('button', { name: '确定' }).click()
  const says = (page: Page, text: string) => dialog(page).getByText(text).waitFor()
  const focused = (page: Page) => page.evaluate(() => document.activeElement?.id ?? '')

  test.each([1440, 390])(
    '%d pixels wide: faults stand at their fields, and it is changed here and now',
    async (width) => {
      const person = await someone()
      const at = await sitDown(browser, server, person, { width })
      const { page } = at
      await page.evaluate((account) => localStorage.setItem('userAccount', account), person.account)
      await at.go('/main/home/desk')
      await open(page)
      await expect.poll(() => focused(page)).toBe('oldPassword')
      await send(page)
      await says(page, '请输入原密码')
      await says(page, '请再次输入新密码')
      await fill(page, old, '12345678', 'x')
      await says(page, '强度：弱')
      await send(page)
      await says(page, '新密码过于简单（重复或连续的字符）')
      await says(page, '两次输入的不一致')
      await fill(page, old, `${person.account}123`, 'x')
      await send(page)
      await says(page, '新密码与账号过于相近')
      await fill(page, old, old, old)
      await send(page)
      await says(page, '新密码不能与原密码相同')
      await fill(page, 'wrong', fresh, fresh)
      await says(page, '强度：强')
      expect(await axeFaults(page)).toEqual([])
      await send(page)
      await says(page, '原密码不正确')
      await expect.poll(() => focused(page)).toBe('oldPassword')
      const box = await dialog(page).boundingBox()
      expect(box?.width).toBeLessThanOrEqual(width)
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)

      const elsewhere = (await login(person, old)).value as string
      await fill(page, old, fresh, fresh)
      // Enter in the last field does it too
      await page.keyboard.press('Enter')
      await page.getByText('密码已修改，其他地方的 1 处登录已结束').waitFor()
      await dialog(page).waitFor({ state: 'detached' })
      expect((await server.raw('/user/info', { method: 'POST', headers: { authorization: elsewhere } })).status).toBe(
        401,
      )
      expect((await login(person, fresh)).errorCode).toBe('0')
      // nothing of it stays in the browser
      const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
      for (const secret of [old, fresh]) expect(kept).not.toContain(secret)
      await at.go('/main/home/desk')
      await page.getByRole('button', { name: /^用户/ }).waitFor()
      expect(at.faults).toEqual([])
      await at.context.close()
    },
  )

  test('password managers know the fields; they can be shown, and who cancels gets the focus back', async () => {
    const person = await someone()
    await person.call('auth.scriptAdd', { name: '夜间', keys: ['article_list'] })
    const at = await sitDown(browser, server, person)
    const { page } = at
    await at.go('/main/home/desk')
    await open(page)
    const fields = () =>
      dialog(page)
        .locator('input:not([type=checkbox])')
        .evaluateAll((inputs) =>
          inputs.map((input) => [input.getAttribute('autocomplete'), (input as HTMLInputElement).type]),
        )
    await expect
      .poll(() => fields())
      .toEqual([
        ['username', 'text'],
        ['current-password', 'password'],
        ['new-password', 'password'],
        ['new-password', 'password'],
      ])
    await dialog(page).getByLabel('显示密码').check()
    expect((await fields()).map(([, type]) => type)).toEqual(['text', 'text', 'text', 'text'])
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toMatch(/^用户/)

    await open(page)
    await fill(page, old, fresh, fresh)
    await dialog(page).getByLabel('同时停用 1 个脚本令牌').check()
    await send(page)
    await page.getByText('密码已修改').waitFor()
    expect((await person.call('auth.scriptList')).value).toEqual([])
    await at.context.close()
  })

  test('what strangers failed keeps nobody from it; the fifth wrong old one leads to the sign-in', async () => {
    const person = await someone()
    const at = await sitDown(browser, server, person)
    const { page } = at
    await at.go('/main/home/desk')
    for (let i = 0; i < 5; i += 1) await login(person, 'wrong')
    await open(page)
    await fill(page, 'wrong', fresh, fresh)
    for (let i = 0; i < 5; i += 1) {
      const reply = page.waitForResponse('**/x/auth/password')
      await send(page)
      expect((await reply).status()).toBe(i < 4 ? 200 : 401)
    }
    await page.getByRole('button', { name: '登录', exact: true }).waitFor()
    await at.context.close()
    await server.parts.db.write.deleteFrom('signIn').execute()
  })

  test('the console shows its device at the next sign-in, and is let in whatever strangers did; also after another password', async () => {
    const person = await someone()
    const at = await sitDown(browser, server, null)
    const { page } = at
    const sent: unknown[] = []
    page.on('request', (request) => request.url().endsWith('/user/login') && sent.push(request.postDataJSON().device))
    const signIn = async (password: string) => {
      await at.go('/')
      await page.getByLabel('账号').fill(person.account)
      await page.getByLabel('密码').fill(password)
      await page.getByLabel('验证码', { exact: true }).fill(await captchaOf(page, server))
      await page.getByRole('button', { name: '登录', exact: true }).click()
      await page.waitForURL('**/web/main**')
    }
    const signOut = async () => {
      await page.getByRole('button', { name: /^用户/ }).click()
      await page.getByRole('menuitem', { name: '退出登录' }).click()
      await page.waitForURL('**/web/')
    }
    const device = () => page.evaluate((account) => localStorage.getItem(`device ${account}`), person.account)
    await signIn(old)
    const first = await device()
    expect(first).toMatch(/^[\w-]{43}$/)
    await signOut()
    await expect.poll(() => device()).toBe(first)
    // from the same address: without the device the account would be locked here
    for (let i = 0; i < 5; i += 1) await login(person, 'wrong')
    expect((await login(person, old)).errorCode).toBe('TOO_MANY')
    await signIn(old)

    await open(page)
    await fill(page, old, fresh, fresh)
    await send(page)
    await page.getByText('密码已修改').waitFor()
    await expect.poll(device).not.toBe(first)
    const second = await device()
    await signOut()
    expect((await login(person, fresh)).errorCode).toBe('TOO_MANY')
    await signIn(fresh)
    expect(sent).toEqual([undefined, first, second])
    await at.context.close()
  })

  test('a password that somebody else has set is changed at sign-in, and one is in', async () => {
    const person = await someone()
    await server.parts.db.write.updateTable('user').set({ mustChange: 1 }).where('id', '=', person.userId).execute()
    const at = await sitDown(browser, server, null)
    const { page } = at
    await at.go('/')
    await page.getByLabel('账号').fill(person.account)
    await page.getByLabel('密码').fill(old)
    await page.getByLabel('验证码', { exact: true }).fill(await captchaOf(page, server))
    await page.getByRole('button', { name: '登录', exact: true }).click()
    await page.getByRole('heading', { name: '请先修改密码' }).waitFor()
    expect(await axeFaults(page)).toEqual([])
    const type = async (one: string, two: string) => {
      await page.getByLabel('新密码', { exact: true }).fill(one)
      await page.getByLabel('再次输入新密码').fill(two)
      await page.getByRole('button', { name: '修改并继续' }).click()
    }
    await type('88888888', '88888888')
    await page.getByText('新密码过于简单').waitFor()
    const focused = () => page.evaluate(() => document.activeElement?.id)
    await expect.poll(focused).toBe('newPassword')
    await type(fresh, `${fresh}x`)
    await page.getByText('两次输入的不一致').waitFor()
    await type(old, old)
    await page.getByText('新密码不能与原密码相同').waitFor()
    await type(fresh, fresh)
    await page.waitForURL('**/web/main**')
    expect((await login(person, fresh)).errorCode).toBe('0')
    expect(at.faults).toEqual([])
  })

  test('where one is signed in stands in a list, and what is elsewhere is ended', async () => {
    const person = await someone()
    for (let i = 0; i < 2; i += 1) await login(person, old)
    const at = await sitDown(browser, server, person)
    const { page } = at
    await at.go('/main/home/desk')
    await page.getByRole('button', { name: /^用户/ }).click()
    await page.getByRole('menuitem', { name: '登录情况' }).click()
    const list = page.getByRole('dialog', { name: '登录情况' })
    await list.getByRole('columnheader', { name: '浏览器和设备' }).waitFor()
    await list.getByText('本次登录').waitFor()
    expect(await list.getByRole('row').count()).toBe(4)
    expect(await axeFaults(page)).toEqual([])
    await list
      .getByRole('button', { name: /^结束 .* 的登录$/ })
      .first()
      .click()
    await page.getByRole('dialog').getByRole('button', { name: '结束登录' }).click()
    await expect.poll(() => list.getByRole('row').count()).toBe(3)
    await list.getByRole('button', { name: '结束其他全部登录' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '结束登录' }).click()
    await expect.poll(() => list.getByRole('row').count()).toBe(2)
    expect(at.faults).toEqual([])
  })
})
