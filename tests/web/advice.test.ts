import { expect, test } from 'vitest'
import { axeFaults, browserTests } from '../support/browser.ts'
import { openOffice } from '../support/office.ts'

browserTests('the screens of 意见答复', () => {
  const office = openOffice()
  const add = async (title: string): Promise<string> =>
    (await office.admin.call('advice.add', { title, content: '东街三盏路灯一周不亮' })).value.id
  const reply = (id: string) =>
    office.admin.call('advice.resultReply', { id, resultTitle: '答复', resultContent: '已修好' })
  const statusOf = async (id: string) => (await office.admin.call('advice.detail', { id })).value.status

  test('an opinion is entered, answered, returned with a reason, answered again and confirmed', async () => {
    const at = await office.sit()
    const { page } = at
    await at.go('/main/interact/advice')
    await page.getByRole('button', { name: '新增意见' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('标题').fill('路灯不亮')
    await dialog.getByLabel('内容').fill('东街三盏')
    await dialog.getByRole('button', { name: '保存' }).click()
    await page.getByRole('link', { name: '路灯不亮' }).click()
    await page.getByText('还没有答复').waitFor()
    const answer = async (name: string, text: string) => {
      await page.getByRole('button', { name, exact: true }).click()
      await dialog.getByLabel('答复标题').fill(text)
      await dialog.getByLabel('答复内容').fill('已安排修理')
      await dialog.getByRole('button', { name: '保存' }).click()
      // what is handed in at once is asked about
      const question = page.getByRole('dialog').filter({ hasText: '保存后随即提交审核，是否保存？' })
      await question.getByRole('button', { name: '保存' }).click()
      await page.getByRole('heading', { name: text }).waitFor()
    }
    await answer('答复', '关于路灯的答复')
    expect(await axeFaults(page)).toEqual([])
    await page.getByRole('button', { name: '退回答复' }).click()
    await dialog.getByRole('button', { name: '请补充办理结果' }).click()
    await dialog.getByRole('button', { name: '退回答复' }).click()
    await page.getByText('理由：请补充办理结果').waitFor()
    await answer('修改答复', '已修好')
    await page.getByRole('button', { name: '通过答复' }).click()
    const steps = page.getByRole('region', { name: '办理记录' })
    await expect
      .poll(() => steps.getByRole('listitem').locator('b').allTextContents())
      .toEqual(['通过答复', '答复', '退回答复', '答复', '新增'])
    // answered: nothing is left but to take it up again, or to delete it
    await expect
      .poll(() => page.locator('.record-acts').getByRole('button').allTextContents())
      .toEqual(['重新办理', '删除'])
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('marked ones go by one press, those that it is not for are left out, and all are taken back', async () => {
    const ids = [await add('成批甲'), await add('成批乙'), await add('成批丙')]
    for (const id of ids.slice(0, 2)) await reply(id)
    const at = await office.sit()
    const { page } = at
    await at.go('/main/interact/advice?title=成批')
    await page.getByRole('checkbox', { name: '选择本页' }).check()
    await page.getByRole('button', { name: '通过答复' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: /确\s*定|通过答复/ }).click()
    await page.getByText('2 条已答复').waitFor()
    expect(await Promise.all(ids.map(statusOf))).toEqual([2, 2, 0])
    await page.getByRole('button', { name: /撤销/ }).click()
    await page.getByText(/2 条已答复 · 已撤销/).waitFor()
    expect(await Promise.all(ids.map(statusOf))).toEqual([1, 1, 0])
    await at.context.close()
  })

  test('an earlier answer is compared with now and set back, with what follows said before; what was not there yet stays', async () => {
    const id = await add('初稿')
    await reply(id)
    await office.admin.call('advice.edit', { id, title: '二稿' })
    await office.admin.call('advice.resultReply', { id, resultTitle: '新答复', resultContent: '明年修' })
    const at = await office.sit()
    const { page } = at
    await at.go(`/main/interact/advice/${id}`)
    const steps = page.getByRole('region', { name: '办理记录' })
    await steps.getByText('与现在比较').last().click()
    await steps.getByText('不恢复答复标题、答复内容：当时还没有填写，保留现有的').waitFor()
    await steps.getByText('与现在比较').nth(1).click()
    const since = steps.getByRole('region', { name: '第 2 步之后' })
    await expect.poll(() => since.locator('dt').allTextContents()).toEqual(['标题', '答复标题', '答复内容'])
    expect(await axeFaults(page)).toEqual([])
    await since.getByRole('button', { name: '恢复到这一步' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/将意见内容恢复到第 2 步（答复，.*）。恢复的答复随即提交审核。是否继续？/).waitFor()
    await dialog.getByRole('button', { name: /^确\s?定$/ }).click()
    await page.getByRole('heading', { name: '初稿' }).waitFor()
    await expect
      .poll(async () => (await office.admin.call('advice.detail', { id })).value)
      .toMatchObject({
        ...{ title: '初稿', resultTitle: '答复', resultContent: '已修好', status: 1 },
      })
    await steps
      .getByText(/理由：恢复第 2 步/)
      .first()
      .waitFor()
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('what is deleted lies in the recycle bin and comes back, also on a phone', async () => {
    const id = await add('误删的')
    const at = await office.sit(office.admin, { width: 390 })
    const { page } = at
    await at.go(`/main/interact/advice/${id}`)
    await page.getByRole('button', { name: /删\s*除/ }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /删\s*除/ })
      .click()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/web/main/interact/advice')
    await at.go('/main/interact/advice/bin?title=误删')
    await page.getByRole('checkbox', { name: /误删的/ }).check()
    await page.getByRole('button', { name: /恢\s*复/ }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /确\s*定|恢\s*复/ })
      .click()
    await expect.poll(() => statusOf(id)).toBe(0)
    await at.context.close()
  })
})
