import { readFileSync } from 'node:fs'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { axeFaults, browserTests } from '../support/browser.ts'
import { answerCaptchas } from '../support/captchas.ts'
import { openOffice } from '../support/office.ts'
import { visitorsOf } from '../support/visitor.ts'

browserTests('requests for disclosure in a browser', () => {
  const office = openOffice()
  const asked = {
    ...{ applicant: 0, name: '周小雨', idNumber: '110101199003070134', phone: '13900001234', medium: 1, way: 3 },
    ...{ title: '东街改造的预算', content: '2025 年的预算批复' },
  }
  const save = { name: /保\s?存/ }

  test('an office confirms one and hands it on, its department answers, and it becomes a Word file with one extension explained', async () => {
    const { server, admin } = office
    const visitor = visitorsOf(server)
    const sent = { ...asked, verifyCode: 'ab12', codeId: await visitor.captcha() }
    const { id, code } = (await visitor.post('/web/apply/save', sent)).value
    const dept = (await admin.call('dept.save', { name: '城管局' })).value.id
    const clerk = await server.person({ roles: ['staff'], deptId: Number(dept) })
    const desk = await office.sit(admin)
    await desk.go('/main/interact/apply')
    await desk.page.getByRole('link', { name: '东街改造的预算' }).click()
    await desk.page.getByRole('button', { name: '确认收到' }).click()
    await desk.page.getByRole('dialog').getByRole('button', { name: '确认收到' }).click()
    await desk.page.getByRole('button', { name: '转办' }).waitFor()
    await admin.call('apply.forward', { id, deptId: dept, remarks: '请检索' })
    await desk.page.reload()
    await desk.page.getByRole('button', { name: '延长期限' }).click()
    const form = desk.page.getByRole('dialog')
    await form.getByLabel('延长').fill('5')
    await form.getByLabel('理由').fill('需要检索的档案较多')
    await form.getByRole('button', { name: /延\s?长/ }).click()
    await desk.page.getByText('延长 5 个工作日').first().waitFor()
    await desk.page.getByRole('button', { name: '逐日说明期限' }).click()
    await desk.page.getByText('延长的期限：批准延长').first().waitFor()
    expect(await axeFaults(desk.page)).toEqual([])
    await desk.page.keyboard.press('Escape')
    const at = await office.sit(clerk)
    await at.go(`/main/interact/apply/${id}`)
    await at.page.getByText('交办意见：请检索').waitFor()
    await at.page.getByRole('button', { name: '拟定答复' }).click()
    await at.page.getByRole('dialog').getByLabel('办理结果').click()
    await at.page.getByTitle('予以公开').click()
    await at.page.getByRole('dialog').getByLabel('答复内容').fill('现提供预算批复')
    // whether it is only kept or handed in is said, and not assumed
    await at.page.getByRole('dialog').getByRole('button', save).click()
    await at.page.getByText('请选择是否办完').first().waitFor()
    await at.page.getByRole('dialog').getByLabel('是否办完').click()
    await at.page.getByTitle('提交', { exact: true }).click()
    await at.page.getByRole('dialog').getByRole('button', save).click()
    await at.page.getByText('已拟答复，待审核').first().waitFor()
    expect(await axeFaults(at.page)).toEqual([])
    await desk.page.reload()
    await desk.page.getByRole('button', { name: '签发答复' }).click()
    await desk.page.getByRole('dialog').getByRole('button', { name: '签发答复' }).click()
    await desk.page.getByText('已答复，待送达').first().waitFor()
    const [file] = await Promise.all([
      desk.page.waitForEvent('download'),
      desk.page.getByRole('button', { name: '申请表和办理单（Word）' }).click(),
    ])
    const parts = unzipSync(new Uint8Array(readFileSync(await file.path())))
    expect(strFromU8(parts['word/document.xml'] as Uint8Array)).toContain('批准延长 5 个工作日')
    await desk.page.getByRole('button', { name: '登记送达' }).click()
    await desk.page.getByRole('dialog').getByLabel('送达方式').click()
    await desk.page.getByTitle('网上查看').click()
    await desk.page.getByRole('dialog').getByRole('button', save).click()
    await desk.page.getByText('已送达').first().waitFor()
    const read = async () => (await visitor.post('/x/apply/code', { code, phone: asked.phone })).value
    await expect.poll(read).toMatchObject({ outcome: 10, answer: '现提供预算批复' })
    await desk.go('/main/interact/apply/report')
    const [table] = await Promise.all([
      desk.page.waitForEvent('download'),
      desk.page.getByRole('button', { name: /导\s?出/ }).click(),
    ])
    const sheet = unzipSync(new Uint8Array(readFileSync(await table.path())))
    expect(strFromU8(sheet['xl/worksheets/sheet1.xml'] as Uint8Array)).toContain('本年新收政府信息公开申请数量')
    // upright or across, the table goes onto its sheet whole
    const across = await desk.page.evaluate(() => document.querySelector('.apply-report table')?.scrollWidth)
    await desk.page.emulateMedia({ media: 'print' })
    await desk.page.setViewportSize({ width: 700, height: 1000 })
    const fits = await desk.page.evaluate(() => document.querySelector('.apply-report table')?.scrollWidth)
    expect([across !== undefined && across > 700, fits !== undefined && fits <= 700]).toEqual([true, true])
    await desk.page.screenshot({ path: '/tmp/rep.png' })
    await desk.page.emulateMedia({ media: null })
    await desk.page.setViewportSize({ width: 1280, height: 900 })
    await desk.page.getByRole('link', { name: '予以公开：1 件' }).click()
    await desk.page.getByRole('link', { name: '东街改造的预算' }).waitFor()
    expect(await axeFaults(desk.page)).toEqual([])
    expect([...desk.faults, ...at.faults]).toEqual([])
  })

  test('an office throws away its own draft, and hands the request on after all', async () => {
    const { server, admin } = office
    const deptId = Number((await admin.call('dept.save', { name: '公开办' })).value.id)
    const clerk = await server.person({ roles: ['auditor'], deptId })
    const sent = { ...asked, phone: '13900001235', channel: 1, receivedAt: '2026-11-20' }
    const { id } = (await clerk.call('apply.add', sent)).value
    await clerk.call('apply.answer', { id, content: '办公室的稿', outcome: 10, done: 0 })
    const desk = await office.sit(clerk)
    await desk.go(`/main/interact/apply/${id}`)
    await desk.page.getByText('办公室的稿').waitFor()
    await desk.page.getByRole('button', { name: '删去答复稿' }).click()
    const question = desk.page.getByRole('dialog')
    await question.getByText('将删去公开办的答复稿，连同附件不能恢复。').waitFor()
    await question.getByRole('button', { name: /删\s?去/ }).click()
    await desk.page.getByText('已删去答复稿').waitFor()
    await desk.page.getByText('办公室的稿').waitFor({ state: 'detached' })
    await desk.page.getByRole('button', { name: '直接拟定答复' }).waitFor()
    expect(await axeFaults(desk.page)).toEqual([])
  })

  test('an office writes down what came over the counter, and hands out its code', async () => {
    const { admin } = office
    const { page, go, faults } = await office.sit(admin)
    await go('/main/interact/apply')
    await page.getByRole('button', { name: '登记申请' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('姓名或名称').fill('周小雨')
    await form.getByLabel('身份证号').fill('110101199003070135')
    await form.getByLabel('联系电话').fill('13900005678')
    await form.getByLabel('所需信息的名称').fill('西街绿化的合同')
    await form.getByLabel('所需信息的特征描述').fill('去年的绿化合同')
    await form.getByRole('button', save).click()
    await page.getByText('请逐位核对').first().waitFor()
    await form.getByLabel('身份证号').fill('110101199003070134')
    await form.getByRole('button', save).click()
    await page.getByText(/[2-9A-Z]{4}-[2-9A-Z]{4}-[2-9A-Z]{4}/).waitFor()
    expect(await axeFaults(page)).toEqual([])
    await page.getByRole('button', { name: '已记下' }).click()
    await page.getByRole('link', { name: '西街绿化的合同' }).waitFor()
    expect(faults).toEqual([])
  })

  test('a visitor asks on the site, is told at the field what is wrong, gets a code, and reads and takes the answer by it', async () => {
    const { server, admin } = office
    await server.parts.site.start()
    const { page, faults } = await office.sit(null)
    const written = async () => (await fetch(`${server.url}/site/public_apply/write.html`)).status
    await expect.poll(written).toBe(200)
    await page.goto(`${server.url}/site/public_apply/guide.html`)
    await page.getByText('20 个工作日内答复').waitFor()
    expect(await axeFaults(page)).toEqual([])
    await page.getByRole('link', { name: '提出申请' }).click()
    await page.getByLabel('申请人类型').selectOption('1')
    await page.getByLabel('统一社会信用代码').waitFor()
    expect(await page.getByLabel('身份证号').isVisible()).toBe(false)
    await page.getByLabel('申请人类型').selectOption('0')
    await page.getByRole('textbox', { name: '姓名或名称' }).fill('周小雨')
    await page.getByLabel('身份证号').fill('110101199003070135')
    await page.getByLabel('手机号').fill('13900009999')
    await page.getByLabel('所需信息的名称').fill('南街路灯的预算')
    await page.getByLabel('所需信息的特征描述').fill('南街路灯改造的预算')
    await page.getByLabel('获取方式').selectOption('3')
    await expect.poll(() => page.locator('.write img').getAttribute('src')).toContain('data:image')
    await answerCaptchas(office.server)
    await page.getByRole('textbox', { name: /^验证码/ }).fill('ab12')
    await page.getByRole('button', { name: '提交申请' }).click()
    await page.locator('#idNumber-says').getByText('请逐位核对').waitFor()
    expect(await page.getByLabel('身份证号').getAttribute('aria-invalid')).toBe('true')
    const draft = await page.evaluate(() => JSON.stringify({ ...sessionStorage }))
    expect(draft).toContain('site.apply')
    expect(draft).not.toContain('1101011990')
    expect(await page.getByLabel('所需信息的名称').inputValue()).toBe('南街路灯的预算')
    expect(await axeFaults(page)).toEqual([])
    await page.getByLabel('身份证号').fill('110101199003070134')
    await page.getByRole('button', { name: '提交申请' }).click()
    await page.getByText('查询码是').waitFor()
    const said = (await page.locator('.got').textContent()) ?? ''
    const code = /[2-9A-Z]{4}-[2-9A-Z]{4}-[2-9A-Z]{4}/.exec(said)?.[0] ?? ''
    const [{ id }] = (await admin.call('apply.list', { title: '南街' })).value.list
    const dept = (await admin.call('dept.save', { name: '城建局' })).value.id
    await admin.call('apply.confirm', { items: [{ id }] })
    await admin.call('apply.clarify', { id, content: '请写明年份' })
    // who looks at the list reads until when it may be supplied
    const desk = await office.sit(admin)
    await desk.go('/main/interact/apply?state=3')
    await desk.page.getByText(/补正期限 \d{4}-\d\d-\d\d/).waitFor()
    await desk.page.context().close()
    await page.getByRole('link', { name: '查询申请' }).first().click()
    await page.getByLabel('查询码').fill(code)
    await page.getByLabel('手机号').fill('13900009999')
    await page.getByRole('button', { name: '查询' }).click()
    await page.getByText('请补正：请写明年份').waitFor()
    await page.getByLabel('补正的内容').fill('2025 年')
    await page.getByRole('button', { name: '提交补正' }).click()
    await page.getByRole('button', { name: '确定提交' }).click()
    await page.getByText('办理状态：已受理，待转办').waitFor()
    await admin.call('apply.forward', { id, deptId: dept })
    const body = new FormData()
    body.append('to', 'applyDept')
    body.append('file', new Blob(['%PDF-1.4\n%%EOF']), '批复.pdf')
    const kept = await fetch(`${server.url}/x/attachment/upload`, {
      ...{ method: 'POST', headers: { authorization: admin.token }, body },
    })
    const files = [((await kept.json()) as { value: { id: string } }).value.id]
    await admin.call('apply.answer', { id, deptId: dept, outcome: 10, content: '现提供预算', files })
    await admin.call('apply.issue', { items: [{ id }] })
    await page.getByRole('button', { name: '查询' }).click()
    await page.getByText('现提供预算').waitFor()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: '下载 批复.pdf' }).click(),
    ])
    expect(file.suggestedFilename()).toBe('批复.pdf')
    expect(await axeFaults(page)).toEqual([])
    expect(faults).toEqual([])
  })
})
