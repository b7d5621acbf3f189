import type { Selectable } from 'kysely'
import type { States } from '../../core/domain/states.ts'
import { Refused } from '../../core/errors.ts'
import { scopeOf } from '../access/scope.ts'
import { type Change, type Ctx, whoOf } from '../context.ts'
import type { RowOf, Table } from '../db/table.ts'
import type { mailForum } from '../db/tables/mail.ts'
import { eachOf } from '../rows/bulk.ts'
import { allHold, test } from '../rows/condition.ts'
import { type AnyDb, namesOf } from '../rows/list.ts'
import { refuseMissingAmong } from '../rows/references.ts'
import { refuseAtOnce, refuseStale, type Versioned } from '../rows/stale.ts'

/** The departments that have what a citizen sent: who leads, and who assists. Each has a place where it says its part. */

/** What is asked of a letter here. */
export interface Letter extends Versioned {
  readonly id: number
  readonly title: string
  readonly state: number
  readonly deptId: number | null
}
/** A department's place at a letter: the columns that all tables of such places have. */
export type Place = Omit<Selectable<RowOf<typeof mailForum.columns>>, 'mailId'> & { readonly deptName: string }

interface Given<L extends Letter, S extends number, M extends string> {
  readonly table: Table
  /** Its column that names the letter. */
  readonly of: string
  readonly flow: States<S, M>
  /** The state in which departments have it. */
  readonly inHand: S
  /** Where it is once who leads has given it back. */
  readonly returned: S
  /** The command by which a draft is thrown away. */
  readonly discards?: string
  readonly made: (
    ctx: Ctx,
    row: L,
    move: M,
    more: { reason?: string | null; version?: number | null | undefined; along?: Partial<L>; told?: true },
  ) => Promise<S>
  /** Keeps in the letter's history what was done beside it. */
  readonly beside: (ctx: Ctx, row: L, act: string, reason: string, change: Change) => Promise<void>
}

/** What the history calls what an assisting department has handed in: by whether that stood there before, and whether it stands there now. */
const assists = {
  new: '协办答复',
  again: '修改协办答复',
  back: '协办答复改回草稿',
} as const

interface Forwarded {
  readonly version?: number | null | undefined
  readonly deptId?: number | undefined
  readonly deptIds?: readonly number[] | undefined
  readonly remarks?: string | null | undefined
}

/**
 * Nobody of a department that is switched off can sign in to answer.
 * @param table whose rows would name it
 * @param cannot what cannot be done with it, in words
 * @throws Refused BAD_STATE; BAD_INPUT for one that is not there
 */
export async function refuseStopped(
  ctx: Ctx,
  table: Table,
  ids: readonly number[],
  cannot = '不能转办',
): Promise<void> {
  await refuseMissingAmong(ctx, table, 'deptId', ids)
  const off = await ctx.db
    .selectFrom('dept')
    .select('name')
    .where('id', 'in', [...ids])
    .where('state', '=', 1)
    .executeTakeFirst()
  if (off) throw new Refused('BAD_STATE', `部门「${off.name}」已停用，${cannot}`)
}

export function deptsOf<L extends Letter, S extends number, M extends string>(given: Given<L, S, M>) {
  const { table, of, flow, inHand, returned, discards, made, beside } = given
  const loose = (ctx: Ctx) => ctx.db as unknown as AnyDb
  const { noun } = flow

  async function placesOf(ctx: Ctx, id: number): Promise<Place[]> {
    const rows = await loose(ctx)
      .selectFrom(table.name)
      .innerJoin('dept', 'dept.id', `${table.name}.deptId`)
      .selectAll(table.name)
      .select('dept.name as deptName')
      .where(of, '=', id)
      .execute()
    return rows as unknown as Place[]
  }

  /** Gives a department a place at a letter. */
  async function addPlace(ctx: Ctx, id: number, deptId: number, lead: number, remarks: string | null): Promise<void> {
    const row = { [of]: id, deptId, lead, remarks, state: 0, content: null }
    await loose(ctx)
      .insertInto(table.name)
      .values({ ...row, createdAt: ctx.now, updatedAt: ctx.now, version: 1 })
      .execute()
  }

  /** Makes one department the only one that leads, with a place if it had none; who led so far assists, and what it wrote is no part of the answer. */
  async function leadAlone(ctx: Ctx, id: number, deptId: number): Promise<Place> {
    const there = await placesOf(ctx, id)
    if (!there.some((one) => one.deptId === deptId)) await addPlace(ctx, id, deptId, 1, null)
    for (const one of there) {
      const lead = one.deptId === deptId ? 1 : 0
      if (one.lead !== lead) await loose(ctx).updateTable(table.name).set({ lead }).where('id', '=', one.id).execute()
    }
    return (await placesOf(ctx, id)).find((one) => one.deptId === deptId) as Place
  }

  /** How what a department has written comes out of the way of another one. */
  const wayOut = ({ id, state }: L, place: Place): string => {
    if (discards && place.state === 1)
      return `删去它没有提交的答复稿（命令 ${discards} ${id} --dept ${place.deptName}）`
    return state === inHand ? '由它退回' : '转给它，再由它退回'
  }

  /** Makes these the departments of a letter; what one has written already is not lost by taking the letter away from it. */
  async function nameDepts(ctx: Ctx, row: L, lead: number, assisting: readonly number[], remarks: string | null) {
    const { id } = row
    const wanted = [lead, ...assisting]
    const there = await placesOf(ctx, id)
    const gone = there.filter(({ deptId }) => !wanted.includes(deptId))
    const answered = gone.find(({ content }) => content !== null)
    if (answered)
      throw new Refused(
        'BAD_STATE',
        `「${answered.deptName}」已写了答复，不能改转其他部门，请先${wayOut(row, answered)}，或保留为协办部门`,
      )
    const ids = gone.map((one) => one.id)
    if (ids.length > 0) await loose(ctx).deleteFrom(table.name).where('id', 'in', ids).execute()
    // it was answered, and is taken up again: what all of them wrote then is what they begin with
    const anew = row.state !== inHand && there.some((one) => one.lead === 1 && one.state === 2)
    for (const deptId of wanted) {
      const had = there.find((one) => one.deptId === deptId)
      const set = { lead: deptId === lead ? 1 : 0, remarks, ...(anew && had?.state === 2 && { state: 1 }) }
      if (had) await loose(ctx).updateTable(table.name).set(set).where('id', '=', had.id).execute()
      else await addPlace(ctx, id, deptId, set.lead, remarks)
    }
  }

  /** The place of a department that has a letter, where it is the caller's to write there. @throws Refused BAD_STATE, NO_PERMISSION */
  async function needPlace(ctx: Ctx, row: L, deptId: number): Promise<Place> {
    const place = (await placesOf(ctx, row.id)).find((one) => one.deptId === deptId)
    if (!place) throw new Refused('BAD_STATE', `${noun}「${row.title}」没有转给这个部门`)
    const mine = [...scopeOf(ctx, table, ctx.call.key, 'change'), test('id', '=', place.id)]
    if (!(await loose(ctx).selectFrom(table.name).select('id').where(allHold(mine)).executeTakeFirst()))
      throw new Refused('NO_PERMISSION', '只能代本部门办理')
    return place
  }

  function needDept(ctx: Ctx, deptId: number | undefined, row: L): number {
    const dept = deptId || whoOf(ctx).deptId || row.deptId
    if (!dept) throw new Refused('MISSING_PARAMETER', '缺少部门（deptId）：您不属于任何部门')
    return dept
  }

  /** Why those that assist can say nothing: who led has given it back; null: that is not why. */
  async function whyReturned(ctx: Ctx, row: L, move: M): Promise<string | null> {
    if (row.state !== returned || row.deptId !== null || (await placesOf(ctx, row.id)).length === 0) return null
    return `当前为「${flow.words[returned]}」，不能${flow.moves[move].says}：主办部门已退回，待重新转办`
  }

  /** @throws Refused BAD_STATE for a letter that no department has */
  async function refuseNotOpen(ctx: Ctx, row: L, move: M): Promise<void> {
    if (row.state === inHand) return
    throw new Refused('BAD_STATE', (await whyReturned(ctx, row, move)) ?? flow.illegal(move, row.state as S))
  }

  /** What the history keeps of a handing on, beside who leads: the remarks, who assists from now on, and who does no more. */
  async function forwardSays(
    ctx: Ctx,
    id: number,
    {
      deptId,
      assisting,
      remarks,
    }: { deptId: number; assisting: readonly number[]; remarks?: string | null | undefined },
  ): Promise<string | null> {
    const there = (await placesOf(ctx, id)).filter(({ lead }) => lead === 0)
    const names = await namesOf(ctx.db, 'dept', 'name', [...assisting])
    const added = assisting.filter((one) => !there.some((place) => place.deptId === one))
    const gone = there.filter((place) => place.deptId !== deptId && !assisting.includes(place.deptId))
    const parts = [
      remarks || '',
      added.length > 0 ? `协办：${added.map((one) => names.get(one) ?? one).join('、')}` : '',
      gone.length > 0 ? `不再协办：${gone.map(({ deptName }) => deptName).join('、')}` : '',
    ].filter(Boolean)
    return parts.length > 0 ? parts.join('；') : null
  }

  /** Hands a letter on: to who leads, and to those that assist. */
  async function forward(ctx: Ctx, row: L, { version, deptIds, remarks, ...more }: Forwarded): Promise<void> {
    // who says only that others assist leaves the letter with who leads
    const deptId = more.deptId || row.deptId
    if (deptId && !more.deptId && deptIds === undefined && !remarks)
      throw new Refused('MISSING_PARAMETER', '请写明主办部门（deptId）、协办部门（deptIds）或交办意见（remarks）')
    if (!deptId) throw new Refused('MISSING_PARAMETER', '缺少主办部门（deptId）')
    // who says nothing of those that assist leaves them with it
    const beside = (await placesOf(ctx, row.id)).filter(({ lead }) => lead === 0).map((one) => one.deptId)
    const assisting = (deptIds ?? beside).filter((one) => one !== deptId)
    // it is there already, and nothing is said that they don't know
    if (
      row.state === inHand &&
      row.deptId === deptId &&
      !remarks &&
      new Set([...beside, ...assisting]).size === beside.length &&
      beside.length === new Set(assisting).size
    )
      return refuseStale(ctx, row, version, noun)
    // another clerk has just handed it to somebody else
    if (row.deptId !== null && row.deptId !== deptId) await refuseAtOnce(ctx, row, version, noun)
    await refuseStopped(ctx, table, [deptId, ...assisting])
    const along = { deptId } as Partial<L>
    const reason = await forwardSays(ctx, row.id, { deptId, assisting, remarks })
    await made(ctx, row, 'forward' as M, { version, reason, along, told: true })
    await nameDepts(ctx, row, deptId, assisting, remarks || null)
  }

  /** Sends letters back to the office: one that leads gives up the whole letter, one that assists its own part. */
  const giveBack = (ctx: Ctx, ids: readonly number[], { remarks, deptId, move, held }: GivenBack<L, M>) =>
    eachOf(ctx, [...ids], async (one, id) => {
      const row = await held(one, id)
      await refuseNotOpen(one, row, move)
      const place = await needPlace(one, row, needDept(one, deptId, row))
      const reason = `${place.deptName}：${remarks}`
      await loose(one).deleteFrom(table.name).where('id', '=', place.id).execute()
      if (place.lead === 1) await made(one, row, move, { reason, along: { deptId: null } as Partial<L> })
      else
        await beside(one, row, '退回协办', reason, {
          ...{ after: { deptName: place.deptName }, result: `不再协办；理由：${reason}` },
        })
    })

  /**
   * Writes what a department says into its place; `done` 1: it is ready.
   * @returns whether the letter's answer is thereby ready, and how far the place is
   */
  async function say(
    ctx: Ctx,
    place: Place,
    said: { readonly content: string; readonly version?: number | null | undefined; readonly done: number },
  ): Promise<{ readonly ready: boolean; readonly state: number }> {
    const { userId } = whoOf(ctx)
    const wrote = place.updatedBy !== null && place.updatedBy !== userId
    // somebody else of the department has written meanwhile
    if (wrote && (said.version === undefined || said.version === null))
      throw new Refused('STALE', '本部门另一位同事已写了答复，请核对后再提交', { version: place.version })
    await refuseStale(ctx, place, said.version, '答复')
    const state = said.done === 1 ? 2 : 1
    await loose(ctx)
      .updateTable(table.name)
      .set({ content: said.content, state, updatedBy: userId, updatedAt: ctx.now, version: place.version + 1 })
      .where('id', '=', place.id)
      .execute()
    return { ready: place.lead === 1 && state === 2, state }
  }

  /**
   * Tells of what a department has said that is not the letter's answer: the log of all, the history of what one that assists has handed in.
   * @param place as it was before
   */
  async function saidBeside(ctx: Ctx, row: L, place: Place, state: number): Promise<void> {
    const { deptName } = place
    const change = { ids: [row.id], after: { deptName, state } }
    const [was, is] = [place.state === 2, state === 2]
    if (place.lead === 1 || !(was || is)) return ctx.record(change)
    await beside(ctx, row, was ? (is ? assists.again : assists.back) : assists.new, deptName, change)
  }

  /**
   * Throws away what a department has written and not handed in: it has nothing to do with it any more where nobody was given it, else it begins anew.
   * @throws Refused BAD_STATE where there is no draft, STALE where another one wrote it meanwhile
   */
  async function discard(ctx: Ctx, row: L, place: Place, version: number | null | undefined): Promise<void> {
    if (place.state !== 1) throw new Refused('BAD_STATE', `「${place.deptName}」没有还没提交的答复稿`)
    await refuseAtOnce(ctx, place, version, '答复')
    const mine = loose(ctx)
    if (row.state !== inHand) await mine.deleteFrom(table.name).where('id', '=', place.id).execute()
    else
      await mine
        .updateTable(table.name)
        .set({ content: null, state: 0, updatedBy: null, updatedAt: ctx.now, version: place.version + 1 })
        .where('id', '=', place.id)
        .execute()
  }

  /** Who leads works on it again, or has answered. */
  async function leadIs(ctx: Ctx, ids: readonly number[], state: number): Promise<void> {
    if (ids.length === 0) return
    await loose(ctx)
      .updateTable(table.name)
      .set({ state })
      .where(of, 'in', [...ids])
      .where('lead', '=', 1)
      .execute()
  }

  return {
    placesOf,
    leadAlone,
    needPlace,
    needDept,
    whyReturned,
    refuseNotOpen,
    forward,
    giveBack,
    say,
    saidBeside,
    discard,
    leadIs,
  }
}

interface GivenBack<L, M> {
  readonly remarks: string
  readonly deptId?: number | undefined
  readonly move: M
  readonly held: (ctx: Ctx, id: number) => Promise<L>
}
