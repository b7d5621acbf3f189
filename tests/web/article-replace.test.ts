import { expect, test } from 'vitest'
import { axeFaults, browserTests } from '../support/browser.ts'
import { openOffice } from '../support/office.ts'

browserTests('one text in the place of another one', () => {
  const office = openOffice()

  test.each([1440, 390])(
    'is sought from the list, looked at place by place, and replaced, %i px wide',
    async (width) => {
      const name = `文史委${width}`
      const draft = await office.save({
        title: `${name}的通知`,
        content: `<p>请<a href="/文史委">${name}</a>办理，<b>文史</b>委${width}知悉。</p>`,
      })
      const online = await office.publish(`${name}召开会议`)
      const at = await office.sit(office.admin, { width })
      const { page } = at
      await at.go(`/main/article/essay?title=${width}`)
      await page.getByRole('link', { name: '查找替换' }).click()
      await page.getByLabel('查找', { exact: true }).fill(name)
      await page.getByLabel('替换为').fill(`文化文史委${width}`)
      await page.getByRole('button', { name: '查找' }).click()
      const results = page.getByRole('region', { name: '查找结果' })
      await results.getByText('已选 2 篇 3 处，其中已发布的 1 篇形成修订；1 处跨格式，不能替换').waitFor()
      expect(await axeFaults(page)).toEqual([])
      expect(await page.evaluate(() => document.body.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
      await results
        .getByRole('checkbox', { name: /^正文.*请/ })
        .first()
        .uncheck()
      await results.getByText('已选 2 篇 2 处').waitFor()

      await results.getByRole('button', { name: '替换所选' }).click()
      const dialog = page.getByRole('dialog', { name: '替换' })
      await dialog.getByRole('textbox').fill('机构改革后更名')
      await dialog.getByRole('button', { name: /^替\s?换$/ }).click()
      await page.getByRole('region', { name: '替换结果' }).getByText('替换 2 篇 2 处').waitFor()
      expect(await office.view(draft)).toMatchObject({
        title: `文化文史委${width}的通知`,
        content: expect.stringContaining(`>${name}</a>`),
      })
      expect(await office.view(online)).toMatchObject({
        title: `${name}召开会议`,
        review: { title: `文化文史委${width}召开会议` },
      })
      expect(at.faults).toEqual([])
      await at.context.close()
    },
  )
})
