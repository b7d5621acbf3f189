import type { BulkResult } from '../../core/contract/shared.ts'
import { insteadOfUndo, type States, undoMinutes, undoOf } from '../../core/domain/states.ts'
import { formatTime } from '../../core/domain/time.ts'
import { Refused } from '../../core/errors.ts'
import { holdsKey } from '../access/rights.ts'
import { breather } from '../breather.ts'
import { type Ctx, whoOf } from '../context.ts'
import { already, asItem, fail, inChunks } from './bulk.ts'
import { isEmpty } from './condition.ts'
import type { Asked, Decided, Flow, Movable, Subject } from './flow.ts'
import { heldRows, reaches } from './held.ts'
import { type History, historyOf, type LastStep, type Step, type Undo } from './history.ts'
import type { AnyDb } from './list.ts'
import { asTakenUp } from './merge.ts'
import { refuseStale } from './stale.ts'

/** What a change overwrites; who changed the row last is no part of it. */
function overwritten<R extends Movable>(row: R, change: Partial<R>): Partial<R> {
  const names = Object.keys(change).filter((name) => name !== 'updatedBy' && name !== 'updatedAt')
  return Object.fromEntries(names.map((name) => [name, row[name as keyof R]])) as Partial<R>
}

/** What the history calls a move; of what somebody submitted and moved by force it says so. */
const actOf = (act: string, forced: boolean): string => (forced ? `${act}（本人提交）` : act)

/**
 * The engine of all kinds that go through states (docs/rules.md, States): decides each item by the kind's table, writes items that change alike
 * by one statement, keeps the history, tells the log, and takes a person's own last move back.
 */
export function moverOf<
  R extends Movable,
  S extends number,
  M extends string,
  A extends Asked = Asked,
  L extends LastStep = LastStep,
>(flow: Flow<R, S, M, A, L>) {
  type D = Decided<R, M, S>
  const { states, table, idField = 'id', columns = { status: 'status', reason: 'reason' } } = flow
  const { moves, noun } = states
  const history = flow.history ?? (historyOf(states.area) as unknown as History<L>)
  const loose = (ctx: Ctx) => ctx.db as unknown as AnyDb
  const idOf = (item: object) => Number((item as Readonly<Record<string, unknown>>)[idField])
  const notThere = (id: number) => new Refused('NOT_FOUND', `${noun} ${id} 不存在或无权操作`)
  const hasBin = Object.hasOwn(table.columns, 'deletedAt')
  const stateOf = (row: R) => row[columns.status as keyof R] as unknown as S
  const by = (ctx: Ctx) => (Object.hasOwn(table.columns, 'updatedBy') ? { updatedBy: whoOf(ctx).userId } : {})

  const read =
    flow.read ??
    ((ctx: Ctx, ids: readonly number[], move: M | 'undo') =>
      heldRows<R>(ctx, table, ids, ...(hasBin && move !== 'delete' ? [isEmpty('deletedAt')] : [])))
  const meant = (ctx: Ctx, row: R, asked: M, item: A): Subject<M, S> =>
    flow.subject?.(ctx, row, asked, item) ?? { move: asked, at: stateOf(row), aside: false, version: item.version }

  /** For what needs another right than the call's own: the key, and the row within what it reaches. @throws Refused */
  const refuseWithout = async (ctx: Ctx, row: R, move: M): Promise<void> => {
    const key = states.keyOf(move)
    if (!holdsKey(whoOf(ctx).rights, key)) throw new Refused('NO_PERMISSION', `没有${moves[move].says}的权限`)
    if (!(await reaches(ctx, table, row.id, key))) throw notThere(row.id)
  }

  /**
   * Refuses to take a row that somebody else brought where the move leads for the one that the caller saw. Who made this very move last asks again,
   * as for an answer that was lost. @throws Refused STALE
   */
  const refuseMoved = async (ctx: Ctx, row: R, version: A['version'], act: string): Promise<void> => {
    if (version === null || version === undefined || version === row.version) return
    const last = await history.last(ctx, row)
    const own = last?.byId === whoOf(ctx).userId && [false, true].some((forced) => last.act === actOf(act, forced))
    if (!own) await refuseStale(ctx, row, version)
  }

  /** Decides one move. @returns null when the item already is where the move leads. @throws Refused when it is not allowed */
  const decide = async (ctx: Ctx, row: R, asked: M, item: A): Promise<D | null> => {
    const subject = meant(ctx, row, asked, item)
    const { move, at, aside, there, instead } = subject
    if (there || states.alreadyThere(move, at)) {
      await refuseMoved(ctx, row, item.version, instead?.act ?? moves[move].says)
      return null
    }
    if (move !== asked) await refuseWithout(ctx, row, move)
    await refuseStale(ctx, row, item.version)
    const to = instead?.to ?? states.target(move, at)
    if (to === null) throw new Refused('BAD_STATE', states.illegal(move, at))
    const lacks = states.lacks(move, row)
    if (lacks) throw new Refused('BAD_STATE', lacks)
    const reason = item.reason?.trim() || null
    if (states.needsReason(move) && !reason)
      throw new Refused('BAD_INPUT', `理由（reason）：${moves[move].says}必须填写理由`)
    const forced = (await flow.guard?.(ctx, row, subject, reason)) ?? false
    return { row, move, at, to, reason, aside, forced, ...(instead && { act: instead.act }) }
  }

  /** What a move sets on a row, the same for all rows of a group. */
  const changeOf = async (ctx: Ctx, d: D): Promise<Partial<R>> => {
    const { userId } = whoOf(ctx)
    const state =
      d.to === 'deleted'
        ? { deletedAt: ctx.now, deletedBy: userId }
        : { [columns.status]: d.to, [columns.reason]: states.needsReason(d.move) ? d.reason : null }
    return {
      ...by(ctx),
      updatedAt: ctx.now,
      ...state,
      ...d.along,
      ...(await flow.set?.(ctx, d)),
    } as unknown as Partial<R>
  }

  /** The step of a move; it is taken back by what the change overwrote. */
  const stepOf = (d: D, change: Partial<R>): Step => ({
    ...(d.to !== 'deleted' && !moves[d.move].lasting && { undo: { move: d.move, was: overwritten(d.row, change) } }),
    act: actOf(d.act ?? moves[d.move].says, d.forced),
    status: d.to === 'deleted' ? stateOf(d.row) : d.to,
    reason: d.reason,
    ...(d.along && { before: overwritten(d.row, d.along), after: d.along }),
  })

  /** Moves many rows that all change alike by one statement each for state and history. */
  const writeAlike = async (ctx: Ctx, group: readonly D[], change: Partial<R>): Promise<void> => {
    const ids = group.map(({ row }) => row.id)
    const written = await loose(ctx)
      .updateTable(table.name)
      .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
      .where('id', 'in', ids)
      .$if(hasBin, (query) => query.where('deletedAt', 'is', null))
      .executeTakeFirstOrThrow()
    if (Number(written.numUpdatedRows) !== ids.length) throw new Refused('STALE')
    await history.keep(
      ctx,
      group.map((d) => ({ id: d.row.id, no: d.row.version + 1, step: stepOf(d, change) })),
    )
  }

  const write = async (ctx: Ctx, decided: readonly D[]): Promise<void> => {
    const groups = new Map<string, { change: Partial<R>; group: D[] }>()
    for (const d of decided) {
      if (d.aside) continue
      const change = await changeOf(ctx, d)
      const name = JSON.stringify([d.move, d.act, d.forced, d.reason, change])
      const there = groups.get(name)
      if (there) there.group.push(d)
      else groups.set(name, { change, group: [d] })
    }
    for (const { change, group } of groups.values()) await writeAlike(ctx, group, change)
    for (const d of decided) if (d.aside) await flow.aside?.(ctx, d)
    if (decided.length > 0) await flow.after?.(ctx, decided)
  }

  const record = (ctx: Ctx, decided: readonly D[]): void => {
    if (decided.length === 0) return
    const forced = decided.filter((d) => d.forced).length
    const aside = decided.filter((d) => d.aside).length
    const reasons = [...new Set(decided.map(({ reason }) => reason).filter((reason) => reason !== null))]
    const state = (d: D, value: unknown) => ({ [d.aside ? 'review' : columns.status]: value })
    ctx.record({
      ids: decided.map(({ row }) => row.id),
      before: decided.map((d) => ({ [idField]: String(d.row.id), ...state(d, d.at) })),
      after: decided.map((d) => ({
        [idField]: String(d.row.id),
        ...state(d, d.to),
        ...(d.forced && { forced: true }),
      })),
      result: [
        `成功 ${decided.length} 项`,
        ...(aside > 0 ? [`其中 ${aside} 项是修订`] : []),
        ...(flow.told?.(decided) ?? []),
        ...(forced > 0 ? [`其中 ${forced} 项由提交人本人审核`] : []),
        ...(reasons.length > 0 ? [`理由：${reasons.join('；')}`] : []),
      ].join('；'),
    })
  }

  /** One chunk: decide each item, then write all that are allowed; what one item is refused for stops no other. */
  const moveChunk = async (ctx: Ctx, move: M, chunk: readonly A[]): Promise<BulkResult> => {
    const result: BulkResult = { done: [], failed: [] }
    const rows = await read(ctx, chunk.map(idOf), move)
    const decided: D[] = []
    const seen = new Set<number>()
    for (const item of chunk) {
      const id = idOf(item)
      if (seen.has(id)) continue
      seen.add(id)
      try {
        const row = rows.get(id)
        if (!row) throw notThere(id)
        const one = row.deletedAt == null ? await decide(ctx, row, move, item) : null
        if (one) {
          decided.push(one)
          result.done.push(String(id))
        } else already(result, id)
      } catch (error) {
        fail(result, id, error)
      }
    }
    await write(ctx, decided)
    record(ctx, decided)
    return result
  }

  /** Makes a move for a list of items, each with its reason and version; to be wrapped in `ownTransactions`. */
  const move = (name: M) => (ctx: Ctx, input: { items: readonly A[] }) =>
    inChunks(ctx, input.items, (inner, chunk) => moveChunk(inner, name, chunk))

  /** Makes one move within another call's work; `along`: what is written with it, and taken back with it. */
  const step = async (ctx: Ctx, row: R, asked: M, item: A, along?: Partial<R>): Promise<void> => {
    const found = await decide(ctx, row, asked, item)
    if (!found) return
    const decided = along ? [{ ...found, along }] : [found]
    await write(ctx, decided)
    record(ctx, decided)
  }

  /** The last step of a row, as far as the caller may take it back. @throws Refused that says why not */
  const stepToUndo = async (ctx: Ctx, row: R): Promise<{ last: L; undo: Undo & { readonly move: M } }> => {
    const last = await history.last(ctx, row)
    if (!last) throw new Refused('BAD_STATE', '没有可以撤销的操作')
    const says = `最近的操作是 ${last.byName} 于 ${formatTime(last.at)} 的「${last.act}」`
    if (last.byId !== whoOf(ctx).userId) throw new Refused('BAD_STATE', `${says}，只能撤销本人的操作`)
    if (last.undo === null) {
      const instead = insteadOfUndo(states as unknown as States, last.act)
      throw new Refused('BAD_STATE', `${says}，不能撤销${instead && `；${instead}`}`)
    }
    if (ctx.now - last.at > undoMinutes * 60_000)
      throw new Refused('BAD_STATE', `${says}，已超过 ${undoMinutes} 分钟，不能撤销`)
    const undo = JSON.parse(last.undo) as Undo & { readonly move: M }
    await refuseWithout(ctx, row, undo.move)
    return { last, undo }
  }

  const putBack = async (ctx: Ctx, row: R, last: L, undo: Undo & { readonly move: M }): Promise<void> => {
    const version = row.version + 1
    const act = undoOf(last.act)
    const status = (undo.was[columns.status] ?? stateOf(row)) as S
    const was = await asTakenUp(ctx, table, undo.was)
    const change = { ...was, version, ...by(ctx), updatedAt: ctx.now }
    await loose(ctx).updateTable(table.name).set(change).where('id', '=', row.id).execute()
    await history.keep(ctx, [{ id: row.id, no: version, step: { act, status } }])
    ctx.record({
      ids: [row.id],
      before: { [columns.status]: stateOf(row) },
      after: { [columns.status]: status },
      result: act,
    })
    await flow.after?.(ctx, [
      { row, move: undo.move, at: stateOf(row), to: status, reason: null, aside: false, forced: false },
    ])
  }

  /** Takes back the caller's own last moves of a list of items, where nothing has happened since; each in a savepoint of its own. */
  const undo = (ctx: Ctx, input: { items: readonly object[] }) =>
    inChunks(ctx, input.items, async (inner, chunk) => {
      const result: BulkResult = { done: [], failed: [] }
      const ids = [...new Set(chunk.map(idOf))]
      const rows = await read(inner, ids, 'undo')
      const breathe = breather()
      for (const id of ids) {
        await breathe()
        try {
          const row = rows.get(id)
          if (!row) throw notThere(id)
          await asItem(inner, async (own) => {
            const { last, undo: way } = await stepToUndo(own, row)
            await (flow.back ?? putBack)(own, row, last, way)
          })
          result.done.push(String(id))
        } catch (error) {
          fail(result, id, error)
        }
      }
      return result
    })

  return { move, step, undo, meant, stepOf, refuseMoved }
}
