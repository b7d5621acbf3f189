import { expect, test } from 'vitest'
import { axeFaults, browserTests } from '../support/browser.ts'
import { openOffice } from '../support/office.ts'

browserTests('the articles that stand below another one', () => {
  const office = openOffice()

  test.each([1440, 390])(
    'are chosen from those suggested and found, put in order and taken out, %i px wide',
    async (width) => {
      const articleId = await office.publish(`农村饮用水安全的提案 ${width}`)
      await office.publish(`农村饮用水安全的答复 ${width}`)
      await office.publish(`春季植树 ${width}`)
      const at = await office.sit(office.admin, { width })
      const { page } = at
      await at.go(`/main/article/essay/${articleId}`)
      await page.getByRole('button', { name: '相关文章' }).click()
      const dialog = page.getByRole('dialog', { name: /的相关文章/ })
      await dialog.getByRole('button', { name: `添加《农村饮用水安全的答复 ${width}》` }).click()
      await dialog.getByLabel('按标题检索已发布的文章').fill(`植树 ${width}`)
      await dialog.getByLabel('按标题检索已发布的文章').press('Enter')
      await dialog.getByRole('button', { name: `添加《春季植树 ${width}》` }).click()
      await dialog.getByRole('button', { name: `上移《春季植树 ${width}》` }).click()
      expect(await axeFaults(page)).toEqual([])
      expect(await dialog.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0)
      await dialog.getByRole('button', { name: '保存' }).click()
      await dialog.waitFor({ state: 'hidden' })

      await page.getByRole('button', { name: '相关文章' }).click()
      const chosen = dialog.getByRole('region', { name: '已选' }).getByRole('listitem')
      await expect.poll(() => chosen.count()).toBe(2)
      expect(await chosen.allTextContents()).toEqual([
        expect.stringContaining(`春季植树 ${width}`),
        expect.stringContaining(`农村饮用水安全的答复 ${width}`),
      ])
      await dialog.getByRole('button', { name: `移去《春季植树 ${width}》` }).click()
      await dialog.getByRole('button', { name: '保存' }).click()
      await dialog.waitFor({ state: 'hidden' })
      const { value } = await office.admin.call('article.getArticleRelevantList', { articleId })
      expect(value.filter((one: { chosen: number }) => one.chosen === 1)).toMatchObject([
        { title: `农村饮用水安全的答复 ${width}` },
      ])
      expect(at.faults).toEqual([])
      await at.context.close()
    },
  )
})
