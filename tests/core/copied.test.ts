import { describe, expect, test } from 'vitest'
import { parseHtml, partsOf } from '../../cli/output/dom.ts'
import { asShown } from '../../core/copied/as-shown.ts'
import { labelBefore, numberings } from '../../core/copied/labels.ts'
import { htmlOf } from '../../core/copied/pieces.ts'

/** What is shown of a copied text: no looks, no line ends of the source, no wrappers. */
const shown = (html: string, plain = '') =>
  htmlOf(asShown(partsOf(parseHtml(html)), plain))
    .replace(/ (?:class|lang|align)="[^"]*"/g, '')
    .replace(/ style="([^"]*)"/g, (_, style: string) => {
      const kept = style.split(';').filter((rule) => /^(?:text-|width)/.test(rule))
      return kept.length > 0 ? ` style="${kept.join(';')}"` : ''
    })
    .replace(/<\/?span>|\n/g, '')

const blanks = '<span style=\'font:7.0pt "Times New Roman"\'>&nbsp;&nbsp;&nbsp; </span>'
/** A numbered paragraph as the programs put it on the clipboard. */
const forms = {
  'Word, as it writes it': (label: string, text: string, style: string) =>
    `<p class=MsoListParagraph style='${style}'><![if !supportLists]><span lang=EN-US style='mso-fareast-font-family:仿宋'><span style='mso-list:Ignore'>${label}${blanks}</span></span><![endif]><span style='font-family:仿宋'>${text}<o:p></o:p></span></p>\n`,
  'Word, through a browser': (label: string, text: string, style: string) =>
    `<p class="MsoNormal" style="${style}"><!--[if !supportLists]--><b><span style="mso-list:Ignore">${label}<span>&nbsp; </span></span></b><!--[endif]--><b>${text}</b></p>\n`,
  WPS: (label: string, text: string, style: string) =>
    `<p class=MsoNormal style="${style};mso-char-indent-count:2.0000;"><!--[if !supportLists]--><span style="font-family:仿宋;" ><span style='mso-list:Ignore;' >${label}</span></span><!--[endif]-->\n<span>${text}</span></p>`,
}
const list = (list: number, level: number, more = 'margin-left:0cm;text-indent:32.0pt') =>
  `${more};mso-list:l${list} level${level} lfo1`
const hanging = 'margin-left:18.0pt;text-indent:-18.0pt'

describe.each(Object.entries(forms))('numbers of official texts from %s', (_name, item) => {
  const plain = (html: string) => shown(html).replace(/<\/?b>/g, '')

  test('stay as text of their paragraphs, however far apart', () => {
    const text = [
      item('一、', '提高认识', list(0, 1)),
      '<p class=MsoNormal style="text-indent:32.0pt">各乡镇要高度重视。</p>',
      item('（一）', '加强领导', list(0, 2)),
      item('1.', '成立专班', list(0, 3)),
      '<p class=MsoNormal>由县长任组长。</p>',
      item('2.', '压实责任', list(0, 3)),
      item('（1）', '乡镇', list(0, 4)),
      '<table><tr><td>表</td></tr></table>',
      item('3.', '严格督查', list(0, 3)),
      item('二、', '工作安排', list(0, 1)),
    ].join('')
    expect(plain(text).replace(/<[^>]+>/g, '|')).toBe(
      '|一、提高认识||各乡镇要高度重视。||（一）加强领导||1.成立专班||由县长任组长。||2.压实责任||（1）乡镇||||表||||3.严格督查||二、工作安排|',
    )
    expect(plain(text)).not.toMatch(/<[ou]l|&nbsp;/)
    expect(plain(text)).toContain('<p style="text-indent:2em">一、提高认识</p>')
  })

  test('points are a list, deeper ones in a list of their own', () => {
    const text = [
      item('l', '甲', list(1, 1, hanging)),
      item('Ø', '乙', list(1, 2, hanging)),
      item('\uf06e', '丙', list(1, 2, hanging)),
      item('·', '丁', list(1, 1, hanging)),
    ].join('')
    expect(plain(text)).toBe('<ul><li>甲<ul><li>乙</li><li>丙</li></ul></li><li>丁</li></ul>')
  })

  test('plain 1. 2. 3. without paragraphs between them are a list that begins where it began', () => {
    const three = ['3.', '4.', '5.'].map((label) => item(label, '事项', list(0, 1, hanging))).join('')
    expect(plain(three)).toBe(`<ol start="3">${'<li>事项</li>'.repeat(3)}</ol>`)
    expect(plain(`${three}<p>间</p>${item('6.', '末', list(0, 1, hanging))}`)).toContain('<p>6.末</p>')
    expect(plain(`${item('一、', '题', list(1, 1))}${three}`)).toContain('<p>3.事项</p><p>4.事项</p>')
    expect(plain(item('1.', '首行缩进', list(0, 1)) + item('2.', '首行缩进', list(0, 1)))).not.toContain('<ol')
  })

  test('a picture stays in its item, a label that is a picture is a point', () => {
    const picture = '<img src="/uploads/a.png">'
    expect(plain(item('一、', picture, list(0, 1)))).toContain('一、<img src="/uploads/a.png">')
    expect(plain(item(picture, '项', list(0, 1)))).toBe('<ul><li>项</li></ul>')
  })
})

test('levels that no list has do not nest', () => {
  const deep = Array.from({ length: 3000 }, (_, i) => forms.WPS('l', '点', list(0, i + 1, hanging))).join('')
  expect(shown(deep).match(/<ul>/g)).toHaveLength(9)
})

test('headings keep their numbers, and their blanks after 第一章', () => {
  const heading = (level: number, label: string, text: string) =>
    `<h${level} style='margin-left:0cm;text-indent:0cm;mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='mso-list:Ignore'>${label}${blanks}</span><![endif]>${text}</h${level}>`
  expect(
    shown(
      heading(1, '第一章', '总则') +
        heading(2, '1.1', '目的') +
        heading(2, '（一）', '\u3000范围') +
        heading(3, 'l', '点'),
    ),
  ).toBe('<h1>第一章\u3000总则</h1><h2>1.1 目的</h2><h2>（一）范围</h2><h3>点</h3>')
})

test('numbers in a table stand in their cells', () => {
  const cell = forms.WPS('1.', '项目', list(0, 1, hanging))
  expect(shown(`<table><tr><td>${cell}</td></tr><tr><td>${cell.replace('1.', '2.')}</td></tr></table>`)).toBe(
    '<table><tr><td><p>1.项目</p></td></tr><tr><td><p>2.项目</p></td></tr></table>',
  )
})

test.each([
  ['一、', '提高', '一、提高'],
  ['（1）', 'GDP', '（1）GDP'],
  ['1.', '成立', '1.成立'],
  ['1.', '2026 年', '1. 2026 年'],
  ['(a)', 'text', '(a) text'],
  ['a)', '甲', 'a)甲'],
  ['①', '乙', '①乙'],
  ['1.1', '目的', '1.1 目的'],
  ['第一条', '为了', '第一条\u3000为了'],
  ['', '无', '无'],
])('%s before %s', (label, text, whole) => expect(labelBefore(label, text) + text).toBe(whole))

test.each([
  ['cjk-ideographic', [1, 10, 11, 20, 35, 101, 110], '一、十、十一、二十、三十五、一百零一、一百一十、'],
  ['a', [1, 26, 27], 'a.z.aa.'],
  ['upper-roman', [4, 19], 'IV.XIX.'],
  ['cjk-heavenly-stem', [1, 3], '甲、丙、'],
])('lists of kind %s', (kind, numbers, labels) =>
  expect(numbers.map((n) => numberings[kind]?.(n)).join('')).toBe(labels),
)

describe('lists of LibreOffice and web pages', () => {
  test.each([
    ['counted in numbers stay', '<ol start="3"><li><p>甲</p></li></ol>', '<ol start="3"><li><p>甲</p></li></ol>'],
    ['in letters become text', '<ol type="a" start="2"><li><p>甲</p></li><li>乙</li></ol>', '<p>b.甲</p><p>c.乙</p>'],
    [
      'in Chinese become text, and what stands in them stays',
      '<ol style="list-style-type: cjk-ideographic"><li>甲<ul><li>点</li></ul></li><li><p>乙</p><p>乙的说明</p></li></ol>',
      '<p>一、甲</p><ul><li>点</li></ul><p>二、乙</p><p>乙的说明</p>',
    ],
    [
      'that show nothing are paragraphs',
      '<ul style="list-style: none"><li>甲</li><li>乙</li></ul>',
      '<p>甲</p><p>乙</p>',
    ],
    [
      'whose items count by themselves become text',
      '<ol><li>甲</li><li value="5">乙</li></ol>',
      '<p>1.甲</p><p>5.乙</p>',
    ],
    [
      'between items belong to the one above',
      '<ol><li>甲</li><ol type="a"><li>子</li></ol><li>乙</li></ol>',
      '<ol><li>甲<p>a.子</p></li><li>乙</li></ol>',
    ],
    ['with pictures keep them', '<ol type="A"><li><img src="/a.png"></li></ol>', '<p>A.<img src="/a.png"></p>'],
  ])('%s', (_, html, wanted) => expect(shown(html)).toBe(wanted))
})

describe('lists whose numbers only the plain text has, as LibreOffice copies them', () => {
  const html = `<ol>\n<li><p>提高认识</p></li></ol><p>正文</p><ol start="2"><li><p>压实责任
  到人</p><ol><li><p>领导</p></li><li><p>领导</p></li></ol></li></ol>`
  test('are text where they are no 1. 2. 3.', () => {
    expect(shown(html, '一、 提高认识\r\n正文\r\n二、 压实责任 到人\r\n（一）领导\r\n（二）领导\r\n')).toBe(
      '<p>一、提高认识</p><p>正文</p><p>二、压实责任  到人</p><p>（一）领导</p><p>（二）领导</p>',
    )
  })
  test.each(['', '1. 提高认识\n正文\n2. 压实责任 到人\n1. 领导\n2. 领导', '我们要提高认识'])(
    'stay lists beside: %s',
    (plain) => expect(shown(html, plain).match(/<ol/g)).toHaveLength(3),
  )
})

describe('what is not seen where it is copied', () => {
  test.each([
    '<span style="display:none">藏</span>',
    '<p style="color:red; visibility: hidden">藏<img src="/a.png"></p>',
    '<div hidden>藏</div>',
    '<span style="font-size:0px">藏</span>',
    "<span style='mso-hide:all'>藏</span>",
    '<span class=MsoCommentReference><a href="#_msocom_1">[批注1]</a></span>',
    "<div style='mso-element:comment-list'><p>内部意见</p></div>",
    '<img src="https://count.example.com/1.gif" width="1" height="1">',
    '<!--[if gte mso 9]><xml>藏</xml><![endif]-->',
  ])('%s goes', (html) => expect(shown(`<p>前</p>${html}<p>后</p>`)).toBe('<p>前</p><p>后</p>'))

  test('a conditional comment takes nothing with it that stands behind it', () => {
    const html =
      '<p><!--[if !supportLists]-->一、<!--[endif]-->提高认识</p><!--[if gte vml 1]><v:shape/><![endif]--><p>后</p>'
    expect(shown(html)).toBe('<p>一、提高认识</p><p>后</p>')
  })
  test('a box without a font size keeps its pictures', () => {
    expect(shown('<section style="font-size:0"><img src="/a.png"></section>')).toContain('<img')
  })
  test('a picture that was not fetched yet has its address', () => {
    expect(shown('<img src="data:image/gif;base64,R0" data-src="https://a.example.com/1.jpg">')).toContain(
      'src="https://a.example.com/1.jpg"',
    )
  })
})

test.each([
  ['<p>\u3000\u3000正文</p>', '<p style="text-indent:2em">正文</p>'],
  ['<p style="text-indent:32pt">&nbsp;&nbsp;&nbsp;&nbsp;<b>正文</b></p>', '<p style="text-indent:2em"><b>正文</b></p>'],
  ['<p align=center>\u3000\u3000标题</p>', '<p style="text-align:center">\u3000\u3000标题</p>'],
  ['<p>\u3000\u3000</p>', '<p>\u3000\u3000</p>'],
  ['<p>正\u3000\u3000文</p>', '<p>正\u3000\u3000文</p>'],
])('typed blanks before a text are one indent: %s', (html, wanted) => expect(shown(html)).toBe(wanted))

describe('tables', () => {
  const cells = '<tr><td width=100 colspan=2>甲</td></tr><tr><td width=75>乙</td><td width=25>丙</td></tr>'
  const columns = '<colgroup><col style="width:75%"><col style="width:25%"></colgroup>'

  test('keep how wide their columns are to each other', () => {
    expect(shown(`<table>${cells}</table>`)).toContain(`<table>${columns}<tr><td width="100" colspan="2">`)
  })
  test('lose the empty row by which Word tells the widths', () => {
    const ruler = '<![if !supportMisalignedColumns]><tr height=0><td width=300></td><td width=100></td></tr><![endif]>'
    const merged = '<tr><td colspan=2>甲</td></tr><tr><td rowspan=2>乙</td><td>丙</td></tr><tr><td>丁</td></tr>'
    expect(shown(`<table><tbody>${merged}${ruler}</tbody></table>`)).toBe(
      `<table>${columns}<tbody>${merged.replace(/=2/g, '="2"')}</tbody></table>`,
    )
  })
  test.each(['<tr><td>甲</td></tr>', '<tr><td width="20%">甲</td><td width=30>乙</td></tr>'])(
    'without widths, or with some that do not go together, stay: %s',
    (rows) => expect(shown(`<table>${rows}</table>`)).not.toContain('colgroup'),
  )
})

describe('what no document has', () => {
  test('numbers and spans beyond all measure are read as browsers read them', () => {
    const roman = (start: string) => shown(`<ol type="i" start="${start}"><li>a</li></ol>`)
    expect(roman('2000000')).toBe('<p>2000000. a</p>')
    expect(roman('3999')).toBe('<p>mmmcmxcix. a</p>')
    expect(roman('9'.repeat(400))).toBe('<p>i. a</p>')
    expect(shown(`<ol type="a" start="${'9'.repeat(400)}"><li>a</li></ol>`)).toBe('<p>a. a</p>')
    expect(shown('<ol start="99999999999"><li>a</li></ol>')).toBe('<ol start="1"><li>a</li></ol>')
    for (const span of ['-1', '3000000', '1e9', 'x'])
      expect(shown(`<table><col span="${span}" width="10"><tr><td>a</td></tr></table>`)).toContain('<td>a</td>')
    expect(shown('<table><tr><td colspan="3000000" rowspan="-3">a</td></tr></table>')).toContain(
      '<td colspan="1000" rowspan="1">',
    )
    expect(shown(`<table>${'<col span="1000" width="3">'.repeat(2000)}<tr><td>a</td></tr></table>`)).not.toContain('%')
  })

  const deep = (open: string, close: string, inner: string) => open.repeat(150) + inner + close.repeat(150)
  const lines = Array.from({ length: 5000 }, (_, i) => `${i}.第${i}项`).join('\n')
  test.each<[string, (n: number) => string, string?]>([
    ['elements between the items of a list', (n) => `<ul><li>a</li>${'<b></b>'.repeat(n)}</ul>`],
    ['blanks with remarks between them', (n) => `<p>${'\u3000<!---->'.repeat(n)}a</p>`],
    ['points', (n) => '<p style="mso-list:l0 level1"><span style="mso-list:Ignore">·</span>x</p>'.repeat(n / 8)],
    ['numbers', (n) => '<p style="mso-list:l0 level1"><span style="mso-list:Ignore">一、</span>x</p>'.repeat(n / 8)],
    ['rows of a table', (n) => `<table>${'<tr><td>a</td></tr>'.repeat(n / 4)}</table>`],
    ['items that stand in a plain text too', (n) => `<ol>${'<li>a b</li>'.repeat(n / 4)}</ol>`, lines],
    ['boxes in boxes', (n) => deep('<div><span>', '</span></div>', 'a<b></b>'.repeat(n / 2))],
    ['lists in lists', (n) => deep('<ol type=a><li><span>', '</span></li></ol>', 'a<b></b>'.repeat(n / 2))],
  ])('work grows with a text and no faster: %s', (_, html, plain = '') => {
    const costOf = (n: number) => {
      const parts = partsOf(parseHtml(html(n)))
      const before = process.threadCpuUsage()
      asShown(parts, plain)
      const { user, system } = process.threadCpuUsage(before)
      return (user + system) / 1000
    }
    costOf(5000)
    const [few, many] = [costOf(5000), costOf(40_000)]
    expect((many + 20) / (few + 20), `${few} → ${many} ms`).toBeLessThan(16)
  })
})
