import { expect, test } from 'vitest'
import { axeFaults, browserTests } from '../support/browser.ts'
import { openOffice } from '../support/office.ts'

browserTests('the fields of a column’s model in the article form', () => {
  const office = openOffice()

  /** A column with a model, and its name. */
  async function modelled() {
    const { admin } = office
    const model = await admin.call('contentModel.save', { cmName: '规范性文件', cmTableName: 'gfxwj' })
    const contentModelId = model.value.id
    const fields = [
      {
        fieldType: 1,
        fieldTipsName: '发文字号',
        fieldFieldName: 'wh',
        required: 1,
        inList: 1,
        hint: '如青政发〔2026〕1号',
      },
      { fieldType: 2, fieldTipsName: '主题', fieldFieldName: 'zt', choices: '农业\n教育' },
      {
        fieldType: 3,
        fieldTipsName: '有效性',
        fieldFieldName: 'yxx',
        choices: '有效\n失效',
        fieldDefault: '有效',
        inList: 1,
      },
      { fieldType: 5, fieldTipsName: '金额', fieldFieldName: 'je', minimum: '0', maximum: '100', unit: '万元' },
      { fieldType: 6, fieldTipsName: '隐藏标记', fieldFieldName: 'bj', fieldDefault: 'x' },
      { fieldType: 7, fieldTipsName: '查重平台', fieldFieldName: 'cc', fieldDefault: 'https://example.gov.cn/' },
    ]
    for (const field of fields)
      expect((await admin.call('contentModel.saveForm', { contentModelId, ...field })).errorMsg).toBe('')
    const column = { columnType: 1, categoryTitle: '文件', columnContentModelId: contentModelId }
    return (await admin.call('column.save', column)).value.categoryId as string
  }

  test('stand there as soon as the column is chosen, are judged by the server, shown in lists and in the history', async () => {
    const columnId = await modelled()
    const at = await office.sit()
    const { page } = at
    await at.go('/main/article/essay/add')
    await page.locator('#title').fill('管理办法')
    await page.getByRole('textbox', { name: '正文' }).fill('第一条')
    expect(await page.getByLabel('发文字号').count()).toBe(0)
    await page.getByRole('combobox', { name: '栏目' }).click()
    await page.getByTitle('文件', { exact: true }).click()
    const number = page.getByLabel('发文字号')
    await number.waitFor()
    await page.getByText('如青政发〔2026〕1号').waitFor()
    expect(await page.getByText('隐藏标记').count()).toBe(0)
    expect(await page.getByRole('link', { name: '查重平台' }).getAttribute('target')).toBe('_blank')
    // the default stands there
    await page.getByTitle('有效', { exact: true }).waitFor()
    await page.getByLabel('金额').fill('100.5')
    await page.getByText('应在 0 到 100 之间').waitFor()
    await page.getByLabel('金额').fill('12.50')
    expect(await axeFaults(page)).toEqual([])
    await page.getByRole('button', { name: '提交审核' }).click()
    await page.locator('.ant-form-item-explain-error', { hasText: '必须填写后才能提交' }).waitFor()
    await number.fill('青政发〔2026〕7号')
    await page.getByRole('combobox', { name: '主题' }).click()
    await page.getByTitle('教育', { exact: true }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: '提交审核' }).click()
    await page.getByRole('link', { name: '管理办法', exact: true }).waitFor()
    const [row] = (await office.admin.call('article.list', { columnId })).value.list
    expect(row).toMatchObject({ status: 1 })
    expect(row.modelFields).toEqual({ wh: '青政发〔2026〕7号', zt: ['教育'], yxx: '有效', je: '12.50' })
    // what is emptied is sent as such, and what is not touched stays
    await at.go(`/main/article/essay/${row.articleId}`)
    await page.getByRole('textbox', { name: '正文' }).waitFor()
    await page.getByLabel('金额').fill('')
    await page.getByLabel('发文字号').fill('青政发〔2026〕8号')
    await page.keyboard.press('Control+s')
    const now = async () => (await office.view(row.articleId)).modelFields
    await expect.poll(now).toEqual({ wh: '青政发〔2026〕8号', zt: ['教育'], yxx: '有效' })
    await at.go(`/main/article/essay?columnId=${columnId}`)
    await page.getByRole('cell', { name: '青政发〔2026〕8号' }).waitFor()
    await page.getByRole('columnheader', { name: '有效性' }).waitFor()
    await at.go(`/main/article/essay/${row.articleId}/history`)
    await page.getByText('发文字号').first().waitFor()
    expect(at.faults).toEqual([])
    await at.context.close()
  })
})
