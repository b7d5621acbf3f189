import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFaults, browserTests, openBrowser, sitDown } from '../support/browser.ts'
import { bindFactor, nextCode } from '../support/factor.ts'
import { startServer, type TestServer } from '../support/server.ts'

const password = 'old-Passw0rd-1'
const minute = 60_000

browserTests('what asks who is there', () => {
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

  test.each([1440, 390])(
    '%i px: the password, over what was begun; cancelled, nothing is done and nothing is lost',
    async (width) => {
      const person = await server.person({ roles: ['admin'], password })
      await person.call('setting.reset', { names: ['signIn.tokenDays'] })
      const at = await sitDown(browser, server, person, { width })
      const { page } = at
      server.clock.now += 11 * minute
      await at.go('/main/system/siteSet')
      const field = page.getByLabel('脚本令牌最长有效', { exact: true })
      await field.fill('99')
      await page.getByRole('button', { name: '保存', exact: true }).click()
      const dialog = page.getByRole('dialog', { name: '再次核对身份' })
      await dialog.waitFor()
      expect(await axeFaults(page)).toEqual([])
      const shown = dialog.getByLabel('密码')
      await expect.poll(() => shown.evaluate((it) => it === document.activeElement)).toBe(true)
      await dialog.getByRole('button', { name: '取消' }).click()
      await dialog.waitFor({ state: 'detached' })
      expect(await field.inputValue()).toBe('99')
      const days = async () => (await person.call('setting.get', { name: 'signIn.tokenDays' })).value.value
      expect(await days()).toBe('365')
      await page.getByRole('button', { name: '保存', exact: true }).click()
      await shown.fill('wrong')
      await shown.press('Enter')
      await dialog.getByText('密码不正确').waitFor()
      await expect.poll(() => shown.evaluate((it) => it === document.activeElement)).toBe(true)
      await shown.fill(password)
      await shown.press('Enter')
      await page.getByText('保存成功').first().waitFor()
      expect(await days()).toBe('99')
      expect(at.faults).toEqual([])
      await at.context.close()
    },
  )

  test('the progress of many waits for it; what is not done is said, and goes on by another try', async () => {
    const person = await server.person({ roles: ['admin'], password })
    const clerk = await server.person({ roles: [], name: '离任的人' })
    const at = await sitDown(browser, server, person)
    const { page } = at
    server.clock.now += 11 * minute
    await page.clock.install()
    await at.go('/main/system/user?name=离任的人')
    const stop = async () => {
      await page.getByRole('button', { name: '停用（1）' }).click()
      const reason = page.getByRole('dialog', { name: '停用（1 项）' })
      await reason.getByRole('button', { name: '已离职' }).click()
      await reason.getByRole('button', { name: '停用', exact: true }).click()
    }
    await page
      .getByRole('row', { name: /离任的人/ })
      .getByRole('checkbox')
      .check()
    await stop()
    const dialog = page.getByRole('dialog', { name: '再次核对身份' })
    const shown = dialog.getByLabel('密码')
    await dialog.waitFor()
    // the progress, which appears after a second, waits for the answer
    await page.clock.fastForward(5000)
    expect(await page.getByText('成功 0 项').count()).toBe(0)
    await expect.poll(() => shown.evaluate((it) => it === document.activeElement)).toBe(true)
    await page.keyboard.press('Escape')
    await page.getByText('没有核对身份，操作没有进行').waitFor()
    const progress = page.getByRole('dialog').filter({ hasText: '项都没有处理' })
    await progress.getByRole('button', { name: '重试' }).click()
    // it comes with the answer of the server
    await expect.poll(() => shown.evaluate((it) => it === document.activeElement).catch(() => false)).toBe(true)
    await page.keyboard.type(password)
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await person.call('user.view', { id: clerk.userId })).value.state).toBe(1)
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('who has a code is asked for that', async () => {
    const person = await server.person({ roles: ['admin'], password })
    const { secret } = await bindFactor(server, person, password)
    const at = await sitDown(browser, server, person)
    const { page } = at
    server.clock.now += 11 * minute
    await at.go('/main/system/siteSet')
    await page.getByLabel('脚本令牌最长有效', { exact: true }).fill('98')
    await page.getByRole('button', { name: '保存', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: '再次核对身份' })
    await dialog.getByLabel('动态口令或恢复码').fill(nextCode(server, secret))
    await dialog.getByLabel('动态口令或恢复码').press('Enter')
    await page.getByText('保存成功').first().waitFor()
    expect(at.faults).toEqual([])
    await at.context.close()
  })
})
