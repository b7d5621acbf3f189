import type { AreaName } from '../../core/contract/areas.ts'
import type { Area, Endpoint } from '../../core/contract/endpoint.ts'
import type { States } from '../../core/domain/states.ts'
import type { Context } from '../context.ts'
import { columnsOf } from '../output/columns.ts'
import { compareLines } from '../output/line-changes.ts'
import { checkFields, isDrawn, tellsSuccess, writeOne } from '../output/write.ts'
import { shapeFor, writeReply } from './replies.ts'
import type { Revisions } from './revision-verbs.ts'

interface Value {
  readonly field: string
  readonly title: string
  readonly value: unknown
  readonly now: unknown
  readonly kept: string | null
}
/** A revision as `textCalls` (core/contract/moves.ts) has it. */
interface Revision {
  readonly at: string | null
  readonly byName: string | null
  readonly act: string | null
  readonly version: number | null
  readonly values: readonly Value[]
}

const lineOf = (title: string, value: unknown) => `${title}：${value ?? ''}`.split('\n')
const usual = ['id', 'no', 'at', 'byName', 'act', 'status', 'changed', 'reason']

/** The revisions of a kind that has `textCalls`, from its contract. */
export function madeRevisions(area: AreaName, contract: Area, states: States): Revisions {
  const call = (name: string) => contract[name] as Endpoint
  const [history, revision, restore] = ['history', 'revision', 'restore'].map(call) as [Endpoint, Endpoint, Endpoint]
  const detail = contract.get ?? contract.detail
  const send = async (ctx: Context, e: Endpoint, input: object, signal = true) =>
    (await ctx.transport()).send(e, input, signal ? { signal: ctx.signal } : {})
  const find = async (ctx: Context, id: string, revisionId: string) =>
    (await send(ctx, revision, { id, revisionId })) as Revision
  const whole = { columns: columnsOf(revision.output), usual: [...usual, 'values'], idField: 'id' }
  return {
    area,
    made: true,
    noun: states.noun,
    unit: states.unit,
    idField: 'id',
    shape: { columns: columnsOf(history.output), usual, idField: 'id', titleField: 'changed' },
    list: async (ctx, id) => ({
      call: ((filters: object) => send(ctx, history, filters)) as never,
      filters: { id },
      idField: 'id' as never,
    }),
    async read(ctx, id, revisionId) {
      const found = await find(ctx, id, revisionId)
      const row = (detail ? await send(ctx, detail, { id }) : {}) as { title?: string; status?: unknown }
      const differing = found.values.filter(({ value, now }) => value !== now)
      const fields = differing.filter(({ kept }) => kept === null).map(({ field }) => field)
      const lines = (which: 'value' | 'now') => found.values.flatMap((one) => lineOf(one.title, one[which]))
      return {
        ...{ at: found.at, byName: found.byName, act: found.act, version: found.version, fields },
        title: row.title ?? '',
        kept: differing.flatMap(({ title, kept }) => (kept === null ? [] : [{ title, why: kept }])),
        follows: states.restored(fields, Number(row.status)),
        changes: async () => compareLines(lines('value'), lines('now')),
      }
    },
    async show(ctx, id, revisionId) {
      const found = await find(ctx, id, revisionId)
      if (!isDrawn(ctx)) return writeOne(ctx, whole, found)
      const written = found.values.filter(({ value }) => value !== null && value !== '')
      const values = `\n${written.flatMap(({ title, value }) => lineOf(title, value)).join('\n')}`
      await writeOne(ctx, whole, { ...found, values })
    },
    check: (ctx) => checkFields(ctx, shapeFor(restore)),
    // not stopped by Ctrl+C: what the server was told to do shall be known
    async restore(ctx, id, revisionId, { version, fields }) {
      const row = await send(ctx, restore, { id, revisionId, version, only: fields }, false)
      ctx.note(ctx.flags.dryRun ? '试运行，没有作任何修改；以下是恢复后的样子' : '恢复成功')
      if (tellsSuccess(ctx)) await writeReply(ctx, restore, row)
    },
  }
}
