import { articleStates, reviewSteps } from '../../../core/domain/article-states.ts'
import { type NewsStatus, newsStatus } from '../../../core/domain/enums.ts'
import { type Validity, validityStates } from '../../../core/domain/validity.ts'
import { shortTime } from '../../parts/list/cells.tsx'
import { StateMark } from '../../parts/states/StateMark.tsx'
import type { Brief } from './calls.ts'

/** An article's state as tables show it. */
export const Status = ({ value }: { value: Brief['status'] }) => (
  <StateMark words={newsStatus} marks={articleStates.looks} value={value} />
)

/** What the clock will do with it: 「定于 11-25 09:00 发布」. */
const clockSays = ({ status, scheduledAt, offlineTime }: Pick<Brief, 'status' | 'scheduledAt' | 'offlineTime'>) =>
  scheduledAt
    ? `定于 ${shortTime(scheduledAt)} 发布`
    : offlineTime && Number(status) === 2
      ? `定于 ${shortTime(offlineTime)} 下架`
      : ''

/** 「置顶」, and until when, where there is room for it: 「置顶至 12-31」. */
export function TopMark({ row: { top, topUntil }, short }: { row: Pick<Brief, 'top' | 'topUntil'>; short?: true }) {
  if (!top) return null
  const until = topUntil ? `至 ${topUntil.slice(5, 10)}` : ''
  return (
    <small className="muted" title={`置顶${until}，第 ${top} 位`}>
      {' '}
      置顶{short ? '' : until}
    </small>
  )
}

/** 「[已废止]」 before or beside a title; nothing where nobody said whether it still holds. */
export const HeldMark = ({ value }: { value: Brief['validity'] | undefined }) =>
  value == null ? null : <b className="held-mark">[{validityStates[Number(value) as Validity]}] </b>

/** The state, and that of a copy under review beside it. */
type Shown = Pick<Brief, 'status' | 'review' | 'scheduledAt' | 'offlineTime'> & Partial<Pick<Brief, 'reviewStep'>>
export const FullStatus = ({ row }: { row: Shown }) => (
  <>
    <Status value={row.status} />
    {row.review && (
      <small className="muted" title={`修订：${newsStatus[Number(row.review.status) as NewsStatus]}`}>
        {' '}
        有修订
      </small>
    )}
    {Number(row.reviewStep) === 2 && <small className="muted"> {reviewSteps[2]}</small>}
    {clockSays(row) && <small className="muted"> {clockSays(row)}</small>}
  </>
)
