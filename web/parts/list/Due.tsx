import { shortTime } from './cells.tsx'

interface Timed {
  readonly due: string | null
  readonly overdue: number | string | null
  /** Why it may still change. */
  readonly provisional: string | null
  readonly state?: number | string | null
}

/** The same in a file that is exported: a day that may still change is not given as one that holds, nor one that is over as one to come; null: the day as it is. */
export const dueText =
  (paused?: number) =>
  ({ due, overdue, provisional, state }: Timed): string | null => {
    if (due === null) return Number(state) === paused ? '暂停' : null
    const says = [...(Number(overdue) === 1 ? ['已超期'] : []), ...(provisional ? [provisional] : [])].join('；')
    return says ? `${due.slice(0, 10)}（${says}）` : null
  }

/** Until when something is to be answered, and whether that is over; `paused` is the state in which the time stands still, where there is one. */
export function Due({
  row: { due, overdue, provisional, state },
  paused,
}: {
  readonly row: Timed
  readonly paused?: number
}) {
  if (due === null) return Number(state) === paused ? '暂停' : null
  const day = shortTime(due).replace(' 23:59', '')
  if (Number(overdue) === 1) return <strong className="late">{day} 已超期</strong>
  return provisional ? <span title={provisional}>{day}（暂定）</span> : day
}
