import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { loadAreas } from '../../server/areas.ts'
import { cleanHtml, sealOf } from '../../server/clean.ts'
import { migrate } from '../../server/db/migrations.ts'
import { openSqlite } from '../../server/db/open.ts'
import type { Site } from '../../server/site/generate.ts'

const key = new Uint8Array(32).fill(7)
const start = Date.UTC(2026, 10, 1, 1, 30)

export interface ColumnOf {
  readonly title: string
  readonly parentId?: number
  readonly type?: number
  readonly path?: string | null
  readonly diyUrl?: string
  readonly relation?: string
  readonly listTemplate?: string
  readonly description?: string
  readonly inNav?: 0 | 1
  readonly contentModelId?: number
}

export interface ArticleOf {
  readonly id?: number
  readonly columnId: number
  readonly title: string
  readonly content?: string
  readonly status?: number
  readonly publishTime?: number
  readonly subtitle?: string
  readonly categoryType?: string
  readonly jumpUrl?: string
  readonly sourceUrl?: string
  readonly coverImage?: string
  readonly essayList?: string
  readonly modelFields?: string
}

/** A site on a database and folder of its own, and the hands to fill it. */
export interface TestSite extends Site {
  column(values: ColumnOf): Promise<number>
  article(values: ArticleOf): Promise<number>
  set(name: string, value: string): Promise<void>
  /** Makes these an article's attachments, as an approval does; answers where they are to lie. */
  attach(articleId: number, names: readonly string[]): Promise<string[]>
  /** Paths of all generated files. */
  files(): string[]
  /** The same below another folder. */
  filesOf(folder: string): string[]
  read(path: string): string
  changedAt(path: string): number
  /** Paths of the files that contain the text. */
  holding(text: string): string[]
}

/** Makes an empty site that goes away with the test. */
export async function makeSite(skins?: string): Promise<TestSite> {
  const folder = mkdtempSync(join(tmpdir(), 'xzx-site-'))
  const database = join(folder, 'xzx.db')
  const db = openSqlite(database)
  onTestFinished(async () => {
    await db.close()
    rmSync(folder, { recursive: true, force: true })
  })
  await migrate(db.write as never, 'sqlite', key, (await loadAreas()).migrations)
  const root = join(folder, 'site')
  const filesOf = (at: string) =>
    readdirSync(at, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(at.length + 1))
      .sort()
  const files = () => filesOf(root)
  let articles = 0
  return {
    db,
    folder: root,
    attachments: join(folder, 'attachments'),
    pictures: { shown: join(folder, 'uploads'), hidden: join(folder, 'uploads-off') },
    key,
    database,
    skins,
    async column({ parentId = 0, type = 1, path = null, ...rest }) {
      const times = { createdAt: start, updatedAt: start }
      const row = { parentId, type, path, sort: 0, version: 1, ...times, ...rest }
      return (await db.write.insertInto('column').values(row).returning('id').executeTakeFirstOrThrow()).id
    },
    async article({ content = '<p>正文。</p>', status = 2, ...rest }) {
      articles += 1
      const clean = cleanHtml(content)
      const times = { createdAt: start, updatedAt: start, publishTime: start + articles * 3600_000 }
      const row = {
        status,
        content: clean,
        seal: sealOf(clean, key),
        hits: 0,
        version: 1,
        demo: 0 as const,
        ...times,
        ...rest,
      }
      return (await db.write.insertInto('article').values(row).returning('id').executeTakeFirstOrThrow()).id
    },
    async attach(articleId, names) {
      mkdirSync(join(folder, 'attachments'), { recursive: true })
      const made: { id: number; path: string }[] = []
      for (const name of names) {
        const stored = randomUUID()
        writeFileSync(join(folder, 'attachments', stored), `%PDF-1.7 ${name}`, { mode: 0o600 })
        const row = {
          to: 'article',
          rowId: articleId,
          wasRowId: 0,
          place: 0,
          name,
          kind: 'pdf',
          createdBy: 1,
          movedAt: 0,
        }
        const size = Buffer.byteLength(`%PDF-1.7 ${name}`)
        const { id } = await db.write
          .insertInto('attachment')
          .values({ ...row, size, stored })
          .returning('id')
          .executeTakeFirstOrThrow()
        made.push({ id, path: `a/${Math.floor(articleId / 1000)}/${articleId}/${stored}.pdf` })
      }
      await db.write
        .updateTable('article')
        .set(({ eb }) => ({ files: made.map(({ id }) => id).join(',') || null, version: eb('version', '+', 1) }))
        .where('id', '=', articleId)
        .execute()
      return made.map(({ path }) => path)
    },
    async set(name, value) {
      await db.write.insertInto('setting').values({ name, value }).execute()
    },
    files,
    filesOf,
    read: (path) => readFileSync(join(root, path), 'utf8'),
    changedAt: (path) => statSync(join(root, path)).mtimeMs,
    holding: (text) => files().filter((path) => readFileSync(join(root, path), 'utf8').includes(text)),
  }
}
