import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { proposalPublic } from '../../../core/domain/proposal-states.ts'
import type { ThemeArea } from '../../../core/domain/theme-names.ts'
import type { Reader } from '../../db/open.ts'
import type { Schema } from '../../db/tables.ts'
import type { AreaFile, AreaRows, AreaTexts, AreaTools } from '../area-site.ts'
import { type Lines, listName, pageName, pageSize, type Words } from './lists.ts'

/**
 * Lists of areas whose rows are many. Each row has a number by which it came onto the site, and a page of the list has the rows of so many numbers: whatever
 * comes or leaves, all other pages stay as they are. The first page has the newest: those of the last pages that together are enough for one.
 */

/** What is public of an area's rows. */
interface Numbered {
  /** A row that is public, and not deleted. */
  readonly open: Readonly<Record<string, number>>
  /** Since when it is. */
  readonly since?: string
  /** The title that its line has. */
  readonly title?: string
  /** Each row of another table has a list of its own: the column that names it, and which of them are there. */
  readonly lists?: { readonly column: string; readonly there: RawBuilder<unknown> }
  /** The state is counted in a table: no row has to be. */
  readonly counted?: true
}

const ofTopics: Numbered = { open: { state: 1, shown: 1 }, since: 'shownAt' }
const ofShown: Numbered = { open: { status: 1 }, since: 'updatedAt', title: 'title' }
/** Tables whose public rows have such a number, and no other ones. */
export type NumberedArea =
  | ThemeArea
  | ('mail' | 'suggestion' | 'apply' | 'proposal' | 'forum')
  | ('product' | 'industrialProject' | 'celebrity')

export const numberedAreas: Readonly<Record<NumberedArea, Numbered>> = {
  mail: { open: { state: 6 }, counted: true },
  suggestion: { open: { status: 1 } },
  ...{ theme: ofTopics, llTheme: ofTopics, xaxTheme: ofTopics },
  apply: { open: { state: 7 } },
  proposal: { open: { state: proposalPublic } },
  forum: {
    open: { status: 1, type: 0, covered: 0 },
    lists: { column: 'plateId', there: sql`select id from plate where "deletedAt" is null and "openedAt" is not null` },
  },
  ...{ product: ofShown, industrialProject: { ...ofShown, title: 'openTitle' }, celebrity: ofShown },
}

/** One of several lists has the numbers behind so many of those before it. */
export const listSpan = pageSize * 1_000_000

/** How the pages of an area's lists are called: the first is page 1, and an area with one list has it as list 0. */
interface Naming {
  file(list: number, page: number): AreaFile
  of(file: AreaFile): { readonly list: number; readonly page: number }
}
const alone: Naming = {
  file: (_, page) => ({ name: listName(page), id: -page }),
  of: ({ id }) => ({ list: 0, page: -id }),
}

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
const pagesBefore = (list: number) => (list * listSpan) / pageSize
const listOf = (place: number) => Math.floor((place - 1) / listSpan)
const numbered = sql<boolean>`"openNo" is not null`

/**
 * What is public, asked of the few rows that were found by their numbers: with the plus SQLite, which knows no figures, looks for them by no index
 * of states, which half of all rows have in common.
 */
const isPublic = (open: Numbered['open']) => {
  const asked = Object.entries(open).map(([column, value]) => sql`+${sql.ref(column)} = ${value}`)
  return sql<boolean>`${sql.join([...asked, sql`+"deletedAt" is null`], sql` and `)}`
}

/** The rows of an area that are on the site; the columns that are named are the same in all these tables, but for `since`. */
const tableOf = ({ read }: Pick<Reader, 'read'>, area: NumberedArea) =>
  read.selectFrom(area) as unknown as SelectQueryBuilder<Schema, 'mail', object>

export function numberedRows(area: NumberedArea, naming: Naming = alone) {
  const { open, since: sinceName = 'publishedAt', title = 'openTitle', lists, counted } = numberedAreas[area]
  const all = (db: Reader) => tableOf(db, area)
  const listAt = (place: number) => (lists ? listOf(place) : 0)
  const there = lists ? sql<boolean>`${numbered} and +${sql.ref(lists.column)} in (${lists.there})` : numbered
  const rows = (db: Reader) => all(db).where(there)
  const within = (db: Reader, list: number) =>
    lists
      ? rows(db)
          .where('openNo', '>', list * listSpan)
          .where('openNo', '<=', (list + 1) * listSpan)
      : rows(db)
  const since = sql<number | null>`${sql.ref(sinceName)}`

  /** The next page of the same list with something in it, before or behind one. */
  const beside = async (db: Reader, number: number, way: 'older' | 'newer'): Promise<number | null> => {
    const places = within(db, listAt(number * pageSize))
      .select('openNo as place')
      .limit(1)
    const found =
      way === 'older'
        ? places.where('openNo', '<=', (number - 1) * pageSize).orderBy('openNo', 'desc')
        : places.where('openNo', '>', number * pageSize).orderBy('openNo')
    const place = (await found.executeTakeFirst())?.place
    return place == null ? null : numberOf(place)
  }
  /** The lowest page whose rows stand on the first one of a list. */
  const first = async (db: Reader, list: number): Promise<number> => {
    const newest = await within(db, list).select('openNo as place').orderBy('openNo', 'desc').limit(pageSize).execute()
    return numberOf(newest.at(-1)?.place ?? list * listSpan + 1)
  }
  const total = async (db: Reader, list: number): Promise<number> => {
    if (!counted) {
      const { n } = await within(db, list)
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
      return Number(n)
    }
    const { n } = await db.read
      .selectFrom(`${area}Tally` as 'mailTally')
      .select((eb) => eb.fn.sum<number>('n').as('n'))
      .where((eb) => eb.and(open as object))
      .where('deletedAt', 'is', null)
      .executeTakeFirstOrThrow()
    return Number(n ?? 0)
  }
  /** A page behind the first one. */
  const fileOf = (number: number): AreaFile => {
    const list = listAt(number * pageSize)
    return naming.file(list, number - pagesBefore(list) + 1)
  }
  const nameOf = (number: number | null, from: number) => {
    if (number === null) return null
    return (number >= from ? naming.file(listAt(number * pageSize), 1) : fileOf(number)).name
  }

  const load = async (
    db: Reader,
    file: AreaFile,
  ): Promise<NumberedLines<{ id: number; title: string | null; publishedAt: number | null }>> => {
    const { list, page } = naming.of(file)
    const number = page - 1 + pagesBefore(list)
    const from = await first(db, list)
    const [after, upTo] = page === 1 ? [(from - 1) * pageSize, null] : [(number - 1) * pageSize, number * pageSize]
    const items = await within(db, list)
      .where('openNo', '>', after)
      .$if(upTo !== null, (query) => query.where('openNo', '<=', upTo as number))
      .where(isPublic(open))
      .select(['id', sql<string | null>`${sql.ref(title)}`.as('title'), since.as('publishedAt')])
      .orderBy('openNo', 'desc')
      .orderBy('id', 'desc')
      .execute()
    const [older, newer] = [
      await beside(db, page === 1 ? from : number, 'older'),
      page === 1 ? null : await beside(db, number, 'newer'),
    ]
    return {
      ...{ number: page - 1, items, total: page === 1 ? await total(db, list) : null },
      ...{ newer: nameOf(newer, from), older: nameOf(older, from) },
    }
  }

  /** The pages of a list that a change at some places concerns: their own, those beside them, and those that the first one took in or let go. */
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
    const list = listAt(places[0] as number)
    const last = await within(db, list).select('openNo as place').orderBy('openNo', 'desc').limit(1).executeTakeFirst()
    const top = Math.max(numberOf(last?.place ?? list * listSpan + 1), ...places.map(numberOf))
    for (let taken = from; taken <= top; taken++) add(taken)
    return found
  }

  /** All pages of a list behind the first. */
  const pagesOf = async (db: Reader, list: number): Promise<AreaFile[]> => {
    const page = sql<number>`("openNo" - 1) / ${sql.lit(pageSize)} + 1`
    const found = await within(db, list)
      .where('openNo', '<=', ((await first(db, list)) - 1) * pageSize)
      .select(page.as('number'))
      .groupBy(page)
      .orderBy(page)
      .execute()
    return found.map(({ number }) => fileOf(Number(number)))
  }
  const listsNow = async ({ read }: Reader): Promise<readonly number[]> => {
    if (!lists) return [0]
    const found = await sql<{ id: number }>`${lists.there} order by id`.execute(read)
    return found.rows.map(({ id }) => Number(id))
  }

  const pages: AreaRows['lists'] = async (db, places) => {
    const files: AreaFile[] = []
    const gone: string[] = []
    if (!places) {
      for (const list of await listsNow(db)) files.push(...(await pagesOf(db, list)))
      return { files, gone }
    }
    for (const [list, some] of Map.groupBy(places, listAt)) {
      const from = await first(db, list)
      for (const number of await concerned(db, some, from)) {
        const held = within(db, list)
          .select('id')
          .where('openNo', '>', (number - 1) * pageSize)
          .where('openNo', '<=', number * pageSize)
        const stands = number < from && (await held.limit(1).executeTakeFirst())
        if (stands) files.push(fileOf(number))
        else gone.push(fileOf(number).name)
      }
    }
    return { files, gone }
  }

  return {
    /** The first page of the list, which is always there. */
    first: naming.file(0, 1),
    load,
    rows: (one: AreaRows['load'], more: Partial<AreaRows> = {}): AreaRows => ({
      ...statedRows(area, there, sinceName, one),
      lists: pages,
      async placesOf(db, since) {
        const found = await all(db)
          .select(['id', 'openNo as place'])
          .where('deletedAt', 'is', null)
          .where('updatedAt', '>=', since)
          .execute()
        return found
      },
      ...more,
    }),
    /** Whether there is anything to lead to. */
    front: async (db: Reader) => ({ open: (await rows(db).select('id').limit(1).executeTakeFirst()) !== undefined }),
    /** What the search finds them by. @param text what a page says beside its title */
    texts: <O extends { readonly id: number; readonly title: string | null }>(
      some: (db: Reader, ids: readonly number[]) => Promise<ReadonlyMap<number, O>>,
      text: (one: O) => readonly (string | null)[],
    ): AreaTexts => ({
      async standing(db) {
        const found = await rows(db)
          .select(['id', 'version', since.as('at')])
          .execute()
        return found.map(({ id, version, at }) => ({ id, at: at ?? 0, stand: String(version) }))
      },
      async of(db, ids) {
        const found = [...(await some(db, ids)).values()].sort((a, b) => a.id - b.id)
        return found.map((one) => ({ id: one.id, title: one.title ?? '', text: text(one).join('\n') }))
      },
    }),
  }
}

/**
 * The pages of rows that are many, in no list.
 * @param there which of them are on the site
 */
export function statedRows(
  area: keyof Schema,
  there: RawBuilder<boolean>,
  sinceName: string,
  one: AreaRows['load'],
): AreaRows {
  const all = ({ read }: Pick<Reader, 'read'>) =>
    read.selectFrom(area) as unknown as SelectQueryBuilder<Schema, 'mail', object>
  const rows = (db: Reader) => all(db).where(there)
  const since = sql<number | null>`${sql.ref(sinceName)}`
  return {
    lists: () => Promise.resolve({ files: [], gone: [] }),
    async next(db, from) {
      const found = await rows(db).select('id').where('id', '>=', from).orderBy('id').limit(1).executeTakeFirst()
      return found?.id ?? null
    },
    async groups({ read }, size) {
      const from = sql`from ${sql.table(area)} where ${there}`
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
      const found = await all(db).select('id').where('updatedAt', '>=', since).execute()
      return found.map(({ id }) => ({ id, place: null }))
    },
    load: one,
    file: (id) => ({ name: pageName(id), id }),
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
    // templates are checked by the names that pages give, and few have a note
    scope: { heading, total, items, pager, note: null, ...more },
  }
}
