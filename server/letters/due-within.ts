import { among, between, type Condition } from '../rows/condition.ts'

/** Rows that still wait, and whose time ends between two moments. */
export const dueWithin = (
  open: readonly number[],
  from: number | undefined,
  to: number | undefined,
): readonly Condition[] =>
  from === undefined && to === undefined ? [] : [among('state', [...open]), ...between('due', from, to)]
