import type { Article } from '../../areas/article-rows.ts'
import type { Desk } from '../desk.ts'
import { layoutOf, type Read } from '../state/desk.ts'
import { currentRow, idOf } from '../state/list.ts'
import { readArticle } from './read.ts'

/** Keys that follow each other sooner than this ask for one text only. */
const restMs = 70
const keptMax = 100

/** Reads the text of the current row when the cursor rests on it; what was read is kept for a while. */
export function previewReader(desk: Desk): () => void {
  const kept = new Map<string, { row: Article; read: Read }>()
  let timer: NodeJS.Timeout | undefined
  let wanted = ''

  // an answer that took its time is about the row as it was then
  const show = (row: Article, read: Read) => {
    if (currentRow(desk.state.list) === row) desk.set((s) => ({ preview: { ...s.preview, read, scroll: 0 } }))
  }
  const read = async (row: Article) => {
    const articleId = idOf(row)
    const before = kept.get(articleId)
    if (before?.row === row) return show(row, before.read)
    const found = await readArticle(desk, articleId, () => wanted === articleId)
    if (kept.size >= keptMax) kept.delete(kept.keys().next().value as string)
    kept.set(articleId, { row, read: found })
    show(row, found)
  }
  return () => {
    const row = currentRow(desk.state.list)
    if (!row || layoutOf(desk.state).previewWidth === 0) return
    const id = idOf(row)
    const shown = desk.state.preview.read
    if ((shown && idOf(shown) === id) || (wanted === id && timer && !shown && desk.state.loading === 'none')) return
    wanted = id
    clearTimeout(timer)
    timer = setTimeout(() => {
      timer = undefined
      // a text that can't be read leaves the pane empty; the list says what is wrong with the server
      read(row).catch(() => undefined)
    }, restMs)
    timer.unref()
  }
}
