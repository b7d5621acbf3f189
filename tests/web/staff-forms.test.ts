import { expect, test } from 'vitest'
import { browserTests } from '../support/browser.ts'
import { holding } from '../support/holding.ts'
import { openOffice } from '../support/office.ts'
import { makeDept } from '../support/server.ts'

browserTests('small forms of the system’s screens', () => {
  const office = openOffice()

  test('a number that may be left out and was typed and emptied again is not filled in', async () => {
    const { value: group } = await office.admin.call('dict.save', { name: '文种', dictKey: 'docType' })
    const first = (await office.admin.call('dict.saveNode', { parentId: group.id, name: '通知', key: 'notice' })).value
    const at = await office.sit()
    const { page } = at
    await at.go(`/main/system/dataDictDetail?dict=${group.id}`)
    await page.getByRole('button', { name: '新增条目' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('名称').fill('函')
    await form.getByLabel('条目代码').fill('letter')
    await form.getByLabel('排序').fill('3')
    await form.getByLabel('排序').fill('')
    await form.getByRole('button', { name: '保存', exact: true }).click()
    await form.waitFor({ state: 'hidden' })
    const entries = async () =>
      (await office.admin.call('dict.viewGroup', { val: 'docType' })).value.entries.map(
        (one: { name: string }) => one.name,
      )
    expect(await entries()).toEqual(['通知', '函'])
    // emptied on a row that is there, it stands last
    await page.getByRole('button', { name: /^编辑.*通知/ }).click()
    await form.getByLabel('排序').fill('')
    await form.getByRole('button', { name: '保存', exact: true }).click()
    await form.waitFor({ state: 'hidden' })
    expect(await entries()).toEqual(['函', '通知'])
    expect((await office.admin.call('dict.view', { id: first.id })).value.sort).toBeGreaterThan(0)
    await at.context.close()
  })

  test('a day alone is enough of when somebody came', async () => {
    const one = await office.server.person({ roles: ['staff'], name: '入职的人' })
    const at = await office.sit()
    const { page } = at
    await at.go('/main/system/user')
    await page.getByRole('button', { name: /^编辑 入职的人/ }).click()
    const form = page.getByRole('dialog', { name: '编辑用户' })
    await form.getByLabel('入职时间').fill('2020-03-01')
    await form.getByRole('button', { name: '保存' }).click()
    await form.waitFor({ state: 'hidden' })
    expect((await office.admin.call('user.view', { id: one.userId })).value.enterAt).toBe('2020-03-01 00:00:00')
    // and is gone when it is emptied
    await page.getByRole('button', { name: /^编辑 入职的人/ }).click()
    await form.getByLabel('入职时间').fill('')
    await form.getByRole('button', { name: '保存' }).click()
    await form.waitFor({ state: 'hidden' })
    expect((await office.admin.call('user.view', { id: one.userId })).value.enterAt).toBeNull()
    await at.context.close()
  })

  test('a new password rule says at once all that must be filled in, and marks it', async () => {
    const at = await office.sit()
    const { page } = at
    await at.go('/main/system/passwordRule')
    await page.getByRole('button', { name: '新增密码规则' }).click()
    const form = page.getByRole('dialog')
    await form.getByRole('button', { name: '保存', exact: true }).click()
    await form.getByText('请输入规则名称').waitFor()
    await form.getByText('请输入词语').waitFor()
    expect(await form.locator('.ant-form-item-required').allTextContents()).toEqual(['规则名称', '词语'])
    await at.context.close()
  })

  test('who is reminded is asked for where somebody is to be chosen, and not after that was taken back', async () => {
    const at = await office.sit()
    const { page } = at
    await at.go('/main/system/noticeSetting')
    await page.getByRole('button', { name: '新增消息提醒' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('名称').fill('交办任务临期')
    const remind = async (word: string) => {
      await form.getByLabel('提醒谁').click()
      await page.getByTitle(word, { exact: true }).last().click()
    }
    expect(await form.getByText('指定人员', { exact: true }).count()).toBe(0)
    await remind('指定人员')
    await form.getByRole('button', { name: '保存', exact: true }).click()
    const fault = form.getByText('请选择指定人员', { exact: true }).last()
    await fault.waitFor()
    await remind('该办理的人')
    await fault.waitFor({ state: 'detached' })
    await at.context.close()
  })

  test('users that are moved nowhere are told as a refusal, and not as none done and none failed', async () => {
    const [own, other] = [await makeDept(office.server, '甲科'), await makeDept(office.server, '乙科')]
    const keys = ['user_list', 'user_save', 'dept_list']
    const officer = await holding(office.server, keys, { dataScope: 'DEPARTS', deptId: own })
    const { account } = await office.server.person({ roles: ['staff'], name: '要转的人', deptId: own })
    const at = await office.sit(officer)
    const { page } = at
    await at.go(`/main/system/user?deptId=${own}`)
    await page.getByRole('checkbox', { name: new RegExp(`（${account}）`) }).check()
    await page.getByRole('button', { name: /转部门/ }).click()
    const form = page.getByRole('dialog')
    await form.getByRole('combobox').fill('乙科')
    await page.locator('.ant-select-tree-title', { hasText: '乙科' }).last().click()
    await form.getByRole('button', { name: '转部门' }).click()
    await page.getByText('1 项都没有处理').waitFor()
    await page.getByRole('alert').filter({ hasText: '部门' }).waitFor()
    expect([other, await page.getByText('成功 0 项').count()]).toEqual([other, 0])
    await at.context.close()
  })

  test('of a notice that reached people whom its sender does not see any more, it is said how many they are', async () => {
    const [own, other] = [await makeDept(office.server, '运维科'), await makeDept(office.server, '提案科')]
    const writer = await holding(office.server, ['notice_list', 'notice_add', 'notice_send'], {
      ...{ dataScope: 'DEPARTS', deptId: own },
    })
    const people = [1, 2].map((n) => office.server.person({ roles: ['staff'], name: `收信${n}`, deptId: own }))
    const [moved] = await Promise.all(people)
    const added = await writer.call('notice.add', { title: '停电', content: '周六', audience: 1, deptIds: [own] })
    const { id } = added.value
    await writer.call('notice.send', { items: [{ id }] })
    await moved?.call('notice.read', { ids: [id] })
    await office.admin.call('user.move', { ids: [moved?.userId], deptId: other })
    const at = await office.sit(writer)
    const { page } = at
    await at.go(`/main/home/notices/${id}`)
    await page.getByRole('heading', { name: /^已读 \d \/ 3 人/ }).waitFor()
    await page.getByText(/^下列 2 人；另有 1 人已不在您的数据范围（已读 1 人），没有列出$/).waitFor()
    await at.context.close()
  })
})
