import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadAreas } from '../../server/areas.ts'
import { migrate } from '../../server/db/migrations.ts'
import { openSqlite } from '../../server/db/open.ts'
import type { AnyDb } from '../../server/rows/list.ts'
import type { AreaSiteName } from '../../server/site/area-pages.ts'
import { rowsIn } from '../../server/site/area-rows.ts'
import { listSpan, numberedAreas } from '../../server/site/areas/numbered.ts'
import { generate, regenerate, type Site } from '../../server/site/generate.ts'

/** What one row that is published costs the site, where its area has many. */

const count = 20_000
const rounds = 5
const atOnce = 400
const key = new Uint8Array(32).fill(7)
const start = Date.UTC(2026, 10, 20)
const long = '东街的路灯不亮已有一周。'.repeat(12)

const common = (i: number) => ({
  ...{ title: `第 ${i} 件：东街路灯不亮`, content: long, createdAt: start, updatedAt: start + i * 1000, version: 1 },
})
const opened = (i: number) => ({
  ...{ openTitle: `第 ${i} 件：东街路灯不亮`, publishedAt: start + i * 1000 },
})

/** The rows of each area as they are public. */
const areas: Readonly<Partial<Record<AreaSiteName, (i: number) => object>>> = {
  apply: (i) => ({
    ...{
      ...common(i),
      ...opened(i),
      applicant: 0,
      name: 'x',
      phone: 'x',
      phoneHash: 'x',
      code: 'x',
      codeHash: `x${i}`,
    },
    ...{ medium: 0, way: 1, channel: 0, state: 7, answer: long, openAnswer: long, outcome: 1, answeredAt: start },
  }),
  proposal: (i) => ({
    ...{ ...common(i), ...opened(i), type: 0, class: 0, state: 9, round: 1, openFlag: 1, unitOpen: 1, outcome: 0 },
    ...{ no: `2026-${String(i + 1).padStart(4, '0')}`, openContent: long, openReply: long },
  }),
  forum: (i) => ({
    ...{ ...common(i), ...opened(i), plateId: 1, type: 0, covered: 0, official: 0, status: 1, openContent: long },
  }),
  questAnswer: (i) => ({
    ...{ ...common(i), status: 1, common: 0, satisfied: 0, ratedCount: 0, satisfiedCount: 0 },
  }),
  product: (i) => ({ ...common(i), status: 1, company: '本县某厂' }),
}

async function siteWith(area: AreaSiteName, rowOf: (i: number) => object) {
  const data = mkdtempSync(join(tmpdir(), 'xzx-areas-site-'))
  const database = join(data, 'xzx.db')
  const db = openSqlite(database)
  await migrate(db.write as never, 'sqlite', key, (await loadAreas()).migrations)
  const board = { title: '市政', sort: 0, status: 1, openedAt: start, createdAt: start, updatedAt: start, version: 1 }
  await db.write.insertInto('plate').values(board).execute()
  const write = db.write as unknown as AnyDb
  const { lists = null } = (numberedAreas as Partial<Record<string, { lists?: object }>>)[area] ?? {}
  const placeOf = (i: number) => (Object.hasOwn(numberedAreas, area) ? (lists ? listSpan : 0) + i + 1 : null)
  const placed = (i: number) => ({ ...rowOf(i), ...(placeOf(i) !== null && { openNo: placeOf(i) }) })
  for (let i = 0; i < count; i += atOnce)
    await write
      .insertInto(area)
      .values(Array.from({ length: atOnce }, (_, n) => placed(i + n)))
      .execute()
  const folders = ['attachments', 'uploads', 'hidden'].map((name) => join(data, name)) as [string, string, string]
  for (const folder of folders) mkdirSync(folder)
  const [attachments, shown, hidden] = folders
  const site: Site = {
    ...{ db, database, key, attachments, pictures: { shown, hidden }, folder: join(data, 'site') },
  }
  return {
    site,
    async add(i: number) {
      const one = await write.insertInto(area).values(placed(i)).returning('id').executeTakeFirstOrThrow()
      return { id: Number(one.id), place: placeOf(i) }
    },
    async end() {
      await db.close()
      rmSync(data, { recursive: true, force: true })
    },
  }
}

const middle = (times: readonly number[]) => [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0

async function measured(area: AreaSiteName, rowOf: (i: number) => object): Promise<void> {
  const { site, add, end } = await siteWith(area, rowOf)
  const whole = performance.now()
  const { receipt } = await generate(site, { kind: 'all' })
  const seconds = ((performance.now() - whole) / 1000).toFixed(1)
  const times: number[] = []
  let files = 0
  for (let i = count; i < count + rounds; i++) {
    const row = await add(i)
    const from = performance.now()
    const way = rowsIn(area) ? { rows: [{ area, ...row }] } : { areas: [area] }
    const { written, expected } = await regenerate(site, { articleIds: [], columnIds: [], ...way })
    times.push(performance.now() - from)
    files = Math.max(files, written)
    if (i === count) console.log(`${area}：看过 ${expected} 页`)
  }
  console.log(
    `${area}，${count} 行，整站 ${receipt.written} 个文件 ${seconds} 秒；公开一行 ${middle(times).toFixed(0)} ms，写 ${files} 个文件`,
  )
  await end()
}

export async function main(): Promise<void> {
  for (const [area, rowOf] of Object.entries(areas)) await measured(area as AreaSiteName, rowOf)
}
