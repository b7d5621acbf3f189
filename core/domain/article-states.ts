import { type NewsStatus, newsStatus } from './enums.ts'
import { movesOf } from './states.ts'

/** Reasons that are often given for a rejection. */
const rejectReasons = [
  '内容与栏目不符，请调整栏目后重新提交',
  '标题或正文有错别字，请校对后重新提交',
  '信息来源不明，请注明来源后重新提交',
  '涉及个人隐私，请作脱敏处理后重新提交',
  '格式不规范，请按排版要求修改后重新提交',
]
/** Reasons that are often given for a take-down. */
const takeDownReasons = [
  '内容已过期，不再适用',
  '内容有误，更正后重新发布',
  '涉及个人隐私或不宜公开的信息',
  '应供稿单位要求撤下',
  '与其他文章重复',
]

const notSubmitted = '还没有提交审核，请先提交'
const resubmit = '请先修改，再重新提交审核'
const isDraft = '还没有提交审核，可以修改、提交或删除'
const notOnline = '它不在网站上，无须下架'
const offline = '它已不在网站上，可以修改后重新提交，或删除'

/** Where an article or its copy under review stands on its way to the site; 2 is for columns with three reviews alone. */
export const reviewSteps = { 1: '待初审', 2: '待复审', 3: '待终审' } as const
export type ReviewStep = keyof typeof reviewSteps

export type MoveName = 'submit' | 'accept' | 'recheck' | 'acceptReject' | 'approve' | 'reject' | 'takeDown' | 'delete'

/** The workflow of articles (docs/rules.md, Articles). */
export const articleStates = movesOf<NewsStatus, MoveName>({
  area: 'article',
  noun: '文章',
  unit: '篇',
  words: newsStatus,
  looks: {
    0: { mark: '◐', tone: 'wait' },
    1: { mark: '●', tone: 'wait' },
    2: { mark: '✓', tone: 'good' },
    3: { mark: '○', tone: 'rest' },
    4: { mark: '✗', tone: 'bad' },
    5: { mark: '⊘', tone: 'rest' },
  },
  texts: [
    {
      call: 'update',
      says: '修改',
      // where and when it is published is no part of it
      fields: [
        ...[
          'title',
          'subtitle',
          'summary',
          'source',
          'keywords',
          'newsType',
          'coverImage',
          'essayList',
          'categoryType',
        ],
        ...['jumpUrl', 'sort', 'files', 'modelFields', 'content'],
      ],
      follows: { 2: '文章已发布：恢复的内容作为修订提交审核，审核通过前网站上的原文不变' },
    },
  ],
  moves: {
    submit: {
      says: '提交审核',
      became: '已提交审核',
      // submitting is a change of the article, in the contract as in the permissions
      key: 'article_update',
      to: { 3: 1, 4: 1, 5: 1 },
      done: [1],
      instead: { 0: '它已通过初审，正等待发布', 2: '它已在网站上；修改后可以提交修订' },
    },
    accept: {
      says: '初审通过',
      became: '已初审通过',
      to: { 1: 0 },
      done: [0],
      instead: { 2: '它已在网站上，没有待审的修订', 3: notSubmitted, 4: resubmit, 5: resubmit },
    },
    // the second of three reviews, where the column wants them: the state stays, and who approves must be a third person
    recheck: {
      says: '复审通过',
      became: '已复审通过',
      to: { 0: 0 },
      done: [],
      instead: {
        1: '还没有初审，请先初审',
        2: '它已在网站上，没有待审的修订',
        3: notSubmitted,
        4: resubmit,
        5: resubmit,
      },
    },
    acceptReject: {
      says: '初审驳回',
      became: '已驳回',
      to: { 1: 4 },
      done: [4],
      reasons: rejectReasons,
      instead: { 3: isDraft, 5: offline },
    },
    approve: {
      says: '审核通过',
      became: '已发布',
      to: { 0: 2 },
      done: [2],
      public: true,
      follows: '随即出现在网站上',
      instead: { 3: notSubmitted, 4: resubmit, 5: resubmit },
    },
    reject: {
      says: '驳回',
      became: '已驳回',
      to: { 0: 4 },
      done: [4],
      reasons: rejectReasons,
      instead: { 2: '没有待审的修订可以驳回，要从网站撤下请用「下架」', 3: isDraft, 5: offline },
    },
    takeDown: {
      says: '下架',
      became: '已下架',
      to: { 2: 5 },
      done: [5],
      whole: true,
      public: true,
      reasons: takeDownReasons,
      instead: { 0: notOnline, 1: notOnline, 3: notOnline, 4: notOnline },
    },
    delete: {
      says: '删除',
      became: '已删除',
      to: { 0: 'deleted', 1: 'deleted', 3: 'deleted', 4: 'deleted', 5: 'deleted' },
      done: [],
      whole: true,
      instead: { 2: '它在网站上，请先下架' },
    },
  },
})

/** What of their own nobody puts online: as a row foretells it, and as it is refused. */
export const ownHand = {
  written: { short: '由您撰写或提交，三审三校须由他人审核', refused: '三审三校的栏目，撰稿人不能审核自己的文章' },
  first: { short: '由您初审，三审三校须由他人继续', refused: '三审三校的栏目，初审人不能再作复审或终审' },
  second: { short: '由您复审，三审三校须由他人终审', refused: '三审三校的栏目，复审人不能再作终审' },
  submitted: { short: '由您提交，须由他人发布', refused: '不能审核本人提交的文章' },
  accepted: {
    short: '由您初审，两人审核时须由他人发布',
    refused: '已开启两人审核，初审人不能再审核同一篇文章',
  },
} as const

/** What is said of an approval before the second of three reviews. */
export const notRechecked = {
  short: '还没有复审',
  refused: '所在栏目实行三审三校，还没有复审，请先由初审人以外的人员复审通过',
} as const
/** What is said of a second review where the column wants none. */
export const noRecheckHere = '所在栏目没有开启三审三校，初审通过后即可发布，不必复审'

/** What the history calls an approval whose time is to come. */
export const timedAct = '审核通过，定时发布'

/** Why what is online bears no time to come. */
export const onlineAlready = '已在网站上的文章不能定时发布，请改为不晚于现在的时间，或清空'

/** The refusal of a time to come for what is online already; `time` as the wire has it. */
export const notYet = (time: string): string => `修订的发布时间为 ${time.slice(0, 16)}，还没有到：${onlineAlready}`

/** What is said of a time of publication that is to come. */
export const timedSays = (time: string): string => `审核通过后，到 ${time.slice(0, 16)} 自动发布`

interface Waiting {
  readonly publishTime: string | null
  readonly noApproval: string | null
  readonly review: { readonly publishTime: string | null } | null
}

/** The publication time that would hold: of a copy under review its own. */
const timeOf = ({ publishTime, review }: Omit<Waiting, 'noApproval'>) => (review ? review.publishTime : publishTime)

/** When an approval would let a row go online, where that is to come; null: at once. `now` as the wire has times. */
export function timed(row: Omit<Waiting, 'noApproval'>, now: string): string | null {
  const time = timeOf(row)
  return time !== null && time > now ? time : null
}

/** Why a row that waits for its publication would be refused to who reads it, in a few words; null: it would not. */
export const hindersApproval = (row: Waiting, now: string): string | null =>
  row.noApproval ?? (row.review && timed(row, now) ? '修订的发布时间还没有到' : null)
