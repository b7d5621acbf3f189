import { beforeAll, expect, test } from 'vitest'
import { activitiesOf } from '../support/activities.ts'
import { axeFaults, browserTests } from '../support/browser.ts'
import { openOffice } from '../support/office.ts'
import type { Person } from '../support/server.ts'

browserTests('the screens of 期刊', () => {
  const office = openOffice()
  let auditor: Person
  let hands: ReturnType<typeof activitiesOf>
  beforeAll(async () => {
    auditor = await office.server.person({ roles: ['auditor'] })
    hands = activitiesOf(
      office.server,
      'periodical',
      () => office.admin,
      () => auditor,
    )
  })
  const titles = async (layoutId: string) =>
    (await hands.call('articleGetlist', { layoutId })).value.map(({ title }: { title: string }) => title)
  const pagesOf = async (periodicalId: string) => (await hands.call('pageList', { periodicalId })).value.list

  test.each([1440, 390])(
    '%i px: an issue is made with two pages, filled, and a text goes from one to the other',
    async (width) => {
      const at = await office.sit(office.admin, { width })
      const { page } = at
      const name = `期刊 ${width}`
      await hands.articles(office.column, 1, `选用 ${width}`)
      await at.go('/main/article/periodical')
      await page.getByRole('button', { name: '新增期刊' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('标题').fill(name)
      await dialog.getByLabel('出版日期').fill('2026-11-20')
      expect(await axeFaults(page)).toEqual([])
      await dialog.getByRole('button', { name: '保存' }).click()
      await page.getByRole('link', { name, exact: true }).click()
      const { id } = (await hands.call('list', { title: name })).value.list[0]

      for (const title of ['一版', '二版']) {
        await page.getByRole('button', { name: '新增版面' }).click()
        await page.getByLabel('版面名称').fill(title)
        await page.getByRole('button', { name: '保存', exact: true }).click()
        await expect.poll(async () => (await pagesOf(id)).map((one: { title: string }) => one.title)).toContain(title)
        if (width < 900) await page.getByRole('button', { name: /^返\s*回$/ }).click()
        // it stands chosen before the next one is begun
        else await page.locator('.ant-tree-treenode-selected', { hasText: title }).waitFor()
      }
      expect(await axeFaults(page)).toEqual([])
      const [one, two] = await pagesOf(id)
      await page.locator('.ant-tree-node-content-wrapper', { hasText: '一版' }).click()
      await page.getByRole('link', { name: '打开版面的内容' }).click()
      await page.getByRole('button', { name: '选用网站文章' }).click()
      await page.getByRole('checkbox', { name: `选用 ${width}（1）` }).check()
      await page.getByRole('button', { name: /选入版面/ }).click()
      await dialog.getByRole('button', { name: /选入|确\s*定/ }).click()
      await expect.poll(() => titles(one.id)).toEqual([`选用 ${width}（1）`])
      await page.getByRole('link', { name: '返回版面' }).click()

      await page.getByRole('button', { name: '新增篇目' }).click()
      await page.getByLabel('标题').fill('自己的一篇')
      await page.getByRole('textbox', { name: '正文' }).click()
      await page.keyboard.type('自己的正文')
      expect(await axeFaults(page)).toEqual([])
      await page.getByRole('button', { name: '保存', exact: true }).click()
      await expect.poll(() => titles(one.id)).toEqual([`选用 ${width}（1）`, '自己的一篇'])

      const own = (await hands.call('articleGetlist', { layoutId: one.id })).value[1]
      await at.go(`/main/article/periodical/${id}/page/${one.id}?periodical=${own.id}`)
      const target = page.getByRole('combobox', { name: '移到版面' })
      await target.click()
      await target.fill(`${name}·二版`)
      await page.locator('.ant-select-tree-title', { hasText: `${name}·二版` }).click()
      await page.getByRole('button', { name: '保存', exact: true }).click()
      await expect.poll(() => titles(two.id)).toEqual(['自己的一篇'])
      expect(at.faults).toEqual([])
      await at.context.close()
    },
  )
})
