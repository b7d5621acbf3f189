import { hostname } from 'node:os'
import { Refused } from '../../core/errors.ts'
import type { Db, Dialect } from '../db/open.ts'
import { saysOf, type Table, tables } from '../db/table.ts'
import { plainReason } from '../full-disk.ts'
import type { JobWatch } from '../jobs/jobs.ts'
import type { Work } from '../work/work.ts'
import type { Held } from './article-ids.ts'
import type { Sought } from './article-text.ts'
import { feedOf } from './feed.ts'
import { makingOf, tidy } from './index-place.ts'
import type { Alike, OnlineQuery } from './online-index.ts'
import { type Standing, standingOf } from './standing.ts'
import type { Files, OnlinePage } from './tasks.ts'
import type { Found, Indexed, Listing } from './text-index.ts'

/** Searches in texts, beside the thread that answers everybody. */
export interface Search {
  /**
   * Only for SQLite: PostgreSQL is such a place by itself. Reads by the full-text index where it is complete, else plainly.
   * @param indexed the list by the index, null where there is no such way
   * @param caller whose turn it takes
   * @param stranger in the place of strangers: the staff's searches wait behind none of theirs
   */
  find(indexed: Indexed | null, plain: Listing, caller: string, stranger?: boolean): Promise<Found>
  /** The same of some lists that are read plainly, all in one turn: while an index is made each turn waits for a piece of it. */
  findEach(plain: readonly Listing[], caller: string): Promise<Found[]>
  /**
   * Only for PostgreSQL: which rows of a table hold some texts, by the index of this server; null: it does not know all of them yet, and the
   * database has to look at the texts themselves.
   * @param stranger as above
   */
  holding(table: string, match: readonly Sought[], caller: string, stranger?: boolean): Promise<Held | null>
  /** A page of what is online and holds the words. */
  findOnline(query: OnlineQuery, caller: string): Promise<OnlinePage>
  /** What is online and has a title that holds the words, as far as it is known now: nothing is taken in for it. */
  titled(words: string, most: number, caller: string): Promise<number[]>
  /** What is online and has a title like the words; of the staff's callers. */
  alike(asked: Alike, caller: string): Promise<number[]>
  /** What is shown of a long text, HTML, that was found: made beside this thread, for the staff in their own. */
  extract(html: string, words: readonly string[], caller: string, staff?: boolean): Promise<string>
  /**
   * Makes the index anew beside the one that is, which answers until the other one is whole.
   * @returns whether it was put in its place: not, where it was to stop
   */
  rebuild(watch: JobWatch): Promise<boolean>
  standing(): Promise<Standing>
  /** Something was written: the index takes it in soon, so that the next search need not. */
  changed(): void
}

/** The file of the index in the data folder. Of a PostgreSQL database each server has one of its own, though they may share the folder. */
export const indexName = (dialect: Dialect, port: number): string =>
  dialect === 'sqlite' ? 'search.db' : `search-${hostname().replace(/[^\w-]/g, '-')}-${port}.db`

/** Texts are taken in once nothing has been written for so long: in a rush the processor is for those who write. … */
const quietMs = 1000
/** But no later than this after the first of them, … */
const latestMs = 10_000
/** … in pieces, between which searches have their turn. */
const pieceMs = 100
/** So long a search takes in what is missing before it is answered without it. */
const catchUpMs = 500
/** Notes of changes that the index holds are dropped when there are so many, … */
const notesMax = 5000
/** … in pieces: more at once would keep everybody waiting. */
const notesAtOnce = 2000

/**
 * @param idle comes back when no pages are being made: both at once would take twice the memory
 * @param onFault told what kept the index from being brought up to date; it is tried again with the next change
 */
export function createSearch(
  db: Db,
  work: Pick<Work, 'searches' | 'siteSearches'>,
  files: Files,
  idle: () => Promise<void>,
  onFault: (line: string) => void,
  now: () => number,
): Search {
  let due = false
  let last = 0
  let dropped = 0
  /** While an index is made anew, the notes are kept of what it has not taken in. */
  let making = false
  let renewing = false
  tidy(files.index)
  const feed = db.dialect === 'postgres' ? feedOf(db, work, files.index, now) : null
  const file = async () => (feed ? { index: files.index, of: await feed.of() } : files)

  async function bringUpToDate(): Promise<void> {
    if (feed) {
      while (!((await feed.catchUp(pieceMs)) && (await feed.readRows(pieceMs)))) await idle()
      return
    }
    let taken = 0
    for (let whole = false; !whole; ) {
      await idle()
      const done = await work.searches.run('takeIn', { ...files, ms: pieceMs }, 'index')
      ;({ whole, taken } = done)
      for (const { table, id } of done.passedOver)
        onFault(`${saysOf(tables.get(table) as Table)} ${id} 的正文未能编入检索索引，按正文查不到它；请把它分成几篇`)
    }
    if (making || taken - dropped < notesMax) return
    await dropNotes(taken)
    dropped = taken
  }

  /** An index of the form before this one answers for as long as this takes. */
  async function renew(): Promise<void> {
    if (making || renewing) return
    renewing = true
    try {
      if ((await work.searches.run('indexState', await file(), 'index')).earlier)
        await rebuild({ stopped: () => false, progress: () => {} })
    } finally {
      renewing = false
    }
  }

  async function dropNotes(taken: number): Promise<void> {
    for (;;) {
      const first = await db.read.selectFrom('textChange').select('id').orderBy('id').limit(1).executeTakeFirst()
      if (!first || first.id > taken) return
      const last = Math.min(taken, first.id + notesAtOnce - 1)
      await db.transaction((trx) => trx.deleteFrom('textChange').where('id', '<=', last).execute())
    }
  }

  function told(error: unknown): void {
    // the server ends
    if (!(error instanceof Refused && error.code === 'UNAVAILABLE')) onFault(`未能更新检索索引：${plainReason(error)}`)
  }

  async function takeIn(): Promise<void> {
    const begun = performance.now()
    try {
      await bringUpToDate()
      await renew()
    } catch (error) {
      told(error)
    } finally {
      due = last > begun
      if (due) waitForQuiet(last)
    }
  }

  /** @param first when the first of what is to be taken in was written */
  function waitForQuiet(first: number): void {
    const left = Math.min(last + quietMs, first + latestMs) - performance.now()
    setTimeout(() => (left > 0 ? waitForQuiet(first) : void takeIn()), Math.max(left, 0)).unref()
  }

  function changed(): void {
    last = performance.now()
    if (due) return
    due = true
    waitForQuiet(last)
  }

  /** Takes all into the index that is being made. @returns whether it is whole */
  async function makeAnew(watch: JobWatch): Promise<boolean> {
    const { last } = await db.read
      .selectFrom('article')
      .select((eb) => eb.fn.max('id').as('last'))
      .executeTakeFirstOrThrow()
    const beside = { ...files, index: makingOf(files.index) }
    const fresh = feed && feedOf(db, work, beside.index, now)
    for (;;) {
      if (watch.stopped()) return false
      await idle()
      const { whole, scanned } = fresh
        ? { whole: (await fresh.catchUp(pieceMs)) && (await fresh.readRows(pieceMs)), scanned: fresh.scanned() }
        : await work.searches.run('takeIn', { ...beside, ms: pieceMs }, 'index')
      watch.progress(scanned ?? Number(last ?? 0), Number(last ?? 0))
      if (whole) return true
    }
  }

  async function rebuild(watch: JobWatch): Promise<boolean> {
    if (making) throw new Refused('CONFLICT', '检索索引正在重建，请稍后再试')
    const end = (keep: boolean) => work.searches.run('endMaking', { index: files.index, keep }, 'index')
    await end(false)
    making = true
    let kept = false
    try {
      if (!(await makeAnew(watch))) return false
      await (feed ? feed.replace(() => end(true)) : end(true))
      kept = true
      return true
    } finally {
      if (!kept) await end(false).catch(() => {})
      making = false
    }
  }

  /** Something is amiss with the index: what there is to do about it is found out soon. */
  function doubt(): void {
    void feed?.forget()
    changed()
  }
  const asked = <T>(answer: Promise<T>): Promise<T> =>
    answer.catch((error: unknown) => {
      if (feed && !(error instanceof Refused)) doubt()
      throw error
    })
  /** What the database can answer by itself is no reason to answer nothing. */
  function otherwise(error: unknown): null {
    if (error instanceof Refused) throw error
    told(error)
    return null
  }

  return {
    rebuild,
    standing: async () => standingOf(db, await work.searches.run('indexState', await file(), 'index')),
    find: (indexed, plain, caller, stranger = false) =>
      (stranger ? work.siteSearches : work.searches).run('find', { ...files, indexed, plain }, caller),
    findEach: (plain, caller) => work.searches.run('findEach', { ...files, plain }, caller),
    async holding(table, match, caller, stranger = false) {
      if (!feed) return null
      // an index that is made for the first time takes minutes: nobody waits for it
      const whole = feed.knows(table) && (await feed.catchUp(catchUpMs).catch(otherwise)) && feed.knows(table)
      if (!whole) {
        changed()
        return null
      }
      const threads = stranger ? work.siteSearches : work.searches
      const held = threads
        .run('holding', { index: files.index, of: await feed.of(), table, match }, caller)
        .catch(otherwise)
      if (!(await held)) doubt()
      return held
    },
    async findOnline(query, caller) {
      await feed?.catchUp(catchUpMs)
      return asked(work.siteSearches.run('findOnline', { ...(await file()), query, ms: catchUpMs }, caller))
    },
    titled: async (words, most, caller) =>
      work.siteSearches.run('titledOnline', { ...(await file()), words, most }, caller),
    async alike(asked, caller) {
      await feed?.catchUp(catchUpMs)
      return work.searches.run('alikeOnline', { ...(await file()), asked, ms: catchUpMs }, caller)
    },
    extract: (html, words, caller, staff = false) =>
      (staff ? work.searches : work.siteSearches).run('extract', { html, words }, caller),
    changed,
  }
}
