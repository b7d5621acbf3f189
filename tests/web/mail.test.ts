import { expect, test } from 'vitest'
import { axeFaults, browserTests } from '../support/browser.ts'
import { answerCaptchas } from '../support/captchas.ts'
import { sendFile } from '../support/files.ts'
import { openOffice } from '../support/office.ts'
import { visitorsOf } from '../support/visitor.ts'

browserTests('letters in the console', () => {
  const office = openOffice()

  test('an office hands one on, its department answers by the form, and the office publishes it', async () => {
    const { server, admin } = office
    const visitor = visitorsOf(server)
    const own = { phone: '13900001234' }
    const written = { title: '东街路灯不亮', type: 1, content: '路灯一周不亮', name: '周小雨', openFlag: 1, ...own }
    const { id, code } = (
      await visitor.post('/web/mail/add', { ...written, verifyCode: 'ab12', codeId: await visitor.captcha() })
    ).value
    const dept = (await admin.call('dept.save', { name: '城管局' })).value.id
    const clerk = await server.person({ roles: ['staff'], deptId: Number(dept) })
    await clerk.call('mailPhrase.add', { title: '来信收悉', content: '来信收悉，现答复如下：', deptId: dept })
    const desk = await office.sit(admin)
    await desk.go('/main/interact/LeaderMailbox')
    await desk.page.getByRole('link', { name: '东街路灯不亮' }).click()
    await desk.page.getByRole('button', { name: '审核通过' }).click()
    await desk.page.getByRole('button', { name: '转办' }).waitFor()
    await admin.call('mailForum.deptSave', { id, deptId: dept, remarks: '请现场查看' })
    const at = await office.sit(clerk)
    await at.go(`/main/interact/LeaderMailbox/${id}`)
    await at.page.getByText('交办意见：请现场查看').waitFor()
    await at.page.getByRole('button', { name: '答复' }).click()
    const text = at.page.getByRole('dialog').getByLabel('答复内容')
    await text.fill('您好！路灯已于昨日修复')
    // what is often said comes where the cursor stands, and is part of what is sent
    await text.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(3, 3))
    await at.page.getByRole('dialog').getByRole('button', { name: '来信收悉' }).click()
    await expect.poll(() => text.inputValue()).toBe('您好！来信收悉，现答复如下：路灯已于昨日修复')
    expect(await axeFaults(at.page)).toEqual([])
    await at.page.getByRole('dialog').getByLabel('是否办完').click()
    await at.page.getByTitle('提交', { exact: true }).click()
    await at.page
      .getByRole('dialog')
      .getByRole('button', { name: /保\s?存/ })
      .click()
    await at.page.getByText('已答复，待审核').first().waitFor()
    expect(await axeFaults(at.page)).toEqual([])
    await desk.page.reload()
    await desk.page.getByRole('button', { name: '公开', exact: true }).click()
    await desk.page
      .getByRole('dialog')
      .getByRole('button', { name: /公\s?开/ })
      .click()
    await desk.page.getByText('已公开').first().waitFor()
    const read = async () => (await visitor.post('/web/mail/code', { code, ...own })).value
    await expect.poll(read).toMatchObject({ status: 1, reply: '您好！来信收悉，现答复如下：路灯已于昨日修复' })
    expect(await axeFaults(desk.page)).toEqual([])
    expect([...desk.faults, ...at.faults]).toEqual([])
  })

  test('what looks like somebody’s data is published by who says why, in a dialog of its own', async () => {
    const { server, admin } = office
    const dept = Number((await admin.call('dept.save', { name: '值班室' })).value.id)
    const written = {
      title: '问值班电话',
      type: 1,
      content: '电话多少',
      name: '周小雨',
      openFlag: 1,
      phone: '13900001235',
    }
    const { id } = (await admin.call('mail.add', written)).value
    await admin.call('mail.examine', { ids: [id] })
    await admin.call('mailForum.deptSave', { id, deptId: dept })
    const said = { id, deptId: dept, content: '值班电话 13812345678', done: 1 }
    expect((await admin.call('mailForum.save', said)).errorCode).toBe('0')
    const { page, go, faults } = await office.sit(admin)
    await go(`/main/interact/LeaderMailbox/${id}`)
    await page.getByRole('button', { name: '公开', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: /公\s?开/ }).click()
    await dialog.getByText('含有手机号码').waitFor()
    await dialog.getByLabel('理由').fill('本局公开的值班电话')
    expect(await axeFaults(page)).toEqual([])
    await dialog.getByRole('button', { name: /公\s?开/ }).click()
    await page.getByText('已公开').first().waitFor()
    expect((await server.anyone.call('mail.webGet', { id })).value.reply).toBe('值班电话 13812345678')
    expect(faults).toEqual([])
  })

  test('a visitor writes on the site, gets a code, and reads and rates the answer by it', async () => {
    const { server, admin } = office
    await server.parts.site.start()
    const { page, faults } = await office.sit(null)
    const written = async () => (await fetch(`${server.url}/site/public_mail/write.html`)).status
    await expect.poll(written).toBe(200)
    await page.goto(`${server.url}/site/public_mail/write.html`)
    await page.getByLabel('标题').fill('西街井盖破损')
    await page.getByLabel('内容').fill('西街路口井盖破了一角')
    await page.getByRole('textbox', { name: '姓名' }).fill('周小雨')
    await page.getByLabel('手机号').fill('138')
    await page
      .getByLabel('附件')
      .setInputFiles({ name: '程序.pdf', mimeType: 'application/pdf', buffer: Buffer.from('MZ程序') })
    await page.getByText('按内容看不是可用的格式').waitFor()
    const pdf = Buffer.from('%PDF-1.4\n%%EOF')
    await page.getByLabel('附件').setInputFiles({ name: '现场.pdf', mimeType: 'application/pdf', buffer: pdf })
    await page.getByText('已上传 1 个附件').waitFor()
    await expect.poll(() => page.locator('.write img').getAttribute('src')).toContain('data:image')
    await answerCaptchas(office.server)
    await page.getByRole('textbox', { name: /^验证码/ }).fill('ab12')
    await page.getByRole('button', { name: '提交来信' }).click()
    await page.getByText('请按标出的提示修改').waitFor()
    expect(await page.locator('#phone-says').textContent()).not.toBe('')
    expect(await page.getByLabel('手机号').getAttribute('aria-invalid')).toBe('true')
    expect(await axeFaults(page)).toEqual([])
    await page.getByLabel('手机号').fill('13900005678')
    expect(await page.locator('#phone-says').textContent()).toBe('')
    // the answer is lost on its way, and the captcha is drawn anew
    let lost = false
    await page.route('**/web/mail/add', async (route) => {
      if (lost) return route.continue()
      lost = true
      await route.fetch()
      await route.abort()
    })
    await page.getByRole('button', { name: '提交来信' }).click()
    await page.getByText('连不上服务器').waitFor()
    const drawn = () => page.locator('.write img').getAttribute('src')
    const before = await drawn()
    await page.locator('.again').click()
    await expect.poll(drawn).not.toBe(before)
    await page.getByRole('textbox', { name: /^验证码/ }).fill('ab12')
    await page.getByRole('button', { name: '提交来信' }).click()
    await page.getByText('查询码是').waitFor()
    expect((await admin.call('mail.list', { title: '西街' })).value.total).toBe(1)
    expect(await axeFaults(page)).toEqual([])
    const code = /[2-9A-Z]{4}-[2-9A-Z]{4}-[2-9A-Z]{4}/.exec((await page.locator('.got').textContent()) ?? '')?.[0] ?? ''
    const [{ id }] = (await admin.call('mail.list', { title: '西街' })).value.list
    expect((await admin.call('mail.get', { id })).value.files).toMatchObject([{ name: '现场.pdf' }])
    const dept = (await admin.call('dept.save', { name: '城建局' })).value.id
    await admin.call('mail.examine', { ids: [id] })
    await admin.call('mailForum.deptSave', { id, deptId: dept })
    await admin.call('mailForum.save', { id, deptId: dept, content: '井盖已更换' })
    await admin.call('mail.settle', { items: [{ id }] })
    await page.getByRole('link', { name: '查询来信' }).first().click()
    await page.getByLabel('查询码').fill(code)
    await page.getByLabel('手机号').fill('13900005678')
    await page.getByRole('button', { name: '查询' }).click()
    await page.getByText('井盖已更换').waitFor()
    await page.getByRole('button', { name: '不满意', exact: true }).click()
    await page.getByText('您的评价是「不满意」，提交后不能修改').waitFor()
    await page.getByRole('button', { name: '取消' }).click()
    expect((await admin.call('mail.get', { id })).value.rating).toBe(null)
    await page.getByRole('button', { name: '满意', exact: true }).click()
    await page.getByRole('button', { name: '确定提交' }).click()
    await page.getByText('您的评价：满意').waitFor()
    await page.getByText('您写的内容：').waitFor()
    expect(await axeFaults(page)).toEqual([])
    expect(faults.filter((one) => !one.includes('ERR_FAILED'))).toEqual([])
  })

  test('without scripts the form leads to one that the server draws, which loses nothing and answers with the code', async () => {
    const { server, admin } = office
    await server.parts.site.start()
    const viewport = { width: 390, height: 844 }
    const page = await (await office.browser.newContext({ javaScriptEnabled: false, viewport })).newPage()
    const written = async () => (await fetch(`${server.url}/site/public_mail/write.html`)).status
    await expect.poll(written).toBe(200)
    await page.goto(`${server.url}/site/public_mail/write.html`)
    await page.getByRole('link', { name: '打开不用脚本的表单' }).click()
    await page.getByLabel('标题').fill('南街路面坑洼')
    await page.getByLabel('内容').fill('南街路面坑洼\n\n下雨积水')
    await page.getByRole('textbox', { name: '姓名' }).fill('周小雨')
    await page.getByLabel('手机号').fill('138')
    const submit = async () => {
      await answerCaptchas(office.server)
      await page.getByRole('textbox', { name: /^验证码/ }).fill('ab12')
      await page.getByRole('button', { name: '提交来信' }).click()
    }
    await submit()
    await page.locator('#phone-says:not(:empty)').waitFor()
    expect(await page.getByLabel('内容').inputValue()).toBe('南街路面坑洼\n\n下雨积水')
    await page.getByLabel('手机号').fill('13900005678')
    await submit()
    await page.getByText('查询码是').waitFor()
    expect((await admin.call('mail.list', { title: '南街' })).value.list).toHaveLength(1)
    await page.context().close()
  })

  test('what letters that are merged say is on paper, by how many days they are counted, and who waits is told of more time', async () => {
    const { server, admin } = office
    const own = { phone: '13900007788' }
    const write = async (title: string, type: number, files: readonly string[] = []) => {
      const letter = { title, type, content: `${title}，请处理`, name: '周小雨', openFlag: 1, files, ...own }
      return (await admin.call('mail.add', letter)).value
    }
    const file = (await sendFile(server, admin, 'mail', '现场.pdf')).value.id
    const [into, double] = [await write('北桥栏杆松动', 1), await write('北桥栏杆坏了', 0, [file])]
    const { page, go, faults } = await office.sit(admin)
    await go(`/main/interact/LeaderMailbox/${double.id}`)
    // a letter cannot be merged into itself: it is said at the field, and nothing is asked
    await page.getByRole('button', { name: '并入另一封' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('并入的信件').fill(double.id)
    await dialog.getByRole('button', { name: /并\s?入/ }).click()
    await dialog.getByText('不能把信并入它自己').waitFor()
    expect(await dialog.count()).toBe(1)
    await admin.call('mail.merge', { id: double.id, into: into.id })
    await go(`/main/interact/LeaderMailbox/${into.id}`)
    await page.getByText('（5 个工作日，按并入的来信的期限）').waitFor()
    const said = page.getByRole('region', { name: '并入的来信' }).locator('details')
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
    expect(await said.getByText('北桥栏杆坏了，请处理').isVisible()).toBe(true)
    const download = page
      .getByRole('list', { name: `${double.id} 号信的附件` })
      .getByRole('button', { name: '下载 现场.pdf' })
    expect(await download.isVisible()).toBe(true)
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
    expect(await said.getByText('北桥栏杆坏了，请处理').isVisible()).toBe(false)
    const [saved] = await Promise.all([page.waitForEvent('download'), download.click()])
    expect(saved.suggestedFilename()).toBe('现场.pdf')
    await page.getByRole('button', { name: '延长期限' }).click()
    await dialog.getByText('来信人凭查询码看到延长的天数和理由').waitFor()
    // later than what was merged into it
    server.clock.now += 60_000
    await admin.call('mail.extend', { id: into.id, days: 3, reason: '需要现场核实' })
    await server.parts.site.start()
    const visitor = await office.sit(null)
    const at = `${server.url}/site/public_mail/query.html`
    await expect.poll(async () => (await fetch(at)).status).toBe(200)
    await visitor.page.goto(at)
    await visitor.page.getByLabel('查询码').fill(into.code)
    await visitor.page.getByLabel('手机号').fill(own.phone)
    await visitor.page.getByRole('button', { name: '查询' }).click()
    await visitor.page.getByText(/^答复期限延长 3 个工作日：需要现场核实（\d{4}-\d\d-\d\d告知）$/).waitFor()
    expect(faults.filter((one) => !one.includes('400'))).toEqual([])
  })

  test('doubles are merged from the list, the earliest stays unless another one is chosen; like ones that are open are merged from a page', async () => {
    const { admin } = office
    const write = async (title: string) =>
      (
        await admin.call('mail.add', {
          ...{ title, type: 1, content: `${title}，请处理`, name: '周小雨', phone: '13900008899', openFlag: 1 },
        })
      ).value.id as string
    const [one, two, three] = [await write('西门积水严重'), await write('西门积水太深'), await write('西门积水一周了')]
    const { page, go, faults } = await office.sit(admin)
    const intoOf = async (id: string) => (await admin.call('mail.get', { id })).value.mergedInto
    await go('/main/interact/LeaderMailbox?title=%E8%A5%BF%E9%97%A8%E7%A7%AF%E6%B0%B4')
    await page.getByRole('cell', { name: two, exact: true }).waitFor()
    const mark = (title: string) =>
      page
        .getByRole('row', { name: new RegExp(title) })
        .getByRole('checkbox')
        .check()
    await mark('西门积水严重')
    expect(await page.getByRole('button', { name: /^合并所选/ }).count()).toBe(0)
    await mark('西门积水太深')
    await page.getByRole('button', { name: '合并所选（2）' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/都按最早的答复期限办理（\d{4}-\d\d-\d\d）/).waitFor()
    expect(await dialog.getByRole('radio', { name: new RegExp(`^${one} 号`) }).isChecked()).toBe(true)
    expect(await axeFaults(page)).toEqual([])
    await dialog.getByRole('radio', { name: new RegExp(`^${two} 号`) }).check()
    await dialog.getByRole('button', { name: /合\s?并/ }).click()
    await dialog.waitFor({ state: 'detached' })
    // the one that stays is none of those with which something was done
    await page.getByText('成功 1 项', { exact: true }).waitFor()
    await expect.poll(() => intoOf(one)).toBe(two)
    expect(await intoOf(two)).toBeNull()
    await page.getByText('已选 2 项').waitFor({ state: 'detached' })
    // one that is open still stands beside, and is merged there in either direction
    await go(`/main/interact/LeaderMailbox/${two}`)
    const like = page.getByRole('region', { name: '相似的在办来信' })
    await like.getByText(`${three} 号 西门积水一周了`).click()
    await like.getByRole('button', { name: '并入这封' }).waitFor()
    await like.getByRole('button', { name: '把它并入本信' }).click()
    await dialog.getByText('两封信都按较早的答复期限办理').waitFor()
    await dialog.getByRole('button', { name: /并\s?入/ }).click()
    await expect.poll(() => intoOf(three)).toBe(two)
    await page.getByRole('heading', { name: '并入的来信（2 封）' }).waitFor()
    // the number is short, and one that is nobody's is told at its field
    const alone = await write('东门积水')
    await go(`/main/interact/LeaderMailbox/${alone}`)
    await page.getByRole('button', { name: '并入另一封' }).click()
    const number = dialog.getByLabel('并入的信件')
    expect([await number.getAttribute('inputmode'), await number.getAttribute('maxlength')]).toEqual(['numeric', '16'])
    await number.fill('999999')
    await dialog.getByRole('button', { name: /并\s?入/ }).click()
    await dialog.locator('.ant-form-item-explain-error', { hasText: '信件 999999 不存在或无权操作' }).waitFor()
    expect(faults.filter((fault) => !/40[04]/.test(fault))).toEqual([])
  })

  test('of doubles the one stays first whose answer can be public; of another one it is said that it cannot, and its day is of what goes into it', async () => {
    const { server, admin } = office
    const write = async (title: string, openFlag: number, due: string) => {
      const letter = { title, type: 1, content: `${title}，请处理`, name: '周小雨', phone: '13900008877', openFlag }
      const { id } = (await admin.call('mail.add', letter)).value
      const at = Date.parse(`${due}T23:59:59+08:00`)
      await server.parts.db.write.updateTable('mail').set({ due: at }).where('id', '=', Number(id)).execute()
      return id as string
    }
    const shut = await write('南门广场积水一', 0, '2031-03-03')
    const open = await write('南门广场积水二', 1, '2031-03-04')
    const held = await write('南门广场积水三', 1, '2031-03-01')
    const held2 = await write('南门广场积水四', 1, '2031-03-02')
    const dept = (await admin.call('dept.save', { name: '排水所' })).value.id
    const { page, go, faults } = await office.sit(admin)
    const dialog = page.getByRole('dialog')
    const begin = async (n: number) => {
      await go('/main/interact/LeaderMailbox?title=%E5%8D%97%E9%97%A8%E5%B9%BF%E5%9C%BA')
      for (const id of [shut, open, held, held2].slice(0, n))
        await page
          .getByRole('row')
          .filter({ has: page.getByRole('cell', { name: id, exact: true }) })
          .getByRole('checkbox')
          .check()
      await page.getByRole('button', { name: `合并所选（${n}）` }).click()
    }
    const choice = (id: string) => dialog.getByRole('radio', { name: new RegExp(`^${id} 号`) })
    await begin(2)
    await dialog.getByText('其余 1 封并入留下的一封，来信人只看到那一封公开的答复').waitFor()
    expect(await choice(open).isChecked()).toBe(true)
    await dialog.getByRole('radio', { name: /积水一.*不同意公开/ }).check()
    await dialog.getByText('那一封来信人不同意公开，合并后的来信人得不到公开的答复，须另行回复').waitFor()
    expect(await dialog.getByText('来信人只看到那一封公开的答复').count()).toBe(0)
    // what a department has goes into none: neither its day nor its number is told of those that do
    for (const id of [held, held2]) {
      await admin.call('mail.examine', { ids: [id] })
      await admin.call('mailForum.deptSave', { id, deptId: dept })
    }
    await begin(4)
    await choice(held2).check()
    await dialog.getByText('其余 2 封并入留下的一封').waitFor()
    await dialog.getByText('都按最早的答复期限办理（2031-03-02）').waitFor()
    await dialog.getByText('其中 1 封在部门办理或已有答复').waitFor()
    // the same is said where a letter is merged from its own page
    await go(`/main/interact/LeaderMailbox/${open}`)
    await page.getByRole('button', { name: '并入另一封' }).click()
    await dialog.getByLabel('并入的信件').fill(shut)
    await dialog.getByRole('button', { name: /并\s?入/ }).click()
    await dialog.getByText('那一封来信人不同意公开，合并后的来信人得不到公开的答复').waitFor()
    expect(faults).toEqual([])
  })

  test('a phone that is none is told at the filter, and the list stays', async () => {
    const { page, go } = await office.sit()
    await go('/main/interact/LeaderMailbox')
    await page.getByRole('table').first().waitFor()
    const open = page.getByRole('button', { name: '展开' })
    if (await open.isVisible()) await open.click()
    await page.getByRole('search').getByLabel('手机号').fill('5678')
    expect(await page.getByRole('alert').count()).toBe(0)
    await page
      .getByRole('search')
      .getByRole('button', { name: /查\s?询/ })
      .click()
    await page.getByRole('search').getByRole('alert').getByText('手机号：应为 11 位手机号').waitFor()
    expect(await page.getByRole('table').first().isVisible()).toBe(true)
    await page.getByRole('search').getByLabel('手机号').fill('139 0000 0001')
    expect(await page.getByRole('search').getByRole('alert').count()).toBe(0)
    await page
      .getByRole('search')
      .getByRole('button', { name: /查\s?询/ })
      .click()
    await page.getByText('没有符合条件的').waitFor()
  })

  test('numbers are corrected with a reason, and both are shown', async () => {
    const { admin } = office
    const { page, go } = await office.sit(admin)
    await admin.call('dept.save', { name: '水利局', isCount: 1 })
    await go('/main/home/mail')
    await page
      .getByRole('row', { name: /水利局/ })
      .getByRole('button', { name: /更\s?正/ })
      .click()
    await page.getByLabel(/^收到/).fill('12')
    await page.getByLabel('更正理由').fill('启用前另有纸质来信')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /保\s?存/ })
      .click()
    await page.getByText('12（统计 0）').waitFor()
    expect(await axeFaults(page)).toEqual([])
  })
})
