import { type ImportColumn, importColumns, importMost } from '../contract/user/import.ts'
import { unguarded } from './columns.ts'
import type { SheetRow } from './read.ts'

/** Somebody as a row of a sheet has them. */
export type SheetPerson = { readonly row: number } & Readonly<Partial<Record<ImportColumn, string>>>

/** What cannot be read as a sheet of people, in words. */
export class NoPeople extends Error {
  override readonly name = 'NoPeople'
}

const names = Object.keys(importColumns) as ImportColumn[]
const headings = new Map(names.flatMap((name) => [[importColumns[name].title, name] as const, [name, name] as const]))

interface Taken {
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
  return { columns, unused: given.flatMap(([, text]) => (headings.has(text) ? [] : [text])) }
}

/**
 * The people of a sheet whose first row has the template's headings.
 * @returns they, and the headings that nobody knows
 * @throws NoPeople where there are none, too many, or a heading lacks
 */
export async function peopleOf(
  rows: AsyncIterable<SheetRow>,
): Promise<{ items: SheetPerson[]; unused: readonly string[] }> {
  let taken: Taken | undefined
  const items: SheetPerson[] = []
  for await (const { row, cells } of rows) {
    if (!taken) {
      taken = takenOf(cells)
      continue
    }
    const texts = taken.columns.map(([at, name]) => [name, unguarded(cells.get(at) ?? '').trim()] as const)
    const filled = texts.filter(([, text]) => text !== '')
    if (filled.length === 0) continue
    if (items.length === importMost) throw new NoPeople(`一次最多 ${importMost} 名用户，请分成几个文件`)
    items.push({ row, ...Object.fromEntries(filled) })
  }
  if (items.length === 0) throw new NoPeople('没有要导入的用户：第一行是表头，从第二行起每行一人')
  return { items, unused: taken?.unused ?? [] }
}
