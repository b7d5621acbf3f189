import { deflateSync } from 'node:zlib'
import { strToU8, zipSync } from 'fflate'

const xml = (body: string) => strToU8(`<?xml version="1.0" encoding="UTF-8"?>${body}`)

/** A docx of some paragraphs; each is given as the pieces in which its text stands. */
export const docx = (paragraphs: readonly (readonly string[])[], more: Readonly<Record<string, Uint8Array>> = {}) => {
  const text = paragraphs.map((runs) => `<w:p>${runs.map((run) => `<w:r><w:t>${run}</w:t></w:r>`).join('')}</w:p>`)
  return zipSync({
    '[Content_Types].xml': xml('<Types/>'),
    'word/document.xml': xml(`<w:document xmlns:w="w"><w:body>${text.join('')}</w:body></w:document>`),
    ...more,
  })
}

/** A workbook: texts that cells share, and the cells of its sheets, as XML. */
export const xlsx = (shared: readonly string[], sheets: readonly string[]) =>
  zipSync({
    '[Content_Types].xml': xml('<Types/>'),
    'xl/workbook.xml': xml('<workbook/>'),
    'xl/sharedStrings.xml': xml(`<sst>${shared.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`),
    ...Object.fromEntries(
      sheets.map((cells, i) => [
        `xl/worksheets/sheet${i + 1}.xml`,
        xml(`<worksheet><sheetData><row r="1">${cells}</row></sheetData></worksheet>`),
      ]),
    ),
  })

interface PdfOptions {
  /** What the page draws. */
  readonly content: string
  readonly font?: string
  readonly more?: readonly string[]
  readonly trailer?: string
}

/** A PDF of one page, whose content is packed. */
export function pdfOf({ content, font, more = [], trailer = '' }: PdfOptions): Buffer {
  const packed = deflateSync(Buffer.from(content, 'latin1'))
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> /XObject << /Im1 7 0 R >> >> >>',
    `<< /Length ${packed.length} /Filter /FlateDecode >>\nstream\n${packed.toString('latin1')}\nendstream`,
    font ?? '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...more,
  ]
  const body = objects.map((one, i) => `${i + 1} 0 obj\n${one}\nendobj\n`).join('')
  return Buffer.from(`%PDF-1.7\n${body}trailer\n<< /Root 1 0 R ${trailer} >>\n%%EOF`, 'latin1')
}

/** A font of two bytes for each character, which says what they are. */
export const sayingFont = '<< /Type /Font /Subtype /Type0 /Encoding /Identity-H /ToUnicode 6 0 R >>'
export const cmapOf = (text: string): string => {
  const codes = [...text].map((c) => c.charCodeAt(0).toString(16).padStart(4, '0'))
  const cmap = `1 begincodespacerange <0000> <ffff> endcodespacerange\n${codes.length} beginbfchar\n${codes
    .map((hex) => `<${hex}> <${hex}>`)
    .join('\n')}\nendbfchar`
  return `<< /Length ${cmap.length} >>\nstream\n${cmap}\nendstream`
}
export const hexOf = (text: string): string =>
  `<${[...text].map((c) => c.charCodeAt(0).toString(16).padStart(4, '0')).join('')}>`
