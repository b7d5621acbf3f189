import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFaults, browserTests, openBrowser, sitDown } from '../support/browser.ts'
import { makeDept, type Person, startServer, type TestServer } from '../support/server.ts'

const notice = '关于2027年部分节假日安排的通知\n一、元旦：1月1日（周五）至3日放假，共3天。'

browserTests('the screen of 工作日历', () => {
  let server: TestServer
  let browser: Browser
  let admin: Person
  beforeAll(async () => {
    server = await startServer()
    admin = await server.person({ roles: ['admin'] })
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })
  const yearOf = async (year: number) => (await admin.call('workday.get', { year })).value

  test.each([1440, 390])('%i px: a day is changed by press and by keys, saved, and taken back', async (width) => {
    const at = await sitDown(browser, server, admin, { width })
    const { page } = at
    await at.go('/main/system/workday?year=2026')
    const day = (name: string) => page.getByRole('button', { name, exact: true })
    await day('10 月 8 日，工作日').waitFor()
    await page
      .getByText('国办发明电〔2025〕7号')
      .or(page.getByLabel('来源', { exact: true }))
      .first()
      .waitFor()
    expect(await axeFaults(page)).toEqual([])
    await day('10 月 8 日，工作日').click()
    await day('10 月 8 日，国庆节放假').waitFor()
    // the next one by keys, named by hand
    await page.getByLabel('节日名称').fill('调休')
    await day('10 月 8 日，国庆节放假').focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-date'))).toBe('2026-10-09')
    await page.keyboard.press('Enter')
    await day('10 月 9 日，调休放假').waitFor()
    await page.getByRole('button', { name: '保存 2 处改动' }).click()
    await page.getByText('已保存；没有期限因此改变').first().waitFor()
    expect((await yearOf(2026)).origin).toBe('own')
    await page.getByRole('button', { name: '恢复为随系统提供的' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '恢复', exact: true }).click()
    await day('10 月 8 日，工作日').waitFor()
    expect((await yearOf(2026)).origin).toBe('shipped')
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('a weekend is worked, off as a holiday, and itself again', async () => {
    const at = await sitDown(browser, server, admin)
    const { page } = at
    await at.go('/main/system/workday?year=2026')
    const day = (name: string) => page.getByRole('button', { name, exact: true })
    await day('10 月 11 日，周日，周末').click()
    await day('10 月 11 日，周日，国庆节安排上班').click()
    await day('10 月 11 日，国庆节放假').click()
    await day('10 月 11 日，周日，周末').waitFor()
    await expect.poll(() => page.getByRole('button', { name: '放弃改动' }).count()).toBe(0)
    await at.context.close()
  })

  test('a notice is pasted for the year that is missing: looked at, asked about when left, saved', async () => {
    const at = await sitDown(browser, server, admin)
    const { page } = at
    await at.go('/main/system/workday?year=2026')
    await page.getByText('2027 年节假日尚未导入，期限为暂定').waitFor()
    await page.getByRole('button', { name: '导入', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('内容').fill('元旦放假')
    await dialog.getByRole('button', { name: '填入日历' }).click()
    await dialog
      .getByText('开头不是日期')
      .or(dialog.getByText('哪一年'))
      .or(dialog.getByText('文件中没有日期'))
      .waitFor()
    expect(await axeFaults(page)).toEqual([])
    await dialog.getByLabel('内容').fill(notice)
    await dialog.getByRole('button', { name: '填入日历' }).click()
    await page.getByRole('button', { name: '1 月 1 日，元旦放假' }).waitFor()
    await expect.poll(() => page.url()).toContain('year=2027')
    await page.getByRole('link', { name: '2025' }).click()
    await page.getByText('2027 年的节假日安排有 3 处改动没有保存').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: '取消' }).click()
    await page.getByRole('button', { name: '保存 3 处改动' }).click()
    await page.getByText('2027 年节假日尚未导入，期限为暂定').waitFor({ state: 'detached' })
    expect(await yearOf(2027)).toMatchObject({ off: 3, source: '国务院办公厅关于2027年部分节假日安排的通知' })
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('what another one saves meanwhile takes no draft away, and is seen when that is given up', async () => {
    const at = await sitDown(browser, server, admin)
    const { page } = at
    await at.go('/main/system/workday?year=2025')
    const day = (name: string) => page.getByRole('button', { name, exact: true })
    await day('3 月 3 日，工作日').click()
    await page.getByRole('button', { name: '保存 1 处改动' }).waitFor()
    const { days, version } = await yearOf(2025)
    const set = [...days, { date: '2025-03-04', works: 0, name: '停工' }]
    const others = set.map(({ date, works, name }: Record<string, unknown>) => ({ date, works, name }))
    expect((await admin.call('workday.save', { year: 2025, days: others, version })).errorCode).toBe('0')
    await page.getByRole('button', { name: '保存 1 处改动' }).click()
    await page.getByText('已由他人修改，放弃改动后可以看到').waitFor()
    await day('3 月 4 日，工作日').waitFor()
    expect((await yearOf(2025)).days).toHaveLength(others.length)
    await page.getByRole('button', { name: '放弃改动' }).click()
    await day('3 月 4 日，停工放假').waitFor()
    await day('3 月 3 日，工作日').waitFor()
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('a deadline is explained; who may not change the calendar reads it', async () => {
    const staff = await server.person({ roles: ['staff'] })
    const at = await sitDown(browser, server, staff, { width: 390 })
    const { page } = at
    await at.go('/main/system/workday?year=2026')
    await page.getByText('10 月 1 日，国庆节放假').waitFor({ state: 'attached' })
    expect(await page.getByRole('button', { name: '导入', exact: true }).count()).toBe(0)
    await page.getByLabel('收到日期').fill('2026-09-18')
    await page.getByLabel('期限', { exact: true }).fill('3')
    await page.getByRole('button', { name: '计算' }).click()
    await page.getByText('2026-09-22（周二）届满').waitFor()
    await page.getByRole('cell', { name: '周日，国庆节安排上班', exact: true }).waitFor()
    expect(await axeFaults(page)).toEqual([])
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('a task given by working days says that its deadline may change, and explains it', async () => {
    // whether or not it was entered before: then it is refused, which is as good
    await admin.call('workday.reset', { year: 2027 })
    const deptId = await makeDept(server, '办公室')
    const { id } = (
      await admin.call('assignment.add', { title: '按工作日', content: '内容', deptIds: [deptId], limitDays: 200 })
    ).value
    const at = await sitDown(browser, server, admin, { width: 390 })
    const { page } = at
    await at.go('/main/home/assigned')
    await page.getByText('（暂定）').first().waitFor()
    await at.go(`/main/home/assigned/${id}`)
    await page.getByText('（200 个工作日）；').waitFor()
    await page.getByRole('button', { name: '逐日说明期限' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('收到当日，不计').waitFor()
    await dialog.getByRole('cell', { name: '200', exact: true }).waitFor()
    await dialog.getByText('年节假日尚未导入，期限为暂定').waitFor()
    expect(await axeFaults(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('逐日说明期限')
    expect(at.faults).toEqual([])
    await at.context.close()
  })
})
