import { expect, test } from 'vitest'
import { axeFaults, browserTests } from '../support/browser.ts'
import { openOffice } from '../support/office.ts'

browserTests('the screens of questions and answers', () => {
  const office = openOffice()

  test('a question is written, marked, published, and found by a visitor', async () => {
    const at = await office.sit()
    const { page } = at
    const dialog = page.getByRole('dialog')
    await at.go('/main/interact/questAnswer')
    await page.getByRole('button', { name: '新增问答' }).click()
    await dialog.getByLabel('问题', { exact: true }).fill('老年证怎么办理')
    await dialog.getByLabel('答案').fill('到社区服务中心办理')
    expect(await axeFaults(page)).toEqual([])
    await dialog.getByRole('button', { name: '保存' }).click()
    const row = page.getByRole('row', { name: /老年证怎么办理/ })
    await row.getByRole('checkbox').check()
    await page.getByRole('button', { name: '标为常见（1）' }).click()
    await dialog.getByRole('button', { name: /标为常见|确\s*定/ }).click()
    await expect.poll(async () => (await office.admin.call('questAnswer.list')).value.list[0].common).toBe(1)
    await page.getByRole('link', { name: '老年证怎么办理' }).click()
    await page.getByRole('button', { name: /^公\s*布$/ }).click()
    await dialog.getByRole('button', { name: /^公\s*布$/ }).click()
    await page.getByRole('region', { name: '办理记录' }).getByText('公布', { exact: true }).waitFor()
    expect(await axeFaults(page)).toEqual([])
    expect(at.faults).toEqual([])

    const site = `${office.server.url}/site/public_ask/`
    await expect.poll(async () => (await fetch(site)).text()).toContain('老年证怎么办理')
    await page.goto(site)
    await page.getByLabel('您想问什么').fill('怎样办老年证')
    await page.getByRole('button', { name: '查找' }).click()
    const found = page.locator('.found')
    await found.getByText('到社区服务中心办理').waitFor()
    expect(await axeFaults(page)).toEqual([])
    await page.getByLabel('您想问什么').fill('完全无关')
    await page.getByRole('button', { name: '查找' }).click()
    await found.getByText('没有找到相近的问答').waitFor()
    await found.getByRole('link', { name: '给领导信箱写信' }).click()
    await page.getByRole('heading', { name: '我要写信' }).waitFor()
    await at.context.close()
  })
})
