import type { Context } from '../context.ts'
import { usage } from '../errors.ts'
import { areaVerbs } from '../from-contract/verbs.ts'
import { checkFields } from '../output/write.ts'
import type { Given } from '../verb.ts'
import { explainedDays, writeExplained } from './workday-count.ts'

async function explain(ctx: Context, id: string | undefined): Promise<undefined> {
  if (id === undefined) throw usage('缺少任务的编号', '例如 xzx assignment explain 101')
  checkFields(ctx, explainedDays)
  const answer = await (await ctx.client('assignment')).explain({ id }, { signal: ctx.signal })
  await writeExplained(ctx, answer, 'working')
}

/** What the contract says of tasks; a deadline is told day by day. */
export const verbs = (await areaVerbs('assignment')).verbs.map((one) =>
  one.name === 'explain' ? { ...one, run: (ctx: Context, { args }: Given<unknown>) => explain(ctx, args[0]) } : one,
)
