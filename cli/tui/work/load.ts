import type { Desk } from '../desk.ts'
import type { Item, Kind } from '../kinds/kind.ts'
import { question } from '../state/dialogs.ts'
import { changedMarks, idOf } from '../state/list.ts'
import { byId, type View } from '../state/views.ts'
import { forgetSpelled, spell } from '../text/match.ts'
import { loadCounts } from './counts.ts'
import { patient } from './patient.ts'

const pageSize = 200
/** So many rows before the end of what is read the next page is asked for. */
const ahead = 100

interface Page {
  readonly rows: readonly Item[]
  readonly total: number
  readonly whole: boolean
}

async function page(desk: Desk, after: readonly Item[], mine: number): Promise<Page> {
  const { kind, view } = desk.state
  const { query, sort } = view
  const last = after.at(-1)
  const place =
    byId(kind, sort) && last ? { afterId: idOf(last) } : { pageNumber: Math.floor(after.length / pageSize) + 1 }
  const { rows: list, total } = await patient(
    desk,
    () => kind.list({ ...kind.search(query, sort), ...place, pageSize }),
    () => mine === desk.under.turn,
  )
  // a back end that doesn't read on by id answers the first page again
  const again = last !== undefined && idOf(list[0] ?? last) === idOf(after[0] as Item)
  const rows = again ? [] : list
  spell(rows.map((row) => kind.textOf(row)))
  return { rows, total, whole: again || list.length < pageSize }
}

/** Reads the next page, if there is one; at most one call at a time. */
export function more(desk: Desk): Promise<void> {
  if (desk.state.list.whole || desk.state.loading === 'first') return desk.under.reading ?? Promise.resolve()
  const mine = desk.under.turn
  desk.under.reading ??= (async () => {
    desk.set({ loading: 'more' })
    try {
      const next = await page(desk, desk.state.list.rows, mine)
      desk.list({ type: 'append', ...next })
    } finally {
      if (mine === desk.under.turn) {
        desk.under.reading = null
        desk.set({ loading: 'none' })
      }
    }
  })()
  return desk.under.reading
}

/** True when the window comes near the end of what is read. */
export const nearEnd = ({ state: { list, loading } }: Desk): boolean =>
  !list.whole && loading === 'none' && list.top + list.height + ahead > list.shown.length

/** Reads everything that matches; the screen shows how far it is. */
export async function readAll(desk: Desk): Promise<void> {
  const mine = desk.under.turn
  while (!desk.state.list.whole && mine === desk.under.turn && !desk.closed) await more(desk)
}

/** Goes to the last row, though its page is not read yet; a key that leaves the end of what is read stops it. */
export async function toLast(desk: Desk): Promise<void> {
  if (desk.state.loading === 'first') await more(desk)
  const mine = desk.under.turn
  const end = () => desk.list({ type: 'to', index: Number.MAX_SAFE_INTEGER })
  end()
  const there = () => desk.state.list.cursor >= desk.state.list.shown.length - 1
  while (!desk.state.list.whole && there() && mine === desk.under.turn && !desk.closed) {
    const { length } = desk.state.list.shown
    await more(desk)
    // the row that was the last is not any more: still on it means that no key was pressed
    if (desk.state.list.cursor >= length - 1) end()
  }
}

/** Another list knows nothing of the marks in this one: they may be an hour's work. */
async function mayForgetMarks(desk: Desk): Promise<boolean> {
  const { kind, list } = desk.state
  const { size } = list.marks
  if (size === 0) return true
  return (await desk.ask(question(`换一个列表将取消 ${size} ${kind.unit}的勾选，是否继续？`))) !== null
}

/** Shows a view from its beginning; `kind` with its views where it is another one's. */
export async function openView(
  desk: Desk,
  view: View,
  { kind, views }: { readonly kind: Kind; readonly views: readonly View[] } = desk.state,
): Promise<void> {
  if (!(await mayForgetMarks(desk))) return
  desk.under.turn += 1
  const mine = desk.under.turn
  desk.under.reading = null
  const other = kind !== desk.state.kind
  if (other) forgetSpelled()
  desk.set({
    kind,
    views,
    view,
    loading: 'first',
    fresh: null,
    ...(other && { counts: null }),
    preview: { ...desk.state.preview, focus: false, full: false, read: null },
  })
  desk.list({ type: 'clear', textOf: (row) => kind.textOf(row) })
  // whoever wants more meanwhile waits for it
  desk.under.reading = page(desk, [], mine).then((first) => desk.list({ type: 'replace', ...first }))
  try {
    await desk.under.reading
  } finally {
    if (mine === desk.under.turn) {
      desk.under.reading = null
      desk.set({ loading: 'none' })
    }
  }
}

/** Reads again what was read, as far as the place where one is; place, marks and filter stay. */
export async function reload(desk: Desk): Promise<void> {
  desk.under.turn += 1
  const mine = desk.under.turn
  desk.under.reading = null
  const { kind, list } = desk.state
  const marked = list.rows.findLastIndex((row) => list.marks.has(idOf(row)))
  const wanted = list.markAll ? Number.POSITIVE_INFINITY : Math.max(pageSize, list.top + list.height, marked + 1)
  desk.set({ loading: 'again' })
  try {
    const rows: Item[] = []
    for (;;) {
      const next = await page(desk, rows, mine)
      rows.push(...next.rows)
      if (!next.whole && rows.length < wanted) continue
      const changed = changedMarks(desk.state.list, rows).size
      desk.list({ type: 'replace', rows, total: next.total, whole: next.whole })
      if (changed > 0 && !desk.state.notice?.bad)
        desk.notice(`勾选的${kind.noun}中有 ${changed} ${kind.unit}刚被改动，已取消勾选，请看过后再勾选`, true)
      break
    }
    desk.set({ fresh: null, preview: { ...desk.state.preview, read: null } })
    await loadCounts(desk)
  } finally {
    if (mine === desk.under.turn) desk.set({ loading: 'none' })
  }
}
