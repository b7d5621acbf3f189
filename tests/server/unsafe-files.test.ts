import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import ExcelJS from 'exceljs'
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refusedName } from '../../core/domain/file-scripts.ts'
import type { FileKind } from '../../core/domain/files.ts'
import { unsafeIn } from '../../server/documents/unsafe.ts'
import { wordOf } from '../../server/documents/word.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'xzx-unsafe-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let count = 0
function lying(content: Uint8Array | string): string {
  const path = join(folder, `f${count++}`)
  writeFileSync(path, content)
  return path
}

const objStm = (inside: string) => {
  const head = '5 0 '
  const packed = deflateSync(Buffer.from(head + inside, 'latin1'))
  return Buffer.concat([
    Buffer.from(
      `%PDF-1.5\n1 0 obj << /Type /Catalog /OpenAction 5 0 R >> endobj\n2 0 obj << /Type /ObjStm /N 1 /First ${head.length} /Filter /FlateDecode /Length ${packed.length} >> stream\n`,
      'latin1',
    ),
    packed,
    Buffer.from('\nendstream endobj\n%%EOF', 'latin1'),
  ])
}

test('a PDF that does more than be read is named, however it hides that', async () => {
  const pdf = (more: string) => `%PDF-1.4\n1 0 obj << /Type /Catalog ${more} >> endobj\n%%EOF`
  const look = (content: Uint8Array | string) => unsafeIn({ path: lying(content), kind: 'pdf' })
  expect(await look(pdf(''))).toBeNull()
  expect(await look(pdf('/Title (关于 /JS 的说明)'))).toBeNull()
  expect(await look(`${pdf('/A << /S /URI /URI (https://a.cn/) >> /OpenAction 1 0 R')}\n\0`)).toBeNull()
  for (const [content, says] of [
    [pdf('/OpenAction << /S /JavaScript /JS (app.alert(1)) >>'), '含有脚本'],
    [pdf('/OpenAction << /S /J#61vaScript /J#53 (app.alert(1)) >>'), '含有脚本'],
    [pdf('/AA << /O << /S /Rendition /JS <61> >> >>'), '含有多媒体对象'],
    [pdf('/OpenAction << /S /L#61unch /F (cmd.exe) >>'), '含有启动程序的动作'],
    [pdf('/Names << /Embedded#46iles 3 0 R >>'), '含有嵌入的文件'],
    [pdf('/OpenAction << /S /GoToR /F (\\\\192.0.2.1\\x.pdf) >>'), '含有打开其他文件的动作'],
    [pdf('/OpenAction << /S /URI /URI (http://192.0.2.1/) >>'), '打开时会访问外部网址'],
    [
      '%PDF-1.5\n1 0 obj << /Type /ObjStm /N 1 /First 4 /Filter /ASCII85Decode /Length 9 >> stream\n87cURD]i~>\nendstream endobj\n%%EOF',
      '用了不能检查的压缩方式',
    ],
    [objStm('<< /S /JavaScript /JS (app.alert(1)) >>'), '含有脚本'],
    [`${pdf('')}${String.fromCharCode(80, 75, 5, 6)}${'\0'.repeat(18)}`, '里面藏有压缩包'],
    [`${pdf('')}${String.fromCharCode(80, 75, 5, 6)}${'\0'.repeat(18)}${'x'.repeat(70_000)}`, '里面藏有压缩包'],
    [`${pdf('')}\nRar!\u001a\u0007\u0000`, '里面藏有压缩包'],
    [`${pdf('')}\n\0MZ\u0090`, '里面藏有程序'],
    [`${pdf('')}<SCRIPT>alert(1)</SCRIPT>`, '含有脚本'],
    [`${pdf('')}\n<?= system(1) ?>`, '含有脚本'],
    [pdf('/OpenAction << /S /GoTo /Next << /S /URI /URI (http://192.0.2.1/) >> >>'), '打开时会访问外部网址'],
    [
      `${pdf('/AA << /O << /S /GoTo /Next [7 0 R] >> >>')}\n7 0 obj << /S /GoTo /Next 8 0 R >> endobj\n8 0 obj << /S /URI >> endobj`,
      '打开时会访问外部网址',
    ],
    [pdf('/OpenAction << /S /Thread /F << /FS /URL /F (http://192.0.2.1/) >> >>'), '引用外部网址上的文件'],
    [pdf('/OpenAction << /S /Thread /F (x.pdf) >>'), '打开时会访问外部网址'],
    [pdf('/Annots [<< /Subtype /Movie /Movie << /F (a.mov) >> >>]'), '含有多媒体对象'],
    [
      `${pdf('')}\n5 0 obj << /F << /FS /URL /F (http://192.0.2.1/) >> /Length 0 >> stream\n\nendstream endobj`,
      '引用外部网址上的文件',
    ],
    [pdf('/A << /S /URI /URI (file://192.0.2.1/x.exe) >>'), '含有会打开程序或其他电脑上文件的链接'],
    [`${pdf('/A << /URI 7 0 R >>')}\n7 0 obj (ms-msdt:/id x) endobj`, '含有会打开程序或其他电脑上文件的链接'],
  ] as const)
    expect([await look(content), String(content).slice(0, 90)]).toEqual([says, String(content).slice(0, 90)])
})

test('a PDF whose streams, pages or sounds lie elsewhere is refused; a file that it only names is not', async () => {
  const look = (inside: string) =>
    unsafeIn({ path: lying(Buffer.from(`%PDF-1.7\n${inside}\n%%EOF`, 'latin1')), kind: 'pdf' })
  const far = String.raw`(\\\\192.0.2.1\\share\\a.jpg)`
  for (const inside of [
    `5 0 obj << /Subtype /Image /F ${far} /Length 0 >> stream\n\nendstream endobj`,
    '5 0 obj << /F << /Type /Filespec /F (//192.0.2.1/share/a) >> /Length 0 >> stream\n\nendstream endobj',
    '5 0 obj << /F 6 0 R /Length 0 >> stream\n\nendstream endobj 6 0 obj (http://192.0.2.1/a) endobj',
    '5 0 obj << /Type /Filespec /UF <FEFF005C005C0065> /F (a) >> endobj',
    `5 0 obj << /Subtype /Form /Ref << /F ${far} /Page 0 >> >> endobj`,
    `5 0 obj << /OPI << /2.0 << /Type /OPI /F ${far} >> >> >> endobj`,
    `5 0 obj << /S /Sound /Sound << /F ${far} >> >> endobj`,
    `5 0 obj << /S /Thread /F ${far} /D 0 >> endobj`,
    '5 0 obj << /S /Thread /F (/pclib/eng/x.pdf) >> endobj',
    '5 0 obj << /OPI << /1.3 << /F (%pipe%calc) >> >> >> endobj',
  ])
    expect([await look(inside), inside]).toEqual(['引用外部的文件', inside])
  for (const inside of [
    '5 0 obj << /S /GoTo /D [3 0 R /Fit] /F (x.pdf) >> endobj',
    '5 0 obj << /OPI << /2.0 << /F (图片/a.tif) >> >> >> endobj',
    '5 0 obj << /S /Thread /F (/c/work/x.pdf) >> endobj',
    '5 0 obj << /S /Thread /F (C:\\\\work\\\\x.pdf) >> endobj',
    '5 0 obj << /Subtype /Link /F 4 /Font << /F 6 0 R >> >> endobj',
    '1 0 obj << /URI << /Base (https://a.cn/) >> >> endobj 5 0 obj << /S /URI /URI (x.html) >> endobj',
    '5 0 obj << /Subtype /PSx /Title (PS) >> endobj',
  ])
    expect([await look(inside), inside]).toEqual([null, inside])
  const presses = '含有会打开程序或其他电脑上文件的链接'
  for (const base of ['file://192.0.2.1/share/', 'file:///C:/Windows/', String.raw`\\\\192.0.2.1`])
    expect(await look(`1 0 obj << /URI << /Base (${base}) >> >> endobj`), base).toBe(presses)
  for (const [inside, says] of [
    ['5 0 obj << /Type /3D /OnInstantiate 6 0 R /Length 0 >> stream\n\nendstream endobj', '含有脚本'],
    ['5 0 obj << /Subtype /3D /3DD 6 0 R >> endobj', '含有多媒体对象'],
    ['5 0 obj << /Type /XObject /Subtype /PS /Length 0 >> stream\n\nendstream endobj', '含有打印机程序'],
    ['5 0 obj << /Subtype 6 0 R >> endobj 6 0 obj /P#53 endobj', '含有打印机程序'],
  ] as const)
    expect([await look(inside), inside]).toEqual([says, inside])
})

test('a stream of a PDF that is a program or a package is refused, whatever it is said to be', async () => {
  const look = (dict: string, data: Buffer) =>
    unsafeIn({
      path: lying(
        Buffer.concat([
          Buffer.from(`%PDF-1.7\n6 0 obj /FlateDecode endobj\n5 0 obj << ${dict} /Length ${data.length} >> stream\n`),
          data,
          Buffer.from('\nendstream endobj\n%%EOF'),
        ]),
      ),
      kind: 'pdf',
    })
  const exe = Buffer.alloc(4000)
  exe.write('MZ\u0090\u0000\u0003', 'latin1')
  exe.writeUInt32LE(0x80, 0x3c)
  const zip = Buffer.from(zipSync({ 'evil.exe': exe })).subarray(0, -22)
  for (const [data, says] of [
    [exe, '里面藏有程序'],
    [Buffer.from('MZ\u0090\u0000\u0003This', 'latin1'), '里面藏有程序'],
    [Buffer.from('\u007fELF\u0002\u0001', 'latin1'), '里面藏有程序'],
    [zip, '里面藏有压缩包'],
  ] as const)
    for (const [dict, packed] of [
      ['', data],
      ['/Subtype /Image /Filter /DCTDecode', data],
      ['/Subtype /Image /Filter /FlateDecode', data],
      ['/N 1 /First 4 /Filter /FlateDecode', deflateSync(data)],
      ['/Subtype /Image /Filter /FlateDecode', deflateSync(data)],
      ['/Filter [6 0 R]', deflateSync(data, { level: 0 })],
      ['/Filter [/AHx /Fl]', Buffer.from(deflateSync(data).toString('hex'))],
    ] as const)
      expect([await look(dict, packed), dict]).toEqual([says, dict])
  // dots of a picture, words on a page
  const dots = Buffer.alloc(4000, 'MZ')
  for (const data of [dots, Buffer.from('BT (MZ) Tj ET'), Buffer.alloc(0)])
    for (const [dict, packed] of [
      ['/Subtype /Image', data],
      ['/Filter /FlateDecode', deflateSync(data)],
    ] as const)
      expect(await look(dict, packed)).toBeNull()
})

test('what one reader of a PDF may take for an object is looked at, also where another takes something else', async () => {
  const script = '4 0 << /S /JavaScript /JS (app.alert(1)) >>'
  const harmless = '4 0 << /S /GoTo /D [3 0 R /Fit] >>'
  const stream = (mark: string, inside: string, more = '/Type /ObjStm /N 1 /First 4') => {
    const packed = deflateSync(Buffer.from(inside, 'latin1')).toString('latin1')
    return `${mark} << ${more} /Filter /FlateDecode /Length ${packed.length} >> stream\n${packed}\nendstream endobj\n`
  }
  const look = (...parts: string[]) =>
    unsafeIn({
      path: lying(Buffer.from(`%PDF-1.5\n1 0 obj << /OpenAction 4 0 R >> endobj\n${parts.join('')}%%EOF`, 'latin1')),
      kind: 'pdf',
    })
  const at = '5 0 obj'
  for (const parts of [
    // an object of the same number beside it, before it or behind it
    [stream(at, script), '4 0 obj << /S /GoTo >> endobj\n'],
    [stream(at, script), stream(at, harmless)],
    [stream(at, script), stream('6 0 obj', harmless)],
    // the kind stands elsewhere, or nowhere
    [stream(at, script, '/Type 9 0 R /N 1 /First 4'), '9 0 obj /ObjStm endobj\n'],
    [stream(at, script, '/N 1 /First 4')],
    // fewer objects are told than there are; where they begin is told twice
    [stream(at, script, '/Type /ObjStm /N 0 /First 4')],
    [stream(at, script, '/Type /ObjStm /N 1 /First 9 0 R'), '9 0 obj 99 endobj\n'],
    // a comment stands in the mark
    [stream('5%\n0%\nobj', script)],
    // its length would end it too soon
    [stream(at, script, '/Type /ObjStm /N 1 /First 4 /Length 3')],
  ])
    expect([await look(...parts), parts[0]?.slice(0, 60)]).toEqual(['含有脚本', parts[0]?.slice(0, 60)])
  for (const more of ['/DecodeParms << /Predictor 11 >>', '/F (elsewhere)'])
    expect(await look(stream(at, harmless, `/Type /ObjStm /N 1 /First 4 ${more}`))).toBe('用了不能检查的压缩方式')
  expect(await look(stream(at, harmless))).toBeNull()
})

test('a PDF of streams without end is refused in moments, whether they are damaged, tiny or long', async () => {
  const tiny = deflateSync(Buffer.from('4 0 ')).toString('latin1')
  const late = deflateSync(Buffer.alloc(15_000_000)).toString('latin1').slice(0, -20)
  const head = (n: number) => `${n} 0 obj<</Type/ObjStm/N 1/First 4/Filter/FlateDecode>>stream\n`
  const of = (count: number, stream: string, same = false) =>
    Array.from({ length: count }, (_, n) => `${head(same ? 9 : n + 9)}${stream}\nendstream endobj\n`).join('')
  for (const [name, content] of [
    ['damaged, of one number', of(110_000, 'x', true)],
    ['damaged', of(110_000, 'x')],
    ['tiny', of(100_000, tiny)],
    ['tiny, of no objects', of(100_000, tiny).replaceAll('/N 1', '')],
    ['long, of no objects', of(30_000, deflateSync(Buffer.alloc(120_000)).toString('latin1')).replaceAll('/N 1', '')],
    ['cut off', of(400, `${late}xxxxxxxxxxxxxxxxxxxxxxxx`)],
    // values without end: had taken all memory, and the server with it
    ...['1 0 (('.padEnd(30_000_000, '('), '1 0 <'.padEnd(30_000_000, '4'), '1 0 /'.padEnd(30_000_000, '#41')].map(
      (inside, i) => [`a value without end ${i}`, of(1, deflateSync(inside).toString('latin1'))] as const,
    ),
    ...['[1 1 1 ', '<</a 1 ', '[[1] [1] '].map(
      (begins, i) =>
        [`values without end ${i}`, of(1, deflateSync(`1 0 ${begins.repeat(4_000_000)}`).toString('latin1'))] as const,
    ),
  ] as const) {
    const start = process.cpuUsage()
    const says = await unsafeIn({
      ...{ path: lying(Buffer.from(`%PDF-1.5\n${content}%%EOF`, 'latin1')), kind: 'pdf' as const },
    })
    const { user, system } = process.cpuUsage(start)
    expect([name, says]).toEqual([
      name,
      expect.stringMatching(/^(?:用了不能检查的压缩方式|展开后过大|已损坏或不能识别)$/),
    ])
    // 110,000 of them had taken twelve seconds
    expect([name, (user + system) / 1_000_000 < 6]).toEqual([name, true])
  }
})

test('a document that carries macros, programs or objects, or fetches something, is named by what it is made of', async () => {
  const look = (content: Uint8Array) => unsafeIn({ path: lying(content), kind: 'word' })
  const types = '<Types><Override PartName="/word/document.xml" ContentType="application/xml"/></Types>'
  const rel = (type: string, target: string) =>
    `<Relationships><Relationship Id="r1" Type="http://schemas/${type}" TargetMode="External" Target="${target}"/></Relationships>`
  const docx = (more: Readonly<Record<string, string>>, typed = types) =>
    zipSync({
      '[Content_Types].xml': strToU8(typed),
      'word/document.xml': strToU8('<w:document><w:t>来信</w:t></w:document>'),
      ...Object.fromEntries(Object.entries(more).map(([name, text]) => [name, strToU8(text)])),
    })
  expect(
    await look(
      await wordOf([
        { kind: 'title', text: '来信' },
        { kind: 'plain', text: '正文' },
      ]),
    ),
  ).toBeNull()
  expect(
    await look(
      docx({ 'word/media/image1.png': 'x', 'word/_rels/document.xml.rels': rel('hyperlink', 'https://a.cn') }),
    ),
  ).toBeNull()
  for (const to of ['mailto:a@b.cn', '#锚点', 'file:///C:/资料/说明.docx'])
    expect(await look(docx({ 'word/_rels/document.xml.rels': rel('hyperlink', to) })), to).toBeNull()
  for (const told of ['"https://a.cn" \\o "提示：看这里"', '\\l "第一节"'])
    expect(await look(docx({ 'word/document.xml': `<w:instrText> HYPERLINK ${told}</w:instrText>` })), told).toBeNull()
  for (const to of [
    'file://192.0.2.1/x.docx',
    'ms-msdt:/id x',
    '\\\\192.0.2.1\\x',
    'file:///C:/x.exe',
    'search-ms:query=x',
  ]) {
    const link = '含有会打开程序或其他电脑上文件的链接'
    expect([await look(docx({ 'word/_rels/document.xml.rels': rel('hyperlink', to) })), to]).toEqual([link, to])
    const field = `<w:instrText> HYPERLINK "${to}" \\o "x"</w:instrText>`
    expect([await look(docx({ 'word/document.xml': field })), to]).toEqual([link, to])
  }
  for (const part of ['../../../tmp/x.xml', '/abs.xml', 'word/..\\x.xml', 'C:/x.xml'])
    expect(await look(docx({ [part]: '<a/>' }))).toBe(`里面有「${part}」，不是文档的内容`)
  // the template of whoever wrote it, on their own disk
  expect(
    await look(docx({ 'word/_rels/settings.xml.rels': rel('attachedTemplate', 'file:///C:/Normal.dotm') })),
  ).toBeNull()
  for (const [content, says] of [
    [docx({}, types.replace('application/xml', 'application/vnd.ms-word.document.macroEnabled.main+xml')), '含有宏'],
    [docx({ 'word/data1.bin': 'x' }), '里面有「word/data1.bin」，不是文档的内容'],
    [docx({ 'word/embeddings/evil.exe': 'x' }), '里面有「word/embeddings/evil.exe」，不是文档的内容'],
    [docx({ 'word/_rels/document.xml.rels': rel('vbaProject', 'file:///c:/x') }), '含有宏'],
    [
      docx({ 'word/_rels/settings.xml.rels': rel('attachedTemplate', 'http://192.0.2.1/t.dotm') }),
      '打开时会从外部网址取内容',
    ],
    [
      docx({ 'word/_rels/settings.xml.rels': rel('attachedTemplate', ' &#104;ttp://192.0.2.1/t.dotm') }),
      '打开时会从外部网址取内容',
    ],
    [
      docx({
        'word/_rels/settings.xml.rels': rel('attachedTemplate', 'http://192.0.2.1/t').replace('Id="r1"', 'Id="a>b"'),
      }),
      '打开时会从外部网址取内容',
    ],
    [
      docx({
        'word/_rels/settings.xml.rels': rel('attachedTemplate', 'http://192.0.2.1/t').replace(
          'Id="r1"',
          `Id='TargetMode="Internal"'`,
        ),
      }),
      '打开时会从外部网址取内容',
    ],
    [
      docx({ 'word/_rels/settings.xml.rels': rel('attachedTemplate', 'file:///c:/../../\\\\192.0.2.1\\t.dotm') }),
      '打开时会从外部网址取内容',
    ],
    [docx({ 'word/_rels/document.xml.rels': rel('vb&#97;Project', 'data1.xml') }), '含有宏'],
    [docx({ 'word/_rels/document.xml.rels': rel('aFChunk', 'part.xml') }), '含有嵌入的对象'],
    [docx({ 'word/embeddings/inner.docx': 'x' }), '里面有「word/embeddings/inner.docx」，不是文档的内容'],
    [docx({ 'word/media/image1.png': 'MZ\u0000\u0001' }), '里面有「word/media/image1.png」，不是文档的内容'],
    [
      docx({
        'word/document.xml':
          '<w:p><w:instrText>DDE</w:instrText><w:r><w:instrText>AUTO c:\\x</w:instrText></w:r></w:p>',
      }),
      '含有启动程序的域',
    ],
    [docx({ 'word/sub/footer.xml': '<w:fldSimple w:instr="ddeauto c:\\x"/>' }), '含有启动程序的域'],
    [
      docx({ 'word/document.xml': '<w:instrText> INCLUDEPICTURE "http://192.0.2.1/x.png"</w:instrText>' }),
      '打开时会从外部网址取内容',
    ],
    [docx({ 'word/document.xml': '\ufeff<\u0000w\u0000' }), '文字编码不能检查'],
    [docx({ 'word/footer1.xml': '<w:instrText>DDEAUTO c:\\\\x</w:instrText>' }), '含有启动程序的域'],
    [zipSync({ 'word/document.xml': new Uint8Array(200_000_000) }), '展开后过大'],
    [strToU8('PK\u0003\u0004 word/document'), '已损坏或不能识别'],
  ] as const)
    expect(await look(content)).toBe(says)
})

test('a document that takes data from elsewhere, brings commands or hides something in a package is refused', async () => {
  const docx = (more: Readonly<Record<string, string | Uint8Array>>) =>
    zipSync({
      '[Content_Types].xml': strToU8('<Types/>'),
      'word/document.xml': strToU8('<w:document><w:t>来信</w:t></w:document>'),
      ...Object.fromEntries(
        Object.entries(more).map(([name, said]) => [name, typeof said === 'string' ? strToU8(said) : said]),
      ),
    })
  const look = (more: Readonly<Record<string, string | Uint8Array>>) =>
    unsafeIn({ path: lying(docx(more)), kind: 'word' })
  const settings = (inside: string) => ({ 'word/settings.xml': `<w:settings>${inside}</w:settings>` })
  const merge = (element: string, val: string) =>
    settings(`<w:mailMerge><w:${element} w:val="${val.replaceAll('"', '&quot;')}"/></w:mailMerge>`)
  const fetches = '打开时会从外部网址取内容'
  const ace = 'Provider=Microsoft.ACE.OLEDB.12.0;User ID=Admin;Data Source='
  for (const more of [
    merge('connectString', `${ace}\\\\192.0.2.1\\x.xlsx`),
    merge('connectString', `${ace}"//192.0.2.1/x.xlsx"`),
    merge('connectString', 'Provider=SQLOLEDB;Data Source=192.0.2.1;Initial Catalog=a'),
    merge('connectString', 'Driver={SQL Server};Server=192.0.2.1'),
    merge('connectString', 'DSN=a'),
    merge('udl', `${ace}\\\\192.0.2.1\\x.xlsx`),
    merge('query', "SELECT * FROM [Sheet1$] IN '\\\\192.0.2.1\\x.xlsx'"),
    settings('<w:saveThroughXslt w:val="\\\\192.0.2.1\\x.xsl"/>'),
    { 'xl/connections.xml': '<connections><connection odcFile="//192.0.2.1/a.odc"/></connections>' },
    { 'xl/connections.xml': '<connections><connection sourceFile="http://192.0.2.1/a.xls"/></connections>' },
    { 'xl/connections.xml': '<connections><webPr url="http://192.0.2.1/"/></connections>' },
    { 'xl/connections.xml': `<connections><dbPr connection="${ace}\\\\192.0.2.1\\a"/></connections>` },
  ])
    expect([await look(more), more]).toEqual([fetches, more])
  const taken: readonly Readonly<Record<string, string>>[] = [
    merge('connectString', `${ace}C:\\资料\\名单.xlsx;Mode=Read;Extended Properties="HDR=YES;IMEX=1;"`),
    merge('connectString', 'DSN=Excel Files;DBQ=C:\\名单.xls;DriverId=1046'),
    merge('connectString', ''),
    merge('query', 'SELECT * FROM `Sheet1$`'),
    { 'xl/connections.xml': '<a><dbPr connection="Provider=Mashup;Data Source=$Workbook$;Location=表1"/></a>' },
    { 'customUI/customUI.xml': '<customUI><ribbon/></customUI>' },
    { 'word/_rels/a.xml.rels': '<a><Relationship Type="a/hyperlink" Target="https://a.cn/webextensions"/></a>' },
  ]
  for (const more of taken) expect([await look(more), more]).toEqual([null, more])
  for (const [more, says] of [
    [{ 'word/webextensions/taskpanes.xml': '<wetp:taskpanes/>' }, '含有加载项'],
    [{ 'word/webextensions/webextension1.xml': '<we:webextension id="1"/>' }, '含有加载项'],
    [
      { '_rels/.rels': '<a><Relationship Type="http://a/relationships/webextensiontaskpanes" Target="a.xml"/></a>' },
      '含有加载项',
    ],
    [{ 'customUI/customUI.xml': '<customUI onLoad="x"/>' }, '含有自定义的命令'],
    [{ 'customUI/customUI14.xml': '<customUI><button onAction="x"/></customUI>' }, '含有自定义的命令'],
  ] as const)
    expect([await look(more), more]).toEqual([says, more])

  const sheet = (more: Readonly<Record<string, Uint8Array>> = {}) =>
    zipSync({ '[Content_Types].xml': strToU8('<Types/>'), 'xl/workbook.xml': strToU8('<workbook/>'), ...more })
  const at = 'word/embeddings/a.xlsx'
  expect(await look({ [at]: sheet() })).toBeNull()
  for (const [inside, says] of [
    [zipSync({ 'evil.exe': strToU8('MZ') }), `里面的「${at}」里面有「evil.exe」，不是文档的内容`],
    [sheet({ 'xl/media/a.png': strToU8('MZ') }), `里面的「${at}」里面有「xl/media/a.png」，不是文档的内容`],
    [sheet({ 'xl/vbaProject.bin': strToU8('x') }), `里面的「${at}」里面有「xl/vbaProject.bin」，不是文档的内容`],
    [sheet({ 'xl/embeddings/b.xlsx': sheet() }), `里面的「${at}」里面有「xl/embeddings/b.xlsx」，不是文档的内容`],
    [sheet({ 'xl/a.xml': strToU8('<ddeLink/>') }), `里面的「${at}」含有启动程序的域`],
    [strToU8('x'), `里面的「${at}」已损坏或不能识别`],
    [strToU8(''), `里面的「${at}」已损坏或不能识别`],
    [Buffer.concat([Buffer.from('d0cf11e0', 'hex'), Buffer.alloc(600)]), `里面有「${at}」，不是文档的内容`],
    [Buffer.concat([sheet(), Buffer.from('PK\u0003\u0004')]), `里面的「${at}」已损坏或不能识别`],
    // each as much as it may be, and what it unpacks to
    [new Uint8Array(20_000_000), '展开后过大'],
    [sheet({ 'xl/a.xml': new Uint8Array(60_000_000) }), '展开后过大'],
  ] as const)
    expect([await look({ [at]: inside }), says]).toEqual([says, says])
  const many = Object.fromEntries(Array.from({ length: 12_000 }, (_, n) => [`word/media/${n}.png`, 'x']))
  expect(await look(many)).toBe('展开后过大')
})

test('a name that runs is refused, also in full-width letters or with signs that are not seen', () => {
  for (const name of [
    'a.exe.pdf',
    'a.pdf.exe',
    'a.exe\u200b.pdf',
    'a．ｅｘｅ.pdf',
    'a.url.pdf',
    '说明.chm',
    'x.iso.docx',
    'a.exe .pdf',
    'a.one.pdf',
    'a.rdp.pdf',
    'a。exe.pdf',
    'a·exe.pdf',
    'a.exe(1).pdf',
    'a.exe（12）.pdf',
    'a.exe - 副本 (2).pdf',
    'a.library-ms_1.pdf',
  ])
    expect([name, refusedName(name) !== null]).toEqual([name, true])
  for (const name of [
    '2026.11.26 来信.pdf',
    '现场.照片.png',
    '第1.2版.docx',
    '买买提·吐尔逊.pdf',
    'www.a.com 的截图.pdf',
    '关于修路的建议。最终稿(1).docx',
    '方案.v2 (3).pdf',
  ])
    expect(refusedName(name)).toBeNull()
})

test('an older document with macros and an archive with a program are named; what is only to be read is taken', async () => {
  const look = (content: Uint8Array, kind: FileKind) => unsafeIn({ path: lying(content), kind })
  const older = (name: string) =>
    Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600), Buffer.from(name, 'utf16le')])
  expect(await look(older('WordDocument'), 'older')).toBeNull()
  expect(await look(older('_VBA_PROJECT_CUR'), 'older')).toBe('含有宏')
  expect(await look(older('Ole10Native'), 'older')).toBe('含有嵌入的文件')

  const archive = (...names: string[]) => zipSync(Object.fromEntries(names.map((name) => [name, strToU8('x')])))
  expect(await look(archive('批复/目录.sh/预算.pdf', '说明.docx'), 'zip')).toBeNull()
  for (const name of ['工具/安装.exe', '台账.xlsm', '说明.pdf.js'])
    expect(await look(archive('预算.pdf', name), 'zip')).toBe(`里面有「${name}」，是程序、脚本或带宏的文件`)
  // one that only systems of another kind open
  expect(await look(Buffer.from('526172211a0700', 'hex'), 'zip')).toBeNull()
  expect(await look(Buffer.from('PK\u0003\u0004'), 'zip')).toBe('已损坏或不能识别')

  const book = new ExcelJS.Workbook()
  book.addWorksheet('台账').addRows([
    ['文号', '金额'],
    ['青政〔2026〕7号', 120],
  ])
  expect(await look(new Uint8Array(await book.xlsx.writeBuffer()), 'sheet')).toBeNull()
})
