import { expect, test } from 'vitest'
import { axeFaults, browserTests } from '../support/browser.ts'
import { answerCaptchas } from '../support/captchas.ts'
import { openOffice } from '../support/office.ts'

browserTests('topics in the console and on the site', () => {
  const office = openOffice()

  test('a visitor writes one, the office passes and shows it, a department replies, and the visitor reads that by the code', async () => {
    const { server, admin } = office
    await server.parts.site.start()
    const dept = (await admin.call('dept.save', { name: '文史委' })).value.id
    const clerk = await server.person({ roles: ['staff'], deptId: Number(dept) })
    const { page, faults } = await office.sit(null)
    const form = `${server.url}/site/public_life/write.html`
    await expect.poll(async () => (await fetch(form)).status).toBe(200)
    await page.goto(form)
    await page.getByLabel('标题').fill('河边护栏松动')
    await page.getByLabel('内容').fill('靠近二桥的一段护栏松动')
    await page.getByRole('textbox', { name: '姓名' }).fill('周小雨')
    await page.getByLabel('手机号').fill('13900005678')
    await page.getByLabel('是否同意公开').selectOption('1')
    await expect.poll(() => page.locator('.write img').getAttribute('src')).toContain('data:image')
    await answerCaptchas(office.server)
    await page.getByRole('textbox', { name: /^验证码/ }).fill('ab12')
    expect(await axeFaults(page)).toEqual([])
    await page.getByRole('button', { name: '提交' }).click()
    await page.getByText('查询码是').waitFor()
    const said = (await page.locator('.got').textContent()) ?? ''
    const code = /[2-9A-Z]{4}-[2-9A-Z]{4}-[2-9A-Z]{4}/.exec(said)?.[0] ?? ''
    const [{ id }] = (await admin.call('xaxTheme.list', {})).value.list

    const desk = await office.sit(admin)
    await desk.go('/main/interact/xaxTheme')
    await desk.page.getByRole('link', { name: '河边护栏松动' }).click()
    await desk.page.getByRole('button', { name: '审核通过' }).click()
    await desk.page
      .getByRole('dialog')
      .getByRole('button', { name: /审核通过/ })
      .click()
    await desk.page.getByRole('button', { name: '显示', exact: true }).click()
    await desk.page.getByRole('button', { name: '隐藏', exact: true }).waitFor()
    await admin.call('xaxTheme.transfer', { ids: [id], deptId: dept })

    const at = await office.sit(clerk)
    await at.go(`/main/interact/xaxTheme/${id}`)
    await at.page.getByRole('button', { name: '回复', exact: true }).click()
    await at.page.getByRole('dialog').getByLabel('内容').fill('护栏已加固')
    await at.page
      .getByRole('dialog')
      .getByRole('button', { name: /保\s?存/ })
      .click()
    await at.page.getByRole('region', { name: '回复' }).getByText('护栏已加固').waitFor()
    await at.page.getByRole('dialog').waitFor({ state: 'hidden' })
    expect(await axeFaults(at.page)).toEqual([])
    await desk.page.reload()
    const replies = desk.page.getByRole('region', { name: '回复' })
    await replies.getByRole('button', { name: '审核通过' }).click()
    await expect
      .poll(async () => (await admin.call('xaxTheme.get', { id })).value)
      .toMatchObject({ replies: 1, shown: 1 })
    expect(await axeFaults(desk.page)).toEqual([])

    await page.getByRole('link', { name: '查询民生话题' }).first().click()
    await page.getByLabel('查询码').fill(code)
    await page.getByLabel('手机号').fill('13900005678')
    await page.getByRole('button', { name: '查询' }).click()
    await page.getByText('护栏已加固').waitFor()
    expect(await axeFaults(page)).toEqual([])
    const shown = `${server.url}/site/public_life/${id}.html`
    await expect.poll(async () => (await fetch(shown)).text()).toContain('护栏已加固')
    await page.goto(shown)
    expect(await axeFaults(page)).toEqual([])
    expect([...faults, ...desk.faults, ...at.faults]).toEqual([])
  })
})
