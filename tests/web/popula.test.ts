import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFaults, browserTests, openBrowser, sitDown } from '../support/browser.ts'
import { type Person, startServer, type TestServer } from '../support/server.ts'

browserTests('the screen of 推荐链接', () => {
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
    await at.go('/main/article/popula')
    await page.getByText('不记录访问者的个人信息').waitFor()
    await page.getByRole('button', { name: '新增推荐链接' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('名称').fill('政务服务网')
    await dialog.getByLabel('链接地址').fill('zw.example.gov.cn')
    await dialog.getByRole('button', { name: '保存' }).click()
    await dialog.locator('.ant-form-item-explain-error').waitFor()
    await dialog.getByLabel('链接地址').fill('https://zw.example.gov.cn/')
    expect(await axeFaults(page)).toEqual([])
    await dialog.getByRole('button', { name: '保存' }).click()
    const row = page.getByRole('row', { name: /政务服务网/ })
    await row.waitFor()
    const [{ id }] = (await admin.call('popula.list')).value.list
    await server.anyone.call('popula.click', { id })
    await page.getByRole('button', { name: '刷新' }).click()
    await row.getByRole('cell', { name: '1', exact: true }).waitFor()
    await row.getByRole('button', { name: '编辑' }).click()
    await dialog.getByLabel('名称').fill('一网通办')
    await dialog.getByRole('button', { name: '保存' }).click()
    const changed = page.getByRole('row', { name: /一网通办/ })
    await changed.getByRole('checkbox').check()
    await page.getByRole('button', { name: '删除（1）' }).click()
    await page.getByRole('textbox', { name: /请输入项数 1 确认/ }).fill('1')
    await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
    await changed.waitFor({ state: 'detached' })
    expect((await admin.call('popula.list')).value.total).toBe(0)
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('stand on the front page, and who follows one is counted', async () => {
    const { value } = await admin.call('popula.add', { name: '机关服务', url: '/site/map.html' })
    await admin.call('generate.generateIndex')
    const at = await sitDown(browser, server, null)
    await at.page.goto(`${server.url}/site/`)
    const link = at.page.getByRole('region', { name: '推荐链接' }).getByRole('link', { name: '机关服务' })
    await link.click()
    await at.page.waitForURL(/map\.html$/)
    const hits = async () => (await admin.call('popula.get', { id: value.id })).value.hits
    await expect.poll(hits).toBe(1)
    const phone = await sitDown(browser, server, admin, { width: 390 })
    await phone.go('/main/article/popula')
    await expect.poll(() => phone.page.locator('.card-leads').first().textContent()).toMatch(/^点击\S* 1$/)
    await phone.context.close()
    expect(at.faults).toEqual([])
    await at.context.close()
  })
})
