import { sql } from 'kysely'
import type { Db } from '../db/open.ts'
import type { Work } from '../work/work.ts'
import type { Fed, FedState, FedText } from './fed-index.ts'
import { isTextTable, rowsLeft, type TextTable, textTableOf } from './row-texts.ts'

/**
 * Brings the index of a PostgreSQL database up to date. Each server keeps one of its own, beside its data: what it knows stands in the
 * database, and can be read again.
 */
export interface Feed {
  /** What the database is known by; the index belongs to it. */
  of(): Promise<number>
  /** Takes in what is missing, for about so long. @returns whether nothing is left of what was there when it began */
  catchUp(ms: number): Promise<boolean>
  /** Reads the other tables, for about so long. @returns whether each row has been read once */
  readRows(ms: number): Promise<boolean>
  /** Whether every text of a table has been read once, or none: it has not begun. */
  knows(table: string): boolean
  /** Up to this number every article has been read once; null: all have, or it has not begun. */
  scanned(): number | null
  /** How far the index has come is asked of itself: something was amiss with it. */
  forget(): Promise<void>
  /** Puts another index in the place of this one, while nothing is taken in. */
  replace(put: () => Promise<void>): Promise<void>
}

/** How far the index has come by a step (null: it was empty, and took in nothing), and whether nothing is left by it of what was there when it was asked for. */
interface Step {
  readonly state: FedState
  readonly whole: boolean
}

const atOnce = 50
/** Of a new index fewer: a search waits for a piece of it. */
const scannedAtOnce = 20
/** Of rows with short texts more. */
const rowsAtOnce = 200
const day = 24 * 3600_000
/** Notes are kept for so long; an index that has not been looked after for longer is made anew. */
export const notesKeptFor = 7 * day

const heads = ['id', 'title', 'source', 'subtitle', 'summary', 'keywords', 'modelFields'] as const
const columns = [...heads, 'content', 'publishTime', 'columnId', 'status', 'deletedAt', 'unfound'] as const

export function feedOf({ read }: Db, work: Pick<Work, 'searches'>, index: string, now: () => number): Feed {
  let known: Promise<number> | undefined
  const of = () => {
    known ??= read
      .selectFrom('counter')
      .select('value')
      .where('name', '=', 'search.index')
      .executeTakeFirstOrThrow()
      .then(({ value }) => Number(value))
    return known
  }
  const articles = () => read.selectFrom('article').select([...columns])
  const feed = async (items: readonly Fed[], state: FedState): Promise<boolean> =>
    (await work.searches.run('feedOnline', { index, of: await of(), items, state }, 'index')) !== null

  /** The lowest transaction that is still under way: what those before it wrote can be seen. */
  const least = async () => {
    const { rows } = await sql<{ tx: string }>`select txid_snapshot_xmin(txid_current_snapshot()) as tx`.execute(read)
    return Number(rows[0]?.tx)
  }

  async function scan(state: FedState): Promise<Step | null> {
    const after = state.scanned ?? 0
    const rows = await articles().where('id', '>', after).orderBy('id').limit(scannedAtOnce).execute()
    const scanned = rows.length < scannedAtOnce ? null : Number(rows.at(-1)?.id)
    const items = rows.map((row) => ({ table: 'article', id: Number(row.id), text: row as FedText }) as const)
    const now = { ...state, scanned }
    return (await feed(items, now)) ? { state: now, whole: false } : null
  }

  const textsIn = (table: TextTable) => read.selectFrom(table as 'mail').select(['id', 'title', 'content'])

  /** Reads some rows of the other tables. @returns null where the index was empty, and took in nothing */
  async function scanRows(state: FedState, { table, after }: NonNullable<ReturnType<typeof rowsLeft>>) {
    const rows = await textsIn(table).where('id', '>', after).orderBy('id').limit(rowsAtOnce).execute()
    const items = rows.map((row) => ({ table, id: Number(row.id), text: row }))
    const read = rows.length < rowsAtOnce ? null : Number(rows.at(-1)?.id)
    const now = { ...state, rows: { ...state.rows, [table]: read } }
    return (await feed(items, now)) ? now : null
  }

  /**
   * Takes in what was noted, in passes: by the transaction that was the least when a pass began it is known what it cannot have seen, which
   * the next pass reads. What that one meets again is passed over.
   */
  let pass: { readonly tx: number; cursor: number; readonly notes: number[]; readonly of: object } | undefined
  /** @param by for whom: once a pass is over that began for them, all is taken in that was there when they asked */
  async function follow(state: FedState, by: object): Promise<Step | null> {
    pass ??= { tx: await least(), cursor: 0, notes: [], of: by }
    const { tx, cursor, of } = pass
    const notes = await read
      .selectFrom('textChange')
      .select(['id', 'rowId', 'of', 'tx'])
      .where('tx', '>=', state.tx)
      .where('id', '>', cursor)
      .orderBy('id')
      .limit(atOnce)
      .execute()
    pass.notes.push(...notes.filter((note) => Number(note.tx) >= tx).map(({ id }) => Number(id)))
    pass.cursor = Number(notes.at(-1)?.id ?? cursor)
    const taken = new Set(state.notes)
    const fresh = notes.filter(({ id }) => !taken.has(Number(id)))
    const over = notes.length < atOnce
    const after = over ? { ...state, tx, notes: pass.notes, at: now() } : state
    if (over) pass = undefined
    if (fresh.length > 0 && !(await feed(await textsOf(fresh), after))) return null
    // what is only in memory of how far it has come is read once more after a start
    return { state: after, whole: over && of === by }
  }

  async function textsOf(notes: readonly { rowId: number; of: number }[]): Promise<Fed[]> {
    const byTable = Map.groupBy(notes, ({ of }) => textTableOf(Number(of)) ?? 'article')
    const fed: Fed[] = []
    for (const [table, some] of byTable) {
      const ids = [...new Set(some.map(({ rowId }) => Number(rowId)))]
      const query = table === 'article' ? articles() : textsIn(table)
      const found = await (query as ReturnType<typeof articles>).where('id', 'in', ids).execute()
      const rows = new Map(found.map((row) => [Number(row.id), row]))
      fed.push(...ids.map((id) => ({ table, id, text: rows.get(id) ?? null }) as Fed))
    }
    return fed
  }

  async function begin(): Promise<FedState> {
    const before = await work.searches.run('feedOnline', { index, of: await of(), items: [], state: null }, 'index')
    const tx = await least()
    if (before && before.tx <= tx && now() - before.at < notesKeptFor - day) return before
    const state = { scanned: 0, tx, notes: [], at: now() }
    await work.searches.run('feedOnline', { index, of: await of(), items: [], state, anew: true }, 'index')
    return state
  }

  let state: FedState | undefined
  async function run(ms: number): Promise<boolean> {
    const end = performance.now() + ms
    const by = {}
    state ??= await begin()
    for (;;) {
      const step: Step | null = state.scanned === null ? await follow(state, by) : await scan(state)
      // it was damaged, and is another one now
      if (!step) forget()
      state = step?.state ?? (await begin())
      if (step?.whole) return true
      if (performance.now() > end) return false
    }
  }
  async function runRows(ms: number): Promise<boolean> {
    const end = performance.now() + ms
    for (;;) {
      state ??= await begin()
      const left = rowsLeft(state.rows ?? {})
      if (!left) return true
      const now: FedState | null = await scanRows(state, left)
      if (now) state = now
      else forget()
      if (performance.now() > end) return false
    }
  }
  let running: Promise<unknown> | undefined
  /** One at a time: what was written after the other one began is for the next. */
  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    while (running) await running.catch(() => {})
    const mine = work()
    running = mine
    try {
      return await mine
    } finally {
      running = undefined
    }
  }
  /** What is about to begin, by how long it may take: whoever asks until then is served by it. */
  const next = new Map<number, Promise<boolean>>()
  const forget = () => {
    state = undefined
    pass = undefined
  }
  return {
    of,
    forget: () => inTurn(async () => forget()),
    scanned: () => state?.scanned ?? null,
    // before it has begun that is not known: whoever asks has it begin
    knows: (table) => !state || (isTextTable(table) ? state.rows?.[table] : state.scanned) === null,
    readRows: (ms) => inTurn(() => runRows(ms)),
    catchUp(ms) {
      const known = next.get(ms)
      if (known) return known
      let begun = false
      const mine = inTurn(() => {
        begun = true
        next.delete(ms)
        return run(ms).catch((error: unknown) => {
          forget()
          throw error
        })
      })
      if (!begun) next.set(ms, mine)
      return mine
    },
    replace: (put) => inTurn(() => put().finally(forget)),
  }
}
