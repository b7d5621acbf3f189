import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lookInFile } from '../../server/documents/look.ts'
import { pdfText } from '../../server/documents/pdf.ts'
import { cmapOf, docx, hexOf, pdfOf, sayingFont, xlsx } from '../support/documents.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'xzx-documents-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const idNumber = '11010519491231002X'
const look = async (ending: string, bytes: Uint8Array) => {
  const path = join(folder, 'file')
  writeFileSync(path, bytes)
  const { hits, total, fault } = await lookInFile({ path, ending })
  return { found: hits.map(({ kind, found }) => [kind, found]), total, fault }
}

test('of a docx: text that stands in several pieces, headers, footnotes, remarks, and what was struck out', async () => {
  const part = (text: string) => strToU8(`<w:x xmlns:w="w"><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:x>`)
  const bytes = docx(
    [
      ['身份证号：110105', '19491231', '002X'],
      ['联系电话 138', '12345678'],
    ],
    {
      'word/header1.xml': part('13900000001'),
      'word/footnotes.xml': part('13900000002'),
      'word/comments.xml': part('13900000003'),
      'word/document2.xml': part('13900000009'),
      'word/footer1.xml': strToU8(
        '<w:x xmlns:w="w"><w:p><w:del><w:delText>13900000004</w:delText></w:del></w:p></w:x>',
      ),
    },
  )
  const { found, fault } = await look('docx', bytes)
  expect(found.map(([, text]) => text).sort()).toEqual(
    [idNumber, '13812345678', '13900000001', '13900000002', '13900000003', '13900000004'].sort(),
  )
  expect(fault).toBeNull()
})

test('of a workbook: shared texts, numbers, and sheets beyond the first', async () => {
  const bytes = xlsx(
    ['姓名', `张三 ${idNumber}`],
    [
      '<c r="A1" t="s"><v>0</v></c><c r="B1"><v>13812345678</v></c><c r="C1"><v>1</v></c>',
      '<c r="A1" t="inlineStr"><is><t>1398765</t></is></c><c r="B1" t="inlineStr"><is><t>13987654321</t></is></c>',
    ],
  )
  expect(await look('xlsx', bytes)).toMatchObject({ total: 3, fault: null })
})

test('of a PDF: by what its fonts say, drawn in pieces, on lines and in cells', async () => {
  const drawn = (content: string) => pdfText(pdfOf({ content })).text.trim()
  expect(drawn('BT /F1 12 Tf 72 700 Td (Tel ) Tj (138) Tj (12345678) Tj ET')).toBe('Tel 13812345678')
  expect(drawn('BT /F1 12 Tf 72 700 Td [(110105) -20 (19491231002X)] TJ ET')).toBe(idNumber)
  // each digit in its own place
  const apart = [...'13812345678'].map((c, i) => `1 0 0 1 ${72 + i * 6} 700 Tm (${c}) Tj`).join(' ')
  expect(drawn(`BT /F1 12 Tf ${apart} ET`)).toBe('13812345678')
  // cells beside one another are no single number
  expect(drawn('BT /F1 12 Tf 1 0 0 1 72 700 Tm (1) Tj 1 0 0 1 100 700 Tm (13812345678) Tj ET')).toBe('1 13812345678')
  expect(drawn('BT /F1 12 Tf 72 700 Td (a\\(b\\)\\101) Tj 0 -20 Td (c) Tj ET')).toBe('a(b)A\nc')
  const said = '家庭住址：青石县城关镇解放路12号3单元501室'
  const bytes = pdfOf({
    content: `BT /F1 12 Tf 72 700 Td ${hexOf(said)} Tj ET`,
    font: sayingFont,
    more: [cmapOf(said)],
  })
  expect((await look('pdf', bytes)).found).toEqual([['address', '青石县城关镇解放路12号3单元501室']])
})

test('objects that are packed, and those that a change replaced', () => {
  const inner = '9 0 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'
  const packed = deflateSync(Buffer.from(inner, 'latin1'))
  const stream = `<< /Type /ObjStm /N 1 /First 4 /Length ${packed.length} /Filter /FlateDecode >>\nstream\n${packed.toString('latin1')}\nendstream`
  const first = pdfOf({ content: 'BT /F1 12 Tf (13800000000) Tj ET', more: [stream] })
  expect(pdfText(first).text.trim()).toBe('13800000000')
  const plain = 'BT /F1 12 Tf (13812345678) Tj ET'
  const change = `4 0 obj\n<< /Length ${plain.length} >>\nstream\n${plain}\nendstream\nendobj\n`
  expect(pdfText(Buffer.concat([first, Buffer.from(change)])).text.trim()).toBe('13812345678')
})

test('what cannot be read is said, and never that nothing is there', async () => {
  const image = '<< /Type /XObject /Subtype /Image /Filter /DCTDecode /Length 3 >>\nstream\nabc\nendstream'
  const faultOf = async (ending: string, bytes: Uint8Array) => (await look(ending, bytes)).fault
  expect(await faultOf('pdf', pdfOf({ content: 'BT ET', trailer: '/Encrypt 9 0 R' }))).toBe(
    '已加密，其中的文字没有检测',
  )
  const scan = pdfOf({ content: 'q 100 0 0 100 0 0 cm /Im1 Do Q', more: ['<< >>', image] })
  expect(await faultOf('pdf', scan)).toBe('是扫描的图片，其中的文字没有检测')
  const mute = '<< /Type /Font /Subtype /Type0 /Encoding /Identity-H >>'
  expect(await faultOf('pdf', pdfOf({ content: 'BT /F1 12 Tf <00010002> Tj ET', font: mute }))).toBe(
    '部分文字的字体没有说明是什么字，没有检测',
  )
  expect(await faultOf('pdf', Buffer.from('%PDF-1.7\n垃圾'))).toBe('没有能读取的页面，没有检测')
  expect(await faultOf('docx', Buffer.from('d0cf11e0a1b11ae1', 'hex'))).toBe('已加密，其中的文字没有检测')
  expect(await faultOf('docx', zipSync({ 'a.txt': strToU8('x') }))).toBe('内容无法识别，没有检测')
  expect(await faultOf('doc', Buffer.from('x'))).toBe('旧版 Word 文档中的文字没有检测')
  expect(await faultOf('zip', Buffer.from('x'))).toBe('压缩包中的文字没有检测')
  expect((await lookInFile({ path: join(folder, 'none'), ending: 'docx' })).fault).toBe('内容不在服务器上，没有检测')
})

test('bombs end at a limit: in a zip, in XML, in a PDF', async () => {
  const blanks = strToU8(`<w:p xmlns:w="w"><w:t>${' '.repeat(90_000_000)}</w:t></w:p>`)
  expect((await look('docx', zipSync({ 'word/document.xml': blanks }))).fault).toBe('展开后过大，没有检测')
  const entities = '<!DOCTYPE x [<!ENTITY a "13812345678"><!ENTITY b "&a;&a;&a;&a;">]>'
  const named = strToU8(`${entities}<w:p xmlns:w="w"><w:t>&b;&b;</w:t></w:p>`)
  expect(await look('docx', zipSync({ 'word/document.xml': named }))).toMatchObject({ total: 0 })
  const deep = zipSync({ 'word/document.xml': strToU8('<a>'.repeat(2_000_000)) })
  expect((await look('docx', deep)).fault).toBe('展开后过大，没有检测')
  const bomb = deflateSync(Buffer.alloc(100_000_000, 32))
  const stream = `<< /Length ${bomb.length} /Filter /FlateDecode >>\nstream\n${bomb.toString('latin1')}\nendstream`
  const page = '3 0 obj\n<< /Type /Page /Contents 99 0 R >>\nendobj\n'
  const bytes = Buffer.from(`%PDF-1.7\n${page}99 0 obj\n${stream}\nendobj\n`, 'latin1')
  expect((await look('pdf', bytes)).fault).toBe('展开后过大，没有检测')
  // forms that draw themselves
  const self =
    '<< /Type /XObject /Subtype /Form /Length 18 /Resources << /XObject << /Im1 7 0 R >> >> >>\nstream\n/Im1 Do /Im1 Do   \nendstream'
  const began = performance.now()
  pdfText(pdfOf({ content: '/Im1 Do', more: ['<< >>', self] }))
  expect(() => pdfText(Buffer.from(`%PDF-1.7\n1 0 obj\n${'['.repeat(3_000_000)}`))).toThrow()
  pdfText(Buffer.from(`%PDF-1.7\n${'1 0 obj << /Type /Page >> endobj\n'.repeat(100_000)}`))
  expect(performance.now() - began).toBeLessThan(10_000)
})

test('objects that lie within one another are not read again and again', () => {
  for (const open of ['<< /A ', '[ ', '( ', '< ']) {
    const text = Array.from({ length: 25_000 }, (_, n) => `${n + 1} 0 obj ${open}`).join('\n')
    expect(() => pdfText(Buffer.from(`%PDF-1.4\n${text}`)), open).toThrow()
  }
})

test('a list of objects that are not there is not read to its end', () => {
  const packed = deflateSync(Buffer.from('1 9 '.repeat(15_000_000))).toString('latin1')
  const stream = (n: number) =>
    `${n} 0 obj << /Type /ObjStm /N 99999999 /First 999999999 /Length ${packed.length} /Filter /FlateDecode >>\nstream\n${packed}\nendstream endobj\n`
  const bytes = Buffer.from(`%PDF-1.7\n${stream(1)}${stream(2)}`, 'latin1')
  const began = process.cpuUsage()
  expect(() => pdfText(bytes)).toThrow()
  expect(process.cpuUsage(began).user / 1e6).toBeLessThan(3)
})

test('what is drawn again and again, and streams without an end, are bounded by work', () => {
  const stream = (dict: string, content: string) =>
    `obj << ${dict} /Length ${content.length} >>\nstream\n${content}\nendstream endobj\n`
  const pages = Array.from(
    { length: 2000 },
    (_, n) => `${n + 10} 0 obj << /Type /Page /Contents 4 0 R /Resources << /XObject << /F 5 0 R >> >> >> endobj\n`,
  ).join('')
  const form = '/Type /XObject /Subtype /Form /Resources << /XObject << /F 5 0 R >> >>'
  const drawing = (page: string, content: string) =>
    Buffer.from(`%PDF-1.4\n4 0 ${stream('', page)}5 0 ${stream(form, content)}${pages}`)
  const many = (one: (n: number) => string) =>
    Buffer.from(`%PDF-1.4\n${Array.from({ length: 100_000 }, (_, n) => one(n)).join('\n')} endstream`)
  const began = performance.now()
  expect(() => pdfText(drawing('/F Do', '/F Do '.repeat(2000)))).toThrow()
  expect(() => pdfText(drawing('/F Do '.repeat(20_000), ' '))).toThrow()
  expect(() => pdfText(drawing('BT (a) Tj ET '.repeat(40_000), ' '))).toThrow()
  expect(() => pdfText(many((n) => `${n + 1} 0 obj<</Type/X>>stream x`).subarray(0, -10))).toThrow()
  // one stretch of the file as the packed objects of many streams
  expect(() => pdfText(many((n) => `${n + 1} 0 obj<</Type/ObjStm/N 1/First 0>>stream x`))).toThrow()
  expect(performance.now() - began).toBeLessThan(30_000)
  // a letterhead that stands on each page, and says so there
  const fonts = '/Type /XObject /Subtype /Form /Resources << /Font << /F1 << /Subtype /Type1 >> >> >>'
  const letterhead = `%PDF-1.4\n4 0 ${stream('', '/F Do')}5 0 ${stream(fonts, 'BT /F1 12 Tf (1) Tj ET')}${pages}`
  expect(pdfText(Buffer.from(letterhead)).text.match(/1/g)).toHaveLength(2000)
})
