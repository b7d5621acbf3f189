import type { Insertable } from 'kysely'
import { articleStates } from '../../core/domain/article-states.ts'
import type { Schema } from '../db/tables.ts'
import { type DemoArticle, type DemoStep, lives } from './article.ts'

/** Leads a demo article through its life, step by step, as the workflow would have. */

export interface Person {
  readonly id: number
  readonly name: string
}

/** Who has a hand in an article. */
export interface Hands {
  readonly writer: Person
  readonly first: Person
  readonly second: Person
}

export type ArticleValues = Insertable<Schema['article']>
type Revision = Omit<Insertable<Schema['revision']>, 'articleId'>

const { moves } = articleStates
const hour = 3600_000
const saved = (status: number) => (by: Person, at: number) => ({
  status,
  createdBy: by.id,
  createdAt: at,
  ...(status === 1 && { submittedBy: by.id, submittedAt: at }),
})

interface Rule {
  readonly act: string
  readonly by: keyof Hands
  /** Hours after the step before. */
  readonly after: number
  /** Needs the article's reason. */
  readonly reason?: true
  /** It is about the copy under review, which then has this state. */
  readonly review?: number
  change(by: Person, at: number): Partial<ArticleValues>
}

const rules: Readonly<Record<DemoStep, Rule>> = {
  draft: { act: '新增草稿', by: 'writer', after: 0, change: saved(3) },
  submit: { act: '新增并提交', by: 'writer', after: 0, change: saved(1) },
  accept: {
    act: moves.accept.says,
    by: 'first',
    after: 2,
    change: (by, at) => ({ status: 0, acceptedBy: by.id, acceptedAt: at }),
  },
  acceptReject: {
    act: moves.acceptReject.says,
    by: 'first',
    after: 3,
    reason: true,
    change: () => ({ status: 4 }),
  },
  approve: {
    act: moves.approve.says,
    by: 'second',
    after: 4,
    change: (by, at) => ({ status: 2, approvedBy: by.id, approvedAt: at }),
  },
  reject: { act: moves.reject.says, by: 'second', after: 5, reason: true, change: () => ({ status: 4 }) },
  takeDown: { act: '下架', by: 'second', after: 120, reason: true, change: () => ({ status: 5 }) },
  delete: {
    act: moves.delete.says,
    by: 'writer',
    after: 22,
    change: (by, at) => ({ deletedAt: at, deletedBy: by.id }),
  },
  revise: { act: '修订并提交', by: 'writer', after: 73, review: 1, change: () => ({}) },
  acceptRevision: { act: moves.accept.says, by: 'first', after: 26, review: 0, change: () => ({}) },
}

/** The copy under review as its revision rows keep it. */
function reviewFields(article: DemoArticle, steps: readonly Revision[], rule: Rule, by: Person, at: number) {
  if (rule.review === undefined) return { review: 0 as const, after: '{}', before: '{}' }
  const open = steps.find((step) => step.review === 1)
  return {
    review: 1 as const,
    after: JSON.stringify({ title: article.newTitle }),
    before: JSON.stringify({ title: article.title }),
    submittedBy: open?.submittedBy ?? by.id,
    submittedAt: open?.submittedAt ?? at,
    ...(open && { acceptedBy: by.id, acceptedAt: at }),
  }
}

/** The article's row after its whole life, and the steps of its history. */
export function live(
  article: DemoArticle,
  content: Pick<ArticleValues, 'columnId' | 'title' | 'content'> & Partial<ArticleValues>,
  hands: Hands,
  start: number,
): { row: ArticleValues; steps: Revision[] } {
  const steps: Revision[] = []
  let row = { ...content, hits: 0, demo: 1 as const, publishTime: start } as ArticleValues
  let at = start
  for (const name of lives[article.life ?? 'published']) {
    const rule = rules[name]
    const by = hands[rule.by]
    at += rule.after * hour
    const reason = rule.reason ? (article.reason ?? null) : null
    row = {
      ...row,
      ...rule.change(by, at),
      ...(rule.reason && { reason }),
      ...(rule.review !== undefined && { reviewStatus: rule.review }),
      version: steps.length + 1,
      updatedBy: by.id,
      updatedAt: at,
    }
    steps.push({
      no: steps.length + 1,
      act: rule.act,
      status: rule.review ?? row.status,
      reason,
      byId: by.id,
      byName: by.name,
      at,
      ...reviewFields(article, steps, rule, by, at),
    })
  }
  // nobody gave it a time: it will be that of its publication
  return { row: { ...row, ...(row.approvedAt === undefined && { undated: 1 as const }) }, steps }
}
