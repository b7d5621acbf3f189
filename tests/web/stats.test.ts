import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { formatDate, parseTime } from '../../core/domain/time.ts'
import { makeArticles } from '../support/articles.ts'
import { axeFaults, browserTests } from '../support/browser.ts'
import { openOffice } from '../support/office.ts'
import { makeColumn } from '../support/server.ts'

browserTests('statistics', () => {
  const office = openOffice()
  let dept: string
  const span = 'startTime=2026-02-01&endTime=2026-03-31'

  beforeAll(async () => {
    const { admin, server, column } = office
    const save = async (name: string) =>
      (await admin.call('dept.save', { name, isCount: 1, type: 0 })).value.id as string
    dept = await save('办公室')
    await save('提案委员会')
    const sub = await makeColumn(server, '会议', column)
    const ids = await makeArticles(server, 9, { columnId: column, status: 2, by: admin.userId, title: '会议纪要' })
    for (const [i, id] of ids.entries())
      await server.parts.db.write
        .updateTable('article')
        .set({
          ...{ deptId: Number(dept), hits: i, columnId: i % 2 ? sub : column, status: i === 0 ? 1 : 2 },
          publishTime: parseTime(`${i < 6 ? '2026-03-09' : '2026-01-09'} 08:00:00`) as number,
        })
        .where('id', '=', Number(id))
        .execute()
  })

  test.each([1440, 390])('%i px: a chart and its table; each number leads to so many rows', async (width) => {
    const { page, go } = await office.sit(office.admin, { width })
    await go(`/main/home/dispatch?${span}`)
    const table = page.getByRole('region', { name: '部门发文的数据' })
    await table.getByRole('link', { name: '办公室 5' }).waitFor()
    await page.locator('.stats-chart svg').waitFor()
    expect(await axeFaults(page)).toEqual([])
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect(wide).toBe(0)
    expect(await table.getByRole('row', { name: /提案委员会/ }).textContent()).toContain('0')
    await table.getByRole('link', { name: '办公室 5' }).click()
    await expect.poll(() => page.url()).toMatch(/article\/essay\?.*deptId=\d+/)
    await page.getByText('共 5 条').first().waitFor()
  })

  test('what a number is compared with leads to its rows too, of a month to the one before', async () => {
    const { page, go } = await office.sit()
    await go('/main/home/reportData?startTime=2026-02-01&endTime=2026-03-31')
    const table = page.getByRole('region', { name: '每月发文的数据' })
    await table.getByRole('link', { name: '2026-03 5' }).waitFor()
    await table.getByRole('link', { name: '2026-02 上月 3' }).click()
    await page.getByText('共 3 条').first().waitFor()
    expect(page.url()).toMatch(/startTime=2026-01-01&endTime=2026-01-31/)
  })

  test('a column counts by itself, and leads to what stands in it alone', async () => {
    const { page, go } = await office.sit()
    await go(`/main/home/column?${span}`)
    const table = page.getByRole('region', { name: '栏目文章的数据' })
    await table.getByRole('link', { name: '政协要闻 待审核 1' }).waitFor()
    await table.getByRole('link', { name: '政协要闻 3', exact: true }).click()
    await page.getByText('共 3 条').first().waitFor()
  })

  test('the screens lead to one another; what is counted is chosen, and stands in the address', async () => {
    const { page, go } = await office.sit()
    await go('/main/home/dispatch')
    const others = page.getByRole('navigation', { name: '统计' })
    await others.getByRole('link', { name: '数据分析' }).click()
    await page.getByRole('heading', { name: /每月发文/ }).waitFor()
    await page.locator('.stats-chart svg').waitFor()
    await page.getByText('每日访问', { exact: true }).click()
    await expect.poll(() => page.url()).toContain('name=visitDay')
    await page.getByText('这段时间没有数据').waitFor()
    await others.getByRole('link', { name: '数据统计' }).click()
    await page.getByRole('heading', { name: /部门文章/ }).waitFor()
    await others.getByRole('link', { name: '文章统计' }).click()
    await page.getByRole('heading', { name: /文章点击/ }).waitFor()
    const year = formatDate(office.server.clock.now).slice(0, 4)
    await page.getByRole('link', { name: '去年' }).click()
    await expect.poll(() => page.url()).toContain(`startTime=${Number(year) - 1}-01-01`)
  })

  test('what is opened most leads to its article', async () => {
    const { page, go } = await office.sit()
    await go(`/main/home/thisArticleStatistics?${span}`)
    const table = page.getByRole('region', { name: '文章点击的数据' })
    const first = table.getByRole('row').nth(1)
    expect(await first.textContent()).toContain('会议纪要（6）')
    await first.getByRole('link', { name: '会议纪要（6）', exact: true }).click()
    await expect.poll(() => page.url()).toMatch(/article\/essay\/\d+/)
  })

  test('the picture and the table are saved', async () => {
    const { page, go } = await office.sit()
    await go(`/main/home/dispatch?${span}`)
    await page.locator('.stats-chart svg').waitFor()
    const saved = async (name: string) => {
      const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()])
      return readFileSync(await file.path())
    }
    expect((await saved('保存为 PNG')).subarray(1, 4).toString()).toBe('PNG')
    expect((await saved('保存为 SVG')).toString()).toMatch(/^<svg[^>]*>[\s\S]*办公室/)
    expect((await saved('导出')).subarray(0, 2).toString()).toBe('PK')
  })

  test('a failure says so, and what was asked for comes once it is asked for again', async () => {
    const { page, go } = await office.sit()
    await page.route('**/x/stats/count', (route) => route.fulfill({ status: 500, body: '{}' }))
    await go('/main/home/dispatch')
    const again = page.getByRole('button', { name: '重试' })
    await again.waitFor()
    await page.unroute('**/x/stats/count')
    await again.click()
    await page.getByRole('region', { name: '部门发文的数据' }).waitFor()
  })
})
