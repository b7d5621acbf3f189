import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limitsFrom } from '../../server/limits.ts'
import { axeFaults, browserTests, openBrowser, sitDown } from '../support/browser.ts'
import { type Person, startServer, type TestServer } from '../support/server.ts'
import { visitorsOf } from '../support/visitor.ts'

browserTests('the screens of visitors', () => {
  let server: TestServer
  let browser: Browser
  let admin: Person
  beforeAll(async () => {
    server = await startServer('sqlite', { limits: limitsFrom({ XZX_PROXIES: '127.0.0.1' }), now: () => Date.now() })
    server.clock.now = Date.now()
    admin = await server.person({ roles: ['admin'], name: '管理员' })
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  const visitor = async (phone: string, peopleName: string) => {
    const from = visitorsOf(server, `198.51.100.${Number(phone.slice(-2))}`)
    const authorization = await from.signIn(phone)
    const own = { peopleName, idNumber: '11010519491231002X', address: '青石县人民路 1 号' }
    return (await from.post('/x/people/complete', own, { authorization })).value.id as string
  }

  test('one is looked at, read in whole, approved, frozen with reason and end, and let in again', async () => {
    const id = await visitor('13800000001', '张小三')
    const at = await sitDown(browser, server, admin)
    const { page } = at
    await at.go('/main/interact/people')
    const row = page.getByRole('row', { name: /张\*\*/ })
    await row.waitFor()
    expect(await page.locator('body').textContent()).not.toContain('13800000001')
    await row.getByRole('button', { name: /详情/ }).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByText('138****0001').first().waitFor()
    expect(await axeFaults(page)).toEqual([])
    await drawer.getByRole('button', { name: '查看完整信息' }).click()
    await drawer.getByText('13800000001').waitFor()
    expect((await admin.call('log.list', { call: 'people.reveal' })).value.total).toBe(1)
    await drawer.getByRole('button', { name: '审核通过' }).click()
    await row.getByText('已通过').waitFor()
    expect((await admin.call('people.get', { id })).value).toMatchObject({ userStatus: 2, read: 1 })
    // one's own judgement is taken back, and the history tells of both
    await page.getByRole('button', { name: /撤销/ }).click()
    await row.getByText('审核中').waitFor()
    await row.getByRole('button', { name: /详情/ }).click()
    const steps = drawer.getByRole('region', { name: '办理记录' }).getByRole('listitem').locator('b')
    await expect.poll(() => steps.allTextContents()).toEqual(['撤销：通过审核', '通过审核', '提交资料'])
    await drawer.getByRole('button', { name: '审核通过' }).click()
    await row.getByText('已通过').waitFor()

    await row.getByRole('button', { name: /冻结/ }).click()
    const ban = page.getByRole('dialog')
    await ban.getByRole('button', { name: '冻结', exact: true }).click()
    await ban.getByRole('alert').waitFor()
    await ban.getByRole('button', { name: '多次发布广告，经提醒未改正' }).click()
    await ban.getByRole('button', { name: '30 天' }).click()
    expect(await axeFaults(page)).toEqual([])
    await ban.getByRole('button', { name: '冻结', exact: true }).click()
    await row.getByText('冻结').first().waitFor()
    await expect.poll(async () => (await admin.call('people.get', { id })).value.peopleState).toBe(1)

    await at.go('/main/interact/blacklist')
    const entry = page.getByRole('row', { name: /多次发布广告/ })
    await entry.getByText('生效中').waitFor()
    expect(await axeFaults(page)).toEqual([])

    await at.go('/main/interact/people?peopleState=1')
    await row.getByRole('checkbox').check()
    await page.getByRole('button', { name: '解除冻结（1）' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '申诉成立' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /确\s*定|解除冻结/ })
      .click()
    await expect.poll(async () => (await admin.call('people.get', { id })).value.peopleState).toBe(0)
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('an auditor reads the whole of it, sees no heading without steps, and judges nothing that was changed since', async () => {
    const id = await visitor('13800000009', '周九')
    const db = server.parts.db.write
    await db.deleteFrom('history').where('rowId', '=', Number(id)).execute()
    const auditor = await server.person({ roles: ['auditor'] })
    const at = await sitDown(browser, server, auditor)
    const { page } = at
    await at.go('/main/interact/people?userStatus=1')
    await page.getByRole('row', { name: /周\*/ }).getByRole('button', { name: /详情/ }).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('button', { name: '查看完整信息' }).click()
    await drawer.getByText('周九').waitFor()
    expect(await drawer.getByText('办理记录').count()).toBe(0)
    await db
      .updateTable('people')
      .set((eb) => ({ version: eb('version', '+', 1) }))
      .where('id', '=', Number(id))
      .execute()
    await drawer.getByRole('button', { name: '审核通过', exact: true }).click()
    await page.getByText(/请核对后再提交/).waitFor()
    expect((await admin.call('people.get', { id })).value.userStatus).toBe(1)
    await admin.call('people.peopleAudit', { ids: [id], userStatus: 2 })
    await at.context.close()
  })

  test('data are not approved with a reason, several at once', async () => {
    const ids = [await visitor('13800000002', '李四'), await visitor('13800000003', '王五')]
    const at = await sitDown(browser, server, admin)
    const { page } = at
    await at.go('/main/interact/people?userStatus=1')
    for (const name of [/李\*/, /王\*/]) await page.getByRole('row', { name }).getByRole('checkbox').check()
    await page.getByRole('button', { name: '审核不通过（2）' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '身份证号有误' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /确\s*定|审核不通过/ })
      .click()
    for (const id of ids)
      await expect
        .poll(async () => (await admin.call('people.get', { id })).value)
        .toMatchObject({ userStatus: 3, auditReason: expect.stringContaining('身份证号有误') })
    // one alone, where their data are looked at
    const id = await visitor('13800000007', '孙七')
    await at.go('/main/interact/people?userStatus=1')
    await page.getByRole('row', { name: /孙\*/ }).getByRole('button', { name: /详情/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: '审核不通过' }).click()
    const dialog = page.getByRole('dialog', { name: /审核不通过 孙/ })
    await dialog.getByRole('textbox', { name: '理由' }).fill('照片不清晰')
    await dialog.getByRole('button', { name: '不通过', exact: true }).click()
    await expect
      .poll(async () => (await admin.call('people.get', { id })).value)
      .toMatchObject({ userStatus: 3, auditReason: '照片不清晰' })
    await page.getByText('没有符合条件的群众用户').waitFor()
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('the outbox says that there is no operator; a message is read by an act that the log tells', async () => {
    await visitor('13800000004', '赵六')
    const at = await sitDown(browser, server, admin)
    const { page } = at
    await at.go('/main/system/sms')
    await page.getByText('没有接通短信网关').waitFor()
    const first = page.getByRole('row', { name: /138\*{4}0004/ }).first()
    await first.getByText('******').waitFor()
    expect(await axeFaults(page)).toEqual([])
    await first.getByRole('button', { name: /查看/ }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /查\s*看/ })
      .click()
    await page.getByText('13800000004').filter({ visible: true }).first().waitFor()
    expect((await admin.call('log.list', { call: 'sms.reveal' })).value.total).toBe(1)
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('who is looked for by phone stands in no address, is there after a reload, and stays while pages are turned', async () => {
    for (const [phone, name] of [
      ['13800000051', '周五一'],
      ['13800000052', '吴五二'],
    ] as const)
      await visitor(phone, name)
    const at = await sitDown(browser, server, admin)
    const { page } = at
    await at.go('/main/interact/people')
    const rows = page.locator('tbody tr')
    await page.getByLabel('完整手机号').fill('13800000051')
    await page.getByLabel('完整手机号').press('Enter')
    await expect.poll(() => rows.allTextContents()).toEqual([expect.stringContaining('周**')])
    expect(page.url()).not.toContain('phone')
    expect(page.url()).not.toContain('13800000051')
    await page.reload()
    await expect.poll(() => rows.allTextContents()).toEqual([expect.stringContaining('周**')])
    expect(await page.getByLabel('完整手机号').inputValue()).toBe('13800000051')
    await page.getByRole('button', { name: '重置' }).click()
    await page.getByText('吴**').first().waitFor()
    expect(at.faults).toEqual([])
    await at.context.close()
  })
})
