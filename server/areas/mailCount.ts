import type { Selectable } from 'kysely'
import type { Parsed } from '../../core/contract/endpoint.ts'
import { mailCount as contract, mailCountReal, mailCountRow } from '../../core/contract/mailCount.ts'
import { formatTime } from '../../core/domain/time.ts'
import { Refused } from '../../core/errors.ts'
import { columnsFrom } from '../../core/sheet/columns.ts'
import { type Ctx, whoOf } from '../context.ts'
import * as made from '../db/migrations/202611260335-mail-count.ts'
import * as thenCounted from '../db/migrations/202611262102-mail-count-then.ts'
import type { RowOf } from '../db/table.ts'
import { mail as table } from '../db/tables/mail.ts'
import type { mailCount as fixedTable } from '../db/tables/mailCount.ts'
import { deptsIn, pageIn } from '../letters/by-dept.ts'
import { implement } from '../pipeline.ts'
import { allOf, anyOf, between, free, isEmpty, notEmpty } from '../rows/condition.ts'
import { countBy } from '../rows/count-by.ts'
import { sheetReply } from '../rows/sheet.ts'
import { refuseStale } from '../rows/stale.ts'
import { isReplied, lateParts, online } from './mail/letters.ts'

/** How the area's table came to be. */
export const migrations = { '202611260335-mail-count': made, '202611262102-mail-count-then': thenCounted }

/** With a department. */
const doing: ReadonlySet<number> = new Set([2, 4])

interface Span {
  readonly startTime?: number | undefined
  readonly endTime?: number | undefined
}

const none = { received: 0, replied: 0, opened: 0, doing: 0, late: 0, rated: 0, satisfied: 0 }
type Counts = typeof none

/** Letters that are alike in what is counted of them. */
interface Alike {
  readonly deptId: number | null
  readonly state: number | null
  readonly rating: number | null
  readonly late: boolean
  readonly n: number
}

/** Letters by who leads: from the counts that are kept of all, from the letters of a span. */
async function groups(ctx: Ctx, { startTime, endTime }: Span): Promise<Alike[]> {
  if (startTime === undefined && endTime === undefined) {
    const query = ctx.db.selectFrom('mailTally').where('deletedAt', 'is', null).where('deptId', 'is not', null)
    const kept = await query.selectAll().execute()
    const numberOf = (value: number | null) => (value === null ? null : Number(value))
    return kept.map(({ deptId, state, rating, late, n }) => ({
      ...{ deptId: numberOf(deptId), state: Number(state), rating: numberOf(rating) },
      ...{ late: Number(late) === 1, n: Number(n) },
    }))
  }
  const late = free((eb) => eb('repliedAt', '>', eb.ref('due')))
  // as the kept counts have it (`isOfEarlier`)
  const earlier = allOf([
    notEmpty('ratedAt'),
    anyOf([isEmpty('repliedAt'), free((eb) => eb('ratedAt', '<', eb.ref('repliedAt')))]),
  ])
  const where = [isEmpty('deletedAt'), notEmpty('deptId'), ...between('createdAt', startTime, endTime)]
  const counted = await countBy(ctx, table, { by: ['deptId', 'state', 'rating'], cases: { late, earlier }, where })
  return counted.map(({ holds, rating, ...one }) => ({
    ...{ ...one, rating: holds.has('earlier') ? null : rating },
    late: holds.has('late'),
  }))
}

/** What is counted of letters, by who leads. */
async function countLetters(ctx: Ctx, span: Span = {}): Promise<ReadonlyMap<number, Readonly<Counts>>> {
  const depts = new Map<number, Counts>()
  const of = (deptId: number | null) => {
    const counts = depts.get(Number(deptId)) ?? { ...none }
    depts.set(Number(deptId), counts)
    return counts
  }
  for (const { deptId, state, rating, late, n } of await groups(ctx, span)) {
    const counts = of(deptId)
    const add = (name: keyof Counts, counted: boolean) => {
      if (counted) counts[name] += n
    }
    add('received', true)
    add('replied', isReplied(Number(state)))
    add('opened', state === online)
    add('doing', doing.has(Number(state)))
    add('late', late)
    add('rated', rating !== null)
    add('satisfied', rating === 1)
  }
  return depts
}

/** How many letters are late now, by who leads. */
async function countOverdue(ctx: Ctx, { startTime, endTime }: Span): Promise<ReadonlyMap<number, number>> {
  const more = [isEmpty('deletedAt'), notEmpty('deptId'), ...between('createdAt', startTime, endTime)]
  const counts = new Map<number, number>()
  // one after the other: a caller has few places in the line of what is read aside
  for (const { where, index } of lateParts(ctx.now))
    for (const { deptId, n } of await countBy(ctx, table, { by: ['deptId'], where: [...where, ...more], hint: index }))
      counts.set(Number(deptId), (counts.get(Number(deptId)) ?? 0) + n)
  return counts
}

/** What is counted now, of each department. */
async function now(ctx: Ctx, { deptName, ...span }: Span & { readonly deptName?: string | undefined }) {
  const [counts, overdue] = await Promise.all([countLetters(ctx, span), countOverdue(ctx, span)])
  const depts = await deptsIn(ctx, counts.keys(), deptName)
  return depts.map(({ id, name }) => {
    return { id: String(id), deptName: name, ...(counts.get(id) ?? none), overdue: overdue.get(id) ?? 0 }
  })
}

const names = { received: '收到', replied: '已回复', opened: '已公开' } as const
type Name = keyof typeof names
type Fixed = Selectable<RowOf<typeof fixedTable.columns>>
const thens = { received: 'thenReceived', replied: 'thenReplied', opened: 'thenOpened' } as const

/** A number as it is told: what was corrected keeps its difference to what was counted then, so that it goes on with the letters. */
function toldOf(name: Name, counted: number, own: Fixed | undefined): number {
  const [fixed, then] = [own?.[name] ?? null, own?.[thens[name]] ?? null]
  if (fixed === null) return counted
  return then === null ? fixed : Math.max(0, fixed + counted - then)
}

/** What has become of the numbers since they were corrected; null: nothing. */
function sinceSays(counts: Readonly<Record<Name, number>>, own: Fixed | undefined): string | null {
  if (!own) return null
  const says = (Object.keys(names) as Name[]).flatMap((name) => {
    const [fixed, then, counted] = [own[name], own[thens[name]], counts[name]]
    if (fixed === null || counted === then) return []
    return then === null
      ? [`${names[name]}更正为 ${fixed}，当时的统计没有记下，数目不随信件变动，请重新更正`]
      : [`${names[name]}更正为 ${fixed} 时统计 ${then}，现在统计 ${counted}，续计为 ${toldOf(name, counted, own)}`]
  })
  const told = (name: Name) => toldOf(name, counts[name], own)
  if (told('replied') > told('received')) says.push('已回复多于收到，请核对')
  if (told('opened') > told('replied')) says.push('已公开多于已回复，请核对')
  return says.join('；') || null
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
    const counted = { received, replied, opened }
    return {
      ...{ id: String(id), deptName: name },
      received: toldOf('received', received, own),
      replied: toldOf('replied', replied, own),
      opened: toldOf('opened', opened, own),
      ...{ countedReceived: received, countedReplied: replied, countedOpened: opened },
      since: sinceSays(counted, own),
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
  const counted = { received: before.countedReceived, replied: before.countedReplied, opened: before.countedOpened }
  const fixed = (name: Name) => {
    const kept = given[name] === undefined
    const value = kept ? (own?.[name] ?? null) : given[name]
    const then = kept ? (own?.[thens[name]] ?? null) : value === null ? null : counted[name]
    return { [name]: value, [thens[name]]: then }
  }
  const values = { ...fixed('received'), ...fixed('replied'), ...fixed('opened') } as Pick<
    Fixed,
    Name | (typeof thens)[Name]
  >
  const next = { ...own, ...values } as Fixed
  const shown = {
    received: toldOf('received', counted.received, next),
    replied: toldOf('replied', counted.replied, next),
    opened: toldOf('opened', counted.opened, next),
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
