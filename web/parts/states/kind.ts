import type { CallOptions } from '../../../core/client/client.ts'
import type { AreaName } from '../../../core/contract/areas.ts'
import type { BulkResult } from '../../../core/contract/shared.ts'
import { isUndoable, type States } from '../../../core/domain/states.ts'
import { undoFollows } from '../../../core/text.ts'
import { useListAddress } from '../list/address.ts'
import type { BulkItem } from '../list/types.ts'
import { actsOf, useActs } from './acts.ts'
import type { MoveCalls } from './RecordMoves.tsx'

type Send = (input: object, options?: CallOptions) => Promise<BulkResult>

/** A row that goes through states, as far as its acts need it. */
interface Moved {
  readonly id: string
  readonly title: string | null
  readonly version: number | null
}

/**
 * What the screens of a kind share that goes through states, from its table and its calls: how a state looks, the moves over marked rows,
 * what was done, and how that is taken back.
 * @param online the moves that bring rows onto the site
 */
export function kindOf<S extends number, M extends string>(
  flow: States<S, M>,
  calls: object,
  { online = [] }: { readonly online?: readonly NoInfer<M>[] } = {},
) {
  const { moves: table, noun, unit } = flow
  const named = calls as Readonly<Record<string, Send | undefined>>
  const moves = Object.fromEntries(
    (Object.keys(table) as M[]).flatMap((move) => {
      const send = named[move === 'delete' ? 'dels' : move]
      const inputOf = (items: BulkItem[]) => (move === 'delete' ? { ids: items.map(({ id }) => id) } : { items })
      return send ? [[move, (items: BulkItem[], options?: CallOptions) => send(inputOf(items), options)]] : []
    }),
  ) as MoveCalls<M>
  const seen = (Object.keys(table) as M[]).filter((move) => table[move].public).map((move) => table[move].became)
  // whoever it is about may have read it already
  const heard = (Object.keys(table) as M[]).filter((move) => table[move].asks).map((move) => table[move].became)
  const broughtOn = online.map((move) => table[move].became)
  const forGood = new Set(
    (Object.keys(table) as M[]).filter((move) => !isUndoable(flow, table[move])).map((move) => table[move].became),
  )
  const acts = actsOf<Moved>({
    area: flow.area as AreaName,
    unit,
    idOf: ({ id }) => id,
    titleOf: ({ title }) => title ?? '',
    versionOf: ({ version }) => version,
    undone: (done) =>
      broughtOn.includes(done)
        ? '网页随即从网站撤下'
        : seen.includes(done)
          ? undoFollows.takenDown
          : `${heard.includes(done) ? '对方可能已经看到；' : ''}${noun}回到操作之前的状态`,
    outside: [...seen, ...heard],
    online: [...broughtOn, ...seen, ...heard],
  })
  return {
    states: { words: flow.words, marks: flow.looks },
    moves,
    /** What was done, to be taken back; null: it has another way back than undoing. */
    actOf: (rows: readonly Moved[], done: string) => (forGood.has(done) ? null : acts.actOf(rows, done)),
    useActs: () => useActs(acts),
    takeBack: (ids: readonly string[], options?: CallOptions) =>
      (named.undo as Send)({ items: ids.map((id) => ({ id })) }, options),
  }
}

/** What the tab of a state narrows a list to, for paper. */
export function useNarrowedTo(words: Readonly<Record<number, string>>, stated = 'status'): readonly string[] {
  const [{ filters }] = useListAddress()
  const { [stated]: status = '' } = filters
  return status === '' ? [] : [`状态：${words[Number(status)] ?? status}`]
}
