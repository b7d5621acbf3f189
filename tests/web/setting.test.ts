import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFaults, browserTests, openBrowser, sitDown } from '../support/browser.ts'
import { type Person, startServer, type TestServer } from '../support/server.ts'

browserTests('the screen of 站点设置', () => {
  let server: TestServer
  let browser: Browser
  let admin: Person
  const stored = async (name: string) => (await admin.call('setting.get', { name })).value.value

  beforeAll(async () => {
    server = await startServer()
    admin = await server.person({ roles: ['admin'] })
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  test.each([1440, 390])(
    '%i px: sends what was changed, asks before what is grave, and leads back to the default',
    async (width) => {
      const at = await sitDown(browser, server, admin, { width })
      const { page } = at
      await at.go('/main/system/siteSet')
      const field = (name: string) => page.getByLabel(name, { exact: true })
      const save = () => page.getByRole('button', { name: '保存', exact: true }).click()
      await field('联系电话').waitFor()
      const cancel = page.getByRole('button', { name: '取消' })
      await expect.poll(() => cancel.isDisabled()).toBe(true)
      await field('联系电话').fill('0000-1234567')
      await expect.poll(() => cancel.isDisabled()).toBe(false)
      expect(await axeFaults(page)).toEqual([])
      await save()
      await page.getByText('保存成功').first().waitFor()
      await expect.poll(() => stored('site.phone')).toBe('0000-1234567')
      await expect.poll(() => field('联系电话').inputValue()).toBe('0000-1234567')
      await field('公安备案号').fill('')
      await save()
      await expect.poll(() => stored('site.police')).toBe('')
      await admin.call('setting.reset', { names: ['site.police'] })
      await field('网站网址').fill('https://zx.example.gov.cn')
      await save()
      await page.getByText('网址改变后').waitFor()
      await page.getByRole('dialog').getByRole('button', { name: '取消' }).click()
      await expect.poll(() => stored('site.base')).toBe('http://127.0.0.1:8080/site')
      await page.getByRole('button', { name: '取消' }).click()
      await expect.poll(() => field('网站网址').inputValue()).toBe('http://127.0.0.1:8080/site')
      await page.getByRole('button', { name: '联系电话恢复默认' }).click()
      await page.getByText('把「联系电话」恢复为默认值「0000-0000000」吗？').waitFor()
      await page.getByRole('dialog').getByRole('button', { name: '恢复默认' }).click()
      await expect.poll(() => stored('site.phone')).toBe('0000-0000000')
      await expect.poll(() => field('联系电话').inputValue()).toBe('0000-0000000')
      expect(at.faults).toEqual([])
      await at.context.close()
    },
  )

  test('the console is called after the site as soon as its name is saved', async () => {
    const at = await sitDown(browser, server, admin)
    const { page } = at
    await at.go('/main/system/siteSet')
    const name = page.getByLabel('网站名称', { exact: true })
    await name.fill('白水县政协')
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await page.locator('.top-title', { hasText: '白水县政协' }).waitFor()
    await expect.poll(() => page.title()).toContain('白水县政协')
    await page.getByRole('button', { name: '网站名称恢复默认' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '恢复默认' }).click()
    await page.locator('.top-title', { hasText: '青石县政协' }).waitFor()
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('the skin is chosen by its name, and nothing else is', async () => {
    const at = await sitDown(browser, server, admin)
    const { page } = at
    await at.go('/main/system/siteSet')
    await page.locator('.setting', { hasText: '网站皮肤' }).getByText('默认', { exact: true }).waitFor()
    expect(await page.getByLabel('网站名称', { exact: true }).inputValue()).toBe('青石县政协')
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('a number out of its bounds is refused in words, and never made to fit', async () => {
    const at = await sitDown(browser, server, admin)
    const { page } = at
    await at.go('/main/system/siteSet')
    const idle = page.getByLabel('空闲多久后退出', { exact: true })
    await idle.waitFor()
    await page.getByText(/1～1440 分钟$/).waitFor()
    for (const wrong of ['0', '99999', '1.5', '半小时']) {
      await idle.fill(wrong)
      await page.getByRole('button', { name: '保存', exact: true }).click()
      await page.getByText('应为 1 到 1440 之间的整数').waitFor()
      await expect.poll(() => idle.inputValue()).toBe(wrong)
    }
    expect(await stored('signIn.idleMinutes')).toBe('30')
    await idle.fill('45')
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await expect.poll(() => stored('signIn.idleMinutes')).toBe('45')
    await admin.call('setting.reset', { names: ['signIn.idleMinutes'] })
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('a wrong value is told at its field; what a colleague changed meanwhile is not overwritten', async () => {
    const at = await sitDown(browser, server, admin)
    const { page } = at
    await at.go('/main/system/siteSet')
    const field = (name: string) => page.getByLabel(name, { exact: true })
    await field('网站网址').fill('zx.example')
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await page.locator('.ant-form-item-explain-error').waitFor()
    await page.getByRole('button', { name: '取消' }).click()
    await field('承办单位').fill('我写的')
    await admin.call('setting.save', { items: [{ name: 'site.operator', value: '同事写的' }] })
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await page.getByText(/^已由他人改为「.*」，核对后可再次保存$/).waitFor()
    expect(await stored('site.operator')).toBe('同事写的')
    expect(at.faults).toEqual([])
    await at.context.close()
  })
})
