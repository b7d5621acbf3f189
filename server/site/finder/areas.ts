import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { AreaSite } from '../area-site.ts'
import * as areas from '../areas.ts'
import { diskReason, writerOf } from '../write.ts'
import { buildPieces, putFolds } from './build.ts'
import { commit, type Indexed, segmentsIn, wantedOf } from './listed.ts'
import { areaRoot, finderForm, folderOf } from './segments.ts'

/** Indexes of what areas have on the site with texts of their own, in the form of that of articles, each in a folder by its area's. */

interface Texted {
  readonly folder: string
  readonly texts: NonNullable<AreaSite['texts']>
}

const texted = (Object.values(areas) as readonly AreaSite[]).flatMap(({ folder, texts }): Texted[] =>
  folder !== undefined && texts !== undefined ? [{ folder, texts }] : [],
)

async function updateArea(
  { db, folder, now = Date.now }: Indexed,
  area: Texted,
  stopped: () => boolean,
  turn: () => Promise<void>,
): Promise<void> {
  const root = areaRoot(area.folder)
  const known = segmentsIn(folder, `${root}/index.json`)
  const pages = await area.texts.standing(db)
  if (pages.length === 0) return rmSync(join(folder, root), { recursive: true, force: true })
  const before = new Map(known.map((segment) => [segment.name, segment]))
  const standing = [...pages].sort((a, b) => a.id - b.id).map((one) => ({ ...one, columnId: 0 }))
  const wanted = wantedOf(standing, now(), before)
  const due = wanted.filter(
    ({ segment }) =>
      before.get(segment.name)?.print !== segment.print || !existsSync(join(folder, folderOf(segment, root))),
  )
  const foldPath = `${root}/fold.json`
  if (due.length === 0 && known.length === wanted.length && existsSync(join(folder, foldPath))) return
  const writer = writerOf(folder)
  putFolds(writer, foldPath)
  const textsOf = async (ids: readonly number[]) => (await area.texts.of(db, ids)).map((one) => ({ ...one, front: '' }))
  for (const one of due) {
    await buildPieces(one, writer, turn, textsOf, root)
    if (stopped()) return
    await commit(writer)
  }
  const segments = wanted.map(({ segment }) => segment)
  writer.put(`${root}/index.json`, `${JSON.stringify({ form: finderForm, segments })}\n`)
  await commit(writer)
  const kept = new Set(segments.map((segment) => folderOf(segment, root)))
  for (const { name } of readdirSync(join(folder, root), { withFileTypes: true }).filter((one) => one.isDirectory()))
    if (!kept.has(`${root}/${name}`)) rmSync(join(folder, root, name), { recursive: true, force: true })
}

/** Brings them up to date. @returns why one could not be; null: they are as they should be; '': it was stopped */
export async function updateAreas(
  site: Indexed,
  stopped: () => boolean,
  turn: () => Promise<void>,
): Promise<string | null> {
  if (!existsSync(join(site.folder, 'index.html'))) return null
  try {
    for (const area of texted) {
      if (stopped()) return ''
      await updateArea(site, area, stopped, turn)
    }
    return stopped() ? '' : null
  } catch (error) {
    return `站内检索索引未能更新：${diskReason(error)}`
  }
}
