import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFaults, browserTests, openBrowser, sitDown } from '../support/browser.ts'
import { roleHolding } from '../support/holding.ts'
import { type Person, startServer, type TestServer } from '../support/server.ts'

browserTests('the screens of users, roles and menus', () => {
  let server: TestServer
  let browser: Browser
  let admin: Person
  beforeAll(async () => {
    server = await startServer('sqlite', { now: () => Date.now() })
    server.clock.now = Date.now()
    admin = await server.person({ roles: ['admin'], name: '管理员' })
    await admin.call('dept.save', { name: '办公室' })
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })
  const found = async (account: string) => (await admin.call('user.list', { name: account })).value.list[0]

  test('one is added with a password that is shown once, given a role, reset, stopped and let in again', async () => {
    const at = await sitDown(browser, server, admin)
    const { page } = at
    await at.go('/main/system/user')
    await page.getByRole('button', { name: '新增用户' }).click()
    const form = page.getByRole('dialog', { name: '新增用户' })
    await form.getByLabel('账号', { exact: true }).fill('zhaoliu')
    await form.getByLabel('姓名', { exact: true }).fill('赵六')
    await form.getByLabel('手机号').fill('13800000009')
    expect(await axeFaults(page)).toEqual([])
    await form.getByRole('button', { name: '保存' }).click()
    const once = page.getByRole('dialog', { name: /一次性密码/ })
    const first = await once.locator('code').textContent()
    expect(first).toMatch(/^\w{16}$/)
    expect(await axeFaults(page)).toEqual([])
    await once.getByRole('button', { name: '已记下' }).click()
    expect(await page.locator('body').textContent()).not.toContain(first)

    // the acts of a row stand whole within the table
    const [act, frame] = await Promise.all([
      page.getByRole('button', { name: '更多 赵六（zhaoliu）' }).boundingBox(),
      page.locator('.table-frame').first().boundingBox(),
    ])
    expect((act?.x ?? 0) + (act?.width ?? 0)).toBeLessThanOrEqual((frame?.x ?? 0) + (frame?.width ?? 0))

    // what is personal is kept by a form that does not show it
    await page.getByRole('button', { name: '编辑 赵六（zhaoliu）' }).click()
    const edit = page.getByRole('dialog', { name: '编辑用户' })
    expect(await edit.getByLabel('手机号').inputValue()).toBe('')
    await edit.getByLabel('职务').fill('科员')
    await edit.getByRole('button', { name: '保存' }).click()
    await edit.waitFor({ state: 'hidden' })
    expect(await found('zhaoliu')).toMatchObject({ position: '科员', mobile: '138****0009', mustChange: 1 })

    await page.getByRole('button', { name: '角色 赵六（zhaoliu）' }).click()
    const roles = page.getByRole('dialog', { name: '赵六（zhaoliu）的角色' })
    await roles.getByRole('checkbox', { name: '部门人员' }).check()
    expect(await axeFaults(page)).toEqual([])
    // meanwhile somebody else gives them another one
    const { list: every } = (await admin.call('role.list', { name: '审核员' })).value
    const { userId } = await found('zhaoliu')
    await admin.call('user.grantRole', { roleId: every[0].id, userIds: [userId] })
    await roles.getByRole('button', { name: '保存' }).click()
    await roles.getByText(/^该用户已由 .* 修改，请核对后再提交$/).waitFor()
    await expect.poll(() => roles.getByRole('checkbox', { name: '审核员' }).isChecked()).toBe(true)
    expect(await roles.getByRole('checkbox', { name: '部门人员' }).isChecked()).toBe(true)
    await roles.getByRole('checkbox', { name: '审核员' }).uncheck()
    await roles.getByRole('button', { name: '保存' }).click()
    const told = page.getByRole('dialog').filter({ hasText: '涉及 1 人：赵六' })
    await told.getByText(/^新增权限：/).waitFor()
    expect(await axeFaults(page)).toEqual([])
    await told.getByRole('button', { name: '仍要保存' }).click()
    const row = page.getByRole('row', { name: /赵六/ })
    await row.getByText('部门人员').waitFor()

    await row.getByRole('button', { name: /^更多/ }).click()
    await page.getByRole('menuitem', { name: '重置密码' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '重置密码' }).click()
    expect(await once.locator('code').textContent()).not.toBe(first)
    await once.getByRole('button', { name: '已记下' }).click()

    await row.getByRole('checkbox').check()
    await page.getByRole('button', { name: '停用（1）' }).click()
    const says = await page.getByRole('dialog').locator('.reason-says').textContent()
    expect(says).toMatch(/^将停用 1 名用户（赵六（.*）：停用后立即退出登录，.*可以再启用。$/)
    await page.getByRole('dialog').getByRole('button', { name: '已离职' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /确\s*定|^停用/ })
      .click()
    await row.getByText('停用').waitFor()
    expect(at.faults).toEqual([])
  })

  test('somebody is stopped and let in again from their row, and their whole numbers are read with a reason', async () => {
    const { value } = await admin.call('user.save', { account: 'tingyong', name: '要停用的人', mobile: '13800001111' })
    const at = await sitDown(browser, server, admin)
    const { page } = at
    await at.go('/main/system/user?name=要停用的人')
    const act = async (name: string) => {
      await page.getByRole('button', { name: '更多 要停用的人' }).click()
      await page.getByRole('menuitem', { name, exact: true }).click()
    }
    await act('查看完整号码')
    const asked = page.getByRole('dialog', { name: '查看 要停用的人' })
    await asked.getByRole('button', { name: '联系本人' }).click()
    await asked.getByRole('button', { name: '查看', exact: true }).click()
    await page.getByText('13800001111').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: '关闭' }).last().click()
    await act('停用')
    const stop = page.getByRole('dialog', { name: '停用 要停用的人' })
    await stop.getByRole('button', { name: '已离职' }).click()
    await stop.getByRole('button', { name: '停用', exact: true }).click()
    await page.getByText('已停用 要停用的人').waitFor()
    expect((await admin.call('user.view', { id: value.id })).value.state).toBe(1)
    await act('启用')
    await page.locator('.ant-modal-confirm').getByRole('button', { name: '启用' }).click()
    await page.getByText('已启用 要停用的人').waitFor()
    expect((await admin.call('user.view', { id: value.id })).value.state).toBe(0)
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('who has neither articles nor records is deleted, once it was said that only such are', async () => {
    await admin.call('user.save', { account: 'qianqi', name: '钱七' })
    const at = await sitDown(browser, server, admin)
    const { page } = at
    await at.go('/main/system/user')
    const row = page.getByRole('row', { name: /钱七/ })
    await row.getByRole('button', { name: /^更多/ }).click()
    await page.getByRole('menuitem', { name: '删除' }).click()
    await page.getByText(/^删除用户「钱七（.*）」？只有没有文章和记录的用户才能删除/).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
    await row.waitFor({ state: 'detached' })
    expect((await admin.call('user.list', { name: '钱七' })).value.total).toBe(0)
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('a role is set up: its data scope, its rights, its columns, its people', async () => {
    const at = await sitDown(browser, server, admin)
    const { page } = at
    await at.go('/main/system/role')
    await page.getByRole('button', { name: '新增角色' }).click()
    await page.getByRole('dialog').getByLabel('角色名称').fill('热词管理')
    await page.getByRole('dialog').getByRole('button', { name: '保存' }).click()
    await page.getByRole('button', { name: '权限 热词管理' }).click()
    const drawer = page.getByRole('dialog', { name: '角色「热词管理」' })
    // in the menu's order, folded away and open again
    const tops = drawer.locator('.marks-top > h3')
    const shown = async () => (await tops.allTextContents()).map((text) => text.replace(/[▾▸\d /]/g, ''))
    await expect.poll(shown).toEqual(expect.arrayContaining(['首页', '内容管理', '互动交流', '系统设置']))
    expect((await shown()).slice(0, 2)).toEqual(['首页', '内容管理'])
    await drawer.getByRole('button', { name: '收起 系统设置', exact: true }).click()
    await expect.poll(() => drawer.getByRole('checkbox', { name: '系统设置 / 热词' }).count()).toBe(0)
    await drawer.getByLabel('查找权限').fill('热词')
    await drawer.getByRole('checkbox', { name: '系统设置 / 热词' }).check()
    const seeing = drawer.getByRole('checkbox', { name: '查看热词', exact: true })
    await seeing.uncheck()
    await drawer.getByText('没有「查看热词」，打不开相应的列表').waitFor()
    await seeing.check()
    await drawer.getByLabel('查找权限').fill('')
    for (const height of [900, 600]) {
      await page.setViewportSize({ width: 1440, height })
      const foot = await drawer.getByRole('button', { name: '保存' }).boundingBox()
      expect((foot?.y ?? height) + (foot?.height ?? 0)).toBeLessThanOrEqual(height)
    }
    await drawer.getByText(/^增加 \d 项，收回 0 项$/).waitFor()
    expect(await axeFaults(page)).toEqual([])
    await drawer.getByRole('button', { name: '保存' }).click()
    // nobody has it yet: nothing is to be told
    await page.getByText(/^已保存：增加 \d 项，收回 0 项$/).waitFor()
    const { value } = await admin.call('role.list', { name: '热词管理' })
    const keys = (await admin.call('role.resList', { id: value.list[0].id })).value.map(
      (one: { alias: string }) => one.alias,
    )
    expect(keys).toEqual(expect.arrayContaining(['hot_list', 'hot_add', 'hot_edit', 'hot_dels']))
    await drawer.getByRole('tab', { name: '栏目' }).click()
    await drawer.getByRole('checkbox', { name: /^全部栏目/ }).check()
    await drawer.getByRole('tabpanel', { name: '栏目' }).getByRole('button', { name: '保存' }).click()
    await page.getByText('可用的栏目已保存').waitFor()
    await drawer.getByRole('button', { name: /关闭|Close/ }).click()

    await page.getByRole('button', { name: '更多 热词管理' }).click()
    await page.getByRole('menuitem', { name: '人员' }).click()
    await page.getByText('还没有人持有此角色').waitFor()
    await page.getByRole('link', { name: '添加人员' }).click()
    const row = page.getByRole('row', { name: /管理员/ }).first()
    await row.getByRole('checkbox').check()
    await page.getByRole('button', { name: '授予「热词管理」（1）' }).click()
    await page.getByRole('dialog').getByRole('button', { name: /^授予/ }).click()
    // an administrator has all of it
    await expect.poll(async () => (await admin.call('role.list', { name: '热词管理' })).value.list[0].userCount).toBe(1)
    expect(at.faults).toEqual([])
  })

  test('what others change of a role meanwhile is not undone: it is told, and what was marked stays', async () => {
    const { value } = await admin.call('role.save', { name: '两人同改', dataScope: 'SELF' })
    const roleId = value.id as string
    const held = async () =>
      (await admin.call('role.resList', { id: roleId })).value.map((one: { alias: string }) => one.alias)
    const entries = (await admin.call('resource.roleList', { roleId })).value as { id: string; alias: string }[]
    const idOf = (alias: string) => entries.find((entry) => entry.alias === alias)?.id as string
    const at = await sitDown(browser, server, admin)
    const { page } = at
    await at.go('/main/system/role?name=两人同改')
    await page.getByRole('button', { name: '权限 两人同改' }).click()
    const drawer = page.getByRole('dialog', { name: '角色「两人同改」' })
    await drawer.getByRole('checkbox', { name: '查看热词', exact: true }).check()
    await admin.call('resource.roleSave', { roleId, resourceIds: [idOf('announcement_list')] })
    await page.keyboard.press('Control+s')
    await page.getByText('已取来他人刚才的改动').waitFor()
    expect(await held()).toEqual(['announcement_list'])
    await drawer.getByText('增加 1 项，收回 0 项').waitFor()
    // neither a reload nor the way back takes it unasked
    const unloads = page.waitForEvent('dialog')
    void page.evaluate(() => location.reload())
    await (await unloads).dismiss()
    await page.keyboard.press('Control+s')
    await page.getByText('已保存：增加 1 项，收回 0 项').waitFor()
    expect((await held()).sort()).toEqual(['announcement_list', 'hot_list'])
    await drawer.getByRole('tab', { name: '栏目' }).click()
    await drawer.getByRole('checkbox', { name: /^全部栏目/ }).check()
    await admin.call('resource.roleSave', { roleId, resourceIds: [] })
    await drawer.getByRole('tabpanel', { name: '栏目' }).getByRole('button', { name: '保存' }).click()
    await page.getByText('已取来他人刚才的改动').waitFor()
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('a change by which people would see more is told with whom it concerns, and is not made where that is not wanted', async () => {
    const at = await sitDown(browser, server, admin, { expected: /没有保存/ })
    const { page } = at
    const { value: water } = await admin.call('dept.save', { name: '水利局' })
    const { value: column } = await admin.call('column.save', { categoryTitle: '供水', columnType: 1 })
    await server.person({
      roles: ['staff'],
      deptId: Number(water.id),
      columns: [Number(column.columnId)],
      name: '李小燕',
    })
    await admin.call('article.saveAdmin', { columnId: column.columnId, title: '供水通知', content: '<p>停水</p>' })
    await at.go('/main/system/role')
    const widen = async () => {
      await page.getByRole('button', { name: '编辑「部门人员」' }).click()
      const form = page.getByRole('dialog', { name: '编辑角色' })
      await form.getByLabel('数据范围').click()
      await page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) [title="全部"]').click()
      await form.getByRole('button', { name: '保存' }).click()
      const told = page.getByRole('dialog').filter({ hasText: '下一次操作即生效' })
      await told.getByText('李小燕新看到 1 篇文章，如《供水通知》').waitFor()
      return { form, told }
    }
    const first = await widen()
    expect(await axeFaults(page)).toEqual([])
    await first.told.getByRole('button', { name: /取\s*消/ }).click()
    const scope = async () => (await admin.call('role.list', { name: '部门人员' })).value.list[0].dataScope
    expect(await scope()).toBe('DEPART')
    await first.form.getByRole('button', { name: '保存' }).click()
    await first.told.getByRole('button', { name: '仍要保存' }).click()
    await expect.poll(scope).toBe('ALL')
    expect(at.faults).toEqual([])
  })

  test('columns that a role loses are asked about by their names, and those that it comes by with what is newly done there', async () => {
    const made = async (categoryTitle: string) =>
      (await admin.call('column.save', { categoryTitle, columnType: 1 })).value.columnId as string
    const [lost, kept, given] = [await made('旧参阅'), await made('通知'), await made('内部参阅')]
    const { id, alias } = await roleHolding(server, ['article_list', 'article_saveRole', 'article_update'], {
      columns: [Number(lost), Number(kept)],
    })
    await server.person({ roles: [alias], name: '刘晓华' })
    const at = await sitDown(browser, server, admin, { expected: /没有保存/ })
    const { page } = at
    await at.go(`/main/system/role?name=${alias}`)
    await page.getByRole('button', { name: `权限 ${alias}` }).click()
    const drawer = page.getByRole('dialog', { name: `角色「${alias}」` })
    await drawer.getByRole('tab', { name: '栏目' }).click()
    const columns = drawer.getByRole('tabpanel', { name: '栏目' })
    const held = async () => (await admin.call('column.roleList', { roleId: String(id) })).value[0].columnIds
    await columns.getByRole('checkbox', { name: '旧参阅', exact: true }).uncheck()
    await columns.getByRole('checkbox', { name: '内部参阅', exact: true }).check()
    await columns.getByRole('button', { name: '保存' }).click()
    const taking = page.getByRole('dialog').filter({ hasText: '不再能用「旧参阅」，1 人下一次操作即生效' })
    await taking.getByRole('button', { name: '保存' }).click()
    const told = page.getByRole('dialog').filter({ hasText: '今后能写文章、改文章的栏目：「内部参阅」' })
    await told.getByText('今后不能再写文章、改文章、看文章的栏目：「旧参阅」').waitFor()
    await told.getByRole('button', { name: /取\s*消/ }).click()
    expect(await held()).toEqual([lost, kept])
    await columns.getByRole('button', { name: '保存' }).click()
    await taking.getByRole('button', { name: '保存' }).click()
    await told.getByRole('button', { name: '仍要保存' }).click()
    await page.getByText('可用的栏目已保存').waitFor()
    expect(await held()).toEqual([kept, given])
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('why somebody sees something is asked from their row', async () => {
    const at = await sitDown(browser, server, admin, { expected: /没有权限/ })
    const { page } = at
    await at.go('/main/system/user')
    await page.getByRole('button', { name: /^更多 李小燕/ }).click()
    await page.getByRole('menuitem', { name: '为什么能看到' }).click()
    const dialog = page.getByRole('dialog', { name: /李小燕.*为什么能看到/ })
    await expect.poll(() => dialog.getByLabel('权限').evaluate((it) => it === document.activeElement)).toBe(true)
    await dialog.getByLabel('权限').fill('查看文章')
    await page.getByTitle(/^查看文章（article_list）/).click()
    await dialog.getByRole('button', { name: /查\s*询/ }).click()
    await dialog.getByText('李小燕能查看文章，凭借角色「部门人员」（数据范围全部）').waitFor()
    expect(await axeFaults(page)).toEqual([])
    await dialog.getByLabel('权限').fill('article_approve')
    await dialog.getByLabel('记录编号').fill('1')
    await dialog.getByRole('button', { name: /查\s*询/ }).click()
    await dialog.getByText(/有这项权限的角色：「管理员」「审核员」/).waitFor()
    await dialog.getByLabel('权限').fill('没有这项')
    await dialog.getByRole('button', { name: /查\s*询/ }).click()
    await dialog.getByText('没有名叫「没有这项」的权限项，请按「角色」的「权限」中的名称填写').waitFor()
    expect(await page.getByText(/没有名叫「没有这项」/).count()).toBe(1)
  })

  test('an entry of the menu is added for another system, and opens beside the console', async () => {
    const at = await sitDown(browser, server, admin)
    const { page } = at
    await at.go('/main/system/getMenu')
    await page.getByRole('tree').getByText('内容管理', { exact: true }).click()
    await page.getByRole('button', { name: '新增下级菜单' }).click()
    // of the catalogue's own form it is not asked: this is the new one
    await page.getByLabel('地址').fill('https://oa.example.cn/')
    await page.getByLabel('名称').fill('公文系统')
    await page.getByLabel('标识').fill('documents')
    expect(await axeFaults(page)).toEqual([])
    await page.getByLabel('地址').fill('/main/none/xyz')
    await page.getByRole('button', { name: '保存' }).click()
    const nowhere = page.getByRole('dialog').filter({ hasText: '没有「/main/none/xyz」这个页面' })
    await nowhere.getByRole('button', { name: /取\s*消/ }).click()
    await page.getByLabel('地址').fill('https://oa.example.cn/')
    await page.getByRole('button', { name: '保存' }).click()
    const link = page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '公文系统' })
    await link.waitFor()
    expect([await link.getAttribute('href'), await link.getAttribute('target')]).toEqual([
      'https://oa.example.cn/',
      '_blank',
    ])
    expect(at.faults).toEqual([])
  })

  test('more than three acts of a row stand in a menu, by keys too; a role that is held is not asked about', async () => {
    const at = await sitDown(browser, server, admin, { expected: /不能删除/ })
    const { page } = at
    const { value } = await admin.call('role.save', { name: '有人的角色' })
    await server.parts.db.write
      .insertInto('userRole')
      .values({ userId: admin.userId, roleId: Number(value.id) })
      .execute()
    await at.go('/main/system/role')
    const row = page.getByRole('row', { name: /有人的角色/ })
    await row.getByRole('button', { name: '更多 有人的角色' }).focus()
    expect(await row.locator('.row-actions > *').allInnerTexts()).toEqual(['编辑', '权限', '更多'])
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: '人员' }).waitFor()
    await page.getByRole('menuitem', { name: '删除' }).click()
    await page.getByText('角色「有人的角色」还有 1 个用户，不能删除，请先在「人员」中收回角色').waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    // a choice that is kept as a text is shown by its word
    await at.go('/main/system/user')
    await page
      .getByRole('button', { name: /^编辑 / })
      .first()
      .click()
    await page.getByRole('dialog').getByTitle('工作人员', { exact: true }).waitFor()
  })

  test('a group of the menu is given to an app by choice, and asked about as hiding is', async () => {
    const at = await sitDown(browser, server, admin)
    const { page } = at
    await at.go('/main/system/getMenu')
    const inMenu = page.getByRole('navigation', { name: '主菜单' }).getByText('互动交流', { exact: true })
    await inMenu.waitFor()
    const choose = async (group: string) => {
      await page.getByRole('tree').getByText(group, { exact: true }).click()
      await expect.poll(() => page.getByLabel('名称').inputValue()).toBe(group)
      await page.getByLabel('所属应用').click()
      await page.getByTitle('信息报送', { exact: true }).click()
      await page.getByRole('button', { name: '保存' }).click()
      return page
        .getByRole('dialog')
        .filter({ hasText: `「${group}」只在「信息报送」显示后，管理后台里所有人的左侧菜单` })
    }
    const asked = await choose('互动交流')
    await asked.getByRole('button', { name: '保存' }).click()
    await expect.poll(() => inMenu.count()).toBe(0)
    await page.getByLabel('所属应用').hover()
    await page.locator('.ant-form-item', { hasText: '所属应用' }).locator('.ant-select-clear').click()
    await page.getByRole('button', { name: '保存' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: '保存' })
      .click({ timeout: 1000 })
      .catch(() => {})
    await inMenu.waitFor()
    await (await choose('系统设置')).getByRole('button', { name: '保存' }).click()
    await page.getByText(/左侧菜单里就没有「菜单」这一项/).waitFor()
  })

  test('what was typed and left is offered again, as the question says; a phone number is not kept in the browser', async () => {
    const at = await sitDown(browser, server, admin)
    const { page } = at
    await at.go('/main/system/user')
    const open = () => page.getByRole('button', { name: '新增用户' }).click()
    await open()
    const form = page.getByRole('dialog', { name: '新增用户' })
    await form.getByLabel('姓名', { exact: true }).fill('钱七')
    await form.getByLabel('手机号').fill('13800000077')
    await page.keyboard.press('Escape')
    await page.getByText('填写的内容（手机号等个人信息除外）已暂存在此浏览器中').waitFor()
    await page.getByRole('button', { name: '离开' }).click()
    await form.waitFor({ state: 'hidden' })
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('13800000077')
    await open()
    await form.getByRole('button', { name: '恢复草稿' }).click()
    expect(await form.getByLabel('姓名', { exact: true }).inputValue()).toBe('钱七')
    await at.context.close()
  })

  test('several roles given and taken are one question, and a no leaves all as it was', async () => {
    const person = await server.person({ roles: ['staff'], name: '王一明' })
    const held = async () =>
      (await admin.call('user.view', { id: person.userId })).value.roles.map(({ name }: { name: string }) => name)
    const at = await sitDown(browser, server, admin)
    const { page } = at
    await at.go(`/main/system/user?name=${person.account}`)
    await page.getByRole('button', { name: /^角色 王一明/ }).click()
    const roles = page.getByRole('dialog', { name: /王一明.*的角色/ })
    await roles.getByRole('checkbox', { name: '部门人员' }).uncheck()
    for (const name of ['审核员', '只读']) await roles.getByRole('checkbox', { name }).check()
    await roles.getByRole('button', { name: '保存' }).click()
    const asked = page.getByRole('dialog').filter({ hasText: '授予「审核员」「只读」，收回「部门人员」' })
    await asked.getByText('涉及 1 人：王一明').waitFor()
    await asked.getByRole('button', { name: '取消' }).click()
    await asked.waitFor({ state: 'detached' })
    await roles.getByText('没有保存').waitFor()
    expect(await held()).toEqual(['部门人员'])
    // what was marked stays
    expect(await roles.getByRole('checkbox', { name: '审核员' }).isChecked()).toBe(true)
    await roles.getByRole('button', { name: '保存' }).click()
    await asked.getByRole('button', { name: '仍要保存' }).click()
    await roles.waitFor({ state: 'hidden' })
    expect((await held()).sort()).toEqual(['只读', '审核员'])

    // what is only taken is asked about too
    await page.getByRole('button', { name: /^角色 王一明/ }).click()
    for (const name of ['审核员', '只读']) await roles.getByRole('checkbox', { name }).uncheck()
    await roles.getByRole('button', { name: '保存' }).click()
    const taking = page.getByRole('dialog').filter({ hasText: /收回「(审核员」「只读|只读」「审核员)」/ })
    await taking.getByText(/^失去权限：/).waitFor()
    await taking.getByRole('button', { name: '仍要保存' }).click()
    await expect.poll(held).toEqual([])
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('a role that is disabled, or reaches less, is asked about with the number of its people', async () => {
    const { id } = (await admin.call('role.save', { name: '试用角色', dataScope: 'ALL' })).value
    const person = await server.person({ roles: ['readonly'] })
    await admin.call('user.grantRole', { roleId: id, userIds: [String(person.userId)] })
    const at = await sitDown(browser, server, admin)
    const { page } = at
    await at.go('/main/system/role')
    await page.getByRole('button', { name: '编辑「试用角色」' }).click()
    const form = page.getByRole('dialog', { name: '编辑角色' })
    await form.getByLabel('状态').click()
    await page.getByTitle('禁用').click()
    await form.getByRole('button', { name: '保存' }).click()
    await page.getByText('禁用角色「试用角色」后，1 人下一次操作起就没有它的权限。是否继续？').waitFor()
    await page
      .getByRole('dialog')
      .last()
      .getByRole('button', { name: /取\s?消/ })
      .click()
    expect((await admin.call('role.view', { id })).value.enabled).toBe(1)
    await at.context.close()
  })

  test('at the top of the menu stands a group, and below a page nothing', async () => {
    const at = await sitDown(browser, server, admin)
    const { page } = at
    await at.go('/main/system/getMenu')
    await page.getByRole('button', { name: '新增目录' }).click()
    await page.getByLabel('名称').fill('便民服务')
    expect(await page.getByLabel('类型').count()).toBe(0)
    await page.getByLabel('标识').fill('own-group')
    await page.getByRole('button', { name: '保存' }).click()
    await page.getByRole('button', { name: '新增下级菜单' }).waitFor()
    // what was made is at the end, and seen there
    const made = page.getByRole('tree').getByText('便民服务', { exact: true })
    const isSeen = () =>
      made.evaluate((node) => {
        const [at, frame] = [node, node.closest('.tree-side') as Element].map((one) => one.getBoundingClientRect())
        return at !== undefined && frame !== undefined && at.top >= frame.top && at.bottom <= frame.bottom
      })
    await expect.poll(isSeen).toBe(true)
    await page.getByRole('treeitem', { name: /角色/ }).first().click()
    await page.getByRole('button', { name: '上移' }).waitFor()
    await expect.poll(() => page.getByRole('button', { name: '新增下级菜单' }).count()).toBe(0)
    await at.context.close()
  })
})
