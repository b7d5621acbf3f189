/**
 * Measures the generator in the running server, from the bundle: everything, nothing changed, everything by force, one article, a
 * take-down, and all of them touched at once; beside it Hugo with the same articles, where `hugo` is there. In memory where the system has
 * such a file system: for some minutes after many files were deleted, ext4 makes new ones several times slower.
 * `node tests/bench/generate.ts [N]`; wall and processor in ms, the server's largest memory so far in MB.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import type { Receipt } from '../../core/contract/generate.ts'
import { manifestFile } from '../../server/site/manifest.ts'
import { adminOf, startProcess } from '../support/process.ts'
import { usageOf } from './articles.ts'
import { hugoOf } from './hugo.ts'
import { median } from './measure.ts'

const count = Number(process.argv[2] ?? 10_000)
const rounds = count > 20_000 ? 1 : 3
const shared = '/dev/shm'

type Post = Awaited<ReturnType<typeof adminOf>>
interface Figure {
  readonly wall: number
  readonly cpu: number
}

/** Waits for the end of the latest run, that of an update too. @param after the run must be younger than this one */
async function ended(post: Post, after = 0): Promise<{ id: number; receipt: Receipt }> {
  for (;;) {
    const { value } = await post('/x/generate/job')
    if (value && Number(value.jobId) > after && value.state !== 'running')
      return { id: Number(value.jobId), receipt: value.receipt }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

async function measure(what: string, pid: number, work: () => Promise<Receipt | null>): Promise<Figure> {
  const start = performance.now()
  const before = usageOf(pid)
  const receipt = await work()
  const wall = performance.now() - start
  const { cpu, peak } = usageOf(pid)
  const used = cpu - before.cpu
  const counts = receipt
    ? `，应有 ${receipt.expected} 写入 ${receipt.written} 未变 ${receipt.unchanged} 移除 ${receipt.removed} 失败 ${receipt.failedCount}`
    : ''
  console.log(`${what}：${wall.toFixed(0)} ms，处理器 ${used} ms，内存峰值 ${peak.toFixed(0)} MB${counts}`)
  return { wall, cpu: used }
}

/** A change of many rows as the workflow leaves them, and a call that shows what is touched. */
async function touchAll(database: string, post: Post): Promise<Receipt> {
  const { id } = await ended(post)
  const db = new DatabaseSync(database)
  db.exec(`update article set title = title || '（修订）', version = version + 1 where status = 2`)
  db.exec('insert into touched ("articleId", "columnId", at) select id, "columnId", 1 from article where status = 2')
  db.close()
  const takeDown = () => post('/api/article/reject', [{ articleId: '2', reason: '测量' }])
  await takeDown().catch(takeDown) // the connection may have been given up while the rows were changed
  return (await ended(post, id)).receipt
}

async function run(folder: string): Promise<void> {
  const data = join(folder, 'data')
  const first = await startProcess(data, { built: true })
  await first.end('SIGTERM')
  const seeding = [fileURLToPath(new URL('./articles.ts', import.meta.url)), data, String(count)]
  if (spawnSync(process.execPath, seeding, { stdio: 'inherit' }).status !== 0) throw new Error('准备数据失败')
  const hugo = count > 20_000 ? null : hugoOf(join(folder, 'hugo'), count)
  const server = await startProcess(data, { built: true })
  const pid = server.child.pid as number
  const post = await adminOf(server.url)
  const site = join(data, 'site')
  let slowest = 0
  let asking = true
  const asks = (async () => {
    while (asking) {
      const start = performance.now()
      await fetch(`${server.url}/healthz`).then((reply) => reply.text())
      slowest = Math.max(slowest, performance.now() - start)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  })()
  const all = async (input = '') => {
    await post(`/x/generate/all${input}`)
    return (await ended(post)).receipt
  }
  console.log(`文章 ${count} 篇，空闲内存峰值 ${usageOf(pid).peak.toFixed(0)} MB`)
  const full: Figure[] = []
  const beside: Figure[] = []
  for (let i = 0; i < rounds; i += 1) {
    rmSync(site, { recursive: true, force: true })
    rmSync(manifestFile(site), { force: true })
    full.push(await measure('全站', pid, () => all()))
    if (hugo) beside.push(await hugo())
  }
  await measure('全站（未变）', pid, () => all())
  await measure('全站（未变，再一次）', pid, () => all())
  await measure('全站（--force）', pid, () => all('?force=1'))
  await measure('下架一篇', pid, async () =>
    post('/api/article/reject', [{ articleId: '1', reason: '测量' }]).then(() => null),
  )
  await measure('全部文章有改动', pid, () => touchAll(join(data, 'xzx.db'), post))
  asking = false
  await asks
  const middle = (figures: readonly Figure[]) => ({
    wall: median(figures.map((one) => one.wall)),
    cpu: median(figures.map((one) => one.cpu)),
  })
  const ours = middle(full)
  if (hugo) {
    const theirs = middle(beside)
    console.log(
      `全站与 Hugo：${ours.wall.toFixed(0)} 与 ${theirs.wall.toFixed(0)} ms（${(ours.wall / theirs.wall).toFixed(2)} ×），处理器 ${ours.cpu} 与 ${theirs.cpu.toFixed(0)} ms（${(ours.cpu / theirs.cpu).toFixed(2)} ×）`,
    )
  }
  console.log(`其间 /healthz 最慢 ${slowest.toFixed(0)} ms`)
  await server.end('SIGTERM')
}

const folder = mkdtempSync(join(existsSync(shared) ? shared : tmpdir(), 'xzx-bench-'))
await run(folder).finally(() => rmSync(folder, { recursive: true, force: true }))
