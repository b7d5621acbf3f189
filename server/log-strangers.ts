import { hideOwn } from '../core/words/hide.ts'
import type { Change } from './context.ts'
import { tables } from './db/table.ts'

/**
 * What the log keeps of what strangers send: nothing takes a row out of it again, so their phones, numbers and addresses do not come into it,
 * in a title, the name of a file, or what somebody of the staff says to it.
 */

/** Files are given their rows after their names stand in the log. */
const files = 'attachment'
const byArea = new Map<string, { readonly strangers: boolean; readonly coded: boolean }>()

/** Whether rows of an area hold what strangers write, or belong to such rows, and whether they find them again by a code. */
function kindOf(area: string) {
  const known = byArea.get(area)
  if (known) return known
  // `survey` and `surveyRecord`, but `app` and not `apply`
  const isNear = (name: string) => name.startsWith(area) && !/^[a-z]/.test(name.slice(area.length))
  const near = [...tables.values()].filter(({ name }) => isNear(name))
  const above = near.flatMap(({ columns }) =>
    Object.values(columns).flatMap(({ to, tie }) => (tie === 'goes' && to ? (tables.get(to) ?? []) : [])),
  )
  const all = [...near, ...above]
  const kind = {
    strangers: area === files || all.some(({ byStrangers }) => byStrangers !== undefined),
    coded: all.some(({ columns }) => Object.hasOwn(columns, 'codeHash')),
  }
  byArea.set(area, kind)
  return kind
}

const hiddenIn = (value: unknown): unknown => {
  if (typeof value === 'string') return hideOwn(value)
  if (Array.isArray(value)) return value.map(hiddenIn)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, hiddenIn(one)]))
}

/** A change as the log keeps it. */
export function keptOf(call: string, change: Change): Change {
  if (!kindOf(call.slice(0, call.indexOf('.'))).strangers) return change
  const { before, after, result } = change
  return {
    ...change,
    ...(before !== undefined && { before: hiddenIn(before) }),
    ...(after !== undefined && { after: hiddenIn(after) }),
    ...(result !== undefined && { result: hideOwn(result) }),
  }
}

/** From where a stranger's letter came: nobody reads that beside its number. */
export const isUntold = (call: string, stranger: boolean): boolean =>
  stranger && kindOf(call.slice(0, call.indexOf('.'))).coded
