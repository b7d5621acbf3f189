import { expect, test } from 'vitest'
import { axeFaults, browserTests } from '../support/browser.ts'
import { openOffice } from '../support/office.ts'

browserTests('who is locked out, on the screen of users', () => {
  const office = openOffice()

  test.each([1440, 390])('%d pixels wide: is marked, found by the filter, and let in again', async (width) => {
    const locked = await office.server.person({ roles: ['staff'], name: `锁定者${width}` })
    const free = await office.server.person({ roles: ['staff'], name: `旁人${width}` })
    for (let i = 0; i < 5; i += 1)
      await office.server.anyone.call('auth.loginNoCode', { username: locked.account, password: 'wrong' })
    const at = await office.sit(office.admin, { width })
    const { page } = at
    await at.go('/main/system/user?locked=1')
    const main = page.locator('main')
    await main.getByText(locked.account, { exact: false }).first().waitFor()
    await main.getByTitle('登录失败过多，锁定至 2026-11-21 09:20，在 127.0.0.1').waitFor()
    expect(await main.getByText(free.account, { exact: true }).count()).toBe(0)
    expect(await axeFaults(page)).toEqual([])
    await page.getByRole('button', { name: /^更多/ }).first().click()
    await page.getByRole('menuitem', { name: '解除登录锁定' }).click()
    await page.getByText(/^已解除 .* 的登录锁定：清除 \d+ 次失败记录，现在可以登录$/).waitFor()
    // the list is read anew
    await main.getByText('锁定至 09:20').waitFor({ state: 'detached' })
    expect(at.faults).toEqual([])
    await at.context.close()
  })
})
