import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeArticles } from '../support/articles.ts'
import { axeFaults, browserTests, openBrowser, sitDown } from '../support/browser.ts'
import { makeColumn, type Person, startServer, type TestServer } from '../support/server.ts'

browserTests('the search page of the site', () => {
  let server: TestServer
  let browser: Browser
  let admin: Person
  let articleId: string
  beforeAll(async () => {
    server = await startServer()
    admin = await server.person({ roles: ['admin'] })
    const columnId = await makeColumn(server)
    const publish = async (title: string, content: string) => {
      const { value } = await admin.call('article.saveAdmin', { columnId, title, content })
      for (const move of ['accept', 'approve'])
        await admin.call(`article.${move}`, { items: [{ articleId: value.articleId }] })
      return value.articleId as string
    }
    await makeArticles(server, 21, { columnId, status: 2, by: admin.userId })
    articleId = await publish('<i>防汛</i>值守', '<p>各站备足沙袋，<b>沙袋</b>到位。</p>')
    await admin.call('generate.all')
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  test.each([1280, 390])('%i px: words in the texts are found and marked, page by page', async (width) => {
    const at = await sitDown(browser, server, null, { width })
    const { page } = at
    await page.goto(`${server.url}/site/search.html`)
    await page.getByRole('main').getByRole('searchbox').fill('沙袋')
    await page.getByRole('main').getByRole('button', { name: '检索' }).click()
    await page.getByRole('status').getByText('找到 1 篇。').waitFor()
    const hit = page.getByRole('main').getByRole('listitem')
    expect(await hit.locator('mark').allTextContents()).toEqual(['沙袋', '沙袋'])
    expect(await hit.getByRole('link').textContent()).toBe('<i>防汛</i>值守')
    expect(await axeFaults(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    await hit.getByRole('link').click()
    await page.waitForURL(`**/site/a/0/${articleId}.html`)

    await page.goto(`${server.url}/site/search.html?q=主席会议`)
    await page.getByRole('status').getByText('找到 21 篇，第 1 / 2 页。').waitFor()
    await page.getByRole('navigation', { name: '分页' }).getByRole('link', { name: '下一页' }).click()
    await page.getByRole('status').getByText('第 2 / 2 页').waitFor()
    expect(await hit.count()).toBe(1)
    await page.getByLabel('时间').selectOption('一年内')
    await page.getByRole('main').getByRole('button', { name: '检索' }).click()
    await page.getByRole('status').getByText('第 1 / 2 页').waitFor()
    expect(await page.getByLabel('时间').inputValue()).toBe('4')
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('a published letter is found by what was answered; withdrawn it is found no more', async () => {
    const dept = (await admin.call('dept.save', { name: '城管局' })).value.id
    const sent = {
      title: '东街路灯不亮',
      type: 1,
      content: '已有一周',
      name: '周小雨',
      phone: '13900001234',
      openFlag: 1,
    }
    const { id } = (await admin.call('mail.add', sent)).value
    await admin.call('mail.examine', { ids: [id] })
    await admin.call('mailForum.deptSave', { id, deptId: dept })
    await admin.call('mailForum.save', { id, deptId: dept, content: '电缆已经更换' })
    await admin.call('mail.publish', { items: [{ id }] })
    await admin.call('generate.all')
    const at = await sitDown(browser, server, null)
    const { page } = at
    const found = async () => {
      await page.goto(`${server.url}/site/search.html?q=电缆`)
      await page
        .getByRole('status')
        .getByText(/^(找到|没有)/)
        .waitFor()
      return page.getByRole('main').getByRole('listitem').getByRole('link').allTextContents()
    }
    await expect.poll(found, { timeout: 20_000 }).toEqual(['东街路灯不亮'])
    await admin.call('mail.withdraw', { items: [{ id, reason: '涉及个人隐私' }] })
    await expect.poll(found, { timeout: 20_000 }).toEqual([])
    await at.context.close()
  })

  test.each([1280, 390])(
    '%i px: titles and hot words are offered while one types, chosen by key or press',
    async (width) => {
      await admin.call('hot.add', { name: `防汛热线${width}`, sort: 1, enabled: 1 })
      const at = await sitDown(browser, server, null, { width })
      const { page } = at
      await page.goto(`${server.url}/site/search.html`)
      const field = page.locator('#q')
      // what is offered comes from an index that follows, and a page's script takes hold of its field by and by
      const offered = (title: string) =>
        expect
          .poll(
            async () => {
              await field.fill('')
              await field.focus()
              await page.locator('#q[role=combobox]').waitFor()
              await field.pressSequentially('防汛', { delay: 20 })
              const option = page.getByRole('option', { name: title })
              return option.waitFor({ timeout: 1500 }).then(
                () => true,
                () => false,
              )
            },
            { timeout: 20_000 },
          )
          .toBe(true)
      await offered('值守')
      // not those of the fields for column and time
      const offers = page.getByRole('main').locator('[role=option]')
      await expect.poll(() => offers.allTextContents()).toContain('<i>防汛</i>值守')
      expect(await axeFaults(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      await field.press('Escape')
      await offers.first().waitFor({ state: 'detached' })
      await field.pressSequentially('热')
      await offers.first().waitFor()
      await field.press('ArrowDown')
      expect(await offers.first().getAttribute('aria-selected')).toBe('true')
      await field.press('Enter')
      await page.waitForURL(/[?]q=/)
      await page.getByRole('status').getByText('没有找到包含').waitFor()
      await offered('值守')
      await page.getByRole('option', { name: '值守' }).click()
      await page.waitForURL(`**/site/a/0/${articleId}.html`)
      expect(at.faults).toEqual([])
      await at.context.close()
    },
  )
})
