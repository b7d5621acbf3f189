import { expect, test } from 'vitest'
import { axeFaults, browserTests } from '../support/browser.ts'
import { openOffice } from '../support/office.ts'

browserTests('notices', () => {
  const office = openOffice()

  test('one is drafted, sent once it was said to how many, read and confirmed by its reader, and withdrawn', async () => {
    const clerk = await office.server.person({ roles: ['staff'] })
    const at = await office.sit()
    const { page } = at
    await at.go('/main/home/notices')
    await page.getByRole('button', { name: '新增通知' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('标题').fill('防汛值班')
    await dialog.getByRole('textbox', { name: '内容' }).click()
    await page.keyboard.type('今晚起领导带班')
    expect(await axeFaults(page)).toEqual([])
    await dialog.getByText('发送给', { exact: true }).waitFor()
    expect(await dialog.getByText(/^接收/).count()).toBe(0)
    const sendTo = async (word: string) => {
      await dialog.getByLabel('发送给').click()
      await page.getByTitle(word, { exact: true }).last().click()
    }
    await sendTo('个人')
    await dialog.getByText('接收人', { exact: true }).waitFor()
    await sendTo('部门')
    await dialog.getByText('接收人', { exact: true }).waitFor({ state: 'detached' })
    await dialog.getByRole('button', { name: '保存' }).click()
    await dialog.getByText('请选择接收部门', { exact: true }).last().waitFor()
    await dialog.getByLabel('接收部门').click()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    // what was chosen for another audience goes with it
    await sendTo('全体人员')
    await dialog.getByText('接收部门', { exact: true }).waitFor({ state: 'detached' })
    await dialog.getByRole('button', { name: '保存' }).click()
    const { id } = (
      await expect
        .poll(async () => (await office.admin.call('notice.list')).value.list[0])
        .toMatchObject({ title: '防汛值班' })
        .then(() => office.admin.call('notice.list'))
    ).value.list[0]
    await office.admin.call('notice.edit', { id, mustConfirm: 1 })
    await at.go(`/main/home/notices/${id}`)
    await page.getByRole('button', { name: /^发\s*送$/ }).click()
    await page.getByText('将向全体人员发送《防汛值班》，共 2 人收到').waitFor()
    await dialog.getByRole('button', { name: /发\s*送/ }).click()
    await page.getByRole('region', { name: '阅读情况' }).getByText('已读 0 / 2 人').waitFor()
    expect(await axeFaults(page)).toEqual([])

    const reader = await office.sit(clerk)
    await reader.go('/main/home/notice')
    await reader.page.getByRole('link', { name: '通知 1 条未读' }).waitFor()
    await reader.page.getByRole('status').getByRole('link', { name: '防汛值班' }).click()
    await reader.page.frameLocator('iframe[title="通知正文"]').getByText('今晚起领导带班').waitFor()
    await reader.page.getByRole('link', { name: '通知', exact: true }).waitFor()
    expect(await axeFaults(reader.page)).toEqual([])
    await reader.page.getByRole('button', { name: '确认知悉' }).click()
    await reader.page.getByText(/您已于 .* 确认/).waitFor()
    await reader.page.getByText('重要通知', { exact: true }).waitFor({ state: 'detached' })
    expect(reader.faults).toEqual([])
    await reader.context.close()

    await page.reload()
    await page.getByText('已读 1 / 2 人，已确认 1 人').waitFor()
    await page.getByRole('button', { name: /撤\s*回/ }).click()
    await dialog.getByText('事项已取消').click()
    await dialog.getByRole('button', { name: /撤\s*回/ }).click()
    await expect.poll(async () => (await office.admin.call('notice.get', { id })).value.status).toBe(2)
    expect((await clerk.call('notice.myList')).value.total).toBe(0)
    expect(at.faults).toEqual([])
    await at.context.close()
  })
})
