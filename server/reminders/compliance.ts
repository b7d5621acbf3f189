import { complianceSays } from '../../core/domain/compliance.ts'
import { formatDate } from '../../core/domain/time.ts'
import { check } from '../areas/compliance.ts'
import type { Parts } from '../context.ts'
import type { Table } from '../db/table.ts'
import { apply } from '../db/tables/apply.ts'
import { article, articleCount } from '../db/tables/article.ts'
import { mail } from '../db/tables/mail.ts'
import { proposal } from '../db/tables/proposal.ts'
import { isEmpty } from '../rows/condition.ts'
import type { Found } from './finders.ts'
import { type Breathe, holdersAlike, type Some } from './people.ts'

/** All that is counted; whose the articles are is known from their kept counts. */
const counted: readonly Some[] = [
  { table: { ...article, name: articleCount.name } as unknown as Table, where: [] },
  ...[mail, apply, proposal].map((table) => ({ table: table as unknown as Table, where: [isEmpty('deletedAt')] })),
]

/** What stands badly, told once a day to whoever may see it: each by what they reach. */
export async function complianceLine(parts: Parts, _: number, breathe: Breathe): Promise<Found[]> {
  const found: Found[] = []
  // a site on which nothing was ever published is not open yet
  const any = parts.db.read.selectFrom('article').select('id').where('status', '=', 2).where('deletedAt', 'is', null)
  if (!(await any.limit(1).executeTakeFirst())) return found
  for (const { ctx, people } of await holdersAlike(parts, 'compliance_list', counted, breathe)) {
    await breathe()
    const { lines } = await check(ctx)
    const says = complianceSays(lines)
    const key = `compliance.${formatDate(parts.now())}`
    if (says) found.push({ people, things: [{ key, says, sight: { needs: 'compliance_list' } }] })
  }
  return found
}
