import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { isFull, plainReason } from '../../server/full-disk.ts'
import { diskReason } from '../../server/site/write.ts'

/** What SQLite itself says of a database that may not grow. */
function sqliteFull(): unknown {
  const db = new DatabaseSync(':memory:')
  db.exec('create table a (b text); pragma max_page_count = 3')
  try {
    db.exec(`insert into a values ('${'x'.repeat(100_000)}')`)
  } catch (error) {
    return error
  } finally {
    db.close()
  }
  throw new Error('it grew')
}

test.for([
  ['SQLite', sqliteFull()],
  ['a file', Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })],
  ['a quota', Object.assign(new Error('EDQUOT: disk quota exceeded'), { code: 'EDQUOT' })],
  ['PostgreSQL', Object.assign(new Error('could not extend file "base/5/16384"'), { code: '53100' })],
  ['a thread', new Error('Error: database or disk is full\n    at takeBatch (text-index.ts:151:13)')],
] as const)('a full disk is called so wherever it shows: %s', ([, error]) => {
  expect([isFull(error), plainReason(error)]).toEqual([true, '磁盘空间不足，请腾出空间'])
  expect(diskReason(error)).toContain('磁盘空间不足')
})

test('anything else is told by its first line', () => {
  expect(isFull(null)).toBe(false)
  try {
    readFileSync('/none/here')
  } catch (error) {
    expect([isFull(error), plainReason(error)]).toEqual([false, expect.stringMatching(/^ENOENT: .*none/)])
  }
})
