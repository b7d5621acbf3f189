import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { lookForDeadLinks } from '../../server/areas/article/dead-links-kept.ts'
import { axeFaults, browserTests } from '../support/browser.ts'
import { docx, pdfOf } from '../support/documents.ts'
import { sendFile } from '../support/files.ts'
import { openOffice } from '../support/office.ts'

const fits = async (page: Page) => {
  expect(await axeFaults(page)).toEqual([])
  expect(await page.evaluate(() => document.body.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
}

browserTests('what left the site, and what leads nowhere', () => {
  const office = openOffice()
  const gone = async (title: string) => {
    const articleId = await office.publish(title)
    await office.admin.call('article.takeDown', { items: [{ articleId, reason: '内容有误' }] })
    await office.server.parts.site.idle()
    return articleId
  }

  test.each([1440, 390])('a take-down is proved, and what still stands is named, %i px wide', async (width) => {
    const id = await gone(`下架的通知${width}`)
    const file = join(office.server.parts.site.site.folder, `a/0/${id}.html`)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, '<p>旧页</p>')
    const { page, go } = await office.sit(office.admin, { width })
    await go('/main/article/essay')
    await page.getByRole('link', { name: '下线核实' }).click()
    await page.getByRole('button', { name: '核实近 30 天下线的' }).click()
    await page.getByText(/1 篇还有残留/).waitFor()
    await fits(page)
    await go(`/main/article/essay/off-site?articleId=${id}`)
    await page.getByText(`下架的通知${width}`).waitFor()
    await page.getByRole('button', { name: '查看' }).first().click()
    const drawer = page.getByRole('dialog')
    await drawer.getByText('残留 1 处').waitFor()
    await drawer.getByText(`a/0/${id}.html`).waitFor()
    await fits(page)
    rmSync(file)
    await drawer.getByRole('button', { name: '重新核实' }).click()
    await drawer.getByText('已核实下线').waitFor()
    await go(`/main/article/essay/${id}/history`)
    await page.getByRole('link', { name: /^已核实下线/ }).waitFor()
  })

  test.each([1440, 390])('a check names dead links and data in attachments, %i px wide', async (width) => {
    const target = await gone(`被链接的${width}`)
    const link = `<p><a href="/site/a/0/${target}.html">见通知</a></p>`
    const send = async (name: string, bytes: Uint8Array) =>
      (await sendFile(office.server, office.admin, 'article', name, bytes)).value.id as string
    const files = [
      await send('名单.docx', docx([['张三 11010519491231002X，电话 13812345678']])),
      await send('扫描件.pdf', pdfOf({ content: 'BT ET', trailer: '/Encrypt 9 0 R' })),
    ]
    const id = await office.save({ title: `名单公示${width}`, content: `${link}<p>见附件</p>`, files })
    const { page } = await office.open(id, { width })
    await page.getByRole('button', { name: '提交审核' }).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByText('1 个附件含个人信息', { exact: false }).waitFor()
    await drawer.getByText('文章不在网站上，可能已下架或删除').waitFor()
    await drawer.getByText('已加密，其中的文字没有检测').waitFor()
    await drawer.getByText('11010519491231002X', { exact: true }).waitFor()
    await fits(page)
    await drawer.getByRole('button', { name: '已核对，继续提交' }).click()
    await drawer.getByText('请填写公开的理由', { exact: false }).waitFor()
    await drawer.getByRole('textbox', { name: /公开的理由/ }).fill('依法公示')
    await drawer.getByRole('button', { name: '已核对，继续提交' }).click()
    await expect.poll(async () => (await office.view(id)).status).toBe(1)
  })

  test.each([1440, 390])('links that lead nowhere are listed after the night, %i px wide', async (width) => {
    const target = await gone(`失效的目标${width}`)
    const content = `<p><a href="/site/a/0/${target}.html">见${width}号通知</a></p>`
    const id = await office.save({ title: `有链接的${width}`, status: 1, content })
    await office.move('accept', id)
    await office.move('approve', id)
    await lookForDeadLinks(office.server.parts, { stopped: () => false, progress: () => {} })
    const { page, go } = await office.sit(office.admin, { width })
    await go('/main/article/essay')
    await page.getByRole('link', { name: '失效链接' }).click()
    await page.getByText(`见${width}号通知`).first().waitFor()
    await fits(page)
  })
})
