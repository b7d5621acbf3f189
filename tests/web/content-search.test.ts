import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFaults, browserTests, openBrowser, sitDown } from '../support/browser.ts'
import { anArticle, makeColumn, type Person, startServer, type TestServer } from '../support/server.ts'

browserTests('the screen of 内容检索', () => {
  let server: TestServer
  let browser: Browser
  let admin: Person
  beforeAll(async () => {
    server = await startServer()
    admin = await server.person({ roles: ['admin'] })
    browser = await openBrowser()
    const column = await makeColumn(server)
    const save = async (title: string, content: string) =>
      (await admin.call('article.saveAdmin', anArticle(column, { title, content }))).value.articleId
    await save('水厂简报', '<p>今年更换老旧管网十二公里。</p>')
    const articleId = await save('汛期值守', '<p>管网巡查每日两次。</p>')
    for (const move of ['accept', 'approve']) await admin.call(`article.${move}`, { items: [{ articleId }] })
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  test('from the search box to what texts hold, in the address; taken out of the search of the site and back', async () => {
    const at = await sitDown(browser, server, admin)
    const { page } = at
    await at.go('/main/article/essay')
    await page.getByRole('link', { name: '水厂简报', exact: true }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: '搜索菜单和文章' }).fill('老旧管网')
    await page.getByRole('option', { name: '在标题和正文中检索「老旧管网」' }).click()
    await page.waitForURL('**/main/article/contentSearch?keyword=*')
    await expect.poll(() => page.locator('.found-text mark').allTextContents()).toEqual(['老旧管网'])
    const field = page.getByLabel('标题或正文')
    await field.fill('管网')
    await field.press('Enter')
    await page.getByRole('link', { name: '汛期值守', exact: true }).waitFor()
    expect(await axeFaults(page)).toEqual([])
    const row = page.getByRole('row', { name: /汛期值守/ })
    await row.getByRole('checkbox').check()
    await page.getByRole('button', { name: '移出网站检索（1）' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '移出网站检索' }).click()
    await row.getByText('已移出').waitFor()
    const seek = { keyword: '管网', pageNumber: 1, pageSize: 10 }
    expect((await server.anyone.call('article.queryEsArticle', seek)).value.total).toBe(0)
    await row.getByRole('checkbox').check()
    await page.getByRole('button', { name: '编入网站检索（1）' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '编入网站检索' }).click()
    await row.getByText('可检索').waitFor()
    await page.getByRole('link', { name: '汛期值守', exact: true }).click()
    await page.waitForURL('**/essay/*')
    await page.goBack()
    await expect.poll(() => page.locator('.found-text mark').count()).toBe(2)
    expect(at.faults).toEqual([])
    await at.context.close()
  })
})
