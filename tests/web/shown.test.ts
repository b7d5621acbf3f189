import { expect, test } from 'vitest'
import { axeFaults, browserTests } from '../support/browser.ts'
import { openOffice } from '../support/office.ts'

browserTests('the screens of products, projects and celebrities', () => {
  const office = openOffice()

  test('each is added in its list and published in its record', async () => {
    const at = await office.sit()
    const { page } = at
    const dialog = page.getByRole('dialog')
    const publish = async (title: string) => {
      await dialog.getByRole('button', { name: '保存' }).click()
      await page.getByRole('link', { name: title }).click()
      await page.getByRole('button', { name: /^公\s*布$/ }).click()
      await dialog.getByRole('button', { name: /^公\s*布$/ }).click()
      await page.getByRole('region', { name: '办理记录' }).getByText('公布', { exact: true }).waitFor()
    }
    await at.go('/main/interact/product')
    await page.getByRole('button', { name: '新增产品' }).click()
    await dialog.getByLabel('产品名称').fill('核桃油')
    await dialog.getByLabel('年产值').fill('3200')
    expect(await axeFaults(page)).toEqual([])
    await publish('核桃油')
    await page.getByText('3200 万元').waitFor()
    expect(await axeFaults(page)).toEqual([])
    await at.go('/main/interact/celebrity')
    await page.getByRole('button', { name: '新增名人' }).click()
    await dialog.getByLabel('姓名').fill('孟青山')
    await publish('孟青山')
    const word = page.waitForEvent('download')
    await page.getByRole('button', { name: '导出登记表（Word）' }).click()
    expect((await word).suggestedFilename()).toMatch(/\.docx$/)
    await at.go('/main/interact/industrialProject')
    await page.getByRole('button', { name: '新增工业项目' }).click()
    await dialog.getByLabel('项目名称').fill('光伏')
    await dialog.getByRole('combobox', { name: '行业' }).click()
    await page.getByTitle('新能源', { exact: true }).click()
    await dialog.getByLabel('项目说明').fill('屋顶')
    await publish('光伏')
    expect(at.faults).toEqual([])
    await at.context.close()
  })
})
