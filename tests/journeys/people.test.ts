import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { browserTests, captchaOf, type Desk, openBrowser, sitDown } from '../support/browser.ts'
import { nextCode } from '../support/factor.ts'
import { questionFocused, tabTo } from '../support/keyboard.ts'
import { makeColumn, type Person, startServer, type TestServer } from '../support/server.ts'

const count = 200
const dept = '林业局'
const roleName = '林业局录入'
const own = 'Riverbank-9-lamp'
/** What people of the role may do, beside signing in with a second factor. */
const keys = ['article_list', 'article_saveRole', 'article_update', 'user_list']

/** The template, filled as a clerk fills it. */
async function filled(from: string, to: string, rows: readonly (readonly string[])[]): Promise<string> {
  const { default: ExcelJS } = await import('exceljs')
  const book = new ExcelJS.Workbook()
  await book.xlsx.load(readFileSync(from).buffer as never)
  for (const row of rows) book.worksheets[0]?.addRow(row)
  writeFileSync(to, new Uint8Array(await book.xlsx.writeBuffer()))
  return to
}

/** A user's life, from the department they come to until they leave: in the console, without a mouse. */
browserTests('people, by keyboard', () => {
  let server: TestServer
  let browser: Browser
  let admin: Person
  let folder: string
  let desk: Desk
  let page: Page
  const people = Array.from({ length: count }, (_, i) => ({ account: `linye${i + 1}`, name: `林业${i + 1}` }))
  const clerk = people[count - 1] as (typeof people)[number]

  beforeAll(async () => {
    server = await startServer()
    await makeColumn(server)
    admin = await server.person({ roles: ['admin'], name: '人事管理员' })
    browser = await openBrowser()
    folder = mkdtempSync(join(tmpdir(), 'xzx-journey-'))
    desk = await sitDown(browser, server, admin)
    page = desk.page
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const button = (on: Page | Locator, name: string | RegExp) =>
    on.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })
  const press = async (on: Page, target: Locator, key = 'Enter') => {
    await target.first().waitFor()
    await tabTo(on, target, 'Tab', 200)
    await on.keyboard.press(key)
  }
  const shown = (on: Page | Locator, text: string | RegExp) => on.getByText(text).first().waitFor()
  const write = async (on: Page, label: string | Locator, text: string) => {
    const target = typeof label === 'string' ? on.getByLabel(label, { exact: true }) : label
    await target.first().waitFor()
    await tabTo(on, target, 'Tab', 200)
    await on.keyboard.type(text)
  }
  /** What a row offers beside its buttons. */
  const more = async (row: string, act: string) => {
    await press(page, page.getByLabel(`更多 ${row}`))
    const item = page.getByRole('menuitem', { name: act, exact: true })
    await item.waitFor()
    const isThere = () => item.evaluate((one) => one === document.activeElement)
    await expect
      .poll(async () => {
        if (await isThere()) return true
        await page.keyboard.press('ArrowDown')
        return isThere()
      })
      .toBe(true)
    await page.keyboard.press('Enter')
  }
  /** Chooses in a select that has the focus by typing or by its words. */
  const pick = async (on: Page, label: Locator, words: string) => {
    await tabTo(on, label, 'Tab', 200)
    await on.keyboard.press('ArrowDown')
    const option = on.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option-active')
    for (let i = 0; i < 12 && !(await option.first().textContent())?.includes(words); i += 1)
      await on.keyboard.press('ArrowDown')
    await on.keyboard.press('Enter')
  }

  test('a department is made', { timeout: 180_000 }, async () => {
    await desk.go('/main/system/department')
    await press(page, button(page, '新增部门'))
    await write(page, '部门名称', dept)
    await page.keyboard.press('Control+s')
    await shown(page.locator('[role=tree]'), dept)
  })

  let passwords: Map<string, string>
  test(`${count} users come from a sheet; a row that will not do is named first`, { timeout: 180_000 }, async () => {
    await desk.go('/main/system/user')
    await press(page, button(page, '批量导入'))
    const dialog = page.getByRole('dialog', { name: '批量导入用户' })
    const template = join(folder, 'template.xlsx')
    const [got] = await Promise.all([page.waitForEvent('download'), press(page, button(dialog, '下载模板'))])
    await got.saveAs(template)
    const rows = people.map(({ account, name }) => [account, name, dept])
    const bad = await filled(template, join(folder, 'bad.xlsx'), [
      ...rows.slice(0, -1),
      [clerk.account, clerk.name, '林业居'],
    ])
    await dialog.locator('input[type=file]').setInputFiles(bad)
    await shown(dialog, `${count} 行中有 1 行不符合要求，没有导入任何人`)
    await shown(dialog, '部门：没有「林业居」')
    await dialog.locator('input[type=file]').setInputFiles(await filled(template, join(folder, 'good.xlsx'), rows))
    await press(page, button(dialog, `导入 ${count} 名用户`))
    await shown(dialog, `已导入 ${count} 名用户`)
    const list = join(folder, 'passwords.csv')
    const [kept] = await Promise.all([
      page.waitForEvent('download'),
      press(page, button(dialog, '下载账号和一次性密码')),
    ])
    await kept.saveAs(list)
    passwords = new Map(
      readFileSync(list, 'utf8')
        .trim()
        .split('\r\n')
        .slice(1)
        .map((line) => line.split(',').map((cell) => cell.replace(/^"|"$/g, '')))
        .map(([account = '', , , password = '']) => [account, password]),
    )
    expect(passwords.size).toBe(count)
    await press(page, button(dialog, '关闭').last())
    await shown(page, clerk.account)
  })

  test('a role of chosen rights and reach is made, and given to some', { timeout: 180_000 }, async () => {
    await desk.go('/main/system/role')
    await press(page, button(page, '新增角色'))
    const dialog = page.getByRole('dialog')
    await write(page, dialog.getByLabel('角色名称'), roleName)
    await pick(page, dialog.getByLabel('数据范围'), '本部门')
    await pick(page, dialog.getByLabel('须用动态口令'), '是')
    await press(page, button(dialog, '保存'))
    await questionFocused(page, /确定|保存/).catch(() => undefined)
    if (await page.getByText('保存后对持有该角色的用户随即生效，是否保存？').count()) await page.keyboard.press('Enter')
    await dialog.first().waitFor({ state: 'detached' })
    await press(page, page.getByLabel(`权限 ${roleName}`))
    const drawer = page.getByRole('dialog', { name: `角色「${roleName}」` })
    const names = await server.parts.db.read.selectFrom('resource').select('name').where('alias', 'in', keys).execute()
    for (const { name } of names) {
      await drawer.getByLabel('查找权限').focus()
      await page.keyboard.press('Control+a')
      await page.keyboard.type(name)
      await press(page, drawer.getByRole('checkbox', { name, exact: true }), 'Space')
    }
    await drawer.getByLabel('查找权限').focus()
    await press(page, button(drawer, '保存'))
    await shown(page, `已保存：增加 ${keys.length} 项`)
    await drawer.getByRole('tab', { name: '菜单和权限' }).focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await press(page, drawer.getByRole('checkbox', { name: '全部栏目，含以后新增的' }), 'Space')
    await press(page, button(drawer.getByRole('tabpanel', { name: '栏目' }), '保存'))
    await shown(page, '可用的栏目已保存')
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'detached' })
    await more(roleName, '人员')
    await press(page, page.getByRole('link', { name: '添加人员' }))
    await shown(page, clerk.account)
    await press(page, page.getByLabel('选择本页'), 'Space')
    await press(page, button(page, `授予「${roleName}」（10）`))
    await questionFocused(page, /授予/)
    await page.keyboard.press('Enter')
    await shown(page, '涉及 10 人')
    await press(page, button(page, '仍要保存'))
    await shown(page, /已授予|成功 10/)
    await press(page, page.getByRole('link', { name: '已有此角色' }))
    await shown(page, '共 10 条')
  })

  /** Account, password and captcha, as one types them one after the other. */
  const signIn = async (on: Page, account: string, password: string) => {
    const field = on.getByLabel('账号', { exact: true })
    await field.waitFor()
    await field.focus()
    await on.keyboard.press('Control+a')
    await on.keyboard.type(account)
    await on.keyboard.press('Tab')
    await on.keyboard.type(password)
    const code = await captchaOf(on, server)
    await on.keyboard.press('Tab')
    await on.keyboard.type(code)
    await on.keyboard.press('Enter')
  }
  let clerksDesk: Desk
  let secret: string
  test('one of them signs in for the first time: another password, a second factor, and is in', {
    timeout: 180_000,
  }, async () => {
    clerksDesk = await sitDown(browser, server, null, { expected: /401/ })
    const { page: on } = clerksDesk
    await clerksDesk.go('/')
    await signIn(on, clerk.account, passwords.get(clerk.account) ?? '')
    await on.getByLabel('新密码', { exact: true }).waitFor()
    await on.keyboard.type(own)
    await on.keyboard.press('Tab')
    await on.keyboard.type(own)
    await on.keyboard.press('Enter')
    await on.getByRole('img', { name: '动态口令的二维码' }).waitFor()
    secret = ((await on.locator('.factor-secret code').textContent()) ?? '').replaceAll(' ', '')
    await on.keyboard.type(nextCode(server, secret))
    await on.keyboard.press('Enter')
    await press(on, button(on, '已保存，进入系统'))
    await on.waitForURL('**/web/main**')
  })

  test('they see what is theirs, and write', { timeout: 180_000 }, async () => {
    const { page: on } = clerksDesk
    const menu = on.getByRole('navigation').filter({ hasText: '文章管理' }).first()
    await on.getByText('文章管理').first().waitFor()
    const entries = await menu.textContent()
    for (const there of ['文章管理', '用户']) expect(entries).toContain(there)
    for (const hidden of ['部门', '角色', '操作日志', '站点设置']) expect(entries).not.toContain(hidden)
    await clerksDesk.go('/main/system/user')
    await shown(on, `共 ${count} 条`)
    expect(await on.getByText('人事管理员').count()).toBe(0)
    expect(await button(on, '新增用户').count()).toBe(0)
    await clerksDesk.go('/main/article/essay')
    await shown(on, /共 0 条|暂无|还没有/)
    await press(
      on,
      button(on, /^(新增文章|写文章|新增)$/).or(on.getByRole('link', { name: /^(新增文章|写文章|新增)$/ })),
    )
    await write(on, on.getByLabel('标题', { exact: true }), '林业局开展植树活动')
    await tabTo(on, on.getByLabel('栏目', { exact: true }))
    await on.keyboard.type('要闻')
    await on.locator('.ant-select-tree').getByText('要闻').first().waitFor()
    await on.keyboard.press('ArrowDown')
    await on.keyboard.press('Enter')
    await tabTo(on, on.getByRole('textbox', { name: '正文' }))
    await on.keyboard.type('春季植树活动在河东举行。')
    await on.keyboard.press('Control+s')
    await expect
      .poll(async () => (await admin.call('article.list', { title: '植树' })).value.list)
      .toMatchObject([{ title: '林业局开展植树活动', createdByName: clerk.name }])
  })

  test('wrong passwords lock them out; the administrator lets them in again', { timeout: 180_000 }, async () => {
    const other = await sitDown(browser, server, null)
    const { page: on } = other
    await other.go('/')
    for (let i = 0; i < 5; i += 1) {
      await signIn(on, clerk.account, `wrong-${i}`)
      await shown(on, '用户名或密码错误')
      await on.getByLabel('密码', { exact: true }).fill('')
    }
    await signIn(on, clerk.account, own)
    await shown(on, /分钟后再试|过多|锁定/)
    await desk.go('/main/system/user')
    await more(`${clerk.name}（${clerk.account}）`, '解除登录锁定')
    await shown(page, `已解除 ${clerk.name}（${clerk.account}） 的登录锁定`)
    // the menu is shut, and one goes on from its button
    await expect
      .poll(() =>
        page.getByLabel(`更多 ${clerk.name}（${clerk.account}）`).evaluate((one) => one === document.activeElement),
      )
      .toBe(true)
    expect(await page.getByRole('menuitem', { name: '解除登录锁定' }).isVisible()).toBe(false)
    await on.getByLabel('密码', { exact: true }).fill('')
    await signIn(on, clerk.account, own)
    await on.getByRole('heading', { name: '输入动态口令' }).waitFor()
    await on.keyboard.type(nextCode(server, secret))
    await on.keyboard.press('Enter')
    await on.waitForURL('**/web/main**')
    await other.context.close()
  })

  test('who leaves is out at once and stays out; what they wrote stays', { timeout: 180_000 }, async () => {
    await desk.go('/main/system/user')
    await press(page, page.getByLabel(new RegExp(`选择.*${clerk.account}`)), 'Space')
    await press(page, button(page, '停用（1）'))
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    await shown(dialog, '文章和记录都保留')
    expect(await dialog.textContent()).not.toContain('回收站')
    const reason = dialog.getByLabel('理由')
    await expect.poll(() => reason.evaluate((one) => one === document.activeElement)).toBe(true)
    await page.keyboard.type('已离职')
    await page.keyboard.press('Control+Enter')
    await expect
      .poll(async () => (await admin.call('user.list', { name: clerk.account })).value.list)
      .toMatchObject([{ state: 1 }])
    const { page: on } = clerksDesk
    await clerksDesk.go('/main/article/essay')
    await on.getByLabel('账号', { exact: true }).waitFor()
    await signIn(on, clerk.account, own)
    await shown(on, '用户名或密码错误')
    expect((await admin.call('article.list', { title: '植树' })).value.total).toBe(1)
  })

  test('the operation log tells it all', { timeout: 180_000 }, async () => {
    await desk.go('/main/system/userOperationLogInfo?size=100')
    const told = [
      `新增部门「${dept}」`,
      `等 100 个用户`,
      `新增角色「${roleName}」`,
      `设定角色「${roleName}」的权限`,
      `设置角色「${roleName}」可用的栏目`,
      `把角色「${roleName}」授予用户「${clerk.name}（${clerk.account}）」`,
      '登录时绑定动态口令',
      '新增《林业局开展植树活动》',
      `解除用户「${clerk.name}（${clerk.account}）」的登录限制`,
      `停用用户「${clerk.name}（${clerk.account}）」`,
    ]
    for (const words of told) await shown(page.getByRole('table'), words)
    expect([...desk.faults, ...clerksDesk.faults]).toEqual([])
  })
})
