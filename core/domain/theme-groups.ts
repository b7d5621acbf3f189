import { llThemeFlow } from './ll-theme-states.ts'
import type { ThemeFlow } from './theme-moves.ts'
import { type ThemeArea, themeNames } from './theme-names.ts'
import { themeFlow } from './theme-states.ts'
import { xaxThemeFlow } from './xax-theme-states.ts'

/** CommentTypes of the specification. */
export const commentTypes = { 0: '话题', 1: '评论', 2: '回复' } as const
/** Whether visitors see a topic: 0 was never shown, 2 somebody has hidden it. */
export const themeShown = { 0: '未显示', 1: '显示', 2: '已隐藏' } as const
/** What follows where a topic is shown, or hidden again. */
export const showFollows = {
  1: '话题和通过审核的回复随即出现在网站上，姓名只显示姓氏',
  0: '随即从网站撤下，提出人仍可凭查询码查看',
} as const
/** What follows where a reply passes, or is rejected. */
export const replyFollows = {
  1: '提出人凭查询码看到；正在显示的话题，回复随即出现在网站上',
  2: '由承办部门修改再提交；已在网站上的随即撤下',
} as const
export const themeRecommended = { 1: '推荐', 0: '不推荐' } as const
/** What a row of the topic groups is about. Proposals have a table of moves of their own (proposal-states.ts). */
export const themeKinds = { 0: '话题', 1: '提案', 2: '诉求', 3: '政策咨询' } as const
/** The kinds of what is asked in public; a proposal comes from a member and is none of these. */
export const topicKinds = { 0: themeKinds[0], 2: themeKinds[2], 3: themeKinds[3] } as const
export const proposalKind = 1

/** The calls that all groups have, each by its own path. */
export type TopicCall =
  | 'list'
  | 'get'
  | 'add'
  | 'update'
  | 'dels'
  | 'show'
  | 'recommend'
  | 'transfer'
  | 'giveBack'
  | 'deptList'
  | 'replySave'
  | 'replyGet'
  | 'replyDelete'
  | 'replyQuery'
  | 'replyAudit'
  | 'reveal'
  | 'webAdd'
  | 'webCode'
  | 'webGet'
  | 'webList'
  | 'myList'
  | 'myGet'

/** How a call stands in the specification; a call that is not there has a path under /x/. */
export interface Wired {
  readonly path: `/${string}`
  readonly payload?: string
  /** Its fields travel in the query. */
  readonly query?: true
}

/** What one group of topics has that the others have not. */
export interface ThemeGroup {
  readonly area: ThemeArea
  /** What its pages are called on the site: the list, the form, the look-up by code. */
  readonly title: string
  readonly write: string
  readonly lookUp: string
  readonly noun: string
  readonly flow: ThemeFlow
  readonly wired: Readonly<Partial<Record<TopicCall, Wired>>>
  /** Who shows a topic that was not audited passes it by that: the group has no other call for it. */
  readonly showPasses?: true
}

/** The calls of /ll and /xax that are alike. */
const alike = (staff: string, web: string): ThemeGroup['wired'] => ({
  list: { path: `/${staff}/theme/list`, payload: 'theme' },
  get: { path: `/${staff}/theme/get`, payload: 'idDto' },
  update: { path: `/${staff}/theme/update`, payload: 'saveThemeDto' },
  dels: { path: `/${staff}/theme/dels`, payload: 'idsDto' },
  show: { path: `/${staff}/theme/themeAuditShow`, payload: 'idsAuditDto' },
  transfer: { path: `/${staff}/theme/themeTransfer`, payload: 'transferDto' },
  replySave: { path: `/${staff}/theme/reply/save`, payload: 'saveThemeReplyDto' },
  replyGet: { path: `/${staff}/theme/reply/get`, query: true },
  replyDelete: { path: `/${staff}/theme/reply/delete`, payload: 'idsDto' },
  replyQuery: { path: `/${staff}/theme/replyQuery`, payload: 'baseSearchDto' },
  webAdd: { path: `/${web}/theme/save`, payload: 'saveThemeDto' },
  webCode: { path: `/${web}/theme/getThemeByCodeAndTel`, payload: 'theme' },
  webGet: { path: `/${web}/theme/get`, payload: 'idDto' },
  webList: { path: `/${web}/theme/list`, payload: 'theme' },
  myList: { path: `/${web}/theme/my/list`, payload: 'theme' },
  myGet: { path: `/${web}/theme/my/get`, payload: 'idDto' },
})

const group = (flow: ThemeFlow, wired: ThemeGroup['wired'], more: Pick<ThemeGroup, 'showPasses'> = {}): ThemeGroup => ({
  ...{ area: flow.area as ThemeArea, flow, wired },
  ...themeNames[flow.area as ThemeArea],
  ...more,
})

/** The call of a group by its path. */
export const topicPath = ({ area, wired }: ThemeGroup, call: TopicCall): `/${string}` =>
  wired[call]?.path ?? `/x/${area}/${call}`

/** The three groups of topics: all that tells them apart. */
export const themeGroups = {
  theme: group(themeFlow, {
    list: { path: '/theme/list', payload: 'baseThemeSerachDto' },
    get: { path: '/theme/get', query: true },
    add: { path: '/theme/add', payload: 'saveCommentThemeDto' },
    dels: { path: '/theme/dels', query: true },
    recommend: { path: '/theme/themeRecommend' },
    transfer: { path: '/theme/transfer', payload: 'themeDto' },
    webAdd: { path: '/theme/webAdd', payload: 'saveCommentThemeDto', query: true },
    webGet: { path: '/theme/webget', query: true },
    webList: { path: '/theme/weblist', payload: 'baseWebThemeSerachDto' },
  }),
  llTheme: group(llThemeFlow, {
    ...alike('ll', 'llweb'),
    replyAudit: { path: '/ll/theme/themeReplyAudit', payload: 'auditDto' },
  }),
  xaxTheme: group(
    xaxThemeFlow,
    { ...alike('xax', 'xaxweb'), deptList: { path: '/xax/theme/themeDeptList', payload: 'idDto' } },
    { showPasses: true },
  ),
} as const satisfies Readonly<Record<ThemeArea, ThemeGroup>>
