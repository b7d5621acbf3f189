import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFaults, browserTests, openBrowser, sitDown } from '../support/browser.ts'
import { type Person, startServer, type TestServer } from '../support/server.ts'

/** The template, filled as a clerk fills it. */
async function fill(from: string, to: string, rows: readonly (readonly string[])[]): Promise<string> {
  const { default: ExcelJS } = await import('exceljs')
  const book = new ExcelJS.Workbook()
  await book.xlsx.load(readFileSync(from).buffer as never)
  for (const row of rows) book.worksheets[0]?.addRow(row)
  writeFileSync(to, new Uint8Array(await book.xlsx.writeBuffer()))
  return to
}

browserTests('users from a sheet', () => {
  let server: TestServer
  let browser: Browser
  let admin: Person
  beforeAll(async () => {
    server = await startServer()
    browser = await openBrowser()
    admin = await server.person({ roles: ['admin'] })
    await admin.call('dept.save', { name: '林业局' })
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  test.each([1440, 390])('%i px: template, a file with faults, a good one, passwords kept', async (width) => {
    const folder = mkdtempSync(join(tmpdir(), 'xzx-test-'))
    const at = await sitDown(browser, server, admin, { width })
    const { page } = at
    await at.go('/main/system/user')
    await page.getByRole('button', { name: '批量导入' }).click()
    const dialog = page.getByRole('dialog', { name: '批量导入用户' })
    const [got] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: '下载模板' }).click(),
    ])
    const template = join(folder, 'template.xlsx')
    await got.saveAs(template)
    const bad = await fill(template, join(folder, 'bad.xlsx'), [
      [`w${width}.a`, '甲', '林业局'],
      [`w${width}.b`, '乙', '没有的局'],
    ])
    await dialog.locator('input[type=file]').setInputFiles(bad)
    await dialog.getByText('2 行中有 1 行不符合要求，没有导入任何人').waitFor()
    await dialog.getByText('部门：没有「没有的局」').waitFor()
    const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '')
    await expect.poll(focused).toBe('改好后重新选择')
    expect(await axeFaults(page)).toEqual([])
    await dialog.locator('input[type=file]').setInputFiles({
      name: '不是表格.xlsx',
      mimeType: 'application/octet-stream',
      buffer: Buffer.from('plain text'),
    })
    await dialog.getByText('不是表格.xlsx：不是可以读取的电子表格').waitFor()
    const good = await fill(template, join(folder, 'good.xlsx'), [
      [`w${width}.a`, '甲', '林业局', '科员', '13800001111', '', '女', '', '2020-03-01', '', '部门人员'],
      [`w${width}.b`, '乙', '林业局'],
    ])
    await dialog.locator('input[type=file]').setInputFiles(good)
    await dialog.getByText('2 行都符合要求').waitFor()
    await dialog.getByText('授予角色「部门人员」：甲').waitFor()
    await dialog.getByRole('button', { name: '导入 2 名用户' }).click()
    const question = page.locator('.ant-modal-confirm')
    await question.getByText('授予角色「部门人员」：甲').waitFor()
    await question.getByRole('button', { name: '导入' }).click()
    await dialog.getByText('已导入 2 名用户').waitFor()
    await expect.poll(focused).toBe('下载账号和一次性密码')
    expect(await axeFaults(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByText('一次性密码还没有下载').waitFor()
    await page.getByRole('button', { name: '取消' }).click()
    // nor are they lost by a key of the browser
    const unloads = page.waitForEvent('dialog')
    await page.keyboard.press('F5').catch(() => undefined)
    void page.evaluate(() => location.reload())
    await (await unloads).dismiss()
    const [list] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: '下载账号和一次性密码' }).click(),
    ])
    const file = join(folder, 'passwords.csv')
    await list.saveAs(file)
    const [, first = ''] = readFileSync(file, 'utf8').split('\r\n')
    const [account, , , password] = first.split(',').map((cell) => cell.replace(/^"|"$/g, ''))
    const signedIn = await server.anyone.call('auth.loginNoCode', { username: account, password })
    expect(signedIn.errorCode).toBe('PASSWORD_EXPIRED')
    await dialog.getByRole('button', { name: '关闭' }).last().click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText(`w${width}.a`).first().waitFor()
    expect(at.faults).toEqual([])
    await at.context.close()
    rmSync(folder, { recursive: true })
  })
})
