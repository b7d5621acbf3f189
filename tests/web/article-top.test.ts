import { expect, test } from 'vitest'
import { axeFaults, browserTests } from '../support/browser.ts'
import { openOffice } from '../support/office.ts'

browserTests('an article that stands first in its column', () => {
  const office = openOffice()

  test('is put first from its form until a day, marked in the list, and put back', async () => {
    const articleId = await office.publish('关于召开全体会议的公告')
    const at = await office.sit()
    const { page } = at
    await at.go(`/main/article/essay/${articleId}`)
    await page.getByRole('button', { name: '置顶', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: '置顶《关于召开全体会议的公告》' })
    await dialog.getByLabel('置顶截止（不填则一直置顶）').fill('2027-01-31')
    expect(await axeFaults(page)).toEqual([])
    await dialog.getByRole('button', { name: '确定' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByText('置顶至 01-31').waitFor()
    expect(await office.view(articleId)).toMatchObject({ top: 1, topUntil: '2027-01-31 23:59:59' })

    await at.go('/main/article/essay')
    await page
      .getByRole('row', { name: /全体会议/ })
      .getByTitle('置顶至 01-31，第 1 位')
      .waitFor()
    await at.go(`/main/article/essay/${articleId}`)
    await page.getByRole('button', { name: '调整置顶' }).click()
    await dialog.getByRole('button', { name: '取消置顶' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: '置顶', exact: true }).waitFor()
    expect(await office.view(articleId)).toMatchObject({ top: null })
    expect(at.faults).toEqual([])
    await at.context.close()
  })
})
