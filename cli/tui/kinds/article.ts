import { article as contract } from '../../../core/contract/article.ts'
import { metaOf, type Shaped } from '../../../core/contract/meta.ts'
import { articleStates, type MoveName } from '../../../core/domain/article-states.ts'
import type { NewsStatus } from '../../../core/domain/enums.ts'
import { sizeWords } from '../../../core/domain/files.ts'
import type { States } from '../../../core/domain/states.ts'
import { undoFollows } from '../../../core/text.ts'
import { kindsSay, type PersonalKind, reasonGiven } from '../../../core/words/personal.ts'
import type { ArticleSearch } from '../../areas/article-filters.ts'
import { type Article, filesThen, isCopy, modelThen, refusal, sendMove, stateFor } from '../../areas/article-rows.ts'
import { cleanLine } from '../../output/clean.ts'
import { readableText } from '../../output/readable.ts'
import type { Backend } from '../backend.ts'
import { type ArticleItem, slim } from '../state/rows.ts'
import { countsFrom, type Query, type Sort, type View } from '../state/views.ts'
import { day } from '../text/time.ts'
import type { Done, History, Inverse, Kind, ListColumn, Patiently, Plan, PlanName, Sheet, Step } from './kind.ts'

/** An article with its text, as the preview shows it. */
export type ArticleRead = ArticleItem &
  Partial<
    Pick<
      Article,
      | 'acceptedByName'
      | 'acceptedAt'
      | 'recheckedByName'
      | 'recheckedAt'
      | 'approvedByName'
      | 'approvedAt'
      | 'updatedByName'
    >
  > & {
    readonly updatedAt?: string | null
    readonly content?: string | null
    /** What is found in one that waits, and what its writer said to it. */
    readonly personal?: string | null
    readonly modelWords?: readonly { readonly title: string; readonly words: string }[]
    readonly files?: readonly { readonly name: string; readonly size: number | null }[]
  }

const newest: Sort = { field: 'articleId', order: 'desc' }
const oldest: Sort = { field: 'articleId', order: 'asc' }

/** The queues show the oldest first: that is the one to do next. */
export const articleViews: readonly View[] = [
  { name: '待审核', query: { status: [1] }, sort: oldest },
  { name: '待发布', query: { status: [0] }, sort: oldest },
  { name: '已发布', query: { status: [2] }, sort: newest },
  { name: '已驳回', query: { status: [4] }, sort: newest },
  { name: '编辑中', query: { status: [3] }, sort: newest },
  { name: '已下架', query: { status: [5] }, sort: newest },
  { name: '全部', query: { status: [] }, sort: newest },
]

const queryFields = [
  { name: 'title', label: '标题包含' },
  { name: 'keyword', label: '标题或正文包含' },
  { name: 'column', label: '栏目', hint: '名称或拼音首字母，含下级栏目' },
  { name: 'source', label: '来源包含' },
  { name: 'startTime', label: '发布时间起', hint: '2026-11-01、2026-11、7d、today', time: 'start' },
  { name: 'endTime', label: '发布时间止', hint: '写法同上，含当天', time: 'end' },
] as const

const sorts = [
  { sort: newest, label: '编号，新的在前' },
  { sort: oldest, label: '编号，旧的在前' },
  { sort: { field: 'submittedAt', order: 'asc' }, label: '提交时间，早的在前' },
  { sort: { field: 'submittedAt', order: 'desc' }, label: '提交时间，晚的在前' },
  { sort: { field: 'publishTime', order: 'desc' }, label: '发布时间，晚的在前' },
  { sort: { field: 'updatedAt', order: 'desc' }, label: '修改时间，晚的在前' },
  { sort: { field: 'title', order: 'asc' }, label: '标题' },
  { sort: { field: 'hits', order: 'desc' }, label: '点击数，多的在前' },
] as const

/** The columns after the title; narrow lists drop the later ones first. */
const columns: readonly ListColumn<ArticleItem>[] = [
  { title: '栏目', from: 66, width: 12, text: (row) => row.columnName ?? '' },
  {
    title: '提交时间',
    from: 52,
    width: 11,
    text: (row) => day(row.review?.submittedAt ?? row.submittedAt ?? row.createdAt),
  },
  {
    title: '提交人',
    from: 92,
    width: 10,
    text: (row) => row.review?.submittedByName ?? row.submittedByName ?? row.createdByName ?? '',
  },
  { title: '部门', from: 112, width: 16, text: (row) => row.deptName ?? '' },
]

const reasonsOf = (move: MoveName) => articleStates.moves[move].reasons ?? []

/** What the keys pass, reject, take down, submit and delete do. */
export const articlePlans = {
  submit: { says: '提交', became: '已提交', moves: ['submit'] },
  pass: { says: '通过', became: '已通过', moves: ['accept', 'recheck', 'approve'] },
  reject: { says: '驳回', became: '已驳回', moves: ['acceptReject', 'reject'], reasons: reasonsOf('reject') },
  takeDown: { says: '下架', became: '已下架', moves: ['takeDown'], reasons: reasonsOf('takeDown') },
  remove: { says: '删除', became: '已删除', moves: ['delete'], destructive: true },
} as const satisfies Readonly<Record<PlanName, Plan>>

/** What rows, previews and questions look at before the article itself is read; the wire brings no more. */
const fields = [
  ...['articleId', 'status', 'title', 'columnName', 'source', 'reason', 'review', 'submittedAt', 'createdAt'],
  ...['submittedByName', 'createdByName', 'deptName', 'version', 'reviewStep'],
]

const shape = contract.saveAdmin.input.shape as unknown as Readonly<Record<string, Shaped>>
/** The fields that a person writes, by the words of the form. */
export const articleFields = Object.entries(shape).map(([field, of]) => ({ field, title: metaOf(of).title ?? field }))

/** A value as the form names it: a choice by its word. */
export function articleWord(field: string, value: unknown): string {
  if (value === null || value === undefined) return ''
  // attachments, one on a line
  if (Array.isArray(value)) return value.map(({ name }) => cleanLine(name)).join('\n')
  return metaOf(shape[field] ?? {}).words?.[String(value)] ?? String(value)
}

const joined = (name: string | null | undefined, time: string | null | undefined) =>
  name ? `${name}  ${(time ?? '').slice(0, 16)}` : null

/** Who judges a text must see all of it: tables are not cut to a width. */
const whole = Number.POSITIVE_INFINITY

function sheet(row: ArticleRead): Sheet {
  const { review, content } = row
  return {
    notes: review ? ['（待审修订，网站上仍是原来的内容；按 b 看改了什么）'] : [],
    facts: [
      ['理由', review?.reason ?? row.reason],
      ['个人信息', row.personal ?? null],
      ['栏目', row.columnName],
      ['来源', row.source],
      ...(row.modelWords ?? []).map(({ title, words }): [string, string] => [title, words]),
      ['附件', row.files?.map(({ name, size }) => `${name}（${sizeWords(Number(size))}）`).join('、') || null],
      [
        '提交',
        joined(review?.submittedByName ?? row.submittedByName, review?.submittedAt ?? row.submittedAt ?? row.createdAt),
      ],
      // those of a copy under review are still to come
      ['初审', review ? null : joined(row.acceptedByName, row.acceptedAt)],
      ['复审', review ? null : joined(row.recheckedByName, row.recheckedAt)],
      ['审核', review ? null : joined(row.approvedByName, row.approvedAt)],
    ],
    texts: content === undefined ? null : [{ title: '', text: readableText(content ?? '', whole) }],
  }
}

type Calls = Backend['article']

/** A revision as a step of the history. */
const stepOf = (one: { readonly revisionId: string } & Omit<Step, 'key' | 'note'>): Step => ({
  ...one,
  key: one.revisionId,
  note: `修订编号：${one.revisionId}`,
})

const textFields = new Set(articleStates.texts?.flatMap(({ fields }) => fields))

const historyOf = (calls: Calls): History => ({
  async page(articleId, pageNumber, pageSize) {
    const { list, total } = await calls.revisions({ articleId, pageNumber, pageSize })
    return { list: list.map(stepOf), total: Number(total) }
  },
  whole: async ({ key }) => stepOf(await calls.revision({ revisionId: key })),
  async since(articleId, { key }) {
    const [then, now] = [await calls.revision({ revisionId: key }), await calls.view({ articleId })]
    const was = new Map<string | null, unknown>(
      [...then.values, { field: 'content', value: then.content }].map((one) => [one.field, one.value]),
    )
    const changed = articleFields
      .filter(({ field }) => textFields.has(field))
      .map(({ field, title }) => ({ field, title, before: was.get(field), after: now[field as keyof typeof now] }))
      .filter(({ field, before, after }) => articleWord(field, before) !== articleWord(field, after))
    const follows = articleStates.restored(['content'], Number(now.status) as NewsStatus)
    return {
      ...{ changed, kept: [], follows: changed.length > 0 ? follows : null },
      restore: (requestKey) =>
        calls.restore({ articleId, revisionId: key, version: now.version ?? undefined }, { requestKey }),
    }
  },
  wordOf: articleWord,
})

/** What follows for what is online, where rejecting and taking down are to be told apart. */
function consequence(plan: Plan, rows: readonly ArticleItem[]): string {
  const ended = rows.filter((row) => row.review && plan === articlePlans.takeDown).length
  if (plan === articlePlans.takeDown)
    return `，网页和别处没有用到的图片随即从网站撤下${ended > 0 ? `，其中 ${ended} 篇的修订随之结束` : ''}`
  const copies = plan === articlePlans.reject ? rows.filter((row) => isCopy(row, articlePlans.reject.moves)).length : 0
  return copies > 0 ? `，其中 ${copies} 篇是修订，已发布的原文继续在线` : ''
}

/** What follows when articles of an act are taken back. */
function followsUndo({ says, inverse, by }: Done, ids: readonly string[]): string {
  if (inverse === 'restore') return undoFollows.deleted
  if (says === articlePlans.takeDown.says) return undoFollows.takenDown
  if (says === articlePlans.submit.says) return undoFollows.submitted
  const count = ids.filter((id) => by.get(id) === 'approve').length
  if (count === 0) return undoFollows.other
  return count === ids.length ? undoFollows.published : `其中 ${count} 篇是发布：${undoFollows.published}`
}

const inverses = { restore: 'recycleRestore', undo: 'undo' } as const satisfies Record<Inverse, keyof Calls>

/** Somebody's own data in an article that waits for who audits it, with the reason that its writer gave. */
async function personalIn(calls: Calls, articleId: string, patiently: Patiently): Promise<string | null> {
  const { personal, files } = await patiently(() => calls.articleSensitiveList({ articleId }))
  const inFiles = files.flatMap(({ name, total }) => (Number(total) > 0 ? [`附件 ${cleanLine(name)} ${total} 处`] : []))
  const says = [kindsSay(personal.map(({ kind }) => kind as PersonalKind)), ...inFiles].filter(Boolean).join('、')
  if (!says) return null
  const { list } = await patiently(() => calls.revisions({ articleId, pageSize: 50 }))
  return `${says}，${cleanLine(reasonGiven(list)?.reason ?? '未说明公开的理由')}`
}

const waits = ({ status, review }: ArticleRead): boolean => [0, 1].includes(Number(review?.status ?? status))

/** An article with its text; of a published one the copy under review, because that is what is decided on. */
async function read(calls: Calls, articleId: string, patiently: Patiently): Promise<ArticleRead> {
  const found = await patiently(() => calls.view({ articleId }))
  const bare = { ...found, id: String(found.articleId), status: Number(found.status) } as ArticleRead
  const row = waits(bare) ? { ...bare, personal: await personalIn(calls, articleId, patiently) } : bare
  const revisionId = row.review?.revisionId
  if (!revisionId) return row
  const copy = await patiently(() => calls.revision({ revisionId }))
  const texts = { title: copy.title ?? row.title, content: copy.content ?? null }
  return { ...row, ...texts, files: filesThen(copy), modelWords: modelThen(copy) }
}

/** Articles as a kind: what their copies under review, columns and revisions want beside the table of their states. */
export function articleKind(calls: Calls): Kind<ArticleItem> {
  const takeBack = (inverse: Inverse) => (ids: readonly string[], requestKey: string) =>
    calls[inverses[inverse]]({ items: ids.map((articleId) => ({ articleId })) }, { requestKey })
  return {
    area: articleStates.area,
    noun: articleStates.noun,
    unit: articleStates.unit,
    states: articleStates as unknown as States,
    views: articleViews,
    queryFields,
    sorts,
    idField: newest.field,
    titled: '标题',
    stated: '状态',
    freshest: { field: 'updatedAt', order: 'desc' },
    columns,
    plans: articlePlans,
    morePlans: [],
    extras: new Set(['browse', 'compare', 'compose', 'edit']),
    writings: [],
    handed: [],
    commands: [],
    async list(search) {
      const reply = await calls.list({ ...(search as ArticleSearch), fields })
      return { rows: (Array.isArray(reply.list) ? reply.list : []).map(slim), total: Number(reply.total) }
    },
    search: ({ status, column: _, ...rest }: Query, sort) => ({
      ...rest,
      ...(rest.columnId && { withChildren: true }),
      ...(status.length > 0 && { status: [...status] }),
      sortField: sort.field,
      sortOrder: sort.order,
    }),
    queryOf: ({ status, ...rest }) => ({ ...rest, status: status === undefined ? [] : [Number(status)] }),
    counts: async () => countsFrom(await calls.counts({})),
    titleOf: (row) => (row.review ? `〔修订〕${row.review.title ?? row.title}` : row.title),
    quoted: (title) => `《${title}》`,
    textOf: (row) => `${row.title} ${row.columnName ?? ''}`,
    stateOf: (row, moves = ['accept', 'recheck', 'approve']) => stateFor(row, moves as readonly MoveName[]),
    // both start from one state; which one is due the row tells
    due: (move, row) => move !== 'recheck' || row.reviewStep === 2,
    stepped: (move, row) => ({ ...row, reviewStep: move === 'recheck' ? 3 : null }),
    reasonOf: (row) => row.review?.reason ?? row.reason ?? null,
    byOf: (row) => `，栏目 ${row.columnName ?? ''}${row.submittedByName ? `，提交人 ${row.submittedByName}` : ''}`,
    refusal: (move, row) => refusal(move as MoveName, row),
    read: (id, patiently) => read(calls, id, patiently),
    sheet,
    consequence,
    undoFollows: followsUndo,
    send: (details) => (move, ids, requestKey) => sendMove(calls, move as MoveName, ids, details, { requestKey }),
    takeBack: { undo: takeBack('undo'), restore: takeBack('restore') },
    history: historyOf(calls),
    unsettles: (rows) => rows.some((row) => row.review),
  }
}
