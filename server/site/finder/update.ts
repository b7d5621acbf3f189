import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { breather } from '../../breather.ts'
import type { Reader } from '../../db/open.ts'
import { loadColumns } from '../data.ts'
import { standingsOf } from '../shelf.ts'
import { diskReason, type Writer, writerOf } from '../write.ts'
import { updateAreas } from './areas.ts'
import { buildSegment, putFolds } from './build.ts'
import { commit, type Indexed, segmentsIn, wantedOf } from './listed.ts'
import { risingOf } from './postings.ts'
import {
  columnPath,
  finderFolder,
  finderForm,
  folderOf,
  foldPath,
  listPath,
  type Segment,
  type Standing,
  serverPath,
} from './segments.ts'

/** Which articles each column has with those below it, for searches within it; the bytes of one that is as it was are not written. */
async function putColumns(db: Reader, writer: Writer, articles: readonly Standing[]): Promise<readonly string[]> {
  const columns = new Map((await loadColumns(db)).map((column) => [column.id, column]))
  const within = new Map<number, number[]>()
  for (const { id, columnId } of articles) {
    const seen = new Set<number>()
    // a ring of parents would never end
    for (let at = columns.get(columnId); at && !seen.has(at.id); at = columns.get(at.parentId)) {
      seen.add(at.id)
      const ids = within.get(at.id)
      if (ids) ids.push(id)
      else within.set(at.id, [id])
    }
  }
  for (const [id, ids] of within) writer.put(columnPath(id), risingOf(ids))
  await commit(writer)
  return [...within.keys()].map(columnPath)
}

/** Folders of segments that the index has no longer. */
function tidy(folder: string, segments: readonly Segment[], columns: readonly string[]): void {
  const kept = new Set(segments.map((segment) => folderOf(segment)))
  for (const entry of readdirSync(join(folder, finderFolder), { withFileTypes: true }))
    if (entry.isDirectory() && /^[my][\d-]+\.\d+$/.test(entry.name) && !kept.has(`${finderFolder}/${entry.name}`))
      rmSync(join(folder, finderFolder, entry.name), { recursive: true, force: true })
    else if (/^c\d+\.bin$/.test(entry.name) && !columns.includes(`${finderFolder}/${entry.name}`))
      rmSync(join(folder, finderFolder, entry.name), { force: true })
}

/**
 * Brings the index beside the pages up to date: what has not changed is not made. Its list is written last, so that whoever reads meanwhile,
 * or comes after an end in the middle, finds what is said there.
 * @param turn lets others have their turn
 * @returns why it could not be; null: it is as it should be; '': it was stopped
 */
export async function updateFinder(
  site: Indexed,
  stopped: () => boolean,
  turn: () => Promise<void> = breather(),
): Promise<string | null> {
  const wrong = await updateArticles(site, stopped, turn)
  return wrong === null ? updateAreas(site, stopped, turn) : wrong
}

async function updateArticles(
  { db, folder, now = Date.now }: Indexed,
  stopped: () => boolean,
  turn: () => Promise<void>,
): Promise<string | null> {
  if (!existsSync(join(folder, 'index.html'))) return null
  try {
    const known = segmentsIn(folder)
    const before = new Map(known.map((segment) => [segment.name, segment]))
    const articles = await standingsOf(db, stopped)
    const wanted = wantedOf(articles, now(), before)
    if (stopped()) return ''
    const writer = writerOf(folder)
    const columns = await putColumns(db, writer, articles)
    const due = wanted.filter(({ segment }) => {
      const there = before.get(segment.name)
      return there?.print !== segment.print || !existsSync(join(folder, folderOf(segment)))
    })
    const there = [listPath, foldPath, serverPath].every((path) => existsSync(join(folder, path)))
    if (there && due.length === 0 && known.length === wanted.length) {
      tidy(folder, known, columns)
      return null
    }
    putFolds(writer)
    // the server answers otherwise in its place
    writer.put(serverPath, '{"server":false}\n')
    for (const one of due) {
      await buildSegment(db, one, writer, turn)
      if (stopped()) return ''
      await commit(writer)
    }
    const segments = wanted.map(({ segment }) => segment)
    writer.put(listPath, `${JSON.stringify({ form: finderForm, segments })}\n`)
    await commit(writer)
    tidy(folder, segments, columns)
    return null
  } catch (error) {
    return `站内检索索引未能更新：${diskReason(error)}`
  }
}
