import type { ThemeArea } from '../../core/domain/theme-names.ts'
import type { Ctx } from '../context.ts'
import { allHold, between, type Condition, isEmpty, notEmpty } from '../rows/condition.ts'
import type { AnyDb } from '../rows/list.ts'

/** What is counted of topics. */
export interface TopicCounts {
  readonly received: number
  readonly waiting: number
  readonly passed: number
  readonly shown: number
  readonly answered: number
}
export const noTopics: TopicCounts = { received: 0, waiting: 0, passed: 0, shown: 0, answered: 0 }

interface Span {
  readonly startTime?: number | undefined
  readonly endTime?: number | undefined
}

const countedOf = (ctx: Ctx, area: ThemeArea, where: readonly Condition[]) =>
  (ctx.db as unknown as AnyDb)
    .selectFrom(area)
    .where(allHold([isEmpty('deletedAt'), ...where]))
    .select((eb) => {
      const n = eb.fn.countAll<number>()
      return [
        n.as('received'),
        n.filterWhere('state', 'in', [0, 3]).as('waiting'),
        n.filterWhere('state', '=', 1).as('passed'),
        n.filterWhere('shown', '=', 1).as('shown'),
        n.filterWhere('answeredAt', 'is not', null).as('answered'),
      ]
    })

const numbers = (row: object) =>
  Object.fromEntries(Object.entries(row).map(([name, n]) => [name, Number(n)])) as unknown as TopicCounts

/** What a group has of a span of time, all departments together. */
export const countIn = async (ctx: Ctx, area: ThemeArea, { startTime, endTime }: Span): Promise<TopicCounts> =>
  numbers((await countedOf(ctx, area, between('createdAt', startTime, endTime)).executeTakeFirst()) ?? noTopics)

/** The same by the department that has the topics. */
export async function countByDept(ctx: Ctx, area: ThemeArea, { startTime, endTime }: Span) {
  const where = [notEmpty('deptId'), ...between('createdAt', startTime, endTime)]
  const rows = await countedOf(ctx, area, where).select('deptId').groupBy('deptId').execute()
  return new Map(
    rows.map((row) => {
      const { deptId, ...counts } = row as Record<string, unknown>
      return [Number(deptId), numbers(counts)] as const
    }),
  )
}
