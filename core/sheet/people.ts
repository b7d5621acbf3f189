import { type ImportColumn, importCellMost, importColumns, importMost } from '../contract/user/import.ts'
import { unfit, withoutUnfit } from '../domain/unfit.ts'
import { rowsMax, unguarded } from './columns.ts'
import type { SheetRow } from './read.ts'

/** Somebody as a row of a sheet has them. */
export type SheetPerson = { readonly row: number; readonly fault?: string } & Readonly<
  Partial<Record<ImportColumn, string>>
>

/** What cannot be read as a sheet of people, in words. */
export class NoPeople extends Error {
  override readonly name = 'NoPeople'
}

const names = Object.keys(importColumns) as ImportColumn[]
/** What other sheets call a column. */
const otherTitles: Readonly<Partial<Record<ImportColumn, readonly string[]>>> = {
  account: ['帐号', '登录名', '用户名'],
  dept: ['单位', '所在部门', '所在单位'],
  mobile: ['手机', '手机号码', '电话', '联系电话'],
  idNumber: ['身份证', '身份证号码', '证件号码'],
  position: ['职务', '职位'],
}
const headings = new Map(
  names.flatMap((name) =>
    [importColumns[name].title, name, ...(otherTitles[name] ?? [])].map((title) => [title, name] as const),
  ),
)

interface Taken {
  /** How many cells the heading has. */
  readonly width: number
  readonly columns: readonly (readonly [at: number, name: ImportColumn])[]
  readonly unused: readonly string[]
}

function takenOf(cells: ReadonlyMap<number, string>): Taken {
  const given = [...cells].map(([at, text]) => [at, text.trim()] as const).filter(([, text]) => text !== '')
  const columns = given.flatMap(([at, text]) => {
    const name = headings.get(text)
    return name ? [[at, name] as const] : []
  })
  for (const name of names) {
    const { title } = importColumns[name]
    const times = columns.filter(([, one]) => one === name).length
    if (times > 1) throw new NoPeople(`有 ${times} 列都是「${title}」，请只留一列`)
    if (times === 0 && 'needed' in importColumns[name])
      throw new NoPeople(`第一行没有「${title}」一列，请用模板填写，第一行的表头不要改`)
  }
  return {
    columns,
    width: Math.max(...cells.keys()) + 1,
    unused: given.flatMap(([, text]) => (headings.has(text) ? [] : [text])),
  }
}

/** So much of a text that is too long for any column is sent that the server still finds it so, and names its row: the whole could be refused without one. */
const cut = (text: string): string => (text.length <= cutFrom ? text : text.slice(0, cutFrom).toWellFormed())
const cutFrom = 2 * importCellMost + 2

const isUnfit = (text: string) => unfit.test(text) || !text.isWellFormed()
const unfitSays = '含有看不见的控制字符（多为从其他软件粘贴而来的换行），请删去后重新填写'

/** What is wrong with a row that no cell of it can tell once it was read; '' for nothing. */
function faultOf(texts: readonly (readonly [ImportColumn, string])[], beyond: readonly string[]): string {
  const faults = texts.flatMap(([name, text]) => (isUnfit(text) ? [`${importColumns[name].title}：${unfitSays}`] : []))
  const [first] = beyond
  if (first !== undefined)
    faults.push(
      `比表头多出 ${beyond.length} 格（「${withoutUnfit(first).toWellFormed().slice(0, 20)}」），其余各格可能错位：文字中有逗号的，要用英文双引号括起来`,
    )
  return faults.join('；')
}

/**
 * The people of a sheet whose first row has the template's headings.
 * @param parted whether signs part the cells: more of them than there are headings are no notes beside the table then
 * @returns they, and the headings that nobody knows
 * @throws NoPeople where there are none, too many, or a heading lacks
 */
export async function peopleOf(
  rows: AsyncIterable<SheetRow>,
  parted = false,
): Promise<{ items: SheetPerson[]; unused: readonly string[] }> {
  let taken: Taken | undefined
  const items: SheetPerson[] = []
  for await (const { row, cells } of rows) {
    if (row > rowsMax + 1)
      throw new NoPeople(`超过 ${rowsMax + 1} 行（空行也算），一次最多 ${importMost} 名用户，请只留要导入的行`)
    if (!taken) {
      taken = takenOf(cells)
      continue
    }
    const texts = taken.columns.map(([at, name]) => [name, cut(unguarded(cells.get(at) ?? '').trim())] as const)
    const { width } = taken
    const beyond = parted ? [...cells].flatMap(([at, text]) => (at >= width && text.trim() ? [text.trim()] : [])) : []
    const fault = faultOf(texts, beyond)
    const filled = texts
      .map(([name, text]) => [name, withoutUnfit(text).toWellFormed().trim()] as const)
      .filter(([, text]) => text !== '')
    if (filled.length === 0 && fault === '') continue
    if (items.length === importMost) throw new NoPeople(`一次最多 ${importMost} 名用户，请分成几个文件`)
    items.push({ row, ...Object.fromEntries(filled), ...(fault && { fault }) })
  }
  if (items.length === 0) throw new NoPeople('没有要导入的用户：第一行是表头，从第二行起每行一人')
  return { items, unused: taken?.unused ?? [] }
}
