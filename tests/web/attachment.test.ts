import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { axeFaults, browserTests } from '../support/browser.ts'
import { openOffice } from '../support/office.ts'

browserTests('files of a task or an article', () => {
  const office = openOffice()
  let dept: string
  beforeAll(async () => {
    dept = (await office.admin.call('dept.save', { name: '水利局' })).value.id
  })
  const pdf = (name: string, text = '') => ({
    name,
    mimeType: 'application/pdf',
    buffer: Buffer.from(`%PDF-1.7\n${text}`),
  })

  test('are uploaded in the form, shown with their sizes, fetched and taken away', async () => {
    const { id } = (await office.admin.call('assignment.add', { title: '报送', content: '见附件', deptIds: [dept] }))
      .value
    const at = await office.sit()
    const { page } = at
    await at.go(`/main/home/assigned/${id}`)
    await page
      .getByRole('button', { name: '修改' })
      .or(page.getByRole('button', { name: '编辑' }))
      .first()
      .click()
    const dialog = page.getByRole('dialog')
    const choose = dialog.locator('input[type=file]')
    await choose.setInputFiles([pdf('终稿.pdf', '正文'), pdf('附表 1.pdf')])
    await dialog.getByRole('button', { name: '移除 终稿.pdf' }).waitFor()
    await dialog.getByRole('button', { name: '移除 附表 1.pdf' }).click()
    // what is none by its name is not even sent; what is none by its content is told by the server
    await choose.setInputFiles([{ name: '程序.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') }])
    await dialog.getByText(/程序.exe：.*只能上传/).waitFor()
    await choose.setInputFiles([{ name: '假的.pdf', mimeType: 'application/pdf', buffer: Buffer.from('MZ') }])
    await dialog.getByText(/按内容看不是可用的格式/).waitFor()
    await dialog.getByRole('alert').getByRole('button', { name: '关闭' }).click()
    expect(await axeFaults(page)).toEqual([])
    await dialog.getByRole('button', { name: '保存' }).click()
    const file = page.getByRole('list', { name: '任务附件' }).getByRole('listitem')
    await file.getByText('15 字节').waitFor()
    expect(await file.count()).toBe(1)
    const [got] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: '下载 终稿.pdf' }).click(),
    ])
    expect(got.suggestedFilename()).toBe('终稿.pdf')
    expect(readFileSync(await got.path(), 'utf8')).toBe('%PDF-1.7\n正文')
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('and dropped, on a phone shown without running over', async () => {
    const { id } = (await office.admin.call('assignment.add', { title: '拖放', content: '见附件', deptIds: [dept] }))
      .value
    const at = await office.sit(office.admin, { width: 390 })
    const { page } = at
    await at.go(`/main/home/assigned/${id}`)
    await page
      .getByRole('button', { name: '修改' })
      .or(page.getByRole('button', { name: '编辑' }))
      .first()
      .click()
    const dialog = page.getByRole('dialog')
    const given = await page.evaluateHandle(
      (name) => {
        const data = new DataTransfer()
        data.items.add(new File(['%PDF-1.7'], name, { type: 'application/pdf' }))
        return data
      },
      `${'很长的文件名'.repeat(12)}.pdf`,
    )
    await dialog.getByRole('group', { name: '附件' }).dispatchEvent('drop', { dataTransfer: given })
    await dialog.getByRole('button', { name: /^移除 很长/ }).waitFor()
    await dialog.getByRole('button', { name: '保存' }).click()
    await page.getByRole('list', { name: '任务附件' }).getByText(/^很长/).waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('an article has them in its form, its history and its revision, and who audits reads them', async () => {
    const articleId = await office.publish('管理办法')
    const at = await office.sit()
    const { page } = at
    await at.go(`/main/article/essay/${articleId}`)
    const field = page.getByRole('group', { name: '附件' })
    await field.locator('input[type=file]').setInputFiles([pdf('办法.pdf'), pdf('申请表.pdf')])
    await field.getByRole('button', { name: '移除 申请表.pdf' }).waitFor()
    await page.getByRole('button', { name: '提交修订' }).click()
    // what could not be looked into is told of
    await page.getByRole('button', { name: '已核对，继续提交' }).click()
    await page.getByText('管理办法').first().waitFor()
    expect((await office.view(articleId)).files).toEqual([])
    // the form goes on from the copy under review
    await at.go(`/main/article/essay/${articleId}`)
    await field.getByRole('button', { name: '移除 申请表.pdf' }).click()
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await page.getByText('保存成功').waitFor()
    await at.go(`/main/article/essay/${articleId}/history`)
    await page.getByText('增加《办法.pdf》').waitFor()
    expect(await axeFaults(page)).toEqual([])
    await at.go('/main/home/audit')
    const facts = page.getByRole('region', { name: '文章情况', exact: true })
    await facts.getByRole('button', { name: '下载 办法.pdf' }).waitFor()
    await office.move('accept', articleId)
    await office.move('approve', articleId)
    expect((await office.view(articleId)).files).toMatchObject([{ name: '办法.pdf' }])
    expect(at.faults).toEqual([])
    await at.context.close()
  })
})
