import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeArticles } from '../support/articles.ts'
import { browserTests, captchaOf, type Desk, openBrowser, sitDown } from '../support/browser.ts'
import { focused, questionFocused, tabTo, walk } from '../support/keyboard.ts'
import { adminPassword } from '../support/process.ts'
import { allScreens } from '../support/screens.ts'
import { anArticle, makeColumn, type Person, startServer, type TestServer } from '../support/server.ts'

browserTests('without a mouse', () => {
  let server: TestServer
  let browser: Browser
  let column: number
  let admin: Person
  let at: Desk
  let page: Page

  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' })
  const field = (name: string) => page.getByLabel(name, { exact: true })
  const press = (...keys: string[]) =>
    keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve())
  const type = (text: string) => page.keyboard.type(text)
  const said = (text: string | RegExp) => page.locator('.ant-message').getByText(text).first().waitFor()
  const tab = (name: string | RegExp) => tabTo(page, button(name))
  const fill = async (name: string, text: string) => {
    await tabTo(page, field(name))
    await type(text)
  }
  /** By Tab from where a dangerous question begins. */
  async function agreeTo(word: string) {
    await tabTo(page, page.getByRole('dialog').getByRole('button', { name: word, exact: true }))
    await press('Enter')
  }
  async function sit(path: string, ready: string) {
    at = await sitDown(browser, server, admin)
    page = at.page
    await at.go(path)
    await page.locator('main').getByText(ready).first().waitFor()
  }
  async function leave() {
    expect(at.faults).toEqual([])
    await at.context.close()
  }

  beforeAll(async () => {
    server = await startServer()
    column = await makeColumn(server)
    await makeColumn(server, '通知公告')
    await makeColumn(server, '提案工作')
    const writer = await server.person({ roles: ['staff'], columns: [column] })
    for (const n of [1, 2, 3, 4]) {
      await writer.call('article.saveRole', anArticle(column, { title: `第 ${n} 篇` }))
      server.clock.now += 60_000
    }
    admin = await server.person({ roles: ['admin'], name: '林知远', password: adminPassword })
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  describe('every stop of the Tab key is to be seen, and none holds it', () => {
    beforeAll(() => sit('/main/home/audit', '待初审'))
    afterAll(() => leave())
    test.each(allScreens)('%s', async (path, ready) => {
      await at.go(path)
      await page.locator('main').getByText(ready).first().waitFor()
      await expect.poll(() => page.locator('.loading').count()).toBe(0)
      expect(await walk(page)).toEqual([])
    })
  })

  test('in, about, and out', async () => {
    at = await sitDown(browser, server, null)
    page = at.page
    await at.go('/')
    const letters = await captchaOf(page, server)
    await expect.poll(() => focused(page)).toContain('input')
    await type(admin.account)
    await press('Tab')
    await type(adminPassword)
    await press('Tab')
    await type(letters)
    await press('Enter')
    await page.waitForURL('**/main/home/audit')
    await page.locator('main').getByText('待初审').first().waitFor()
    // past the bars into the content
    await press('Tab')
    await expect.poll(() => focused(page)).toBe('a 跳到内容')
    await press('Enter', 'Tab')
    await expect.poll(() => focused(page)).toContain('待初审')
    await press('Control+k')
    await type('栏目')
    await page.getByRole('option', { name: '栏目管理' }).waitFor()
    await press('Enter')
    await page.waitForURL('**/article/column')
    await tabTo(page, page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '操作日志' }))
    await press('Enter')
    await page.waitForURL('**/userOperationLogInfo')
    await tabTo(page, button(/^用户/), 'Shift+Tab')
    await press('Enter')
    await expect.poll(() => focused(page)).toContain('快捷键')
    await press('Escape')
    await expect.poll(() => focused(page)).toContain('用户')
    await press('Enter')
    await expect.poll(() => focused(page)).toContain('快捷键')
    await press('ArrowDown')
    await expect.poll(() => focused(page)).toContain('修改密码')
    await press('ArrowDown')
    for (const entry of ['动态口令', '登录情况', '脚本令牌']) {
      await expect.poll(() => focused(page)).toContain(entry)
      await press('ArrowDown')
    }
    await expect.poll(() => focused(page)).toContain('退出登录')
    await press('Enter')
    await page.waitForURL('**/web/')
    await leave()
  })

  test('audit: read, reject with a reason, accept; the focus comes back', async () => {
    await sit('/main/home/audit', '第 1 篇')
    await press('j')
    await page.locator('.queue [aria-current]', { hasText: '第 2 篇' }).waitFor()
    await tab('驳回 R')
    await press('Enter')
    await page.getByRole('dialog').waitFor()
    await expect.poll(() => focused(page)).toContain('理由')
    await press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toContain('驳回')
    await press('r')
    await expect.poll(() => focused(page)).toContain('理由')
    await type('请补充来源')
    await press('Control+Enter')
    await page.getByText('《第 2 篇》已驳回').waitFor()
    await page.locator('.reading[aria-label="第 3 篇"][aria-busy=false]').waitFor()
    await press('a')
    await page.locator('.queue-title', { hasText: '第 3 篇' }).waitFor({ state: 'detached' })
    await leave()
  })

  test('a new article: every field, the editor, and saved', async () => {
    await sit('/main/article/essay', '新增文章')
    await tab('新增文章')
    await press('Enter')
    await expect.poll(async () => field('标题').evaluate((e) => e === document.activeElement)).toBe(true)
    await type('全凭键盘写成')
    await tab('撤销')
    await press('Home', 'ArrowRight', 'Tab')
    await expect.poll(() => focused(page)).toContain('正文')
    await press('Control+b')
    await type('会议听取了通报。')
    await tabTo(page, page.getByRole('combobox', { name: '栏目' }))
    await type('通知')
    await press('Enter')
    await tabTo(page, field('发布时间'))
    await type('2026')
    await press('ArrowRight')
    await type('0102')
    await fill('来源', '办公室')
    await fill('摘要', '摘要文字')
    await tabTo(page, page.getByText('更多：'))
    await press('Enter')
    await fill('副标题', '副题')
    await fill('关键词', '会议')
    await tabTo(page, page.getByRole('combobox', { name: '图文类型' }))
    await press('Enter', 'ArrowDown', 'Enter')
    await fill('原文地址', 'https://example.org/1')
    await fill('排序', '3')
    await tab('存为草稿')
    await press('Enter')
    await said('保存成功')
    await page.waitForURL(/essay\/\d+$/)
    const [row] = (await admin.call('article.list', { title: '全凭键盘' })).value.list
    const { value } = await admin.call('article.view', { articleId: row.articleId })
    expect(value).toMatchObject({
      subtitle: '副题',
      columnName: '通知公告',
      source: '办公室',
      summary: '摘要文字',
      keywords: '会议',
      newsType: 1,
      sourceUrl: 'https://example.org/1',
      sort: 3,
      status: 3,
    })
    expect(value.content).toContain('<strong>会议听取了通报。</strong>')
    await leave()
  })

  test('the list: filter, mark, preview, delete; then back from the bin', async () => {
    await makeArticles(server, 3, { columnId: column, status: 3, by: admin.userId, title: '待删除' })
    await sit('/main/article/essay', '新增文章')
    await press('/')
    await type('待删除（')
    await press('Enter')
    await page.getByText('共 3 条').waitFor()
    await tabTo(page, button(/^预览/).first())
    await press('Enter')
    await page.getByRole('dialog').waitFor()
    await press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toContain('预览')
    await tabTo(page, page.getByRole('checkbox', { name: '选择本页' }), 'Shift+Tab')
    await press('Space')
    await page.getByText('已选 3 项').waitFor()
    await tabTo(page, button('删除（3）'), 'Shift+Tab')
    await press('Enter')
    await page.getByRole('dialog').waitFor()
    // a dangerous question begins at 取消
    await questionFocused(page, /取消/)
    await agreeTo('删除')
    await said('成功 3 项')
    await page.getByText('共 0 条').waitFor()
    await tabTo(page, page.getByRole('link', { name: '回收站' }), 'Shift+Tab')
    await press('Enter')
    await page.waitForURL('**/recycle')
    await page.getByText('共 3 条').waitFor()
    await tabTo(page, page.getByRole('checkbox', { name: '选择本页' }))
    await press('Space')
    await tabTo(page, button('恢复（3）'), 'Shift+Tab')
    await press('Enter')
    await questionFocused(page, /恢复|确定/)
    await press('Enter')
    await said('成功 3 项')
    await page.getByText('共 0 条').waitFor()
    await leave()
  })

  test('history: compare, and go back to a step', async () => {
    const made = await admin.call('article.saveAdmin', anArticle(column, { title: '旧题', status: 3 }))
    const articleId = made.value.articleId
    await admin.call('article.update', { articleId, title: '新题' })
    await sit(`/main/article/essay/${articleId}/history`, '新题')
    await tabTo(page, button(/^1\./))
    await press('Enter')
    await tab('恢复到这一步')
    await press('Enter')
    await questionFocused(page, /恢复|确定/)
    await press('Enter')
    await said('操作成功')
    await page.waitForURL(`**/essay/${articleId}`)
    await expect.poll(() => field('标题').inputValue()).toBe('旧题')
    await leave()
  })

  test('columns: choose, change, move, make, delete', async () => {
    await sit('/main/article/column', '新增栏目')
    const tree = async () =>
      (await admin.call('column.tree')).value.map((n: { categoryTitle: string }) => n.categoryTitle).join(' ')
    await tabTo(page, page.getByRole('tree'))
    await press('ArrowDown', 'Alt+ArrowDown')
    await expect.poll(tree).toBe('政协要闻 提案工作 通知公告')
    await press('Enter')
    await tabTo(page, button('上移'))
    await press('Enter')
    await expect.poll(tree).toBe('政协要闻 通知公告 提案工作')
    await expect.poll(() => focused(page)).toContain('上移')
    await fill('栏目名称', '公告')
    await press('Control+s')
    await questionFocused(page, /取消/)
    await agreeTo('保存')
    await expect.poll(tree).toContain('公告')
    await tabTo(page, button('新增栏目'), 'Shift+Tab')
    await press('Enter')
    await fill('栏目名称', '专题')
    await press('Control+s')
    await agreeTo('保存')
    await expect.poll(tree).toContain('专题')
    await tab('删除')
    await press('Enter')
    await questionFocused(page, /取消/)
    await agreeTo('删除')
    await expect.poll(tree).not.toContain('专题')
    await expect.poll(() => focused(page)).not.toBe('')
    await leave()
  })

  test('generation: choose what, start, read the receipt', async () => {
    await sit('/main/article/static', '开始生成')
    await tabTo(page, page.getByRole('radio', { name: /全站/ }))
    await press('ArrowDown')
    await expect.poll(() => page.getByRole('radio', { name: /^首页/ }).isChecked()).toBe(true)
    await press('ArrowUp')
    await tab('开始生成')
    await press('Enter')
    await page.getByText(/^生成完成，共 \d+ 个页面/).waitFor()
    await expect.poll(() => focused(page)).toContain('开始生成')
    await leave()
  })

  test('the log: filter, read, check, export', async () => {
    await sit('/main/system/userOperationLogInfo', '核对日志')
    await press('/')
    await expect.poll(() => focused(page)).toContain('账号')
    await tab('展开')
    await press('Enter')
    await fill('接口', 'column.')
    await press('Enter')
    await page.getByRole('row', { name: /栏目/ }).first().waitFor()
    await tabTo(page, button('详情').first())
    await press('Enter')
    await page.getByRole('dialog').waitFor()
    await press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toContain('详情')
    await tabTo(page, button('核对日志'), 'Shift+Tab')
    await press('Enter')
    await said(/^日志完整，共 \d+ 条/)
    const download = page.waitForEvent('download')
    await tab('导出')
    await press('Enter')
    expect((await download).suggestedFilename()).toMatch(/^操作日志导出-/)
    await leave()
  })
})
