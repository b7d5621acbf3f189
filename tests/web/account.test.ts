import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeFaults, browserTests } from '../support/browser.ts'
import { openOffice } from '../support/office.ts'
import type { Person } from '../support/server.ts'

const password = 'old-Passw0rd-1'

browserTests('what stands under one’s own name', () => {
  const office = openOffice()
  const someone = (roles = ['staff']) => office.server.person({ roles, password })
  const login = async ({ account }: Person, pass = password): Promise<string> =>
    (await office.server.anyone.call('auth.loginNoCode', { username: account, password: pass })).value
  const choose = async (page: Page, entry: string) => {
    await page.getByRole('button', { name: /^用户/ }).click()
    await page.getByRole('menuitem', { name: entry }).click()
    const dialog = page.getByRole('dialog', { name: entry, exact: true })
    await dialog.waitFor()
    return dialog
  }
  const desk = async (person: Person, width = 1440) => {
    const at = await office.sit(person, { width })
    await at.go('/main/home/desk')
    return at
  }

  test.each([1440, 390])('%d pixels wide: the sign-in before is told at the desk and in its dialog', async (width) => {
    const person = await someone()
    const first = await login(person)
    const one = await desk({ ...person, token: first }, width)
    await one.page.locator('main').getByText('首次登录', { exact: true }).waitFor()
    await login(person, 'wrong')
    await login(person, 'wrong')
    const two = await desk({ ...person, token: await login(person) }, width)
    const says = /^上次登录：2026-11-21 09:05，来自 127\.0\.0\.1；其后有 2 次登录失败，不是本人操作的，请修改密码/
    await two.page.locator('main').getByText(says).waitFor()
    const dialog = await choose(two.page, '登录情况')
    await dialog.getByText(says).waitFor()
    expect(await axeFaults(two.page)).toEqual([])
    await expect.poll(() => two.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    for (const at of [one, two]) {
      expect(at.faults).toEqual([])
      await at.context.close()
    }
  })

  test.each([1440, 390])('%d pixels wide: a script’s token is issued, shown once, listed and ended', async (width) => {
    const person = await someone()
    const at = await desk(person, width)
    const { page } = at
    const list = await choose(page, '脚本令牌')
    await list.getByText('没有有效的脚本令牌').waitFor()
    await list.getByRole('button', { name: '签发令牌' }).click()
    const form = page.getByRole('dialog', { name: '签发脚本令牌' })
    const name = form.getByLabel('名称', { exact: true })
    await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true)
    expect(await form.getByLabel('有效期').inputValue()).toBe('90')
    // no key of habit issues one
    await name.fill('夜间任务')
    await form.getByLabel('查找权限').fill('查看文章')
    await form.getByRole('checkbox', { name: '查看文章', exact: true }).check()
    await name.press('Enter')
    await name.press('Control+s')
    await form.getByRole('status').filter({ hasText: '已勾选 1 项权限' }).waitFor()
    // what one may not oneself is not offered, nor what scripts may not
    await form.getByLabel('查找权限').fill('用户')
    await form.getByText('没有含「用户」的权限').waitFor()
    await form.getByLabel('查找权限').fill('')
    expect(await axeFaults(page)).toEqual([])
    await form.getByLabel('有效期').fill('400')
    await form.getByRole('button', { name: '签发', exact: true }).click()
    await form.getByText(/^应为 1 到 \d+ 之间的整数$/).waitFor()
    expect((await person.call('auth.scriptList')).value).toEqual([])
    await form.getByLabel('有效期').fill('30')
    await form.getByRole('button', { name: '签发', exact: true }).click()

    const once = page.getByRole('dialog', { name: '脚本令牌「夜间任务」' })
    const token = (await once.locator('code').textContent()) as string
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(await axeFaults(page)).toEqual([])
    // it is shown this once: Escape does not take it away
    await page.keyboard.press('Escape')
    await once.getByRole('button', { name: '复制令牌' }).waitFor()
    await once.getByRole('button', { name: '已记下' }).click()
    await once.waitFor({ state: 'detached' })
    expect(await page.locator('body').textContent()).not.toContain(token)

    const row = list.getByRole('row', { name: /夜间任务/ })
    await row.getByText('查看文章').waitFor()
    await row.getByText('还没有用过').waitFor()
    await row.getByText('2026-12-21 09:05:00').waitFor()
    const headers = { authorization: token, 'content-type': 'application/json' }
    const ask = () => office.server.raw('/api/article/list', { method: 'POST', headers, body: '{}' })
    expect((await ask()).status).toBe(200)
    await list.getByRole('button', { name: '停用 夜间任务' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '停用', exact: true }).click()
    await list.getByText('没有有效的脚本令牌').waitFor()
    expect((await ask()).status).toBe(401)
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('a part of the console that does not come, as after an upgrade, is said, and the screen stays', async () => {
    const at = await office.sit(await someone(), { width: 1440, expected: /Failed to load resource/ })
    await at.page.route('**/SessionsDialog*', (route) => route.abort())
    await at.go('/main/home/desk')
    await at.page.getByRole('button', { name: /^用户/ }).click()
    await at.page.getByRole('menuitem', { name: '登录情况' }).click()
    const missing = at.page.getByRole('dialog', { name: '这一部分没有加载成功' })
    await missing.getByText('请先保存，再刷新页面').waitFor()
    await missing.getByRole('button', { name: '稍后' }).click()
    await missing.waitFor({ state: 'detached' })
    await at.page.locator('main').getByRole('heading').first().waitFor()
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('who signed in long ago shows the password first; what was begun is asked about before it is left', async () => {
    const person = await someone()
    office.server.clock.now += 20 * 60_000
    const at = await desk(person)
    const { page } = at
    const list = await choose(page, '脚本令牌')
    await list.getByRole('button', { name: '签发令牌' }).click()
    const form = page.getByRole('dialog', { name: '签发脚本令牌' })
    await form.getByLabel('名称', { exact: true }).fill('备份')
    await page.keyboard.press('Escape')
    await page.getByText('令牌还没有签发，要离开吗？').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: '取消' }).last().click()
    await form.getByRole('button', { name: '签发', exact: true }).click()
    await form.getByText('请勾选令牌要用的权限').waitFor()
    await form.getByRole('checkbox', { name: '查看文章', exact: true }).check()
    await form.getByRole('button', { name: '签发', exact: true }).click()
    const proof = page.getByRole('dialog').filter({ has: page.getByLabel('密码', { exact: true }) })
    // it lies above the form that waits for it
    await proof.getByLabel('密码', { exact: true }).click()
    await proof.getByLabel('密码', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: '脚本令牌「备份」' }).locator('code').waitFor()
    expect(at.faults).toEqual([])
    await at.context.close()
  })
})
