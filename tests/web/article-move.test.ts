import { expect, test } from 'vitest'
import { makeArticles } from '../support/articles.ts'
import { axeFaults, browserTests } from '../support/browser.ts'
import { openOffice } from '../support/office.ts'
import { makeColumn } from '../support/server.ts'

browserTests('articles into another column', () => {
  const office = openOffice()

  test.each([1440, 390])('%i px: several at once; what is online waits for its audit', async (width) => {
    const { admin, server, column } = office
    const into = await makeColumn(server, `文史天地${width}`)
    const title = `要移的${width}`
    const drafts = await makeArticles(server, 2, { columnId: column, status: 3, by: admin.userId, title })
    const [online = ''] = await makeArticles(server, 1, { columnId: column, status: 2, by: admin.userId, title })
    const { page, go } = await office.sit(admin, { width })
    await go(`/main/article/essay?title=${title}`)
    const marks = page.getByRole('checkbox', { name: /^选择《要移的/ })
    for (let i = 0; i < 3; i += 1) await marks.nth(i).check()
    await page.getByRole('button', { name: '移到栏目（3）' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/将把 3 篇文章移到另一个栏目.*已发布的形成待审修订/).waitFor()
    expect(await axeFaults(page)).toEqual([])
    await dialog.getByRole('combobox').fill(`文史天地${width}`)
    await page
      .locator('.ant-select-tree-title', { hasText: `文史天地${width}` })
      .last()
      .click()
    await dialog.getByRole('button', { name: '移动' }).click()
    const columnOf = async (id: string) => (await admin.call('article.view', { articleId: id })).value
    await expect.poll(async () => (await columnOf(drafts[0] as string)).columnId).toBe(String(into))
    await expect.poll(async () => (await columnOf(online)).review?.status).toBe(1)
    expect(await columnOf(drafts[1] as string)).toMatchObject({ columnId: String(into), status: 3 })
  })
})
