import type { Parsed } from '../../../core/contract/endpoint.ts'
import type { proposalGroups } from '../../../core/contract/proposal/rows.ts'
import type { proposal as contract } from '../../../core/contract/proposal.ts'
import {
  proposalClasses,
  proposalDelivered,
  proposalOutcomes,
  proposalTimed,
  proposalTypes,
} from '../../../core/domain/proposal-states.ts'
import { scopeOf } from '../../access/scope.ts'
import type { Ctx } from '../../context.ts'
import { proposal as table } from '../../db/tables/proposal.ts'
import { allHold, between, isEmpty } from '../../rows/condition.ts'

const words: Readonly<Record<Exclude<keyof typeof proposalGroups, 'deptId'>, Readonly<Record<number, string>>>> = {
  ...{ type: proposalTypes, class: proposalClasses, outcome: proposalOutcomes },
}
/** What has no unit, or no outcome yet. */
const none = { deptId: '还没有交办', outcome: '还没有答复', type: '', class: '' } as const

/** What the groups are called. */
async function namesOf(ctx: Ctx, by: keyof typeof proposalGroups): Promise<ReadonlyMap<number, string>> {
  if (by !== 'deptId') return new Map(Object.entries(words[by]).map(([key, says]) => [Number(key), says]))
  const depts = await ctx.db.selectFrom('dept').select(['id', 'name']).execute()
  return new Map(depts.map(({ id, name }) => [id, name]))
}

/** How many proposals there are, by unit, kind, class or outcome: within the caller's sight, by one statement. */
export async function stats(ctx: Ctx, { by, startTime, endTime }: Parsed<typeof contract.stats>) {
  const where = [...scopeOf(ctx, table as never), isEmpty('deletedAt'), ...between('createdAt', startTime, endTime)]
  const rows = await ctx.db
    .selectFrom('proposal')
    .where(allHold(where))
    .groupBy(by)
    .select((eb) => {
      const n = eb.fn.countAll<number>()
      return [
        by,
        n.as('received'),
        n.filterWhere('filedAt', 'is not', null).as('filed'),
        n.filterWhere('state', '=', 6).as('notFiled'),
        n.filterWhere('state', '=', 7).as('merged'),
        n.filterWhere('state', 'in', [1, 2, 3, 8]).as('doing'),
        n
          .filterWhere((one) => one.and([one('state', 'in', [...proposalTimed]), one('due', '<', ctx.now)]))
          .as('overdue'),
        n.filterWhere('state', 'in', [...proposalDelivered]).as('delivered'),
        n.filterWhere('rating', '=', 1).as('satisfied'),
        n.filterWhere('rating', '=', 2).as('content'),
        n.filterWhere('rating', '=', 3).as('dissatisfied'),
      ]
    })
    .execute()
  const names = await namesOf(ctx, by)
  return rows
    .map(({ [by]: key, ...counts }) => ({
      ...{ id: String(key ?? ''), says: key === null ? none[by] : (names.get(Number(key)) ?? String(key)) },
      ...(Object.fromEntries(Object.entries(counts).map(([name, n]) => [name, Number(n)])) as {
        [N in keyof typeof counts]: number
      }),
    }))
    .sort((a, b) => b.received - a.received || a.id.localeCompare(b.id))
}
