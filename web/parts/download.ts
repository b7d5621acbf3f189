import { fileStamp } from '../../core/domain/time.ts'
import { csvCell } from '../../core/sheet/rows-text.ts'

/** Hands a file to the browser's downloads. */
export function download(name: string, content: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}

/** `信箱导出-20261121-0905.xlsx`, in the time of the site. */
export const fileName = (what: string, ending: string): string => `${what}-${fileStamp(Date.now())}.${ending}`

/** Rows as CSV that spreadsheet programs read as UTF-8 and evaluate nothing of. */
export const csv = (rows: readonly (readonly string[])[]): Blob =>
  new Blob([`\ufeff${rows.map((row) => row.map(csvCell).join(',')).join('\r\n')}\r\n`], {
    type: 'text/csv;charset=utf-8',
  })
