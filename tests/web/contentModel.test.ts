import { expect, test } from 'vitest'
import { axeFaults, browserTests } from '../support/browser.ts'
import { openOffice } from '../support/office.ts'

browserTests('the screens of content models', () => {
  const office = openOffice()

  test('a model is added, gets fields of several kinds, which are put in order, and is deleted', async () => {
    const at = await office.sit()
    const { page } = at
    await at.go('/main/system/CustomModel')
    await page.getByRole('button', { name: '新增内容模型' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('模型名称').fill('规范性文件')
    await dialog.getByLabel('表名').fill('gfxwj')
    expect(await axeFaults(page)).toEqual([])
    await dialog.getByRole('button', { name: '保存' }).click()
    await page.getByRole('link', { name: '规范性文件' }).click()
    await page.getByRole('button', { name: '新增字段' }).click()
    await page.getByLabel('字段标题').fill('发文字号')
    await page.getByLabel('字段名').fill('fwzh')
    // a text has no choices, and a choice no length
    await page.getByLabel('最多字数').waitFor()
    expect(await page.getByLabel('选项').count()).toBe(0)
    await page.getByRole('button', { name: '保存' }).click()
    await page.getByRole('treeitem', { name: /发文字号/ }).waitFor()
    await page.getByRole('button', { name: '新增字段' }).click()
    await page.getByRole('combobox', { name: '类型' }).click()
    await page.getByTitle('单选').click()
    await page.getByLabel('选项').fill('有效\n失效')
    expect(await page.getByLabel('最多字数').count()).toBe(0)
    await page.getByLabel('字段标题').fill('有效性')
    await page.getByLabel('字段名').fill('yxx')
    expect(await axeFaults(page)).toEqual([])
    await page.getByRole('button', { name: '保存' }).click()
    const second = page.getByRole('treeitem', { name: /有效性/ })
    const order = async () => {
      const [model] = (await office.admin.call('contentModel.list')).value.list
      const form = { contentModelId: model.id, pageNumber: 1, pageSize: 20 }
      const { list } = (await office.admin.call('contentModel.listForm', form)).value
      return list.map((one: { fieldFieldName: string }) => one.fieldFieldName)
    }
    // the tree is drawn anew after the save; what is first already goes no higher
    const raised = async () => {
      await second.focus()
      await page.keyboard.press('Alt+ArrowUp')
      return order()
    }
    await expect.poll(raised).toEqual(['yxx', 'fwzh'])
    await page.getByRole('link', { name: '返回自定义模型' }).click()
    const row = page.getByRole('row', { name: /规范性文件/ })
    await row.getByRole('checkbox').check()
    await page.getByRole('button', { name: '删除（1）' }).click()
    await page.getByRole('textbox', { name: /请输入.* 确认/ }).fill('1')
    await dialog.getByRole('button', { name: '删除' }).click()
    await row.waitFor({ state: 'detached' })
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('what the server refuses of a field stands there, and goes when another one was what was wrong', async () => {
    await office.admin.call('contentModel.save', { cmName: '通知文件', cmTableName: 'tongzhi' })
    const at = await office.sit()
    const { page } = at
    await at.go('/main/system/CustomModel')
    await page.getByRole('button', { name: '新增内容模型' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('模型名称').fill('公告文件')
    const key = dialog.getByLabel('表名')
    await key.fill('tongzhi')
    const save = dialog.getByRole('button', { name: '保存' })
    await save.click()
    await dialog.getByText('「tongzhi」已存在', { exact: true }).waitFor()
    expect(await key.evaluate((field) => field === document.activeElement)).toBe(true)
    expect(await page.locator('.ant-message-error').count()).toBe(0)
    await key.fill('gonggao')
    await save.click()
    await page.getByRole('link', { name: '公告文件' }).click()

    await page.getByRole('button', { name: '新增字段' }).click()
    await page.getByRole('combobox', { name: '类型' }).click()
    await page.getByTitle('数字').click()
    await page.getByLabel('字段标题').fill('字数')
    await page.getByLabel('字段名').fill('zishu')
    await page.getByLabel('最小值').fill('5')
    await page.getByLabel('最大值').fill('3')
    await page.getByRole('button', { name: '保存' }).click()
    await page.getByText('不能小于最小值', { exact: true }).waitFor()
    // a key of habit leaves the cursor where it is, and says it in words
    await page.getByLabel('字段标题').focus()
    await page.keyboard.press('Control+s')
    await page.getByText('最大值：不能小于最小值').waitFor()
    expect(await page.getByLabel('字段标题').evaluate((field) => field === document.activeElement)).toBe(true)
    await page.getByLabel('最小值').fill('2')
    await page.getByRole('button', { name: '保存' }).click()
    await page.getByRole('treeitem', { name: /字数/ }).waitFor()
    expect(at.faults).toEqual([])
    await at.context.close()
  })
})
