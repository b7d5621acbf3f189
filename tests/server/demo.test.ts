import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { wholeContract } from '../../core/contract/areas.ts'
import { documentKinds, fileIds } from '../../core/domain/files.ts'
import { ensureShipped } from '../../server/access/shipped.ts'
import { stateBy } from '../../server/areas/assignment/tasks.ts'
import { loadAreas } from '../../server/areas.ts'
import { checkedKind } from '../../server/attachments/kind.ts'
import { trusted } from '../../server/clean.ts'
import type { Parts } from '../../server/context.ts'
import { migrate } from '../../server/db/migrations.ts'
import { type Db, openPostgres, openSqlite } from '../../server/db/open.ts'
import { demoArticles } from '../../server/demo/generate.ts'
import { seedDemo } from '../../server/demo/seed.ts'
import { checkLog } from '../../server/log-check.ts'
import { openSecret, type Secret } from '../../server/secret.ts'
import { databases, newPostgres } from '../support/databases.ts'

const now = Date.UTC(2026, 10, 21, 1)

describe.each(databases)('demo content on %s', (database) => {
  let dir: string
  let db: Db
  let secret: Secret
  let seeded: Awaited<ReturnType<typeof seedDemo>>
  let parts: Parts
  let postgres: Awaited<ReturnType<typeof newPostgres>> | undefined

  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'xzx-demo-'))
    postgres = database === 'postgres' ? await newPostgres() : undefined
    db = postgres ? await openPostgres(postgres.url) : openSqlite(join(dir, 'xzx.db'))
    secret = openSecret(join(dir, 'key'))
    await migrate(db.write as never, db.dialect, secret.log, (await loadAreas()).migrations)
    await ensureShipped(db.write, await wholeContract(), now)
    // the seed uses nothing else of the running server
    parts = { db, secret, dataDir: dir, now: () => now } as Parts
    seeded = await seedDemo(parts, { password: 'qingshi-demo-2026' })
  })

  afterAll(async () => {
    await db?.close()
    await postgres?.drop()
    rmSync(dir, { recursive: true, force: true })
  })

  const articles = () => db.read.selectFrom('article').selectAll().execute()

  test('fills the front page: a headline, slides and picture news with covers that lie there, recommended texts', async () => {
    const published = (await articles()).filter((row) => row.status === 2 && row.deletedAt === null)
    const marked = (mark: number) => published.filter((row) => row.essayList === String(mark))
    expect([4, 3, 1, 2].map((mark) => marked(mark).length)).toEqual([1, 4, 4, 6])
    const files = await db.read.selectFrom('file').select(['name', 'size']).execute()
    for (const { coverImage } of [...marked(3), ...marked(1)]) {
      const file = files.find(({ name }) => coverImage === `/uploads/${name}`)
      expect(statSync(join(dir, 'uploads', file?.name ?? '')).size, coverImage ?? '').toBe(file?.size)
    }
  })

  test('has tasks in every state, whose departments replied as far as their states say', async () => {
    const tasks = await db.read.selectFrom('assignment').selectAll().execute()
    expect([...new Set(tasks.map(({ state }) => state))].sort()).toEqual([0, 1, 2, 3])
    expect(tasks.some(({ state, deadline }) => state !== 2 && (deadline ?? now) < now)).toBe(true)
    for (const { id, state } of tasks.filter((task) => task.state !== 2)) {
      const replies = await db.read
        .selectFrom('assignmentReply')
        .select('state')
        .where('assignmentId', '=', id)
        .execute()
      expect(stateBy(replies.map((reply) => reply.state))).toBe(state)
    }
  })

  test('nobody did what their role does not let them', async () => {
    const holders = async (key: string) => {
      const rows = await db.read
        .selectFrom('userRole')
        .innerJoin('roleResource', 'roleResource.roleId', 'userRole.roleId')
        .innerJoin('resource', 'resource.id', 'roleResource.resourceId')
        .select('userRole.userId')
        .where('resource.alias', '=', key)
        .execute()
      return rows.map(({ userId }) => userId)
    }
    const did = [
      ['assignment', 'createdBy', 'assignment_add'],
      ['assignment', 'closedBy', 'assignment_close'],
      ['assignmentReply', 'updatedBy', 'assignment_replyEdit'],
      ['assignmentReply', 'returnedBy', 'assignment_close'],
      ['advice', 'createdBy', 'advice_add'],
      ['advice', 'resultBy', 'advice_resultReply'],
      ['suggestion', 'repliedBy', 'suggestion_answer'],
      ['people', 'auditedBy', 'people_peopleAudit'],
      ['blacklist', 'createdBy', 'people_banAudit'],
      ['announcement', 'createdBy', 'announcement_add'],
      ['popula', 'createdBy', 'popula_add'],
    ] as const
    for (const [table, column, key] of did) {
      const rows = await (db.read as unknown as Kysely<Record<string, Record<string, unknown>>>)
        .selectFrom(table)
        .select(column)
        .where(column, 'is not', null)
        .execute()
      const who = rows.map((row) => Number(row[column]))
      expect(who.length, `${table}.${column}`).toBeGreaterThan(0)
      const may = await holders(key)
      expect(
        who.filter((id) => !may.includes(id)),
        `${table}.${column}: ${key}`,
      ).toEqual([])
    }
  })

  test('has articles in every state, most of them published', async () => {
    const rows = await articles()
    const live = rows.filter((row) => row.deletedAt === null)
    const per = (status: number) => live.filter((row) => row.status === status).length
    expect(rows.length).toBeGreaterThanOrEqual(60)
    expect([0, 1, 3, 4, 5].map(per).every((n) => n >= 3)).toBe(true)
    expect(per(2)).toBeGreaterThan(live.length / 2)
    expect(rows.length - live.length).toBe(2)
    expect(rows.every((row) => row.demo === 1)).toBe(true)
  })

  test('rows are what the workflow would have left', async () => {
    const history = await db.read.selectFrom('revision').selectAll().orderBy('no').execute()
    for (const row of await articles()) {
      const steps = history.filter((step) => step.articleId === row.id)
      expect(steps.map((step) => step.no)).toEqual(Array.from({ length: row.version }, (_, i) => i + 1))
      expect(steps.at(-1)?.at).toBe(row.updatedAt)
      expect(steps.filter((step) => step.review === 0).at(-1)?.status).toBe(row.status)
      expect(row.updatedAt).toBeLessThanOrEqual(now)
      expect(row.reason !== null).toBe(row.status === 4 || row.status === 5)
      if (row.status === 2 || row.status === 5) {
        expect(row.approvedBy).not.toBeNull()
        expect(row.approvedBy).not.toBe(row.submittedBy)
        expect(row.acceptedBy).not.toBe(row.submittedBy)
      }
      if (row.reviewId !== null) {
        expect(row.status).toBe(2)
        expect(steps.at(-1)).toMatchObject({ id: row.reviewId, review: 1, status: row.reviewStatus })
      }
    }
    expect((await articles()).filter((row) => row.reviewId !== null).length).toBeGreaterThanOrEqual(2)
  })

  test('some have documents, which are what their names say', async () => {
    const rows = await db.read.selectFrom('attachment').selectAll().where('to', '=', 'article').orderBy('id').execute()
    const lists = (await articles()).filter(({ files }) => files !== null)
    expect(lists.map(({ status }) => status)).toEqual([2, 2, 2])
    expect(lists.flatMap(({ files }) => fileIds(files)).sort()).toEqual(rows.map(({ id }) => id))
    for (const { name, kind, size, stored } of rows) {
      const path = join(dir, 'attachments', stored)
      expect([await checkedKind(path, name, documentKinds), statSync(path).size]).toEqual([kind, size])
    }
  })

  test('texts are clean, sealed, Chinese', async () => {
    for (const row of await articles()) {
      expect(trusted(row.content, row.seal, secret.seal)).toBe(row.content)
      expect(row.title).not.toMatch(/[A-Za-z]/)
      expect(row.content).not.toMatch(/\{|\}|\*\*|>>|style=|undefined|NaN/)
    }
  })

  test('staff may write in some columns only, in departments that stand one under another', async () => {
    const staff = await db.read.selectFrom('role').select('id').where('alias', '=', 'staff').executeTakeFirstOrThrow()
    const open = await db.read.selectFrom('columnRole').selectAll().where('roleId', '=', staff.id).execute()
    const columns = await db.read.selectFrom('column').selectAll().execute()
    expect(open.length).toBeGreaterThan(3)
    expect(open.length).toBeLessThan(columns.length)
    expect(columns.every((column) => /^[a-z0-9-]+$/.test(column.path ?? ''))).toBe(true)
    // who wrote an article may see it
    const may = new Set(open.map(({ columnId }) => columnId))
    const written = await db.read.selectFrom('article').select(['title', 'columnId']).execute()
    expect(written.filter(({ columnId }) => !may.has(columnId))).toEqual([])
    const hot = await db.read.selectFrom('hot').select('name').execute()
    for (const { name } of hot)
      expect(
        written.some(({ title }) => title.includes(name)),
        name,
      ).toBe(true)
    const depts = await db.read.selectFrom('dept').selectAll().execute()
    expect(depts).toHaveLength(3)
    expect(depts.some((dept) => dept.parentId !== 0)).toBe(true)
    expect(seeded.accounts.map((one) => one.role)).toEqual(expect.arrayContaining(['审核员', '部门人员', '只读']))
  })

  test('leaves one line in the log, and never runs twice', async () => {
    const before = (await articles()).length
    await expect(seedDemo(parts, { password: 'qingshi-demo-2026' })).rejects.toThrow('已有栏目或文章')
    expect((await articles()).length).toBe(before)
    const rows = await db.read.selectFrom('log').select(['kind', 'says']).execute()
    expect(rows).toEqual([{ kind: 'system', says: '写入演示内容' }])
    expect((await checkLog(db.read, secret.log)).whole).toBe(true)
  })
})

describe('generated articles', () => {
  const rows = [...demoArticles(500)]

  test('are the same every time, also as the beginning of more', () => {
    expect([...demoArticles(600)].slice(0, 500)).toEqual(rows)
  })

  test('have unique addresses, some double titles, some no date', () => {
    expect(new Set(rows.map((row) => row.url)).size).toBe(500)
    expect(new Set(rows.map((row) => row.title)).size).toBeLessThan(500)
    expect(rows.filter((row) => row.date === '').length).toBeGreaterThan(3)
    expect(new Set(rows.map((row) => row.column)).size).toBe(10)
  })

  test('are whole texts of 300 to 3000 characters', () => {
    for (const row of rows) {
      expect(row.content.length).toBeGreaterThanOrEqual(300)
      expect(row.content.length).toBeLessThanOrEqual(3000)
      expect(row.title + row.content).not.toMatch(/\{\w*\}|undefined/)
    }
  })
})
