import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Pool } from 'undici'
import { adminPassword, startProcess } from '../support/process.ts'
import { fill } from './fill.ts'
import { median, rate, report, settled, timed } from './measure.ts'

const paragraph = '会议指出，要围绕全县中心工作，深入开展调查研究，广泛听取各界别群众的意见建议，认真撰写提案。'
const content = `<p>${paragraph}</p>\n`.repeat(30)
const parallel = 16

/** What a bare HTTP server of Node's answers with the same bytes: the ceiling for any call. */
async function bareRate(n: number, body: string): Promise<number> {
  const server = createServer((request, reply) => {
    request.resume().on('end', () => reply.setHeader('content-type', 'application/json').end(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const pool = new Pool(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { connections: parallel })
  const perSecond = await rate(n, parallel, async () =>
    (await pool.request({ method: 'POST', path: '/', body: '{}' })).body.json(),
  )
  await pool.close()
  server.close()
  return perSecond
}

/** Bare commits of rows of the same size with synchronous FULL: the ceiling for a durable save. */
function bareCommits(folder: string, n: number): number {
  const db = new DatabaseSync(join(folder, 'bare.db'))
  db.exec('pragma journal_mode = wal; pragma synchronous = full; create table t (id integer primary key, content text)')
  const insert = db.prepare('insert into t (content) values (?)')
  const start = performance.now()
  for (let i = 0; i < n; i += 1) insert.run(content)
  const perSecond = (n / (performance.now() - start)) * 1000
  db.close()
  return perSecond
}

const memory = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

/** What each list is asked; the words are those of the demo articles. */
const questions: readonly (readonly [says: string, path: string, body?: object])[] = [
  ['全部', '/api/article/list', {}],
  ['已发布', '/api/article/list', { status: [2] }],
  ['待审核', '/api/article/list', { status: [1] }],
  ['标题含「会议」', '/api/article/list', { title: '会议' }],
  ['正文含「主席会议」', '/api/article/list', { keyword: '主席会议' }],
  ['按标题排序', '/api/article/list', { sortField: 'title', sortOrder: 'asc' }],
  ['按点击数排序', '/api/article/list', { sortField: 'hits', sortOrder: 'desc' }],
  ['等待处理', '/x/inbox/count'],
]
const listFields = 'title,columnName,status,deptName,createdByName,publishTime,hits,review'

/** How lists and reads stand beside an empty answer of the same size, with so many articles there. */
async function atSize(count: number): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'xzx-bench-'))
  await fill(data, count)
  const server = await startProcess(data, { built: true })
  const { call, close } = await callerOf(server.url)
  await settled(server.child.pid as number)
  console.log(`\n${count} 篇文章`)
  const rounds = 3
  const beside = async (what: string, n: number, work: (i: number) => Promise<unknown>) => {
    const body = JSON.stringify(await work(0))
    await rate(n / 2, parallel, work)
    const ratios: number[] = []
    for (let i = 0; i < rounds; i += 1) ratios.push((await rate(n, parallel, work)) / (await bareRate(n, body)))
    console.log(`${what}：空 HTTP 的 ${median(ratios).toFixed(2)}（${body.length} 字）`)
  }
  await beside('列表', 2000, () => call('POST', '/api/article/list', {}))
  await beside('列表，只要界面所示字段', 2000, () => call('POST', '/api/article/list', { fields: listFields }))
  await beside('列表，已发布', 2000, () => call('POST', '/api/article/list', { status: [2], fields: listFields }))
  await beside('查看', 4000, (i) => call('GET', `/api/article/view?articleID=${1 + (i % Math.min(count, 5000))}`))
  for (const [says, path, body] of questions) {
    const times: number[] = []
    for (let i = 0; i < 9; i += 1) times.push(await timed(() => call('POST', path, body)))
    console.log(`${says}：${median(times).toFixed(1)} ms`)
  }
  await close()
  await server.end('SIGTERM')
  rmSync(data, { recursive: true, force: true })
}

/** Signs in; calls as the administrator. */
async function callerOf(url: string) {
  const query = new URLSearchParams({ username: 'admin', password: adminPassword })
  const login = (await (await fetch(`${url}/user/loginNoCode?${query}`, { method: 'POST' })).json()) as {
    value: string
  }
  const pool = new Pool(url, { connections: parallel })
  const headers = { authorization: login.value, 'content-type': 'application/json' }
  // biome-ignore lint/suspicious/noExplicitAny: whatever came
  const call = async (method: 'GET' | 'POST', path: string, body?: unknown): Promise<any> => {
    const reply = await pool.request({
      method,
      path,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    // biome-ignore lint/suspicious/noExplicitAny: whatever came
    const json = (await reply.body.json()) as any
    if (json.errorCode !== '0') throw new Error(`${path}: ${json.errorMsg}`)
    return json.value
  }
  return { call, close: () => pool.close() }
}

/** Calls over real HTTP from another process: save, list, get, bulk acceptance. */
export async function main(): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'xzx-bench-'))
  const server = await startProcess(data, { built: true })
  console.log(`空闲内存 ${memory(server.child.pid as number).toFixed(0)} MB`)
  const { call, close } = await callerOf(server.url)
  const { categoryId: columnId } = await call('POST', '/column/save?columnType=1&categoryTitle=%E6%B5%8B%E8%AF%95')
  const ids: string[] = []
  const save = async (i: number) => {
    const row = await call('POST', '/api/article/save/admin', {
      columnId,
      title: `第 ${i} 篇测试文章`,
      content,
      sourceUrl: `http://127.0.0.1/${ids.length}/${i}`,
    })
    ids.push(row.articleId)
  }
  await rate(300, parallel, save)
  const saved = await rate(3000, parallel, save)
  const commits = bareCommits(data, 3000)
  report('保存（完全同步）', `${saved.toFixed(0)} 次/秒`, `直接提交 ${commits.toFixed(0)} 次/秒`, commits / saved)
  const bare = await bareRate(10_000, JSON.stringify(await call('POST', '/api/article/list', {})))
  const listed = await rate(5000, parallel, () => call('POST', '/api/article/list', {}))
  report('列表', `${listed.toFixed(0)} 次/秒`, `空 HTTP ${bare.toFixed(0)} 次/秒`, bare / listed)
  const got = await rate(8000, parallel, (i) => call('GET', `/api/article/view?articleID=${ids[i % ids.length]}`))
  report('查看', `${got.toFixed(0)} 次/秒`, `空 HTTP ${bare.toFixed(0)} 次/秒`, bare / got)
  const items = ids.slice(0, 1000).map((articleId) => ({ articleId }))
  const accepted = await timed(() => call('POST', '/api/article/accept', items))
  report(
    '批量初审 1000 篇',
    `${accepted.toFixed(0)} ms`,
    `直接提交 10 次 ${(10_000 / commits).toFixed(1)} ms`,
    accepted / (10_000 / commits),
  )
  console.log(`负载后内存 ${memory(server.child.pid as number).toFixed(0)} MB`)
  await close()
  await server.end('SIGTERM')
  rmSync(data, { recursive: true, force: true })
  for (const count of [10_000, 100_000]) await atSize(count)
}
