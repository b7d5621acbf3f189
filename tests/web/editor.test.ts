import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { countWords } from '../../web/parts/editor/words.ts'
import { axeFaults, browserTests, type Desk } from '../support/browser.ts'
import { openOffice } from '../support/office.ts'

describe('字数, as Word counts', () => {
  test.each([
    ['县政协召开会议。', 8],
    ['2026年3月，GDP 增长 5.2%。', 10],
    ['“两会”——开幕', 8],
    ['　　空格 不算\n换行也不算', 9],
    ['Hello, world', 2],
    ['', 0],
  ])('%s', (text, words) => expect(countWords(text)).toBe(words))
})

browserTests('the editor', () => {
  const office = openOffice()

  const text = (page: Page) => page.getByRole('textbox', { name: '正文' })
  const bar = (page: Page) => page.getByRole('toolbar', { name: '正文格式' })
  const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')

  async function open(content: string, width = 1440): Promise<Desk & { id: string }> {
    const id = await office.save({ content })
    return { ...(await office.open(id, { width })), id }
  }
  async function save({ page }: Desk) {
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await page.getByText('保存成功').first().waitFor()
  }

  test.each([1440, 390])(
    '%i px: one Tab stop, arrows and ends within it, lists by keys; nothing that axe finds',
    async (width) => {
      const at = await open('<p>会议今天召开</p>', width)
      const { page } = at
      await expect.poll(() => bar(page).locator('button[tabindex="0"]').count()).toBe(1)
      await expect.poll(() => bar(page).locator('select').count()).toBe(0)
      await bar(page).getByRole('button', { name: '加粗' }).focus()
      await page.keyboard.press('ArrowRight')
      await expect.poll(() => focused(page)).toBe('斜体')
      await page.getByRole('tooltip').getByText('斜体（Ctrl+I）').waitFor()
      await page.keyboard.press('Escape')
      await expect.poll(() => page.getByRole('tooltip').count()).toBe(0)
      await page.keyboard.press('Home')
      await expect.poll(() => focused(page)).toBe('撤销')
      await page.keyboard.press('ArrowLeft')
      await expect.poll(() => focused(page)).toBe('全屏')
      await page.keyboard.press('Tab')
      await expect.poll(() => focused(page)).toBe('正文')
      await page.keyboard.press('Shift+Tab')
      await expect.poll(() => focused(page)).toBe('全屏')
      await text(page).click()
      await page.keyboard.press('Control+a')
      await page.keyboard.press('Alt+F10')
      await expect.poll(() => focused(page)).toBe('全屏')
      await bar(page).getByRole('button', { name: '字体：默认字体' }).focus()
      await page.keyboard.press('ArrowDown')
      const list = page.getByRole('menu', { name: '字体' })
      await list.waitFor()
      await expect.poll(() => list.getByRole('menuitemradio', { checked: true }).textContent()).toBe('默认字体')
      expect(await axeFaults(page)).toEqual([])
      const edge = await list.evaluate((one) => innerWidth - one.getBoundingClientRect().right)
      expect(edge).toBeGreaterThanOrEqual(0)
      await page.keyboard.press('End')
      await page.keyboard.press('ArrowUp')
      await page.keyboard.press('Escape')
      await list.waitFor({ state: 'detached' })
      await expect.poll(() => focused(page)).toBe('字体：默认字体')
      await page.keyboard.press('Enter')
      await page.keyboard.press('End')
      await page.keyboard.press('Enter')
      await bar(page).getByRole('button', { name: '字体：Times New Roman' }).waitFor()
      await expect.poll(() => focused(page)).toBe('正文')
      await save(at)
      expect(page.url()).toContain(`/essay/${at.id}`)
      expect((await office.view(at.id)).content).toContain('Times New Roman')
      expect(at.faults).toEqual([])
      await at.context.close()
    },
    60_000,
  )

  test.each([1440, 390])(
    '%i px: width, caption and words of a picture in one place',
    async (width) => {
      const at = await open(
        `<p>前文</p><p><img src="${await office.picture('#2a6f4e', 640, 400)}" alt="会场" width="640" height="400"></p>`,
        width,
      )
      const { page } = at
      const chosen = text(page).locator('img[src]')
      const form = page.getByRole('group', { name: '图片设置' })
      await chosen.click()
      await form.getByLabel('图注').pressSequentially('会场一角')
      await form.getByRole('button', { name: '小', exact: true }).click()
      await form.getByLabel('图片说明').fill('主席台')
      expect(await axeFaults(page)).toEqual([])
      const over = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      await expect.poll(() => over()).toBeLessThanOrEqual(0)
      await save(at)
      const once = (await office.view(at.id)).content
      expect(once).toMatch(
        /<figure><p><img [^>]*alt="主席台" width="320" height="200"[^>]*><\/p><figcaption>会场一角<\/figcaption><\/figure>/,
      )
      await form.getByRole('button', { name: '通栏' }).click()
      await form.getByLabel('图注').fill('')
      await save(at)
      const twice = (await office.view(at.id)).content
      expect(twice).toMatch(/<p><img [^>]*width="640" height="400"[^>]*style="width:100%"/)
      expect(twice).not.toContain('figure')
      await form.getByLabel('宽度（像素）').fill('300')
      await page.keyboard.press('Escape')
      await expect.poll(() => focused(page)).toBe('正文')
      await save(at)
      expect((await office.view(at.id)).content).toMatch(/width="300" height="188"/)
      expect(at.faults).toEqual([])
      await at.context.close()
    },
    60_000,
  )

  /** How each block of a text is drawn. */
  const looks = (place: Locator) =>
    place.evaluate((element) => {
      const names = [
        'textIndent',
        'textAlign',
        'fontSize',
        'fontFamily',
        'lineHeight',
        'fontWeight',
        'color',
        'display',
      ]
      const boxes = [
        'marginTop',
        'marginBottom',
        'marginLeft',
        'paddingTop',
        'paddingLeft',
        'borderTopWidth',
        'borderTopColor',
      ]
      return [...element.querySelectorAll('p,h2,h3,ul,ol,li,table,td,th,blockquote,figcaption,figure')].map((one) => {
        const style = getComputedStyle(one) as unknown as Record<string, string>
        return [
          one.localName,
          one.textContent,
          ...[...names, ...boxes, 'backgroundColor', ...(/^[uo]l$/.test(one.localName) ? ['listStyleType'] : [])].map(
            (name) => style[name],
          ),
        ].join('|')
      })
    })

  test.each([1440, 390])(
    '%i px: a text looks as on the site; what is not saved is shown, cleaned, and kept nowhere',
    async (width) => {
      const content = `<h2>一、总体情况</h2><p>县政协召开主席会议。</p><p style="text-align: center">居中</p><ul><li>项目</li></ul><ol><li>编号</li></ol><blockquote><p>引文</p></blockquote><table><tbody><tr><th scope="col">名称</th><th scope="col">数量</th></tr><tr><td>提案</td><td>3</td></tr></tbody></table><figure><img src="${await office.picture('#2a6f4e', 640, 400)}" alt="会场" width="64" height="40"><figcaption>会场一角</figcaption></figure><h3>（一）安排</h3><p>最后一段</p>`
      const at = await open(content, width)
      const { page } = at
      await page.getByLabel('标题', { exact: true }).fill('没有保存的标题')
      await text(page).getByText('最后一段').click()
      await page.keyboard.press('End')
      await page.keyboard.type('，没有保存')
      await page.getByText(/^字数 \d+$/).waitFor()
      await page.getByRole('button', { name: '预览' }).click()
      const frame = page.frameLocator('iframe')
      await frame.getByText('最后一段，没有保存').waitFor()
      await expect.poll(() => frame.locator('h1').textContent()).toBe('没有保存的标题')
      if (width === 390) await expect.poll(() => page.locator('iframe').evaluate((one) => one.clientWidth)).toBe(390)
      const bare = (all: readonly string[]) => all.filter((one) => !/^(p\|(提案|3|名称|数量|项目|编号|)\|)/.test(one))
      expect(bare(await looks(text(page)))).toEqual(bare(await looks(frame.locator('.content'))))
      const sizeOf = (level: string) =>
        frame.locator(`.content ${level}`).evaluate((one) => Number.parseFloat(getComputedStyle(one).fontSize))
      // a reader tells one level from the other
      await expect.poll(() => sizeOf('h2')).toBeGreaterThan((await sizeOf('h3')) * 1.1)
      expect(await axeFaults(page)).toEqual([])
      await page.getByText('手机', { exact: true }).click()
      await expect.poll(() => page.locator('iframe').evaluate((one) => one.clientWidth)).toBe(390)
      expect((await office.view(at.id)).title).not.toContain('没有保存')
      expect((await office.view(at.id)).content).not.toContain('没有保存')
      expect(at.faults).toEqual([])
      await at.context.close()
    },
    60_000,
  )

  test('what a preview is sent is cleaned, and needs the right to read articles', async () => {
    const sent = {
      title: '<b>题',
      content: '<p onclick="x()">好<script>alert(1)</script></p>',
      columnId: office.column,
    }
    const { text: html } = await office.admin.call('article.preview', sent)
    expect(html).toContain('<p>好</p>')
    expect(html).toContain('<h1>&lt;b&gt;题</h1>')
    expect(html).not.toMatch(/alert\(1\)|onclick/)
    expect((await office.server.anyone.call('article.preview', sent)).status).toBe(401)
    const rows = await office.server.parts.db.read
      .selectFrom('article')
      .select('id')
      .where('title', '=', '<b>题')
      .execute()
    expect(rows).toEqual([])
  })
})
