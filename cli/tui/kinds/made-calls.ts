import type { CallOptions } from '../../../core/client/client.ts'
import { eachByItself } from '../../../core/client/one-by-one.ts'
import { type BulkResult, versionsSeen } from '../../../core/contract/shared.ts'
import type { States } from '../../../core/domain/states.ts'
import { type Column, wordsOf } from '../../output/columns.ts'
import type { LooseCalls } from '../backend.ts'
import type { Route } from './contract.ts'
import type { History, Inverse, Kind, Send, Since, Step } from './kind.ts'

/** What a made kind does with the calls of its contract: moves, what takes them back, and what was done. */

type Row = Readonly<Record<string, unknown>>

/** What `textCalls` (core/contract/moves.ts) says of a field. */
interface Value {
  readonly field: string
  readonly title: string
  readonly value: unknown
  readonly now: unknown
  readonly kept: string | null
}

/** The text since a step, and the way back, of a kind that has such calls. */
export const sinceOf =
  ({ revision, restore }: LooseCalls, states: States, stateField: string, read: LooseCalls[string] | undefined) =>
  async (id: string, { key }: Step): Promise<Since> => {
    const found = (await revision?.({ id, revisionId: key })) as { version: number; values: Value[] } | undefined
    const { version, values = [] } = found ?? {}
    const row = (await read?.({ id })) as Row | undefined
    const differing = values.filter(({ value, now }) => value !== now)
    const only = differing.filter(({ kept }) => kept === null).map(({ field }) => field)
    return {
      changed: differing.map(({ field, title, value, now }) => ({ field, title, before: value, after: now })),
      kept: differing.flatMap(({ title, kept }) => (kept === null ? [] : [{ title, why: kept }])),
      follows: only.length > 0 ? states.restored(only, Number(row?.[stateField])) : null,
      restore: async (requestKey) => restore?.({ id, revisionId: key, version, only }, { requestKey }),
    }
  }

export function historyOf(calls: LooseCalls, columns: readonly Column[], since: History['since']): History | null {
  const { history } = calls
  if (!history) return null
  const known = new Map(columns.map((column) => [column.field, column]))
  return {
    async page(id, pageNumber, pageSize) {
      const { list, total } = (await history({ id, pageNumber, pageSize })) as { list: Row[]; total: number }
      return { list: list.map((step) => ({ ...step, key: String(step.id) }) as unknown as Step), total: Number(total) }
    },
    whole: async (step) => step,
    ...(calls.revision && calls.restore && since && { since }),
    wordOf(field, value) {
      const column = known.get(field)
      return column ? wordsOf(value, column) : String(value ?? '')
    },
  }
}

const sender =
  (calls: LooseCalls, { call, as, with: with_, reason: says, reasonAs = 'reason', versions: takesVersions }: Route) =>
  async (
    ids: readonly string[],
    reason: string | undefined,
    versions: ReadonlyMap<string, number>,
    requestKey: string,
  ) => {
    const why = says && reason ? { [reasonAs]: reason } : {}
    const items = ids.map((id) => ({ id, ...why, ...(versions.has(id) && { version: versions.get(id) }) }))
    const input =
      as === 'items' ? { items } : { ids, ...with_, ...why, ...(takesVersions && { versions: versionsSeen(items) }) }
    const reply = (await calls[call]?.(input, { requestKey })) as Partial<BulkResult> | null
    // another shape counts as all done (docs/rules.md, On the wire)
    return { done: reply?.done ?? [...ids], failed: reply?.failed ?? [] }
  }

export function sendOf(calls: LooseCalls, routes: ReadonlyMap<string, Route>): Kind['send'] {
  return ({ reason, versions = new Map(), handed }): Send<string> =>
    (move, ids, requestKey) => {
      if (!handed) return sender(calls, routes.get(move) as Route)(ids, reason, versions, requestKey)
      const { handing, input } = handed
      const send = (id: string, options: CallOptions) =>
        handing.send(
          { id, ...input, ...(versions.has(id) && { version: versions.get(id) }) },
          options.requestKey ?? requestKey,
        )
      return eachByItself(ids, (id) => id, send, { requestKey })
    }
}

/** The calls that take something back, where the contract has them. */
export function takeBackOf(calls: LooseCalls): Kind['takeBack'] {
  const inverses = [
    ['undo', calls.undo],
    ['restore', calls.binRestore],
  ] as const satisfies readonly (readonly [Inverse, LooseCalls[string] | undefined])[]
  return Object.fromEntries(
    inverses.flatMap(([inverse, call]) =>
      call
        ? [
            [
              inverse,
              async (ids: readonly string[], requestKey: string) =>
                (await call({ items: ids.map((id) => ({ id })) }, { requestKey })) as BulkResult,
            ],
          ]
        : [],
    ),
  )
}
