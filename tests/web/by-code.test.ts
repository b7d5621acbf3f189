import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeFaults, browserTests } from '../support/browser.ts'
import { openOffice } from '../support/office.ts'
import { visitorsOf } from '../support/visitor.ts'

const phone = '13900001234'

browserTests('what visitors do by code and phone', () => {
  const office = openOffice()

  /** A letter that came in, and its code. */
  async function letter(title: string) {
    const visitor = visitorsOf(office.server)
    const written = { title, type: 1, content: '路灯一周不亮', name: '周小雨', openFlag: 1, phone }
    return (await visitor.post('/web/mail/add', { ...written, verifyCode: 'ab12', codeId: await visitor.captcha() }))
      .value as { id: string; code: string }
  }
  async function sit() {
    const { server } = office
    await server.parts.site.start()
    const { page } = await office.sit(null, { width: 390 })
    const at = `${server.url}/site/public_mail/query.html`
    await expect.poll(async () => (await fetch(at)).status).toBe(200)
    await page.goto(at)
    return page
  }
  async function ask(page: Page, code: string) {
    await page.getByLabel('查询码').fill(code)
    await page.getByLabel('手机号').fill(phone)
    await page.getByRole('button', { name: '查询' }).click()
  }

  test('what is typed stays through another look and a reload; refusals stand at their field; what has come is said', async () => {
    const { admin } = office
    const { id, code } = await letter('北街路灯')
    await admin.call('mail.ask', { items: [{ id, reason: '请写明地点' }] })
    const page = await sit()
    await ask(page, code)
    const more = page.getByLabel('补充的内容')
    await more.waitFor()
    await page.getByRole('button', { name: '提交补充' }).click()
    await page.locator('#supplement-says').getByText('请填写').waitFor()
    expect(await more.getAttribute('aria-invalid')).toBe('true')
    expect(await page.locator('form .says').textContent()).toBe('')
    await more.fill('在东街小学门口')
    await ask(page, code)
    await expect.poll(() => more.inputValue()).toBe('在东街小学门口')
    await page.reload()
    await ask(page, code)
    await expect.poll(() => more.inputValue()).toBe('在东街小学门口')
    expect(await axeFaults(page)).toEqual([])
    // somebody else's is not shown below what is said of a wrong code
    await page.getByLabel('手机号').fill('13900009999')
    await page.getByRole('button', { name: '查询' }).click()
    await page.getByText('没有这封信').waitFor()
    expect(await page.locator('.found').textContent()).toBe('')
    await ask(page, code)
    await more.waitFor()
    await page.route('**/x/mail/supplement', (route) => route.abort(), { times: 1 })
    // nothing of it can be changed later: it is asked about first
    const press = async (name: string, act: string) => {
      await page.getByRole('button', { name }).click()
      await page.locator(`#${act}-says`).getByRole('button', { name: '确定提交' }).click()
    }
    await press('提交补充', 'supplement')
    await page.locator('#supplement-says').getByText('连不上服务器').waitFor()
    await press('提交补充', 'supplement')
    await page.locator('.thanks').getByText('已收到您补充的内容').waitFor()
    await page.getByText('您补充的内容：在东街小学门口').waitFor()
    const dept = (await admin.call('dept.save', { name: '城管局' })).value.id
    await admin.call('mail.examine', { ids: [id] })
    await admin.call('mailForum.deptSave', { id, deptId: dept })
    await admin.call('mailForum.save', { id, deptId: dept, content: '路灯已修复' })
    await admin.call('mail.settle', { items: [{ id }] })
    await ask(page, code)
    await page.getByRole('button', { name: '不满意', exact: true }).click()
    await page.getByLabel('对办理有意见').fill('仍然不亮')
    await page.getByRole('button', { name: '提交投诉' }).click()
    await page.locator('#complain-says').getByText('只能投诉一次，提交后不能修改').waitFor()
    await page.locator('#complain-says').getByRole('button', { name: '取消' }).click()
    expect((await admin.call('mail.get', { id })).value.complaint).toBe(null)
    await press('提交投诉', 'complain')
    await page.locator('.thanks').getByText('已收到您的投诉').waitFor()
    // a rating that waits to be confirmed waits still
    await page.getByText('您的评价是「不满意」，提交后不能修改').waitFor()
    await page.getByRole('button', { name: '确定提交' }).click()
    await page.getByText('您的评价：不满意').waitFor()
    expect((await admin.call('mail.get', { id })).value).toMatchObject({ rating: 3, complaint: '仍然不亮' })
    await ask(page, code)
    await page.getByText('您已投诉').waitFor()
    expect(await axeFaults(page)).toEqual([])
    await page.context().close()
  })

  test('a deadline within a year whose holidays nobody has entered is said to be tentative', async () => {
    const { code, id } = await letter('北街公厕')
    const page = await sit()
    await ask(page, code)
    await page.getByText('答复期限：').waitFor()
    expect(await page.locator('.found').textContent()).not.toContain('暂定')
    const { db } = office.server.parts
    const received = Date.UTC(2031, 0, 6)
    await db.write.updateTable('mail').set({ createdAt: received }).where('id', '=', Number(id)).execute()
    await ask(page, code)
    await page.getByText(/答复期限：.*期限为暂定/).waitFor()
    await page.context().close()
  })

  test('without scripts the query leads to one that the server draws, where the letter is read and supplemented', async () => {
    const { server, admin } = office
    const { id, code } = await letter('北街井盖')
    await admin.call('mail.ask', { items: [{ id, reason: '请写明地点' }] })
    const at = await sit()
    const viewport = { width: 390, height: 844 }
    const page = await (await office.browser.newContext({ javaScriptEnabled: false, viewport })).newPage()
    await page.goto(at.url())
    await at.context().close()
    await page.getByRole('link', { name: '打开不用脚本的查询' }).click()
    await ask(page, code)
    await page.getByText('请补充：请写明地点').waitFor()
    await page.getByLabel('补充的内容').fill('在东街小学门口')
    await page.getByRole('button', { name: '提交补充' }).click()
    await page.getByText('已收到您补充的内容').waitFor()
    expect((await admin.call('mail.get', { id })).value.supplement).toBe('在东街小学门口')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await page.goto(`${server.url}/site/public_apply/query.html`)
    await page.getByRole('link', { name: '打开不用脚本的查询' }).click()
    await page.getByLabel('查询码').waitFor()
    await page.context().close()
  })
})
