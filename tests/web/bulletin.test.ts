import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { axeFaults, browserTests } from '../support/browser.ts'
import { bulletinsOf } from '../support/bulletins.ts'
import { pdf } from '../support/files.ts'
import { tabTo } from '../support/keyboard.ts'
import { openOffice } from '../support/office.ts'

browserTests('the screens of 公报', () => {
  const office = openOffice()
  let hands: ReturnType<typeof bulletinsOf>
  beforeAll(() => {
    hands = bulletinsOf(office.server, () => office.admin)
  })
  const site = async (path: string) => {
    const reply = await fetch(`${office.server.url}/site/public_bulletin/${path}`)
    return reply.status === 200 ? reply.text() : `${reply.status}`
  }

  test.each([1440, 390])('%i px: an issue is made, filled, previewed, published and withdrawn', async (width) => {
    const at = await office.sit(office.admin, { width })
    const { page } = at
    const name = `公报 ${width}`
    const [article = ''] = await hands.articles(office.column, 1, `选用 ${width}`)
    await at.go('/main/article/bulletin')
    await page.getByRole('button', { name: '新增公报' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('标题').fill(name)
    await dialog.getByLabel('期号', { exact: true }).fill(String(width % 999))
    await dialog.getByLabel('简介').fill('本期简介')
    const file = join(office.server.parts.dataDir, '整期.pdf')
    writeFileSync(file, pdf('整期'))
    await dialog.locator('input[type=file]').last().setInputFiles(file)
    await dialog.getByText('整期.pdf').waitFor()
    expect(await axeFaults(page)).toEqual([])
    await dialog.getByRole('button', { name: '保存' }).click()
    await page.getByRole('link', { name, exact: true }).click()
    const { id } = (await hands.call('list', { title: name })).value.list[0]

    // articles of the site, marked and chosen
    await page.getByRole('button', { name: '选用网站文章' }).click()
    await page.getByLabel('栏目', { exact: true }).first().fill('通知')
    await page.getByRole('checkbox', { name: new RegExp(`选用 ${width}`) }).check()
    expect(await axeFaults(page)).toEqual([])
    await page.getByRole('button', { name: /选入本期/ }).click()
    await dialog.getByRole('button', { name: /选入|确\s*定/ }).click()
    await expect.poll(() => hands.titles(id)).toEqual([`选用 ${width}（1）`])
    await page.getByRole('link', { name: '返回这一期' }).click()

    // a text of its own
    await page.getByRole('button', { name: '新增篇目' }).click()
    await page.getByLabel('标题').fill('自己的一篇')
    await page.getByLabel('栏目', { exact: true }).fill('文件')
    const text = page.getByRole('textbox', { name: '正文' })
    await text.click()
    await page.keyboard.type('自己的正文')
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await expect.poll(() => hands.titles(id)).toEqual([`选用 ${width}（1）`, '自己的一篇'])
    expect(await axeFaults(page)).toEqual([])
    await page.getByRole('button', { name: '上移' }).click()
    await expect.poll(() => hands.titles(id)).toEqual(['自己的一篇', `选用 ${width}（1）`])

    await page.getByRole('button', { name: /^预\s*览$/ }).click()
    const frame = page.frameLocator('iframe.preview')
    await frame.getByRole('heading', { name }).waitFor()
    await frame.getByText('自己的一篇').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })

    expect(await site(`${id}.html`)).not.toContain('自己的一篇')
    await page.getByRole('button', { name: /^发\s*布$/ }).click()
    await dialog.getByRole('button', { name: /^发\s*布$/ }).click()
    await expect.poll(() => site(`${id}.html`)).toContain('自己的一篇')
    await office.server.parts.db.write
      .updateTable('article')
      .set({ status: 5 })
      .where('id', '=', Number(article))
      .execute()
    await page.reload()
    await page.getByText('目录中有 1 篇文章已不在网站上，这一期的网页不显示它们').waitFor()
    expect(await axeFaults(page)).toEqual([])
    await page.getByRole('button', { name: /^撤\s*回$/ }).click()
    await dialog.getByText('期号或日期有误').click()
    await dialog.getByRole('button', { name: /^撤\s*回$/ }).click()
    await expect.poll(() => site(`${id}.html`)).toBe('404')
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('the order is changed by keys and by drag, and what is published is corrected after a question', async () => {
    const id = await hands.issue({ title: '排序的一期' })
    for (const title of ['一', '二', '三']) await hands.text(id, title)
    const at = await office.sit()
    const { page } = at
    await at.go(`/main/article/bulletin/${id}`)
    await page.getByRole('tree').waitFor()
    await tabTo(page, page.getByRole('tree'))
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Alt+ArrowDown')
    await expect.poll(() => hands.titles(id)).toEqual(['一', '三', '二'])
    const node = (title: string) => page.locator('.ant-tree-node-content-wrapper', { hasText: title })
    await node('一').dragTo(node('三'), { sourcePosition: { x: 20, y: 10 }, targetPosition: { x: 20, y: 14 } })
    await expect.poll(() => hands.titles(id)).toEqual(['三', '一', '二'])
    await hands.move('publish', id)
    await page.reload()
    await page.getByRole('button', { name: '更正' }).click()
    const dialog = page.getByRole('dialog', { name: '编辑公报' })
    await dialog.getByLabel('标题').fill('更正过的一期')
    await dialog.getByRole('button', { name: '保存' }).click()
    await expect.poll(() => hands.at(id)).toMatchObject({ title: '更正过的一期' })
    await page.getByRole('region', { name: '办理记录' }).getByText('修改').first().waitFor()
    await at.context.close()
  })
})
