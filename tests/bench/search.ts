import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openSqlite } from '../../server/db/open.ts'
import { openTextIndex } from '../../server/search/text-index.ts'
import { updateFinder } from '../../server/site/finder/update.ts'
import { generate, type Site } from '../../server/site/generate.ts'
import { fill } from './fill.ts'

/** Usual questions, and some that are hard: what nearly all have, a single character, a phrase that nobody has though all its pairs are there. */
const usual = ['政协', '政协委员', '县政协', '防汛', '主席会议', '会议精神', '委员 提案 办理', '2026']
const hard = ['工作', '工作 会议', '县', '二是强化', '政协委员提案办理协商']
const asked = 20

const pageSize = 10
const mb = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`

function measureIndex(data: string): void {
  const file = join(data, 'index-of-bench.db')
  const index = openTextIndex(join(data, 'xzx.db'), file)
  const start = process.cpuUsage()
  while (!index.catchUp(1000));
  const seconds = process.cpuUsage(start).user / 1e6
  const db = new DatabaseSync(join(data, 'xzx.db'))
  const sum = ['title', 'source', 'content'].map((one) => `sum(length(cast(${one} as blob)))`).join(' + ')
  const { bytes } = db.prepare(`select ${sum} as bytes from article`).get() as { bytes: number }
  db.close()
  const size = statSync(file).size
  console.log(`文字 ${mb(bytes)}，索引 ${mb(size)}：${(size / bytes).toFixed(2)} 倍，处理器 ${seconds.toFixed(0)} s`)
  for (const [name, questions] of Object.entries({ 常见: usual, 难: hard })) {
    const ms: number[] = []
    for (let i = 0; i < asked; i += 1)
      for (const question of questions) {
        const begun = performance.now()
        // each time another question, so that none is answered from memory
        index.online.find({ words: question.split(' '), narrowed: { from: -i }, offset: 0, limit: pageSize })
        ms.push(performance.now() - begun)
      }
    ms.sort((a, b) => a - b)
    const at = (share: number) => `${ms[Math.floor(ms.length * share)]?.toFixed(1)} ms`
    console.log(`站内检索（${name}）：中位 ${at(0.5)}，p99 ${at(0.99)}`)
  }
  index.close()
}

/** Lets the site's script read files, and says how many bytes. */
function reading(folder: string): () => number {
  let bytes = 0
  const given = { querySelector: () => null, querySelectorAll: () => [] }
  Object.assign(globalThis, {
    async fetch(url: string) {
      const file = join(folder, url)
      if (!existsSync(file)) return { ok: false, status: 404 }
      const content = readFileSync(file)
      bytes += content.length
      const buffer = async () => new Uint8Array(content).buffer
      const text = async () => content.toString()
      return { ok: true, json: async () => JSON.parse(content.toString()), text, arrayBuffer: buffer }
    },
    DOMParser: class {
      parseFromString = () => given
    },
  })
  return () => {
    const read = bytes
    bytes = 0
    return read
  }
}

async function measureFinder(data: string): Promise<void> {
  const database = join(data, 'xzx.db')
  const db = openSqlite(database)
  const folder = join(data, 'site')
  const pictures = { shown: join(data, 'uploads'), hidden: join(data, 'uploads-off') }
  const site: Site = { db, folder, database, pictures, attachments: data, key: new Uint8Array(32).fill(7) }
  await generate(site, { kind: 'all' })
  for (const name of ['首次', '未变']) {
    const begun = performance.now()
    await updateFinder(site, () => false)
    console.log(`网页旁的索引（${name}）：${((performance.now() - begun) / 1000).toFixed(2)} s`)
  }
  await db.close()
  const assets = join(import.meta.dirname, '../../server/site/skins/default/assets')
  const own = ['find.js', 'search.js', 'site.js'].reduce((sum, name) => sum + statSync(join(assets, name)).size, 0)
  const read = reading(folder)
  const script = join(assets, 'find.js')
  const { finder } = (await import(script)) as {
    finder(
      root: string,
      page: (id: number) => string,
    ): { find(words: string[], page: number, size: number): Promise<unknown> }
  }
  const page = (id: number) => `a/${Math.floor(id / 1000)}/${id}.html`
  const loaded: [string, number][] = []
  for (const question of [...usual, ...hard]) {
    await finder('site_search', page).find(question.split(' '), 1, pageSize)
    loaded.push([question, read() + own])
  }
  loaded.sort((a, b) => b[1] - a[1])
  const kb = (one: [string, number] | undefined) => one && `「${one[0]}」${(one[1] / 1000).toFixed(0)} KB`
  console.log(`一次检索读取（含脚本）：最多 ${kb(loaded[0])}，中位 ${kb(loaded[loaded.length >> 1])}`)
}

/** The indexes of so many articles: room, answers, and what a question to the one beside the pages loads. */
export async function main(): Promise<void> {
  const count = Number(process.env.XZX_BENCH_COUNT ?? 10_000)
  const data = mkdtempSync(join(tmpdir(), 'xzx-search-'))
  try {
    await fill(data, count)
    console.log(`文章 ${count} 篇`)
    measureIndex(data)
    await measureFinder(data)
  } finally {
    rmSync(data, { recursive: true, force: true })
  }
}
