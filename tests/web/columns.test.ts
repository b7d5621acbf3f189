import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { browserTests, type Desk, openBrowser, sitDown } from '../support/browser.ts'
import { makeColumn, type Person, startServer, type TestServer } from '../support/server.ts'

interface Node {
  readonly categoryTitle: string
  readonly categoryId: string
  readonly children: readonly Node[]
}
const outline = (nodes: readonly Node[]): string =>
  nodes.map((n) => n.categoryTitle + (n.children.length > 0 ? `(${outline(n.children)})` : '')).join(' ')

browserTests('columns under one another', () => {
  let server: TestServer
  let browser: Browser
  let admin: Person
  let other: Person
  let at: Desk
  let page: Page

  const tree = async () => outline((await admin.call('column.tree')).value)
  const writes = async () => {
    const rows = await server.parts.db.read.selectFrom('log').select('call').where('call', 'like', 'column.%').execute()
    return rows.map(({ call }) => call)
  }
  const node = (title: string) => page.getByRole('treeitem', { name: title }).locator('.ant-tree-node-content-wrapper')
  /** Dropped beside the target; to the right of where it began, below it. */
  const drag = (from: string, to: string, how: 'beside' | 'below') =>
    node(from).dragTo(node(to), {
      sourcePosition: { x: 5, y: 12 },
      targetPosition: { x: how === 'below' ? 100 : 5, y: 20 },
    })
  const agree = () => page.getByRole('dialog').getByRole('button', { name: '移动' }).click()
  const field = (label: string) => page.getByLabel(label, { exact: true })
  const save = () => page.getByRole('button', { name: '保存', exact: true }).click()
  const said = (text: string | RegExp) => page.locator('.ant-message').getByText(text).first().waitFor()

  beforeAll(async () => {
    server = await startServer()
    admin = await server.person({ roles: ['admin'] })
    other = await server.person({ roles: ['admin'], name: '林知远' })
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })
  beforeEach(async () => {
    await at?.context.close()
    await server.parts.db.write.deleteFrom('column').execute()
    const parent = await makeColumn(server, '政协要闻')
    await makeColumn(server, '会议', parent)
    await makeColumn(server, '视察', parent)
    await makeColumn(server, '提案')
    at = await sitDown(browser, server, admin)
    page = at.page
    await at.go('/main/article/column')
    await node('提案').waitFor()
  })

  test('dragged onto another one it comes under it, in one write', async () => {
    const before = (await writes()).length
    // a slip of the hand is asked about
    await drag('提案', '会议', 'below')
    await page.getByRole('dialog').getByText('将栏目「提案」移到「会议」之下。网站的导航和栏目页随即改变。').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: '取消' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await tree()).toBe('政协要闻(会议 视察) 提案')
    await drag('提案', '会议', 'below')
    await agree()
    await said('保存成功')
    await expect.poll(tree).toBe('政协要闻(会议(提案) 视察)')
    expect((await writes()).slice(before)).toEqual(['column.arrange'])
    expect(at.faults).toEqual([])
  })

  test('dragged into its own branch it stays, and is told why', async () => {
    await drag('政协要闻', '会议', 'below')
    await said('栏目不能移到自己的下级之下')
    await expect.poll(() => tree()).toBe('政协要闻(会议 视察) 提案')
    await drag('政协要闻', '提案', 'below')
    await agree()
    await expect.poll(tree).toBe('提案(政协要闻(会议 视察))')
    expect(at.faults).toEqual([])
  })

  test('moved by keys alone: along its row, and under another one by the form', async () => {
    await page.getByRole('button', { name: '刷新' }).focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Alt+ArrowDown')
    await expect.poll(tree).toBe('政协要闻(视察 会议) 提案')
    await said('保存成功')
    await page.keyboard.press('Alt+ArrowDown')
    await said('已经在最后')
    await page.keyboard.press('Enter')
    await expect.poll(() => field('栏目名称').inputValue()).toBe('会议')
    await field('上级栏目').focus()
    await page.keyboard.type('提案')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+s')
    await page.getByRole('dialog').getByText('保存后随即显示在网站上').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: '保存' }).click()
    await expect.poll(tree).toBe('政协要闻(视察) 提案(会议)')
    expect(at.faults).toEqual([])
  })

  test('one goes into another: what follows is told first, and the other one is shown then', async () => {
    await node('提案').click()
    await page.getByRole('button', { name: '并入……' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('并入到').fill('视察')
    await page.keyboard.press('Enter')
    await dialog.getByText('将把栏目「提案」并入「视察」：「提案」删除，它在网站上的网址不再可用；不能撤销。').waitFor()
    await dialog.getByLabel('原因').fill('栏目重复')
    await dialog.getByRole('button', { name: '并入' }).click()
    await expect.poll(tree).toBe('政协要闻(会议 视察)')
    await expect.poll(() => field('栏目名称').inputValue()).toBe('视察')
    expect(at.faults).toEqual([])
  })

  test('another address and a name that stands beside it already are asked about before they are saved', async () => {
    const dialog = page.getByRole('dialog')
    const stored = async () => (await admin.call('column.tree')).value.at(-1)
    await node('提案').click()
    await page.getByRole('link', { name: '在网站上查看' }).waitFor()
    await field('目录名').fill('xin-ti-an')
    await page.keyboard.press('Control+s')
    await dialog.getByText(/原来的 \S+ 不再可用/).waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('取消')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    expect((await stored()).columnPath).not.toBe('xin-ti-an')
    await save()
    await dialog.getByRole('button', { name: '保存' }).click()
    await expect.poll(async () => (await stored()).columnPath).toBe('xin-ti-an')
    await field('栏目名称').fill('政协要闻')
    await save()
    await dialog.getByText('同一级已有栏目「政协要闻」，两个同名的栏目难以分辨。是否继续？').waitFor()
    await dialog.getByRole('button', { name: '取消' }).click()
    await field('栏目名称').fill('提案工作')
    await save()
    await expect.poll(tree).toBe('政协要闻(会议 视察) 提案工作')
    expect(at.faults).toEqual([])
  })

  test('the column stands in the address: a reload keeps it, the way back leads to the tree and asks over what is unsaved', async () => {
    const phone = await sitDown(browser, server, admin, { width: 390 })
    const name = phone.page.getByLabel('栏目名称', { exact: true })
    const item = phone.page.getByRole('treeitem', { name: '提案' }).locator('.ant-tree-node-content-wrapper')
    await phone.go('/main/article/column')
    await item.click()
    await name.waitFor()
    await phone.page.reload()
    await expect.poll(() => name.inputValue()).toBe('提案')
    await name.fill('改了一半')
    await phone.page.goBack()
    const dialog = phone.page.getByRole('dialog')
    await dialog.getByRole('button', { name: '取消' }).click()
    await expect.poll(() => name.inputValue()).toBe('改了一半')
    await phone.page.goBack()
    await dialog.getByRole('button', { name: '离开' }).click()
    await item.waitFor()
    await phone.page.waitForURL('**/article/column')
    await item.click()
    await phone.page.getByRole('button', { name: '返回' }).click()
    await item.waitFor()
    expect(phone.faults).toEqual([])
    await phone.context.close()
  })

  test('its own branch cannot be chosen as its parent; the server refuses it too', async () => {
    await node('政协要闻').click()
    await field('上级栏目').click()
    const choice = page.locator('.ant-select-tree-treenode', { hasText: '会议' })
    await choice.waitFor()
    await expect.poll(() => choice.getAttribute('class')).toContain('disabled')
    const [{ categoryId, children }] = (await admin.call('column.tree')).value
    const reply = await admin.call('column.edit', { categoryId, categoryCategoryId: children[0].categoryId })
    expect(reply.errorMsg).toContain('不能是栏目自己或它的下级')
  })

  test('an order that somebody else has changed meanwhile is not undone', async () => {
    const [{ categoryId }] = (await admin.call('column.tree')).value
    await makeColumn(server, '新来的', Number(categoryId))
    await drag('视察', '提案', 'below')
    await agree()
    await expect.poll(tree).toBe('政协要闻(会议 新来的) 提案(视察)')
    await makeColumn(server, '又一个', Number(categoryId))
    await drag('视察', '会议', 'beside')
    await agree()
    await said(/如是他人刚作了调整，请刷新后再试/)
    await node('又一个').waitFor()
    await expect.poll(() => tree()).toBe('政协要闻(会议 新来的 又一个) 提案(视察)')
  })

  test('a stale edit shows both versions, and either can be kept', async () => {
    await node('提案').click()
    const id = (await admin.call('column.list', { categoryTitle: '提案' })).value[0].columnId
    const theirs = (title: string) => other.call('column.edit', { categoryId: id, categoryTitle: title, columnType: 2 })
    await theirs('提案工作')
    await field('栏目名称').fill('提案办理')
    await save()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/^该栏目已由 林知远 于 .+ 修改，请核对后再提交$/).waitFor()
    await expect.poll(() => dialog.locator('del').textContent()).toBe('工作')
    await expect.poll(() => dialog.locator('ins').textContent()).toBe('办理')
    await dialog.getByRole('button', { name: '保留我的修改' }).click()
    await save()
    await expect.poll(tree).toContain('提案办理')
    await node('提案办理').waitFor()
    // the field that only they had changed is kept
    const row = (await admin.call('column.get', { id })).value
    expect(row).toMatchObject({ categoryTitle: '提案办理', columnType: 2 })
    await theirs('提案征集')
    await field('栏目名称').fill('不要了')
    await save()
    await dialog.getByRole('button', { name: '采用对方的版本' }).click()
    await expect.poll(() => field('栏目名称').inputValue()).toBe('提案征集')
    await expect.poll(() => tree()).toContain('提案征集')
    expect(at.faults).toEqual([])
  })

  test('a session that ends loses nothing that was typed here either', async () => {
    const over = await sitDown(browser, server, admin, { expected: /401/ })
    await over.go('/main/article/column')
    const item = over.page.getByRole('treeitem', { name: '提案' }).locator('.ant-tree-node-content-wrapper')
    const name = over.page.getByLabel('栏目名称', { exact: true })
    await item.click()
    await name.fill('提案办理')
    await over.page.evaluate(() => localStorage.setItem('token', 'over'))
    await over.page.getByRole('button', { name: '上移' }).click()
    await over.page.waitForURL('**/web/')
    await over.page.evaluate((token) => localStorage.setItem('token', token), admin.token)
    await over.go('/')
    await over.page.waitForURL('**/article/column?column=*')
    await item.click()
    await over.page.getByRole('button', { name: '恢复草稿' }).click()
    await expect.poll(() => name.inputValue()).toBe('提案办理')
    expect(over.faults).toEqual([])
    await over.context.close()
  })

  test('moving a column while its form is open is no conflict; leaving it unsaved is asked about', async () => {
    await node('提案').click()
    await field('栏目名称').fill('提案办理')
    await page.getByRole('button', { name: '上移' }).click()
    await expect.poll(tree).toBe('提案 政协要闻(会议 视察)')
    await node('会议').click()
    await page.getByText('内容尚未保存，确认离开吗？').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: '取消' }).click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await save()
    await expect.poll(tree).toBe('提案办理 政协要闻(会议 视察)')
    await node('会议').click()
    await expect.poll(() => field('栏目名称').inputValue()).toBe('会议')
    expect(at.faults).toEqual([])
  })
})
