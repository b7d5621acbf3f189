import { blacklistRow, blacklist as contract } from '../../core/contract/blacklist.ts'
import type { Parsed } from '../../core/contract/endpoint.ts'
import { masked } from '../../core/domain/personal.ts'
import { formatTime } from '../../core/domain/time.ts'
import type { Ctx } from '../context.ts'
import { people, blacklist as table } from '../db/tables/visitor.ts'
import { implement } from '../pipeline.ts'
import { allOf, amongRows, anyOf, type Condition, equal, isEmpty, notEmpty, test } from '../rows/condition.ts'
import { exactly } from '../rows/personal.ts'
import { rowsOf } from '../rows/rows-of.ts'

const order = [
  ['startTime', 'desc'],
  ['id', 'desc'],
] as const
const rows = rowsOf(table, { reply: blacklistRow, logged: [], order })
type Entry = Awaited<ReturnType<typeof rows.get>>

/** 0 in force, 1 over, 2 lifted (banStates). */
function inState(state: number, now: number): Condition {
  if (state === 2) return notEmpty('liftedAt')
  const over = test('endTime', '<=', now)
  return allOf([isEmpty('liftedAt'), state === 1 ? over : anyOf([isEmpty('endTime'), test('endTime', '>', now)])])
}

/** Entries with whose they are, and where they stand now. */
async function whole(ctx: Ctx, entries: readonly Entry[]): Promise<Entry[]> {
  const { secret } = ctx.parts
  const now = formatTime(ctx.now)
  const ids = [...new Set(entries.map(({ peopleId }) => Number(peopleId)))]
  const found = ids.length === 0 ? [] : await ctx.db.selectFrom('people').selectAll().where('id', 'in', ids).execute()
  const byId = new Map(found.map((one) => [String(one.id), one]))
  return entries.map((entry) => {
    const one = byId.get(entry.peopleId)
    const over = entry.endTime !== null && entry.endTime <= now
    return {
      ...entry,
      peopleName: one?.peopleName ? masked('name', secret.decrypt(one.peopleName)) : null,
      peoplePhone: one ? masked('phone', secret.decrypt(one.peoplePhone)) : null,
      state: entry.liftedAt !== null ? 2 : over ? 1 : 0,
    }
  })
}

async function list(ctx: Ctx, { peoplePhone, peopleId, state, ...paging }: Parsed<typeof contract.list>) {
  const whose = await exactly(ctx, people, 'peoplePhone', peoplePhone)
  const page = await rows.page(
    ctx,
    paging,
    ...(whose.length > 0 ? [amongRows('peopleId', 'people', 'id', whose)] : []),
    ...equal('peopleId', peopleId),
    ...(state === undefined ? [] : [inState(Number(state), ctx.now)]),
  )
  return { ...page, list: await whole(ctx, page.list) }
}

export const blacklist = implement(contract, {
  list,
  get: async (ctx, { id }) => (await whole(ctx, [await rows.get(ctx, id)]))[0] as Entry,
})
