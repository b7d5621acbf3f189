import type { ShownMove, ShownState } from '../../../core/domain/shown-states.ts'
import type { States } from '../../../core/domain/states.ts'
import type { Ctx } from '../../context.ts'
import type { Columns, Table } from '../../db/table.ts'
import { placed } from '../../letters/placed.ts'
import { ownTransactions } from '../../pipeline.ts'
import { type Condition, equal, isEmpty, test } from '../../rows/condition.ts'
import type { Paging } from '../../rows/list.ts'
import { pilesOf } from '../../rows/piles.ts'
import type { ReplyRow } from '../../rows/present.ts'
import { rowsOf } from '../../rows/rows-of.ts'
import { stateHandlers } from '../../rows/state-handlers.ts'
import { refuseText } from '../../rows/texts.ts'
import { touchRows } from '../../rows/touch-area.ts'
import type { NumberedArea } from '../../site/areas/numbered.ts'
import { refuseForbidden } from '../../words/forbidden.ts'

type Loose = Readonly<Record<string, unknown>>
type Given = { readonly id: number; readonly version?: number | null | undefined } & Loose
const open = 1

interface Shown {
  readonly flow: States<ShownState, ShownMove>
  /** The contract's rows: of a list, whole, and in the recycle bin. */
  readonly brief: ReplyRow
  readonly whole: ReplyRow
  /** What everybody may read of one, where a call answers it. */
  readonly everybody?: ReplyRow
  readonly binned: { readonly shape: { readonly list: { readonly element: ReplyRow } } }
  readonly narrowed: (ctx: Ctx, input: never) => readonly Condition[]
  readonly logged: readonly string[]
  /** Texts that visitors read. */
  readonly looked: readonly string[]
  /** What is stored of what was given, and what is shown of what is stored, where that is not the same. */
  readonly stored?: (given: Loose, before: Loose | null) => object
  readonly shown?: <R extends object>(row: R) => R
}

/** The work of a kind that the office writes and shows (core/contract/shown.ts). */
export function shownOf<C extends Columns>(
  table: Table<C>,
  {
    flow,
    brief,
    whole,
    everybody = whole,
    binned,
    narrowed,
    logged: told,
    looked,
    stored = (given) => given,
    shown = (row) => row,
  }: Shown,
) {
  const logged = told as readonly (keyof C & string)[]
  const rows = rowsOf(table, { reply: whole, logged, history: flow.area })
  const briefs = rowsOf(table, { reply: brief, logged })
  const openRows = rowsOf(table, {
    reply: everybody,
    logged,
    everybody: [test('status', '=', open), isEmpty('deletedAt')],
  })
  const area = flow.area as NumberedArea
  const { move, toBin, handlers } = stateHandlers(table, {
    ...{ states: flow, row: whole, binned, narrowed, logged },
    writes: { edit: edit as never },
    withSaid: async (_, list: readonly object[]) => list.map(shown),
    async guard(ctx, row, { move: name }) {
      if (name === 'publish') await refuseForbidden(ctx, row as Loose, looked)
      return false
    },
    async after(ctx, decided) {
      await placed(ctx, area, open, decided as never)
    },
  })

  const restore = handlers.restore as (ctx: Ctx, input: unknown) => Promise<unknown>

  async function edit(ctx: Ctx, { id, version, ...given }: Given) {
    const row = (await rows.need(ctx, id, { lock: true })) as Loose
    refuseText(ctx, flow, 'edit', row.status as ShownState)
    if (row.status === open) {
      await refuseForbidden(ctx, { ...row, ...given }, looked)
      await touchRows(ctx, area, [{ id: row.id as number, place: row.openNo as number | null }], true)
    }
    return shown((await rows.change(ctx, id, stored(given, row) as never, version)) as object)
  }

  const list = async (ctx: Ctx, input: Loose) => {
    const page = await briefs.page(
      ctx,
      input as Paging,
      ...narrowed(ctx, input as never),
      ...equal('status', input.status as number | undefined),
    )
    return { ...page, list: page.list.map((one) => shown(one as object)) }
  }

  return {
    rows,
    list: list as never,
    /** A page of those that visitors see. */
    async visible(ctx: Ctx, input: Paging, ...where: readonly Condition[]) {
      const page = await openRows.page(ctx, input, ...where)
      return { ...page, list: page.list.map((one) => shown(one as object)) } as never
    },
    piles: pilesOf(table as never, flow, [
      { name: 'toPublish', state: 0, needs: `${flow.area}_publish` as never, since: 'createdAt' },
    ]),
    handlers: {
      list: list as never,
      get: (async (ctx: Ctx, { id }: { id: number }) => shown((await rows.get(ctx, id)) as object)) as never,
      add: (async (ctx: Ctx, given: Loose) =>
        shown((await rows.add(ctx, { ...stored(given, null), status: 0 } as never)) as object)) as never,
      edit: edit as never,
      publish: ownTransactions(move('publish')) as never,
      withdraw: ownTransactions(move('withdraw')) as never,
      dels: ownTransactions((ctx: Ctx, { ids }: { ids: number[] }) => toBin(ctx, ids)) as never,
      ...handlers,
      restore: (async (ctx: Ctx, input: unknown) => shown((await restore(ctx, input)) as object)) as never,
    },
  }
}
