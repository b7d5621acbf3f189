import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFaults, browserTests, openBrowser, sitDown } from '../support/browser.ts'
import { type Person, startServer, type TestServer } from '../support/server.ts'

browserTests('the screen of 公告', () => {
  let server: TestServer
  let browser: Browser
  let admin: Person
  beforeAll(async () => {
    server = await startServer()
    admin = await server.person({ roles: ['admin'] })
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  /** At the time of the server's clock: what is shown follows from the days in these tests, whenever they run. */
  const sit = async () => {
    const at = await sitDown(browser, server, admin)
    await at.page.clock.setFixedTime(server.clock.now)
    return at
  }

  test('says where nobody takes it off at its end, while the work is paused', async () => {
    const input = { title: '停电公告', content: '<p>停电</p>', endTime: '2026-12-30 18:00' }
    const { value } = await admin.call('announcement.add', input)
    await admin.call('schedule.pause', { name: 'site' })
    const at = await sit()
    const { page } = at
    await at.go('/main/article/announcement')
    await page.getByRole('status').getByText('公告到时不会自动显示、撤下').waitFor()
    expect(await page.getByText('到时自动显示').count()).toBe(0)
    await page.getByRole('row', { name: /停电公告.*到时不会自动撤下/ }).waitFor()
    expect(await axeFaults(page)).toEqual([])
    await page.getByRole('button', { name: '新增公告' }).click()
    await page.getByRole('dialog').getByText('公告到时不会自动显示、撤下').waitFor()
    await admin.call('schedule.resume', { name: 'site' })
    await at.go('/main/article/announcement')
    await page.getByText('到时自动显示').waitFor()
    expect(await page.getByText('到时不会自动撤下').count()).toBe(0)
    await admin.call('announcement.dels', { ids: [value.id] })
    await at.context.close()
  })

  test('is exported in the order of the list and with what the list shows; a text that does not fit is told of', async () => {
    const given = [
      { title: '先发的', startTime: '2026-11-01 08:00:00', top: 0 },
      { title: '置顶的', startTime: '2026-10-01 08:00:00', top: 1, endTime: '2026-12-01 08:00:00' },
      { title: '早发的', startTime: '2026-09-01 08:00:00', top: 0 },
    ]
    for (const one of given) await admin.call('announcement.add', { ...one, content: '<p>公告</p>' })
    const at = await sit()
    const { page } = at
    await at.go('/main/article/announcement')
    await page.locator('td[title="置顶的"]').waitFor()
    const coming = page.waitForEvent('download')
    await page.getByRole('button', { name: '导出', exact: true }).click()
    const { default: ExcelJS } = await import('exceljs')
    const book = new ExcelJS.Workbook()
    await book.xlsx.readFile(await (await coming).path())
    const [, ...rows] = (book.worksheets[0]?.getSheetValues().slice(1) ?? []) as unknown[][]
    expect(rows.map((row) => row[1])).toEqual(['置顶的', '先发的', '早发的'])
    expect(rows.map((row) => row.includes('长期'))).toEqual([false, true, true])
    await page.getByRole('button', { name: '新增公告' }).click()
    const title = page.getByRole('dialog').getByLabel('标题')
    const most = Number(await title.getAttribute('maxlength'))
    expect(most).toBeGreaterThan(0)
    await title.evaluate(
      (field, text) => {
        const clipboardData = new DataTransfer()
        clipboardData.setData('text/plain', text)
        field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
      },
      '字'.repeat(most + 12),
    )
    await page.getByText(`已超过 ${most} 字，多出的 12 字没有粘贴`).waitFor()
    expect(at.faults).toEqual([])
    await at.context.close()
    const { list } = (await admin.call('announcement.list')).value
    await admin.call('announcement.dels', { ids: list.map(({ id }: { id: string }) => id) })
  })

  test('adds, changes and deletes', async () => {
    const at = await sit()
    const { page } = at
    await at.go('/main/article/announcement')
    await page.getByText('到时自动显示').waitFor()
    await page.getByRole('button', { name: '新增公告' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('标题').fill('停水公告')
    await dialog.getByLabel('结束时间').fill('2026-11-30T18:00')
    await dialog.getByRole('textbox', { name: '内容' }).fill('周六停水，请提前储水。')
    expect(await axeFaults(page)).toEqual([])
    await dialog.getByRole('button', { name: '保存' }).click()
    const row = page.getByRole('row', { name: /停水公告/ })
    await row.getByText('公示中').waitFor()
    await row.getByText('2026-11-30 18:00').waitFor()
    await row.getByRole('button', { name: '编辑' }).click()
    // what the list does not show is read when the row is opened
    await dialog.getByText('周六停水，请提前储水。').waitFor()
    await dialog.getByLabel('开始时间').fill('2026-11-28T08:00')
    await dialog.getByRole('button', { name: '保存' }).click()
    await row.getByText('未开始').waitFor()
    const { list } = (await admin.call('announcement.list')).value
    expect((await admin.call('announcement.get', { id: list[0].id })).value).toMatchObject({
      content: '<p>周六停水，请提前储水。</p>',
      startTime: '2026-11-28 08:00:00',
      endTime: '2026-11-30 18:00:00',
    })
    await row.getByRole('checkbox').check()
    await page.getByRole('button', { name: '删除（1）' }).click()
    await page.getByRole('textbox', { name: /请输入项数 1 确认/ }).fill('1')
    await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
    await row.waitFor({ state: 'detached' })
    expect((await admin.call('announcement.list')).value.total).toBe(0)
    expect(at.faults).toEqual([])
    await at.context.close()
  })
})
