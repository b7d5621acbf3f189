import type { Kysely } from 'kysely'
import type { Revealed } from '../../core/contract/reveal.ts'
import { besided } from '../../core/domain/log-things.ts'
import { breather } from '../breather.ts'
import type { Schema } from '../db/tables.ts'
import { type Alike, holders } from './reveal-rows.ts'
import type { RoleRights } from './role-rights.ts'
import { united } from './scope.ts'

/** In which columns a change of rights lets people write and judge, and in which it lets them no longer. */

/** What is done in columns that one's roles name. */
interface Doing {
  readonly says: string
  readonly key: string
  /** The key of a call that does it in any column. */
  readonly anywhere?: string
  /** Told of who keeps the key alone: what comes into sight is told by its rows, and the key by its name. */
  readonly seeing?: true
}
const doings: readonly Doing[] = [
  { says: '写文章', key: 'article_saveRole', anywhere: 'article_saveAdmin' },
  { says: '改文章', key: 'article_update' },
  { says: '初审文章', key: 'article_accept' },
  { says: '复审文章', key: 'article_recheck' },
  { says: '发布文章', key: 'article_approve' },
  { says: '采用报送信息', key: 'report_adopt' },
  { says: '看文章', key: 'article_list', seeing: true },
]

/** A column, as it is called and whether something can be written in it. */
interface Titled {
  readonly title: string
  readonly under: number
  readonly writable: boolean
}
export type Titles = ReadonlyMap<number, Titled>

/** All columns of a moment, in the site's order. */
export async function titlesIn(db: Kysely<Schema>): Promise<Titles> {
  const all = await db
    .selectFrom('column')
    .select(['id', 'title', 'parentId', 'type'])
    .orderBy('sort')
    .orderBy('id')
    .execute()
  // a link has no pages in which anything could stand
  return new Map(all.map(({ id, title, parentId, type }) => [id, { title, under: parentId, writable: type !== 3 }]))
}

/** Stand among the numbers of columns for all of them, and for those to come. */
const every = 0
const toCome = -1

/** Null: all, those to come too. */
type Columns = ReadonlySet<number> | null

/** What `to` has that `from` has not. */
function opened(from: Columns, to: Columns, titles: Titles): ReadonlySet<number> {
  if (from === null || (to && to.size === 0)) return new Set()
  if (to === null && from.size === 0) return new Set([every])
  const some = to ? [...to] : [toCome, ...titles.keys()]
  return new Set(some.filter((id) => !from.has(id) && titles.get(id)?.writable !== false))
}

/** Where something is done by some roles; null: in all columns. */
function columnsFor(roles: readonly RoleRights[], { key, anywhere }: Doing): Columns {
  if (anywhere && holders(roles, anywhere).length > 0) return null
  return united(holders(roles, key), 'columns')
}

interface Summed {
  people: number
  /** Some of them. */
  readonly userIds: number[]
}
/** Of what is done together, in which columns by how many. */
type Found = Map<string, Map<number, Summed>>

/** Of each column a few are named. */
const namesMost = 3
/** More columns are not named. */
const columnsMost = 20

/** Counts people by the columns in which they may do more. */
async function found(kinds: readonly Alike[], from: 'before' | 'after', to: 'before' | 'after', titles: Titles) {
  const all: Found = new Map()
  const breathe = breather()
  for (const kind of kinds) {
    await breathe()
    const some = doings.filter(({ seeing, key }) => !seeing || (to === 'before' && holders(kind.after, key).length > 0))
    const each = some.map((one) => opened(columnsFor(kind[from], one), columnsFor(kind[to], one), titles))
    for (const id of new Set(each.flatMap((one) => [...one]))) {
      const says = some.flatMap((one, i) => (each[i]?.has(id) ? [one.says] : [])).join('、')
      const columns = all.get(says) ?? new Map<number, Summed>()
      all.set(says, columns)
      const sum = columns.get(id) ?? { people: 0, userIds: [] }
      columns.set(id, sum)
      sum.people += kind.userIds.length
      sum.userIds.push(...kind.userIds.slice(0, namesMost - sum.userIds.length))
    }
  }
  return all
}

const own: ReadonlyMap<number, string> = new Map([
  [every, '全部栏目（含今后新增的）'],
  [toCome, '今后新增的栏目'],
])

/** What columns are called: those of one name each with what they stand under. */
function calledIn(titles: Titles): (id: number) => string {
  const named = Map.groupBy(titles.values(), ({ title }) => title)
  return (id) => {
    const { title = '', under = 0 } = titles.get(id) ?? {}
    const alone = (named.get(title)?.length ?? 0) < 2
    return own.get(id) ?? (alone ? title : besided(title, titles.get(under)?.title))
  }
}

type Told = NonNullable<Revealed['columnGains']>

/** Columns of most people first, then in the site's order, those to come before all. */
function inOrder(columns: ReadonlyMap<number, Summed>, titles: Titles) {
  const place = new Map([...titles.keys()].map((id, i) => [id, i]))
  return [...columns].sort(
    ([a, one], [b, other]) => other.people - one.people || (place.get(a) ?? -1) - (place.get(b) ?? -1),
  )
}

/**
 * In which columns people may newly do what, and may no longer.
 * @param kinds whose rights change, those of one kind together whatever department they are of
 * @param titles all columns, those too that come or go by the change
 * @param namesAmong who of some may be named
 */
export async function columnsOver(
  kinds: readonly Alike[],
  titles: Titles,
  namesAmong: (ids: readonly number[]) => Promise<ReadonlyMap<number, string>>,
): Promise<Pick<Revealed, 'columnGains' | 'columnLosses'>> {
  const called = calledIn(titles)
  const some = async (from: 'before' | 'after', to: 'before' | 'after') =>
    [...(await found(kinds, from, to, titles))].map(([says, columns]) => ({
      ...{ says, n: columns.size, some: inOrder(columns, titles).slice(0, columnsMost) },
    }))
  const [gains, losses] = [await some('before', 'after'), await some('after', 'before')]
  const asked = [...gains, ...losses].flatMap((one) => one.some.flatMap(([, { userIds }]) => userIds))
  const names = asked.length > 0 ? await namesAmong([...new Set(asked)]) : new Map<number, string>()
  const told = (all: typeof gains): Told =>
    all.map((one) => ({
      ...{ says: one.says, n: one.n },
      some: one.some.map(([id, { people, userIds }]) => ({
        ...{ column: id === toCome ? '' : String(id), title: called(id), people },
        names: userIds.flatMap((userId) => names.get(userId) ?? []),
      })),
    }))
  return {
    ...(gains.length > 0 && { columnGains: told(gains) }),
    ...(losses.length > 0 && { columnLosses: told(losses) }),
  }
}
