import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadAreas } from '../../server/areas.ts'
import { migrate } from '../../server/db/migrations.ts'
import { openSqlite } from '../../server/db/open.ts'
import { generate, regenerate, type Site } from '../../server/site/generate.ts'

/** What one letter that is published or withdrawn costs the site, among few letters and among many. */

const sizes = [1000, 28_000] as const
const rounds = 15
const atOnce = 400
const key = new Uint8Array(32).fill(7)
const start = Date.UTC(2026, 10, 20)

const rowOf = (i: number) => ({
  ...{ title: `来信 ${i}`, type: 1, content: '原文', phone: 'x', phoneHash: 'x', code: 'x', codeHash: `x${i}` },
  ...{ openFlag: 1, state: 6, limitDays: 5, createdAt: start, updatedAt: start, version: 1, repliedAt: start },
  ...{ publishedAt: start + i * 1000, openNo: i + 1, shownName: '周**' },
  openTitle: `第 ${i} 封来信：东街路灯不亮`,
  ...{ openContent: '东街的路灯不亮已有一周。'.repeat(12), openReply: '经现场查看，电缆已经更换。'.repeat(12) },
})

async function siteWith(count: number): Promise<Site & { end(): Promise<void> }> {
  const data = mkdtempSync(join(tmpdir(), 'xzx-letters-site-'))
  const database = join(data, 'xzx.db')
  const db = openSqlite(database)
  await migrate(db.write as never, 'sqlite', key, (await loadAreas()).migrations)
  for (let i = 0; i < count; i += atOnce)
    await db.write
      .insertInto('mail')
      .values(Array.from({ length: Math.min(atOnce, count - i) }, (_, n) => rowOf(i + n)))
      .execute()
  const folders = ['attachments', 'uploads', 'hidden'].map((name) => join(data, name)) as [string, string, string]
  for (const folder of folders) mkdirSync(folder)
  const [attachments, shown, hidden] = folders
  return {
    ...{ db, database, key, attachments, pictures: { shown, hidden }, folder: join(data, 'site') },
    async end() {
      await db.close()
      rmSync(data, { recursive: true, force: true })
    },
  }
}

const middle = (times: readonly number[]) => [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0

async function measured(count: number): Promise<void> {
  const site = await siteWith(count)
  const { write } = site.db
  const whole = performance.now()
  await generate(site, { kind: 'all' })
  console.log(`${count} 封公开信件：整站生成 ${((performance.now() - whole) / 1000).toFixed(1)} 秒`)
  const timed = async (says: string, change: (i: number) => Promise<{ id: number; place: number }>) => {
    const times: number[] = []
    const used: number[] = []
    for (let i = 0; i < rounds; i++) {
      const row = await change(i)
      const [from, before] = [performance.now(), process.cpuUsage()]
      await regenerate(site, { articleIds: [], columnIds: [], rows: [{ area: 'mail', ...row }] })
      times.push(performance.now() - from)
      const { user, system } = process.cpuUsage(before)
      used.push((user + system) / 1000)
    }
    const most = Math.max(...times).toFixed(0)
    console.log(`  ${says}：${middle(times).toFixed(0)} ms，最长 ${most} ms；处理器 ${middle(used).toFixed(0)} ms`)
  }
  const withdraw = async (place: number) => {
    const { id } = await write
      .updateTable('mail')
      .set({ state: 5, openNo: null })
      .where('openNo', '=', place)
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id, place }
  }
  await timed('公开一封', async (i) => {
    const { id } = await write
      .insertInto('mail')
      .values(rowOf(count + i))
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id, place: count + i + 1 }
  })
  await timed('撤下最新的一封', (i) => withdraw(count + rounds - i))
  await timed('撤下最旧的一封', (i) => withdraw(i + 1))
  const touched = { articleIds: [1], columnIds: [] }
  const from = performance.now()
  await regenerate(site, touched)
  console.log(`  一篇文章的改动：${(performance.now() - from).toFixed(0)} ms`)
  await site.end()
}

export async function main(): Promise<void> {
  for (const count of sizes) await measured(count)
}
