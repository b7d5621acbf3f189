/**
 * Measures the generator in the running server, from the bundle: everything, nothing changed, everything by force, an approval, a
 * take-down, and all of them touched at once; beside it Hugo with the same articles, where `hugo` is there. In memory where the system has
 * such a file system: for some minutes after many files were deleted, ext4 makes new ones several times slower.
 * `node tests/bench/generate.ts [N] [FOLDER]`; wall and processor in ms, the server's largest memory so far in MB. FOLDER: another copy of
 * the repository, to be measured instead of this one.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import type { Receipt } from '../../core/contract/generate.ts'
import { adminOf, type ServerProcess, startProcess } from '../support/process.ts'
import { hugoOf } from './hugo.ts'
import { median, settled, usageOf } from './measure.ts'

const count = Number(process.argv[2] ?? 10_000)
const rounds = count > 20_000 ? 1 : 3
const shared = '/dev/shm'
/** Another copy of the repository, to measure what it was before. */
const root = process.argv[3]

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

/** Asks a server again and again; `slowest` answers the longest wait of those requests that began after it was asked last. */
function pulseOf(url: string, path: string, token: string) {
  let slowest = 0
  let since = 0
  let asking = true
  const asks = (async () => {
    while (asking) {
      const start = performance.now()
      await fetch(url + path, { headers: { authorization: token } }).then((reply) => reply.text())
      if (start >= since) slowest = Math.max(slowest, performance.now() - start)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  })()
  return {
    slowest() {
      const seen = slowest
      slowest = 0
      since = performance.now()
      return seen
    },
    async end() {
      asking = false
      await asks
    },
  }
}
type Pulse = ReturnType<typeof pulseOf>

async function measure(
  what: string,
  pid: number,
  [health, list]: readonly [Pulse, Pulse],
  work: () => Promise<Receipt | null>,
): Promise<Figure> {
  health.slowest()
  list.slowest()
  const start = performance.now()
  const before = usageOf(pid)
  const receipt = await work()
  const wall = performance.now() - start
  const { cpu, peak } = usageOf(pid)
  const used = cpu - before.cpu
  const counts = receipt
    ? `，应有 ${receipt.expected} 写入 ${receipt.written} 未变 ${receipt.unchanged} 移除 ${receipt.removed} 失败 ${receipt.failedCount}`
    : ''
  const waits = `其间 /healthz 最慢 ${health.slowest().toFixed(0)} ms，列表 ${list.slowest().toFixed(0)} ms`
  console.log(`${what}：${wall.toFixed(0)} ms，处理器 ${used} ms，内存峰值 ${peak.toFixed(0)} MB，${waits}${counts}`)
  return { wall, cpu: used }
}

/** Comes back when nothing is left to be shown on the site. */
async function shown(database: string): Promise<void> {
  const db = new DatabaseSync(database, { readOnly: true })
  const left = db.prepare('select count(*) as n from touched')
  while (left.get()?.n !== 0) await new Promise((resolve) => setTimeout(resolve, 10))
  db.close()
}

/** Writes an article and has it accepted. */
async function accepted(post: Post): Promise<string> {
  const { value } = await post('/api/article/save/admin', { columnId: '1', title: '测量', content: '<p>测量</p>' })
  await post('/api/article/accept', [{ articleId: value.articleId }])
  return value.articleId
}

/** Approves an article; the answer does not wait for the pages, the measurement does. */
async function approve(id: string, database: string, post: Post): Promise<null> {
  const { value } = await post('/api/article/approve', [{ articleId: id }])
  if (value.done.length !== 1) throw new Error('没有发布')
  await shown(database)
  return null
}

/** A change of many rows as the workflow leaves them, and a call that shows what is touched. */
async function touchAll(database: string, post: Post, pulses: readonly Pulse[]): Promise<Receipt> {
  const { id } = await ended(post)
  const db = new DatabaseSync(database)
  db.exec(`update article set title = title || '（修订）', version = version + 1 where status = 2`)
  db.exec('insert into touched ("articleId", "columnId", at) select id, "columnId", 1 from article where status = 2')
  db.close()
  // while another process writes all rows at once, the server waits for it
  for (const pulse of pulses) pulse.slowest()
  const takeDown = () => post('/api/article/reject', [{ articleId: '2', reason: '测量' }])
  await takeDown().catch(takeDown) // the connection may have been given up while the rows were changed
  return (await ended(post, id)).receipt
}

async function run(folder: string): Promise<void> {
  const data = join(folder, 'data')
  const first = await startProcess(data, { built: true, ...(root && { root }) })
  await first.end('SIGTERM')
  const seeding = [fileURLToPath(new URL('./articles.ts', import.meta.url)), data, String(count)]
  if (spawnSync(process.execPath, seeding, { stdio: 'inherit' }).status !== 0) throw new Error('准备数据失败')
  const hugo = count > 20_000 ? null : hugoOf(join(folder, 'hugo'), count)
  const server = await startProcess(data, { built: true, ...(root && { root }) })
  // before its folder goes
  process.prependOnceListener('exit', () => server.child.kill('SIGKILL'))
  try {
    await measureAll(data, server, hugo)
  } finally {
    await server.end('SIGTERM')
  }
}

/** Every kind of run, one after the other, beside somebody who asks for the server's health and for a list. */
async function measureAll(data: string, server: ServerProcess, hugo: ReturnType<typeof hugoOf> | null): Promise<void> {
  const pid = server.child.pid as number
  const post = await adminOf(server.url)
  const site = join(data, 'site')
  const all = async (input = '') => {
    await post(`/x/generate/all${input}`)
    return (await ended(post)).receipt
  }
  const waiting = await accepted(post)
  // the server made the site when it started
  await ended(post)
  // the full-text index takes in what was seeded, once: that is not what is measured here
  await settled(pid)
  console.log(`文章 ${count} 篇，启动并生成后内存峰值 ${usageOf(pid).peak.toFixed(0)} MB`)
  const pulses = [
    pulseOf(server.url, '/healthz', post.token),
    pulseOf(server.url, '/api/article/list?pageSize=10', post.token),
  ] as const
  const full: Figure[] = []
  const beside: Figure[] = []
  for (let i = 0; i < rounds; i += 1) {
    rmSync(site, { recursive: true, force: true })
    rmSync(`${site}.pages`, { recursive: true, force: true })
    full.push(await measure('全站', pid, pulses, () => all()))
    if (hugo) beside.push(await hugo())
  }
  await measure('全站（未变）', pid, pulses, () => all())
  await measure('全站（未变，再一次）', pid, pulses, () => all())
  await measure('全站（--force）', pid, pulses, () => all('?force=1'))
  const database = join(data, 'xzx.db')
  await measure('发布一篇', pid, pulses, () => approve(waiting, database, post))
  await measure('下架一篇', pid, pulses, async () =>
    post('/api/article/reject', [{ articleId: '1', reason: '测量' }]).then(() => null),
  )
  await measure('全部文章有改动', pid, pulses, () => touchAll(database, post, pulses))
  for (const pulse of pulses) await pulse.end()
  const middle = (figures: readonly Figure[]) => ({
    wall: median(figures.map((one) => one.wall)),
    cpu: median(figures.map((one) => one.cpu)),
  })
  const ours = middle(full)
  if (!hugo) return
  const theirs = middle(beside)
  console.log(
    `全站与 Hugo：${ours.wall.toFixed(0)} 与 ${theirs.wall.toFixed(0)} ms（${(ours.wall / theirs.wall).toFixed(2)} ×），处理器 ${ours.cpu} 与 ${theirs.cpu.toFixed(0)} ms（${(ours.cpu / theirs.cpu).toFixed(2)} ×）`,
  )
}

// fewer changes than these are shown at once, and by no run that could be waited for
if (!(count >= 1000)) throw new Error('至少 1000 篇')
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))
const folder = mkdtempSync(join(existsSync(shared) ? shared : tmpdir(), 'xzx-bench-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
await run(folder)
process.exit(0)
