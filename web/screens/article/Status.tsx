import { type NewsStatus, newsStatus } from '../../../core/domain/enums.ts'
import type { Brief } from './calls.ts'
import '../../parts/status.css'

/** A mark beside the word, so that no meaning hangs on the colour. */
const marks: Readonly<Record<NewsStatus, { mark: string; tone: string }>> = {
  0: { mark: '◐', tone: 'wait' },
  1: { mark: '●', tone: 'wait' },
  2: { mark: '✓', tone: 'good' },
  3: { mark: '✎', tone: 'rest' },
  4: { mark: '✗', tone: 'bad' },
  5: { mark: '▽', tone: 'rest' },
}

/** An article's state as tables show it. */
export function Status({ value }: { value: Brief['status'] }) {
  const status = Number(value) as NewsStatus
  const { mark, tone } = marks[status] ?? { mark: '', tone: 'rest' }
  return (
    <span className={`status ${tone}`}>
      <i aria-hidden="true">{mark}</i> {newsStatus[status] ?? value}
    </span>
  )
}

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
