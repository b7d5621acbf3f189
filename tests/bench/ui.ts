import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import type { RawFlags } from '../../cli/flags.ts'
import { staySmallButQuick } from '../../cli/memory.ts'
import type { Desk } from '../../cli/tui/desk.ts'
import { memoryIo } from '../support/cli.ts'
import { adminPassword, startProcess } from '../support/process.ts'
import { median, quantile } from './measure.ts'

const count = 10_000
const paragraph = '会议指出，要围绕全县中心工作，深入开展调查研究，广泛听取各界别群众的意见建议，认真撰写提案。'
const titles = ['召开专题协商会议的情况通报', '征集提案线索的通知', '委员视察乡村道路建设', '公交线路调整的意见建议']
/** A held key comes so often. */
const repeatMs = 33

/** Articles that wait, straight into a database that a server has made. */
function seed(data: string): void {
  const db = new DatabaseSync(join(data, 'xzx.db'))
  const now = Date.now()
  db.exec(
    `insert into "column" (parentId, title, type, sort, createdAt, updatedAt, version) values (0, '政协要闻', 1, 0, ${now}, ${now}, 1)`,
  )
  const insert = db.prepare(
    `insert into article (columnId, title, content, seal, status, hits, createdBy, createdAt, updatedBy, updatedAt, submittedBy, submittedAt, publishTime, version, demo)
     values (1, ?, ?, '', 1, 0, 1, ${now}, 1, ${now}, 1, ${now}, ${now}, 1, 0)`,
  )
  db.exec('begin')
  for (let i = 0; i < count; i += 1)
    insert.run(`青石县政协关于第 ${i} 次${titles[i % titles.length]}`, `<p>${paragraph}</p>\n`.repeat(30))
  db.exec('commit')
  db.close()
}

/** Waits for the first thing written once the desk is as wanted: a frame is drawn from the state of its moment. */
function watcher() {
  let wanted: { holds: () => boolean; tell: (at: number) => void } | null = null
  return {
    written() {
      if (!wanted?.holds()) return
      const { tell } = wanted
      wanted = null
      tell(performance.now())
    },
    until: (holds: () => boolean) =>
      new Promise<number>((resolve) => {
        wanted = { holds, tell: resolve }
      }),
  }
}

async function open(url: string, token: string, dir: string) {
  // as the command does
  staySmallButQuick()
  // React reads it when it is loaded
  process.env.NODE_ENV = 'production'
  const [
    { render },
    { createElement },
    { App },
    { Desk },
    { start, screenOptions },
    { openBackend },
    { openContext },
    { streamsOf },
  ] = await Promise.all([
    import('ink'),
    import('react'),
    import('../../cli/tui/App.tsx'),
    import('../../cli/tui/desk.ts'),
    import('../../cli/tui/open.tsx'),
    import('../../cli/tui/backend.ts'),
    import('../../cli/context.ts'),
    import('../support/terminal.ts'),
  ])
  const env = { XZX_SERVER: url, XZX_TOKEN: token, XZX_CONFIG_DIR: dir }
  const { signal } = new AbortController()
  const world = { io: memoryIo({}).io, env, cwd: dir, now: Date.now, signal, version: '9.9.9' }
  const backend = await openBackend(await openContext(world, {} as RawFlags, 'ui'))
  const size = { columns: 200, rows: 50 }
  const desk = new Desk({
    backend,
    env,
    cwd: dir,
    viewsFile: join(dir, 'views.json'),
    now: Date.now,
    every: () => () => undefined,
    size,
    stop: async () => false,
    leave: () => undefined,
  })
  const watch = watcher()
  const { stdin, options } = streamsOf(desk, watch.written)
  render(createElement(App, { desk }), { ...options, ...screenOptions })
  start(desk)
  return { desk, until: watch.until, send: (bytes: string) => void stdin.write(bytes) }
}
type Screen = Awaited<ReturnType<typeof open>>

/** From a press to the frame that shows what it did. */
async function pressed({ until, send }: Screen, key: string, holds: () => boolean): Promise<number> {
  const at = performance.now()
  const shown = until(holds)
  send(key)
  return (await shown) - at
}

/** A key as often as a held one repeats. */
async function held(screen: Screen, key: string, times: number): Promise<number[]> {
  const took: number[] = []
  for (let i = 0; i < times; i += 1) {
    const from = screen.desk.state.list.cursor
    const ms = await pressed(screen, key, () => screen.desk.state.list.cursor > from)
    took.push(ms)
    await wait(Math.max(0, repeatMs - ms))
  }
  return took
}

/** Types a filter word letter by letter. */
async function typed(screen: Screen, word: string): Promise<number[]> {
  const { desk } = screen
  const took = [await pressed(screen, '/', () => desk.state.dialog !== null)]
  for (const letter of word) {
    const next = desk.state.list.word + letter
    await wait(repeatMs * 3)
    took.push(await pressed(screen, letter, () => desk.state.list.word === next))
  }
  await wait(repeatMs * 3)
  took.push(await pressed(screen, '\u001b', () => desk.state.dialog === null))
  return took
}

/** Does some work and prints its figures; the processor's time moves less with what else the machine does. */
async function tell(what: string, work: Promise<number[]>): Promise<void> {
  const before = process.cpuUsage()
  const took = await work
  const { user, system } = process.cpuUsage(before)
  const each = `处理器每键 ${((user + system) / 1000 / took.length).toFixed(0)} ms`
  const [half, most, worst] = [median(took), quantile(took, 0.95), Math.max(...took)].map((ms) => ms.toFixed(0))
  const over = took.filter((ms) => ms > 50).length
  console.log(
    `${what}：中位 ${half} ms，95% ${most} ms，最长 ${worst} ms，${each}；超过 50 ms 的 ${over}/${took.length}`,
  )
}

async function loaded({ desk }: Screen, done: (desk: Desk) => boolean): Promise<void> {
  while (!done(desk))
    await new Promise<void>((resolve) => {
      const end = desk.subscribe(() => {
        end()
        resolve()
      })
    })
}

/** From key to frame in the terminal UI, 200 × 50 with the preview, 10,000 articles of some 1,400 characters. */
export async function main(): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'xzx-bench-'))
  await (await startProcess(data)).end('SIGTERM')
  seed(data)
  const server = await startProcess(data)
  const query = new URLSearchParams({ username: 'admin', password: adminPassword })
  const login = (await (await fetch(`${server.url}/user/loginNoCode?${query}`, { method: 'POST' })).json()) as {
    value: string
  }
  const screen = await open(server.url, login.value, data)
  await loaded(screen, (desk) => desk.state.list.rows.length > 0 && desk.state.loading === 'none')
  await tell('按住 j，边走边读', held(screen, 'j', 150))
  await tell('PgDn，边走边读', held(screen, '\u001b[6~', 40))
  screen.send('A')
  await loaded(screen, (desk) => desk.state.list.whole)
  screen.send('ug')
  await loaded(screen, (desk) => desk.state.list.cursor === 0 && desk.state.list.marks.size === 0)
  await tell(`按住 j，${count} 行`, held(screen, 'j', 150))
  await tell(`PgDn，${count} 行`, held(screen, '\u001b[6~', 40))
  await tell('/ 输入 gongjiao', typed(screen, 'gongjiao'))
  await tell('/ 输入 gjxl', typed(screen, 'gjxl'))
  await server.end('SIGTERM')
  rmSync(data, { recursive: true, force: true })
}
