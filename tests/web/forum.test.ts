import { expect, test } from 'vitest'
import { axeFaults, browserTests } from '../support/browser.ts'
import { openOffice } from '../support/office.ts'

browserTests('the screen of 论坛话题', () => {
  const office = openOffice()

  test('adds, changes, publishes and deletes', async () => {
    const at = await office.sit()
    const { page } = at
    await at.go('/main/interact/forum')
    await page.getByRole('button', { name: '新增论坛话题' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('标题').fill('甲')
    expect(await axeFaults(page)).toEqual([])
    await dialog.getByRole('button', { name: '保存' }).click()
    const row = page.getByRole('row', { name: /甲/ })
    await row.getByRole('button', { name: '编辑' }).click()
    await dialog.getByLabel('标题').fill('乙')
    await dialog.getByRole('button', { name: '保存' }).click()
    const changed = page.getByRole('row', { name: /乙/ })
    await changed.getByRole('link', { name: '乙' }).click()
    const steps = page.getByRole('region', { name: '办理记录' })
    await page.getByRole('button', { name: /^公\s*布$/ }).click()
    await dialog.getByRole('button', { name: /^公\s*布$/ }).click()
    await steps.getByText('公布', { exact: true }).waitFor()
    expect(await axeFaults(page)).toEqual([])
    await page.getByRole('button', { name: /撤销/ }).click()
    await page.getByText(/《乙》已公布 · 已撤销/).waitFor()
    await page.getByRole('link', { name: '返回论坛话题' }).click()
    await changed.getByRole('checkbox').check()
    await page.getByRole('button', { name: '删除（1）' }).click()
    await dialog.getByRole('button', { name: /删\s*除|确\s*定/ }).click()
    await changed.waitFor({ state: 'detached' })
    expect((await office.admin.call('forum.list')).value.total).toBe(0)
    expect(at.faults).toEqual([])
    await at.context.close()
  })
})
