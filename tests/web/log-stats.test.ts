import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appendLog } from '../../server/log.ts'
import { axeFaults, browserTests, openBrowser, sitDown } from '../support/browser.ts'
import { makeDept, type Person, startServer, type TestServer } from '../support/server.ts'

browserTests('the numbers of the operation log', () => {
  let server: TestServer
  let browser: Browser
  let admin: Person
  beforeAll(async () => {
    server = await startServer()
    admin = await server.person({ roles: ['admin'], name: '日志员' })
    const outsider = await server.person({ roles: ['readonly'], name: '只读员' })
    for (let i = 0; i < 3; i += 1) await admin.call('dept.save', { name: `新设 ${i}` })
    await outsider.call('dept.save', { name: '私设' })
    await makeDept(server, '空的')
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  test.each([1440, 390])('%i px: each leads to the list of its rows, narrowed as the list was', async (width) => {
    const { page, go } = await sitDown(browser, server, admin, { width })
    const open = () => page.getByRole('button', { name: '统计' }).click()
    const numbers = page.getByRole('dialog')
    const total = async () => (await admin.call('log.list')).value.total
    await go('/main/system/userOperationLogInfo')
    await open()
    await numbers.getByRole('link', { name: `全部 ${await total()} 条` }).waitFor()
    expect(await axeFaults(page)).toEqual([])
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect(wide).toBe(0)
    await numbers.getByRole('link', { name: '没有权限 1 条' }).click()
    await expect.poll(() => page.url()).toContain('mark=refused')
    await page.getByText('只读员').first().waitFor()
    await expect.poll(() => page.getByText('新设 1').count()).toBe(0)
    await go(`/main/system/userOperationLogInfo?userAccount=${admin.account}`)
    await open()
    await numbers.getByRole('link', { name: '部门 3 条' }).click()
    await expect.poll(() => page.url()).toMatch(new RegExp(`userAccount=${admin.account}.*area=dept`))
    await go('/main/system/userOperationLogInfo?call=没有这样的')
    await open()
    await numbers.getByText('这段时间没有符合条件的记录').waitFor()
  })

  test('what a row names leads to where it is looked at: a record, a place in a tree, somebody in a list', async () => {
    const other = await server.person({ roles: ['readonly'], name: '被停用的' })
    await admin.call('user.setState', { ids: [other.userId], state: 1 })
    const role = await admin.call('role.save', { name: '日志角色', dataScope: 'SELF' })
    const { page, go } = await sitDown(browser, server, admin)
    const follow = async (words: string) => {
      await go('/main/system/userOperationLogInfo')
      await page
        .getByRole('link', { name: `「${words}」` })
        .first()
        .click()
    }
    await follow('新设 1')
    await expect.poll(() => page.getByLabel('名称').first().inputValue()).toBe('新设 1')
    await follow('日志角色')
    await expect.poll(() => page.url()).toContain(`/system/disUser?role=${role.value.id}`)
    await follow(`被停用的（${other.account}）`)
    await page.getByRole('row', { name: new RegExp(other.account) }).waitFor()
    await expect.poll(() => page.url()).toContain(`/system/user?account=${other.account}`)
  })

  test('what belongs to no area leads to its rows, and somebody in the list of users to what they did', async () => {
    const { secret, db } = server.parts
    const call = { name: 'system.clean', says: '旧版清理', address: '', requestId: '' }
    const change = { kind: 'system' as const }
    await db.transaction((trx) => appendLog(trx, secret.log, { call, who: null, now: server.clock.now, change }))
    const { page, go } = await sitDown(browser, server, admin)
    await go('/main/system/userOperationLogInfo')
    await page.getByRole('button', { name: '统计' }).click()
    await page.getByRole('dialog').getByRole('link', { name: '其他 1 条' }).click()
    await expect.poll(() => page.url()).toContain('area=none')
    await page.getByText('旧版清理').first().waitFor()
    await go(`/main/system/user?account=${admin.account}`)
    await page.getByRole('button', { name: new RegExp(`^更多 .*${admin.account}`) }).click()
    await page.getByRole('menuitem', { name: '操作日志' }).click()
    await expect.poll(() => page.url()).toContain(`/system/userOperationLogInfo?userAccount=${admin.account}`)
    await page.getByText('新设 1').first().waitFor()
  })

  test('a failure says so, and what was asked for comes once it is asked for again', async () => {
    const { page, go } = await sitDown(browser, server, admin)
    await go('/main/system/userOperationLogInfo')
    await page.route('**/x/log/stats', (route) => route.fulfill({ status: 500, body: '{}' }))
    await page.getByRole('button', { name: '统计' }).click()
    const again = page.getByRole('dialog').getByRole('button', { name: '重试' })
    await again.waitFor()
    await page.unroute('**/x/log/stats')
    await again.click()
    await page.getByRole('dialog').getByText('按业务').waitFor()
  })
})
