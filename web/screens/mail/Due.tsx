import { shortTime } from '../../parts/list/cells.tsx'
import type { Brief } from './calls.ts'

type Timed = Pick<Brief, 'due' | 'overdue' | 'state'>

/** Until when a letter is to be answered, and whether that is over. */
export function Due({ row: { due, overdue, state } }: { readonly row: Timed }) {
  if (due === null) return Number(state) === 3 ? '暂停' : null
  const day = shortTime(due).replace(' 23:59', '')
  return Number(overdue) === 1 ? <strong className="late">{day} 已超期</strong> : day
}
