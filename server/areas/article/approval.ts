import { ownHand } from '../../../core/domain/article-states.ts'
import { may } from '../../access/rights.ts'
import { asStaff, type Ctx } from '../../context.ts'
import { setting } from '../../settings.ts'

/** Who had an article or its copy under review in hand before it is put online. */
export interface Hands {
  readonly submittedBy: number | null
  readonly acceptedBy: number | null
}

/** What of their own the caller would approve: nobody what they submitted, nor what they accepted where the site wants two people (docs/rules.md, Articles). */
export async function ownIn(ctx: Ctx, { submittedBy, acceptedBy }: Hands): Promise<keyof typeof ownHand | null> {
  const me = asStaff(ctx.who)?.userId
  if (me === undefined) return null
  if (submittedBy === me) return 'submitted'
  return acceptedBy === me && (await setting(ctx.db, 'audit.twoPeople')) === '1' ? 'accepted' : null
}

/** Why the caller, for what they did before, will not put it online; null: they may. */
export async function noApproval(ctx: Ctx, hands: Hands): Promise<string | null> {
  const staff = asStaff(ctx.who)
  const own = staff && !may(staff.rights, 'article_force') ? await ownIn(ctx, hands) : null
  return own && ownHand[own].short
}
