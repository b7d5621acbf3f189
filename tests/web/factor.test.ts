import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFaults, browserTests, captchaOf, openBrowser, sitDown } from '../support/browser.ts'
import { bindFactor, codeOf, nextCode, wrongCodeOf } from '../support/factor.ts'
import { type Person, startServer, type TestServer } from '../support/server.ts'

const password = 'old-Passw0rd-1'

browserTests('the second factor', () => {
  let server: TestServer
  let browser: Browser
  let admin: Person
  beforeAll(async () => {
    server = await startServer()
    browser = await openBrowser()
    admin = await server.person({ roles: ['admin'] })
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })
  const signIn = async (page: Page, person: Person) => {
    await page.getByLabel('账号').fill(person.account)
    await page.getByLabel('密码').fill(password)
    await page.getByLabel('验证码', { exact: true }).fill(await captchaOf(page, server))
    await page.getByRole('button', { name: '登录', exact: true }).click()
  }
  const secretOf = async (page: Page) =>
    ((await page.locator('.factor-secret code').textContent()) ?? '').replaceAll(' ', '')

  test('is asked for after the password; a recovery code does as well', async () => {
    const person = await server.person({ roles: ['staff'], password })
    const { secret, recoveryCodes } = await bindFactor(server, person, password)
    const at = await sitDown(browser, server, null)
    const { page } = at
    await at.go('/')
    await signIn(page, person)
    await page.getByRole('heading', { name: '输入动态口令' }).waitFor()
    expect(await axeFaults(page)).toEqual([])
    const code = page.getByLabel('动态口令', { exact: true })
    await expect.poll(() => code.evaluate((field) => field === document.activeElement)).toBe(true)
    await code.press('Enter')
    await page.getByText('请输入动态口令').waitFor()
    await code.fill(wrongCodeOf(server, secret))
    await code.press('Enter')
    await page.getByText('动态口令或恢复码不正确，或已用过').waitFor()
    await code.fill(nextCode(server, secret))
    await code.press('Enter')
    await page.waitForURL('**/web/main**')
    await at.context.close()
    const other = await sitDown(browser, server, null, { width: 390 })
    await other.go('/')
    await signIn(other.page, person)
    await other.page.getByRole('button', { name: '手机不在身边？用恢复码' }).click()
    await other.page.getByLabel('恢复码', { exact: true }).fill(recoveryCodes[0] as string)
    await other.page.getByRole('button', { name: '登录', exact: true }).click()
    await other.page.waitForURL('**/web/main**')
    expect([...at.faults, ...other.faults]).toEqual([])
    await other.context.close()
  })

  test('who must have one binds it at the sign-in, keeps the recovery codes, and is in', async () => {
    const person = await server.person({ roles: ['staff'], password })
    const { value: role } = await admin.call('role.save', { name: '须用口令', factor: 1 })
    await admin.call('user.grantRole', { roleId: role.id, userIds: [person.userId] })
    const at = await sitDown(browser, server, null)
    const { page } = at
    await at.go('/')
    await signIn(page, person)
    await page.getByRole('img', { name: '动态口令的二维码' }).waitFor()
    expect(await axeFaults(page)).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    const link = page.getByRole('link', { name: '在本机的验证器应用中打开' })
    expect(await link.getAttribute('href')).toMatch(/^otpauth:\/\/totp\/.*secret=/)
    await page.getByRole('button', { name: '复制密钥' }).click()
    await page.getByText(/^已复制$|密钥已选中/).waitFor()
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByLabel('动态口令', { exact: true }).fill(codeOf(server, await secretOf(page)))
    await page.getByRole('button', { name: '绑定并登录' }).click()
    await page.getByRole('heading', { name: '请保存恢复码' }).waitFor()
    expect(await page.getByRole('list', { name: '恢复码' }).getByRole('listitem').count()).toBe(10)
    expect(await page.evaluate(() => document.activeElement?.className)).toBe('recovery-codes')
    expect(await axeFaults(page)).toEqual([])
    await page.getByRole('button', { name: '已保存，进入系统' }).click()
    await page.waitForURL('**/web/main**')
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('one’s own is bound and switched off from the menu, with password and code', async () => {
    const person = await server.person({ roles: ['staff'], password })
    const at = await sitDown(browser, server, person)
    const { page } = at
    await at.go('/main/home/desk')
    await page.getByRole('button', { name: /^用户/ }).click()
    await page.getByRole('menuitem', { name: '动态口令' }).click()
    const dialog = page.getByRole('dialog', { name: '动态口令' })
    await dialog.getByRole('button', { name: '绑定', exact: true }).click()
    await dialog.getByLabel('密码').fill('wrong')
    await dialog.getByRole('button', { name: '下一步' }).click()
    await dialog.getByText('密码不正确').waitFor()
    await dialog.getByLabel('密码').fill(password)
    await dialog.getByRole('button', { name: '下一步' }).click()
    await dialog.getByRole('img', { name: '动态口令的二维码' }).waitFor()
    const secret = await secretOf(page)
    await dialog.getByLabel('动态口令', { exact: true }).fill(codeOf(server, secret))
    await dialog.getByRole('button', { name: '绑定', exact: true }).click()
    await dialog.getByRole('list', { name: '恢复码' }).waitFor()
    expect(await axeFaults(page)).toEqual([])
    await dialog.getByRole('button', { name: '已保存' }).click()
    await dialog.getByText('还有 10 个恢复码').waitFor()
    await dialog.getByRole('button', { name: '停用' }).click()
    await dialog.getByLabel('密码').fill(password)
    await dialog.getByLabel('现在的动态口令或恢复码').fill(nextCode(server, secret))
    await dialog.getByRole('button', { name: '停用' }).click()
    await page.getByText('已停用动态口令').waitFor()
    expect((await person.call('auth.factorState')).value.on).toBe(0)
    await at.context.close()
  })

  test('who asks it of everybody and has none is told beforehand that they are out, and at the sign-in page why', async () => {
    const chief = await server.person({ roles: ['admin'], password })
    const at = await sitDown(browser, server, chief)
    const { page } = at
    await at.go('/main/system/siteSet')
    await page.getByLabel('动态口令', { exact: true }).click()
    await page.getByTitle('所有人必须使用', { exact: true }).click()
    await page.keyboard.press('Control+s')
    const question = page.getByRole('dialog').filter({ hasText: '正在登录（您也在内），随即退出' })
    await question.getByRole('button', { name: '仍要保存' }).click()
    await page.getByText('保存成功。您的账号现在须用动态口令登录，请重新登录，按提示绑定。', { exact: true }).waitFor()
    await at.context.close()
  })
})
