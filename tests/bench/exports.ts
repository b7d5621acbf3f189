import { createWriteStream, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import ExcelJS from 'exceljs'
import { hotRow } from '../../core/contract/hot.ts'
import { cellOf, columnsFrom } from '../../core/sheet/columns.ts'
import { writeTable } from '../../core/sheet/write.ts'
import { adminOf, startProcess } from '../support/process.ts'
import { fill } from './fill.ts'
import { quantile, report, settled, timed } from './measure.ts'

/**
 * A million rows exported by the server while others look at lists, beside exceljs's streaming writer with the same cells and no database behind it:
 * `npm run bench -- exports`.
 */
const count = 1_000_000
const others = 10_000
const listEveryMs = 20
const columns = columnsFrom(hotRow, Object.keys(hotRow.shape))
const at = Date.parse('2026-11-21T01:05:00Z')
const word = '2026-11-21 09:05:00'

/** The rows as the list answers them. */
function* rows() {
  for (let i = count; i > 0; i -= 1)
    yield {
      ...{ id: String(i), name: `热词 ${i}`, sort: i, enabled: i % 2, version: 1 },
      ...{ createdAt: word, updatedAt: word, createdBy: null, createdByName: null },
    }
}

function addRows(data: string): void {
  const db = new DatabaseSync(join(data, 'xzx.db'))
  db.exec(
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})
     insert into hot (name, sort, enabled, "createdAt", "updatedAt", version) select '热词 ' || i, i, i % 2, ${at}, ${at}, 1 from n`,
  )
  db.close()
}

const rssMb = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

/** Our writer alone, with the cells that exceljs gets. */
async function ours(file: string): Promise<void> {
  const out = createWriteStream(file)
  const put = (piece: Uint8Array) =>
    new Promise<void>((resolve) => void (out.write(piece) ? resolve() : out.once('drain', resolve)))
  await writeTable('xlsx', put, { name: '热词', columns, rows: rows() })
  await new Promise((resolve) => out.end(resolve))
}

/** The same cells, with the formats, by exceljs's streaming writer. */
async function bare(file: string): Promise<void> {
  const book = new ExcelJS.stream.xlsx.WorkbookWriter({ filename: file, useStyles: true, useSharedStrings: false })
  const sheet = book.addWorksheet('热词')
  sheet.columns = columns.map(({ title, width }) => ({ header: title, width }))
  for (const row of rows())
    sheet.addRow(columns.map((column) => cellOf(column, (row as Record<string, unknown>)[column.field]))).commit()
  sheet.commit()
  await book.commit()
}

type Post = Awaited<ReturnType<typeof adminOf>>

/** Lists that somebody else looks at, one after another, until told to stop: how long each took. */
async function looking(post: Post, until: () => boolean): Promise<number[]> {
  const times: number[] = []
  for (let i = 0; !until(); i += 1) {
    const ms = await timed(() => post('/api/article/list', { pageNumber: 1 + (i % 50), pageSize: 10 }))
    times.push(ms)
    await pause(listEveryMs)
  }
  return times
}

export async function main(): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'xzx-exports-'))
  try {
    await fill(dir, others)
    addRows(dir)
    // its pages and its index are made by a server that is not measured
    const first = await startProcess(dir, { built: true })
    await settled(first.child.pid as number)
    await first.end('SIGTERM')
    const server = await startProcess(dir, { built: true })
    const pid = server.child.pid as number
    const post = await adminOf(server.url)
    await settled(pid)
    const quiet = rssMb(pid)
    const stop = performance.now() + 15_000
    const idle = await looking(post, () => performance.now() > stop)

    let peak = 0
    let done = false
    const watched = setInterval(() => {
      peak = Math.max(peak, rssMb(pid))
    }, 50)
    const begun = performance.now()
    const { id } = ((await post('/x/exportTask/start', { source: 'hot' })) as { value: { id: string } }).value
    const busyTimes = looking(post, () => done)
    let state = { state: 'running', says: '', rows: 0, bytes: 0 }
    while (state.state === 'running') {
      await pause(200)
      state = ((await post('/x/exportTask/get', { id })) as { value: typeof state }).value
    }
    const whole = performance.now() - begun
    done = true
    const busy = await busyTimes
    clearInterval(watched)
    await server.end('SIGTERM')
    if (state.state !== 'done') throw new Error(`${state.state}: ${state.says}`)

    const [a, b] = [join(dir, 'a.xlsx'), join(dir, 'b.xlsx')]
    const alone = await timed(() => ours(a))
    const exceljs = await timed(() => bare(b))
    const s = (ms: number) => `${(ms / 1000).toFixed(1)} s`
    const mb = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(0)} MB`
    report(
      `写 ${count} 行`,
      `${s(alone)}，${mb(statSync(a).size)}`,
      `exceljs 流式 ${s(exceljs)}，${mb(statSync(b).size)}`,
      alone / exceljs,
    )
    report(
      `后台导出 ${count} 行（从数据库到文件）`,
      `${s(whole)}，${mb(state.bytes)}`,
      `exceljs 流式，不读数据库 ${s(exceljs)}`,
      whole / exceljs,
    )
    const [p, q] = [quantile(idle, 0.99), quantile(busy, 0.99)]
    report(
      '导出时他人的列表 p99',
      `${q.toFixed(1)} ms（${busy.length} 次）`,
      `空闲 ${p.toFixed(1)} ms（${idle.length} 次）`,
      q / p,
    )
    console.log(`服务器内存：空闲 ${quiet.toFixed(0)} MB，导出时最高 ${peak.toFixed(0)} MB`)
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}
