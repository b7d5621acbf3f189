import { type CellKind, numberFormats, type SheetColumn } from './columns.ts'
import { xmlText } from './xml.ts'

/** A workbook around rows that are yet to come. */
export interface Shell {
  /** The workbook's other files, by path. */
  readonly files: Readonly<Record<string, Uint8Array>>
  /** Where the rows' sheet lies, and what stands before and after them. */
  readonly path: string
  readonly before: string
  readonly after: string
  /** For each column the begin of a cell: `<c r="B`, then the row's number, then its style. */
  readonly cells: readonly { readonly open: string; readonly style: string }[]
}

/** What an entry of a zip says of its day: the first one that it can, for nothing of the moment stands in a file. */
export const zipDay = new Date(1980, 0, 1)

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const openXml = 'http://schemas.openxmlformats.org'
const main = `${openXml}/spreadsheetml/2006/main`
const relations = `${openXml}/officeDocument/2006/relationships`
const packaged = `${openXml}/package/2006`
const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const path = 'xl/worksheets/sheet1.xml'

/** The styles by their number: plain, the headings, then one for each kind of cell. */
const kinds = Object.keys(numberFormats) as CellKind[]
const headingStyle = 1
const styleOf = (kind: CellKind) => headingStyle + 1 + kinds.indexOf(kind)
/** Formats that each spreadsheet program knows by their number; one's own are numbered from 164 on. */
const known: Readonly<Record<string, number>> = { '@': 49, '#,##0': 3 }
const formatOf = (kind: CellKind) => known[numberFormats[kind]] ?? 164 + kinds.indexOf(kind)

const attribute = (text: string) => xmlText(text).replaceAll('"', '&quot;')
const list = (tag: string, items: readonly string[]) => `<${tag} count="${items.length}">${items.join('')}</${tag}>`
const style = (format: number, font: number) =>
  `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`
const font = (bold: string) => `<font>${bold}<sz val="11"/><name val="宋体"/><family val="2"/></font>`

const styles = `${head}<styleSheet xmlns="${main}">${[
  list(
    'numFmts',
    kinds
      .filter((kind) => !Object.hasOwn(known, numberFormats[kind]))
      .map((kind) => `<numFmt numFmtId="${formatOf(kind)}" formatCode="${attribute(numberFormats[kind])}"/>`),
  ),
  list('fonts', [font(''), font('<b/>')]),
  list(
    'fills',
    ['none', 'gray125'].map((fill) => `<fill><patternFill patternType="${fill}"/></fill>`),
  ),
  list('borders', ['<border><left/><right/><top/><bottom/><diagonal/></border>']),
  list('cellStyleXfs', ['<xf numFmtId="0" fontId="0" fillId="0" borderId="0"/>']),
  list('cellXfs', [style(0, 0), style(0, 1), ...kinds.map((kind) => style(formatOf(kind), 0))]),
  list('cellStyles', ['<cellStyle name="Normal" xfId="0" builtinId="0"/>']),
].join('')}</styleSheet>`

const types = `${head}<Types xmlns="${packaged}/content-types">${[
  `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>`,
  `<Default Extension="xml" ContentType="application/xml"/>`,
  `<Override PartName="/xl/workbook.xml" ContentType="${spreadsheet}.sheet.main+xml"/>`,
  `<Override PartName="/${path}" ContentType="${spreadsheet}.worksheet+xml"/>`,
  `<Override PartName="/xl/styles.xml" ContentType="${spreadsheet}.styles+xml"/>`,
].join('')}</Types>`

const related = (targets: readonly (readonly [type: string, target: string])[]) =>
  `${head}<Relationships xmlns="${packaged}/relationships">${targets
    .map(([type, target], i) => `<Relationship Id="rId${i + 1}" Type="${relations}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`

/** What no name of a sheet may hold. */
const unnamed = /[\\/?*[\]:]/g

const workbook = (name: string) =>
  `${head}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="${attribute(name)}" sheetId="1" r:id="rId1"/></sheets></workbook>`

/** `A`, `Z`, `AA`: a column by its number from 0. */
export const lettersOf = (at: number): string =>
  (at >= 26 ? lettersOf(Math.floor(at / 26) - 1) : '') + String.fromCharCode(65 + (at % 26))

/** Makes the workbook with its headings, widths, formats and filter: the same bytes for the same columns at all times. */
export function shellOf(name: string, columns: readonly SheetColumn[]): Shell {
  const bytes = (text: string) => new TextEncoder().encode(text)
  const letters = columns.map((_, i) => lettersOf(i))
  const widths = columns.map(({ width }, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`)
  const headings = columns.map(
    ({ title }, i) => `<c r="${letters[i]}1" s="${headingStyle}" t="str"><v>${xmlText(title)}</v></c>`,
  )
  return {
    files: {
      '[Content_Types].xml': bytes(types),
      '_rels/.rels': bytes(related([['officeDocument', 'xl/workbook.xml']])),
      'xl/workbook.xml': bytes(workbook(name.replace(unnamed, ' ').slice(0, 31))),
      'xl/_rels/workbook.xml.rels': bytes(
        related([
          ['worksheet', 'worksheets/sheet1.xml'],
          ['styles', 'styles.xml'],
        ]),
      ),
      'xl/styles.xml': bytes(styles),
    },
    path,
    before: `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>${widths.join('')}</cols><sheetData><row r="1" s="${headingStyle}" customFormat="1">${headings.join('')}</row>`,
    after: `</sheetData><autoFilter ref="A1:${letters.at(-1)}1"/></worksheet>`,
    cells: columns.map(({ kind }, i) => ({ open: `<c r="${letters[i]}`, style: `" s="${styleOf(kind)}"` })),
  }
}
