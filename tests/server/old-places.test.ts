import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { nextNo } from '../../server/areas/proposal/number.ts'
import { loadAreas } from '../../server/areas.ts'
import { migrate } from '../../server/db/migrations.ts'
import { openPostgres, openSqlite } from '../../server/db/open.ts'
import type { AnyDb } from '../../server/rows/list.ts'
import { openSecret } from '../../server/secret.ts'
import { databases, newPostgres } from '../support/databases.ts'

const start = Date.UTC(2026, 10, 20)
const later = ['202611261910-proposal-register', '202611261915-area-places']
/** Steps behind those. */
const since = ['202611262100-open-lists', '202611262105-own-places', '202611271540-open-lists-postgres']
const common = (n: number) => ({
  title: `第 ${n} 件`,
  content: '原文',
  createdAt: start,
  updatedAt: start + n,
  version: 1,
})
const board = (title: string) => ({ title, sort: 0, status: 1, createdAt: start, updatedAt: start, version: 1 })

/** Rows of before, each with what makes it public or not. */
const old = {
  apply: [7, 6, 7].map((state, n) => ({
    ...{ ...common(n), applicant: 0, name: 'x', phone: 'x', phoneHash: 'x', code: 'x', codeHash: `x${n}`, medium: 0 },
    ...{ way: 1, channel: 0, state, publishedAt: start - n },
  })),
  proposal: [9, 5, 9].map((state, n) => ({
    ...{ ...common(n), type: 0, class: 0, state, round: 1, openFlag: 1, publishedAt: start - n },
    no: ['2026-9999', '2026-10000', '2025-0007'][n],
  })),
  product: [1, 0, 1].map((status, n) => ({ ...common(n), status })),
  industrialProject: [1, 0, 1].map((status, n) => ({ ...common(n), status, industry: 1 })),
  celebrity: [1, 0, 1].map((status, n) => ({ ...common(n), status })),
  forum: [
    [1, 1, null],
    [2, 1, null],
    [2, 0, null],
    [2, 1, null],
    [2, 1, 4],
  ].map(([plateId, status, topicId], n) => ({
    ...{ ...common(n), plateId, status, topicId, parentId: topicId, type: topicId === null ? 0 : 1, official: 0 },
    publishedAt: start + n,
  })),
}

describe.each(databases)('rows that were public before their lists had numbers, on %s', (database) => {
  test('have one each in the order in which they came, and proposals go on behind the highest number', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'xzx-places-'))
    const postgres = database === 'postgres' ? await newPostgres() : undefined
    const db = postgres ? await openPostgres(postgres.url) : openSqlite(join(dir, 'xzx.db'))
    const { log } = openSecret(join(dir, 'key'))
    try {
      const { migrations } = await loadAreas()
      const before = Object.entries(migrations).filter(([name]) => ![...later, ...since].includes(name))
      await migrate(db.write, db.dialect, log, Object.fromEntries(before))
      const write = db.write as unknown as AnyDb
      await write
        .insertInto('plate')
        .values([board('市政'), board('交通')])
        .execute()
      for (const [area, rows] of Object.entries(old))
        for (const row of rows) await write.insertInto(area).values(row).execute()
      await migrate(db.write, db.dialect, log, migrations)
      const places = async (area: string) => {
        const rows = await write.selectFrom(area).select('openNo').orderBy('id').execute()
        return rows.map(({ openNo }) => (openNo === null ? null : Number(openNo)))
      }
      for (const area of ['apply', 'proposal']) expect(await places(area), area).toEqual([2, null, 1])
      for (const area of ['product', 'industrialProject', 'celebrity'])
        expect(await places(area), area).toEqual([1, null, 2])
      expect(await places('forum')).toEqual([20_000_001, 40_000_001, null, 40_000_002, null])
      const year = (n: number) => Date.UTC(n, 5, 1)
      expect([await nextNo(db.write, year(2025)), await nextNo(db.write, year(2026))]).toEqual([
        '2025-0008',
        '2026-10001',
      ])
      expect(await nextNo(db.write, year(2027))).toBe('2027-0001')
    } finally {
      await db.close()
      await postgres?.drop()
      rmSync(dir, { recursive: true, force: true })
    }
  })
})
