import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFaults, browserTests, openBrowser, sitDown } from '../support/browser.ts'
import { tabTo } from '../support/keyboard.ts'
import { makeDept, type Person, startServer, type TestServer } from '../support/server.ts'

interface Node {
  name: string
  children: Node[]
}
const drawn = (nodes: readonly Node[]): string =>
  nodes.map(({ name, children }) => name + (children.length > 0 ? `(${drawn(children)})` : '')).join(' ')

browserTests('the screen of 部门', () => {
  let server: TestServer
  let browser: Browser
  let admin: Person
  const tree = async () => drawn((await admin.call('dept.tree')).value)

  beforeAll(async () => {
    server = await startServer()
    for (const name of ['办公室', '提案委', '文史委']) await makeDept(server, name)
    admin = await server.person({ roles: ['admin'] })
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  test.each([1440, 390])(
    '%i px: one is made below another, changed, moved under the top again, deleted',
    async (width) => {
      const at = await sitDown(browser, server, admin, { width })
      const { page } = at
      await at.go('/main/system/department')
      const node = (title: string) => page.locator('.ant-tree-node-content-wrapper', { hasText: title })
      const save = () => page.getByRole('button', { name: '保存', exact: true }).click()
      await node('提案委').click()
      await page.getByRole('button', { name: '新增下级部门' }).click()
      expect(await axeFaults(page)).toEqual([])
      await save()
      await page.getByText('请输入部门名称').waitFor()
      await expect.poll(() => page.getByLabel('部门名称').evaluate((it) => it === document.activeElement)).toBe(true)
      await page.getByLabel('部门名称').fill('综合科')
      await page.getByLabel('发文统计').click()
      await page.getByTitle('计入', { exact: true }).click()
      await save()
      await expect.poll(tree).toBe('办公室 提案委(综合科) 文史委')
      await page.getByRole('button', { name: '新增下级部门' }).waitFor()
      await page.getByLabel('电话').fill('87651234')
      await page.keyboard.press('Enter')
      const stored = async () =>
        (await admin.call('dept.list')).value.find(({ name }: { name: string }) => name === '综合科')
      await expect.poll(stored).toMatchObject({ phone: '87651234', isCount: 1, parentName: '提案委' })
      await page.getByLabel('上级部门').focus()
      await page.locator('.ant-select-clear').first().click()
      await save()
      await expect.poll(tree).toBe('办公室 提案委 文史委 综合科')
      expect(await axeFaults(page)).toEqual([])
      await page.getByRole('button', { name: '删除' }).click()
      await page.getByText('确认删除部门「综合科」吗？').waitFor()
      await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
      await expect.poll(tree).toBe('办公室 提案委 文史委')
      expect(at.faults).toEqual([])
      await at.context.close()
    },
  )

  test('a new name, by which answers on the site are signed, is asked about by Ctrl+S; other changes are not', async () => {
    const id = await makeDept(server, '园林局')
    const at = await sitDown(browser, server, admin)
    const { page } = at
    const named = async () => (await admin.call('dept.getName', { id })).value.name
    const stored = async () => (await admin.call('dept.view', { id })).value.phone
    await at.go('/main/system/department')
    await page.locator('.ant-tree-node-content-wrapper', { hasText: '园林局' }).click()
    await page.getByLabel('电话').fill('87654321')
    await page.keyboard.press('Control+s')
    await expect.poll(stored).toBe('87654321')
    // the form has what was saved before something else is written into it
    await page.getByText('保存成功').first().waitFor()
    await page.getByLabel('部门名称').fill('园林中心')
    await page.keyboard.press('Control+s')
    const question = page.getByRole('dialog').filter({ hasText: '随即改署新名称，是否保存？' })
    await question.waitFor()
    expect(await named()).toBe('园林局')
    await question.getByRole('button', { name: '保存' }).click()
    await expect.poll(named).toBe('园林中心')
    await admin.call('dept.del', { id })
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('is worked by keys; what is used is not deleted, and it is said by what', async () => {
    const { id } = (await admin.call('dept.list')).value[0]
    await server.person({ roles: ['staff'], deptId: Number(id) })
    const at = await sitDown(browser, server, admin, { expected: /不能删除/ })
    const { page } = at
    await at.go('/main/system/department')
    await page.getByRole('tree').waitFor()
    await tabTo(page, page.getByRole('tree'))
    await page.keyboard.press('ArrowDown')
    // what the keys go by is what is drawn, which follows what is stored
    const drawn = async () => (await page.locator('.ant-tree-node-content-wrapper').allInnerTexts()).join(' ')
    const both = async (order: RegExp) => {
      await expect.poll(tree).toMatch(order)
      await expect.poll(drawn).toMatch(order)
    }
    await page.keyboard.press('Alt+ArrowDown')
    await both(/^办公室.* 文史委.* 提案委/)
    await page.keyboard.press('Alt+ArrowUp')
    await both(/^办公室.* 提案委.* 文史委/)
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await page.locator('.tree-main').getByText('办公室', { exact: true }).first().waitFor()
    await page.getByRole('button', { name: '删除' }).click()
    await page
      .getByText('部门「办公室」还有 1 个用户，不能删除，请先把用户转到其他部门，或把整个部门并入另一个')
      .waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('who may only look finds the fields shut, and nobody without the right finds the screen', async () => {
    const reader = await server.person({ roles: ['readonly'] })
    const db = server.parts.db.write
    const key = await db.selectFrom('resource').select('id').where('alias', '=', 'dept_list').executeTakeFirstOrThrow()
    const outside = await sitDown(browser, server, reader)
    await outside.go('/main/system/department')
    await outside.page.getByText('没有').first().waitFor()
    await outside.context.close()
    const role = await db.selectFrom('role').select('id').where('alias', '=', 'readonly').executeTakeFirstOrThrow()
    await db.insertInto('roleResource').values({ roleId: role.id, resourceId: key.id }).execute()
    const again = await server.person({ roles: ['readonly'] })
    const at = await sitDown(browser, server, again)
    await at.go('/main/system/department')
    await at.page.locator('.ant-tree-node-content-wrapper', { hasText: '办公室' }).click()
    await expect.poll(() => at.page.getByLabel('部门名称').isDisabled()).toBe(true)
    await expect.poll(() => at.page.getByRole('button', { name: /新增|保存|删除|上移/ }).count()).toBe(0)
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('of a large tree what is in sight is drawn; one is found by typing, and its place is shown', async () => {
    await makeDept(server, '直属中心', await makeDept(server, '区直机关'))
    const top = await makeDept(server, '街道')
    const street = await makeDept(server, '河东街道', top)
    for (let i = 0; i < 220; i += 1) await makeDept(server, `第 ${i} 社区`, street)
    for (const width of [1440, 390]) {
      const at = await sitDown(browser, server, admin, { width })
      const { page } = at
      await at.go('/main/system/department')
      const row = (title: string) => page.locator('.ant-tree-node-content-wrapper', { hasText: title })
      await row('河东街道').waitFor()
      expect(await row('社区').count()).toBe(0)
      await tabTo(page, page.getByLabel('查找部门'))
      await page.keyboard.type('第 210')
      await page.getByText('第 210 社区（街道 / 河东街道）').waitFor()
      expect(await axeFaults(page)).toEqual([])
      await page.keyboard.press('Enter')
      await expect.poll(() => page.getByLabel('部门名称').inputValue()).toBe('第 210 社区')
      if (width === 1440) {
        await row('第 210 社区').waitFor()
        expect(await row('社区').count()).toBeLessThan(60)
        // whoever looks elsewhere afterwards is not brought back by opening and shutting there
        await row('第 210 社区').hover()
        await page.mouse.wheel(0, -100_000)
        const elsewhere = page.locator('.ant-tree-treenode', { hasText: '区直机关' })
        await elsewhere.locator('.ant-tree-switcher').click()
        await row('直属中心').waitFor({ state: 'detached' })
        expect([await elsewhere.count(), await row('第 210 社区').count()]).toEqual([1, 0])
      }
      expect(await axeFaults(page)).toEqual([])
      expect(at.faults).toEqual([])
      await at.context.close()
    }
  })
})
