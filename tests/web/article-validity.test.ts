import { expect, test } from 'vitest'
import { axeFaults, browserTests } from '../support/browser.ts'
import { openOffice } from '../support/office.ts'

browserTests('whether documents still hold', () => {
  const office = openOffice()

  test('is marked in the form, seen in the list and narrows it; several are marked together', async () => {
    const old = await office.publish('停车场管理暂行规定')
    const other = await office.publish('停车场收费规定')
    const fresh = await office.publish('停车场管理办法')
    const at = await office.sit()
    const { page } = at
    await at.go(`/main/article/essay/${old}`)
    await page.getByRole('button', { name: '标注效力' }).click()
    const dialog = page.getByRole('dialog', { name: '标注《停车场管理暂行规定》的效力' })
    await dialog.getByRole('combobox', { name: '效力' }).click()
    await page.getByTitle('已废止', { exact: true }).click()
    await dialog.getByLabel('日期').fill('2026-11-01')
    await dialog.getByLabel('依据的文章').fill(fresh)
    expect(await axeFaults(page)).toEqual([])
    await dialog.getByRole('button', { name: '确定' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByText('[已废止]').waitFor()
    expect(await office.view(old)).toMatchObject({ validity: 3, validityMark: { byId: fresh } })

    await at.go('/main/article/essay')
    await page.getByRole('row', { name: /\[已废止\] *停车场管理暂行规定/ }).waitFor()
    await page.getByRole('checkbox', { name: /停车场收费规定/ }).check()
    await page.getByRole('button', { name: '标注效力' }).click()
    const several = page.getByRole('dialog', { name: '标注效力（1 项）' })
    await several.getByRole('combobox', { name: '效力' }).click()
    await page.getByTitle('已失效', { exact: true }).click()
    await several.getByRole('button', { name: '确定' }).click()
    await page.getByRole('row', { name: /\[已失效\] *停车场收费规定/ }).waitFor()
    expect(await office.view(other)).toMatchObject({ validity: 4 })
    await at.go('/main/article/essay?validity=3')
    await expect.poll(() => page.getByRole('row', { name: /停车场/ }).count()).toBe(1)
    expect(at.faults).toEqual([])
    await at.context.close()
  })
})
