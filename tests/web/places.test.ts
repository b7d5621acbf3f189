import { expect, test } from 'vitest'
import { axeFaults, browserTests } from '../support/browser.ts'
import { openOffice } from '../support/office.ts'

browserTests('limits of where people work from', () => {
  const office = openOffice()

  test.each([1440, 390])('%d pixels wide: who would be shut out is told before the setting is saved', async (width) => {
    const away = await office.server.person({ roles: ['staff'], name: '外出者' })
    await office.server.parts.db.write
      .updateTable('session')
      .set({ address: '203.0.113.7' })
      .where('userId', '=', away.userId)
      .execute()
    const stored = async () => (await office.admin.call('setting.get', { name: 'signIn.nets' })).value.value
    const at = await office.sit(office.admin, { width })
    const { page } = at
    await at.go('/main/system/siteSet')
    const field = page.getByLabel('工作人员的登录地址', { exact: true })
    await field.fill('127.0.0.0/8')
    const save = () => page.getByRole('button', { name: '保存', exact: true }).click()
    await save()
    const told = page.getByRole('dialog').filter({ hasText: '这样改动' })
    await told
      .getByText(/^\d+ 人今后只能从 127\.0\.0\.0\/8 登录，其中 \d 人现在是从别处登录的，随即不能再操作$/)
      .waitFor()
    expect(await axeFaults(page)).toEqual([])
    // the question stands on 取消
    await page.keyboard.press('Enter')
    await told.waitFor({ state: 'detached' })
    expect([await stored(), await field.inputValue()]).toEqual(['', '127.0.0.0/8'])
    await save()
    await told.getByRole('button', { name: '仍要保存' }).click()
    await page.getByText('保存成功').first().waitFor()
    expect(await stored()).toBe('127.0.0.0/8')
    await page.getByRole('button', { name: '工作人员的登录地址恢复默认' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '恢复默认' }).click()
    await told.getByText(/^\d+ 人今后从任何地址都能登录$/).waitFor()
    await told.getByRole('button', { name: '仍要保存' }).click()
    await expect.poll(stored).toBe('')
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('who is signed in elsewhere when it takes effect is told why, and can leave', async () => {
    const away = await office.server.person({ roles: ['staff'], name: '带回家的' })
    const at = await office.sit(away)
    const { page } = at
    await at.go('/main/home/desk')
    await page.getByRole('button', { name: '用户 带回家的' }).waitFor()
    const { value: role } = await office.admin.call('role.save', { name: '只在办公室', nets: '192.0.2.0/24' })
    await office.admin.call('user.grantRole', { roleId: role.id, userIds: [away.userId] })
    await page.reload()
    await page.getByText('您的账号只能从规定的地址使用，现在的地址是 127.0.0.1').waitFor()
    await page.getByRole('button', { name: '重试' }).waitFor()
    expect(await page.getByText('请联系管理员开通权限').count()).toBe(0)
    expect(await axeFaults(page)).toEqual([])
    await page.getByRole('button', { name: '退出登录' }).click()
    await page.waitForURL('**/web/')
    await page.getByRole('button', { name: '登录', exact: true }).waitFor()
    await at.context.close()
  })

  test('so it is with the addresses of a role', async () => {
    const at = await office.sit()
    const { page } = at
    await at.go('/main/system/role')
    await page.getByRole('button', { name: /^编辑.*部门人员/ }).click()
    const form = page.getByRole('dialog', { name: '编辑角色' })
    await form.getByLabel('登录地址').fill('192.0.2.0/24')
    await form.getByRole('button', { name: '保存' }).click()
    const told = page.getByRole('dialog').filter({ hasText: '这样改动' })
    await told.getByText(/^\d 人今后只能从 192\.0\.2\.0\/24 登录，其中 \d 人现在是从别处登录的/).waitFor()
    await told.getByRole('button', { name: '取消' }).click()
    const { list } = (await office.admin.call('role.list', { name: '部门人员' })).value
    expect(list[0].nets).toBeNull()
    expect(at.faults).toEqual([])
    await at.context.close()
  })
})
