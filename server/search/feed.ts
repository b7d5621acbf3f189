import { sql } from 'kysely'
import type { Db } from '../db/open.ts'
import type { Work } from '../work/work.ts'
import type { Fed, FedState } from './fed-index.ts'
import type { OnlineText } from './online-index.ts'

/**
 * Brings the index of a PostgreSQL database up to date. Each server keeps one of its own, beside its data: what it knows stands in the
 * database, and can be read again.
 */
export interface Feed {
  /** What the database is known by; the index belongs to it. */
  of(): Promise<number>
  /** Takes in what is missing, for about so long. @returns whether nothing is left */
  catchUp(ms: number): Promise<boolean>
  /** Up to this number every article has been read once; null: all have, or it has not begun. */
  scanned(): number | null
  /** Puts another index in the place of this one, while nothing is taken in. */
  replace(put: () => Promise<void>): Promise<void>
}

/** How far the index has come by a step, and whether that met nothing new from the beginning on. */
interface Step {
  readonly state: FedState
  readonly whole: boolean
}

const atOnce = 50
const day = 24 * 3600_000
/** Notes are kept for so long; an index that has not been looked after for longer is made anew. */
export const notesKeptFor = 7 * day

const columns = [
  'id',
  'title',
  'subtitle',
  'summary',
  'keywords',
  'modelFields',
  'content',
  'publishTime',
  'columnId',
] as const

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
  const online = () =>
    read
      .selectFrom('article')
      .select([...columns])
      .where('status', '=', 2)
      .where('deletedAt', 'is', null)
      .where('unfound', 'is distinct from', 1)
  const feed = async (items: readonly Fed[], state: FedState): Promise<FedState> => {
    await work.searches.run('feedOnline', { index, of: await of(), items, state }, 'index')
    return state
  }

  /** The lowest transaction that is still under way: what those before it wrote can be seen. */
  const least = async () => {
    const { rows } = await sql<{ tx: string }>`select txid_snapshot_xmin(txid_current_snapshot()) as tx`.execute(read)
    return Number(rows[0]?.tx)
  }

  async function scan(state: FedState): Promise<Step> {
    const rows = await online()
      .where('id', '>', state.scanned ?? 0)
      .orderBy('id')
      .limit(atOnce)
      .execute()
    const scanned = rows.length < atOnce ? null : Number(rows.at(-1)?.id)
    const items = rows.map((row) => ({ id: Number(row.id), text: row as OnlineText }))
    return { state: await feed(items, { ...state, scanned }), whole: false }
  }

  /**
   * Takes in what was noted, in passes: by the transaction that was the least when a pass began it is known what it cannot have seen, which
   * the next pass reads. What that one meets again is passed over.
   */
  let pass: { readonly tx: number; cursor: number; readonly notes: number[] } | undefined
  async function follow(state: FedState): Promise<Step> {
    pass ??= { tx: await least(), cursor: 0, notes: [] }
    const { tx, cursor } = pass
    const notes = await read
      .selectFrom('textChange')
      .select(['id', 'articleId', 'tx'])
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
    if (fresh.length > 0) await feed(await textsOf(fresh), after)
    // what is only in memory of how far it has come is read once more after a start
    return { state: after, whole: over && cursor === 0 && fresh.length === 0 }
  }

  async function textsOf(notes: readonly { articleId: number }[]): Promise<Fed[]> {
    const ids = [...new Set(notes.map(({ articleId }) => Number(articleId)))]
    const rows = new Map((await online().where('id', 'in', ids).execute()).map((row) => [Number(row.id), row]))
    return ids.map((id) => ({ id, text: (rows.get(id) as OnlineText | undefined) ?? null }))
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
    state ??= await begin()
    for (;;) {
      const step: Step = state.scanned === null ? await follow(state) : await scan(state)
      state = step.state
      if (step.whole) return true
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
  const forget = () => {
    state = undefined
    pass = undefined
  }
  return {
    of,
    scanned: () => state?.scanned ?? null,
    catchUp: (ms) =>
      inTurn(() =>
        run(ms).catch((error: unknown) => {
          forget()
          throw error
        }),
      ),
    replace: (put) => inTurn(() => put().finally(forget)),
  }
}
