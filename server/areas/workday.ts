import type { Parsed } from '../../core/contract/endpoint.ts'
import { workday as contract } from '../../core/contract/workday.ts'
import { formatDate } from '../../core/domain/time.ts'
import { UnreadableYear } from '../../core/domain/workday-notice.ts'
import { readYear } from '../../core/domain/workday-read.ts'
import { shippedYears } from '../../core/domain/workday-shipped.ts'
import { neededYears } from '../../core/domain/workday-words.ts'
import { Refused } from '../../core/errors.ts'
import type { OwnEntry } from '../access/menu.ts'
import type { Ctx } from '../context.ts'
import * as made from '../db/migrations/202611260200-workday.ts'
import '../db/tables/workday.ts'
import { implement, ownTransactions } from '../pipeline.ts'
import { onceByKey } from '../request-key.ts'
import { foretold } from '../workdays/recount.ts'
import { explainDeadline, nextWorkday } from './workday/explain.ts'
import { shown, whole } from './workday/show.ts'
import { countAnew, remove, write } from './workday/write.ts'

export const migrations = { '202611260200-workday': made }
export const entry: OwnEntry = { under: 'system', name: '工作日历', url: 'system/workday' }

/** Every year of which something is known, and those that must be. */
async function list(ctx: Ctx) {
  const own = await ctx.db.selectFrom('workday').select('year').execute()
  const years = new Set([
    ...shippedYears.map(({ year }) => year),
    ...own.map(({ year }) => year),
    ...neededYears(formatDate(ctx.now)),
  ])
  return shown(
    ctx,
    [...years].sort((a, b) => a - b),
  )
}

/** Changes a year in a transaction, answers it as it is then, and lets all that is counted by it follow. */
async function changed(ctx: Ctx, input: object, year: number, change: (inner: Ctx) => ReturnType<typeof write>) {
  const done = await ctx.transaction((inner) =>
    onceByKey(inner, input, async () => {
      const changes = await change(inner)
      const recount = ctx.call.dry && changes.length > 0 ? await foretold(inner) : null
      return { ...(await whole(inner, year)), changes, recount }
    }),
  )
  const follows = !ctx.call.dry && done.changes.length > 0
  return { ...done, ...(follows ? await countAnew(ctx) : { jobId: null }) }
}

function save(ctx: Ctx, input: Parsed<typeof contract.save>) {
  const { days, ...given } = input
  const set = days.map(({ works, ...one }) => ({ ...one, works: works === 1 }))
  return changed(ctx, input, input.year, (inner) => write(inner, { ...given, days: set }))
}

function importYear(ctx: Ctx, input: Parsed<typeof contract.importYear>) {
  const { text, version, source, sourceUrl } = input
  const read = understood(text)
  const given = { ...read, source: source || read.source, sourceUrl: sourceUrl || read.sourceUrl, version }
  return changed(ctx, input, read.year, (inner) => write(inner, given))
}

/** @throws Refused BAD_INPUT where no year can be read of it */
function understood(text: string) {
  try {
    return readYear(text)
  } catch (error) {
    if (error instanceof UnreadableYear) throw new Refused('BAD_INPUT', `内容（text）：${error.message}`)
    throw error
  }
}

export const workday = implement(contract, {
  list,
  get: (ctx, { year }) => whole(ctx, year),
  save: ownTransactions(save),
  importYear: ownTransactions(importYear),
  reset: ownTransactions((ctx: Ctx, input: Parsed<typeof contract.reset>) =>
    changed(ctx, input, input.year, (inner) => remove(inner, input)),
  ),
  next: nextWorkday,
  explain: explainDeadline,
})
