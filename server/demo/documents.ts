import { strToU8, type Zippable, zipSync } from 'fflate'
import type { FileKind } from '../../core/domain/files.ts'
import { escapeHtml } from '../../core/domain/html.ts'

/** A document of the demo county, as an office program would have saved it, without all that it would have put in beside the words. */
export interface Document {
  readonly name: string
  readonly kind: FileKind
  readonly bytes: Uint8Array
}

const main = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const sheetMain = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/package/2006/relationships'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'

const mainTypes: Readonly<Record<string, string>> = {
  'word/document.xml': 'wordprocessingml.document.main',
  'xl/workbook.xml': 'spreadsheetml.sheet.main',
  'xl/worksheets/sheet1.xml': 'spreadsheetml.worksheet',
}

/** A package of these parts, the first of which is the document. */
function packed(parts: Readonly<Record<string, string>>): Uint8Array {
  const [path] = Object.keys(parts)
  const types = Object.keys(parts)
    .flatMap((part) => (mainTypes[part] ? [[part, mainTypes[part]]] : []))
    .map(
      ([part, of]) =>
        `<Override PartName="/${part}" ContentType="application/vnd.openxmlformats-officedocument.${of}+xml"/>`,
    )
    .join('')
  const all: Readonly<Record<string, string>> = {
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${types}</Types>`,
    '_rels/.rels': `<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${office}/officeDocument" Target="${path}"/></Relationships>`,
    ...parts,
  }
  const files: Zippable = Object.fromEntries(
    Object.entries(all).map(([name, xml]) => [name, [strToU8(head + xml), { mtime: Date.UTC(2026, 0, 1) }]]),
  )
  return zipSync(files)
}
const paragraph = (line: string, i: number) =>
  `<w:p>${i === 0 ? '<w:pPr><w:jc w:val="center"/></w:pPr>' : ''}<w:r>${i === 0 ? '<w:rPr><w:b/><w:sz w:val="36"/></w:rPr>' : ''}<w:t>${escapeHtml(line)}</w:t></w:r></w:p>`

/** A Word document: its first line is the title. */
function word(name: string, ...lines: readonly string[]): Document {
  const xml = `<w:document xmlns:w="${main}"><w:body>${lines.map(paragraph).join('')}</w:body></w:document>`
  const bytes = packed({ 'word/document.xml': xml })
  return { name: `${name}.docx`, kind: 'word', bytes }
}

/** A workbook of one sheet: its first row is the headings. */
function sheet(name: string, ...rows: readonly (readonly string[])[]): Document {
  const cell = (text: string) => `<c t="inlineStr"><is><t>${escapeHtml(text)}</t></is></c>`
  const lines = rows.map((row, i) => `<row r="${i + 1}">${row.map(cell).join('')}</row>`).join('')
  const bytes = packed({
    'xl/workbook.xml': `<workbook xmlns="${sheetMain}" xmlns:r="${office}"><sheets><sheet name="${name}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${sheetMain}"><sheetData>${lines}</sheetData></worksheet>`,
  })
  return { name: `${name}.xlsx`, kind: 'sheet', bytes }
}

/** The attachments of demo articles, by title. */
export const documentsOf = (title: string): readonly Document[] => documents[title]?.() ?? []

const documents: Readonly<Record<string, () => readonly Document[]>> = {
  关于征集县政协十一届五次会议提案的通知: () => [
    word(
      '提案选题参考目录',
      '提案选题参考目录',
      '一、产业发展：特色产业集群、县域商业体系、乡村旅游；',
      '二、城乡建设：背街小巷照明、停车便利、老旧小区供暖；',
      '三、民生事业：基层医疗、养老服务、学校周边交通；',
      '四、生态环境：河湖保护、秸秆利用、垃圾分类。',
    ),
    sheet('提案登记表', ['序号', '案由', '第一提案人', '联名人', '建议承办单位'], ['1', '', '', '', '']),
  ],
  '关于开展“最美政协委员”推荐活动的公告': () => [
    word('“最美政协委员”推荐表', '“最美政协委员”推荐表', '姓名：', '界别：', '推荐单位：', '主要事迹（一千字以内）：'),
  ],
  县政协机关公开招聘公益性岗位人员公告: () => [
    word('应聘登记表', '公益性岗位应聘登记表', '姓名：', '出生年月：', '学历：', '应聘岗位：', '联系电话：'),
  ],
}
