import { chunksOf } from '../../core/chunks.ts'
import type { Endpoint, Parsed } from '../../core/contract/endpoint.ts'
import { plan as contract, type PlanFile, planDays, planFile, planFormat } from '../../core/contract/plan.ts'
import type { BulkResult } from '../../core/contract/shared.ts'
import { formatTime } from '../../core/domain/time.ts'
import { Refused } from '../../core/errors.ts'
import { holdsKey } from '../access/rights.ts'
import { stillMay } from '../access/still.ts'
import { type Ctx, partsIn, type Staff, whoOf } from '../context.ts'
import * as made from '../db/migrations/202611250730-plan.ts'
import * as keepsDone from '../db/migrations/202611262030-plan-done.ts'
import '../db/tables/plan.ts'
import { breather } from '../breather.ts'
import { validate } from '../http/validate.ts'
import { type Handler, implement, ownTransactions, tryOut, within } from '../pipeline.ts'
import { kindOf, type PlanKind, type Standing, standingOf } from '../plan/kind.ts'
import { fail, inChunks } from '../rows/bulk.ts'

/** How the area's table came to be. */
export const migrations = { '202611250730-plan': made, '202611262030-plan-done': keepsDone }

type Item = PlanFile['items'][number]
type Stored = Awaited<ReturnType<typeof storedPlan>>
const dayMs = 24 * 3600_000

const storedPlan = (ctx: Ctx, id: number) =>
  ctx.db
    .selectFrom('auditPlan')
    .leftJoin('user as maker', 'maker.id', 'auditPlan.madeBy')
    .leftJoin('user as doer', 'doer.id', 'auditPlan.appliedBy')
    .selectAll('auditPlan')
    .select(['maker.name as madeByName', 'doer.name as appliedByName'])
    .where('auditPlan.id', '=', id)
    .executeTakeFirst()

/** What of it was carried out, by number: it may go through the same move once more, and has a later version since. */
const carriedOut = ({ done }: Pick<NonNullable<Stored>, 'done'>): ReadonlySet<number> =>
  new Set(done === null ? [] : (JSON.parse(done) as number[]))

/** What is signed: all that the file says, in one order. */
const signed = planFile.omit({ mark: true })
const markOf = (ctx: Ctx, { mark: _, ...said }: Omit<PlanFile, 'mark'> & { mark?: string }): string =>
  ctx.parts.secret.mark('audit plan', ...Object.values(signed.parse(said)))

/** What the file of a plan says, from what is kept of it. */
function fileOf(ctx: Ctx, kept: NonNullable<Stored>): PlanFile {
  const said = {
    format: planFormat,
    planId: String(kept.id),
    ...{ area: kept.area, move: kept.move, says: kept.title, reason: kept.reason },
    ...{ madeBy: String(kept.madeBy), madeByName: kept.madeByName ?? String(kept.madeBy) },
    ...{ madeAt: formatTime(kept.createdAt), expiresAt: formatTime(kept.expiresAt) },
    items: JSON.parse(kept.items) as Item[],
  } as const
  return { ...said, mark: markOf(ctx, said) }
}

const bad = () =>
  new Refused('CONFLICT', '没有这个方案，或方案文件被改动过：请由拟定人重新拟定（xzx audit plan），不要修改文件')

/** The state that the move is about: of the copy under review where there is one, for moves about the whole that of the row itself. */
const stateOf = ({ states, move }: PlanKind, row: Standing): number =>
  row.states.at(states.moves[move]?.whole ? -1 : 0) ?? 0

/** How a thing stands now, beside what the plan says of it. */
function judged(kind: PlanKind, item: Item, row: Standing | undefined) {
  const { states, move } = kind
  if (!row) return { standing: 'gone' as const, says: null }
  const at = stateOf(kind, row)
  if (row.version !== item.version) {
    const says = `拟定时为第 ${item.version} 版，现在是第 ${row.version} 版（${states.words[at]}）`
    return { standing: 'changed' as const, says }
  }
  if (states.target(move, at) !== null) return { standing: 'ready' as const, says: null }
  if (states.alreadyThere(move, at)) return { standing: 'there' as const, says: null }
  return { standing: 'barred' as const, says: states.illegal(move, at) }
}

/** Reads rows in chunks: a plan may have thousands. */
async function standings(ctx: Ctx, kind: PlanKind, ids: readonly number[]): Promise<Map<number, Standing>> {
  const found = new Map<number, Standing>()
  const breathe = breather()
  for (const some of chunksOf(ids, 500)) {
    await breathe()
    for (const [id, row] of await standingOf(ctx, kind, some)) found.set(id, row)
  }
  return found
}

const lacking = (kind: PlanKind) =>
  new Refused('NO_PERMISSION', `没有${kind.states.moves[kind.move]?.says}的权限（${kind.key}）`)

/** What is planned: each thing as it stands. @throws Refused where one is not there, was changed, or cannot make the move */
async function itemsOf(ctx: Ctx, kind: PlanKind, asked: Parsed<typeof contract.make>['things']): Promise<Item[]> {
  const rows = await standings(
    ctx,
    kind,
    asked.map(({ id }) => id),
  )
  const refused: { code: 'NOT_FOUND' | 'STALE' | 'BAD_STATE'; says: string }[] = []
  const items = [...new Map(asked.map((item) => [item.id, item])).values()].flatMap(({ id, version }): Item[] => {
    const row = rows.get(id)
    const at = row ? stateOf(kind, row) : 0
    const item = { id: String(id), version: version ?? row?.version ?? 0, title: row?.title ?? '', state: '' }
    const { standing, says } = judged(kind, item, row)
    if (standing === 'ready') return [{ ...item, state: kind.states.words[at] ?? '' }]
    const why = standing === 'gone' ? '不存在或无权操作' : (says ?? `已是「${kind.states.words[at]}」，不必列入`)
    const code = standing === 'gone' ? 'NOT_FOUND' : standing === 'changed' ? 'STALE' : 'BAD_STATE'
    refused.push({ code, says: `${kind.states.noun} ${id}：${why}` })
    return []
  })
  const [first] = refused
  if (!first) return items
  const more = refused.length > 10 ? `；等 ${refused.length} 项` : ''
  const says = refused.slice(0, 10).map((one) => one.says)
  throw new Refused(first.code, `${says.join('；')}${more}。没有拟定方案`)
}

async function make(ctx: Ctx, { area, move, reason, things }: Parsed<typeof contract.make>): Promise<PlanFile> {
  const kind = await kindOf(area, move)
  const { states } = kind
  const who = whoOf(ctx)
  if (!holdsKey(who.rights, kind.key)) throw lacking(kind)
  const why = reason?.trim() || null
  const doing = states.moves[move]?.says ?? ''
  if (states.needsReason(move) && !why) throw new Refused('BAD_INPUT', `理由（reason）：${doing}必须填写理由`)
  const items = await itemsOf(ctx, kind, things)
  const title = `${doing} ${items.length} ${states.unit}${states.noun}`
  const { id } = await ctx.db
    .insertInto('auditPlan')
    .values({
      ...{ title, area, move, reason: why, count: items.length, madeBy: who.userId },
      ...{ createdAt: ctx.now, expiresAt: ctx.now + planDays * dayMs, items: JSON.stringify(items) },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  ctx.record({ ids: [id], after: { title, count: items.length }, ...(why && { result: `理由：${why}` }) })
  return fileOf(ctx, (await storedPlan(ctx, id)) as NonNullable<Stored>)
}

/** A plan that is known by its number and its mark. @throws Refused where there is none, it was altered, or it is over */
async function needPlan(ctx: Ctx, id: number, mark: string) {
  const kept = await storedPlan(ctx, id)
  if (!kept) throw bad()
  const file = fileOf(ctx, kept)
  if (file.mark !== mark) throw bad()
  if (kept.expiresAt <= ctx.now)
    throw new Refused('BAD_STATE', `方案已于 ${file.expiresAt} 过期，请按现在的情况重新拟定`)
  return { kept, file, kind: await kindOf(kept.area, kept.move) }
}

/** What the kind's own call takes for some things of a plan, in the versions that were planned. */
const itemsFor = ({ fields }: PlanKind, some: readonly Item[], reason: string | null) =>
  some.map(({ id, version }) => ({
    ...{ [fields.includes('articleId') ? 'articleId' : 'id']: Number(id), version },
    ...(reason !== null && { reason }),
    ...(fields.includes('keepOnline') && { keepOnline: true }),
  }))

/** Why things that stand as they were planned would be refused all the same, by trying: one's own is not audited, another has to come before. */
async function refusals(
  ctx: Ctx,
  { area, move }: PlanKind,
  items: ReturnType<typeof itemsFor>,
): Promise<ReadonlyMap<string, string>> {
  const e = area.contract[move] as Endpoint
  const act = { name: `${area.name}.${move}`, e, handler: area.handlers[move] as Handler }
  const found = new Map<string, string>()
  for (const some of chunksOf(items, 100)) {
    const { failed } = (await tryOut(ctx, act, whoOf(ctx), validate(e, { items: some }))) as BulkResult
    for (const { id, errorMsg } of failed) found.set(id, errorMsg)
  }
  return found
}

async function check(ctx: Ctx, { plan, tried }: Parsed<typeof contract.check>) {
  const { kept, file, kind } = await needPlan(ctx, Number(plan.planId) || 0, plan.mark)
  // whoever altered the file may have left its mark
  if (markOf(ctx, plan) !== file.mark) throw bad()
  if (!holdsKey(whoOf(ctx).rights, kind.key)) throw lacking(kind)
  const rows = await standings(
    ctx,
    kind,
    file.items.map(({ id }) => Number(id)),
  )
  const done = carriedOut(kept)
  const stand = file.items.map((item) => ({
    item,
    ...(done.has(Number(item.id))
      ? { standing: 'done' as const, says: null }
      : judged(kind, item, rows.get(Number(item.id)))),
  }))
  const ready = stand.flatMap(({ item, standing }) => (standing === 'ready' ? [item] : []))
  // whoever made it carries nothing of it out, and is told how it stands
  const able = tried === 1 && kept.madeBy !== whoOf(ctx).userId
  const refused = able ? await refusals(ctx, kind, itemsFor(kind, ready, kept.reason)) : new Map<string, string>()
  return {
    appliedByName: kept.appliedByName,
    appliedAt: kept.appliedAt === null ? null : formatTime(kept.appliedAt),
    items: stand.map(({ item: { id, title }, standing, says }) => {
      const why = refused.get(id)
      return why === undefined ? { id, title, standing, says } : { id, title, standing: 'refused' as const, says: why }
    }),
  }
}

/** What was carried out of a plan, which is held until the transaction ends: of two that carry it out each sees what the other one did. */
async function doneOf(ctx: Ctx, id: number): Promise<ReadonlySet<number>> {
  const row = ctx.db.selectFrom('auditPlan').select('done').where('id', '=', id)
  return carriedOut(await (ctx.dialect === 'postgres' ? row.forUpdate() : row).executeTakeFirstOrThrow())
}

/** Notes what was carried out, and by whom the last of it. */
async function keepDone(ctx: Ctx, id: number, done: Iterable<number>): Promise<void> {
  await ctx.db
    .updateTable('auditPlan')
    .set({ done: JSON.stringify([...done]), appliedBy: whoOf(ctx).userId, appliedAt: ctx.now })
    .where('id', '=', id)
    .execute()
}

/** Two persons are asked for: who made it is still to be one who may. @returns them, as they may now @throws Refused NO_PERMISSION */
async function makerOf(ctx: Ctx, kind: PlanKind, { madeBy, madeByName }: NonNullable<Stored>): Promise<Staff> {
  const now = await stillMay(partsIn(ctx), { ...whoOf(ctx), userId: madeBy }, kind.key)
  if (typeof now !== 'string') return now
  const says = now.replace('发起人', `拟定人${madeByName ?? ''}`)
  throw new Refused('NO_PERMISSION', `${says}，这份方案不能再执行，请重新拟定`)
}

/** What of a plan its maker sees no more. */
async function unseenBy(ctx: Ctx, kind: PlanKind, maker: Staff, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const seen = await standings({ ...ctx, who: maker }, kind, ids)
  return new Set(ids.filter((id) => !seen.has(id)))
}

/** Does a part of a plan, in the versions that were planned, by the kind's own call: its rights, its refusals, its row of the log. */
async function apply(ctx: Ctx, { planId, mark, ids }: Parsed<typeof contract.apply>): Promise<BulkResult> {
  const { kept, file, kind } = await needPlan(ctx, planId, mark)
  if (kept.madeBy === whoOf(ctx).userId) throw new Refused('NO_PERMISSION', '方案由您本人拟定，须由另一人执行')
  const maker = await makerOf(ctx, kind, kept)
  const planned = new Map(file.items.map((item) => [Number(item.id), item]))
  const strange = ids.find((id) => !planned.has(id))
  if (strange !== undefined) throw new Refused('BAD_INPUT', `方案中没有编号 ${strange}`)
  return inChunks(ctx, ids, async (inner, chunk) => {
    const before = await doneOf(inner, kept.id)
    const again = chunk.filter((id) => before.has(id)).map(String)
    const open = chunk.filter((id) => !before.has(id))
    const unseen = await unseenBy(inner, kind, maker, open)
    const some = open.filter((id) => !unseen.has(id)).flatMap((id) => planned.get(id) ?? [])
    const items = itemsFor(kind, some, kept.reason)
    const fresh: BulkResult =
      items.length === 0
        ? { done: [], failed: [] }
        : ((await within(inner, kind.area, kind.move, { items })) as BulkResult)
    for (const id of unseen) fail(fresh, id, new Refused('NO_PERMISSION', '拟定人现在看不到它，请重新拟定'))
    const unchanged = [...again, ...(fresh.unchanged ?? [])]
    const result: BulkResult = {
      ...{ done: [...again, ...fresh.done], failed: fresh.failed },
      ...(unchanged.length > 0 && { unchanged }),
    }
    const same = unchanged.length
    const done = result.done.length - same
    if (fresh.done.length > 0) await keepDone(inner, kept.id, [...before, ...fresh.done.map(Number)])
    const more = same > 0 ? `，${same} 项先前已经完成` : ''
    // run once more over what is done, it tells nothing new
    if (done + result.failed.length > 0)
      inner.record({
        ids: [kept.id],
        after: { title: kept.title },
        result: `由${file.madeByName}拟定；成功 ${done} 项，失败 ${result.failed.length} 项${more}`,
      })
    return result
  })
}

export const plan = implement(contract, { make, check, apply: ownTransactions(apply) })
