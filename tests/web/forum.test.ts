import { expect, test } from 'vitest'
import { axeFaults, browserTests } from '../support/browser.ts'
import { openOffice } from '../support/office.ts'
import { visitorsOf } from '../support/visitor.ts'

browserTests('the screens of boards and posts', () => {
  const office = openOffice()

  test('a board is added and opened, given to a role, and what is posted there is judged and answered', async () => {
    const at = await office.sit()
    const { page } = at
    const dialog = page.getByRole('dialog')
    await at.go('/main/interact/plate')
    await page.getByRole('button', { name: '新增版块' }).click()
    await dialog.getByLabel('版块名称').fill('交通出行')
    expect(await axeFaults(page)).toEqual([])
    await dialog.getByRole('button', { name: '保存' }).click()
    await page.getByRole('link', { name: '交通出行' }).click()
    await page.getByRole('button', { name: /^启\s*用$/ }).click()
    await dialog.getByRole('button', { name: /^启\s*用$/ }).click()
    await page.getByRole('region', { name: '办理记录' }).getByText('启用', { exact: true }).waitFor()
    const { value: boards } = await office.admin.call('plate.list')
    const visitor = visitorsOf(office.server)
    const captcha = { verifyCode: 'ab12', codeId: await visitor.captcha() }
    const sent = { plateId: boards.list[0].id, title: '路灯坏了', content: '东街的路灯', name: '周小雨', ...captcha }
    expect(await visitor.post('/x/forum/post', sent)).toMatchObject({ errorCode: '0' })

    await at.go('/main/interact/forum')
    await office.admin.call('plate.add', { title: '还没启用的版块' })
    await page.getByRole('button', { name: '以单位名义发帖' }).click()
    // only boards that are open
    await dialog.getByLabel('版块').click()
    await page.getByTitle('交通出行').last().waitFor()
    expect(await page.getByTitle('还没启用的版块').count()).toBe(0)
    await dialog.getByRole('button', { name: /取\s*消/ }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('link', { name: '路灯坏了' }).click()
    await page.getByText('东街的路灯').waitFor()
    await page.getByRole('button', { name: '显示姓名和手机号' }).click()
    await page.getByText('周小雨').waitFor()
    expect(await axeFaults(page)).toEqual([])
    await page.getByRole('button', { name: /^通\s*过$/ }).click()
    await dialog.getByRole('button', { name: /^通\s*过$/ }).click()
    await page.getByRole('button', { name: '以单位名义跟帖' }).click()
    await dialog.getByLabel('内容').fill('明天修')
    await dialog.getByRole('button', { name: '保存' }).click()
    await expect.poll(async () => (await office.admin.call('forum.list')).value.total).toBe(2)
    await dialog.waitFor({ state: 'detached' })

    await at.go('/main/system/role')
    await page
      .getByRole('row', { name: /部门人员/ })
      .getByRole('button', { name: '权限' })
      .click()
    await page.getByRole('tab', { name: '版块' }).click()
    await page.getByRole('checkbox', { name: '交通出行' }).check()
    await page
      .getByRole('tabpanel', { name: '版块' })
      .getByRole('button', { name: /保\s*存/ })
      .click()
    await expect
      .poll(async () =>
        (await office.admin.call('plateRole.list', {})).value.flatMap((one: { plateIds: string[] }) => one.plateIds),
      )
      .toContain(boards.list[0].id)
    expect(at.faults).toEqual([])
    await at.context.close()
  })
})
