import type { States, TextPart } from '../../core/domain/states.ts'
import { formatTime } from '../../core/domain/time.ts'
import { Refused } from '../../core/errors.ts'
import { holdsKey } from '../access/rights.ts'
import { type Ctx, whoOf } from '../context.ts'
import type { Table } from '../db/table.ts'
import { reaches } from './held.ts'
import type { HistoryRow } from './history.ts'
import type { ReplyRow } from './present.ts'
import { titleIn } from './references.ts'
import { rowsOf } from './rows-of.ts'
import { refuseStale, type Versioned } from './stale.ts'
import { stepsOf } from './steps.ts'

type Loose = Readonly<Record<string, unknown>>
type Stored = Loose & Versioned & { readonly id: number }
/** The work of a call that writes a part of a row's text. */
type Write = (ctx: Ctx, input: never) => Promise<unknown>

const holding = (ctx: Ctx) => (key: string) => holdsKey(whoOf(ctx).rights, key)
/** The same call, within what another right reaches. */
const withKey = (ctx: Ctx, key: string): Ctx => ({ ...ctx, call: { ...ctx.call, key } })

/** @throws Refused where the part of a text that a call writes cannot be written now, as the kind's table says */
export function refuseText<S extends number>(ctx: Ctx, states: Pick<States<S>, 'barred'>, call: string, at: S): void {
  const barred = states.barred(call, at, holding(ctx))
  if (barred) throw new Refused(barred.code, barred.says)
}

/** A row's text after a step: of each field what the step left, else what the next one that changed it found, else the present one. */
async function textThen({ db }: Ctx, row: Stored, at: HistoryRow, fields: readonly string[]): Promise<Loose> {
  const later = await db
    .selectFrom('history')
    .select('before')
    .where('kind', '=', at.kind)
    .where('rowId', '=', at.rowId)
    .where('no', '>', at.no)
    .where('before', 'is not', null)
    .orderBy('no', 'desc')
    .execute()
  const found = later.map(({ before }) => JSON.parse(before ?? '{}') as Loose)
  const then = Object.assign({}, row, ...found, JSON.parse(at.after ?? '{}')) as Loose
  return Object.fromEntries(fields.map((field) => [field, then[field] ?? null]))
}

const written = (value: unknown) => value !== null && value !== undefined && value !== ''

interface Texts {
  readonly states: States
  /** The contract's row. */
  readonly row: ReplyRow
  /** The work of the calls that write the parts, by the calls' names. */
  readonly writes: Readonly<Record<string, Write>>
}

/**
 * The work of `textCalls` (core/contract/moves.ts): the text of a row after each of its steps, and the way back to it. A part of the text is set back by the
 * call that writes it, with its rights, its refusals and all that follows from it.
 */
export function textHandlers(table: Table, { states, row: reply, writes }: Texts) {
  const { area, noun, texts = [] } = states
  const seen = rowsOf(table, { reply, logged: [] })
  const steps = stepsOf(table, states, reply)
  const fields = texts.flatMap((part) => part.fields)
  const keyOf = ({ call }: TextPart) => `${area}_${call}`

  const needStep = async (ctx: Ctx, rowId: number, id: number): Promise<HistoryRow> => {
    const found = ctx.db.selectFrom('history').selectAll().where('id', '=', id)
    const step = await found.where('kind', '=', area).where('rowId', '=', rowId).executeTakeFirst()
    if (!step) throw new Refused('NOT_FOUND', `${noun} ${rowId} 没有编号为 ${id} 的修订`)
    return step
  }
  /** Why a part stays as it is; null: it can be set back. */
  const keptFor = async (ctx: Ctx, row: Stored, part: TextPart, then: Loose): Promise<Refused | null> => {
    // what was not there yet is no earlier wording: an answer is not taken away by the way back to the question
    if (!part.fields.some((field) => written(then[field])))
      return new Refused('BAD_STATE', '当时还没有填写，保留现有的')
    const barred = states.barred(part.call, Number(row.status), holding(ctx))
    if (barred) return new Refused(barred.code, barred.says)
    if (await reaches(ctx, table, row.id, keyOf(part))) return null
    return new Refused('NO_PERMISSION', `无权${part.says}这${states.unit}${noun}`)
  }
  const differs = (row: Stored, then: Loose) => (field: string) => (row[field] ?? null) !== then[field]

  const revision = async (ctx: Ctx, { id, revisionId }: { readonly id: number; readonly revisionId: number }) => {
    const row = (await seen.need(ctx, id)) as Stored
    const step = await needStep(ctx, id, revisionId)
    const then = await textThen(ctx, row, step, fields)
    const differing = differs(row, then)
    const values: object[] = []
    for (const part of texts) {
      const kept = part.fields.some(differing) ? await keptFor(ctx, row, part, then) : null
      for (const field of part.fields) {
        const why = differing(field) ? (kept?.message ?? null) : null
        const both = { value: then[field], now: row[field] ?? null }
        values.push({ field, title: titleIn(reply, field), ...both, kept: why })
      }
    }
    const [shown] = await steps.show(ctx, [step])
    return { ...shown, version: row.version, values }
  }

  interface Asked {
    readonly id: number
    readonly revisionId: number
    readonly version?: number | null
    readonly only?: readonly string[] | null
  }
  const restore = async (ctx: Ctx, { id, revisionId, version, only }: Asked) => {
    const row = (await seen.need(ctx, id, { lock: true })) as Stored
    await refuseStale(ctx, row, version)
    const step = await needStep(ctx, id, revisionId)
    const unknown = only?.find((field) => !fields.includes(field))
    if (unknown !== undefined)
      throw new Refused('BAD_INPUT', `只恢复这些字段（only）：没有 ${unknown}；可用：${fields.join('、')}`)
    const then = await textThen(ctx, row, step, fields)
    const differing = differs(row, then)
    const wanted = (field: string) => differing(field) && (only?.includes(field) ?? true)
    const result = `恢复第 ${step.no} 步（${step.act}，${formatTime(step.at)}）的内容`
    // the first part is written to the version that was seen, the others behind it
    let seenAt = version
    for (const part of texts.filter((one) => one.fields.some(wanted))) {
      const kept = await keptFor(ctx, row, part, then)
      if (kept) throw kept
      const given = Object.fromEntries(part.fields.map((field) => [field, wanted(field) ? then[field] : row[field]]))
      const inner: Ctx = { ...withKey(ctx, keyOf(part)), record: (change) => ctx.record({ ...change, result }) }
      await writes[part.call]?.(inner, { id, ...given, version: seenAt } as never)
      seenAt = undefined
    }
    // the steps say what they come from
    await ctx.db
      .updateTable('history')
      .set({ reason: result })
      .where('kind', '=', area)
      .where('rowId', '=', id)
      .where('no', '>', row.version)
      .execute()
    return seen.get(ctx, id)
  }
  return { revision, restore }
}
