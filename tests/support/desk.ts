import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { openContext } from '../../cli/context.ts'
import type { RawFlags } from '../../cli/flags.ts'
import { openBackend } from '../../cli/tui/backend.ts'
import { Desk } from '../../cli/tui/desk.ts'
import { start } from '../../cli/tui/open.tsx'
import { chooseSigns } from '../../cli/tui/text/status.ts'
import type { Schema } from '../../server/db/tables.ts'
import { makeArticles } from './articles.ts'
import { memoryIo } from './cli.ts'
import { makeColumn, type Person } from './server.ts'
import { wiredServer } from './set-up.ts'
import { show, type Terminal } from './terminal.ts'

interface Options {
  readonly size?: { readonly columns: number; readonly rows: number }
  /** Whose desk it is; default an administrator. */
  readonly person?: Person
  readonly env?: Readonly<Record<string, string>>
  /** A clock in place of the real one. */
  readonly clock?: Pick<Desk['around'], 'now' | 'every'>
}

/** Real time; what is done again and again is left out. */
const still = { now: Date.now, every: () => () => undefined }

/** A desk on its screen, and the code that it was left with. */
export interface Opened {
  readonly desk: Desk
  readonly screen: Terminal
  readonly left: () => number | null
}

/** A server for the tests of one file, and how to open desks on it; each is ended after its test. Before each test there are no articles, and none of `kinds`. */
export async function desks(...kinds: readonly (keyof Schema)[]) {
  const { server, wire } = await wiredServer('article', ...kinds)
  const columnId = await makeColumn(server)
  const writer = await server.person({ roles: ['admin'], name: '周明川' })
  const auditor = await server.person({ roles: ['admin'], name: '林知远' })
  chooseSigns({ LANG: 'C.UTF-8' })
  const at = { dir: '', opened: [] as Opened[] }
  beforeEach(() => {
    at.dir = mkdtempSync(join(tmpdir(), 'xzx-tui-'))
  })
  afterEach(async () => {
    for (const { screen, desk } of at.opened.splice(0)) {
      screen.end()
      await desk.around.backend.close()
    }
    rmSync(at.dir, { recursive: true, force: true })
  })

  async function open(options: Options = {}) {
    const { size = { columns: 80, rows: 24 }, person = auditor, env: more = {}, clock = still } = options
    const cwd = at.dir
    const env = { XZX_SERVER: wire.url, XZX_TOKEN: person.token, XZX_CONFIG_DIR: cwd, ...more }
    const { signal } = new AbortController()
    const world = { io: memoryIo({}).io, env, cwd, now: Date.now, signal, version: '9.9.9' }
    const backend = await openBackend(await openContext(world, {} as RawFlags, 'ui'))
    let code: number | null = null
    const leave = (given: number) => {
      code = given
    }
    const viewsFile = join(cwd, 'views.json')
    const desk = new Desk({ backend, env, cwd, viewsFile, ...clock, size, stop: async () => false, leave })
    const opened: Opened = { desk, screen: show(desk), left: () => code }
    at.opened.push(opened)
    start(desk)
    return opened
  }

  return {
    server,
    wire,
    columnId,
    writer,
    auditor,
    open,
    /** A folder of this test's own. */
    dir: () => at.dir,
    articles: (count: number, status = 1, title?: string, column = columnId) =>
      makeArticles(server, count, { columnId: column, status, by: writer.userId, ...(title && { title }) }),
    /** A column of all articles in the database, in their order. */
    async values<K extends 'status' | 'title'>(field: K) {
      const rows = await server.parts.db.write.selectFrom('article').select(['status', 'title']).orderBy('id').execute()
      return rows.map((row) => row[field])
    },
  }
}
