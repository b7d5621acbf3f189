import type { SelectQueryBuilder } from 'kysely'
import { openApplyStates } from '../../core/domain/apply-states.ts'
import { openStates } from '../../core/domain/mail-states.ts'
import { proposalFlow, proposalOpen } from '../../core/domain/proposal-states.ts'
import { suggestionFlow } from '../../core/domain/suggestion-states.ts'
import { themeGroups } from '../../core/domain/theme-groups.ts'
import { themeAreas } from '../../core/domain/theme-names.ts'
import { Refused } from '../../core/errors.ts'
import type { Ctx } from '../context.ts'
import { allHold, type Condition, isEmpty, notAmong, test } from '../rows/condition.ts'
import type { AnyDb } from '../rows/list.ts'

/** `forumStates`: it has answered. */
const answered = 2
type Query = SelectQueryBuilder<Record<string, Record<string, unknown>>, string, object>
interface Waited {
  readonly unit: string
  /** The rows of it that are there, within one department. */
  readonly at: (db: AnyDb, deptId: number) => Query
}

/** What several departments have, each a part of it: open while its part is not answered. */
const inParts = (of: string, place: string, column: string, states: readonly number[], unit: string): Waited => ({
  unit,
  at: (db, deptId) =>
    db
      .selectFrom(`${place} as place`)
      .innerJoin(`${of} as one`, 'one.id', `place.${column}`)
      .where('place.deptId', '=', deptId)
      .where('place.state', '!=', answered)
      .where('one.deletedAt', 'is', null)
      .where('one.state', 'in', [...states]) as unknown as Query,
})

/** What one department has. */
const alone = (of: string, open: readonly Condition[], unit: string): Waited => ({
  unit,
  at: (db, deptId) =>
    db.selectFrom(of).where(allHold([test('deptId', '=', deptId), isEmpty('deletedAt'), ...open])) as unknown as Query,
})

/** A topic that may still be replied to: not rejected, not hidden, and nobody has replied. */
const openTopic = [notAmong('state', [2]), notAmong('shown', [2]), isEmpty('answeredAt')]
const counted = ({ unit, noun }: { readonly unit: string; readonly noun: string }) => `${unit}${noun}`

/** What people wait for from departments: each kind by its departments' parts, or by the one that has it, while it is open. */
const kinds: readonly Waited[] = [
  inParts('mail', 'mailForum', 'mailId', openStates, '封信件'),
  inParts('apply', 'applyDept', 'applyId', openApplyStates, '件依申请公开'),
  inParts('proposal', 'proposalDept', 'proposalId', proposalOpen, counted(proposalFlow)),
  ...themeAreas.map((area) => alone(area, openTopic, counted(themeGroups[area].flow))),
  alone('suggestion', [test('status', '=', 0)], counted(suggestionFlow)),
]

/** Nobody of a department could answer once it is stopped. @throws Refused BAD_STATE saying how much of what it has */
export async function refuseOpenAt(
  { db }: Ctx,
  { id, name }: { readonly id: number; readonly name: string },
  doing = '停用',
): Promise<void> {
  const says: string[] = []
  for (const { at, unit } of kinds) {
    const rows = at(db as unknown as AnyDb, id)
    const { n } = await rows.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
    if (Number(n) > 0) says.push(`${n} ${unit}`)
  }
  if (says.length > 0)
    throw new Refused(
      'BAD_STATE',
      `「${name}」还有 ${says.join('、')}没有答复，请先转给其他部门，或者用「并入」把它们一起带走，再${doing}`,
    )
}
