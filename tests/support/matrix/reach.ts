import { isPage } from '../../../cli/from-contract/replies.ts'
import { tables } from '../../../server/db/table.ts'
import type { Caller } from './callers.ts'
import type { Cell, Outcome, Samples } from './calls.ts'
import type { Sample } from './rows.ts'

/** What a caller reaches, by the scope that a table declares and the role that the caller has: reckoned here anew, and held against what the server does. */

const scopeOf = ({ table }: Sample) => tables.get(table)?.scope ?? 'all'

/** Whose the row is: the caller's, or of a department that their role reaches. */
function isTheirs(caller: Caller, sample: Sample): boolean {
  const scope = scopeOf(sample)
  if (scope === 'all' || caller.dataScope === 'ALL') return true
  if (scope.plate) return caller.plates === null
  const dept = caller.dataScope === 'DEPART' ? caller.deptId : null
  const own = scope.owner !== undefined && sample.owner === caller.userId
  return own || (scope.dept !== undefined && sample.dept === dept)
}

/** Another table's row brings it within reach. */
function isBrought(caller: Caller, sample: Sample): boolean {
  const scope = scopeOf(sample)
  if (scope === 'all' || !scope.through) return false
  return caller.dataScope === 'ALL' || (caller.dataScope === 'DEPART' && sample.through === caller.deptId)
}

function isInColumn({ columns }: Caller, sample: Sample): boolean {
  const scope = scopeOf(sample)
  return scope === 'all' || !scope.column || columns === null || columns.includes(sample.column)
}

/** Whether the caller may be told of a row. */
export const isShown = (caller: Caller, sample: Sample): boolean =>
  caller.kind === 'partner'
    ? sample.partner !== 0 && sample.partner === caller.partnerId
    : caller.kind === 'staff' && isInColumn(caller, sample) && (isTheirs(caller, sample) || isBrought(caller, sample))

/** Whether a call that the caller may make does its work on a row: what is written must be theirs, what has no key their very own. */
export function reaches(caller: Caller, sample: Sample, { e, key }: Cell): boolean {
  const scope = scopeOf(sample)
  // a visitor's call is about what is theirs, which no sample is
  if (e.access === 'visitor') return false
  if (scope === 'all') return true
  if (caller.kind === 'partner') return isShown(caller, sample)
  if (key === '') return scope.owner !== undefined && sample.owner === caller.userId
  if (e.effect !== 'write') return isShown(caller, sample)
  return (e.reach === 'through' ? isBrought(caller, sample) : isTheirs(caller, sample)) && isInColumn(caller, sample)
}

/** Whose names stand beside everything that they did; those of boards stand on the site. */
const told = ['user', 'session', 'plate']

/** The rows that a reply names, and that are out of the caller's reach. What is public shows what is published, whose ever it is. */
export const leaked = ({ e }: Cell, caller: Caller, { text }: Outcome, samples: Samples): Sample[] =>
  e.access === 'public' || e.online || caller.dataScope === 'ALL'
    ? []
    : [...samples.values()]
        .flat()
        .filter((sample) => sample.mark !== null && scopeOf(sample) !== 'all' && !told.includes(sample.table))
        .filter((sample) => text.includes(sample.mark as string) && !isShown(caller, sample))

/** A list without a key has one's very own, where its rows are somebody's. */
const isListed = (caller: Caller, sample: Sample, key: string): boolean => {
  const scope = scopeOf(sample)
  const alone = key === '' && scope !== 'all' && scope.owner !== undefined
  return alone ? sample.owner === caller.userId : isShown(caller, sample)
}

/** The rows of an area that are within the caller's reach, and not in its list. */
export const missing = (
  { name, area, e, key }: Cell,
  caller: Caller,
  { text, code }: Outcome,
  samples: Samples,
): Sample[] =>
  name !== `${area}.list` || !isPage(e) || code !== '0'
    ? []
    : (samples.get(area) ?? [])
        .filter(({ mark }) => mark !== null && !text.includes(mark))
        .filter((sample) => isListed(caller, sample, key))
