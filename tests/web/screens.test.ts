import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFaults, browserTests, openBrowser, sitDown } from '../support/browser.ts'
import { allScreens } from '../support/screens.ts'
import { anArticle, makeColumn, makeDept, type Person, startServer, type TestServer } from '../support/server.ts'

browserTests('every screen', () => {
  let server: TestServer
  let browser: Browser
  let admin: Person

  beforeAll(async () => {
    server = await startServer()
    const column = await makeColumn(server)
    await makeColumn(server, '通知公告')
    const writer = await server.person({ roles: ['staff'], deptId: await makeDept(server), columns: [column] })
    for (const n of [1, 2, 3]) await writer.call('article.saveRole', anArticle(column, { title: `第 ${n} 篇` }))
    admin = await server.person({ roles: ['admin'] })
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  test.each([1440, 390])(
    '%i px wide: nothing that axe finds, nothing cut off, no error in the console',
    async (width) => {
      const at = await sitDown(browser, server, admin, { width })
      const found: Record<string, unknown> = {}
      for (const [path, ready] of allScreens) {
        await at.go(path)
        await at.page.locator('main').getByText(ready).first().waitFor()
        await at.page.locator('.loading').waitFor({ state: 'detached' })
        const faults = await axeFaults(at.page)
        const wide = await at.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
        if (faults.length > 0) found[path] = faults
        if (wide > 0) found[`${path} is too wide`] = wide
      }
      expect(found).toEqual({})
      expect(at.faults).toEqual([])
      await at.context.close()
    },
    60_000,
  )

  test('the sign-in page too, with its errors shown', async () => {
    const at = await sitDown(browser, server, null)
    await at.go('/main/article/essay?title=x')
    await at.page.waitForURL('**/web/')
    await at.page.getByRole('button', { name: '登录', exact: true }).click()
    await at.page.getByText('请输入验证码').waitFor()
    expect(await axeFaults(at.page)).toEqual([])
    expect(at.faults).toEqual([])
    await at.context.close()
  }, 60_000)

  test('menus and dialogs too, opened by keys', async () => {
    const at = await sitDown(browser, server, admin)
    const { page } = at
    await at.go('/main/article/essay')
    await page.getByRole('row', { name: '第 1 篇' }).waitFor()
    await page.keyboard.press('?')
    await page.getByRole('dialog').getByText('下一条').waitFor()
    expect(await axeFaults(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: '搜索菜单和文章' }).fill('第 2')
    await page.getByRole('option', { name: '第 2 篇' }).waitFor()
    expect(await axeFaults(page)).toEqual([])
    await page.keyboard.press('Enter')
    await page.waitForURL('**/essay/*')
    expect(at.faults).toEqual([])
    await at.context.close()
  })
})
