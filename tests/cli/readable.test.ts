import stringWidth from 'string-width'
import { expect, test } from 'vitest'
import { readableText } from '../../cli/output/readable.ts'
import { value } from '../support/backend.ts'
import { sharedBackend, sharedHome } from '../support/set-up.ts'

const html = `<h2>一、总体<b>要求</b></h2><p>第一段 <b>粗</b>字<br>换行 &amp; 完</p>散字<div>甲<p>乙</p>丙</div>
<ul><li>一<ul><li>里</li></ul></li><li><p>二</p><p>二二</p></li></ul><ol start="9"><li>九</li><li>十</li></ol>
<table><caption>预算</caption><thead><tr><th>项目</th><th>金额</th></tr></thead><tbody><tr><td>供暖改造工程</td><td>120</td></tr><tr><td colspan="2">合计</td></tr></tbody></table>
<p><a href="https://x.example/a">附件</a>，<a href="javascript:x()">坏</a><img src="a.jpg" alt="现场"></p>
<blockquote><p>引</p></blockquote><pre>a
  b</pre><script>alert(1)</script><hr><p>　　缩进</p>`

const text = `【一、总体要求】

第一段 粗字
换行 & 完

散字

甲

乙

丙

• 一
  • 里
• 二
  二二

9. 九
10. 十

【预算】

项目          金额
供暖改造工程  120
合计

附件（https://x.example/a），坏〔图片：现场〕

│ 引

a
  b

────

　　缩进`

test('headings, paragraphs, lists, tables, links and pictures without a tag', () => {
  expect(readableText(html, 80)).toBe(text)
})

test('a table that is too wide, one that only lays out, and text without an end of its depth', () => {
  const row = `<tr>${'<td>很长的内容在这一格里</td>'.repeat(12)}</tr>`
  expect(readableText(`<table>${row}</table>`, 60)).toBe(Array(12).fill('很长的内容在这一格里').join('｜'))
  expect(readableText('<table><tr><td><p>甲</p><p>乙</p></td></tr></table>', 60)).toBe('甲\n\n乙')
  for (const tag of ['div', 'b', 'blockquote', 'ul><li', 'pre><i'])
    expect(readableText(`${`<${tag}>`.repeat(50_000)}深处`, 80)).toContain('深处')
})

test('a cell that is too wide for its column goes on below: nothing is cut', () => {
  const long = '县城集中供暖老旧管网改造工程（含换热站、二次管网和入户计量），2026 年 10 月底前完成'
  const table = `<table><tr><th>项目</th><th>内容</th><th>责任单位</th></tr><tr><td>供暖</td><td>${long}</td><td>县住房和城乡建设局、县发展和改革局、各乡镇人民政府</td></tr><tr><td>合计</td><td>1</td><td></td></tr></table>`
  for (const room of [30, 40, 60, 80]) {
    const drawn = readableText(table, room)
    expect(drawn).not.toContain('…')
    const pieces = (at: number) => drawn.split('\n').map((line) => line.trim().split(/ {2,}/)[at] ?? '')
    expect(Math.max(...drawn.split('\n').map((line) => stringWidth(line)))).toBeLessThanOrEqual(room)
    expect(pieces(0).join('')).toMatch(/^项目供暖/)
  }
  expect(readableText(table, 40)).toBe(`项目  内容              责任单位

供暖  县城集中供暖老旧  县住房和城乡建设
      管网改造工程（含  局、县发展和改革
      换热站、二次管网  局、各乡镇人民政
      和入户计量），    府
      2026 年 10 月底
      前完成

合计  1`)
})

const backend = await sharedBackend(() => value({ articleId: '7', title: '甲', content: html, status: 2 }))
const home = sharedHome({ XZX_SERVER: backend.url, XZX_TOKEN: 't' })

test('article get: readable on a terminal, as it is for programs', async () => {
  const drawn = await home.xzx('article get 7', { tty: ['stdout'] })
  expect([drawn.code, drawn.out]).toEqual([0, expect.stringContaining(`正文：\n${text}\n`)])
  expect((await home.xzx('article get 7 --json', { tty: ['stdout'] })).json().content).toBe(html)
  expect((await home.xzx('article get 7')).out).toContain('<h2>一、总体')
})
