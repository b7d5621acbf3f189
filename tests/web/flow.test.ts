import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { browserTests, type Desk, openBrowser, sitDown } from '../support/browser.ts'
import { makeColumn, makeDept, type Person, startServer, type TestServer } from '../support/server.ts'

browserTests('an article in the console, by four people', () => {
  let server: TestServer
  let browser: Browser
  let writer: Person
  let first: Person
  let second: Person
  let reader: Person
  const title = '县政协开展冬季供暖专题视察'

  beforeAll(async () => {
    server = await startServer()
    const column = await makeColumn(server, '政协要闻')
    const office = await makeDept(server)
    writer = await server.person({ roles: ['staff'], deptId: office, columns: [column], name: '周明川' })
    first = await server.person({ roles: ['auditor'], name: '林知远' })
    second = await server.person({ roles: ['auditor'], name: '沈若谷' })
    reader = await server.person({ roles: ['readonly'], name: '何静之' })
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  const desk = (person: Person, width?: number) => sitDown(browser, server, person, width ? { width } : {})
  async function leave({ faults, context }: Desk) {
    await context.close()
    expect(faults).toEqual([])
  }

  test('a department writes and submits', async () => {
    const at = await desk(writer)
    const { page } = at
    await at.go('/main/article/essay')
    await page.getByRole('button', { name: '新增文章' }).click()
    await page.getByRole('button', { name: '提交审核' }).click()
    await page.getByText('请输入标题').waitFor()
    await page.getByText('请选择栏目').waitFor()
    await page.getByText('请输入内容').waitFor()
    await page.getByLabel('标题', { exact: true }).fill(title)
    await page.getByRole('combobox', { name: '栏目' }).click()
    await page.getByTitle('政协要闻').click()
    await page.getByRole('textbox', { name: '正文' }).click()
    await page.keyboard.type('视察组先后到三个换热站了解供暖准备情况。')
    await page.getByRole('button', { name: '提交审核' }).click()
    await page.getByText('操作成功').waitFor()
    await page.getByRole('row', { name: title }).getByText('待审核').waitFor()
    await leave(at)
  })

  test('an auditor accepts it, by keys alone', async () => {
    const at = await desk(first)
    await at.go('/main')
    await at.page.waitForURL('**/web/main/home/audit')
    // also after a click into the preview
    const text = at.page.frameLocator('iframe').getByText('视察组先后到三个换热站')
    await text.click()
    // the page has its looks before the site is generated for the first time
    await expect.poll(() => text.evaluate((element) => getComputedStyle(element).textIndent)).not.toBe('0px')
    await at.page.keyboard.press('a')
    await at.page.getByText(`《${title}》已初审通过`).waitFor()
    await at.page
      .getByText('没有待初审的文章')
      .or(at.page.getByRole('tab', { name: '1 待发布' }))
      .first()
      .waitFor()
    await leave(at)
  })

  test('the queue: the place stands in the address, the revision is shown, what was done is taken back, many at once', async () => {
    const call = async (who: Person, name: string, input: object) => (await who.call(`article.${name}`, input)).value
    const make = async (name: string) =>
      (await call(writer, 'saveRole', { columnId: 1, title: name, content: '<p>原来的一段</p>' })).articleId as string
    const long = Array.from({ length: 9 }, (_, i) => `<p>更正的第 ${i} 段</p><p>${'又写了一句。'.repeat(40)}</p>`).join(
      '',
    )
    const short = { subtitle: '新的副标题', source: '新的来源', keywords: '新的词', summary: '新的摘要' }
    const move = (who: Person, name: string, articleId: string, more: object = {}) =>
      call(who, name, { items: [{ articleId, ...more }] })
    const view = (articleId: string) => call(first, 'view', { articleId })
    const online = await make('在线的旧标题')
    await move(first, 'accept', online)
    await move(second, 'approve', online)
    server.clock.now += 60_000
    const again = await make('退回过的一篇')
    await move(first, 'acceptReject', again, { reason: '请核对数字' })
    await call(writer, 'update', { articleId: again, status: 1 })
    server.clock.now += 60_000
    await call(writer, 'update', { articleId: online, title: '改过的新标题', content: long, ...short })
    const at = await desk(first)
    const { page } = at
    const row = (name: string) => page.locator('.queue li', { hasText: name })
    const current = page.locator('.queue [aria-current]')
    await at.go('/main/home/audit?pile=toAccept')
    // the revision waits for the shorter time, though its article is older
    await row('改过的新标题').waitFor()
    await expect.poll(() => page.locator('.queue-title').allTextContents()).toEqual(['退回过的一篇', '改过的新标题'])
    await page.getByText(/被林知远驳回：请核对数字/).waitFor()
    await page.getByText(/政协要闻 · 办公室 · 周明川 · 提交于 2026-11-21 \d\d:\d\d/).waitFor()
    await page.keyboard.press('j')
    const changes = page.getByRole('region', { name: '修订内容' })
    await changes.locator('ins', { hasText: '改过' }).first().waitFor()
    await changes.getByText('原文《在线的旧标题》继续在线').waitFor()
    // no box within the pane cuts off what is decided on; the text comes before what is short, and keys scroll the pane
    await changes.getByText('修订内容（标题、正文、').waitFor()
    await expect
      .poll(() =>
        changes
          .locator('dt')
          .allTextContents()
          .then((all) => all.slice(0, 2)),
      )
      .toEqual(['标题', '正文'])
    const facts = page.getByRole('region', { name: '文章情况', exact: true })
    await expect.poll(() => facts.evaluate((box) => box.scrollHeight - box.clientHeight)).toBeLessThanOrEqual(1)
    const pane = page.getByRole('region', { name: '文章情况和预览' })
    await expect.poll(() => pane.evaluate((box) => box.scrollHeight - box.clientHeight)).toBeGreaterThan(100)
    await expect.poll(() => pane.getAttribute('tabindex')).toBe('0')
    const frame = page.getByTitle('《改过的新标题》预览')
    await expect.poll(async () => (await frame.boundingBox())?.height ?? 0).toBeGreaterThan(300)
    await page.getByRole('button', { name: /政协要闻 2/ }).click()
    await expect.poll(() => current.textContent()).toContain('退回过的一篇')
    await page.keyboard.press('j')
    await expect.poll(() => page.url()).toContain(`pile=toAccept&columnId=1&articleId=${online}`)
    await page.reload()
    await expect.poll(() => current.textContent()).toContain('改过的新标题')
    await page.keyboard.press('e')
    await page.getByRole('button', { name: '取消' }).click()
    await expect.poll(() => current.textContent()).toContain('改过的新标题')
    await page.goBack()
    await page.goBack()
    await expect.poll(() => current.textContent()).toContain('改过的新标题')

    await page.keyboard.press('a')
    await page.getByText('《改过的新标题》已初审通过 ·').waitFor()
    await expect.poll(() => view(online)).toMatchObject({ review: { status: 0 } })
    await page.keyboard.press('z')
    await page.getByText('《改过的新标题》已初审通过 · 已撤销').waitFor()
    await expect.poll(() => view(online)).toMatchObject({ status: 2, review: { status: 1 } })
    await expect.poll(() => current.textContent()).toContain('改过的新标题')

    await page.getByRole('checkbox', { name: '全选' }).click()
    await page.getByText('已选 2 项').waitFor()
    await page.getByRole('button', { name: '初审通过（2）' }).click()
    await page
      .getByRole('dialog')
      .getByText('将初审通过 2 项（《退回过的一篇》、《改过的新标题》）：其中 1 篇是修订')
      .waitFor()
    await page.getByRole('dialog').getByRole('button', { name: '初审通过' }).click()
    await page.getByText('2 篇已初审通过 ·').waitFor()
    await page.getByRole('tab', { name: /待发布/ }).click()
    await row('退回过的一篇').getByRole('button').click()
    await move(second, 'accept', again)
    await page.getByRole('button', { name: /^通过并发布/ }).click()
    await page.getByText('《退回过的一篇》已发布 ·').waitFor()
    const site = async () => (await fetch(`${server.url}/site/`)).text()
    await page.getByRole('button', { name: /^撤销/ }).click()
    await page.getByText('《退回过的一篇》已发布 · 已撤销').waitFor()
    await expect.poll(() => view(again)).toMatchObject({ status: 0, publishTime: null })
    await expect.poll(() => site()).not.toContain('退回过的一篇')
    for (const articleId of [online, again]) await move(second, 'reject', articleId, { reason: '到此为止' })
    await leave(at)
  }, 60_000)

  test('another one publishes it from the list, and it is on the site', async () => {
    const at = await desk(second)
    const { page } = at
    await at.go(`/main/article/essay?status=0`)
    await page.getByRole('checkbox', { name: `选择《${title}》` }).check()
    await page.getByRole('button', { name: '发布（1）' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '发布' }).click()
    await page.getByText('成功 1 项').waitFor()
    const site = async () => (await fetch(`${server.url}/site/`)).text()
    await expect.poll(site, { timeout: 10_000 }).toContain(title)
    await leave(at)
  })

  test('an auditor mends a title and accepts in one step; who wrote it may not', async () => {
    const { value } = await writer.call('article.saveRole', {
      columnId: 1,
      title: '有错别子的标题',
      content: '<p>正文</p>',
    })
    const own = await desk(writer)
    await own.go(`/main/article/essay/${value.articleId}`)
    await own.page.getByRole('button', { name: '保存', exact: true }).waitFor()
    await expect.poll(() => own.page.getByRole('button', { name: '保存并初审通过' }).count()).toBe(0)
    await leave(own)
    const at = await desk(first)
    await at.go(`/main/article/essay/${value.articleId}`)
    await at.page.getByLabel('标题', { exact: true }).fill('改好的标题')
    await at.page.getByRole('button', { name: '保存并初审通过' }).click()
    await at.page.getByText('操作成功').waitFor()
    await at.page.getByRole('row', { name: '改好的标题' }).getByText('待发布').waitFor()
    await leave(at)
  })

  test('a reader sees no button, and is refused when calling by hand', async () => {
    const at = await desk(reader)
    const { page } = at
    await at.go('/main/article/essay')
    await page.getByRole('link', { name: title, exact: true }).waitFor()
    for (const name of ['新增文章', '初审通过', '发布', '初审驳回', '驳回', '下架', '删除'])
      await expect.poll(() => page.getByRole('button', { name, exact: true }).count(), { message: name }).toBe(0)
    await expect.poll(() => page.getByRole('checkbox').count()).toBe(0)
    await page.getByRole('link', { name: title, exact: true }).click()
    await page.frameLocator('iframe').getByText(title).first().waitFor()
    await expect.poll(() => page.getByRole('button', { name: '保存' }).count()).toBe(0)
    await at.go('/main/article/essay/add')
    await page.getByText('没有执行此操作的权限').waitFor()
    const answer = await page.evaluate(async () => {
      const headers = { Authorization: localStorage.getItem('token') ?? '', 'Content-Type': 'application/json' }
      const body = JSON.stringify([{ articleId: 1 }])
      return (await fetch('/api/article/approve', { method: 'POST', headers, body })).json()
    })
    expect(answer).toMatchObject({ errorCode: 'NO_PERMISSION' })
    await leave(at)
  })
})
