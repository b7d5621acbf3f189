import { beforeAll, expect, test } from 'vitest'
import { activitiesOf } from '../support/activities.ts'
import { axeFaults, browserTests } from '../support/browser.ts'
import { openOffice } from '../support/office.ts'
import type { Person } from '../support/server.ts'

browserTests('the screens of 专题', () => {
  const office = openOffice()
  let writer: Person
  let auditor: Person
  let hands: ReturnType<typeof activitiesOf>
  beforeAll(async () => {
    writer = await office.server.person({ roles: ['auditor'] })
    auditor = await office.server.person({ roles: ['auditor'] })
    hands = activitiesOf(
      office.server,
      'special',
      () => writer,
      () => auditor,
    )
  })
  const site = async (path: string) => {
    const reply = await fetch(`${office.server.url}/site/public_special/${path}`)
    return reply.status === 200 ? reply.text() : `${reply.status}`
  }
  const titles = async (id: string) =>
    (await hands.call('relationList', { id })).value.map(({ title }: { title: string }) => title)

  test.each([1440, 390])(
    '%i px: a topic is made, filled, previewed and submitted; another person publishes it',
    async (width) => {
      const at = await office.sit(writer, { width })
      const { page } = at
      const name = `专题 ${width}`
      const articles = await hands.articles(office.column, 2, `选用 ${width}`)
      await at.go('/main/article/special')
      await page.getByRole('button', { name: '新增专题' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('标题').fill(name)
      await dialog.getByLabel('简介').fill('专题简介')
      expect(await axeFaults(page)).toEqual([])
      await dialog.getByRole('button', { name: '保存' }).click()
      await page.getByRole('link', { name, exact: true }).click()
      const { id } = (await hands.call('list', { title: name })).value.list[0]

      await page.getByRole('button', { name: '选用网站文章' }).click()
      await page.getByLabel('栏目', { exact: true }).first().fill('要闻')
      for (const n of [1, 2]) await page.getByRole('checkbox', { name: `选用 ${width}（${n}）` }).check()
      expect(await axeFaults(page)).toEqual([])
      await page.getByRole('button', { name: /选入专题/ }).click()
      await dialog.getByRole('button', { name: /选入|确\s*定/ }).click()
      await expect.poll(async () => (await titles(id)).length).toBe(2)
      const [first = '', second = ''] = await titles(id)
      await page.getByRole('link', { name: '返回这个专题' }).click()
      await page.locator('.ant-tree-node-content-wrapper', { hasText: second }).click()
      await page.getByLabel('栏目', { exact: true }).fill('评论')
      await page.getByRole('button', { name: '保存', exact: true }).click()
      await expect.poll(async () => (await hands.call('relationList', { id })).value[1].section).toBe('评论')
      await page.getByRole('button', { name: '上移' }).click()
      await expect.poll(() => titles(id)).toEqual([second, first])
      expect(await axeFaults(page)).toEqual([])

      await page.getByRole('button', { name: /^预\s*览$/ }).click()
      const frame = page.frameLocator('iframe.preview')
      await frame.getByRole('heading', { name, exact: true }).waitFor()
      await frame.getByText(first).waitFor()
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })

      await page.getByRole('button', { name: '提交审核' }).click()
      await page.getByText('由您提交，须由他人发布').waitFor()
      expect(await page.getByRole('button', { name: /^发\s*布$/ }).isDisabled()).toBe(true)
      expect(await axeFaults(page)).toEqual([])
      await at.context.close()

      const other = await office.sit(auditor, { width })
      await other.go(`/main/article/special/${id}`)
      await other.page.getByRole('button', { name: /^发\s*布$/ }).click()
      await other.page
        .getByRole('dialog')
        .getByRole('button', { name: /^发\s*布$/ })
        .click()
      await expect.poll(() => site(`${id}.html`)).toContain(first)
      await office.admin.call('article.takeDown', { items: [{ articleId: articles[0], reason: '内容已过时' }] })
      await other.page.reload()
      await other.page.getByText('其中有 1 篇文章已不在网站上').waitFor()
      await other.page.getByRole('button', { name: /^下\s*架$/ }).click()
      await other.page.getByRole('dialog').getByText('内容已过期').click()
      await other.page
        .getByRole('dialog')
        .getByRole('button', { name: /^下\s*架$/ })
        .click()
      await expect.poll(() => site(`${id}.html`)).toBe('404')
      expect([...at.faults, ...other.faults]).toEqual([])
      await other.context.close()
    },
  )
})
