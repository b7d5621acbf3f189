import type { Area, Endpoint } from '../../core/contract/endpoint.ts'
import type { Context } from '../context.ts'
import { CliError, exit } from '../errors.ts'
import { uses } from '../flags.ts'
import { shapeFor } from '../from-contract/replies.ts'
import type { areaVerbs } from '../from-contract/verbs.ts'
import { writeListing } from '../output/listing.ts'
import { type Verb, verb } from '../verb.ts'

/** What commands of citizens' letters have alike. */

type Made = Awaited<ReturnType<typeof areaVerbs>>['verbs']

/** `show`, which people type, for `get`. */
export const shownBy = (verbs: Made): Verb[] =>
  verbs
    .filter(({ name }) => name === 'get')
    .map((one) => ({
      ...one,
      name: 'show',
      examples: (one.examples ?? []).map((line) => line.replace(' get ', ' show ')),
    }))

interface Late {
  readonly command: string
  readonly list: Area[string]
  /** What is late, as it is counted: 「封信件」. */
  readonly counted: string
  readonly why: string
}

/** Since when it is late, and whose it is, before what a narrow table has no room for. */
const told = (stated: string) => ['id', 'due', 'deptName', stated, 'title']

/** Lists what is late, and ends with another code where there is some, so that a timer may tell somebody. */
async function overdue(ctx: Context, { command, list, counted, why }: Late): Promise<void> {
  const via = await ctx.transport()
  const call = (filters: object) =>
    via.send(list as Endpoint, filters as never, { signal: ctx.signal }) as Promise<{ list: object[]; total: number }>
  const filters = { overdue: 1, sortField: 'due', sortOrder: 'asc' }
  const shape = shapeFor(list as Endpoint)
  const stated = shape.columns.some(({ field }) => field === 'state') ? 'state' : 'status'
  const { total } = await call({ ...filters, pageSize: 1 })
  await writeListing(ctx, { call, filters, idField: 'id' as never, ordered: true }, { ...shape, usual: told(stated) })
  if (total > 0)
    throw new CliError(exit.found, `${total} ${counted}已超期`, {
      ...{ code: 'OVERDUE', found: true, why, hint: `逐一查看：xzx ${command} show 编号` },
    })
}

/** The command that lists what is late. */
export const overdueVerb = (late: Late): Verb =>
  verb({
    name: 'overdue',
    says: `列出已超期的${late.counted.slice(1)}，超期最久的在前；有则以退出码 ${exit.found} 结束，供定时任务与失败区分`,
    knows: [...uses.server, ...uses.output, ...uses.pages],
    examples: [
      `xzx ${late.command} overdue`,
      `xzx ${late.command} overdue --limit 20`,
      `xzx ${late.command} overdue --all --format ids`,
    ],
    run: (ctx) => overdue(ctx, late),
  })
