import { expect, test } from 'vitest'
import { browserTests } from '../support/browser.ts'
import { openOffice } from '../support/office.ts'

browserTests('what was open before and is opened again', () => {
  const office = openOffice()
  const { save, publish } = office

  /** Opens an article, goes home, lets something become of it, and comes back without loading the page anew. */
  async function reopened(id: string, meanwhile: () => Promise<unknown>) {
    const at = await office.open(id)
    const { page } = at
    const title = page.getByLabel('标题', { exact: true })
    await page.locator('.top-title').click()
    await title.waitFor({ state: 'detached' })
    await meanwhile()
    await page.goBack()
    await title.waitFor()
    return at
  }

  test('an article that was rejected meanwhile is opened as rejected, with the reason and what is to be done', async () => {
    const id = await save({ title: '随后被驳回', status: 1 })
    const at = await reopened(id, () =>
      office.admin.call('article.acceptReject', { items: [{ articleId: id, reason: '请补充来源' }] }),
    )
    const { page } = at
    await page.getByText('驳回理由：请补充来源').waitFor()
    await page.getByLabel('标题', { exact: true }).fill('随后被驳回，已补充')
    await page.getByRole('button', { name: '提交审核' }).click()
    await expect.poll(() => office.view(id)).toMatchObject({ status: 1, title: '随后被驳回，已补充' })
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('a copy under review that somebody changed meanwhile is opened as it is now', async () => {
    const id = await publish('在线的原文')
    const propose = (title: string) => office.admin.call('article.update', { articleId: id, title, status: 1 })
    await propose('修订的标题')
    const at = await reopened(id, () => propose('改过的修订标题'))
    await expect.poll(() => at.page.getByLabel('标题', { exact: true }).inputValue()).toBe('改过的修订标题')
    expect(at.faults).toEqual([])
    await at.context.close()
  })
})
