import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFaults, browserTests, openBrowser, sitDown } from '../support/browser.ts'
import { type Person, startServer, type TestServer } from '../support/server.ts'

browserTests('large exports', () => {
  let server: TestServer
  let browser: Browser
  let admin: Person
  beforeAll(async () => {
    server = await startServer()
    admin = await server.person({ roles: ['admin'] })
    browser = await openBrowser()
    const words = Array.from({ length: 2000 }, (_, i) => ({
      ...{ name: `热词 ${i}`, sort: 0, enabled: (i % 2) as 0 | 1, createdBy: null },
      ...{ createdAt: server.clock.now, updatedAt: server.clock.now, version: 1 },
    }))
    await server.parts.db.write.insertInto('hot').values(words).execute()
    await admin.call('setting.save', { items: [{ name: 'export.jobFrom', value: '500' }] })
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  test('a long list is offered to be made aside, with its filters; it is watched, and downloaded when it is whole', async () => {
    const at = await sitDown(browser, server, admin)
    const { page } = at
    await at.go('/main/system/hotWord?enabled=1')
    await page.getByRole('button', { name: '导出', exact: true }).click()
    await page.getByText('共 1000 行，较多').waitFor()
    await page.getByRole('button', { name: '在后台导出' }).click()
    await page.getByRole('heading', { name: '导出任务' }).waitFor()
    const coming = page.waitForEvent('download')
    await page.getByRole('button', { name: '下载热词（Excel 表格）', exact: true }).click()
    const { default: ExcelJS } = await import('exceljs')
    const book = new ExcelJS.Workbook()
    await book.xlsx.readFile(await (await coming).path())
    expect(book.worksheets[0]?.actualRowCount).toBe(1001)
    await page.getByText('已导出 1000 行').waitFor()
    expect(await axeFaults(page)).toEqual([])
    // the link in the notice leads there as well, in a page that works
    const { id } = (await admin.call('notice.myList', {})).value.list[0]
    await at.go(`/main/home/notice/${id}`)
    const opened = at.context.waitForEvent('page')
    await page.frameLocator('iframe').getByRole('link', { name: '到「导出任务」下载' }).click()
    await (await opened).getByRole('heading', { name: '导出任务' }).waitFor()
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('a short one comes at once, and a long one too where that is chosen', async () => {
    const at = await sitDown(browser, server, admin)
    const { page } = at
    const button = page.getByRole('button', { name: '导出', exact: true })
    await at.go('/main/system/hotWord?name=热词 77')
    const short = page.waitForEvent('download')
    await button.click()
    expect((await short).suggestedFilename()).toMatch(/^热词导出-/)
    await at.go('/main/system/hotWord')
    await button.click()
    const long = page.waitForEvent('download')
    await page.getByRole('button', { name: '直接下载' }).click()
    expect((await long).suggestedFilename()).toMatch(/^热词导出-/)
    expect((await admin.call('exportTask.list', {})).value.total).toBe(1)
    expect(at.faults).toEqual([])
    await at.context.close()
  })
})
