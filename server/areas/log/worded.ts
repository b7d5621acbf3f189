import { sql } from 'kysely'
import { unsaid } from '../../../core/domain/log-things.ts'
import type { Ctx } from '../../context.ts'
import { allHold, allOf, among, anyOf, type Condition, free, isEmpty, notEmpty, test } from '../../rows/condition.ts'
import { callsTelling, type Particular, toldKinds, type Wording } from './sentences.ts'
import { seesAll } from './things.ts'

/** Which rows of the log are told by a sentence: what `particular` finds in a row, asked of the database. */

const nothing = ['{}', '[]']
const like = (column: 'before' | 'after', pattern: string) =>
  free((eb) => sql<boolean>`${eb.ref(column)} like ${pattern}`)

/** A side of a row has this value: JSON has it before the next field, or at the end. */
function keeps(side: 'before' | 'after', field: string, value: unknown): Condition {
  const pair = `${JSON.stringify(field)}:${JSON.stringify(value)}`
  return allOf([notEmpty(side), anyOf([like(side, `%${pair},%`), like(side, `%${pair}}%`)])])
}

/** Something is kept beside what the log does not keep. */
const keepsSome = free((eb) => sql<boolean>`replace(${eb.ref('after')}, ${`":"${unsaid}"`}, '') like '%":%'`)
/** There was nothing before it. */
const added: Condition = allOf([anyOf([isEmpty('before'), among('before', nothing)]), notEmpty('after'), keepsSome])

const not = (condition: Condition) => free((eb) => eb.not(allHold([condition])(eb) as never))

/** No fields are kept beside these. */
const keepsOnly = (fields: readonly string[]) =>
  free((eb) => {
    const without = fields.reduce((text, field) => sql`replace(${text}, ${`"${field}":`}, '')`, sql`${eb.ref('after')}`)
    return sql<boolean>`${without} not like '%":%'`
  })

const fits = ({ added: isNew, after = {}, before = {}, unlike = {}, only }: Particular): Condition =>
  allOf([
    ...(isNew ? [added] : []),
    ...Object.entries(after).map(([field, value]) => keeps('after', field, value)),
    ...Object.entries(before).map(([field, value]) => keeps('before', field, value)),
    ...Object.entries(unlike).map(([field, value]) => not(keeps('before', field, value))),
    ...(only ? [keepsOnly(only)] : []),
  ])

const none = (some: readonly Particular[]): Condition[] => (some.length === 0 ? [] : [not(anyOf(some.map(fits)))])

/** What is told of a row also to who is not told its texts. */
const open: readonly string[] = ['status', 'state']
/** The same by nothing else: what is out of the reader's reach would tell by being found. */
const fitsOpenly = ({ after = {} }: Particular): Condition[] =>
  Object.entries(after).flatMap(([field, value]) => (open.includes(field) ? [keeps('after', field, value)] : []))

/** The rows that are told by one of some sentences. */
export function toldBy(ctx: Ctx, { calls, some }: { readonly calls: readonly string[]; readonly some: Wording[] }) {
  const hidden = new Set(toldKinds.filter((kind) => !seesAll(ctx, kind)).flatMap(callsTelling))
  const parts = some.map(({ call, when, before }) =>
    allOf([
      test('call', '=', call),
      ...(hidden.has(call) ? (when ? fitsOpenly(when) : []) : [...(when ? [fits(when)] : []), ...none(before)]),
    ]),
  )
  // most rows are of other calls, and are asked that once
  const one = [...new Set(some.map(({ call }) => call))]
  const all = [
    ...(calls.length === 0 ? [] : [among('call', calls)]),
    ...(one.length === 0 ? [] : [allOf([among('call', one), anyOf(parts)])]),
  ]
  return all.length === 0 ? [] : [anyOf(all)]
}
