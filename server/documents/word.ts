import { strToU8, zipSync } from 'fflate'
import { zipDay } from '../../core/sheet/shell.ts'
import { xmlText } from '../../core/sheet/xml.ts'

/** What a document is made of, in its order. */
export type Block =
  | { readonly kind: 'title' | 'heading' | 'text' | 'plain' | 'signed'; readonly text: string }
  /** Names and what they are: a form that was filled in. */
  | { readonly kind: 'facts'; readonly rows: readonly (readonly [name: string, value: string])[] }
  | { readonly kind: 'grid'; readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] }

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const names = {
  word: 'http://schemas.openxmlformats.org/wordprocessingml/2006/main',
  types: 'http://schemas.openxmlformats.org/package/2006/content-types',
  relations: 'http://schemas.openxmlformats.org/package/2006/relationships',
  office: 'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
  word2: 'application/vnd.openxmlformats-officedocument.wordprocessingml',
}

const font = (name: string) => `<w:rFonts w:ascii="${name}" w:hAnsi="${name}" w:eastAsia="${name}"/>`
/** A style: how its paragraphs stand, and how their signs look (sizes in half points). */
const style = (id: string, says: string, paragraph: string, run: string) =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${says}"/><w:basedOn w:val="Normal"/><w:pPr>${paragraph}</w:pPr><w:rPr>${run}</w:rPr></w:style>`

const styles = `${head}<w:styles xmlns:w="${names.word}"><w:docDefaults><w:rPrDefault><w:rPr>${font('宋体')}<w:sz w:val="24"/><w:lang w:val="zh-CN" w:eastAsia="zh-CN"/></w:rPr></w:rPrDefault></w:docDefaults><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:pPr><w:spacing w:line="400" w:lineRule="atLeast"/></w:pPr></w:style>${[
  style(
    'Title',
    'Title',
    '<w:spacing w:before="120" w:after="360"/><w:jc w:val="center"/>',
    '<w:b/><w:sz w:val="36"/>',
  ),
  style('Heading1', 'heading 1', '<w:keepNext/><w:spacing w:before="240" w:after="120"/>', '<w:b/><w:sz w:val="28"/>'),
  style('Text', 'Text', '<w:ind w:firstLineChars="200" w:firstLine="480"/>', ''),
  style('Signed', 'Signed', '<w:jc w:val="right"/>', ''),
  style('Cell', 'Cell', '<w:spacing w:line="320" w:lineRule="atLeast"/>', '<w:sz w:val="21"/>'),
].join('')}</w:styles>`

const types = `${head}<Types xmlns="${names.types}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${names.word2}.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="${names.word2}.styles+xml"/></Types>`
const relations = (type: string, target: string) =>
  `${head}<Relationships xmlns="${names.relations}"><Relationship Id="rId1" Type="${names.office}/${type}" Target="${target}"/></Relationships>`

const run = (text: string) => `<w:r><w:t xml:space="preserve">${xmlText(text)}</w:t></w:r>`
const paragraph = (styled: string, text: string) =>
  `<w:p><w:pPr><w:pStyle w:val="${styled}"/></w:pPr>${run(text)}</w:p>`
/** A text of several lines is as many paragraphs. */
const paragraphs = (styled: string, text: string) =>
  text
    .split(/\r?\n/)
    .map((line) => paragraph(styled, line))
    .join('')

const styledAs = { title: 'Title', heading: 'Heading1', text: 'Text', plain: 'Normal', signed: 'Signed' } as const
/** The width of a page between its edges, in twentieths of a point. */
const width = 8900

function table(rows: readonly (readonly string[])[], widths: readonly number[], headed: boolean): string {
  const edge = ['top', 'left', 'bottom', 'right', 'insideH', 'insideV']
    .map((side) => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="000000"/>`)
    .join('')
  const cells = (row: readonly string[]) =>
    row
      .map(
        (text, i) =>
          `<w:tc><w:tcPr><w:tcW w:w="${widths[i]}" w:type="dxa"/></w:tcPr>${paragraphs('Cell', text)}</w:tc>`,
      )
      .join('')
  const grid = widths.map((one) => `<w:gridCol w:w="${one}"/>`).join('')
  const lines = rows.map((row, i) => {
    const top = headed && i === 0 ? '<w:tblHeader/>' : ''
    return `<w:tr><w:trPr><w:cantSplit/>${top}</w:trPr>${cells(row)}</w:tr>`
  })
  // two tables beside one another would be one
  return `<w:tbl><w:tblPr><w:tblW w:w="${width}" w:type="dxa"/><w:tblBorders>${edge}</w:tblBorders><w:tblLayout w:type="fixed"/></w:tblPr><w:tblGrid>${grid}</w:tblGrid>${lines.join('')}</w:tbl><w:p/>`
}

function xmlOfBlock(block: Block): string {
  if (block.kind === 'facts') return table(block.rows, [2200, width - 2200], false)
  if (block.kind === 'grid') {
    const rest = block.head.slice(0, -1).map(() => 1350)
    return table([block.head, ...block.rows], [...rest, width - rest.length * 1350], true)
  }
  return paragraphs(styledAs[block.kind], block.text)
}

/** A document for Word, of A4 pages: the few parts that such a file must have. */
export function wordOf(blocks: readonly Block[]): Uint8Array {
  const section =
    '<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1440" w:right="1500" w:bottom="1440" w:left="1500" w:header="720" w:footer="720" w:gutter="0"/></w:sectPr>'
  const body = blocks.map(xmlOfBlock).join('')
  const files = {
    '[Content_Types].xml': strToU8(types),
    '_rels/.rels': strToU8(relations('officeDocument', 'word/document.xml')),
    'word/document.xml': strToU8(
      `${head}<w:document xmlns:w="${names.word}"><w:body>${body}${section}</w:body></w:document>`,
    ),
    'word/styles.xml': strToU8(styles),
    'word/_rels/document.xml.rels': strToU8(relations('styles', 'styles.xml')),
  }
  return zipSync(files, { mtime: zipDay })
}
