import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { openPostgres } from '../../server/db/open.ts'
import { asRefused } from '../../server/http/answer.ts'
import { databases, newPostgres } from '../support/databases.ts'

describe.runIf(databases.includes('postgres'))('connections of PostgreSQL', () => {
  test('who waits too long for one is told to come again, and lets go of what they hold', async () => {
    const { url, drop } = await newPostgres()
    const db = await openPostgres(url, 2, 100)
    try {
      const asks = () => sql`select 1`.execute(db.read)
      // each holds one and asks for a second
      const both = await Promise.allSettled([db.transaction(asks), db.transaction(asks)])
      const failed = both.flatMap((one) => (one.status === 'rejected' ? [asRefused(one.reason)] : []))
      expect(failed.length).toBeGreaterThan(0)
      for (const { code, message } of failed) expect([code, message]).toEqual(['UNAVAILABLE', expect.any(String)])
      await expect(asks()).resolves.toMatchObject({ rows: [{}] })
    } finally {
      await db.close()
      await drop()
    }
  })
})
