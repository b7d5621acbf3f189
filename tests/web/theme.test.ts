import { expect, test } from 'vitest'
import { themeAreas, themeNames } from '../../core/domain/theme-names.ts'
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
    const press = async (name: string) => {
      await desk.page.getByRole('button', { name, exact: true }).click()
      return desk.page.getByRole('dialog').filter({ hasText: '随即出现在网站上' })
    }
    // what everybody reads at once is asked about, and a press of the key answers 取消
    const question = await press('显示')
    await question.getByText('将显示《河边护栏松动》').waitFor()
    await desk.page.keyboard.press('Enter')
    await question.waitFor({ state: 'hidden' })
    expect((await admin.call('xaxTheme.get', { id })).value).toMatchObject({ shown: 0 })
    await (await press('显示')).getByRole('button', { name: /显\s?示/ }).click()
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
    const asked = desk.page.getByRole('dialog').filter({ hasText: '将审核通过文史委的回复，回复随即出现在网站上' })
    await asked.waitFor()
    expect((await admin.call('xaxTheme.get', { id })).value).toMatchObject({ replies: 0 })
    await asked.getByRole('button', { name: /审核通过/ }).click()
    await expect
      .poll(async () => (await admin.call('xaxTheme.get', { id })).value)
      .toMatchObject({ replies: 1, shown: 1 })
    const steps = desk.page.getByRole('region', { name: '办理记录' })
    await steps.getByText('审核通过文史委的回复').waitFor()
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

  test.each(themeAreas)('%s: handed on, given back by the department, handed on again and taken back', async (area) => {
    const { server, admin } = office
    const { noun } = themeNames[area]
    const dept = (await admin.call('dept.save', { name: `城管局${area}` })).value.id
    const clerk = await server.person({ roles: ['staff'], deptId: Number(dept) })
    const given = {
      title: '路灯不亮',
      content: '二桥东头的路灯不亮',
      name: '周小雨',
      phone: '13900005678',
      openFlag: 1,
    }
    const { id } = (await admin.call(`${area}.add`, given)).value
    await admin.call(`${area}.pass`, { items: [{ id }] })
    const place = async () => (await admin.call(`${area}.get`, { id })).value.deptId
    const desk = await office.sit(admin)
    await desk.go(`/main/interact/${area}/${id}`)
    const handOn = async () => {
      await desk.page.getByRole('button', { name: /^转\s?交$/ }).click()
      return desk.page.getByRole('dialog', { name: `转交${noun}` })
    }
    const send = async (form: Awaited<ReturnType<typeof handOn>>) => {
      await form.getByRole('button', { name: /^转\s?交$/ }).click()
      await form.waitFor({ state: 'hidden' })
    }
    const form = await handOn()
    await form.getByRole('button', { name: /^转\s?交$/ }).click()
    await form.getByText('请选择承办部门', { exact: true }).last().waitFor()
    await form.getByLabel('承办部门').click()
    await desk.page.getByText(`城管局${area}`).last().click()
    await send(form)
    await expect.poll(place).toBe(dept)

    const at = await office.sit(clerk)
    await at.go(`/main/interact/${area}/${id}`)
    await at.page.getByRole('button', { name: /^退\s?回$/ }).click()
    const why = at.page.getByRole('dialog', { name: `退回${noun}` })
    await why.getByText('不属于本部门职责').click()
    await why.getByRole('button', { name: /^退\s?回$/ }).click()
    await at.page.getByText('已退回《路灯不亮》').waitFor()
    await at.page.waitForURL(new RegExp(`/${area}$`))
    expect(await at.page.getByText('不存在或无权操作').count()).toBe(0)
    expect(await place()).toBe(null)
    await admin.call(`${area}.transfer`, { ids: [id], deptId: dept })

    await desk.page.reload()
    // what is said alone takes nothing back
    const said = await handOn()
    await said.getByLabel('意见').fill('请尽快')
    await said.getByRole('button', { name: /^转\s?交$/ }).click()
    await desk.page.getByText('请改选部门，或清空部门收回').waitFor()
    expect(await place()).toBe(dept)
    await said.getByText(`城管局${area}`).first().hover()
    await said.locator('.ant-select-clear').click()
    await send(said)
    await expect.poll(place).toBe(null)
    const [step] = (await admin.call(`${area}.history`, { id })).value.list
    expect(step).toMatchObject({ act: '收回', reason: '请尽快' })
    expect([...desk.faults, ...at.faults]).toEqual([])
  })
})
