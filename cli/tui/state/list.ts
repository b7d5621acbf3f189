import type { Item } from '../kinds/kind.ts'
import { matcher } from '../text/match.ts'

/** The list: rows read so far, those that pass the filter, the window on them, and the marks. */
export interface ListState {
  readonly rows: readonly Item[]
  /** Rows that pass the filter word; the same array when there is none. */
  readonly shown: readonly Item[]
  /** How many the server has. */
  readonly total: number
  /** Every page is read. */
  readonly whole: boolean
  readonly cursor: number
  readonly top: number
  readonly height: number
  readonly marks: ReadonlySet<string>
  /** Rows read later are marked too. */
  readonly markAll: boolean
  /** Where a range of marks begins. */
  readonly anchor: string | null
  readonly word: string
  /** What of a row the filter looks at. */
  readonly textOf: (row: Item) => string
}

const none: readonly Item[] = []

/** A list before anything is read. */
export const emptyList: ListState = {
  rows: none,
  shown: none,
  total: 0,
  whole: false,
  cursor: 0,
  top: 0,
  height: 10,
  marks: new Set(),
  markAll: false,
  anchor: null,
  word: '',
  textOf: ({ title }) => title,
}

/** What can happen to the list. */
export type ListEvent =
  | { readonly type: 'move'; readonly by: number }
  | { readonly type: 'to'; readonly index: number }
  | { readonly type: 'height'; readonly height: number }
  | { readonly type: 'append'; readonly rows: readonly Item[]; readonly total: number; readonly whole: boolean }
  | { readonly type: 'replace'; readonly rows: readonly Item[]; readonly total: number; readonly whole: boolean }
  | { readonly type: 'clear'; readonly textOf?: ListState['textOf'] }
  | { readonly type: 'word'; readonly word: string }
  | { readonly type: 'seek'; readonly word: string; readonly by: 1 | -1 }
  | { readonly type: 'mark' | 'range' | 'markPage' | 'markAll' | 'unmark' }
  | { readonly type: 'remove'; readonly ids: readonly string[] }
  | { readonly type: 'patch'; readonly rows: readonly Item[] }

export const idOf = (row: Item): string => row.id
/** The row under the cursor. */
export const currentRow = (s: ListState): Item | undefined => s.shown[s.cursor]

/** The rows that an action is about: the marked ones, or the current one. */
export function chosenRows(s: ListState): readonly Item[] {
  if (s.marks.size > 0) return s.rows.filter((row) => s.marks.has(idOf(row)))
  const row = currentRow(s)
  return row ? [row] : []
}

const clamp = (value: number, max: number) => Math.max(0, Math.min(value, max))

/** Keeps the cursor on a row and the window on the cursor. */
function settle(s: ListState): ListState {
  const cursor = clamp(s.cursor, s.shown.length - 1)
  const lowest = Math.max(0, s.shown.length - s.height)
  const top = clamp(Math.min(Math.max(s.top, cursor - s.height + 1), cursor), lowest)
  return cursor === s.cursor && top === s.top ? s : { ...s, cursor, top }
}

function passing({ textOf }: Pick<ListState, 'textOf'>, rows: readonly Item[], word: string): readonly Item[] {
  if (word.trim() === '') return rows
  const passes = matcher(word)
  return rows.filter((row) => passes(textOf(row)))
}

/** Other rows: the cursor stays on its row, or on its place when that has gone. */
function withRows(s: ListState, rows: readonly Item[]): ListState {
  const current = currentRow(s)
  const shown = passing(s, rows, s.word)
  const kept = current ? shown.findIndex((row) => idOf(row) === idOf(current)) : -1
  const cursor = kept >= 0 ? kept : s.cursor
  return settle({ ...s, rows, shown, cursor, top: s.top + (cursor - s.cursor) })
}

/**
 * The rows of a further page. Rows, what of them is shown, and marks grow in place: copying them for each page would cost the square of
 * their number. A state of before may therefore see later rows, never others.
 */
function appended(s: ListState, page: readonly Item[]): ListState {
  const fresh = new Map(page.map((row) => [idOf(row), row]))
  for (const row of s.rows) fresh.delete(idOf(row))
  const added = [...fresh.values()]
  const passed = passing(s, added, s.word)
  const rows = grown(s.rows, added)
  const shown = s.shown === s.rows ? rows : grown(s.shown, passed)
  if (!s.markAll) return settle({ ...s, rows, shown })
  const marks = s.marks === emptyList.marks ? new Set<string>() : (s.marks as Set<string>)
  for (const row of passed) marks.add(idOf(row))
  return settle({ ...s, rows, shown, marks })
}

/** A list's own array with more at its end; the one that all empty lists share stays empty. */
function grown(rows: readonly Item[], more: readonly Item[]): readonly Item[] {
  const own = rows === none ? [] : (rows as Item[])
  own.push(...more)
  return own
}

/** The rows between the anchor and the cursor, both included. */
export function rangeRows(s: ListState): readonly Item[] {
  const from = s.anchor === null ? -1 : s.shown.findIndex((row) => idOf(row) === s.anchor)
  return from < 0 ? [] : s.shown.slice(Math.min(from, s.cursor), Math.max(from, s.cursor) + 1)
}

function toggled(s: ListState, rows: readonly Item[]): ListState {
  const marks = new Set(s.marks)
  const off = rows.length === 1 && rows.every((row) => marks.has(idOf(row)))
  for (const row of rows) off ? marks.delete(idOf(row)) : marks.add(idOf(row))
  return { ...s, marks, anchor: null, markAll: s.markAll && !off }
}

function sought(s: ListState, word: string, by: 1 | -1): ListState {
  const n = s.shown.length
  const passes = matcher(word)
  for (let step = 1; step <= n; step++) {
    const at = (s.cursor + by * step + n * step) % n
    const row = s.shown[at] as Item
    if (passes(s.textOf(row))) return settle({ ...s, cursor: at })
  }
  return s
}

function marked(s: ListState, type: 'mark' | 'range' | 'markPage' | 'markAll' | 'unmark'): ListState {
  const row = currentRow(s)
  if (type === 'unmark') return { ...s, marks: new Set(), anchor: null, markAll: false }
  if (!row) return s
  if (type === 'markPage')
    return { ...toggled(s, [row, ...s.shown.slice(s.top, s.top + s.height)]), markAll: s.markAll }
  if (type === 'markAll')
    return { ...s, marks: new Set([...s.marks, ...s.shown.map(idOf)]), markAll: true, anchor: null }
  if (s.anchor !== null) {
    const rows = rangeRows(s)
    return { ...s, marks: new Set([...s.marks, ...rows.map(idOf)]), anchor: null }
  }
  return type === 'range' ? { ...s, anchor: idOf(row) } : toggled(s, [row])
}

function removed(s: ListState, ids: readonly string[]): ListState {
  const gone = new Set(ids)
  const rows = s.rows.filter((row) => !gone.has(idOf(row)))
  const before = s.shown.slice(0, s.cursor).filter((row) => gone.has(idOf(row))).length
  const shown = passing(s, rows, s.word)
  const marks = new Set([...s.marks].filter((id) => !gone.has(id)))
  const total = Math.max(rows.length, s.total - (s.rows.length - rows.length))
  return settle({ ...s, rows, shown, marks, total, cursor: s.cursor - before, top: s.top - before })
}

/** The list after an event. */
export function list(s: ListState, e: ListEvent): ListState {
  switch (e.type) {
    case 'move':
      return settle({ ...s, cursor: clamp(s.cursor + e.by, s.shown.length - 1) })
    case 'to':
      return settle({ ...s, cursor: clamp(e.index, s.shown.length - 1) })
    case 'height':
      return s.height === e.height ? s : settle({ ...s, height: Math.max(1, e.height) })
    case 'append':
      return { ...appended(s, e.rows), total: e.total, whole: e.whole }
    case 'replace':
      return replaced(s, e)
    case 'clear':
      return { ...emptyList, height: s.height, textOf: e.textOf ?? s.textOf }
    case 'word':
      return worded(s, e.word)
    case 'seek':
      return sought(s, e.word, e.by)
    case 'remove':
      return removed(s, e.ids)
    case 'patch': {
      const fresh = new Map(e.rows.map((row) => [idOf(row), row]))
      return withRows(
        s,
        s.rows.map((row) => fresh.get(idOf(row)) ?? row),
      )
    }
    default:
      return marked(s, e.type)
  }
}

/** Another filter word; one that goes on from the last looks only at what that has left. */
function worded(s: ListState, word: string): ListState {
  const next = { ...s, word, anchor: null }
  const longer = s.word !== '' && word !== s.word && word.startsWith(s.word) && s.word.trim() === s.word
  if (!longer) return withRows(next, s.rows)
  const narrowed = withRows({ ...next, rows: s.shown }, s.shown)
  return { ...narrowed, rows: s.rows }
}

/** The marked rows that are not as they were when they were marked: nobody has decided about them as they are now. */
export function changedMarks(s: ListState, now: readonly Item[]): ReadonlySet<string> {
  const fresh = new Map(now.map((row) => [idOf(row), row.version]))
  const marked = s.marks.size === 0 ? none : s.rows.filter((row) => s.marks.has(idOf(row)))
  return new Set(marked.filter((row) => (fresh.get(idOf(row)) ?? row.version) !== row.version).map(idOf))
}

/** A reload: the place stays, and the marks of what is still there as it was. */
function replaced(s: ListState, e: Extract<ListEvent, { type: 'replace' }>): ListState {
  const there = new Set(e.rows.map(idOf))
  const changed = changedMarks(s, e.rows)
  const marks = new Set([...s.marks].filter((id) => there.has(id) && !changed.has(id)))
  return { ...withRows(s, e.rows), marks, total: e.total, whole: e.whole, markAll: s.markAll && marks.size > 0 }
}
