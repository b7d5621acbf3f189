import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { browserTests, openBrowser, sitDown } from '../support/browser.ts'
import { anArticle, makeColumn, type Person, startServer, type TestServer } from '../support/server.ts'

browserTests('managing the site', () => {
  let server: TestServer
  let browser: Browser
  let admin: Person

  beforeAll(async () => {
    server = await startServer()
    for (const title of ['概况', '要闻', '公告']) await makeColumn(server, title)
    admin = await server.person({ roles: ['admin'] })
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  interface Node {
    categoryTitle: string
    children: Node[]
  }
  const outline = (nodes: Node[]): string =>
    nodes.map((n) => n.categoryTitle + (n.children.length > 0 ? `(${outline(n.children)})` : '')).join(' ')
  const tree = async () => outline((await admin.call('column.tree')).value)

  test('columns are ordered by dragging and by buttons, made, changed, and deleted', async () => {
    const at = await sitDown(browser, server, admin)
    const { page } = at
    await at.go('/main/article/column')
    const node = (title: string) => page.locator('.ant-tree-node-content-wrapper', { hasText: title })
    await node('公告').click()
    await page.getByRole('button', { name: '上移' }).click()
    await page.getByText('保存成功').waitFor()
    await expect.poll(() => tree()).toBe('概况 公告 要闻')
    await node('要闻').dragTo(node('概况'), { targetPosition: { x: 20, y: 20 }, sourcePosition: { x: 20, y: 12 } })
    await expect.poll(tree).toBe('概况 要闻 公告')
    await node('公告').click()
    await page.getByLabel('栏目名称').fill('通知公告')
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await expect.poll(tree).toBe('概况 要闻 通知公告')
    await node('通知公告').waitFor()
    await page.getByRole('button', { name: '新增栏目' }).click()
    // the form of the row before stands there until the new one does
    await expect.poll(() => page.getByLabel('栏目名称').inputValue()).toBe('')
    await page.getByLabel('栏目名称').fill('专题')
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await expect.poll(tree).toContain('专题')
    await page.locator('.tree-main').getByText('专题', { exact: true }).waitFor()
    await page.getByRole('button', { name: '删除' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
    await expect.poll(tree).toBe('概况 要闻 通知公告')
    // what is in a column is known here: nobody is asked for what will be refused
    const full = await makeColumn(server, '有文章的')
    await admin.call('article.saveAdmin', anArticle(full))
    await page.reload()
    await node('有文章的').click()
    await page.getByText('文章 1 篇').waitFor()
    await page.getByRole('button', { name: '删除' }).click()
    await page.getByText('栏目「有文章的」还有 1 篇文章（含回收站），不能删除，请先移走或删除它们').waitFor()
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('the site is generated, with a receipt', async () => {
    const at = await sitDown(browser, server, admin)
    const { page } = at
    await at.go('/main/article/static')
    await page.getByRole('button', { name: '开始生成' }).click()
    await page.getByText(/^生成完成，共 \d+ 个页面/).waitFor()
    await page.getByText('应有页面').waitFor()
    await page.getByText('文章发布、下架后，相关页面由系统自动更新；这里只列出手动生成和范围较大的更新。').waitFor()
    expect((await fetch(`${server.url}/site/`)).status).toBe(200)
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('the log is found, read with before and after, and checked', async () => {
    const at = await sitDown(browser, server, admin)
    const { page } = at
    await at.go('/main/system/userOperationLogInfo?keyword=%E4%BF%AE%E6%94%B9%E6%A0%8F%E7%9B%AE')
    await page.getByRole('button', { name: '详情' }).first().click()
    await page.getByRole('dialog').locator('ins').first().waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: '核对日志' }).click()
    await page
      .getByText(/^日志完整，共 \d+ 条，没有被改动或删除/)
      .first()
      .waitFor()
    await server.parts.db.write.updateTable('log').set({ result: '改过' }).where('id', '=', 2).execute()
    await page.getByRole('button', { name: '核对日志' }).click()
    const found = page.getByRole('dialog', { name: '日志有问题' })
    await found.getByText(/^第 2 号日志被改动过.*请保留现场.*请服务器管理员/).waitFor()
    expect(at.faults).toEqual([])
    await at.context.close()
  })
})
