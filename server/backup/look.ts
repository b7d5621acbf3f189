import { signHead } from '../log.ts'
import { type LogBase, partOf } from '../log-archive/base.ts'
import { type Wanting, wantingAmong } from '../log-archive/wanting.ts'
import { anchorRecords, restoreCall } from '../log-check.ts'
import type { Key } from '../secret.ts'
import type { keepings } from './database.ts'

type Rows = (table: string) => ReturnType<NonNullable<(typeof keepings)['sqlite']['rowsIn']>>

/** Whether the log of a dump ends as one of this key does: its rows are looked through when it is put back. */
export async function headFits(rows: Rows, key: Key): Promise<boolean> {
  for await (const { rows: count, hash, mac } of rows('logHead'))
    return mac === signHead(key, Number(count), hash ?? '')
  return false
}

/** The archives that a dump names and that do not lie in a folder as they should. */
export async function wantingIn(rows: Rows, key: Key, folder: string): Promise<Wanting[]> {
  const archives: LogBase[] = []
  for await (const row of rows('logArchive')) {
    const whole = (name: string) => Number(row[name])
    const text = (name: string) => row[name] ?? ''
    const numbers = { firstId: whole('firstId'), lastId: whole('lastId'), count: whole('count'), rows: whole('rows') }
    const names = { month: text('month'), file: text('file'), previous: text('previous'), hash: text('hash') }
    const rest = { sha256: text('sha256'), records: text('records'), mac: text('mac') }
    archives.push(partOf(key, { ...numbers, ...names, ...rest }))
  }
  archives.sort((a, b) => a.rows - b.rows)
  const found = await wantingAmong(archives, key, folder)
  if (found.length === 0) return found
  const records = anchorRecords(archives.at(-1)?.records)
  for await (const { kind, call, at, after } of rows('log'))
    if (kind === 'system' && call === restoreCall) records.pass({ call, at: Number(at), after: after ?? null })
  return found.filter(({ file }) => file === null || !records.givenUp.has(file))
}
