import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { filesOf } from '../../core/domain/images.ts'
import { breath } from '../breather.ts'
import { tables } from '../db/table.ts'
import type { Schema } from '../db/tables.ts'
import { makeFolder } from '../folder/closed.ts'
import { movePlain } from '../folder/move.ts'
import type { Site } from './generate.ts'

/**
 * Pictures and videos leave the public folder with the last page that shows them, and come back with the first that does again
 * (docs/decisions/0027-pictures-off-the-site.md). What was never on a page stays where it was uploaded to, under a name that nobody guesses.
 */

/** Beside the folder of uploads, and no visitor's. */
export const hiddenName = 'uploads-off'

/** How our uploads are named, without width and ending: all sizes of a picture have it. */
const stems = /\/uploads\/(\d{8}-[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12})/g

const stemsIn = (...texts: readonly (string | null)[]): string[] =>
  texts.flatMap((text) => Array.from((text ?? '').matchAll(stems), ([, stem = '']) => stem))

/** So many rows in one go: more would keep everybody waiting. */
const rowsAtOnce = 200

interface Settled {
  /** On a page of these articles now. */
  readonly live: Set<string>
  /** In any text that they ever had. */
  readonly ever: Set<string>
}

/** What some articles show, and what they have shown; of those that never were changed on the site their history says nothing new. */
async function textsOf(db: Kysely<Schema>, ids: readonly number[], wantsLive: boolean): Promise<Settled> {
  const live = new Set<string>()
  const ever = new Set<string>()
  const rows = await db
    .selectFrom('article')
    .select((eb) => [
      ...(['id', 'status', 'deletedAt'] as const),
      eb
        .exists(eb.selectFrom('revision').select('id').whereRef('articleId', '=', 'article.id').where('review', '=', 1))
        .as('changed'),
    ])
    .where('id', 'in', ids)
    .execute()
  for (const { id, status, deletedAt, changed } of rows) {
    const shown = status === 2 && deletedAt === null
    if (shown && !changed && !wantsLive) continue
    const text = await db
      .selectFrom('article')
      .select(['content', 'coverImage'])
      .where('id', '=', id)
      .executeTakeFirst()
    const now = stemsIn(text?.content ?? '', text?.coverImage ?? '')
    for (const stem of now) (shown ? live : ever).add(stem)
    if (shown && !changed) continue
    for (let after = 0; ; ) {
      const steps = db.selectFrom('revision').select(['id', 'before', 'after']).where('articleId', '=', id)
      const found = await steps.where('id', '>', after).orderBy('id').limit(20).execute()
      for (const step of found) for (const stem of stemsIn(step.before, step.after)) ever.add(stem)
      after = found.at(-1)?.id ?? 0
      if (found.length < 20) break
      await breath()
    }
  }
  return { live, ever }
}

/** Takes out of the set what any article on the site shows. */
async function keepArticles(db: Kysely<Schema>, left: Set<string>): Promise<void> {
  const { last } = await db
    .selectFrom('article')
    .select((eb) => eb.fn.max('id').as('last'))
    .executeTakeFirstOrThrow()
  for (let from = 0; left.size > 0 && from < Number(last ?? 0); from += rowsAtOnce) {
    const rows = await db
      .selectFrom('article')
      .select(['content', 'coverImage'])
      .where('id', '>', from)
      .where('id', '<=', from + rowsAtOnce)
      .where('status', '=', 2)
      .where('deletedAt', 'is', null)
      .where((eb) => eb.or([eb('content', 'like', '%/uploads/%'), eb('coverImage', 'like', '%/uploads/%')]))
      .execute()
    for (const { content, coverImage } of rows) for (const stem of stemsIn(content, coverImage)) left.delete(stem)
    await breath()
  }
}

/** Of these nothing is shown on the site that their articles do not show themselves. */
const apart = new Set(['article', 'revision', 'skinRevision', 'log', 'file', 'requestKey', 'job', 'rowHistory'])

/**
 * Takes out of the set what rows of any other table name, whether they are shown now or not: they are few, and may be shown by the hour. What
 * strangers write keeps no picture where it is.
 */
async function keepOthers(db: Kysely<Schema>, left: Set<string>): Promise<void> {
  const loose = db as unknown as Kysely<Record<string, Record<string, string | null>>>
  for (const { name, columns, byStrangers = [] } of tables.values()) {
    if (left.size === 0) return
    const texts = Object.keys(columns).filter(
      (column) => ['text', 'json'].includes(columns[column]?.kind ?? '') && !byStrangers.includes(column),
    )
    if (apart.has(name) || texts.length === 0) continue
    const rows = await loose
      .selectFrom(name)
      .select(texts)
      .where((eb) => eb.or(texts.map((column) => eb(column, 'like', '%/uploads/%'))))
      .execute()
    for (const row of rows) for (const stem of stemsIn(...Object.values(row))) left.delete(stem)
    await breath()
  }
}

/**
 * The files of those stems that staff have uploaded: not what visitors have of their own, nor what a text only makes believe. One question
 * for each, with pauses: a text may name any number.
 */
async function filesByStem(db: Kysely<Schema>, some: ReadonlySet<string>): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  let asked = 0
  for (const stem of some) {
    const named = db.selectFrom('file').select('name').where('name', '>=', stem).where('name', '<', `${stem}~`)
    const rows = await named.where('peopleId', 'is', null).execute()
    if (rows.length > 0)
      found.set(
        stem,
        rows.flatMap(({ name }) => filesOf(name)),
      )
    asked += 1
    if (asked % rowsAtOnce === 0) await breath()
  }
  return found
}

/** Rows of these say of a file only that it came, or was named in a text that is told of elsewhere. */
const notUses = new Set(['file', 'log', 'requestKey', 'job'])

/** What names an upload, in the words for such rows, whether it is shown or not; null: nothing does. */
export async function firstUse(db: Kysely<Schema>, name: string): Promise<string | null> {
  const [stem = ''] = stemsIn(`/uploads/${name}`)
  const part = `%/uploads/${stem === '' ? name.replace(/[%_\\]/g, '') : stem}%`
  const loose = db as unknown as Kysely<Record<string, Record<string, string | number>>>
  for (const { name: table, columns, says } of tables.values()) {
    const texts = Object.keys(columns).filter((column) => ['text', 'json'].includes(columns[column]?.kind ?? ''))
    if (notUses.has(table) || texts.length === 0) continue
    const rows = loose.selectFrom(table).select(texts[0] as string)
    const naming = rows.where((eb) => eb.or(texts.map((column) => eb(column, 'like', part)))).limit(1)
    const last =
      'id' in columns
        ? await loose
            .selectFrom(table)
            .select((eb) => eb.fn.max('id').as('id'))
            .executeTakeFirst()
        : null
    const until = Number(last?.id ?? 0)
    // a table without ids only ties others together, and is short
    for (let from = 0; from === 0 || from < until; from += rowsAtOnce) {
      const some = last ? naming.where('id', '>', from).where('id', '<=', from + rowsAtOnce) : naming
      if (await some.executeTakeFirst()) return says ?? '历史记录'
      await breath()
    }
  }
  return null
}

const hiddenIn = (site: Site): string[] => (existsSync(site.pictures.hidden) ? readdirSync(site.pictures.hidden) : [])

function hide({ pictures: { shown, hidden } }: Site, names: readonly string[]): void {
  for (const name of names) {
    if (!existsSync(join(shown, name))) continue
    makeFolder(hidden, 0o700)
    movePlain(join(shown, name), join(hidden, name), 0o600)
  }
}

/** Puts back what pages show again. */
function show(site: Site, names: readonly string[], live: ReadonlySet<string>): void {
  const { shown, hidden } = site.pictures
  for (const name of names)
    if (live.has(stemsIn(`/uploads/${name}`)[0] ?? '')) movePlain(join(hidden, name), join(shown, name))
}

/**
 * After articles have come to the site, left it or changed there: what is on no page any more is hidden, what is on one again comes back.
 * Reads all that is on the site only where something is to be hidden.
 */
export async function settlePictures(site: Site, articleIds: readonly number[]): Promise<void> {
  const { read } = site.db
  for (let i = 0; i < articleIds.length; i += rowsAtOnce) {
    const names = hiddenIn(site)
    const { live, ever } = await textsOf(read, articleIds.slice(i, i + rowsAtOnce), names.length > 0)
    if (names.length > 0) show(site, names, live)
    const files = await filesByStem(read, new Set([...ever].filter((stem) => !live.has(stem))))
    const left = new Set(files.keys())
    await keepArticles(read, left)
    await keepOthers(read, left)
    hide(
      site,
      [...left].flatMap((stem) => files.get(stem) ?? []),
    )
    await breath()
  }
}

/** Pictures and videos that some articles had in any of their texts: by article, as files that visitors could ask for. */
export async function picturesEver(
  { read }: Pick<Site['db'], 'read'>,
  articleIds: readonly number[],
): Promise<ReadonlyMap<number, string[]>> {
  const made = new Map<number, string[]>()
  for (const id of articleIds) {
    const files = await filesByStem(read, (await textsOf(read, [id], false)).ever)
    made.set(id, [...files.values()].flat())
  }
  return made
}

/** Which of some files any page may show. */
export async function picturesInUse(site: Site, names: readonly string[]): Promise<ReadonlySet<string>> {
  const stemOf = (name: string) => stemsIn(`/uploads/${name}`)[0] ?? ''
  const left = new Set(names.map(stemOf))
  await keepArticles(site.db.read, left)
  await keepOthers(site.db.read, left)
  return new Set(names.filter((name) => !left.has(stemOf(name))))
}

/** Puts back what is hidden and yet on a page: after a restore, or where a run was cut off. */
async function repair(site: Site, names: readonly string[]): Promise<void> {
  const all = new Set(names.flatMap((name) => stemsIn(`/uploads/${name}`)))
  const left = new Set(all)
  await keepArticles(site.db.read, left)
  await keepOthers(site.db.read, left)
  show(site, names, new Set([...all].filter((stem) => !left.has(stem))))
}

/** Articles that were online once and are no more: an older version left their pictures where they were. */
async function goneArticles(db: Kysely<Schema>): Promise<number[]> {
  const rows = await db
    .selectFrom('article')
    .select('id')
    .where('approvedAt', 'is not', null)
    .where((eb) => eb.or([eb('status', '!=', 2), eb('deletedAt', 'is not', null)]))
    .execute()
  return rows.map(({ id }) => id)
}

/** At each start: what should be back is put back; at the first, what should have gone goes. */
export async function startPictures(site: Site): Promise<void> {
  const { hidden } = site.pictures
  if (existsSync(hidden)) return repair(site, hiddenIn(site))
  await settlePictures(site, await goneArticles(site.db.read))
  makeFolder(hidden, 0o700)
}
