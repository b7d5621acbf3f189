import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeFaults, browserTests, type Desk } from '../support/browser.ts'
import { openOffice } from '../support/office.ts'
import { anArticle, makeColumn } from '../support/server.ts'

browserTests('the history of an article', () => {
  const office = openOffice()

  const table = (rows: readonly (readonly string[])[]) =>
    `<table><tbody>${rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</tbody></table>`

  /** An article with one change, its history on the screen. */
  async function changed(before: string, after: string, width = 1440): Promise<Desk> {
    const { articleId } = (
      await office.admin.call('article.saveAdmin', anArticle(office.column, { status: 3, content: before }))
    ).value
    await office.admin.call('article.update', { articleId, content: after })
    const at = await office.sit(office.admin, { width })
    await at.go(`/main/article/essay/${articleId}/history`)
    await at.page.getByText('2. 修改').first().waitFor()
    return at
  }
  const difference = (page: Page) => page.getByRole('region', { name: '正文的修改' })
  const tooWide = (page: Page) =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

  test.each([1440, 390])(
    '%i px: pictures are pictures, tables are tables with their changed cells marked',
    async (width) => {
      const [old, now, gone] = await Promise.all(
        ['#2a6f4e', '#b3261e', '#174ea6'].map((colour) => office.picture(colour, 300, 200)),
      )
      const rows = [
        ['项目', '数量'],
        ['提案', '3'],
        ['信息', '5'],
      ]
      const same = Array.from({ length: 9 }, (_, i) => `<p>第 ${i} 段没有改动。</p>`).join('')
      const at = await changed(
        `${same}<p>会议今天召开。</p><p><img src="${old}" alt="会场"></p>${table(rows)}<p><img src="${gone}" alt="旧图"></p>`,
        `${same}<p>会议明天召开。</p><p><img src="${now}" alt="会场"></p>${table([...rows.slice(0, 2), ['信息', '15'], ['调研', '2']])}`,
        width,
      )
      const { page } = at
      const text = difference(page)
      await text.waitFor()
      await expect.poll(() => text.textContent()).not.toMatch(/uploads|&|<img/)
      const pictures = await text
        .locator('figure')
        .evaluateAll((all) =>
          all.map((one) => [one.textContent?.trim(), one.querySelector('img')?.getAttribute('src')]),
        )
      expect(pictures).toEqual([
        ['原来 会场', old],
        ['现在 会场', now],
        ['已删除 旧图', gone],
      ])
      await expect.poll(() => text.locator('td.changed').allTextContents()).toEqual(['515', '调研', '2'])
      await expect.poll(() => text.locator('td').count()).toBe(8)
      await expect.poll(() => text.locator('td ins').allTextContents()).toEqual(['15', '调研', '2'])
      const [first] = await text.locator('p:has(del)').all()
      expect(await first?.innerHTML()).toContain('<del>今</del><ins>明</ins>')
      await text.getByText('未修改的 7 段').click()
      await text.getByText('第 3 段没有改动。').waitFor()
      await expect.poll(() => tooWide(page)).toBe(0)
      expect(await axeFaults(page)).toEqual([])
      expect(at.faults).toEqual([])
      await at.context.close()
    },
  )

  test('what only looks otherwise is named, and a cell that reaches over others is one cell', async () => {
    const picture = await office.picture('#2a6f4e', 640, 400)
    const img = (width: number) => `<p><img src="${picture}" alt="会场" width="${width}"></p>`
    const table = (word: string) =>
      `<table><tbody><tr><td colspan="2">合计</td><td>${word}</td></tr><tr><td>甲</td><td>乙</td><td>丙</td></tr></tbody></table>`
    const id = await office.save({ content: `<p>通知如下</p>${img(640)}${table('三')}` })
    const change = (content: string) => office.admin.call('article.update', { articleId: id, content })
    await change(`<p style="text-align: center"><strong>通知如下</strong></p>${img(320)}${table('三')}`)
    await change(`<p>通知如下：</p>${img(800)}${table('四')}`)
    const at = await office.sit()
    const { page } = at
    await at.go(`/main/article/essay/${id}/history`)
    const text = page.getByRole('region', { name: '正文的修改' })
    await text.getByText('图片「会场」宽度 320 → 800').waitFor()
    await expect.poll(() => text.locator('tr').first().locator('td').count()).toBe(2)
    await expect.poll(() => text.locator('td[colspan="2"]').textContent()).toBe('合计')
    await page.getByRole('button', { name: /^2\. / }).click()
    await page.getByText('文字相同，仅格式有变化：加粗、对齐、图片「会场」宽度 640 → 320').waitFor()
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('a revision under review is told apart from what is online, in the history and in the audit', async () => {
    const other = await makeColumn(office.server, '修订后的栏目')
    const auditor = await office.server.person({ roles: ['auditor'] })
    const online = anArticle(office.column, { title: '在线的标题', source: '原来的来源', essayList: '4' })
    const { articleId } = (await office.admin.call('article.saveAdmin', online)).value
    const items = [{ articleId, reason: '第一次发布前的驳回' }]
    await auditor.call('article.acceptReject', { items })
    await office.admin.call('article.update', { articleId, status: 1 })
    for (const move of ['accept', 'approve']) await auditor.call(`article.${move}`, { items })
    const revised = { articleId, title: '修订的标题', source: '新的来源', essayList: '', columnId: other }
    await office.admin.call('article.update', revised)
    const at = await office.sit(auditor)
    const { page } = at
    await at.go(`/main/home/audit?pile=toAccept&articleId=${articleId}`)
    const facts = page.getByRole('region', { name: '文章情况', exact: true })
    await facts.getByText('修订后首页展示：无').waitFor()
    await facts.getByText(/^修订后的栏目 · .*来源：新的来源/).waitFor()
    await expect.poll(() => facts.getByText('第一次发布前的驳回').count()).toBe(0)
    await auditor.call('article.accept', { items })
    await at.go(`/main/article/essay/${articleId}/history`)
    await page.locator('.form-head').getByText('有修订').waitFor()
    await page.locator('.form-head').getByText('修订：修订的标题').waitFor()
    const step = page.getByRole('region', { name: /^第 \d+ 步$/ })
    await step.getByText('与当时在线的文章比较；发布之前，在线的文章不变').waitFor()
    await page.getByRole('button', { name: /^5. 审核通过/ }).click()
    await step.getByText('已发布').waitFor()
    // on a phone it stands far below the list that it was chosen in
    await step.getByText('5. 审核通过', { exact: true }).waitFor()
    await expect.poll(() => step.getByText('与当时在线的文章比较').count()).toBe(0)
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test.each([1440, 390])(
    '%i px: what was first saved is there to read, and any two steps can be compared',
    async (width) => {
      const first = {
        title: '最初的题目',
        source: '最初的来源',
        content: `<p>最初的<b>正文</b>。</p>${table([['甲', '乙']])}`,
      }
      const articleId = await office.save(first)
      await office.admin.call('article.update', { articleId, title: '后来的题目', content: '<p>第二稿。</p>' })
      await office.admin.call('article.update', { articleId, content: '<p>第三稿。</p>' })
      const at = await office.sit(office.admin, { width })
      const { page } = at
      const texts: string[] = []
      page.on(
        'request',
        (request) => request.url().endsWith('/x/article/revision') && texts.push(request.postData() ?? ''),
      )
      await at.go(`/main/article/essay/${articleId}/history`)
      const step = (no: number) => page.getByRole('region', { name: `第 ${no} 步`, exact: true })
      await step(3).getByText('二').waitFor()
      expect(texts).toEqual([])
      await page.getByRole('button', { name: /^1\. / }).click()
      const sheet = step(1).frameLocator('iframe')
      await sheet.locator('b', { hasText: '正文' }).waitFor()
      await sheet.getByRole('heading', { name: '最初的题目' }).waitFor()
      await step(1).getByText('最初的来源').waitFor()
      expect(texts).toHaveLength(1)
      await page.getByRole('button', { name: /^2\. / }).click()
      await step(2).getByText('当时的全文').click()
      await step(2).frameLocator('iframe').getByText('第二稿。').waitFor()
      expect(await axeFaults(page)).toEqual([])

      const tick = (no: number) => page.getByRole('checkbox', { name: `勾选第 ${no} 步` })
      await tick(3).check()
      await page.getByText('已勾选第 3 步，再勾选一步即可比较').waitFor()
      await tick(1).check()
      const pair = page.getByRole('region', { name: '第 1 步与第 3 步比较' })
      await pair.getByText('已删除的表格').waitFor()
      await expect.poll(() => pair.locator('dt').allTextContents()).toEqual(['标题', '正文'])
      await expect.poll(() => pair.locator('del').first().textContent()).toBe('最初')
      await expect.poll(() => pair.getByText('第二稿').count()).toBe(0)
      if (width === 390) expect((await pair.boundingBox())?.y).toBeLessThan(200)
      await expect.poll(() => tooWide(page)).toBe(0)
      expect(await axeFaults(page)).toEqual([])
      // a third one takes the place of the one that was ticked first
      await tick(2).check()
      await page.getByRole('region', { name: '第 1 步与第 2 步比较' }).waitFor()
      await expect.poll(() => tick(3).isChecked()).toBe(false)
      await page.getByRole('button', { name: '不再比较' }).click()
      await step(2).waitFor()
      expect(at.faults).toEqual([])
      await at.context.close()
    },
  )

  test('a wide table of a preview says that it can be moved sideways', async () => {
    const wide = table([Array.from({ length: 14 }, (_, i) => `指标名称${i}`)])
    const articleId = await office.save({ content: `<p>前文。</p>${wide}${table([['甲', '乙']])}` })
    const at = await office.sit(office.admin, { width: 390 })
    await at.go(`/main/article/essay/${articleId}/history`)
    const sheet = at.page.frameLocator('iframe')
    await sheet.getByRole('region', { name: '表格，可左右滑动' }).waitFor()
    await expect.poll(() => sheet.getByText('表格较宽，可左右滑动查看').count()).toBe(1)
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('what is chosen far down a long history is in sight; a cover is compared as a picture', async () => {
    const [old, now] = await Promise.all(['#2a6f4e', '#b3261e'].map((colour) => office.picture(colour, 300, 200)))
    const articleId = await office.save({ coverImage: old, content: '<p>很长的正文。</p>'.repeat(60) })
    await office.admin.call('article.update', { articleId, coverImage: now })
    for (let n = 3; n <= 28; n++) await office.admin.call('article.update', { articleId, title: `第 ${n} 稿` })
    for (const width of [1440, 390]) {
      const at = await office.sit(office.admin, { width })
      const { page } = at
      const seen = async (name: string) => {
        const part = page.getByRole('region', { name, exact: true })
        await part.waitFor()
        await expect.poll(async () => (await part.boundingBox())?.y).toBeLessThan(300)
        expect((await part.boundingBox())?.y).toBeGreaterThanOrEqual(0)
        return part
      }
      await at.go(`/main/article/essay/${articleId}/history`)
      const tick = (no: number) => page.getByRole('checkbox', { name: `勾选第 ${no} 步` })
      await tick(3).check()
      await tick(1).check()
      const pair = await seen('第 1 步与第 3 步比较')
      const pictures = pair.locator('figure img')
      await expect
        .poll(() => pictures.evaluateAll((all) => all.map((one) => one.getAttribute('src'))))
        .toEqual([old, now])
      expect(await pair.textContent()).not.toContain('/uploads/')
      // another pair is brought into sight as the first one was
      await tick(4).scrollIntoViewIfNeeded()
      await tick(4).check()
      await seen('第 1 步与第 4 步比较')
      await page.getByRole('button', { name: /^2\. / }).click()
      await seen('第 2 步')
      expect(await axeFaults(page)).toEqual([])
      expect(at.faults).toEqual([])
      await at.context.close()
    }
  })

  test('a long reason stays within its list, in the form and in the audit; one that was taken back is not told', async () => {
    const { articleId } = (await office.admin.call('article.saveAdmin', anArticle(office.column))).value
    const auditor = await office.server.person({ roles: ['admin'] })
    /** It ends where what it stands in ends. */
    const stays = async (said: Locator) => {
      await said.waitFor()
      await expect.poll(() => said.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0)
      const over = await said.evaluate(
        (it) => it.getBoundingClientRect().right - (it.parentElement as Element).getBoundingClientRect().right,
      )
      expect(over).toBeLessThanOrEqual(0)
    }
    const reason = `${'信息来源不明，请注明来源后重新提交。'.repeat(6)}https://example.com/${'x'.repeat(80)}`
    await auditor.call('article.acceptReject', { items: [{ articleId, reason }] })
    for (const width of [1440, 390]) {
      const at = await office.sit(office.admin, { width })
      await at.go(`/main/article/essay/${articleId}/history`)
      const said = at.page.getByText('理由：')
      await said.waitFor()
      const over = await said.evaluate((element) => {
        const list = element.closest('ol') as Element
        return element.getBoundingClientRect().right - list.getBoundingClientRect().right
      })
      expect(over).toBeLessThanOrEqual(0)
      await expect.poll(() => tooWide(at.page)).toBe(0)
      await at.go(`/main/article/essay/${articleId}`)
      await stays(at.page.getByText('驳回理由：'))
      await expect.poll(() => tooWide(at.page)).toBe(0)
      await at.context.close()
    }
    await office.admin.call('article.update', { articleId, status: 1 })
    const items = [{ articleId, reason: '点错了的驳回' }]
    await auditor.call('article.acceptReject', { items })
    await auditor.call('article.undo', { items })
    const at = await office.sit()
    await at.go(`/main/home/audit?pile=toAccept&articleId=${articleId}`)
    const facts = at.page.getByRole('region', { name: '文章情况', exact: true })
    await stays(facts.getByText('信息来源不明'))
    expect(await facts.textContent()).not.toContain('点错了的驳回')
    await at.context.close()
  })
})
