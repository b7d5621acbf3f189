import { mkdirSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { axeFaults, browserTests } from '../support/browser.ts'
import { openOffice } from '../support/office.ts'
import type { Person } from '../support/server.ts'

const shots = process.env.XZX_SHOTS

browserTests('the screens of 交办任务', () => {
  const office = openOffice()
  const depts: Record<string, string> = {}
  let water: Person
  beforeAll(async () => {
    for (const name of ['水利局', '林业局'])
      depts[name] = (await office.admin.call('dept.save', { name })).value.id as string
    water = await office.server.person({ roles: ['staff'], deptId: Number(depts.水利局), name: '丁一' })
    if (shots) mkdirSync(shots, { recursive: true })
  })
  const newTask = async (more: object = {}): Promise<string> =>
    (
      await office.admin.call('assignment.add', {
        title: '清理河道',
        content: '月底前清理完毕。\n分段列出。',
        deptIds: Object.values(depts),
        ...more,
      })
    ).value.id

  test('a task is given to several departments until the end of a day, and changed', async () => {
    const at = await office.sit()
    const { page } = at
    await at.go('/main/home/assigned')
    await page.getByRole('button', { name: '新增交办任务' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('任务名称').fill('排查水库')
    await dialog.getByRole('button', { name: '保存' }).click()
    await dialog.getByText('请选择责任部门').last().waitFor()
    await dialog.getByLabel('任务内容').fill('逐座排查')
    await dialog.getByRole('combobox', { name: '责任部门' }).click()
    for (const name of Object.keys(depts)) await page.locator('.ant-select-tree-title', { hasText: name }).click()
    await page.keyboard.press('Escape')
    await dialog.getByLabel('办结期限').fill('2031-05-01')
    expect(await axeFaults(page)).toEqual([])
    if (shots) await page.screenshot({ path: `${shots}/form.png` })
    await page.keyboard.press('Control+s')
    await page.getByText('保存后责任部门随即看到这件任务，是否保存？').waitFor()
    expect((await office.admin.call('assignment.list', { title: '排查水库' })).value.total).toBe(0)
    await page.getByRole('dialog').last().getByRole('button', { name: '取消' }).click()
    await page.getByText('是否保存？').waitFor({ state: 'detached' })
    await dialog.getByRole('button', { name: '保存' }).click()
    const row = page.getByRole('row', { name: /排查水库/ })
    await row.getByText('水利局、林业局').waitFor()
    // no column lies under the buttons of the rows
    expect(await page.locator('.table-frame.wide').count()).toBe(0)
    const { list } = (await office.admin.call('assignment.list', { title: '排查水库' })).value
    expect(list).toMatchObject([{ deadline: '2031-05-01 23:59:59', deptNames: '水利局、林业局' }])
    await row.getByRole('button', { name: '编辑《排查水库》' }).click()
    await expect.poll(() => dialog.getByLabel('办结期限').inputValue()).toBe('2031-05-01')
    await dialog.getByLabel('办结期限').fill('2031-06-01')
    await dialog.getByRole('button', { name: '保存' }).click()
    await row.getByText('2031-06-01').waitFor()
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('tabs count what their lists show, also what is late', async () => {
    const id = await newTask({ title: '已过期的' })
    const { db } = office.server.parts
    await db.write.updateTable('assignment').set({ deadline: 0 }).where('id', '=', Number(id)).execute()
    const at = await office.sit()
    const { page } = at
    await at.go('/main/home/assigned?title=已过期')
    const tabs = page.getByRole('navigation', { name: '按状态' })
    const late = tabs.getByRole('link', { name: '已逾期 1', exact: true })
    await late.waitFor()
    await tabs.getByRole('link', { name: '已办结 0' }).click()
    await page.getByText('没有符合条件的交办任务').waitFor()
    await late.click()
    await page.getByRole('row', { name: /已过期的.*待办理（已逾期）/ }).waitFor()
    await expect.poll(() => late.getAttribute('aria-current')).toBe('true')
    if (shots) await page.screenshot({ path: `${shots}/list.png` })
    await at.context.close()
  })

  test('a department replies, the office returns and closes it; what a department wrote another does not read', async () => {
    const id = await newTask()
    const there = `/main/home/assigned/${id}`
    const clerk = await office.sit(water)
    await clerk.go('/main/home/assigned')
    await clerk.page.getByRole('link', { name: '清理河道' }).click()
    const own = clerk.page.getByRole('region', { name: '水利局的办理情况' })
    await own.getByRole('button', { name: '回复' }).click()
    const dialog = clerk.page.getByRole('dialog')
    await dialog.getByLabel('回复内容').fill('已清理三段')
    await dialog.getByRole('button', { name: '保存' }).click()
    await own.getByText('已清理三段').waitFor()
    // one field alone
    await own.getByRole('button', { name: '修改回复' }).click()
    await dialog.getByRole('combobox', { name: '办理状态' }).click()
    await clerk.page.locator('.ant-select-item-option', { hasText: '已办结' }).click()
    await dialog.getByRole('button', { name: '保存' }).click()
    await own.locator('.status', { hasText: '已办结' }).waitFor()
    await own.getByText('已清理三段').waitFor()
    expect(await clerk.page.getByRole('button', { name: '办结' }).count()).toBe(0)
    expect(await clerk.page.getByRole('region', { name: '林业局的办理情况' }).getByRole('button').count()).toBe(0)

    const at = await office.sit()
    await at.go(there)
    const seen = at.page.getByRole('region', { name: '水利局的办理情况' })
    await seen.getByText('已清理三段').waitFor()
    expect(await axeFaults(at.page)).toEqual([])
    if (shots) await at.page.screenshot({ path: `${shots}/task.png` })
    await seen.getByRole('button', { name: '退回' }).click()
    await at.page.getByRole('button', { name: '请附具体数据' }).click()
    await at.page.getByRole('dialog').getByRole('button', { name: '退回' }).click()
    await seen.getByText('退回理由：请附具体数据').waitFor()
    await at.page.locator('.toolbar').getByText('已退回').waitFor()

    await clerk.go(there)
    await own.getByText('退回理由：请附具体数据').waitFor()
    await own.getByRole('button', { name: '修改回复' }).click()
    await dialog.getByLabel('回复内容').fill('清理三段共十二公里')
    await dialog.getByRole('button', { name: '保存' }).click()
    await own.getByText('清理三段共十二公里').waitFor()
    await own.getByText('退回理由').waitFor({ state: 'detached' })

    await at.go(there)
    await at.page.getByRole('button', { name: '办结' }).click()
    await at.page.getByText('水利局、林业局还没有办结。').waitFor()
    await at.page.getByRole('textbox', { name: '理由' }).fill('另行安排')
    await at.page.getByRole('dialog').getByRole('button', { name: '办结', exact: true }).click()
    await at.page.getByRole('button', { name: '重新办理' }).waitFor()
    await at.page.getByText('另行安排', { exact: true }).waitFor()
    const record = at.page.getByRole('region', { name: '办理记录' })
    for (const text of ['办结', '重新回复（水利局）', '退回（水利局）', '理由：请附具体数据', '交办'])
      await record.getByText(text, { exact: true }).first().waitFor()
    await clerk.go(there)
    await clerk.page.locator('.toolbar').getByText('已办结').waitFor()
    expect(await own.getByRole('button').count()).toBe(0)
    expect([...at.faults, ...clerk.faults]).toEqual([])
    await Promise.all([at.context.close(), clerk.context.close()])
  })

  test('on a phone nothing lies beside the screen, and a task is replied to', async () => {
    const id = await newTask({ title: '手机上也能看的任务，名称比较长，一行放不下也没有关系' })
    const at = await office.sit(water, { width: 390 })
    for (const path of ['/main/home/assigned', `/main/home/assigned/${id}`]) {
      await at.go(path)
      await at.page.getByText('手机上也能看的任务').first().waitFor()
      await at.page.locator('.loading').waitFor({ state: 'detached' })
      const wide = await at.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(wide, path).toBe(0)
      expect(await axeFaults(at.page), path).toEqual([])
      if (shots) await at.page.screenshot({ path: `${shots}/phone-${path.split('/').length}.png`, fullPage: true })
    }
    await at.page.getByRole('button', { name: '回复', exact: true }).click()
    await at.page.getByRole('dialog').getByLabel('回复内容').fill('收到')
    await at.page.keyboard.press('Control+s')
    // a key of habit sends nothing that others read at once
    await at.page.getByText('保存后交办部门随即看到这条回复，是否保存？').waitFor()
    expect((await office.admin.call('assignment.get', { id })).value.replied).toBe(0)
    await at.page.getByRole('dialog').last().getByRole('button', { name: '保存' }).click()
    await at.page.getByRole('region', { name: '水利局的办理情况' }).getByText('收到').waitFor()
    await at.context.close()
  })

  test('who was faster is shown by names of departments; a task that is gone leads back to the list', async () => {
    const id = await newTask({ title: '两人同改' })
    const at = await office.sit()
    const { page } = at
    await at.go(`/main/home/assigned/${id}`)
    await page.getByRole('button', { name: '编辑' }).click()
    const dialog = page.getByRole('dialog').first()
    await dialog.getByRole('combobox', { name: '责任部门' }).waitFor()
    await office.admin.call('assignment.edit', { id, content: '别人改的' })
    await dialog.getByRole('combobox', { name: '责任部门' }).click()
    await page.locator('.ant-select-tree-title', { hasText: '林业局' }).click()
    await page.keyboard.press('Escape')
    await dialog.getByRole('button', { name: '保存' }).click()
    const compare = page.getByRole('dialog').last()
    await compare.getByText('水利局、林业局').waitFor()
    await at.go('/main/home/assigned/404040')
    await page.getByRole('link', { name: '返回交办任务' }).waitFor()
    await at.context.close()
  })
})
