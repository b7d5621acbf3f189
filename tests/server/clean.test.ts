import { expect, test } from 'vitest'
import { cleanHtml, sealOf, trusted } from '../../server/clean.ts'

const key = new Uint8Array(32).fill(7)

test.each([
  ['<p onclick="x()">甲</p>', '<p>甲</p>'],
  ['<script>x()</script><p>甲</p>', '<p>甲</p>'],
  ['<a href="javascript:x()">甲</a>', '<a rel="noopener">甲</a>'],
  ['<a href="//evil.example/">甲</a>', '<a rel="noopener">甲</a>'],
  ['<img src="data:image/svg+xml,x" alt="图">', '<img alt="图" />'],
  ['<p style="position:fixed;top:0;text-align:center">甲</p>', '<p style="text-align:center">甲</p>'],
  ['<iframe src="https://evil.example/">乙</iframe><svg><script>x()</script></svg>', ''],
])('%s is cleaned', (html, clean) => expect(cleanHtml(html)).toBe(clean))

test('characters that no text may hold do not come in as entities', () => {
  expect(cleanHtml('<p>甲&#1;&#x0b;&#127;&#x81;&#xFFFE;&#xffff;乙\t\n</p>')).toBe('<p>甲乙\t\n</p>')
  expect(cleanHtml('<img alt="甲&#27;[31m乙" src="/a.png">')).toBe('<img alt="甲[31m乙" src="/a.png" />')
})

test('tags nested without end are cut, the text stays', () => {
  const clean = cleanHtml(`${'<div>'.repeat(900)}底${'</div>'.repeat(900)}`)
  expect(clean.match(/<div>/g)).toHaveLength(100)
  expect(clean).toContain('底')
})

test('more open tags than any page has are refused before the parser gets slow on them', () => {
  const deep = (n: number) => `${'<div>'.repeat(n)}底${'</div>'.repeat(n)}`
  expect(cleanHtml(deep(900))).toContain('底')
  for (const html of [deep(1001), '<p>'.repeat(6000), `${'<b></i>'.repeat(1001)}`])
    if (html.startsWith('<p>')) expect(cleanHtml(html)).toMatch(/^(<p><\/p>)+$/)
    else expect(() => cleanHtml(html)).toThrow('嵌套超过 1000 层')
  expect(cleanHtml('<p>一</p><br><img src="/a.png">'.repeat(6000))).toContain('一')
})

test('a text of more tags or attributes than any page has is refused, with what to do', () => {
  const taken = (html: string) => cleanHtml(html).length
  expect(taken('<b>甲</b>'.repeat(100_000))).toBeGreaterThan(0)
  expect(() => taken('<b>甲</b>'.repeat(100_001))).toThrow('标签超过 10 万个，请清除格式或分成几篇后再提交')
  const attributes = Array.from({ length: 10 }, (_, i) => `a${i}="1"`).join(' ')
  expect(() => taken(`<b ${attributes}>甲</b>`.repeat(10_001))).toThrow('属性超过 10 万个')
})

test('an address or a style that is too long is none', () => {
  const long = (length: number) => `/${'a'.repeat(length - 1)}`
  expect(cleanHtml(`<a href="${long(4096)}">甲</a>`)).toContain('href="/aaa')
  expect(cleanHtml(`<a href="${long(4097)}" style="color:#333;${' '.repeat(4096)}">甲</a>`)).toBe(
    '<a rel="noopener">甲</a>',
  )
  expect(cleanHtml(`<p style="color:#333;${' '.repeat(4000)}">甲</p>`)).toBe('<p style="color:#333">甲</p>')
})

test('only a seal of this very text by this key spares the cleaning', () => {
  const html = '<p onclick="x()">甲</p>'
  expect(trusted(html, sealOf(html, key), key)).toBe(html)
  for (const seal of [null, '', sealOf('<p>乙</p>', key), sealOf(html, new Uint8Array(32).fill(8))])
    expect(trusted(html, seal, key)).toBe('<p>甲</p>')
})

test('paragraphs of bare text are left as they are, which is what the cleaner would do with them', () => {
  const texts = ['会议指出，“要”围绕\'中心\'"工作"。', '', ' ', '一\n二\t三', '\u00a0\u3000🙂', 'a=b;c/d', '&lt;']
  const html = texts.map((text) => `<p>${text}</p>`)
  for (const one of [...html, html.join('\n'), `${html[0]}  \r\n${html[1]}\n`])
    expect(cleanHtml(`${one}<hr />`)).toBe(`${one}<hr />`)
  for (const one of [...html, html.join('\n')]) expect(cleanHtml(one)).toBe(one)
  expect(cleanHtml('<p>甲</p><script>1</script>')).toBe('<p>甲</p>')
  expect(cleanHtml('<p>甲</p><p onclick="a()">乙</p>')).toBe('<p>甲</p><p>乙</p>')
  expect(cleanHtml('<p>甲<p>乙</p>')).toBe(cleanHtml(cleanHtml('<p>甲<p>乙</p>')))
})
