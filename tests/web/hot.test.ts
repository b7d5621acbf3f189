import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFaults, browserTests, openBrowser, sitDown } from '../support/browser.ts'
import { makeColumn, type Person, startServer, type TestServer } from '../support/server.ts'

browserTests('the screen of 热词', () => {
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

  test('adds, changes and deletes', async () => {
    const at = await sitDown(browser, server, admin)
    const { page } = at
    await at.go('/main/system/hotWord')
    await page.getByText('只显示一行放得下的').waitFor()
    await page.getByRole('button', { name: '新增热词' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('热词').fill('甲')
    await dialog.getByLabel('排序').fill('-5')
    await dialog.getByRole('button', { name: '保存' }).click()
    await dialog.getByText(/^应为 0 到 \d+ 之间的整数$/).waitFor()
    await expect.poll(() => dialog.getByLabel('排序').inputValue()).toBe('-5')
    await dialog.getByLabel('排序').fill('5')
    expect(await axeFaults(page)).toEqual([])
    await dialog.getByRole('button', { name: '保存' }).click()
    const row = page.getByRole('row', { name: /甲/ })
    await row.getByRole('button', { name: '编辑' }).click()
    await dialog.getByLabel('热词').fill('乙')
    await dialog.getByRole('button', { name: '保存' }).click()
    const changed = page.getByRole('row', { name: /乙/ })
    await changed.getByRole('checkbox').check()
    await page.getByRole('button', { name: '删除（1）' }).click()
    await page.getByText('将删除 1 项（「乙」）：删除后无法恢复。请输入项数 1 确认', { exact: true }).waitFor()
    await page.getByRole('textbox', { name: /请输入项数 1 确认/ }).fill('1')
    await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
    await changed.waitFor({ state: 'detached' })
    expect((await admin.call('hot.list')).value.total).toBe(0)
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('a long list comes as a sheet whole', async () => {
    const words = Array.from({ length: 2000 }, (_, i) => ({
      ...{ name: `长列表中的热词 ${i}`, sort: 0, enabled: 1 as const, createdBy: null },
      ...{ createdAt: server.clock.now, updatedAt: server.clock.now, version: 1 },
    }))
    await server.parts.db.write.insertInto('hot').values(words).execute()
    const at = await sitDown(browser, server, admin)
    await at.go('/main/system/hotWord')
    const coming = at.page.waitForEvent('download')
    await at.page.getByRole('button', { name: '导出', exact: true }).click()
    const { default: ExcelJS } = await import('exceljs')
    const book = new ExcelJS.Workbook()
    await book.xlsx.readFile(await (await coming).path())
    expect(book.worksheets[0]?.actualRowCount).toBe(2001)
    expect(at.faults).toEqual([])
    await server.parts.db.write.deleteFrom('hot').execute()
    await at.context.close()
  })

  test('are offered to visitors under the search box, in their order, and lead to what they name', async () => {
    const column = await makeColumn(server, '公告')
    const { value } = await admin.call('article.saveAdmin', {
      columnId: column,
      title: '征集提案线索',
      content: '<p>正文</p>',
    })
    for (const move of ['article.accept', 'article.approve'])
      await admin.call(move, { items: [{ articleId: value.articleId }] })
    await admin.call('hot.add', { name: '协商', sort: 2 })
    await admin.call('hot.add', { name: '提案', sort: 1 })
    await admin.call('hot.add', { name: '旧词', enabled: 0 })
    await admin.call('generate.generateIndex')
    const at = await sitDown(browser, server, null)
    const { page } = at
    await page.goto(`${server.url}/site/`)
    const links = page.getByRole('search').getByRole('link')
    await links.first().waitFor()
    await expect.poll(() => links.allTextContents()).toEqual(['提案', '协商'])
    await links.first().click()
    await page.getByText('找到 1 篇').waitFor()
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('Enter and Ctrl+S ask, then save; the focus comes to the first field and goes back to where it was', async () => {
    const at = await sitDown(browser, server, admin)
    const { page } = at
    await at.go('/main/system/hotWord')
    const trigger = page.getByRole('button', { name: '新增热词' })
    await trigger.focus()
    await page.keyboard.press('Enter')
    const word = page.getByRole('dialog').getByLabel('热词')
    const isFocused = (of: typeof word) => of.evaluate((element) => element === document.activeElement)
    await word.waitFor()
    await expect.poll(() => isFocused(word)).toBe(true)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').locator('.ant-form-item-explain-error').waitFor()
    await page.keyboard.type('丙')
    const agree = async () => {
      const question = page.getByRole('dialog').filter({ hasText: '保存后随即显示在网站上' })
      await question.getByRole('button', { name: '保存' }).click()
    }
    await page.keyboard.press('Control+s')
    await agree()
    await page.getByRole('dialog', { name: '编辑热词' }).waitFor()
    await expect.poll(() => isFocused(word)).toBe(true)
    await page.keyboard.type('丙')
    await page.keyboard.press('Enter')
    await agree()
    await page.getByRole('row', { name: /丙/ }).waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(() => isFocused(trigger)).toBe(true)
    expect((await admin.call('hot.list', { name: '丙' })).value.list).toMatchObject([{ name: '丙丙' }])
    expect(at.faults).toEqual([])
    await at.context.close()
  })
})
