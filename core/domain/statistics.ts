import { newsStatus, newsTypes } from './enums.ts'
import { mailFlow, mailTypes } from './mail-states.ts'

/** What can be counted: one table for the calls, the commands and the screens. */

/** The rows that are counted, the list in which they stand, and by whose right that is read. */
export const countedRows = {
  article: { noun: '文章', unit: '篇', list: 'article.list', needs: 'article_list', time: '发布时间' },
  mail: { noun: '信件', unit: '封', list: 'mail.list', needs: 'mail_list', time: '来信时间' },
  // who visited is nowhere: there is no list behind it
  visit: { noun: '访问', unit: '人次', list: null, needs: null, time: '访问日期' },
} as const
export type CountedRows = keyof typeof countedRows

/** What a row may lack, by the field that stands empty: the lists behind the counts are narrowed by it. */
export const lacking = {
  article: { deptId: '没有部门', createdBy: '没有撰稿人', newsType: '没有图文类型' },
  mail: { deptId: '没有主办部门' },
} as const

/** By what rows are counted. A field of the list's search stands for the value; a series is in order of time. */
export const dimensions = {
  dept: { title: '部门', field: 'deptId' },
  column: { title: '栏目', field: 'columnId' },
  author: { title: '撰稿人', field: 'createdBy' },
  kind: { title: '图文类型', field: 'newsType', words: newsTypes },
  type: { title: '来信类型', field: 'type', words: mailTypes },
  article: { title: '文章', field: 'articleIds' },
  month: { title: '月份', field: null, series: 'month' },
  day: { title: '日期', field: null, series: 'day' },
} as const satisfies Readonly<Record<string, Dimension>>
export type DimensionName = keyof typeof dimensions

interface Dimension {
  readonly title: string
  readonly field: string | null
  readonly words?: Readonly<Record<string | number, string>>
  readonly series?: 'month' | 'day'
}

/** What each number is made of: the states of the rows, each by a field of the list's search. */
export const splits = {
  article: { field: 'ownState', words: newsStatus },
  mail: { field: 'state', words: mailFlow.words },
} as const

export interface Statistic {
  readonly title: string
  /** What a number counts, in words. */
  readonly counts: string
  readonly of: CountedRows
  readonly by: DimensionName
  /** What narrows the list always. */
  readonly where?: Readonly<Record<string, string>>
  /** Each number is told apart by state. */
  readonly split?: true
  /** Beside the number of rows, how many there were to be. */
  readonly target?: true
  /** Beside the number of rows, how often they were opened. */
  readonly hits?: true
  /** What is counted where nobody says from when: since the year began, twelve months, thirty days. */
  readonly span: 'year' | 'months' | 'days'
}

const published = { status: '2' }

export const statistics = {
  dispatch: {
    ...{ title: '部门发文', counts: '已发布的文章', of: 'article', by: 'dept', where: published, span: 'year' },
    target: true,
  },
  column: { title: '栏目文章', counts: '各状态的文章', of: 'article', by: 'column', split: true, span: 'year' },
  dept: { title: '部门文章', counts: '各状态的文章', of: 'article', by: 'dept', split: true, span: 'year' },
  month: { title: '每月发文', counts: '已发布的文章', of: 'article', by: 'month', where: published, span: 'months' },
  day: { title: '每日发文', counts: '已发布的文章', of: 'article', by: 'day', where: published, span: 'days' },
  kind: { title: '图文类型', counts: '各状态的文章', of: 'article', by: 'kind', split: true, span: 'year' },
  author: {
    ...{ title: '个人发文', counts: '已发布的文章和点击数', of: 'article', by: 'author', where: published },
    ...{ hits: true, span: 'year' },
  },
  article: {
    ...{ title: '文章点击', counts: '点击最多的一百篇已发布的文章', of: 'article', by: 'article', where: published },
    ...{ hits: true, span: 'year' },
  },
  mail: { title: '部门信件', counts: '各状态的信件', of: 'mail', by: 'dept', split: true, span: 'year' },
  mailType: { title: '来信类型', counts: '各状态的信件', of: 'mail', by: 'type', split: true, span: 'year' },
  mailMonth: { title: '每月来信', counts: '收到的信件', of: 'mail', by: 'month', span: 'months' },
  visit: { title: '每月访问', counts: '网站的访问人次', of: 'visit', by: 'month', span: 'months' },
  visitDay: { title: '每日访问', counts: '网站的访问人次', of: 'visit', by: 'day', span: 'days' },
} as const satisfies Readonly<Record<string, Statistic>>
export type StatisticName = keyof typeof statistics

export const statisticOf = (name: StatisticName): Statistic => statistics[name]
/** Their titles, by name. */
export const statisticWords = Object.fromEntries(
  Object.entries(statistics).map(([name, { title }]) => [name, title]),
) as Readonly<Record<StatisticName, string>>

/** The places of lines in a ranking, the first one first: those that are alike share one. */
export function placesOf<L>(lines: readonly L[], alike: (a: L, b: L) => boolean): number[] {
  let place = 1
  return lines.map((line, at) => {
    if (at > 0 && !alike(lines[at - 1] as L, line)) place = at + 1
    return place
  })
}

/** How much there is of what had a target: that of others fulfils none. */
export const aimedAt = (lines: readonly { readonly n: number | null; readonly target: number | null }[]): number =>
  lines.reduce((sum, { n, target }) => sum + (target === null ? 0 : (n ?? 0)), 0)

/** How much of what was to be is done, in percent; null: nothing was to be. */
export const doneOf = (n: number, target: number | null): number | null =>
  target === null || target === 0 ? null : Math.round((n / target) * 1000) / 10

/** How much more a number is than another one, in hundredths; null: there was none before. */
export const growth = (now: number, before: number | null): number | null =>
  before === null || before === 0 ? null : Math.round(((now - before) / before) * 1000) / 10

/** The same in words: 「+12.5%」, 「持平」, 「—」. */
export function growthSays(now: number, before: number | null): string {
  const by = growth(now, before)
  if (by === null) return before === 0 && now > 0 ? '新增' : '—'
  return by === 0 ? '持平' : `${by > 0 ? '+' : ''}${by}%`
}

/** What the sum of a statistic is called: of single articles not all stand above it. */
export const sumSays = ({
  by,
  total,
  unit,
  lines,
}: {
  by: string
  total: number
  unit: string
  lines: readonly unknown[]
}) => (by === dimensions.article.title && total > lines.length ? `合计（全部 ${total} ${unit}）` : '合计')
