import { expect, test } from 'vitest'
import { axeFaults, browserTests, captchaOf } from '../support/browser.ts'
import { pdf } from '../support/files.ts'
import { openOffice } from '../support/office.ts'
import type { Person } from '../support/server.ts'

const password = 'Yk7-hUnr-52Pd'

browserTests('the reporting console', () => {
  const office = openOffice()
  let unit: Person & { account: string }
  const person = async () => {
    const { id } = (await office.admin.call('dept.save', { name: '水利局', isCount: 1 })).value
    const made = await office.server.person({
      ...{ roles: ['reporter'], deptId: Number(id), columns: [office.column], name: '水生', password },
    })
    unit = made as typeof unit
  }

  test('has a sign-in of its own; a unit writes, keeps a draft, hands it in on a phone; the office returns, adopts and counts', async () => {
    await person()
    const phone = await office.sit(null, { width: 390 })
    const { page } = phone
    await phone.go('/report')
    await page.getByRole('heading', { name: '青石县政协-站点上报管理' }).waitFor()
    expect(await page.title()).toBe('登录 - 青石县政协-站点上报管理')
    expect(await axeFaults(page)).toEqual([])
    await page.getByLabel('账号').fill(unit.account)
    await page.getByLabel('密码', { exact: true }).fill(password)
    await page.getByLabel('验证码', { exact: true }).fill(await captchaOf(page, office.server))
    await page.getByRole('button', { name: '登录', exact: true }).click()
    // who judges nothing begins at what they reported
    await page.getByText('还没有报送过信息').waitFor()
    expect(new URL(page.url()).pathname).toBe('/web/report/article/reportList')
    expect(await page.title()).toBe('我的报送 - 青石县政协-站点上报管理')
    await page.getByRole('button', { name: '展开菜单' }).click()
    const menu = page.getByRole('navigation', { name: '主菜单' })
    expect(await menu.getByRole('link').allTextContents()).toEqual(['报送信息', '我的报送', '报送统计'])
    await menu.getByRole('link', { name: '报送信息' }).click()
    await page.getByLabel('标题').fill('水库安全检查')
    await page.getByRole('textbox', { name: '正文' }).fill('检查了三座水库。')
    const [picker] = await Promise.all([
      page.waitForEvent('filechooser'),
      page
        .getByRole('button', { name: /选择|上传|附件/ })
        .last()
        .click(),
    ])
    await picker.setFiles({ name: '检查表.pdf', mimeType: 'application/pdf', buffer: pdf('甲') })
    await page.getByText('检查表.pdf').waitFor()
    expect(await axeFaults(page)).toEqual([])
    // no wider than the phone
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await page.getByRole('button', { name: '存为草稿' }).click()
    await page.getByRole('heading', { name: '水库安全检查' }).waitFor()
    await page.getByRole('region', { name: '办理记录' }).getByText('新增').waitFor()
    await page.getByRole('button', { name: '修改', exact: true }).click()
    await page.getByLabel('标题').fill('汛前水库安全检查')
    await page.getByRole('button', { name: /^报\s*送$/ }).click()
    await page.getByRole('heading', { name: '汛前水库安全检查' }).waitFor()
    await expect.poll(async () => (await unit.call('report.my')).value.list[0].status).toBe(1)
    await page.getByText('待审核').first().waitFor()
    expect(await axeFaults(page)).toEqual([])

    const desk = await office.sit()
    await desk.go('/report/home/audit')
    await desk.page.getByRole('link', { name: '汛前水库安全检查' }).click()
    await desk.page.getByRole('button', { name: /^退\s*回$/ }).click()
    const dialog = desk.page.getByRole('dialog')
    await dialog.getByRole('textbox').fill('请补充时间')
    await dialog.getByRole('button', { name: /^退\s*回$/ }).click()
    await desk.page.getByText('请补充时间').first().waitFor()

    await page.reload()
    await page.getByText('请补充时间').first().waitFor()
    await page.getByRole('button', { name: /^报\s*送$/ }).click()
    await expect.poll(async () => (await unit.call('report.my')).value.list[0].status).toBe(1)

    await desk.page.reload()
    await desk.page.getByRole('button', { name: /^采\s*用$/ }).click()
    await dialog.getByLabel('采用到栏目').click()
    await desk.page.getByTitle('政协要闻').last().click()
    await dialog.getByLabel('加分').fill('3')
    expect(await axeFaults(desk.page)).toEqual([])
    await dialog.getByRole('button', { name: /^采\s*用$/ }).click()
    await desk.page.getByText('采用为文章').waitFor()
    await desk.page.getByText('9 分（其中加分 3 分）').waitFor()
    expect((await office.admin.call('article.list', { title: '汛前' })).value.list).toMatchObject([{ status: 1 }])
    await desk.page.getByRole('link', { name: '报送统计' }).click()
    const line = desk.page.getByRole('row', { name: /水利局/ })
    await line.getByRole('cell', { name: '9', exact: true }).waitFor()
    expect(await axeFaults(desk.page)).toEqual([])
    const [saved] = await Promise.all([
      desk.page.waitForEvent('download'),
      desk.page.getByRole('button', { name: '通报（Word）' }).click(),
    ])
    expect(saved.suggestedFilename()).toMatch(/信息报送情况通报.*\.docx$/)
    await line.getByRole('link').first().click()
    await desk.page.getByRole('link', { name: '汛前水库安全检查' }).waitFor()
    expect(new URL(desk.page.url()).searchParams.get('deptId')).not.toBeNull()
    expect(desk.faults).toEqual([])
    await desk.context.close()

    // the session's end leads to this console's own sign-in, and back
    await page.goto(`${office.server.url}/web/report/article/statistics`)
    await page.getByText('水利局').waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await office.server.parts.db.write.deleteFrom('session').where('userId', '=', unit.userId).execute()
    await page.reload()
    await page.getByText('登录已过期').waitFor()
    expect(new URL(page.url()).pathname).toBe('/web/report/')
    await phone.context.close()
  })

  test('in the office’s own console reports stand beside articles', async () => {
    const at = await office.sit()
    await at.go('/main/article/report')
    await at.page.getByRole('link', { name: '汛前水库安全检查' }).click()
    await at.page.getByText('采用为文章').waitFor()
    expect(await at.page.title()).toContain('站点管理')
    await at.page.getByRole('link', { name: /汛前水库安全检查/ }).click()
    await at.page.getByRole('textbox', { name: '正文' }).waitFor()
    await at.page.getByText('采用自水利局报送的').waitFor()
    expect(at.faults).toEqual([])
    await at.context.close()
  })
})
