import { articleStates } from '../../../core/domain/article-states.ts'
import { type NewsStatus, newsStatus } from '../../../core/domain/enums.ts'
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

/** 「置顶」, and until when: 「置顶至 12-31」. */
export const TopMark = ({ row: { top, topUntil } }: { row: Pick<Brief, 'top' | 'topUntil'> }) =>
  top ? <small className="muted"> 置顶{topUntil && `至 ${topUntil.slice(5, 10)}`}</small> : null

/** The state, and that of a copy under review beside it. */
type Shown = Pick<Brief, 'status' | 'review' | 'scheduledAt' | 'offlineTime'>
export const FullStatus = ({ row }: { row: Shown }) => (
  <>
    <Status value={row.status} />
    {row.review && (
      <small className="muted" title={`修订：${newsStatus[Number(row.review.status) as NewsStatus]}`}>
        {' '}
        有修订
      </small>
    )}
    {clockSays(row) && <small className="muted"> {clockSays(row)}</small>}
  </>
)
