import { formatDate, formatTime } from '../../../core/domain/time.ts'
import type { Reader } from '../../db/open.ts'
import type { AreaSite } from '../area-site.ts'
import { excerpt } from '../content.ts'
import { type Lines, listFiles, listName, listView, loadLines, pageName } from './lists.ts'

const frontSize = 5
/** More of them would take the place of what the page is about. */
const bannersMost = 3

/** Those that are in force at a moment, as lists show them: pinned ones first, then the newest. */
const inForce = ({ read }: Reader, at: number) =>
  read
    .selectFrom('announcement')
    .where('startTime', '<=', at)
    .where((eb) => eb.or([eb('endTime', 'is', null), eb('endTime', '>=', at)]))
    .orderBy('top', 'desc')
    .orderBy('startTime', 'desc')
    .orderBy('id', 'desc')

const lineColumns = ['id', 'title', 'startTime', 'top'] as const

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

type List = Lines<Line>
interface One extends Line {
  readonly endTime: number | null
  readonly content: string
  readonly seal: string | null
}

const words = { heading: '公告', description: '正在公示的公告', none: '暂无公告' }
const listOf = (list: List, tools: Tools) =>
  listView(words, { ...list, items: list.items.map((one) => item(one, tools)) }, tools)

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

/** Announcements on the site: those in force, each on a page of its own that goes with its last moment. */
export const announcement: AreaSite = {
  title: '公告',
  folder: 'public_notice',
  async pages(db, at) {
    const rows = await inForce(db, at).select(['id', 'title', 'startTime']).execute()
    if (rows.length === 0) return []
    const ones = rows.map(({ id, title, startTime }) => ({ name: pageName(id), id, listed: { title, at: startTime } }))
    return [...listFiles(rows.length), ...ones]
  },
  async load(db, { id }, at) {
    if (id < 0) return loadLines(inForce(db, at).select(lineColumns), -id)
    const found = await inForce(db, at).where('id', '=', id).selectAll().executeTakeFirst()
    if (!found) return null
    const { title, startTime, endTime, top, content, seal } = found
    return { id, title, startTime, endTime, top, content, seal } satisfies One
  },
  view: (shown: List | One, tools) => ('items' in shown ? listOf(shown, tools) : oneOf(shown, tools)),
  async front(db, at, tools) {
    const rows = await inForce(db, at).select(lineColumns).limit(frontSize).execute()
    return { items: rows.map((one) => item(one, tools)), url: tools.url(listName(1)) }
  },
  async banners(db, at, tools) {
    const rows = await inForce(db, at).where('banner', '=', 1).select(lineColumns).limit(bannersMost).execute()
    return rows.map((one) => item(one, tools))
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
