import { id, int, json, ref, table, text, time } from '../table.ts'

/** What was done to rows of kinds that go through states: who, when, what, why. Of articles it stands in `revision`, with their texts. */
export const history = table({
  name: 'history',
  columns: {
    id: id(),
    /** The area, and the id in its table. */
    kind: text(),
    rowId: int(),
    /** The row's version after the step. */
    no: int(),
    act: text(),
    status: int(),
    reason: text().orEmpty,
    /** Changed fields before and after it. */
    before: json().orEmpty,
    after: json().orEmpty,
    /** What takes the step back; empty where nothing does. */
    undo: json().orEmpty,
    byId: ref('user', 'past').orEmpty,
    byName: text(),
    at: time(),
  },
  scope: 'all',
  sort: { no: 'no', at: 'at' },
})

declare module '../tables.ts' {
  interface Tables {
    history: typeof history
  }
}
