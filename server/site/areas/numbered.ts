import { type SelectQueryBuilder, sql } from 'kysely'
import type { ThemeArea } from '../../../core/domain/theme-names.ts'
import type { Reader } from '../../db/open.ts'
import type { Schema } from '../../db/tables.ts'
import type { AreaFile, AreaRows, AreaTools } from '../area-site.ts'
import { type Lines, listName, pageName, pageSize, type Words } from './lists.ts'

/**
 * Lists of areas whose rows are many. Each row has a number by which it came onto the site, and a page of the list has the rows of so many numbers: whatever
 * comes or leaves, all other pages stay as they are. The first page has the newest: those of the last pages that together are enough for one.
 */

/** Tables whose public rows have such a number, and no other ones. */
export type NumberedArea = 'mail' | 'suggestion' | ThemeArea

/** What one page of such a list shows, beside its lines. */
export interface NumberedLines<L extends object> extends Pick<Lines<L>, 'items'> {
  /** 0: the first one. */
  readonly number: number
  /** How many there are at all; told on the first page alone, or each change would be one of all. */
  readonly total: number | null
  readonly newer: string | null
  readonly older: string | null
}

const numberOf = (place: number) => Math.floor((place - 1) / pageSize) + 1
const fileOf = (number: number): AreaFile => ({ name: listName(number + 1), id: -(number + 1) })
const numbered = sql<boolean>`"openNo" is not null`

/** How an area calls what others have by these names. */
interface Called {
  readonly state?: string
  /** Since when a row is public. */
  readonly since?: string
  /** The state is not all that makes a row public. */
  readonly more?: Readonly<Record<string, number>>
  /** It has no table of counts: those that have a number are counted, in their index. */
  readonly uncounted?: true
}

/** @param open the state in which rows are public */
export function numberedRows(
  area: NumberedArea,
  open: number,
  { state = 'state', since: sinceName = 'publishedAt', more = {}, uncounted }: Called = {},
) {
  // the columns named here are the same in all these tables, but for `since`
  const all = ({ read }: Reader) => read.selectFrom(area) as unknown as SelectQueryBuilder<Schema, 'mail', object>
  const rows = (db: Reader) => all(db).where(numbered)
  const since = sql<number | null>`${sql.ref(sinceName)}`
  /** The next page with something in it, before or behind one. */
  const beside = async (db: Reader, number: number, way: 'older' | 'newer'): Promise<number | null> => {
    const places = rows(db).select('openNo as place').limit(1)
    const found =
      way === 'older'
        ? places.where('openNo', '<=', (number - 1) * pageSize).orderBy('openNo', 'desc')
        : places.where('openNo', '>', number * pageSize).orderBy('openNo')
    const place = (await found.executeTakeFirst())?.place
    return place == null ? null : numberOf(place)
  }
  /** The lowest page whose rows stand on the first one of the list. */
  const first = async (db: Reader): Promise<number> => {
    const newest = await rows(db).select('openNo as place').orderBy('openNo', 'desc').limit(pageSize).execute()
    return numberOf(newest.at(-1)?.place ?? 1)
  }
  const total = async (db: Reader): Promise<number> => {
    if (uncounted) {
      const { n } = await rows(db)
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
      return Number(n)
    }
    const { n } = await db.read
      .selectFrom(`${area}Tally` as 'mailTally')
      .select((eb) => eb.fn.sum<number>('n').as('n'))
      .where('state', '=', open)
      .where('deletedAt', 'is', null)
      .executeTakeFirstOrThrow()
    return Number(n ?? 0)
  }
  const nameOf = (number: number | null, from: number) =>
    number === null ? null : number >= from ? listName(1) : fileOf(number).name

  const load = async (
    db: Reader,
    { id }: AreaFile,
  ): Promise<NumberedLines<{ id: number; title: string | null; publishedAt: number | null }>> => {
    const number = -id - 1
    const from = await first(db)
    const [after, upTo] = number === 0 ? [(from - 1) * pageSize, null] : [(number - 1) * pageSize, number * pageSize]
    const items = await rows(db)
      .where('openNo', '>', after)
      .$if(upTo !== null, (query) => query.where('openNo', '<=', upTo as number))
      .where('deletedAt', 'is', null)
      .where((eb) => eb.and({ [state]: open, ...more } as object))
      .select(['id', 'openTitle as title', since.as('publishedAt')])
      .orderBy('openNo', 'desc')
      .orderBy('id', 'desc')
      .execute()
    const [older, newer] = [
      await beside(db, number === 0 ? from : number, 'older'),
      number === 0 ? null : await beside(db, number, 'newer'),
    ]
    return {
      ...{ number, items, total: number === 0 ? await total(db) : null },
      ...{ newer: nameOf(newer, from), older: nameOf(older, from) },
    }
  }

  /** The pages that a change at some places concerns: their own, those beside them, and those that the first one took in or let go. */
  const concerned = async (db: Reader, places: readonly number[], from: number): Promise<Set<number>> => {
    const found = new Set<number>()
    const add = (number: number | null) => {
      if (number !== null) found.add(number)
      return number
    }
    for (const number of new Set(places.map(numberOf))) {
      add(number)
      add(await beside(db, number, 'older'))
      add(await beside(db, number, 'newer'))
    }
    let at: number | null = from
    for (let i = 0; i <= places.length && at !== null; i++) at = add(await beside(db, at, 'older'))
    const last = await rows(db).select('openNo as place').orderBy('openNo', 'desc').limit(1).executeTakeFirst()
    for (let taken = from; taken <= Math.max(numberOf(last?.place ?? 1), ...places.map(numberOf)); taken++) add(taken)
    return found
  }

  const lists: AreaRows['lists'] = async (db, places) => {
    const from = await first(db)
    if (!places) {
      const page = sql<number>`("openNo" - 1) / ${sql.lit(pageSize)} + 1`
      const found = await rows(db)
        .where('openNo', '<=', (from - 1) * pageSize)
        .select(page.as('number'))
        .groupBy(page)
        .orderBy(page)
        .execute()
      return { files: found.map(({ number }) => fileOf(Number(number))), gone: [] }
    }
    const files: AreaFile[] = []
    const gone: string[] = []
    for (const number of await concerned(db, places, from)) {
      const some = rows(db)
        .select('id')
        .where('openNo', '>', (number - 1) * pageSize)
        .where('openNo', '<=', number * pageSize)
      const there = number < from && (await some.limit(1).executeTakeFirst())
      if (there) files.push(fileOf(number))
      else gone.push(fileOf(number).name)
    }
    return { files, gone }
  }

  return {
    /** The first page of the list, which is always there. */
    first: fileOf(0),
    load,
    rows: (one: (db: Reader, ids: readonly number[]) => Promise<ReadonlyMap<number, object>>): AreaRows => ({
      lists,
      async next(db, from) {
        const found = await rows(db).select('id').where('id', '>=', from).orderBy('id').limit(1).executeTakeFirst()
        return found?.id ?? null
      },
      async groups({ read }, size) {
        const from = sql`from ${sql.table(area)} where ${numbered}`
        const n = sql.lit(size)
        const { rows } = await sql<{ n: number }>`with recursive held(n) as (
          select min(id) / ${n} ${from}
          union all select (select min(id) / ${n} ${from} and id >= (held.n + 1) * ${n}) from held where n is not null
        ) select n from held where n is not null`.execute(read)
        return rows.map((row) => Number(row.n))
      },
      async dated(db, from, below) {
        const found = await rows(db)
          .select(['id', since.as('at')])
          .where('id', '>=', from)
          .where('id', '<', below)
          .orderBy('id')
          .execute()
        return found.map(({ id, at }) => ({ id, at: at ?? 0 }))
      },
      async placesOf(db, since) {
        const found = await all(db)
          .select(['id', 'openNo as place'])
          .where('deletedAt', 'is', null)
          .where('updatedAt', '>=', since)
          .execute()
        return found
      },
      load: one,
      file: (id) => ({ name: pageName(id), id }),
    }),
  }
}

/** One page of such a list, for the template that all lists have. */
export function numberedView(words: Words, list: NumberedLines<object>, tools: AreaTools) {
  const { heading, description, ...more } = words
  const { number, total, items } = list
  const at = (name: string | null) => (name === null ? null : tools.url(name))
  const pager = { stable: true, previous: at(list.newer), next: at(list.older) }
  return {
    template: 'area-list',
    title: number === 0 ? heading : `${heading}（往期 ${number}）`,
    description,
    scope: { heading, total, items, pager, ...more },
  }
}
