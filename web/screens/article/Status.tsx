import { articleStates } from '../../../core/domain/article-states.ts'
import { type NewsStatus, newsStatus } from '../../../core/domain/enums.ts'
import { StateMark } from '../../parts/states/StateMark.tsx'
import type { Brief } from './calls.ts'

/** An article's state as tables show it. */
export const Status = ({ value }: { value: Brief['status'] }) => (
  <StateMark words={newsStatus} marks={articleStates.looks} value={value} />
)

/** The state, and that of a copy under review beside it. */
export const FullStatus = ({ row }: { row: Pick<Brief, 'status' | 'review'> }) => (
  <>
    <Status value={row.status} />
    {row.review && (
      <small className="muted" title={`修订：${newsStatus[Number(row.review.status) as NewsStatus]}`}>
        {' '}
        有修订
      </small>
    )}
  </>
)
