import { createReadStream } from 'node:fs'
import { NoSheet, readSheet } from '../../core/sheet/read.ts'
import { TooMuch } from '../../core/sheet/unzip.ts'
import { fileSum, type Told } from './manifest.ts'

/** What stands in a document that the server laid out: its headings and how many rows; nothing of one that is no sheet. */
export async function tableIn(path: string): Promise<Pick<Told, 'columns' | 'rows' | 'bytes' | 'sha256'>> {
  const sum = await fileSum(path)
  let columns: Told['columns'] | null = null
  let rows = 0
  try {
    for await (const { cells } of readSheet(() => createReadStream(path)))
      if (columns) rows += 1
      else columns = [...cells.values()].map((title) => ({ field: null, title }))
  } catch (error) {
    if (!(error instanceof NoSheet || error instanceof TooMuch)) throw error
    return { ...sum, columns: [], rows: null }
  }
  return { ...sum, columns: columns ?? [], rows }
}
