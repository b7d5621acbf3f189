import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { browserTests, type Desk, openBrowser, sitDown } from '../support/browser.ts'
import { roleHolding } from '../support/holding.ts'
import { makeDept, type Person, startServer, type TestServer } from '../support/server.ts'

type Node = { id: string; alias: string; name: string; children?: Node[] }
const flat = (nodes: Node[]): Node[] => nodes.flatMap((node) => [node, ...flat(node.children ?? [])])

browserTests('menu and rights of an open console', () => {
  let server: TestServer
  let browser: Browser
  let admin: Person
  let clerk: Person
  let officer: number
  const idOf = async (alias: string) =>
    Number(flat((await admin.call('resource.tree', {})).value).find((node) => node.alias === alias)?.id)

  beforeAll(async () => {
    server = await startServer()
    admin = await server.person({ roles: ['admin'] })
    officer = (await roleHolding(server, ['user_list', 'user_save'], { dataScope: 'DEPART' })).id
    clerk = await server.person({ roles: ['staff', 'reporter'], deptId: await makeDept(server) })
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  const menuOf = ({ page }: Desk) => page.getByRole('navigation', { name: '主菜单' })
  /** Somebody comes back to the tab; what was asked for a moment ago is not asked again. */
  async function backAt<T>({ page }: Desk, look: () => Promise<T>): Promise<T> {
    await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
    return look()
  }

  test('follow what was changed of them, without loading it anew, and an open screen stays', async () => {
    const desk = await sitDown(browser, server, clerk, { expected: /status of 4/ })
    const { page } = desk
    await desk.go('/main/home/notice')
    const menu = menuOf(desk)
    await menu.getByText('首页').first().waitFor()
    const users = menu.getByRole('link', { name: '用户', exact: true })
    expect(await users.count()).toBe(0)
    await page.evaluate(() => {
      ;(window as never as { kept: number }).kept = 1
    })

    await admin.call('user.grantRole', { roleId: officer, userIds: [clerk.userId] })
    await expect.poll(() => backAt(desk, () => users.count()), { timeout: 20_000 }).toBe(1)
    await users.click()
    const add = page.getByRole('button', { name: '新增用户' })
    await add.waitFor()

    await admin.call('user.delRole', { roleId: officer, userIds: [clerk.userId] })
    // whatever is asked for next is refused, and tells it
    await page.getByRole('button', { name: '刷新' }).first().click()
    await expect.poll(() => users.count()).toBe(0)
    await expect.poll(() => add.count()).toBe(0)
    await page.goBack()
    await page.goForward()
    await page.getByText('没有执行此操作的权限').first().waitFor()

    await admin.call('resource.resEdit', { id: await idOf('home_desk'), name: '我的案头' })
    await expect.poll(() => backAt(desk, () => menu.textContent()), { timeout: 20_000 }).toContain('我的案头')
    expect(await page.evaluate(() => (window as never as { kept?: number }).kept)).toBe(1)
    expect(desk.faults).toEqual([])
    await desk.context.close()
  })

  test('also in the reporting console', async () => {
    const desk = await sitDown(browser, server, clerk)
    await desk.go('/report/article/reportList')
    const menu = menuOf(desk)
    await expect.poll(() => menu.textContent()).toContain('我的报送')
    await admin.call('resource.resEdit', { id: await idOf('reportList'), name: '报送记录' })
    await expect.poll(() => backAt(desk, () => menu.textContent()), { timeout: 20_000 }).toContain('报送记录')
    await desk.context.close()
  })
})
