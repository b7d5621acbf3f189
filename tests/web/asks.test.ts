import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFaults, browserTests, openBrowser, sitDown } from '../support/browser.ts'
import { anArticle, makeColumn, type Person, startServer, type TestServer } from '../support/server.ts'

browserTests('what the console asks before, and what it keeps to itself', () => {
  let server: TestServer
  let browser: Browser
  let column: number
  let admin: Person

  beforeAll(async () => {
    server = await startServer()
    column = await makeColumn(server)
    admin = await server.person({ roles: ['admin'] })
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  const save = async (more: object = {}) =>
    (await admin.call('article.saveAdmin', anArticle(column, { status: 3, ...more }))).value.articleId as string
  const move = (name: string, articleId: string) => admin.call(`article.${name}`, { items: [{ articleId }] })
  const publish = async (title: string) => {
    const articleId = await save({ title, status: 1 })
    await move('accept', articleId)
    await move('approve', articleId)
    return articleId
  }
  const view = async (articleId: string) => (await admin.call('article.view', { articleId })).value
  const titleField = (page: Page) => page.getByLabel('标题', { exact: true })
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
  const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent)

  test('a revision that waits is saved where it is: nothing in its form takes it out of the audit', async () => {
    const id = await publish('在线的原文')
    await admin.call('article.update', { articleId: id, title: '已提交的修订' })
    const at = await sitDown(browser, server, admin)
    const { page } = at
    await at.go(`/main/article/essay/${id}`)
    await titleField(page).fill('又改了一处的修订')
    expect(await page.locator('.form-foot button').allTextContents()).toEqual(['取消', '预览', '保存'])
    await press(page, '保存')
    await expect.poll(() => view(id)).toMatchObject({ status: 2, review: { status: 1, title: '又改了一处的修订' } })
    await page.getByText('保存成功').waitFor()
    await move('accept', id)
    await page.reload()
    await page.getByText('修订已通过初审，改动后须重新初审。').waitFor()
    await titleField(page).fill('初审后再改')
    await press(page, '保存')
    await expect.poll(() => view(id)).toMatchObject({ review: { status: 1, title: '初审后再改' } })
    await admin.call('article.acceptReject', { items: [{ articleId: id, reason: '请核对' }] })
    await page.reload()
    await page.getByRole('button', { name: '存为修订草稿' }).waitFor()
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('before a deletion stands what is deleted, in which state, and whose it is', async () => {
    const writer = await server.person({ roles: ['staff'], columns: [column] })
    await writer.call('article.saveRole', anArticle(column, { title: '要删的甲' }))
    await save({ title: '要删的乙' })
    await publish('要删的丙')
    const at = await sitDown(browser, server, admin)
    const { page } = at
    const dialog = page.getByRole('dialog')
    await at.go('/main/article/essay?title=%E8%A6%81%E5%88%A0%E7%9A%84')
    for (const one of ['甲', '乙', '丙']) await page.getByRole('checkbox', { name: `选择《要删的${one}》` }).check()
    await press(page, '删除（2）')
    const states = '待审核 1 篇、编辑中 1 篇；其中 1 篇由他人撰写'
    const says = `将删除 2 项（《要删的甲》、《要删的乙》）：${states}；删除后可在回收站恢复。另有 1 项的状态不符，不处理。是否继续？`
    expect(await dialog.locator('.ant-modal-confirm-content').textContent()).toBe(says)
    await expect.poll(() => focused(page)).toMatch(/^取\s?消$/)
    await dialog.getByRole('button', { name: '删除' }).click()
    await page.getByText('共 1 条').waitFor()
    await at.go('/main/article/essay/recycle?title=%E8%A6%81%E5%88%A0%E7%9A%84%E4%B9%99')
    await page.getByRole('checkbox', { name: '选择本页' }).check()
    await press(page, '彻底删除（1）')
    await dialog
      .getByText('将彻底删除 1 项（《要删的乙》）：编辑中 1 篇；删除后无法恢复。请输入项数 1 确认', { exact: true })
      .waitFor()
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('ready-made reasons are added to what was typed, and taken away by another press', async () => {
    const id = await publish('要下架的')
    const at = await sitDown(browser, server, admin)
    const { page } = at
    await at.go(`/main/article/essay/${id}`)
    await press(page, '下架')
    const dialog = page.getByRole('dialog')
    const reason = dialog.getByLabel('理由')
    await reason.fill('附件打不开。')
    const [old, wrong] = ['内容已过期，不再适用', '内容有误，更正后重新发布']
    const preset = (name: string) => dialog.getByRole('button', { name })
    await preset(old).click()
    await preset(wrong).click()
    expect(await reason.inputValue()).toBe(`附件打不开；${old}；${wrong}`)
    expect(await preset(old).getAttribute('aria-pressed')).toBe('true')
    await preset(old).click()
    expect(await reason.inputValue()).toBe(`附件打不开；${wrong}`)
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('publishing from the form asks first, on 取消', async () => {
    const id = await save({ title: '等待发布', status: 1 })
    await move('accept', id)
    const at = await sitDown(browser, server, admin)
    const { page } = at
    await at.go(`/main/article/essay/${id}`)
    await titleField(page).fill('改过再发布')
    await press(page, '保存并发布')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('将保存并发布《改过再发布》：随即出现在网站上。是否继续？').waitFor()
    await expect.poll(() => focused(page)).toMatch(/^取\s?消$/)
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    expect(await view(id)).toMatchObject({ status: 0, title: '等待发布' })
    await press(page, '保存并发布')
    await dialog.getByRole('button', { name: '保存并发布' }).click()
    await expect.poll(() => view(id)).toMatchObject({ status: 2, title: '改过再发布' })
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('what has been published lately stands under the title that visitors see', async () => {
    const reader = await server.person({ roles: ['readonly'] })
    const id = await publish('网站上的标题')
    await admin.call('article.update', { articleId: id, title: '还没有批准的标题' })
    const at = await sitDown(browser, server, reader)
    const { page } = at
    await at.go('/main/home/desk')
    await page.getByRole('region', { name: '最近发布' }).getByRole('link', { name: '网站上的标题' }).waitFor()
    expect(await page.getByText('还没有批准的标题').count()).toBe(0)
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('a place on the front page that needs a picture is shown, and holds a submission back, not a draft', async () => {
    const id = await save({ title: '没有封面的幻灯片', essayList: '3' })
    const at = await sitDown(browser, server, admin)
    const { page } = at
    await at.go(`/main/article/essay/${id}`)
    const place = page.locator('.ant-select-selection-item', { hasText: '幻灯片' })
    await place.waitFor()
    const refused = page.getByText('首页展示为幻灯片或图片新闻的文章要有封面图片：请上传，或取消该项')
    await press(page, '提交审核')
    await refused.waitFor()
    expect((await view(id)).status).toBe(3)
    await page.getByLabel('来源').fill('办公室')
    await press(page, '保存')
    await page.getByText('保存成功').waitFor()
    expect(await view(id)).toMatchObject({ status: 3, source: '办公室', essayList: '3' })
    await press(page, '提交审核')
    await refused.waitFor()
    await place.locator('.ant-select-selection-item-remove').click()
    await refused.waitFor({ state: 'detached' })
    await press(page, '提交审核')
    await expect.poll(() => view(id)).toMatchObject({ status: 1, essayList: null })
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('pictures that nobody hears of are asked about before a submission', async () => {
    const long = '<p>会议听取了通报。</p>'.repeat(60)
    const content = `<p>会场<img src="/uploads/b.png" alt="主席台"></p>${long}<p><img src="/uploads/a.png"></p>`
    const id = await save({ title: '有图的文章', content })
    const at = await sitDown(browser, server, admin, { expected: /404/ })
    const { page } = at
    const dialog = page.getByRole('dialog')
    await at.go(`/main/article/essay/${id}`)
    await page.getByRole('textbox', { name: '正文' }).waitFor()
    await press(page, '提交审核')
    await dialog.getByText('正文有 1 张图片没有图片说明，视障读者无法了解其内容。').waitFor()
    await expect.poll(() => focused(page)).toBe('去填写')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    // it leads to the picture itself, chosen, and to the field that is empty
    const words = page.getByLabel('图片说明')
    await expect.poll(() => words.evaluate((field) => field === document.activeElement)).toBe(true)
    const chosen = page.locator('.ProseMirror img.ProseMirror-selectednode')
    expect(await chosen.getAttribute('src')).toContain('a.png')
    const inSight = () => chosen.evaluate((img) => img.getBoundingClientRect().bottom <= innerHeight)
    expect(await inSight()).toBe(true)
    expect((await view(id)).status).toBe(3)
    await page.keyboard.type('会议现场')
    await press(page, '保存')
    await page.getByText('保存成功').waitFor()
    expect((await view(id)).content).toContain('alt="会议现场"')
    await words.fill('')
    await press(page, '提交审核')
    await dialog.getByRole('button', { name: '仍然提交' }).click()
    await expect.poll(() => view(id)).toMatchObject({ status: 1 })
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('who leaves a form is told that the browser keeps what was typed', async () => {
    const id = await save({ title: '写到一半就走' })
    const at = await sitDown(browser, server, admin)
    const { page } = at
    const dialog = page.getByRole('dialog')
    const kept = '内容尚未保存，确认离开吗？填写的内容已暂存在此浏览器中，再次打开时可恢复。'
    await at.go(`/main/article/essay/${id}`)
    await titleField(page).fill('走之前改的')
    await press(page, '取消')
    await dialog.getByText(kept, { exact: true }).waitFor()
    await dialog.getByRole('button', { name: '离开' }).click()
    await page.waitForURL('**/article/essay')
    await at.go(`/main/article/essay/${id}`)
    await press(page, '恢复草稿')
    expect(await titleField(page).inputValue()).toBe('走之前改的')
    await at.go('/main/article/column')
    await page.locator('.ant-tree-node-content-wrapper').first().click()
    await page.getByLabel('栏目名称').fill('改了一半')
    await press(page, '取消')
    await dialog.getByText(kept, { exact: true }).waitFor()
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('a search without results says so and leads out of it; dates the wrong way round are not searched for', async () => {
    await save({ title: '找得到的' })
    const at = await sitDown(browser, server, admin)
    const { page } = at
    const none = page.getByText('没有符合条件的文章')
    await at.go('/main/article/essay?status=5&title=%E6%B2%A1%E6%9C%89')
    await none.waitFor()
    expect(await page.getByRole('main').getByRole('link', { name: '新增文章' }).count()).toBe(0)
    await press(page, '清除筛选')
    await page.waitForURL('**/essay?status=5')
    await expect.poll(() => page.getByLabel('标题', { exact: true }).inputValue()).toBe('')
    await at.go('/main/article/essay?status=2&mine=1&columnId=99999')
    await none.waitFor()
    await press(page, '清除筛选')
    await page.waitForURL('**/essay?status=2&mine=1')

    await at.go('/main/article/essay?startTime=2026-11-20&title=%E6%89%BE')
    await page.getByLabel('发布时间止').fill('2026-11-01')
    await page.getByRole('alert').getByText('发布时间的止日早于起日，请更正').waitFor()
    await press(page, '查询')
    expect(page.url()).not.toContain('endTime')
    await page.getByLabel('发布时间止').fill('2026-11-21')
    await page.waitForURL(/endTime=2026-11-21/)
    await expect.poll(() => page.getByRole('alert').count()).toBe(0)
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('a revision that counts in two tabs is told of beside them', async () => {
    const other = await makeColumn(server, '只此两篇')
    const at = await sitDown(browser, server, admin)
    const { page } = at
    const twice = page.getByText('1 篇有修订，计入两处')
    const id = await publish('计两次的')
    await admin.call('article.update', { articleId: id, columnId: other })
    await move('accept', id)
    await move('approve', id)
    await at.go(`/main/article/essay?columnId=${other}`)
    await page.getByText('共 1 条').waitFor()
    expect(await twice.count()).toBe(0)
    await admin.call('article.update', { articleId: id, title: '修订' })
    await page.reload()
    await twice.waitFor()
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('what waits is readable under the pointer, and leads a writer to what was rejected', async () => {
    const writer = await server.person({ roles: ['staff'], columns: [column] })
    const { articleId } = (await writer.call('article.saveRole', anArticle(column, { title: '退回来的' }))).value
    await admin.call('article.acceptReject', { items: [{ articleId, reason: '请核对' }] })
    const at = await sitDown(browser, server, writer)
    const { page } = at
    await at.go('/main/home/desk')
    const bell = page.getByRole('link', { name: '待办 1 项' })
    await bell.hover()
    await expect.poll(() => bell.evaluate((link) => getComputedStyle(link).color)).toBe('rgb(255, 255, 255)')
    expect(await axeFaults(page)).toEqual([])
    await bell.click()
    await page.waitForURL('**/essay?mine=1&status=4')
    await page.getByRole('link', { name: '退回来的', exact: true }).waitFor()
    expect(at.faults).toEqual([])
    await at.context.close()
  })
})
