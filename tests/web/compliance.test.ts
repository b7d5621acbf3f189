import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFaults, browserTests, openBrowser, sitDown } from '../support/browser.ts'
import { anArticle, makeColumn, type Person, startServer, type TestServer } from '../support/server.ts'

const day = 86_400_000

browserTests('the screen of 合规检查', () => {
  let server: TestServer
  let browser: Browser
  let admin: Person
  beforeAll(async () => {
    server = await startServer()
    admin = await server.person({ roles: ['admin'] })
    const column = await makeColumn(server, '政协要闻')
    const { articleId } = (await admin.call('article.saveAdmin', anArticle(column))).value
    const { db } = server.parts
    await db.write
      .updateTable('article')
      .set({ status: 2, publishTime: server.clock.now - 13 * day })
      .where('id', '=', Number(articleId))
      .execute()
    for (const title of ['路灯不亮', '井盖破损']) {
      const sent = { title, type: 0, content: '内容', name: '周小雨', phone: '13900001234', openFlag: 0 }
      const { id } = (await admin.call('mail.add', sent)).value
      await db.write
        .updateTable('mail')
        .set({ createdAt: server.clock.now - 70 * day })
        .where('id', '=', Number(id))
        .execute()
    }
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })
  beforeAll(async () => {
    browser = await openBrowser()
  })

  test.each([1440, 390])('%i px: what stands badly, by which rule, and the rows behind it', async (width) => {
    const at = await sitDown(browser, server, admin, { width })
    const { page } = at
    await at.go('/main/content/compliance')
    await page.getByText('项预警：首页更新').waitFor()
    expect(await axeFaults(page)).toEqual([])
    const row = page.getByRole('row', { name: '来信久未答复' })
    expect(await row.textContent()).toContain('2 封')
    expect(await row.textContent()).toContain('国办秘函〔2019〕19号')
    await page.getByRole('link', { name: '来信久未答复的明细：2 条' }).click()
    await page.getByText('共 2 条').waitFor()
    await page.goBack()
    await page.getByRole('link', { name: '各栏目的更新情况' }).click()
    await page.getByRole('link', { name: '政协要闻' }).click()
    await page.getByText('共 1 条').waitFor()
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('the yearly table leads from a number to its rows', async () => {
    const at = await sitDown(browser, server, admin)
    const { page } = at
    await at.go('/main/content/compliance/yearly?of=2026')
    await page.getByRole('link', { name: '发布信息总数的明细：1 条' }).waitFor()
    expect(await axeFaults(page)).toEqual([])
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /导\s?出/ }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/^政府网站工作年度报表-2026.*\.xlsx$/)
    await page.getByRole('link', { name: '收到留言数量的明细：2 条' }).click()
    await page.getByText('共 2 条').waitFor()
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('a government is judged by its yearly reports too', async () => {
    const at = await sitDown(browser, server, admin)
    const { page } = at
    await at.go('/main/content/compliance')
    await page.getByRole('row', { name: '提案超期' }).waitFor()
    await page.getByText('政府网站', { exact: true }).click()
    await page.getByRole('row', { name: '政府网站工作年度报表' }).waitFor()
    await expect.poll(() => page.getByRole('row', { name: '提案超期' }).count()).toBe(0)
    await at.context.close()
  })
})
