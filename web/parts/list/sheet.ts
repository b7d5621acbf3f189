import { strToU8, zipSync } from 'fflate'
import { documents } from '../../../core/contract/replies.ts'
import type { Cell, SheetColumn } from '../../../core/sheet/columns.ts'
import { shellOf, zipDay } from '../../../core/sheet/shell.ts'
import { rowXml } from '../../../core/sheet/xml.ts'

/**
 * The same spreadsheet as server and commands write, for the few thousand rows that a browser holds.
 * @param rows the cells of each row, in the order of the columns
 */
export function sheetWith(name: string, columns: readonly SheetColumn[], rows: readonly Cell[][]): Blob {
  const { files, path, before, after, cells } = shellOf(name, columns)
  const body = rows.map((row, i) => rowXml(cells, i + 2, (at) => row[at] ?? null))
  const zipped = zipSync({ ...files, [path]: strToU8(before + body.join('') + after) }, { mtime: zipDay })
  return new Blob([zipped], { type: documents.xlsx.type })
}
