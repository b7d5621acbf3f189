import { expect, test } from 'vitest'
import { axeFaults, browserTests } from '../support/browser.ts'
import { openOffice } from '../support/office.ts'
import { visitorsOf } from '../support/visitor.ts'

browserTests('letters by the pile in the console', () => {
  const office = openOffice()

  test('what one place sent many of goes among spam at once; a complaint is dealt with by its form', async () => {
    const { server, admin } = office
    const visitor = visitorsOf(server)
    const write = async (title: string, phone: string) => {
      const sent = { type: 0, title, content: '内容', name: '周小雨', openFlag: 0, phone, verifyCode: 'ab12' }
      const reply = await visitor.post('/web/mail/add', { ...sent, codeId: await visitor.captcha() })
      return { ...(reply.value as { id: string; code: string }), phone }
    }
    const dept = (await admin.call('dept.save', { name: '城管局' })).value.id
    const answered = await write('路灯不亮', '13900001234')
    await admin.call('mail.examine', { ids: [answered.id] })
    await admin.call('mailForum.deptSave', { id: answered.id, deptId: dept })
    await admin.call('mailForum.save', { id: answered.id, deptId: dept, content: '已办' })
    await admin.call('mail.settle', { items: [{ id: answered.id }] })
    const { code, phone } = answered
    await visitor.post('/x/mail/complain', { code, phone, content: '并没有修好' })
    for (const end of ['1', '2', '3']) await write(`专业贷款 ${end}`, `1370000000${end}`)

    const { page, go, faults } = await office.sit(admin)
    await go('/main/interact/LeaderMailbox')
    await page.getByText('投诉待处理').first().waitFor()
    await page.getByRole('link', { name: '成批来信' }).click()
    const pile = page.getByRole('row', { name: /专业贷款 3.*网络地址/ })
    await pile.waitFor()
    expect(await axeFaults(page)).toEqual([])
    await pile.getByRole('checkbox').check()
    await page.getByRole('button', { name: /^移入垃圾信件/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('共 3 封').waitFor()
    await dialog.getByRole('button', { name: '广告、推销' }).click()
    await dialog.getByRole('button', { name: /^移入垃圾信件/ }).click()
    await pile.waitFor({ state: 'detached' })
    const spam = async () => (await admin.call('mail.list', { state: 9 })).value.list
    await expect.poll(async () => (await spam()).length).toBe(3)
    expect((await spam())[0]).toMatchObject({ reason: '广告、推销' })

    await go(`/main/interact/LeaderMailbox/${answered.id}`)
    await page.getByRole('button', { name: '处理投诉' }).click()
    await dialog.getByLabel('处理结果').fill('经核实已修好，已电话说明')
    await dialog.getByRole('button', { name: '处理完毕' }).click()
    await page.getByText('经核实已修好，已电话说明').first().waitFor()
    await page.getByRole('button', { name: '处理投诉' }).waitFor({ state: 'detached' })
    expect((await admin.call('mail.get', { id: answered.id })).value.complaintDoneAt).not.toBeNull()
    expect(faults).toEqual([])
  })
})
