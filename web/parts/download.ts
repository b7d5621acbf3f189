/** Hands a file to the browser's downloads. */
export function download(name: string, content: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}

const two = (n: number) => String(n).padStart(2, '0')

/** `信箱导出-20261121-0905.xlsx`. */
export function fileName(what: string, ending: string, at = new Date()): string {
  const date = `${at.getFullYear()}${two(at.getMonth() + 1)}${two(at.getDate())}`
  return `${what}-${date}-${two(at.getHours())}${two(at.getMinutes())}.${ending}`
}

const cell = (text: string) => `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`

/** Rows as CSV that spreadsheet programs read as UTF-8 and evaluate nothing of. */
export const csv = (rows: readonly (readonly string[])[]): Blob =>
  new Blob([`\ufeff${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`], { type: 'text/csv;charset=utf-8' })
