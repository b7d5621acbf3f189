import { formatDate, formatTime } from '../../../core/domain/time.ts'
import type { AreaFile, AreaSite } from '../area-pages.ts'
import { excerpt } from '../content.ts'
import type { Reader } from '../shelf.ts'

const pageSize = 20
const frontSize = 5

const listName = (number: number) => (number === 1 ? 'index.html' : `index_${number}.html`)
const pageName = (id: number) => `${id}.html`

/** Those that are in force at a moment, as lists show them: pinned ones first, then the newest. */
const inForce = ({ read }: Reader, at: number) =>
  read
    .selectFrom('announcement')
    .where('startTime', '<=', at)
    .where((eb) => eb.or([eb('endTime', 'is', null), eb('endTime', '>=', at)]))
    .orderBy('top', 'desc')
    .orderBy('startTime', 'desc')
    .orderBy('id', 'desc')

interface Line {
  readonly id: number
  readonly title: string
  readonly startTime: number
  readonly top: number
}
type Tools = Parameters<NonNullable<AreaSite['view']>>[1]
const item = ({ id, title, startTime, top }: Line, { url }: Tools) => ({
  title,
  url: url(pageName(id)),
  date: formatDate(startTime),
  top: top === 1,
})

interface List {
  readonly number: number
  readonly count: number
  readonly total: number
  readonly items: readonly Line[]
}
interface One extends Line {
  readonly endTime: number | null
  readonly content: string
  readonly seal: string | null
}

const listOf = ({ number, count, total, items }: List, tools: Tools) => {
  const at = (n: number) => (n >= 1 && n <= count ? tools.url(listName(n)) : null)
  const pager = { number, count, previous: at(number - 1), next: at(number + 1) }
  return {
    template: 'announcements',
    title: number === 1 ? '公告' : `公告（第 ${number} 页）`,
    description: '正在公示的公告',
    scope: { total, items: items.map((one) => item(one, tools)), pager },
  }
}

const oneOf = (one: One, tools: Tools) => ({
  template: 'announcement',
  title: one.title,
  description: excerpt(one.content.slice(0, 600), 120) || one.title,
  scope: {
    announcement: {
      title: one.title,
      time: formatTime(one.startTime).slice(0, 16),
      until: one.endTime === null ? null : formatTime(one.endTime).slice(0, 16),
      list: tools.url(listName(1)),
    },
  },
  parts: { text: tools.text(one.content, one.seal) },
  above: [{ title: '公告', url: tools.url(listName(1)) }],
})

async function loadList(db: Reader, number: number, at: number): Promise<List | null> {
  const { total } = await inForce(db, at)
    .clearOrderBy()
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const items = await inForce(db, at)
    .select(['id', 'title', 'startTime', 'top'])
    .limit(pageSize)
    .offset((number - 1) * pageSize)
    .execute()
  return { number, count: Math.max(1, Math.ceil(Number(total) / pageSize)), total: Number(total), items }
}

/** Announcements on the site: those in force, each on a page of its own that goes with its last moment. */
export const announcement: AreaSite = {
  title: '公告',
  folder: 'public_notice',
  async pages(db, at) {
    const rows = await inForce(db, at).select(['id', 'title', 'startTime']).execute()
    if (rows.length === 0) return []
    const lists = Array.from(
      { length: Math.ceil(rows.length / pageSize) },
      (_, i): AreaFile => ({ name: listName(i + 1), id: -(i + 1) }),
    )
    const ones = rows.map(({ id, title, startTime }) => ({ name: pageName(id), id, listed: { title, at: startTime } }))
    return [...lists, ...ones]
  },
  async load(db, { id }, at) {
    if (id < 0) return loadList(db, -id, at)
    const found = await inForce(db, at).where('id', '=', id).selectAll().executeTakeFirst()
    if (!found) return null
    const { title, startTime, endTime, top, content, seal } = found
    return { id, title, startTime, endTime, top, content, seal } satisfies One
  },
  view: (shown: List | One, tools) => ('items' in shown ? listOf(shown, tools) : oneOf(shown, tools)),
  async front(db, at, tools) {
    const rows = await inForce(db, at).select(['id', 'title', 'startTime', 'top']).limit(frontSize).execute()
    return { items: rows.map((one) => item(one, tools)), url: tools.url(listName(1)) }
  },
  async changed({ read }, after, at) {
    const found = await read
      .selectFrom('announcement')
      .select('id')
      .where((eb) =>
        eb.or([
          eb.and([eb('startTime', '>', after), eb('startTime', '<=', at)]),
          eb.and([eb('endTime', '>=', after), eb('endTime', '<', at)]),
        ]),
      )
      .limit(1)
      .executeTakeFirst()
    return found !== undefined
  },
}
