import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { browserTests } from '../support/browser.ts'
import { openOffice } from '../support/office.ts'

/** What other editors left behind, by what it is. */
const older = {
  boxes: '<div style="text-align:center"><p>框内</p></div><div>文字框</div>',
  headings: '<h4>四级标题</h4><h5 style="color:#c00000">五级标题</h5><h6>六级标题</h6>',
  figure: '<figure><img src="/uploads/a.png" alt="图" width="10" height="10" /><figcaption>图注</figcaption></figure>',
  looks: '<p style="line-height:2;color:#c00000;text-indent:32pt">红字<span style="font-size:14pt">大字</span></p>',
  table:
    '<table style="width:100%"><caption>表一</caption><colgroup><col style="width:30%" /><col style="width:70%" /></colgroup><thead><tr><th scope="col">甲</th><th scope="col">乙</th></tr></thead><tbody><tr><td style="width:50%">1</td><td rowspan="2">2</td></tr><tr><td>3</td></tr></tbody></table>',
  total:
    '<table><thead><tr><th scope="col">项目</th></tr></thead><tbody><tr><td>1</td></tr></tbody><tfoot><tr><td>合计</td></tr></tfoot></table>',
  lists: '<ul><li>一<ul><li>二</li></ul></li></ul><ol start="3"><li>三</li></ol>',
  picture:
    '<p style="text-align:center"><a href="https://example.com/" rel="noopener"><img src="/uploads/b.png" alt="连接" /></a></p>',
  video:
    '<p><video controls="" preload="metadata"><source src="/uploads/c.mp4" type="video/mp4" /><source src="/uploads/c.webm" type="video/webm" /></video></p>',
  quote: '<blockquote style="background-color:#f0f0f0"><p>引文<sup>1</sup>与 H<sub>2</sub>O</p></blockquote>',
}
const last = '<p>最后一段</p>'

const samples = process.env.XZX_SAMPLES ?? ''
const rowsOf = (name: string): Record<string, string>[] => {
  const file = join(samples, name)
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  return lines.map((line) => JSON.parse(line))
}
const [longest] = rowsOf('articles.jsonl')
  .map(({ content = '' }) => content)
  .sort((a, b) => b.length - a.length)
const paragraphs = (text: string) =>
  text.replace(/[^。]+。?/g, (sentence) => `<p>${sentence.replace(/[<>&]/g, '')}</p>`)
const real = [...rowsOf('pages.jsonl').map(({ html = '' }) => html), ...(longest ? [paragraphs(longest)] : [])]

browserTests('markup of older articles', () => {
  const office = openOffice()

  /** Saves an article, does something to its text in the form, saves; its content before and after. */
  async function through(content: string, act: (page: Page) => Promise<void>) {
    const articleId = await office.save({ content })
    const read = async () => (await office.view(articleId)).content.trim() as string
    const before = await read()
    const at = await office.open(articleId, { expected: /404/ })
    let sent = ''
    at.page.on('request', (request) => {
      if (request.url().includes('/api/article/update')) sent = request.postData() ?? ''
    })
    await at.page.getByLabel('标题', { exact: true }).fill('改过的标题')
    await act(at.page)
    await at.page.getByRole('button', { name: '保存', exact: true }).click()
    await at.page.getByText('保存成功').waitFor()
    expect(at.faults).toEqual([])
    await at.context.close()
    return { before, after: await read(), sent: JSON.parse(sent) as object }
  }
  const text = (page: Page) => page.getByRole('textbox', { name: '正文' })

  async function typeAtTheEnd(page: Page) {
    await text(page).focus()
    await page.keyboard.press('Control+End')
    await page.keyboard.type('添字')
  }
  /** Struck through and back: every block is another one, and says the same. */
  async function touchEverything(page: Page) {
    await text(page).focus()
    await page.keyboard.press('Control+a')
    await page.getByRole('button', { name: '删除线' }).click()
    await page.getByRole('button', { name: '删除线' }).click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type('添字')
  }
  const everything = Object.values(older).join('\n') + last

  test('a text that is only looked at is not sent', async () => {
    const { before, after, sent } = await through(everything, async (page) => {
      await text(page).click()
    })
    expect(after).toBe(before)
    expect(sent).not.toHaveProperty('content')
    expect(sent).toHaveProperty('title')
  })

  test('a change in one block leaves the others as they were, to the letter', async () => {
    const unknown = '<table><tfoot><tr><td>合计</td></tr></tfoot></table>'
    const { before, after } = await through(unknown + everything, typeAtTheEnd)
    expect(after).toBe(before.replace('最后一段', '最后一段添字'))
  })

  test('what the editor writes anew says the same', async () => {
    const { before, after } = await through(everything, touchEverything)
    expect(sorted(after)).toBe(sorted(before.replace('最后一段', '最后一段添字')))
  })

  describe.skipIf(real.length === 0)('real pages of government sites', () => {
    test.each(real.map((html, i) => [i + 1, html] as const))('page %i', async (_no, html) => {
      const typed = await through(html + last, typeAtTheEnd)
      expect(typed.after).toBe(typed.before.replace('最后一段', '最后一段添字'))
      const touched = await through(html + last, touchEverything)
      expect(plain(touched.after)).toBe(plain(touched.before.replace('最后一段', '最后一段添字')))
      for (const tag of ['p', 'div', 'table', 'td', 'img', 'h4'])
        expect(count(touched.after, tag), tag).toBe(count(touched.before, tag))
    })
  })
})

/** Attributes and styles in one order, colours as they are written, no space between blocks: what is left is what is meant. */
function sorted(html: string): string {
  return html
    .replace(/\n/g, '')
    .replace(/rgb\(192, 0, 0\)/g, '#c00000')
    .replace(/rgb\(240, 240, 240\)/g, '#f0f0f0')
    .replace(/<(\w+)((?: [\w-]+="[^"]*")+)/g, (_, tag: string, attributes: string) => {
      const list = [...attributes.matchAll(/ ([\w-]+)="([^"]*)"/g)]
        .filter(([, name, value]) => name !== 'loading' && value !== '')
        .map(
          ([, name, value]) =>
            `${name}="${name === 'style' ? value?.split(/;\s*/).sort().join(';').replace(/: /g, ':') : value}"`,
        )
      return `<${[tag, ...list.sort()].join(' ')}`
    })
}
const plain = (html: string) => html.replace(/<[^>]*>|\s|&nbsp;|\u00a0/g, '')
const count = (html: string, tag: string) => html.match(new RegExp(`<${tag}[\\s>]`, 'g'))?.length ?? 0
