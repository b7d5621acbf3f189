import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeArticles } from '../support/articles.ts'
import { browserTests, openBrowser, sitDown } from '../support/browser.ts'
import { makeColumn, type Person, startServer, type TestServer } from '../support/server.ts'

const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

browserTests('the audit: nothing is done unread, nothing changes under the reader', () => {
  let server: TestServer
  let browser: Browser
  let column: number
  let auditor: Person
  let colleague: Person
  let writer: Person
  let ids: Record<string, string>

  beforeAll(async () => {
    server = await startServer()
    column = await makeColumn(server, '政协要闻')
    auditor = await server.person({ roles: ['auditor'], name: '林知远' })
    colleague = await server.person({ roles: ['auditor'], name: '沈若谷' })
    writer = await server.person({ roles: ['staff'], columns: [column] })
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })
  beforeEach(async () => {
    await server.parts.db.write.deleteFrom('article').execute()
    // the clock goes on with every article: who does nothing for long is signed out
    for (const person of [auditor, colleague, writer]) await person.call('auth.info', {})
    ids = {}
    for (const title of ['甲', '乙', '丙', '丁']) {
      const [id] = await makeArticles(server, 1, { columnId: column, status: 1, by: writer.userId, title })
      ids[title] = String(id)
      server.clock.now += 60_000
    }
  })

  const reading = (page: Page, title: string) => page.getByRole('region', { name: `${title}（1）`, exact: true })
  /** It has been there long enough to be acted on. */
  const settled = (page: Page, title: string) =>
    page.locator(`.reading[aria-label="${title}（1）"][aria-busy=false]`).waitFor()
  const statusOf = async (title: string) => (await auditor.call('article.view', { articleId: ids[title] })).value.status
  async function sit(width = 1440) {
    const at = await sitDown(browser, server, auditor, { width })
    await at.go('/main/home/audit?pile=toAccept')
    const { page } = at
    const done = async () => {
      expect(at.faults).toEqual([])
      await at.context.close()
    }
    return { page, done }
  }

  test('what is found in the text stands before the buttons with the reason of its writer; passing it asks once more', async () => {
    const sent = await writer.call('article.saveRole', {
      ...{ columnId: column, title: '补助名单（1）', status: 1, privacyReason: '依法公示' },
      content: '<p>身份证号 11010519491231002X，<a href="/site/nowhere/">名册</a></p>',
    })
    const { articleId } = sent.value
    const { page, done } = await sit()
    await page.getByRole('button', { name: /^补助名单/ }).click()
    await settled(page, '补助名单')
    const found = page.getByRole('region', { name: '内容检测' })
    await found.getByText('含个人信息：身份证号 1 处').waitFor()
    await found.getByText('公开个人信息的理由：依法公示').waitFor()
    await found.getByRole('button', { name: '查看' }).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByText('11010519491231002X').waitFor()
    expect(await drawer.getByRole('button', { name: '隐去' }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'detached' })
    const state = async () => (await auditor.call('article.view', { articleId })).value.status
    await page.getByRole('button', { name: /^初审通过/ }).click()
    const question = page.getByRole('dialog', { name: /提示/ })
    await question.getByText('含个人信息，公开后难以收回').waitFor()
    await question.getByRole('button', { name: /取\s*消/ }).click()
    await question.waitFor({ state: 'detached' })
    expect(await state()).toBe(1)
    await page.getByRole('button', { name: /^初审通过/ }).click()
    await question.getByRole('button', { name: '仍然初审通过' }).click()
    await expect.poll(state).toBe(0)
    await done()
  }, 60_000)

  test('an act on which others have gone on is not offered to be taken back; the focus on the page is seen', async () => {
    const { page, done } = await sit()
    await settled(page, '甲')
    await page.keyboard.press('a')
    const last = page.locator('.last-act')
    await last.getByRole('button', { name: /撤销/ }).waitFor()
    await settled(page, '乙')
    await colleague.call('article.approve', { items: [{ articleId: ids.甲 }] })
    await page.keyboard.press('R')
    await last.getByText('《甲（1）》已初审通过 · 此后又有别的操作，不能再撤销').waitFor()
    expect(await last.getByRole('button').count()).toBe(0)
    const frame = page.locator('iframe.preview')
    await frame.focus()
    const line = () =>
      page
        .locator('.preview-place')
        .evaluate((it) => getComputedStyle(it, '::after').getPropertyValue('border-top-width'))
    await expect.poll(line).toBe('2px')
    await done()
  })

  test('the second press of a double one, and of a double tap, does not meet the next article', async () => {
    const { page, done } = await sit()
    await settled(page, '甲')
    await page.keyboard.press('a')
    await reading(page, '乙').waitFor()
    await page.keyboard.press('a')
    await page.keyboard.press('r')
    await settled(page, '乙')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    expect([await statusOf('甲'), await statusOf('乙')]).toEqual([0, 1])
    await page.keyboard.press('a')
    await reading(page, '丙').waitFor()
    await done()
    const phone = await sit(390)
    await phone.page.getByRole('button', { name: /^丙/ }).click()
    const pass = phone.page.getByRole('button', { name: /^初审通过/ })
    await pass.click()
    await reading(phone.page, '丁').waitFor()
    await pass.click()
    await settled(phone.page, '丁')
    expect([await statusOf('乙'), await statusOf('丙'), await statusOf('丁')]).toEqual([0, 0, 1])
    await phone.done()
  }, 60_000)

  test('what was done is taken back one after the other; with nothing left Z says so, and the list of keys has it', async () => {
    const { page, done } = await sit()
    await reading(page, '甲').waitFor()
    await page.keyboard.press('z')
    await page.getByText('没有可以撤销的操作').waitFor()
    await page.keyboard.press('?')
    await page.getByRole('dialog').getByText('撤销上一次操作').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    for (const [title, next] of [
      ['甲', '乙'],
      ['乙', '丙'],
    ] as const) {
      await settled(page, title)
      await page.keyboard.press('a')
      await reading(page, next).waitFor()
    }
    await page.getByText('《乙（1）》已初审通过 ·').waitFor()
    await page.keyboard.press('z')
    await page.getByText('《乙（1）》已初审通过 · 已撤销').waitFor()
    // a double press takes back one
    await page.keyboard.press('z')
    await reading(page, '乙').waitFor()
    expect([await statusOf('甲'), await statusOf('乙')]).toEqual([0, 1])
    const before = page.locator('.last-act', { hasText: '《甲（1）》已初审通过 ·' })
    await before.waitFor()
    await expect
      .poll(async () => {
        await page.keyboard.press('z')
        return page.getByText('《甲（1）》已初审通过 · 已撤销').count()
      })
      .toBe(1)
    await reading(page, '甲').waitFor()
    await expect.poll(() => statusOf('甲')).toBe(1)
    await expect.poll(() => page.getByRole('button', { name: /^撤销/ }).count()).toBe(0)
    await done()
  }, 60_000)

  test('what was done is taken back after the form and after a reload; what is passed in the form leads on to the next', async () => {
    const { page, done } = await sit()
    await settled(page, '甲')
    await page.keyboard.press('a')
    await settled(page, '乙')
    await page.keyboard.press('j')
    await reading(page, '丙').waitFor()
    await page.keyboard.press('e')
    await page.getByLabel('标题', { exact: true }).fill('丙改过（1）')
    await page.getByRole('button', { name: '保存并初审通过' }).click()
    const last = page.locator('.last-act')
    await last.getByText('《丙改过（1）》已初审通过 ·').waitFor()
    await settled(page, '丁')
    await expect.poll(() => page.url()).toContain(`pile=toAccept&articleId=${ids.丁}`)
    // the way back is no way to an article that is gone
    await page.goBack()
    await page.getByLabel('标题', { exact: true }).waitFor()
    await page.goBack()
    await reading(page, '乙').waitFor()
    await expect.poll(() => page.locator('.gone').count()).toBe(0)
    await page.reload()
    await last.getByText('《丙改过（1）》已初审通过 ·').waitFor()
    // it was done on another screen: the key alone asks
    await page.keyboard.press('z')
    await page
      .getByRole('dialog')
      .getByText(/^将撤销 \d\d:\d\d 的操作：《丙改过（1）》 1 篇已初审通过。文章回到操作之前的状态。是否继续？$/)
      .waitFor()
    await expect.poll(() => statusOf('丙')).toBe(0)
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^撤\s?销$/ })
      .click()
    await last.getByText('《丙改过（1）》已初审通过 · 已撤销').waitFor()
    await reading(page, '丙改过').waitFor()
    await page.goto(`${server.url}/web/main/article/essay`)
    await last.getByText('《甲（1）》已初审通过 ·').waitFor()
    await last.getByRole('button', { name: /撤销/ }).click()
    await last.getByText('《甲（1）》已初审通过 · 已撤销').waitFor()
    expect([await statusOf('甲'), await statusOf('丙')]).toEqual([1, 1])
    // what the server would refuse by now is not offered
    await page.goto(`${server.url}/web/main/home/audit?pile=toAccept`)
    await settled(page, '甲')
    await page.keyboard.press('a')
    await last.getByText('《甲（1）》已初审通过 ·').waitFor()
    // as if it had been done a while ago: a clock of the page's own would put a script into the sandboxed preview
    await page.evaluate((ms) => {
      const [name] = Object.keys(sessionStorage).filter((key) => key.startsWith('acts:'))
      const acts = JSON.parse(sessionStorage.getItem(name as string) as string) as { at: number }[]
      sessionStorage.setItem(name as string, JSON.stringify(acts.map((act) => ({ ...act, at: act.at - ms }))))
    }, 16 * 60_000)
    await page.reload()
    await reading(page, '乙').waitFor()
    await expect.poll(() => last.textContent()).toBe('')
    await done()
  }, 60_000)

  test('on a phone, too, the next one is read after the form', async () => {
    const { page, done } = await sit(390)
    await page.getByRole('button', { name: /^乙/ }).click()
    await reading(page, '乙').getByRole('button', { name: /^修改/ }).click()
    await page.getByRole('button', { name: '保存并初审通过' }).click()
    await reading(page, '丙').waitFor()
    await page.getByText('《乙（1）》已初审通过 ·').waitFor()
    await done()
  })

  test('on a phone the way back leads from an article to its pile; the page of sign-in fits', async () => {
    const { page, done } = await sit(390)
    await page.getByRole('button', { name: /^乙/ }).click()
    await settled(page, '乙')
    await page.goBack()
    await page.getByRole('list', { name: '待办文章' }).waitFor()
    expect(page.url()).toMatch(/home\/audit\?pile=toAccept$/)
    await done()
    const out = await sitDown(browser, server, null, { width: 390 })
    await out.go('/')
    await out.page.getByRole('img', { name: '验证码图片' }).waitFor()
    await expect.poll(() => out.page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    const widths = () => out.page.evaluate(() => [...document.querySelectorAll('.page > *')].map((e) => e.clientWidth))
    expect(Math.max(...(await widths()))).toBeLessThanOrEqual(390)
    await out.context.close()
  })

  test('a column that has been worked off leaves the address', async () => {
    const { page, done } = await sit()
    const other = await makeColumn(server, '提案办理')
    await makeArticles(server, 1, { columnId: other, status: 1, by: writer.userId, title: '戊' })
    await page.goto(`${server.url}/web/main/home/audit?pile=toAccept&columnId=${other}`)
    await settled(page, '戊')
    await page.getByRole('checkbox', { name: '全选' }).click()
    await page.getByRole('button', { name: '初审通过（1）' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '初审通过' }).click()
    await reading(page, '甲').waitFor()
    await expect.poll(() => page.url()).not.toContain('columnId')
    // taken back, it is read again in its column
    await settled(page, '甲')
    await page.keyboard.press('z')
    await reading(page, '戊').waitFor()
    await expect.poll(() => page.url()).toContain(`columnId=${other}`)
    await done()
  })

  test('an article that somebody else dealt with says whose act it was, and waits for the reader to go on', async () => {
    const { page, done } = await sit()
    await reading(page, '甲').waitFor()
    await page.keyboard.press('j')
    await settled(page, '乙')
    await colleague.call('article.acceptReject', { items: [{ articleId: ids.乙, reason: '数字有误' }] })
    await page.keyboard.press('a')
    const gone = page.getByRole('region', { name: '《乙（1）》已不在「待初审」中' })
    await gone.getByText(/沈若谷 于 2026-11-2\d \d\d:\d\d「.*驳回」：数字有误/).waitFor()
    for (const key of ['a', 'r', 'e', 'a']) await page.keyboard.press(key)
    await page.getByRole('button', { name: '继续看下一篇' }).click()
    await reading(page, '丙').waitFor()
    expect([await statusOf('甲'), await statusOf('丙')]).toEqual([1, 1])
    // the same when it is found gone by reading the pile anew, also of the first, which nobody chose
    await page.keyboard.press('k')
    await reading(page, '甲').waitFor()
    await page.goto(page.url().replace(/&articleId=\d+/, ''))
    await reading(page, '甲').waitFor()
    await colleague.call('article.accept', { items: [{ articleId: ids.甲 }] })
    await page.keyboard.press('Shift+R')
    await page
      .getByRole('region', { name: '《甲（1）》已不在「待初审」中' })
      .getByText(/沈若谷 于/)
      .waitFor()
    await page.keyboard.press('a')
    await page.keyboard.press('Enter')
    await reading(page, '丙').waitFor()
    expect([await statusOf('丙'), await statusOf('丁')]).toEqual([1, 1])
    // and by an address that was kept
    await colleague.call('article.accept', { items: [{ articleId: ids.丙 }] })
    await page.reload()
    await page.getByRole('region', { name: '《丙（1）》已不在「待初审」中' }).waitFor()
    await page.keyboard.press('k')
    await reading(page, '丁').waitFor()
    // the last one
    await colleague.call('article.accept', { items: [{ articleId: ids.丁 }] })
    await page.keyboard.press('Shift+R')
    await page.getByRole('button', { name: '知道了' }).click()
    await page.getByText('没有待初审的文章').waitFor()
    await done()
  }, 60_000)

  test('an address of what one settled oneself shows no other article, in this pile or the next', async () => {
    const { page, done } = await sit()
    await reading(page, '甲').waitFor()
    await settled(page, '甲')
    await page.keyboard.press('a')
    await settled(page, '乙')
    const address = page.url().replace(/\?.*/, `?articleId=${ids.甲}`)
    for (const title of ['乙', '丙', '丁'])
      await colleague.call('article.acceptReject', { items: [{ articleId: ids[title], reason: '数字有误' }] })
    await colleague.call('article.approve', { items: [{ articleId: ids.甲 }] })
    const [other] = await makeArticles(server, 1, { columnId: column, status: 0, by: writer.userId, title: '戊' })
    await page.goto(address)
    await page
      .getByRole('region', { name: '《甲（1）》已不在「待发布」中' })
      .getByText(/沈若谷 于/)
      .waitFor()
    for (const key of ['a', 'r']) await page.keyboard.press(key)
    expect((await auditor.call('article.view', { articleId: String(other) })).value.status).toBe(0)
    await done()
  })

  test('what was looked up by a click is left by the way back; keys leave no trail', async () => {
    const { page, done } = await sit()
    await reading(page, '甲').waitFor()
    await page.locator('.queue').getByText('丙（1）').click()
    await reading(page, '丙').waitFor()
    await page.keyboard.press('j')
    await reading(page, '丁').waitFor()
    await page.goBack()
    await reading(page, '甲').waitFor()
    await done()
  })

  test('while rows are marked, A and R are not for the one that is read; marking moves no row', async () => {
    const { page, done } = await sit()
    await reading(page, '甲').waitFor()
    const row = page.locator('.queue li').first()
    const top = async () => (await row.boundingBox())?.y
    const before = await top()
    await page.keyboard.press(' ')
    await page.getByRole('button', { name: '驳回（1）' }).waitFor()
    await expect.poll(() => top()).toBe(before)
    const bar = page.locator('.queue-bar .toolbar')
    await expect
      .poll(() => bar.evaluate((e) => [e.scrollWidth - e.clientWidth, e.scrollHeight - e.clientHeight]))
      .toEqual([0, 0])
    const says = page.getByText('已选 1 项，请用列表上方的按钮，或取消选择')
    await page.keyboard.press('a')
    await says.waitFor()
    await page.keyboard.press('r')
    await page.getByRole('button', { name: /^初审通过 A/ }).click()
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await page.getByRole('button', { name: '取消选择' }).click()
    await expect.poll(() => top()).toBe(before)
    await expect.poll(() => statusOf('甲')).toBe(1)
    await page.keyboard.press('r')
    await page.getByRole('dialog').waitFor()
    await done()
  })

  test('nothing is passed before its text and what a revision changes can be read', async () => {
    const [online] = await makeArticles(server, 1, { columnId: column, status: 2, by: writer.userId, title: '在线' })
    server.clock.now += 60_000
    await writer.call('article.update', { articleId: online, title: '在线改过', status: 1 })
    const { page, context, faults } = await sitDown(browser, server, auditor, { expected: /Failed to load resource/ })
    /** Answers that are held back until they are let go. */
    let letGo = () => {}
    async function hold(path: string) {
      const gate = new Promise<void>((resolve) => {
        letGo = resolve
      })
      await page.route(`**${path}*`, async (route) => {
        await gate
        await route.continue()
      })
    }
    const pass = page.getByRole('button', { name: /^初审通过/ })
    const shut = () => pass.getAttribute('aria-disabled')
    await hold('/api/article/webGeneraterView')
    await page.goto(`${server.url}/web/main/home/audit?pile=toAccept`)
    await reading(page, '甲').waitFor()
    await page.keyboard.press('a')
    await page.getByText('正文还没有显示，请看过再通过').waitFor()
    await expect.poll(() => shut()).toBe('true')
    letGo()
    await settled(page, '甲')
    await expect.poll(() => shut()).toBe('false')
    await page.unroute('**/api/article/webGeneraterView*')
    // the text does not come
    await page.route('**/api/article/webGeneraterView*', (route) => route.fulfill({ status: 500, body: '{}' }))
    await page.keyboard.press('j')
    await reading(page, '乙').getByRole('button', { name: '重试' }).waitFor()
    await page.keyboard.press('a')
    await page.getByText('正文没有读到，请按 Shift+R 刷新，看过再通过').waitFor()
    await page.unroute('**/api/article/webGeneraterView*')
    await page.keyboard.press('Shift+R')
    await reading(page, '乙')
      .getByTitle(/《乙（1）》预览/)
      .waitFor()
    await settled(page, '乙')
    await expect.poll(shut).toBe('false')
    // what the revision changes
    await hold('/x/article/revision')
    await page
      .locator('.queue')
      .getByRole('button', { name: /^在线改过/ })
      .click()
    await page.locator('.reading[aria-label=在线改过]').waitFor()
    await page.getByTitle(/《在线改过》预览/).waitFor()
    await page.keyboard.press('a')
    await page.getByText('修订内容还没有显示，请看过再通过').waitFor()
    expect([await statusOf('甲'), await statusOf('乙')]).toEqual([1, 1])
    letGo()
    await page.locator('.reading[aria-label=在线改过][aria-busy=false]').waitFor()
    await page.keyboard.press('a')
    await page.getByText('《在线改过》已初审通过 ·').waitFor()
    expect(faults).toEqual([])
    await context.close()
  }, 60_000)

  test('of several at once those that were changed after they were read are refused by name, the others are done', async () => {
    const { page, done } = await sit()
    await settled(page, '甲')
    const dialog = page.getByRole('dialog')
    const refused = dialog.getByRole('listitem').filter({ hasText: /已由 .+ 于 .+ 修改，请核对后再提交/ })
    await page.getByRole('checkbox', { name: '全选' }).click()
    await writer.call('article.update', { articleId: ids.乙, title: '没有看过的' })
    await page.getByRole('button', { name: '初审通过（4）' }).click()
    await dialog.getByRole('button', { name: '初审通过' }).click()
    await dialog.getByText('成功 3 项，失败 1 项').waitFor()
    await expect.poll(() => refused.getByText('乙（1）').count()).toBe(1)
    expect([await statusOf('甲'), await statusOf('乙'), await statusOf('丙')]).toEqual([0, 1, 0])
    await dialog.getByRole('button', { name: '关闭' }).last().click()
    await reading(page, '乙').waitFor({ state: 'detached' })
    // it has to be marked again, as it is now
    await page.getByRole('checkbox', { name: '全选' }).click()
    await page.getByRole('button', { name: '初审通过（1）' }).click()
    await dialog.getByText('将初审通过 1 项（《没有看过的》）').waitFor()
    await page.keyboard.press('Escape')
    await page.goto(`${server.url}/web/main/article/essay?status=0`)
    await page.getByRole('checkbox', { name: '选择本页' }).check()
    await colleague.call('article.update', { articleId: ids.丁, title: '丁改过' })
    await auditor.call('article.accept', { items: [{ articleId: ids.丁 }] })
    await page.getByRole('button', { name: '发布（3）' }).click()
    await dialog.getByRole('button', { name: '发布' }).click()
    await dialog.getByText('成功 2 项，失败 1 项').waitFor()
    await expect.poll(() => refused.getByText('丁（1）').count()).toBe(1)
    await dialog.getByRole('button', { name: '关闭' }).last().click()
    await page.getByRole('link', { name: '丁改过', exact: true }).waitFor()
    await expect.poll(() => page.getByText(/^已选/).count()).toBe(0)
    await done()
  }, 60_000)

  test('what can be done with a hundred marked ones stands on one line', async () => {
    await makeArticles(server, 120, { columnId: column, status: 0, by: writer.userId })
    const { page, done } = await sit()
    await page.getByRole('tab', { name: '120 待发布' }).click()
    const bar = page.locator('.queue-bar .toolbar')
    const height = async () => (await bar.boundingBox())?.height
    await bar.waitFor()
    const before = await height()
    await page.getByRole('checkbox', { name: '全选' }).click()
    await page.getByRole('button', { name: '通过并发布（120）' }).waitFor()
    await expect.poll(() => height()).toBe(before)
    await expect
      .poll(() => bar.evaluate((e) => [e.scrollWidth - e.clientWidth, e.scrollHeight - e.clientHeight]))
      .toEqual([0, 0])
    await done()
  })

  test('what would be refused is foretold to who accepted it where two people are wanted; before its time, what a pass leads to', async () => {
    const give = (who: Person, name: string, title: string) =>
      who.call(`article.${name}`, { items: [{ articleId: ids[title] }] })
    const admin = await server.person({ roles: ['admin'] })
    await admin.call('setting.save', { items: [{ name: 'audit.twoPeople', value: '1' }] })
    await give(auditor, 'accept', '甲')
    for (const title of ['乙', '丙']) await give(colleague, 'accept', title)
    await server.parts.db.write
      .updateTable('article')
      .set({ publishTime: Date.parse('2099-01-02T08:00:00+08:00'), undated: 0 })
      .where('id', '=', Number(ids.丙))
      .execute()
    const { page, done } = await sit()
    await page.getByRole('tab', { name: '3 待发布' }).click()
    await settled(page, '甲')
    await reading(page, '甲').getByText('由您初审，两人审核时须由他人发布').waitFor()
    const pass = page.getByRole('button', { name: /^通过并发布 / })
    await expect.poll(() => pass.getAttribute('aria-disabled')).toBe('true')
    await page.keyboard.press('a')
    await page.getByText('由您初审，两人审核时须由他人发布，不能通过并发布').waitFor()
    await page.getByRole('checkbox', { name: '全选' }).click()
    await page.getByRole('button', { name: '通过并发布（2）' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('另有 1 项由您初审，两人审核时须由他人发布，不处理。').waitFor()
    await dialog.getByText(/随即出现在网站上，其中 1 篇到发布时间自动发布/).waitFor()
    await dialog.getByRole('button', { name: '取消' }).click()
    await page.getByRole('button', { name: '取消选择' }).click()
    await page.getByRole('button', { name: /^丙/ }).click()
    await reading(page, '丙').getByText('发布时间 2099-01-02 08:00 还没有到，审核通过后到时自动发布').waitFor()
    await page.getByRole('button', { name: /^通过，定时发布 / }).click()
    await page.getByText('《丙（1）》已定时发布').waitFor()
    await expect.poll(() => page.getByRole('button', { name: /^丙/ }).count()).toBe(0)
    expect([await statusOf('甲'), await statusOf('丙')]).toEqual([0, 0])
    await admin.call('setting.reset', { names: ['audit.twoPeople'] })
    await done()
  })

  test('what waits for its second review has a pile of its own, and leaves it for the last one', async () => {
    const three = (threeReviews: 0 | 1) =>
      server.parts.db.write.updateTable('column').set({ threeReviews }).where('id', '=', column).execute()
    await three(1)
    for (const [who, title] of [
      [auditor, '甲'],
      [colleague, '乙'],
    ] as const)
      await who.call('article.accept', { items: [{ articleId: ids[title] }] })
    const { page, done } = await sit()
    await page.getByRole('tab', { name: '2 待复审' }).click()
    await settled(page, '甲')
    await reading(page, '甲').getByText('由您初审，三审三校须由他人继续').waitFor()
    await page.getByRole('button', { name: /^乙/ }).click()
    await settled(page, '乙')
    await page.getByRole('button', { name: /^复审通过 / }).click()
    await page.getByText('《乙（1）》已复审通过').waitFor()
    const { value } = await colleague.call('article.view', { articleId: ids.乙 })
    expect(value).toMatchObject({ status: 0, reviewStep: 3, recheckedByName: '林知远' })
    await page.getByRole('tab', { name: '1 待发布' }).click()
    await reading(page, '乙').getByText('由您复审，三审三校须由他人终审').waitFor()
    await three(0)
    await done()
  })

  test('the facts tell where on the site it will stand; a row’s focus is seen whole', async () => {
    const { page, done } = await sit()
    await auditor.call('article.update', {
      articleId: ids.甲,
      essayList: '3,4',
      newsType: 1,
      keywords: '供暖',
      summary: '摘要的第一句。'.repeat(40),
      coverImage: '/web/cover.png',
    })
    await page.route('**/web/cover.png', (route) =>
      route.fulfill({ contentType: 'image/png', body: Buffer.from(pixel.split(',')[1] ?? '', 'base64') }),
    )
    await page.reload()
    const facts = page.getByRole('region', { name: '文章情况', exact: true })
    const line = facts.getByText('首页展示：幻灯片、头条 · 图文类型：单图 · 关键词：供暖')
    await line.waitFor()
    await facts.getByRole('img', { name: '封面图片' }).waitFor()
    const summary = facts.locator('summary')
    expect((await summary.boundingBox())?.height).toBeLessThan(30)
    const folded = (await facts.boundingBox())?.height ?? 0
    expect(folded).toBeLessThan(130)
    await summary.click()
    await expect.poll(async () => (await facts.boundingBox())?.height ?? 0).toBeGreaterThan(folded + 20)
    await page.keyboard.press('j')
    await reading(page, '乙').getByText('首页展示：无').waitFor()
    const button = page.locator('.queue [aria-current]')
    await button.focus()
    await page.keyboard.press('j')
    await page.keyboard.press('k')
    const seen = () =>
      button.evaluate((e) => {
        const { outlineOffset, outlineWidth } = getComputedStyle(e)
        const [inner, list] = [e.getBoundingClientRect(), e.closest('ul')?.getBoundingClientRect() as DOMRect]
        const out = Number.parseFloat(outlineOffset) + Number.parseFloat(outlineWidth)
        const box = e.parentElement?.querySelector('.ant-checkbox')?.getBoundingClientRect() as DOMRect
        return { right: inner.right + out <= list.right, left: inner.left - out >= box.right + 4 }
      })
    await expect.poll(seen).toEqual({ right: true, left: true })
    await done()
  })

  test('an address leads also to what waits behind the two hundred that are listed; there it is passed', async () => {
    await makeArticles(server, 198, { columnId: column, status: 1, by: writer.userId, title: '别的' })
    server.clock.now += 60_000
    const [late] = await makeArticles(server, 1, { columnId: column, status: 1, by: writer.userId, title: '戊' })
    ids.戊 = String(late)
    const at = await sitDown(browser, server, auditor)
    const { page } = at
    await at.go(`/main/home/audit?pile=toAccept&articleId=${late}`)
    await settled(page, '戊')
    await page.getByText('另有 2 篇，处理后自动补上').waitFor()
    await page.keyboard.press('a')
    await page.getByText('《戊（1）》已初审通过 ·').waitFor()
    await expect.poll(() => statusOf('戊')).toBe(0)
    // one that waits no more is still said to be gone
    await colleague.call('article.accept', { items: [{ articleId: ids.丙 }] })
    await at.go(`/main/home/audit?pile=toAccept&articleId=${ids.丙}`)
    await page.getByText('《丙（1）》已不在「待初审」中').waitFor()
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('by Tab the list is one place, however long; the arrows lead through it', async () => {
    const { page, done } = await sit()
    await settled(page, '甲')
    const at = () => page.evaluate(() => document.activeElement?.closest('.queue li')?.textContent?.slice(0, 1) ?? '')
    await page.getByRole('checkbox', { name: '全选' }).focus()
    const steps = async (key: string, count: number) => {
      const seen: string[] = []
      for (let i = 0; i < count; i += 1) {
        await page.keyboard.press(key)
        seen.push(await at())
      }
      return seen.join(' ')
    }
    expect((await steps('Tab', 3)).trim()).toBe('甲 甲')
    expect((await steps('Shift+Tab', 1)).trim()).toBe('甲')
    expect(await steps('ArrowDown', 2)).toBe('乙 丙')
    expect(await steps('ArrowUp', 1)).toBe('乙')
    // its box is beside it, and nothing else is read yet
    expect(await steps('Shift+Tab', 1)).toBe('乙')
    await page.keyboard.press('Space')
    await page.getByText('已选 1 项').waitFor()
    await page.getByRole('button', { name: '取消选择' }).click()
    await reading(page, '甲').waitFor()
    await done()
  })
})
