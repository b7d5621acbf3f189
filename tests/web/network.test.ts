import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeArticles } from '../support/articles.ts'
import { browserTests, captchaOf, type Desk, openBrowser, sitDown } from '../support/browser.ts'
import { adminPassword } from '../support/process.ts'
import { type Rough, roughen } from '../support/rough.ts'
import { anArticle, makeColumn, type Person, startServer, type TestServer } from '../support/server.ts'

/** What the browser itself says of a call that failed. */
const expected = /Failed to load resource|ERR_FAILED/

browserTests('over a bad line', () => {
  let server: TestServer
  let browser: Browser
  let column: number
  let writer: Person
  let admin: Person
  let at: Desk
  let page: Page
  let line: Rough

  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' })
  const field = (name: string) => page.getByLabel(name, { exact: true })
  const retry = () => page.locator('main').getByRole('button', { name: '重试' })
  const failure = () => page.locator('.ant-message-error, .ant-notification-notice-error')
  const said = (text: string) => page.locator('.ant-message').getByText(text).first().waitFor()
  const logged = (call: string) =>
    server.parts.db.read.selectFrom('log').select('targetIds').where('call', '=', call).execute()
  /** What a call was done to, as the log has it. */
  const called = async (call: string) =>
    (await logged(call)).flatMap((row) => JSON.parse(row.targetIds ?? '[]') as string[])
  const titled = async (title: string) =>
    (await admin.call('article.list', { title })).value.list as { articleId: string; status: number }[]

  /** Waits for something to be there, and presses 重试 wherever the screen offers it. */
  async function patiently(ready: Locator) {
    for (let tries = 0; tries < 6; tries++) {
      await ready.first().or(retry()).first().waitFor()
      if (await ready.first().isVisible()) return
      await retry().click()
      await retry().waitFor({ state: 'hidden' })
    }
    throw new Error(`没有等到 ${ready}`)
  }
  async function sit(path: string, ready: (page: Page) => Locator, person: Person | null = admin) {
    at = await sitDown(browser, server, person, { expected })
    page = at.page
    line = await roughen(page)
    await at.go(path)
    await patiently(ready(page))
  }
  async function leave() {
    expect(at.faults).toEqual([])
    await at.context.close()
  }

  beforeAll(async () => {
    server = await startServer()
    column = await makeColumn(server)
    await makeColumn(server, '通知公告')
    writer = await server.person({ roles: ['staff'], columns: [column] })
    admin = await server.person({ roles: ['admin'], password: adminPassword })
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  test('signing in: what was typed stays, and a picture that did not come is asked for again', async () => {
    at = await sitDown(browser, server, null, { expected })
    page = at.page
    line = await roughen(page)
    line.next('/suggest/code', 'cut')
    line.next('/user/login', 'busy')
    await at.go('/')
    await page.getByText('点击重试').click()
    const solve = async () => field('验证码').fill(await captchaOf(page, server))
    await field('账号').fill(admin.account)
    await field('密码').fill(adminPassword)
    await solve()
    const old = await page.getByRole('img', { name: '验证码图片' }).getAttribute('src')
    // looked for from before the press: it stands there no longer than the line takes
    await Promise.all([button('正在登录……').waitFor(), button('登录').dblclick()])
    await page.locator('.form-error').waitFor()
    await expect.poll(() => field('密码').inputValue()).toBe(adminPassword)
    await expect.poll(() => page.getByRole('img', { name: '验证码图片' }).getAttribute('src')).not.toBe(old)
    await solve()
    await button('登录').click()
    await page.waitForURL('**/main/home/audit')
    await patiently(page.locator('main').getByText(/待初审/))
    expect(line.of('/user/login')).toHaveLength(2)
    await expect.poll(() => logged('auth.login')).toHaveLength(1)
    await leave()
  }, 60_000)

  test('a list that does not come says so; 重试 brings it', async () => {
    await makeArticles(server, 3, { columnId: column, status: 3, by: admin.userId, title: '慢' })
    await sit('/main/article/essay', (p) => p.getByRole('row', { name: /慢/ }))
    line.next('/api/article/list', 'cut', 'busy')
    await page.getByLabel('标题', { exact: true }).fill('慢')
    await button('查询').click()
    await page.locator('main').getByRole('alert').waitFor()
    await expect.poll(() => failure().count()).toBe(0)
    await expect.poll(() => field('标题').inputValue()).toBe('慢')
    await retry().click()
    await patiently(page.getByText('共 3 条'))
    await leave()
  }, 60_000)

  test('a new article is made once, however often it was sent', async () => {
    await sit('/main/article/essay/add', (p) => p.getByRole('textbox', { name: '正文' }))
    await field('标题').fill('线路不好时写的')
    await page.getByRole('combobox', { name: '栏目' }).click()
    await page.getByTitle('政协要闻').click()
    await page.getByRole('textbox', { name: '正文' }).click()
    await page.keyboard.type('正文')
    const path = '/api/article/save/admin'
    line.next(path, 'lost', 'busy', 'pass')
    await button('存为草稿').dblclick()
    await page.locator('.ant-btn-loading').waitFor()
    await failure().first().waitFor()
    await expect.poll(() => field('标题').inputValue()).toBe('线路不好时写的')
    await button('存为草稿').dblclick()
    await page.getByText('服务器异常').waitFor()
    await button('存为草稿').click()
    await said('保存成功')
    expect(line.of(path).map(({ fate }) => fate)).toEqual(['lost', 'busy', 'pass'])
    expect(new Set(line.of(path).map(({ key }) => key)).size).toBe(1)
    await expect.poll(() => titled('线路不好时写的')).toHaveLength(1)
    await expect.poll(() => called('article.saveAdmin')).toHaveLength(1)
    await leave()
  }, 60_000)

  test('a change is made once, and its lost answer is no conflict with oneself', async () => {
    const { value } = await admin.call('article.saveAdmin', anArticle(column, { title: '待改', status: 3 }))
    await sit(`/main/article/essay/${value.articleId}`, (p) => p.getByRole('textbox', { name: '正文' }))
    const path = '/api/article/update'
    line.next(path, 'busy', 'lost', 'pass')
    await field('标题').fill('改好了')
    for (const _ of [1, 2]) {
      await button('保存').click()
      await failure().first().waitFor()
      await expect.poll(() => page.locator('.ant-btn-loading').count()).toBe(0)
      await expect.poll(() => field('标题').inputValue()).toBe('改好了')
    }
    await button('保存').click()
    await said('保存成功')
    expect(new Set(line.of(path).map(({ key }) => key)).size).toBe(1)
    await expect.poll(() => called('article.update')).toEqual([value.articleId])
    await leave()
  }, 60_000)

  test('auditing by keys: each one once, and a reason that did not go through is still there', async () => {
    const ids: string[] = []
    for (const n of [1, 2, 3]) {
      ids.push((await writer.call('article.saveRole', anArticle(column, { title: `待审 ${n}` }))).value.articleId)
      server.clock.now += 60_000
    }
    await sit('/main/home/audit', (p) => p.locator('.queue [aria-current]', { hasText: '待审 1' }))
    await page.locator('.reading[aria-label="待审 1"][aria-busy=false]').waitFor()
    // repeated by the client itself
    line.next('/api/article/accept', 'lost', 'pass')
    await page.keyboard.press('a')
    await page.keyboard.press('a')
    await page.getByText('《待审 1》已初审通过').waitFor()
    await page.locator('.reading[aria-label="待审 2"][aria-busy=false]').waitFor()
    // twice in vain, then by the user
    line.next('/api/article/accept', 'cut', 'busy', 'pass')
    await page.keyboard.press('a')
    await failure().first().waitFor()
    await page.locator('.queue [aria-current]', { hasText: '待审 2' }).waitFor()
    await page.keyboard.press('a')
    await page.locator('.reading[aria-label="待审 3"][aria-busy=false]').waitFor()
    line.next('/api/article/acceptReject', 'cut', 'cut', 'pass')
    await page.keyboard.press('r')
    await field('理由').fill('请注明来源')
    await page.getByRole('dialog').getByRole('button', { name: '驳回' }).dblclick()
    await page.getByText('网络连接失败，请检查网络后重试').first().waitFor()
    await expect.poll(() => field('理由').inputValue()).toBe('请注明来源')
    await page.getByRole('dialog').getByRole('button', { name: '驳回' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await patiently(page.getByText('没有待初审的文章'))
    await expect.poll(() => called('article.accept')).toEqual(ids.slice(0, 2))
    await expect.poll(() => called('article.acceptReject')).toEqual(ids.slice(2))
    await leave()
  }, 60_000)

  test('thirty at once: the rest waits for 重试, and nothing is done twice', async () => {
    const ids = await makeArticles(server, 30, { columnId: column, status: 1, by: writer.userId, title: '三十篇' })
    const before = await called('article.accept')
    await sit('/main/article/essay?status=1&size=30&title=%E4%B8%89%E5%8D%81%E7%AF%87', (p) => p.getByText('共 30 条'))
    await page.getByRole('checkbox', { name: '选择本页' }).check()
    line.next('/api/article/accept', 'cut', 'lost', 'pass')
    await button('初审通过（30）').click()
    await page.getByRole('dialog').getByRole('button', { name: '初审通过' }).dblclick()
    const dialog = page.getByRole('dialog', { name: '初审通过' })
    await dialog.getByText('网络连接失败，请检查网络后重试').waitFor()
    // the dialog says it, and nothing lies upon it
    expect(await page.locator('.ant-message-notice').count()).toBe(0)
    await dialog.getByRole('button', { name: '重试' }).click()
    await said('成功 30 项')
    await dialog.waitFor({ state: 'detached' })
    await patiently(page.getByText('共 0 条'))
    const done = (await called('article.accept')).slice(before.length)
    expect([...done].sort()).toEqual([...ids].sort())
    expect(new Set(line.of('/api/article/accept').map(({ key }) => key)).size).toBe(1)
    await leave()
  }, 60_000)

  test('columns: a move and a change, each once', async () => {
    await sit('/main/article/column', (p) => p.getByRole('treeitem', { name: '通知公告' }))
    await page.getByRole('treeitem', { name: '通知公告' }).click()
    line.next('/x/column/arrange', 'lost', 'pass')
    await button('上移').dblclick()
    await said('保存成功')
    await expect.poll(() => called('column.arrange')).toHaveLength(2)
    const [first] = (await admin.call('column.tree')).value
    expect(first.categoryTitle).toBe('通知公告')
    line.next('/column/edit', 'lost', 'busy', 'pass')
    await field('栏目名称').fill('公告')
    for (const _ of [1, 2]) {
      await button('保存').click()
      await failure().first().waitFor()
      await expect.poll(() => page.locator('.ant-btn-loading').count()).toBe(0)
      await expect.poll(() => field('栏目名称').inputValue()).toBe('公告')
    }
    await button('保存').click()
    await expect.poll(() => page.getByText('有未保存的修改').count()).toBe(0)
    await expect.poll(() => called('column.edit')).toEqual([first.columnId])
    await leave()
  }, 60_000)

  test('generation: started once; the screen finds the run whose answer was lost', async () => {
    await sit('/main/article/static', (p) => p.getByText('还没有生成过。'))
    line.next('/x/generate/all', 'lost')
    await button('开始生成').dblclick()
    await page.getByText('网络连接失败，请检查网络后重试').first().waitFor()
    await patiently(page.getByText(/^生成完成，共 \d+ 个页面/))
    const jobs = await server.parts.db.read.selectFrom('job').select('id').execute()
    expect(jobs).toHaveLength(1)
    await expect.poll(() => logged('generate.all')).toHaveLength(1)
    // nothing of the run is to be seen: pressed again, it is the same one
    const reads = '/x/generate/job'
    line.next(reads, ...Array<'cut'>(20).fill('cut'))
    line.next('/x/generate/all', 'lost', 'pass')
    for (const _ of [1, 2]) {
      await button('开始生成').click()
      await page.locator('.ant-btn-loading').waitFor()
      await expect.poll(() => page.locator('.ant-btn-loading').count()).toBe(0)
    }
    line.next(reads)
    const [, lost, again] = line.of('/x/generate/all')
    expect(again?.key).toBe(lost?.key)
    await expect.poll(() => logged('generate.all')).toHaveLength(2)
    await leave()
  }, 60_000)
})
