import type { Desk } from '../desk.ts'
import type { Item, Kind } from '../kinds/kind.ts'
import { layoutOf } from '../state/desk.ts'
import { currentRow, idOf } from '../state/list.ts'
import { patient } from './patient.ts'

/** Keys that follow each other sooner than this ask for one text only. */
const restMs = 70
const keptMax = 100

/** Reads the text of the current row when the cursor rests on it; what was read is kept for a while. */
export function previewReader(desk: Desk): () => void {
  const kept = new Map<string, { row: Item; read: Item }>()
  let timer: NodeJS.Timeout | undefined
  let wanted = ''

  // an answer that took its time is about the row as it was then
  const show = (row: Item, read: Item) => {
    if (currentRow(desk.state.list) === row) desk.set((s) => ({ preview: { ...s.preview, read, scroll: 0 } }))
  }
  const read = async (kind: Kind, row: Item) => {
    const name = `${kind.area} ${idOf(row)}`
    const before = kept.get(name)
    if (before?.row === row) return show(row, before.read)
    const found = await kind.read(idOf(row), (call) => patient(desk, call, () => wanted === name))
    if (kept.size >= keptMax) kept.delete(kept.keys().next().value as string)
    kept.set(name, { row, read: found })
    show(row, found)
  }
  return () => {
    const { kind, list } = desk.state
    const row = currentRow(list)
    if (!row || layoutOf(desk.state).previewWidth === 0) return
    const id = idOf(row)
    const name = `${kind.area} ${id}`
    const shown = desk.state.preview.read
    if ((shown && idOf(shown) === id) || (wanted === name && timer && !shown && desk.state.loading === 'none')) return
    wanted = name
    clearTimeout(timer)
    timer = setTimeout(() => {
      timer = undefined
      // a text that can't be read leaves the pane empty; the list says what is wrong with the server
      read(kind, row).catch(() => undefined)
    }, restMs)
    timer.unref()
  }
}
