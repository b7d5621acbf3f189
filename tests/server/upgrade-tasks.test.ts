import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { loadAreas } from '../../server/areas.ts'
import { migrate } from '../../server/db/migrations.ts'
import { openPostgres, openSqlite } from '../../server/db/open.ts'
import { openSecret } from '../../server/secret.ts'
import { databases, newPostgres } from '../support/databases.ts'

describe.each(databases)('tasks and suggestions of before, on %s', (database) => {
  test('get the history that their rows tell of; what was answered waits to be published', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'xzx-tasks-'))
    const postgres = database === 'postgres' ? await newPostgres() : undefined
    const db = postgres ? await openPostgres(postgres.url) : openSqlite(join(dir, 'xzx.db'))
    const { migrations } = await loadAreas()
    const { log } = openSecret(join(dir, 'key'))
    const start = () => migrate(db.write as never, db.dialect, log, migrations)
    try {
      await start()
      const { write } = db
      const dept = await write
        .insertInto('dept')
        .values({ name: '水利局', parentId: 0, sort: 0, state: 0, createdAt: 0, updatedAt: 0, version: 1 } as never)
        .returning('id')
        .executeTakeFirstOrThrow()
      const task = await write
        .insertInto('assignment')
        .values({
          ...{ title: '清淤', content: '写', urgency: 0, state: 2, createdAt: 10, updatedAt: 60, version: 3 },
          ...{ closedAt: 60, remark: '先这样' },
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const reply = { assignmentId: task.id, deptId: dept.id, content: '在办', version: 2 }
      await write
        .insertInto('assignmentReply')
        .values({ ...reply, state: 3, reason: '太短', createdAt: 20, updatedAt: 40 })
        .execute()
      const said = { title: '路灯', content: '暗', status: 0, createdAt: 1, updatedAt: 2, version: 1 }
      await write.insertInto('suggestion').values(said).execute()
      await write
        .insertInto('suggestion')
        .values({ ...said, reply: '已装', repliedAt: 2 })
        .execute()
      // as it was before
      await sql`drop table ${sql.table('assignmentStep')}`.execute(write)
      for (const column of ['returnedBy', 'returnedAt'])
        await write.schema.alterTable('assignmentReply').dropColumn(column).execute()
      await sql`drop index ${sql.id('suggestion_deletedAt_status_deptId_repliedAt')}`.execute(write)
      await sql`delete from kysely_migration where name in ('202611231300-assignment-steps', '202611231310-suggestion-answered')`.execute(
        write,
      )

      await start()
      const steps = await db.read.selectFrom('assignmentStep').selectAll().orderBy('no').execute()
      expect(steps.map(({ no, act, reason, at }) => [no, act, reason, Number(at)])).toEqual([
        [1, '交办', null, 10],
        [2, '回复', null, 20],
        [3, '退回', '太短', 40],
        [4, '办结', '先这样', 60],
      ])
      const returned = await db.read.selectFrom('assignmentReply').select('returnedAt').executeTakeFirstOrThrow()
      expect(Number(returned.returnedAt)).toBe(40)
      const states = await db.read.selectFrom('suggestion').select('status').orderBy('id').execute()
      expect(states.map(({ status }) => status)).toEqual([0, 4])
    } finally {
      await db.close()
      await postgres?.drop()
      rmSync(dir, { recursive: true, force: true })
    }
  })
})
