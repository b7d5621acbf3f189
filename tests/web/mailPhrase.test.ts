import { expect, test } from 'vitest'
import { axeFaults, browserTests } from '../support/browser.ts'
import { openOffice } from '../support/office.ts'

browserTests('the screen of 答复用语', () => {
  const office = openOffice()

  test('adds, changes and deletes', async () => {
    const at = await office.sit()
    const { page } = at
    await at.go('/main/interact/mailPhrase')
    await page.getByRole('button', { name: '新增答复用语' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('标题').fill('甲')
    await dialog.getByLabel('用语').fill('感谢您的来信。')
    expect(await axeFaults(page)).toEqual([])
    await dialog.getByRole('button', { name: '保存' }).click()
    const row = page.getByRole('row', { name: /甲/ })
    await row.getByRole('button', { name: '编辑' }).click()
    await dialog.getByLabel('标题').fill('乙')
    await dialog.getByRole('button', { name: '保存' }).click()
    const changed = page.getByRole('row', { name: /乙/ })
    await changed.getByRole('checkbox').check()
    await page.getByRole('button', { name: '删除（1）' }).click()
    await page.getByRole('textbox', { name: /请输入项数 1 确认/ }).fill('1')
    await dialog.getByRole('button', { name: '删除' }).click()
    await changed.waitFor({ state: 'detached' })
    expect((await office.admin.call('mailPhrase.list')).value.total).toBe(0)
    expect(at.faults).toEqual([])
    await at.context.close()
  })
})
