import type { CallOptions } from '../../../core/client/client.ts'
import { article } from '../../../core/contract/article.ts'
import type { Output } from '../../../core/contract/endpoint.ts'
import { articleStates, hindersApproval, timed } from '../../../core/domain/article-states.ts'
import { type NewsStatus, newsStatus } from '../../../core/domain/enums.ts'
import { formatTime } from '../../../core/domain/time.ts'
import { callsOf } from '../../data/client.ts'
import type { BulkItem } from '../../parts/list/types.ts'

export const api = callsOf(article)
export type Article = Output<typeof article.view>
export type Brief = Output<typeof article.list>['list'][number]

/** The title that is asked about: of a copy under review the new one. */
export const titleOf = ({ title, review }: Pick<Brief, 'title' | 'review'>): string => review?.title ?? title

/** 「修订：新标题」 where the copy under review has another one than visitors see; else empty. */
export const copyTitle = ({ title, review }: Pick<Brief, 'title' | 'review'>): string =>
  review?.title && review.title !== title ? `修订：${review.title}` : ''

const published = articleStates.moves.approve.became

/** Where an article's screens are. */
export const places = {
  list: '/main/article/essay',
  add: '/main/article/essay/add',
  recycle: '/main/article/essay/recycle',
  calendar: '/main/article/essay/calendar',
  replace: '/main/article/essay/replace',
  offSite: '/main/article/essay/off-site',
  deadLinks: '/main/article/essay/dead-links',
  seek: '/main/article/contentSearch',
  edit: (id: string) => `/main/article/essay/${id}`,
  history: (id: string) => `/main/article/essay/${id}/history`,
} as const

/** The list, as it was narrowed and ordered, from which an article was opened. */
export interface WayBack {
  readonly list?: string
}

/** Why publishing this would be refused to who reads it, in a few words; null: it would not. */
export const notByMe = (row: Pick<Brief, 'publishTime' | 'noApproval' | 'review'>): string | null =>
  hindersApproval(row, formatTime(Date.now()))

/** 「其中 2 篇是修订，已发布的原文继续在线」; empty where none is. */
export const copiesSay = (rows: readonly Pick<Brief, 'review'>[]): string => {
  const copies = rows.filter(({ review }) => review !== null).length
  if (copies === 0) return ''
  return `${rows.length === 1 ? '这是修订' : `其中 ${copies} 篇是修订`}，已发布的原文继续在线`
}

type Timed = Pick<Brief, 'publishTime' | 'review'>
/** When an approval would let it go online; null: at once. */
export const timeToCome = (row: Timed): string | null => timed(row, formatTime(Date.now()))

/** Of some that go on to who audits, how many wait for their time then; empty where none. */
export const earlySays = (rows: readonly Timed[]): string => {
  const early = rows.filter((row) => timeToCome(row) !== null)
  const copies = early.filter(({ review }) => review !== null).length
  const fresh = early.length - copies
  return [
    fresh > 0 ? `其中 ${fresh} 篇审核通过后到发布时间自动发布` : '',
    copies > 0 ? `其中 ${copies} 篇修订的发布时间还没有到，在此之前不能发布` : '',
  ]
    .filter(Boolean)
    .join('；')
}

/** When visitors see what is approved. */
export const onlineSays = (rows: readonly Timed[]): string => {
  const times = rows.map(timeToCome).filter((time) => time !== null)
  if (times.length === 0) return '随即出现在网站上'
  if (rows.length === 1) return `到 ${times[0]?.slice(0, 16)} 自动发布`
  return times.length === rows.length
    ? '到发布时间自动发布'
    : `随即出现在网站上，其中 ${times.length} 篇到发布时间自动发布`
}

/** What has become of approved ones. */
export const approvedSays = (done: string, rows: readonly Timed[]): string =>
  done !== published || !rows.some((row) => timeToCome(row) !== null)
    ? done
    : rows.every((row) => timeToCome(row) !== null)
      ? '已定时发布'
      : '已发布或定时'

/** What a submission leads to, and what the form would have asked for before it. */
export const submitSays = (
  rows: readonly Pick<Brief, 'essayList' | 'coverImage' | 'publishTime' | 'review'>[],
): string => {
  const bare = rows.filter(({ essayList, coverImage }) => needsCover(essayList) && !coverImage).length
  const missing = bare > 0 ? `其中 ${bare} 篇首页展示为幻灯片或图片新闻，还没有封面图片` : ''
  return ['提交后由审核人员初审', missing, earlySays(rows)].filter(Boolean).join('；')
}

/** What a rejection leads to. */
export const rejectSays = (rows: readonly Pick<Brief, 'review'>[]): string =>
  ['退回撰稿人修改', copiesSay(rows)].filter(Boolean).join('；')

/** What a take-down leads to. */
export const takeDownSays = (rows: readonly Pick<Brief, 'review'>[]): string => {
  const copies = rows.filter(({ review }) => review !== null).length
  const ended = copies > 0 ? `${rows.length === 1 ? '它' : `其中 ${copies} 篇`}的修订随之结束，内容留在修订历史中` : ''
  return ['网页随即从网站撤下，首页、栏目和检索中不再出现；别处没有用到的图片也不能再访问', ended]
    .filter(Boolean)
    .join('；')
}

/** What of this kind is deleted: 「编辑中 2 篇、待审核 1 篇；其中 1 篇由他人撰写」. */
export const deleteSays =
  (me: string | undefined) =>
  (rows: readonly Pick<Brief, 'status' | 'createdBy'>[]): string => {
    const states = Map.groupBy(rows, ({ status }) => Number(status) as NewsStatus)
    const told = [...states].map(([status, some]) => `${newsStatus[status]} ${some.length} 篇`).join('、')
    const others = rows.filter(({ createdBy }) => createdBy !== null && createdBy !== me).length
    return others > 0 ? `${told}；其中 ${others} 篇由他人撰写` : told
  }

/** For an address whose article is not there. */
export const backToList = {
  to: places.list,
  label: '返回文章管理',
  why: '文章可能已被删除，或者地址有误。',
} as const

/** The places of the front page that are nothing without a picture. */
const pictured = ['1', '3']

export const needsCover = (essayList: string | null | undefined): boolean =>
  (essayList ?? '').split(',').some((place) => pictured.includes(place))

/** Marked rows as the article calls take them. */
export const asArticles = (items: readonly BulkItem[]) => ({
  items: items.map(({ id, ...rest }) => ({ articleId: id, ...rest })),
})

/** The same for a rejection, which never takes down. */
export const asRejected = (items: readonly BulkItem[]) => ({
  items: asArticles(items).items.map((item) => ({ ...item, keepOnline: true })),
})

/** Takes back what was just done with articles. */
export const takeBack = (ids: readonly string[], options?: CallOptions) =>
  api.undo({ items: ids.map((articleId) => ({ articleId })) }, options)
