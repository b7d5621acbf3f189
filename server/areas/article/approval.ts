import { notRechecked, ownHand } from '../../../core/domain/article-states.ts'
import { may } from '../../access/rights.ts'
import { asStaff, type Ctx } from '../../context.ts'
import { allOf, amongRows, anyOf, type Condition, isEmpty, notEmpty, test } from '../../rows/condition.ts'
import { setting } from '../../settings.ts'
import type { Content } from './revisions.ts'

/** The moves by which somebody judges what another one wrote (docs/decisions/0050-three-reviews.md). */
export type Judging = 'accept' | 'recheck' | 'approve'

/** Who had an article or its copy under review in hand before it is put online. */
export interface Hands {
  readonly submittedBy: number | null
  readonly acceptedBy: number | null
  readonly recheckedBy: number | null
  /** Of the article itself: a copy is its submitter's. */
  readonly createdBy?: number | null
}

const kept = new WeakMap<object, Promise<ReadonlySet<number>>>()

/** The columns that want three reviews, read once for a call. */
export function threeColumns(ctx: Ctx): Promise<ReadonlySet<number>> {
  const known = kept.get(ctx.call)
  if (known) return known
  const rows = ctx.db.selectFrom('column').select('id').where('threeReviews', '=', 1).execute()
  const found = rows.then((some) => new Set(some.map(({ id }) => Number(id))))
  kept.set(ctx.call, found)
  return found
}

/** Where a copy under review is about: the column in which the article is, and the one that it goes to. */
export const columnsOfCopy = (row: { readonly columnId: number }, copy: { readonly after: string }): number[] => [
  row.columnId,
  (JSON.parse(copy.after) as Partial<Content>).columnId ?? row.columnId,
]

/** Whether one of these columns wants three reviews. */
export async function wantsThree(ctx: Ctx, columns: readonly number[]): Promise<boolean> {
  const three = await threeColumns(ctx)
  return columns.some((id) => three.has(id))
}

const inThree = (not?: 'not') => amongRows('columnId', 'column', 'id', [test('threeReviews', '=', 1)], not)
/** Of what was accepted: what waits for its second review, or what needs none any more. */
export const recheckedAs = (waits: boolean): Condition =>
  waits ? allOf([inThree(), isEmpty('rechecked')]) : anyOf([inThree('not'), notEmpty('rechecked')])

/** What of their own the caller would judge (docs/rules.md, Articles). @param three three persons are wanted, none of whom wrote it */
export async function ownIn(
  ctx: Ctx,
  { submittedBy, acceptedBy, recheckedBy, createdBy }: Hands,
  move: Judging,
  three: boolean,
): Promise<keyof typeof ownHand | null> {
  const me = asStaff(ctx.who)?.userId
  if (me === undefined) return null
  if (three) {
    if (submittedBy === me || createdBy === me) return 'written'
    if (move !== 'accept' && acceptedBy === me) return 'first'
    return move === 'approve' && recheckedBy === me ? 'second' : null
  }
  if (move !== 'approve') return null
  if (submittedBy === me) return 'submitted'
  return acceptedBy === me && (await setting(ctx.db, 'audit.twoPeople')) === '1' ? 'accepted' : null
}

const mayForce = (ctx: Ctx) => {
  const staff = asStaff(ctx.who)
  return !staff || may(staff.rights, 'article_force')
}

/** Why the caller, for what they did before or what is still to be done, will not put it online; null: they may. @param due its second review is still to come */
export async function noApproval(ctx: Ctx, hands: Hands, three: boolean, due: boolean): Promise<string | null> {
  if (due) return notRechecked.short
  const own = mayForce(ctx) ? null : await ownIn(ctx, hands, 'approve', three)
  return own && ownHand[own].short
}

/** Why the caller will not make the second review of what waits for it; null: they may. */
export async function noRecheck(ctx: Ctx, hands: Hands): Promise<string | null> {
  const own = mayForce(ctx) ? null : await ownIn(ctx, hands, 'recheck', true)
  return own && ownHand[own].short
}
