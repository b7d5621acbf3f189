import { expect, test } from 'vitest'
import { axeFaults, browserTests } from '../support/browser.ts'
import { openOffice } from '../support/office.ts'

browserTests('proposals in the console', () => {
  const office = openOffice()

  test('a member hands one in, the office files and assigns it, the unit answers, and the member is content', async () => {
    const { server, admin } = office
    const dept = (await admin.call('dept.save', { name: '城管局' })).value.id
    const member = await server.person({ roles: ['reporter'], name: '王委员' })
    const clerk = await server.person({ roles: ['staff'], deptId: Number(dept) })
    const own = await office.sit(member)
    await own.go('/main/interact/proposalPrivate')
    await own.page.getByRole('button', { name: '提交提案' }).click()
    const form = own.page.getByRole('dialog')
    await form.getByLabel('标题').fill('关于改善停车条件的提案')
    for (const [field, choice] of [
      ['提案类型', '个人提案'],
      ['类别', '城乡建设'],
      ['是否同意公开', '公开'],
    ] as const) {
      await form.getByLabel(field, { exact: true }).click()
      await own.page.getByTitle(choice, { exact: true }).last().click()
    }
    await form.getByLabel('内容').fill('建议单位大院错时开放车位')
    expect(await axeFaults(own.page)).toEqual([])
    await form.getByRole('button', { name: /提\s?交/ }).click()
    await own.page.getByRole('link', { name: '关于改善停车条件的提案' }).waitFor()
    const [{ id }] = (await admin.call('proposal.list', {})).value.list

    const desk = await office.sit(admin)
    await desk.go('/main/interact/proposalAll')
    await desk.page.getByRole('link', { name: '关于改善停车条件的提案' }).click()
    await desk.page.getByRole('button', { name: '立案', exact: true }).click()
    await desk.page
      .getByRole('dialog')
      .getByRole('button', { name: /立\s?案/ })
      .click()
    await desk.page.getByRole('button', { name: '交办', exact: true }).waitFor()
    expect(await axeFaults(desk.page)).toEqual([])
    await admin.call('proposal.forward', { id, deptId: dept, remarks: '请会商' })

    const at = await office.sit(clerk)
    await at.go(`/main/interact/proposalAll/${id}`)
    await at.page.getByText('交办意见：请会商').waitFor()
    await at.page.getByRole('button', { name: '答复', exact: true }).click()
    const answer = at.page.getByRole('dialog')
    await answer.getByLabel('办理结果').click()
    await at.page.getByTitle('已经解决或采纳').last().click()
    await answer.getByLabel('答复内容').fill('已有六个单位的大院错时开放')
    await answer.getByRole('button', { name: /保\s?存/ }).click()
    // nothing is handed in, and nobody is said to refuse, by what is left blank
    expect((await admin.call('proposal.get', { id })).value).toMatchObject({ state: 2, unitOpen: null })
    const choose = async (field: string, choice: string) => {
      await answer.getByLabel(field).click()
      await at.page.getByTitle(choice, { exact: true }).last().click()
    }
    await choose('单位是否同意公开', '公开')
    await choose('是否办完', '提交')
    await answer.getByRole('button', { name: /保\s?存/ }).click()
    await at.page.getByText('已答复，待审核').first().waitFor()
    await admin.call('proposal.redo', { items: [{ id, reason: '没有与委员沟通' }] })
    await at.go(`/main/interact/proposalAll/${id}`)
    await at.page.getByRole('button', { name: '修改答复' }).click()
    await answer.getByTitle('已经解决或采纳').waitFor()
    await answer.getByTitle('公开', { exact: true }).waitFor()
    await answer.getByLabel('答复内容').fill('已与委员沟通，六个大院错时开放')
    await choose('是否办完', '提交')
    await answer.getByRole('button', { name: /保\s?存/ }).click()
    await at.page.getByText('已答复，待审核').first().waitFor()
    expect((await admin.call('proposal.get', { id })).value).toMatchObject({ outcome: 0, unitOpen: 1 })
    expect(await axeFaults(at.page)).toEqual([])
    await admin.call('proposal.deliver', { items: [{ id }] })

    await own.go(`/main/interact/proposalPrivate/${id}`)
    await own.page.getByRole('button', { name: '评价' }).click()
    const rating = own.page.getByRole('dialog')
    await rating.getByRole('button', { name: /评\s?价/ }).click()
    await rating.getByText('请选择委员评价').waitFor()
    await rating.getByLabel('委员评价').click()
    await own.page.getByTitle('满意', { exact: true }).last().click()
    await rating.getByRole('button', { name: /评\s?价/ }).click()
    await own.page.getByText('已办结').first().waitFor()
    expect((await admin.call('proposal.get', { id })).value).toMatchObject({ state: 5, rating: 1, outcome: 0 })
    expect(await axeFaults(own.page)).toEqual([])
    await desk.go('/main/interact/proposalAll/stats')
    await desk.page.getByRole('cell', { name: '城管局' }).waitFor()
    expect([...own.faults, ...desk.faults, ...at.faults]).toEqual([])
  })

  test('who merges reads into what, and is asked', async () => {
    const { admin } = office
    const given = { content: '建议增加班次', type: 0, class: 1, openFlag: 1 }
    const add = async (title: string) => (await admin.call('proposal.add', { ...given, title })).value.id
    const [into, id] = [await add('留下的提案'), await add('重复的提案')]
    const desk = await office.sit(admin)
    await desk.go(`/main/interact/proposalAll/${id}`)
    await desk.page.getByRole('button', { name: /^并\s?案$/ }).click()
    const form = desk.page.getByRole('dialog', { name: '并案' })
    await form.getByLabel('并入的提案').fill(into)
    await form.getByText('并入：《留下的提案》').waitFor()
    await form.getByRole('button', { name: /^并\s?案$/ }).click()
    const question = desk.page.getByRole('dialog').filter({ hasText: '是否并案？' })
    await question.getByRole('button', { name: /^并\s?案$/ }).click()
    await desk.page.getByText('已并案').first().waitFor()
    expect((await admin.call('proposal.get', { id })).value).toMatchObject({ state: 7, mergedInto: into })
    expect(desk.faults).toEqual([])
  })

  test('a unit that gives one back is led to the list, and told that it is done', async () => {
    const { server, admin } = office
    const dept = (await admin.call('dept.save', { name: '交通局' })).value.id
    const clerk = await server.person({ roles: ['staff'], deptId: Number(dept) })
    const given = { title: '关于公交线路的提案', content: '建议增加班次', type: 0, class: 1, openFlag: 1 }
    const { id } = (await admin.call('proposal.add', given)).value
    await admin.call('proposal.file', { items: [{ id }] })
    await admin.call('proposal.forward', { id, deptId: dept })
    const at = await office.sit(clerk)
    await at.go(`/main/interact/proposalAll/${id}`)
    await at.page.getByRole('button', { name: /^退\s?回$/ }).click()
    const dialog = at.page.getByRole('dialog')
    await dialog.getByText('不属于本单位职责').click()
    await dialog.getByRole('button', { name: /退\s?回/ }).click()
    await at.page.getByText('已退回《关于公交线路的提案》').waitFor()
    await at.page.waitForURL(/proposalAll$/)
    expect(await at.page.getByText('不存在或无权操作').count()).toBe(0)
    expect((await admin.call('proposal.get', { id })).value).toMatchObject({ state: 1 })
    expect(at.faults).toEqual([])
  })
})
