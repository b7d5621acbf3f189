import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeArticles } from '../support/articles.ts'
import { browserTests, openBrowser, sitDown } from '../support/browser.ts'
import { paste } from '../support/paste.ts'
import { anArticle, makeColumn, type Person, startServer, type TestServer } from '../support/server.ts'

/** The editor hangs on its element. */
type Edited = HTMLElement & { editor: { state: { selection: { from: number } } } }

const search = (url: string) => Object.fromEntries(new URL(url).searchParams)

browserTests('what happens every day', () => {
  let server: TestServer
  let browser: Browser
  let news: number
  let notices: number
  let admin: Person
  let auditor: Person
  let writer: Person

  beforeAll(async () => {
    server = await startServer()
    // ages are reckoned from the browser's own clock
    server.clock.now = Date.now()
    news = await makeColumn(server, '政协要闻')
    notices = await makeColumn(server, '通知公告')
    admin = await server.person({ roles: ['admin'] })
    auditor = await server.person({ roles: ['auditor'] })
    writer = await server.person({ roles: ['staff'], columns: [news, notices] })
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })
  beforeEach(() => server.parts.db.write.deleteFrom('article').execute())

  const make = (count: number, status: number, title?: string, columnId = news) =>
    makeArticles(server, count, { columnId, status, by: writer.userId, ...(title && { title }) })

  test('a date is typed digit by digit, and searched for when it is one', async () => {
    const at = await sitDown(browser, server, admin)
    const { page } = at
    await at.go('/main/article/essay?startTime=2024-05-06')
    const from = page.getByLabel('发布时间起')
    for (const half of ['0002-05-06', '0020-05-06', '0202-05-06']) {
      await from.fill(half)
      await expect.poll(() => from.inputValue()).toBe(half)
    }
    expect(search(page.url())).toEqual({ startTime: '2024-05-06' })
    await from.fill('2026-05-06')
    await page.waitForURL('**/essay?startTime=2026-05-06')
    await from.fill('0202-05-06')
    await from.blur()
    await expect.poll(() => from.inputValue()).toBe('2026-05-06')
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('what narrows a list is in sight, and 重置 empties every field', async () => {
    const at = await sitDown(browser, server, admin)
    const { page } = at
    await at.go('/main/article/essay?endTime=2020-01-01')
    await expect.poll(() => page.getByLabel('发布时间止').inputValue()).toBe('2020-01-01')
    await page.getByLabel('标题', { exact: true }).fill('还没有查询')
    await page.getByRole('button', { name: '重置' }).click()
    await page.waitForURL('**/essay')
    await expect.poll(() => page.getByLabel('标题', { exact: true }).inputValue()).toBe('')
    await page.getByLabel('标题', { exact: true }).fill('又没有查询')
    await page.getByRole('button', { name: '重置' }).click()
    await expect.poll(() => page.getByLabel('标题', { exact: true }).inputValue()).toBe('')
    await at.context.close()
  })

  test('after the last page is done with, the page before it is shown', async () => {
    await make(11, 3)
    const at = await sitDown(browser, server, admin)
    const { page } = at
    await at.go('/main/article/essay?status=3&page=2')
    await page.getByRole('checkbox', { name: '选择本页' }).check()
    await page.getByRole('button', { name: '删除（1）' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
    await page.getByText('共 10 条').waitFor()
    await page.waitForURL('**/essay?status=3')
    await expect.poll(() => page.getByRole('checkbox', { name: /^选择《/ }).count()).toBe(10)
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('Enter in the search goes to what was typed, however slow the line', async () => {
    const [first] = await make(1, 3, '提案办理')
    // no menu entry has these words: entries come before articles
    const [second] = await make(1, 3, '年鉴公报')
    const at = await sitDown(browser, server, admin)
    const { page } = at
    await at.go('/main/article/essay/recycle')
    await page.getByText('回收站是空的。').waitFor()
    await page.keyboard.press('Control+k')
    const field = page.getByRole('combobox', { name: '搜索菜单和文章' })
    await field.fill('提案')
    await page.getByRole('option', { name: '提案办理' }).waitFor()
    const held = Promise.withResolvers<void>()
    await page.route('**/api/article/list*', async (route) => {
      await held.promise
      await route.continue()
    })
    await field.fill('年鉴')
    await field.press('Enter')
    expect(page.url()).not.toContain(`/essay/${first}`)
    held.resolve()
    await page.waitForURL(`**/essay/${second}`)
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('the recycle bin shows what was deleted last first, who did it and when; another order is a press away', async () => {
    const [early] = await make(1, 3, '先删的')
    const [late] = await make(1, 4, '后删的')
    for (const articleId of [early, late]) {
      await admin.call('article.delete', { items: [{ articleId }] })
      server.clock.now += 60_000
    }
    const at = await sitDown(browser, server, admin)
    const { page } = at
    await at.go('/main/article/essay/recycle')
    const titles = () => page.locator('tbody tr td:nth-child(2)').allTextContents()
    await expect.poll(titles).toEqual(['后删的（1）', '先删的（1）'])
    expect((await page.locator('thead th').allTextContents()).slice(1, 6)).toEqual([
      ...['标题', '栏目', '删除人', '删除时间', '删除前状态'],
    ])
    await page.getByRole('button', { name: '删除时间' }).click()
    await expect.poll(titles).toEqual(['先删的（1）', '后删的（1）'])
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('when nothing waits in the chosen column any more, the others come', async () => {
    await make(1, 1, '要闻一篇')
    await make(1, 1, '通知一篇', notices)
    const at = await sitDown(browser, server, auditor)
    const { page } = at
    await at.go('/main/home/audit')
    await page.getByRole('button', { name: /^政协要闻/ }).click()
    await page.getByRole('region', { name: '要闻一篇' }).waitFor()
    await page.getByRole('button', { name: /^初审通过/ }).click()
    await page.getByRole('region', { name: '通知一篇' }).waitFor()
    await page.getByRole('tab', { name: '1 待初审' }).waitFor()
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('the age of a pile is not that of the other pile of its column', async () => {
    const { now } = server.clock
    server.clock.now = now - 3.5 * 24 * 3_600_000
    await make(1, 0)
    server.clock.now = now
    await make(1, 1)
    await make(1, 1, '只有一堆', notices)
    const at = await sitDown(browser, server, auditor)
    const { page } = at
    await at.go('/main/home/audit')
    await page.getByRole('tab', { name: '2 待初审' }).click()
    await page.getByRole('button', { name: /^通知公告 1\s*最早/ }).waitFor()
    const age = async () => (await page.getByRole('button', { name: /^政协要闻 1/ }).textContent()) ?? ''
    const ofThisPile = await age()
    await page.getByRole('tab', { name: /待发布/ }).click()
    await expect.poll(age).not.toBe(ofThisPile)
    expect([ofThisPile, await age()]).toEqual([
      expect.stringMatching(/最早 (刚刚|\d+ 分钟前)/),
      expect.stringMatching(/最早 3 天前/),
    ])
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('an article that somebody else rejected leaves the pile when passing it is refused', async () => {
    const [id] = await make(1, 1, '同事先驳回')
    await make(1, 1, '下一篇')
    const at = await sitDown(browser, server, auditor)
    const { page } = at
    await at.go('/main/home/audit')
    await page.getByRole('button', { name: /同事先驳回/ }).click()
    await page.getByRole('region', { name: '同事先驳回' }).waitFor()
    await admin.call('article.acceptReject', { items: [{ articleId: id, reason: '测试' }] })
    await page.getByRole('button', { name: /^初审通过/ }).click()
    await page.getByText(/「.*驳回」：测试/).waitFor()
    await page.getByRole('button', { name: '继续看下一篇' }).click()
    await page.getByRole('region', { name: '下一篇' }).waitFor()
    await expect.poll(() => page.getByRole('button', { name: /同事先驳回/ }).count()).toBe(0)
    await at.context.close()
  })

  test('many columns leave room for the article, whose text comes first', async () => {
    for (let i = 0; i < 30; i++) await make(1, 1, `第${i}篇`, await makeColumn(server, `人力资源社会保障文件${i}`))
    const at = await sitDown(browser, server, auditor, { width: 1280 })
    const { page } = at
    await page.setViewportSize({ width: 1280, height: 720 })
    await at.go('/main/home/audit')
    const title = page.frameLocator('iframe').getByRole('heading', { level: 1 })
    await title.waitFor()
    await expect.poll(async () => (await title.boundingBox())?.y ?? 720).toBeLessThan(500)
    // no article was chosen by hand: on a phone the list comes first
    await page.setViewportSize({ width: 390, height: 844 })
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    const first = page.getByRole('list', { name: '待办文章' })
    await expect.poll(async () => (await first.boundingBox())?.y ?? 844).toBeLessThan(400)
    await at.context.close()
  })

  test('a draft that was typed over an older version does not wipe out what a colleague saved since', async () => {
    const { articleId } = (await admin.call('article.saveAdmin', anArticle(news, { title: '原题', status: 3 }))).value
    const at = await sitDown(browser, server, admin)
    const { page } = at
    const title = page.getByLabel('标题', { exact: true })
    await at.go(`/main/article/essay/${articleId}`)
    await page.getByRole('textbox', { name: '正文' }).waitFor()
    await title.fill('我的草稿')
    page.on('dialog', (dialog) => dialog.accept())
    await page.reload()
    await admin.call('article.update', { articleId, title: '同事的修改' })
    await page.reload()
    await page.getByRole('textbox', { name: '正文' }).waitFor()
    await expect.poll(() => title.inputValue()).toBe('同事的修改')
    // typing beside the offer keeps it
    await page.getByLabel('来源').fill('办公室')
    await page.getByRole('button', { name: '恢复草稿' }).click()
    await expect.poll(() => title.inputValue()).toBe('我的草稿')
    await page.getByRole('button', { name: '保存', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/修改，请核对后再提交/).waitFor()
    await dialog.locator('del').getByText('同事').waitFor()
    expect((await admin.call('article.view', { articleId })).value.title).toBe('同事的修改')
    await dialog.getByRole('button', { name: '保留我的修改' }).click()
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await page.getByText('保存成功').waitFor()
    expect((await admin.call('article.view', { articleId })).value).toMatchObject({
      title: '我的草稿',
      source: '办公室',
    })
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('two new articles in two tabs are two drafts', async () => {
    const at = await sitDown(browser, server, admin)
    const { page } = at
    const other = await at.context.newPage()
    const title = (tab: typeof page) => tab.getByLabel('标题', { exact: true })
    const open = async (tab: typeof page) => {
      await tab.goto(`${server.url}/web/main/article/essay/add`)
      await tab.getByRole('textbox', { name: '正文' }).waitFor()
    }
    for (const tab of [page, other]) tab.on('dialog', (dialog) => dialog.accept())
    await open(page)
    await title(page).fill('第一个标签页')
    await open(other)
    await title(other).fill('第二个标签页')
    await other.reload()
    await page.reload()
    for (const [tab, text] of [
      [page, '第一个标签页'],
      [other, '第二个标签页'],
    ] as const) {
      // its own first
      await tab.getByRole('button', { name: '恢复草稿' }).first().click()
      await expect.poll(() => title(tab).inputValue()).toBe(text)
    }
    // what closed tabs have left is offered in the next one, all of it, once
    await other.close()
    const third = await at.context.newPage()
    await open(third)
    await third.getByRole('button', { name: '恢复草稿' }).click()
    await expect.poll(() => title(third).inputValue()).toBe('第二个标签页')
    for (const tab of [third, page]) await tab.close()
    const fourth = await at.context.newPage()
    fourth.on('dialog', (dialog) => dialog.accept())
    await open(fourth)
    for (const text of ['第一个标签页', '第二个标签页'])
      await fourth.getByText(`有一份未保存的草稿《${text}》`).waitFor()
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('one article in two tabs: both say so, each keeps its own, and neither takes the other for left behind', async () => {
    const { articleId } = (await admin.call('article.saveAdmin', anArticle(news, { title: '原题', status: 3 }))).value
    const at = await sitDown(browser, server, admin)
    const { page } = at
    const other = await at.context.newPage()
    const title = (tab: typeof page) => tab.getByLabel('标题', { exact: true })
    const beside = (tab: typeof page) => tab.getByText('另一个标签页也打开了此页：两边填写的内容分别暂存，互不覆盖。')
    const offers = (tab: typeof page) => tab.getByText('有一份未保存的草稿')
    const kept = (tab: typeof page) => tab.getByText(/已暂存 \d\d:\d\d/)
    const open = async (tab: typeof page) => {
      await tab.goto(`${server.url}/web/main/article/essay/${articleId}`)
      await tab.getByRole('textbox', { name: '正文' }).waitFor()
    }
    for (const tab of [page, other]) tab.on('dialog', (dialog) => dialog.accept())
    await open(page)
    await expect.poll(() => beside(page).count()).toBe(0)
    await open(other)
    for (const tab of [page, other]) await beside(tab).waitFor()
    await title(page).fill('第一个标签页改的')
    await kept(page).waitFor()
    await title(other).fill('第二个标签页改的')
    await kept(other).waitFor()
    // what is open elsewhere is no draft that was left
    await open(other)
    await offers(other).waitFor()
    await expect.poll(() => offers(other).count()).toBe(1)
    await other.getByRole('button', { name: '恢复草稿' }).click()
    await expect.poll(() => title(other).inputValue()).toBe('第二个标签页改的')
    await page.close()
    await beside(other).waitFor({ state: 'detached' })
    await open(other)
    await expect.poll(() => offers(other).count()).toBe(2)
    const both = await other.evaluate(() => Object.values(localStorage).join())
    expect(both).toContain('第一个标签页改的')
    expect(both).toContain('第二个标签页改的')
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('two people at the revision of a published article see each other, and what state it is in', async () => {
    const { articleId } = (await admin.call('article.saveAdmin', anArticle(news, { title: '在线原题' }))).value
    const items = [{ articleId }]
    const at = await sitDown(browser, server, admin)
    const { page } = at
    const title = page.getByLabel('标题', { exact: true })
    const dialog = page.getByRole('dialog')
    await at.go(`/main/article/essay/${articleId}`)
    await page.getByRole('button', { name: '保存并初审通过' }).waitFor()
    await auditor.call('article.accept', { items })
    await auditor.call('article.approve', { items })
    await admin.call('article.update', { articleId, title: '甲的修订', status: 1 })
    await title.fill('乙的修订')
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await dialog.locator('del').getByText('甲').waitFor()
    await dialog.getByRole('button', { name: '采用对方的版本' }).click()
    // it waits for its audit: it is saved there, and nothing takes it out
    await page.getByRole('button', { name: '保存并初审通过' }).waitFor({ state: 'detached' })
    await expect
      .poll(() => page.locator('.form-foot button').allTextContents())
      .toEqual(['取消', '内容检测', '预览', '保存'])
    await expect.poll(() => title.inputValue()).toBe('甲的修订')
    await page.locator('.form-head').getByText('有修订').waitFor()
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('the history shows where a link leads and what is said of a picture, not only a change of format', async () => {
    const text = (to: string, alt: string) =>
      `<p>见<a href="https://${to}.gov.cn/">附件</a></p><p><img src="/uploads/1.png" alt="${alt}" /></p>`
    const { articleId } = (
      await admin.call('article.saveAdmin', anArticle(news, { status: 3, content: text('a', '会场') }))
    ).value
    await admin.call('article.update', { articleId, content: text('b', '合影') })
    const at = await sitDown(browser, server, admin, { expected: /404/ })
    const { page } = at
    await at.go(`/main/article/essay/${articleId}/history`)
    const step = page.getByRole('region', { name: '第 2 步' })
    await step.getByText('［链接 https://').waitFor()
    await expect.poll(() => step.locator('del').allTextContents()).toEqual(['a', '会场'])
    await expect.poll(() => step.locator('ins').allTextContents()).toEqual(['b', '合影'])
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('a captcha that has been used up is not shown any more', async () => {
    const at = await sitDown(browser, server, null)
    const { page } = at
    await at.go('/')
    const picture = page.getByRole('img', { name: '验证码图片' })
    await picture.waitFor()
    const held = Promise.withResolvers<void>()
    await page.route('**/suggest/code*', async (route) => {
      await held.promise
      await route.continue()
    })
    await page.getByLabel('账号').fill('nobody')
    await page.getByLabel('密码').fill('wrong')
    await page.getByLabel('验证码', { exact: true }).fill('zzzz')
    await page.getByRole('button', { name: '登录', exact: true }).click()
    await page.getByText('验证码错误或已过期，请重新输入').waitFor()
    await expect.poll(() => picture.count()).toBe(0)
    held.resolve()
    await picture.waitFor()
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('a text pasted into an empty one keeps the alignment of its first paragraph; into a line it takes that of the line', async () => {
    const at = await sitDown(browser, server, admin)
    const { page } = at
    const text = page.getByRole('textbox', { name: '正文' })
    const document = '<p style="text-align:center">标题</p><p style="text-indent:32pt">一、总体要求</p>'
    const both = '<p style="text-align: center;">标题</p><p style="text-indent: 2em;">一、总体要求</p>'
    await at.go('/main/article/essay/add')
    await text.click()
    await paste(text, document)
    await expect.poll(() => text.innerHTML()).toBe(both)
    await text.focus()
    await page.keyboard.press('Control+a')
    await paste(text, document)
    await expect.poll(() => text.innerHTML()).toBe(both)
    await page.keyboard.press('Control+Home')
    // the browser moves the caret at once, the editor hears of it in an event of its own
    await expect.poll(() => text.evaluate((element) => (element as Edited).editor.state.selection.from)).toBe(1)
    await paste(text, '<p style="text-align:right">小</p>')
    await expect.poll(() => text.innerHTML()).toBe(both.replace('标题', '小标题'))
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
    await page.getByRole('button', { name: '居中' }).click()
    await paste(text, '<p>无格式</p>')
    await expect.poll(() => text.innerHTML()).toBe('<p style="text-align: center;">无格式</p>')
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('an empty text is wrong, the fields for a picture in it are not', async () => {
    const at = await sitDown(browser, server, admin)
    const { page } = at
    await at.go('/main/article/essay/add')
    await page.getByRole('textbox', { name: '正文' }).waitFor()
    await page.getByRole('button', { name: '提交审核' }).click()
    await page.getByText('请输入内容').waitFor()
    await page.getByRole('button', { name: '图片', exact: true }).click()
    await page.getByRole('textbox', { name: '图片地址', exact: true }).waitFor()
    await expect.poll(() => page.locator('.insert .ant-input-status-error').count()).toBe(0)
    await at.context.close()
  })

  test('Escape closes the line for a link, and only then leaves the full screen', async () => {
    const at = await sitDown(browser, server, admin)
    const { page } = at
    await at.go('/main/article/essay/add')
    await page.getByRole('textbox', { name: '正文' }).waitFor()
    await page.getByRole('button', { name: '全屏', exact: true }).click()
    await page.getByRole('button', { name: '链接', exact: true }).click()
    const line = page.getByRole('group', { name: '链接地址' })
    await line.getByRole('textbox').press('Escape')
    await line.waitFor({ state: 'detached' })
    await expect.poll(() => page.getByRole('button', { name: '退出全屏' }).count()).toBe(1)
    await page.getByRole('textbox', { name: '正文' }).press('Escape')
    await page.getByRole('button', { name: '全屏', exact: true }).waitFor()
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('who may only read a column sees it shut, and finds the way back on a phone', async () => {
    const reader = await server.person({ roles: ['readonly'] })
    for (let i = 1; i <= 40; i++) await makeColumn(server, `栏目 ${i}`)
    const at = await sitDown(browser, server, reader, { width: 390 })
    const { page } = at
    await at.go('/main/article/column')
    await page.getByText('政协要闻').click()
    await expect.poll(() => page.getByLabel('栏目名称').isDisabled()).toBe(true)
    await expect.poll(() => page.getByLabel('目录名').isDisabled()).toBe(true)
    await page.getByRole('button', { name: '关闭' }).click()
    await page.getByText('通知公告').waitFor()
    // the form is read from its top, however far down the column stands
    const last = page.getByRole('tree').getByText('栏目 40', { exact: true })
    await last.scrollIntoViewIfNeeded()
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0)
    await last.click()
    await page.getByRole('button', { name: '关闭' }).waitFor()
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('the log names columns as the history does', async () => {
    const { articleId } = (await admin.call('article.saveAdmin', anArticle(news, { status: 3 }))).value
    await admin.call('article.update', { articleId, columnId: notices })
    const at = await sitDown(browser, server, admin)
    const { page } = at
    await at.go(`/main/system/userOperationLogInfo?call=article.update&targetId=${articleId}`)
    await page.getByRole('button', { name: '详情' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.locator('ins').getByText('通知公告').waitFor()
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('the history of a very long title without a space stays within the window, and a missing article is told once', async () => {
    const long = 'W'.repeat(200)
    const { articleId } = (await admin.call('article.saveAdmin', anArticle(news, { title: long, status: 3 }))).value
    const at = await sitDown(browser, server, admin)
    const { page } = at
    await at.go(`/main/article/essay/${articleId}/history`)
    await page.getByText(`《${long}》`).waitFor()
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(1440)
    await at.go('/main/article/essay')
    await page.getByRole('button', { name: `预览《${long}》` }).click()
    const head = page.locator('.ant-drawer-title')
    await head.waitFor()
    await expect.poll(() => head.evaluate((title) => title.scrollWidth - title.clientWidth)).toBe(0)
    await at.go('/main/article/essay/999999/history')
    await page.getByRole('alert').getByText('文章 999999 不存在或无权操作').waitFor()
    expect(await page.locator('.ant-message-notice').count()).toBe(0)
    await at.context.close()
  })
})
