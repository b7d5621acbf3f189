import type { CallOptions } from '../../core/client/client.ts'
import type { BulkResult } from '../../core/contract/shared.ts'
import type { States } from '../../core/domain/states.ts'
import { buttons } from '../../core/text.ts'
import type { Right } from '../app/rights.ts'
import type { BulkAction, BulkItem } from './list/types.ts'

type Send = (items: BulkItem[], options: CallOptions) => Promise<BulkResult>

interface Given<R, M extends string> {
  /** Whether a row's state allows the move. */
  readonly fits: (move: M) => (row: R) => boolean
  readonly send: (move: M) => Send
  /** What a move says beside its table, as what follows from it for these rows. */
  readonly more?: Readonly<Partial<Record<M, Partial<BulkAction<R>>>>>
}

/** The buttons of a list's bulk bar, from the table of the kind's states, in its order. */
export const bulkMoves = <R, S extends number, M extends string>(
  states: States<S, M>,
  { fits, send, more }: Given<R, M>,
): readonly BulkAction<R>[] =>
  (Object.keys(states.moves) as M[]).map((move) => {
    const { says, became, reasons, follows, public: isPublic } = states.moves[move]
    const deletes = move === 'delete'
    return {
      label: deletes ? buttons.delete : says,
      right: states.keyOf(move) as Right,
      fits: fits(move),
      does: send(move),
      ...(deletes ? { danger: true as const } : { done: became }),
      ...(reasons && { reasons }),
      ...(follows && { follows: () => follows }),
      ...(isPublic && { public: isPublic }),
      ...more?.[move],
    }
  })
