import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { axeFaults, browserTests, type Desk, openBrowser, sitDown } from '../support/browser.ts'
import { allScreens } from '../support/screens.ts'
import { anArticle, makeColumn, makeDept, type Person, startServer, type TestServer } from '../support/server.ts'

/** Each screen with what it cannot be shown without. */
const reads = [
  ['/main/home/audit', '/x/inbox/count'],
  ['/main/home/audit', '/api/article/list'],
  ['/main/article/essay', '/api/article/list'],
  ['/main/article/essay/1', '/api/article/view'],
  ['/main/article/essay/1/history', '/x/article/revisions'],
  ['/main/article/essay/recycle', '/x/article/recycle/list'],
  ['/main/article/static', '/x/generate/job'],
  ['/main/article/column', '/column/tree'],
  ['/main/home/assigned', '/assigned/list'],
  ['/main/home/assigned/1', '/assigned/get'],
  ['/main/interact/advice', '/advice/list'],
  ['/main/interact/advice/bin', '/x/advice/bin/list'],
  ['/main/interact/advice/1', '/advice/detail'],
  ['/main/system/hotWord', '/hot/list'],
  ['/main/system/userOperationLogInfo', '/log/list'],
  ['/main/home/audit', '/menu/list'],
] as const

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

  describe.each([1440, 390])('%i px wide', (width) => {
    let at: Desk
    beforeAll(async () => {
      at = await sitDown(browser, server, admin, { width })
    })
    afterAll(() => at.context.close())

    test.each(allScreens)(
      '%s: nothing that axe finds, nothing cut off, no error in the console',
      async (path, ready) => {
        await at.go(path)
        await at.page.locator('main').getByText(ready).first().waitFor()
        await expect.poll(() => at.page.locator('.loading').count()).toBe(0)
        expect(await axeFaults(at.page)).toEqual([])
        const wider = await at.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
        expect(wider).toBeLessThanOrEqual(0)
        expect(at.faults).toEqual([])
      },
    )
  })

  test.each(reads)('%s without %s shows its reason in place, once, and 重试 brings it', async (path, call) => {
    const at = await sitDown(browser, server, admin, { expected: /Failed to load resource/ })
    const { page } = at
    await page.route(`**${call}*`, (route) => route.abort())
    await at.go(path)
    const panel = page.getByRole('alert').filter({ has: page.getByRole('button', { name: '重试' }) })
    await panel.getByText('网络连接失败，请检查网络后重试').waitFor()
    expect(await page.locator('.ant-message-notice, .ant-notification-notice').count()).toBe(0)
    await page.unroute(`**${call}*`)
    await panel.getByRole('button', { name: '重试' }).click()
    await panel.waitFor({ state: 'detached' })
    expect(at.faults).toEqual([])
    await at.context.close()
  })

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
