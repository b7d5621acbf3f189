import type { Parsed } from '../../core/contract/endpoint.ts'
import { mailCount as contract, mailCountReal, mailCountRow } from '../../core/contract/mailCount.ts'
import { openStates, repliedStates } from '../../core/domain/mail-states.ts'
import { formatTime } from '../../core/domain/time.ts'
import { Refused } from '../../core/errors.ts'
import { columnsFrom } from '../../core/sheet/columns.ts'
import { type Ctx, whoOf } from '../context.ts'
import * as made from '../db/migrations/202611260335-mail-count.ts'
import '../db/tables/mailCount.ts'
import { deptsIn, pageIn } from '../letters/by-dept.ts'
import { implement } from '../pipeline.ts'
import { sheetReply } from '../rows/sheet.ts'
import { refuseStale } from '../rows/stale.ts'

/** How the area's table came to be. */
export const migrations = { '202611260335-mail-count': made }

interface Span {
  readonly startTime?: number | undefined
  readonly endTime?: number | undefined
}

/** What is counted of letters, by who leads: from the letters themselves, in one statement. */
async function countLetters({ db, now }: Ctx, { startTime, endTime }: Span = {}) {
  let query = db.selectFrom('mail').where('deletedAt', 'is', null).where('deptId', 'is not', null).groupBy('deptId')
  if (startTime !== undefined) query = query.where('createdAt', '>=', startTime)
  if (endTime !== undefined) query = query.where('createdAt', '<=', endTime)
  const rows = await query
    .select((eb) => {
      const n = eb.fn.countAll<number>()
      return [
        'deptId',
        n.as('received'),
        n.filterWhere('state', 'in', [...repliedStates]).as('replied'),
        n.filterWhere('state', '=', 6).as('opened'),
        n.filterWhere('state', 'in', [2, 4]).as('doing'),
        n.filterWhere((one) => one.and([one('due', '<', now), one('state', 'in', [...openStates])])).as('overdue'),
        n.filterWhere((one) => one('repliedAt', '>', one.ref('due'))).as('late'),
        n.filterWhere('rating', 'is not', null).as('rated'),
        n.filterWhere('rating', '=', 1).as('satisfied'),
      ]
    })
    .execute()
  return new Map(rows.map(({ deptId, ...counts }) => [Number(deptId), numbers(counts)]))
}

type Counts = Readonly<
  Record<'received' | 'replied' | 'opened' | 'doing' | 'overdue' | 'late' | 'rated' | 'satisfied', number>
>

const none: Counts = { received: 0, replied: 0, opened: 0, doing: 0, overdue: 0, late: 0, rated: 0, satisfied: 0 }
const numbers = (counts: Readonly<Record<keyof Counts, unknown>>): Counts =>
  Object.fromEntries(Object.entries(counts).map(([name, n]) => [name, Number(n)])) as Counts

/** What is counted now, of each department. */
async function now(ctx: Ctx, { deptName, ...span }: Span & { readonly deptName?: string | undefined }) {
  const counts = await countLetters(ctx, span)
  const depts = await deptsIn(ctx, counts.keys(), deptName)
  return depts.map(({ id, name }) => ({ id: String(id), deptName: name, ...(counts.get(id) ?? none) }))
}

/** What is told: what was corrected in the place of what is counted. */
async function told(ctx: Ctx, { deptName }: { readonly deptName?: string | undefined } = {}) {
  const [counts, fixed] = await Promise.all([
    countLetters(ctx),
    ctx.db
      .selectFrom('mailCount')
      .leftJoin('user', 'user.id', 'mailCount.updatedBy')
      .selectAll('mailCount')
      .select('user.name as byName')
      .execute(),
  ])
  const byDept = new Map(fixed.map((one) => [one.deptId, one]))
  const depts = await deptsIn(ctx, [...counts.keys(), ...byDept.keys()], deptName)
  return depts.map(({ id, name }) => {
    const { received, replied, opened } = counts.get(id) ?? none
    const own = byDept.get(id)
    return {
      ...{ id: String(id), deptName: name },
      ...{ received: own?.received ?? received, replied: own?.replied ?? replied, opened: own?.opened ?? opened },
      ...{ countedReceived: received, countedReplied: replied, countedOpened: opened },
      ...{ reason: own?.reason ?? null, updatedByName: own?.byName ?? null },
      updatedAt: own ? formatTime(own.updatedAt) : null,
      version: own?.version ?? 0,
    }
  })
}

async function one(ctx: Ctx, id: number) {
  const dept = await ctx.db.selectFrom('dept').select('id').where('id', '=', id).executeTakeFirst()
  if (!dept) throw new Refused('NOT_FOUND', `部门 ${id} 不存在`)
  const found = (await told(ctx)).find((row) => row.id === String(id))
  if (!found) throw new Refused('NOT_FOUND', '这个部门不列入信件统计，也没有信件')
  return found
}

const openOf = ({ id, deptName, received, replied, opened }: Awaited<ReturnType<typeof one>>) => ({
  ...{ id, deptName, received, replied, opened },
})

/** Puts somebody's numbers in the place of those that are counted. What is answered is no more than came, and published no more than answered. */
async function update(ctx: Ctx, { id, version, reason, ...given }: Parsed<typeof contract.update>) {
  const before = await one(ctx, id)
  const found = ctx.db.selectFrom('mailCount').selectAll().where('deptId', '=', id)
  const own = await (ctx.dialect === 'postgres' ? found.forUpdate() : found).executeTakeFirst()
  if (own) await refuseStale(ctx, own, version, '更正')
  const fixed = (name: 'received' | 'replied' | 'opened') =>
    given[name] === undefined ? (own?.[name] ?? null) : given[name]
  const values = { received: fixed('received'), replied: fixed('replied'), opened: fixed('opened') }
  const shown = {
    received: values.received ?? before.countedReceived,
    replied: values.replied ?? before.countedReplied,
    opened: values.opened ?? before.countedOpened,
  }
  if (shown.replied > shown.received) throw new Refused('BAD_INPUT', '已回复（replied）：不能多于收到的')
  if (shown.opened > shown.replied) throw new Refused('BAD_INPUT', '已公开（opened）：不能多于已回复的')
  const set = { ...values, reason, updatedBy: whoOf(ctx).userId, updatedAt: ctx.now, version: before.version + 1 }
  await ctx.db
    .insertInto('mailCount')
    .values({ deptId: id, ...set })
    .onConflict((oc) => oc.column('deptId').doUpdateSet(set))
    .execute()
  const was = { received: before.received, replied: before.replied, opened: before.opened }
  ctx.record({ ids: [id], before: was, after: { ...shown, reason } })
  return one(ctx, id)
}

export const mailCount = implement(contract, {
  list: async (ctx, input) => pageIn(await told(ctx, input), input),
  get: (ctx, { id }) => one(ctx, id),
  realTimeList: async (ctx, input) => pageIn(await now(ctx, input), input),
  mailCountExcel: async (ctx, input) => {
    const columns = columnsFrom(mailCountRow, Object.keys(mailCountRow.shape))
    return sheetReply(ctx, contract.mailCountExcel, input, '信件统计', columns, await told(ctx, input))
  },
  mailCountRealExcel: async (ctx, input) => {
    const columns = columnsFrom(mailCountReal, Object.keys(mailCountReal.shape))
    return sheetReply(ctx, contract.mailCountRealExcel, input, '信件实时统计', columns, await now(ctx, input))
  },
  update,
  reset: async (ctx, { id }) => {
    const before = await one(ctx, id)
    await ctx.db.deleteFrom('mailCount').where('deptId', '=', id).execute()
    if (before.reason !== null)
      ctx.record({ ids: [id], before: { received: before.received, replied: before.replied, opened: before.opened } })
    return { id: String(id) }
  },
  webList: async (ctx, input) => {
    const page = pageIn(await told(ctx, input), input)
    return { ...page, list: page.list.map(openOf) }
  },
  webGet: async (ctx, { id }) => openOf(await one(ctx, id)),
})
