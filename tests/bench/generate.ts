/**
 * Measures the generator: N articles straight in a database, a full run, an unchanged one, a one-article change, a take-down.
 * Measure on a quiet disk: for some minutes after many files were deleted, ext4 makes new ones several times slower.
 * `node tests/bench/generate.ts [N]`; prints milliseconds and the peak resident memory of the process with its worker threads.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Receipt } from '../../core/contract/generate.ts'
import { sealOf } from '../../server/clean.ts'
import { migrate } from '../../server/db/migrations.ts'
import { openSqlite } from '../../server/db/open.ts'
import { generate, regenerate, type Site } from '../../server/site/generate.ts'

const count = Number(process.argv[2] ?? 10_000)
const names =
  '政协要闻 通知公告 提案工作 委员风采 社情民意 专门委员会 学习园地 文史资料 调研视察 界别活动 机关建设 政策法规'.split(
    ' ',
  )

/** About what public articles of a county hold: some 2,800 characters. */
const paragraph =
  '会议指出，要围绕全县中心工作，深入开展调查研究，广泛听取各界别群众的意见建议，认真撰写提案，切实履行政治协商、民主监督、参政议政职能。'

const rowOf = (i: number, now: number, key: Uint8Array) => {
  const content = `<p>${i}．${paragraph}</p>\n`.repeat(40)
  const common = { status: 2, hits: 0, createdAt: now, updatedAt: now, version: 1, demo: 0 as const }
  const title = `青石县政协关于开展第 ${i} 次专题协商活动的情况通报`
  const columnId = 1 + (i % names.length)
  return { ...common, columnId, title, content, seal: sealOf(content, key), publishTime: now - i * 3600_000 }
}

/** Fills the database; in a process of its own, so that its memory does not count. */
async function seed(file: string, key: Uint8Array): Promise<void> {
  const db = openSqlite(file)
  await migrate(db.write as never, 'sqlite', key)
  const now = Date.now()
  for (const [i, title] of names.entries())
    await db.write
      .insertInto('column')
      .values({
        parentId: 0,
        title,
        type: 1,
        path: `col-${i + 1}`,
        sort: i,
        createdAt: now,
        updatedAt: now,
        version: 1,
      })
      .execute()
  await db.write.transaction().execute(async (trx) => {
    for (let i = 0; i < count; i += 100) {
      const rows = Array.from({ length: Math.min(100, count - i) }, (_, k) => rowOf(i + k, now, key))
      await trx.insertInto('article').values(rows).execute()
    }
  })
  await db.close()
}

const peak = () => Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? 0) / 1024

async function measure(what: string, work: () => Promise<Receipt>): Promise<void> {
  const start = performance.now()
  const before = process.cpuUsage()
  const { expected, written, unchanged, removed, failed, failedCount } = await work()
  const ms = Math.round(performance.now() - start)
  const used = process.cpuUsage(before)
  const cpu = Math.round((used.user + used.system) / 1000)
  const counts = `应有 ${expected} 写入 ${written} 未变 ${unchanged} 移除 ${removed} 失败 ${failedCount}`
  console.log(
    `${what}：${ms} ms（处理器 ${cpu} ms），内存峰值 ${peak().toFixed(0)} MB，${counts} ${failed[0]?.reason ?? ''}`,
  )
}

async function run(folder: string, key: Uint8Array): Promise<void> {
  const database = join(folder, 'xzx.db')
  const seeded = spawnSync(process.execPath, [fileURLToPath(import.meta.url), String(count), 'seed', folder], {
    stdio: 'inherit',
  })
  if (seeded.status !== 0) throw new Error('准备数据失败')
  const db = openSqlite(database)
  const site: Site = { db, folder: join(folder, 'site'), key, database }
  console.log(`文章 ${count} 篇，内存 ${peak().toFixed(0)} MB`)
  let blocked = 0
  let last = performance.now()
  const beat = setInterval(() => {
    blocked = Math.max(blocked, performance.now() - last)
    last = performance.now()
  }, 5)
  await measure('全站', async () => (await generate(site, { kind: 'all' })).receipt)
  await measure('全站（未变）', async () => (await generate(site, { kind: 'all' })).receipt)
  const one = Math.floor(count / 2)
  const touched = { articleIds: [one], columnIds: [1 + ((one - 1) % names.length)] }
  await db.write.updateTable('article').set({ title: '修改后的标题' }).where('id', '=', one).execute()
  await measure('修改一篇', () => regenerate(site, touched))
  await db.write.updateTable('article').set({ status: 5 }).where('id', '=', one).execute()
  await measure('下架一篇', () => regenerate(site, touched))
  clearInterval(beat)
  console.log(`主线程最长停顿 ${blocked.toFixed(0)} ms`)
  await db.close()
}

const key = new Uint8Array(32).fill(7)
if (process.argv[3] === 'seed') await seed(join(process.argv[4] as string, 'xzx.db'), key)
else {
  const folder = mkdtempSync(join(tmpdir(), 'xzx-bench-'))
  await run(folder, key).finally(() => rmSync(folder, { recursive: true }))
}
