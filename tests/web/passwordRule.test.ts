import { expect, test } from 'vitest'
import { axeFaults, browserTests } from '../support/browser.ts'
import { openOffice } from '../support/office.ts'

browserTests('the screen of 密码规则', () => {
  const office = openOffice()

  test('says what holds; adds, changes and deletes', async () => {
    const at = await office.sit()
    const { page } = at
    await at.go('/main/system/passwordRule')
    await page.getByText('现在的要求：至少 8 个字符').waitFor()
    // far down in a long menu
    await page.setViewportSize({ width: 1440, height: 500 })
    await page.reload()
    const entry = page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '密码规则' })
    await expect.poll(async () => ((await entry.boundingBox())?.y ?? 999) < 500).toBe(true)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('button', { name: '新增密码规则' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('规则名称').fill('甲')
    await dialog.getByLabel('词语').fill('青石\n清河镇')
    expect(await axeFaults(page)).toEqual([])
    await dialog.getByRole('button', { name: '保存' }).click()
    const row = page.getByRole('row', { name: /甲/ })
    await row.getByRole('button', { name: '编辑' }).click()
    await dialog.getByLabel('规则名称').fill('乙')
    await dialog.getByRole('button', { name: '保存' }).click()
    const changed = page.getByRole('row', { name: /乙/ })
    await changed.getByRole('checkbox').check()
    await page.getByRole('button', { name: '删除（1）' }).click()
    await page.getByRole('textbox', { name: /请输入项数 1 确认/ }).fill('1')
    await dialog.getByRole('button', { name: '删除' }).click()
    await changed.waitFor({ state: 'detached' })
    expect((await office.admin.call('passwordRule.list')).value.total).toBe(0)
    expect(at.faults).toEqual([])
    await at.context.close()
  })
})
