import type { States } from '../../../core/domain/states.ts'
import { buttons } from '../../../core/text.ts'
import type { Right } from '../../app/rights.ts'
import type { BulkAction } from '../list/types.ts'

interface Stated {
  readonly status?: string | number | null
  /** Where the state is called so, `fits` tells. */
  readonly state?: string | number | null
}

interface Given<R, M extends string> {
  /** The moves by their call; one without a call has no button here. */
  readonly calls: Readonly<Partial<Record<M, BulkAction<R>['does']>>>
  /** Whether a row's state allows the move; by the table where absent. */
  readonly fits?: (move: M) => (row: R) => boolean
  /** What a move says beside its table, as what follows from it for these rows. */
  readonly more?: Readonly<Partial<Record<M, Partial<BulkAction<R>>>>>
}

/** The buttons of a list's bulk bar, from the table of the kind's states, in its order. */
export const bulkMoves = <R extends Stated, S extends number, M extends string>(
  states: States<S, M>,
  { calls, fits, more }: Given<R, M>,
): readonly BulkAction<R>[] =>
  (Object.keys(states.moves) as M[]).flatMap((move): BulkAction<R>[] => {
    const does = calls[move]
    if (!does) return []
    const { says, became, reasons, follows, public: isPublic, asks } = states.moves[move]
    const deletes = move === 'delete'
    return [
      {
        label: deletes ? buttons.delete : says,
        right: states.keyOf(move) as Right,
        fits:
          fits?.(move) ?? ((row) => states.target(move, Number(row.status) as S) !== null && !states.lacks(move, row)),
        does,
        ...(deletes ? { danger: true as const, toBin: true as const } : { done: became }),
        ...(reasons && { reasons }),
        ...(follows && { follows: () => follows }),
        ...((isPublic || asks) && { public: true as const }),
        ...more?.[move],
      },
    ]
  })
