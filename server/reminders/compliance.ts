import { complianceSays } from '../../core/domain/compliance.ts'
import { formatDate } from '../../core/domain/time.ts'
import { check } from '../areas/compliance.ts'
import type { Parts } from '../context.ts'
import { breather } from '../rows/bulk.ts'
import type { Thing } from './finders.ts'
import { asOne, holdersOf } from './people.ts'

/** What stands badly, told once a day to whoever may see it: each by what they reach. */
export async function complianceLine(parts: Parts): Promise<Thing[]> {
  const found: Thing[] = []
  // a site on which nothing was ever published is not open yet
  const any = parts.db.read.selectFrom('article').select('id').where('status', '=', 2).where('deletedAt', 'is', null)
  if (!(await any.limit(1).executeTakeFirst())) return found
  const breathe = breather()
  for (const one of await holdersOf(parts.db.read, 'compliance_list')) {
    await breathe()
    const { lines } = await check(await asOne(parts, one))
    const says = complianceSays(lines)
    if (says)
      found.push({
        ...{ key: `compliance.${formatDate(parts.now())}`, says, userId: one.id },
        sight: { needs: 'compliance_list' },
      })
  }
  return found
}
