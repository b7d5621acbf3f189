import { type NewsStatus, newsStatus } from '../../../core/domain/enums.ts'
import { type Marks, StateMark } from '../../parts/states/StateMark.tsx'
import type { Brief } from './calls.ts'

const marks: Marks = {
  0: { mark: '◐', tone: 'wait' },
  1: { mark: '●', tone: 'wait' },
  2: { mark: '✓', tone: 'good' },
  3: { mark: '✎', tone: 'rest' },
  4: { mark: '✗', tone: 'bad' },
  5: { mark: '▽', tone: 'rest' },
}

/** An article's state as tables show it. */
export const Status = ({ value }: { value: Brief['status'] }) => (
  <StateMark words={newsStatus} marks={marks} value={value} />
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
