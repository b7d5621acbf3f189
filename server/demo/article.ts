import type { Writer } from './county.ts'

/** How far an article got: the steps of its life, made one after the other by seed.ts. */
export const lives = {
  published: ['submit', 'accept', 'approve'],
  toPublish: ['submit', 'accept'],
  toAudit: ['submit'],
  draft: ['draft'],
  sentBack: ['submit', 'acceptReject'],
  rejected: ['submit', 'accept', 'reject'],
  takenDown: ['submit', 'accept', 'approve', 'takeDown'],
  deleted: ['submit', 'acceptReject', 'delete'],
  deletedDraft: ['draft', 'delete'],
  revised: ['submit', 'accept', 'approve', 'revise'],
  revisionAccepted: ['submit', 'accept', 'approve', 'revise', 'acceptRevision'],
} as const
export type Life = keyof typeof lives
export type DemoStep = (typeof lives)[Life][number]

export interface DemoArticle {
  readonly column: string
  readonly by: Writer
  /** Written so many days ago. */
  readonly days: number
  readonly title: string
  readonly source?: string
  readonly summary?: string
  readonly keywords?: string
  /** published unless said otherwise. */
  readonly life?: Life
  /** Why it was rejected or taken down. */
  readonly reason?: string
  /** The title of the copy under review, where there is one. */
  readonly newTitle?: string
  /** The lines of the text, see markup.ts. */
  readonly text: string
}
