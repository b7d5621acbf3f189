import type { FileKind } from '../sheet/rows-text.ts'

/** What a file of exported rows can be, in words. */
export const exportFormats = {
  xlsx: 'Excel 表格',
  csv: 'CSV',
  json: 'JSON',
  jsonl: 'JSON 行',
} as const satisfies Readonly<Record<FileKind, string>>

/** So many of one person may be on their way: they are made one after another. */
export const exportsMost = 20

/** So many finished files of one person are kept, of so many bytes together: of more the oldest go before their time. */
export const exportsKept = { files: 100, bytes: 2 * 1024 ** 3 } as const

/** What can be fetched of one. */
export const exportParts = { file: '文件', manifest: '清单' } as const
