import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeFaults, browserTests } from '../support/browser.ts'
import { answerCaptchas } from '../support/captchas.ts'
import { openOffice } from '../support/office.ts'

const codeIn = /[2-9A-Z]{4}-[2-9A-Z]{4}-[2-9A-Z]{4}/
const pdf = { name: '现场.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF') }

browserTests('what visitors send from the site', () => {
  const office = openOffice()

  /** A visitor at the form of letters, all filled in but the captcha. */
  async function sit(title: string) {
    const { server } = office
    await server.parts.site.start()
    const { page } = await office.sit(null)
    const at = `${server.url}/site/public_mail/write.html`
    await expect.poll(async () => (await fetch(at)).status).toBe(200)
    await page.goto(at)
    await fill(page, title)
    return page
  }
  async function fill(page: Page, title: string) {
    await page.getByLabel('标题').fill(title)
    await page.getByLabel('内容').fill('树枝挡住了路')
    await page.getByRole('textbox', { name: '姓名' }).fill('周小雨')
    await page.getByLabel('手机号').fill('13900005678')
  }
  const drawn = (page: Page) => expect.poll(() => page.locator('.captcha img').getAttribute('src')).toContain('data:')
  /** Types the captcha, which all that are open are answered by, and sends. */
  async function press(page: Page) {
    await drawn(page)
    await answerCaptchas(office.server)
    await page.getByRole('textbox', { name: /^验证码/ }).fill('ab12')
    await page.getByRole('button', { name: '提交来信' }).click()
  }
  const letters = async (title: string) => (await office.admin.call('mail.list', { title })).value.list
  const got = async (page: Page) => codeIn.exec((await page.locator('.got').first().textContent()) ?? '')?.[0]
  /** The title of the letter that a visitor finds by a code. */
  const foundBy = async (code: string | undefined) =>
    (await office.server.anyone.call('mail.webCode', { code, phone: '13900005678' })).value.title
  /** The server takes it, and its answer does not come back. */
  const loseAnswers = async (page: Page) => {
    const lose = async (route: Route) => {
      await route.fetch()
      await route.abort()
    }
    await page.route('**/web/mail/add', lose)
    return () => page.unroute('**/web/mail/add', lose)
  }

  test('the code stays, large, to be copied, with the way to the query, whatever becomes of the captcha', async () => {
    const page = await sit('北街路灯')
    await drawn(page)
    await page.route('**/suggest/code', (route) => route.abort())
    await press(page)
    await page.locator('.got .code').waitFor()
    const code = await got(page)
    expect(code).toBeDefined()
    expect(await page.getByRole('textbox', { name: '标题' }).isVisible()).toBe(false)
    expect(await page.locator('.got').evaluate((place) => place === document.activeElement)).toBe(true)
    await page.getByRole('button', { name: '复制' }).click()
    await page.locator('.got').getByRole('status').getByText(/复制/).waitFor()
    expect(await axeFaults(page)).toEqual([])
    // one more: the captcha that does not come is told at its field, the code is still there
    await page.getByRole('button', { name: '再写一封' }).click()
    await page.locator('#verifyCode-says').getByText('没有取到验证码').waitFor()
    expect([await got(page), await page.locator('.says').textContent()]).toEqual([code, ''])
    await page.getByRole('link', { name: '用它查询' }).click()
    await page.waitForURL('**/query.html')
    await expect.poll(() => page.getByLabel('查询码').inputValue()).toBe(code)
    await page.context().close()
  })

  test('a letter waits for its file; one of before never goes with the next', async () => {
    const page = await sit('北街树枝')
    let go = () => {}
    const slow = new Promise<void>((done) => {
      go = done
    })
    await page.route('**/x/mail/upload', async (route) => {
      await slow
      await route.continue()
    })
    await page.getByLabel('附件').setInputFiles(pdf)
    await press(page)
    await page.getByText('正在上传附件').waitFor()
    expect(await letters('北街树枝')).toEqual([])
    go()
    await page.locator('.got .code').waitFor()
    const [{ id }] = await letters('北街树枝')
    expect((await office.admin.call('mail.get', { id })).value.files).toMatchObject([{ name: '现场.pdf' }])
    await page.getByRole('button', { name: '再写一封' }).click()
    await fill(page, '北街第二封')
    expect(await page.locator('#files-says').textContent()).toBe('')
    await press(page)
    await expect.poll(() => page.locator('.got').count()).toBe(2)
    const [next] = await letters('北街第二封')
    expect((await office.admin.call('mail.get', { id: next.id })).value.files).toEqual([])
    await page.context().close()
  })

  test('files are in no draft: it is said beside what is there again, and the receipt tells how many came', async () => {
    const page = await sit('北街路牌')
    await page.getByLabel('附件').setInputFiles(pdf)
    await page.getByText('已上传 1 个附件').waitFor()
    await page.reload()
    await page.locator('#files-says').getByText('先前选的 1 个附件没有保留，请重新选择').waitFor()
    expect(await page.getByLabel('标题').inputValue()).toBe('北街路牌')
    await page.getByRole('textbox', { name: '姓名' }).fill('周小雨')
    await page.getByLabel('手机号').fill('13900005678')
    await press(page)
    await page.locator('.got').getByText('没有附件。').waitFor()
    // with what came through it is over
    await page.reload()
    await drawn(page)
    expect(await page.locator('#files-says').textContent()).toBe('')
    await page.context().close()
  })

  test('a file that could not be sent holds the letter back, and is sent with it the next time', async () => {
    const page = await sit('北街井盖')
    await page.route('**/x/mail/upload', (route) => route.abort(), { times: 2 })
    await page.getByLabel('附件').setInputFiles(pdf)
    await page.locator('#files-says').getByText('连不上服务器').waitFor()
    await press(page)
    await page.locator('.says').getByText('附件没有上传成功').waitFor()
    expect(await letters('北街井盖')).toEqual([])
    await press(page)
    await page.locator('.got .code').waitFor()
    const [{ id }] = await letters('北街井盖')
    expect((await office.admin.call('mail.get', { id })).value.files).toHaveLength(1)
    await page.context().close()
  })

  test('a refused file leaves the others attached, and nothing is sent without it before who wrote has read so', async () => {
    const page = await sit('北街标牌')
    const program = { ...pdf, name: '说明.pdf', buffer: Buffer.from('MZ\u0090\0') }
    await page.getByLabel('附件').setInputFiles([pdf, program])
    await page
      .locator('#files-says')
      .getByText(/已上传 1 个附件；.*说明\.pdf/)
      .waitFor()
    await press(page)
    await page.locator('.says').getByText('还没有提交').waitFor()
    expect(await letters('北街标牌')).toEqual([])
    await press(page)
    await page.locator('.got').getByText('附件 1 个已收到').waitFor()
    const [{ id }] = await letters('北街标牌')
    expect((await office.admin.call('mail.get', { id })).value.files).toMatchObject([{ name: '现场.pdf' }])
    await page.context().close()
  })

  test('after a lost answer the page loaded anew gives the same code, its file too', async () => {
    const page = await sit('北街公厕')
    await page.getByLabel('附件').setInputFiles(pdf)
    await page.getByText('已上传 1 个附件').waitFor()
    await loseAnswers(page)
    await press(page)
    await page.getByText('连不上服务器').waitFor()
    await page.unroute('**/web/mail/add')
    await page.reload()
    await expect.poll(() => page.getByLabel('标题').inputValue()).toBe('北街公厕')
    await press(page)
    await page.locator('.got .code').waitFor()
    const all = await letters('北街公厕')
    expect(all).toHaveLength(1)
    expect(await foundBy(await got(page))).toBe('北街公厕')
    await page.context().close()
  })

  test('who corrects what came through unanswered is told so, with its code, and sends no second one unasked', async () => {
    const page = await sit('北街车位')
    const mend = await loseAnswers(page)
    await press(page)
    await page.getByText('连不上服务器').waitFor()
    await mend()
    await page.getByLabel('内容').fill('车位线看不清')
    // what is refused as it stands does not end it
    await page.getByLabel('手机号').fill('138')
    await press(page)
    await page.locator('#phone-says').getByText(/./).waitFor()
    await page.getByLabel('手机号').fill('13900005678')
    await press(page)
    await page.getByText('其实已经提交成功').waitFor()
    const all = await letters('北街车位')
    expect(all).toHaveLength(1)
    expect(await foundBy(await got(page))).toBe('北街车位')
    // what was typed is still there, and goes out on purpose
    expect(await page.getByLabel('内容').inputValue()).toBe('车位线看不清')
    await press(page)
    await expect.poll(() => page.locator('.got').count()).toBe(2)
    expect(await letters('北街车位')).toHaveLength(2)
    await page.context().close()
  })
})
