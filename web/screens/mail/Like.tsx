import { Button } from 'antd'
import { Link } from 'react-router'
import { useCall } from '../../data/calls.ts'
import { shortTime } from '../../parts/list/cells.tsx'
import { api, places } from './calls.ts'

interface Props {
  readonly id: string
  /** Has the letter taken up into one of these; none: it may not be. */
  readonly merge: ((into: string) => void) | null
}

/** What was answered to letters like this one. */
export function Like({ id, merge }: Props) {
  const { data = [] } = useCall('mail.like', api.like, { id }, { quiet: true })
  if (data.length === 0) return null
  return (
    <section className="panel no-print" aria-label="相似的来信">
      <h2>相似的来信和答复</h2>
      {data.map((one) => (
        <details key={one.id}>
          <summary>
            {one.title}{' '}
            <small className="muted">{[one.deptName, shortTime(one.repliedAt)].filter(Boolean).join(' ')}</small>
          </summary>
          <p className="written">{one.reply}</p>
          <Link to={places.one(one.id)}>查看这封信</Link>{' '}
          {merge && (
            <Button size="small" onClick={() => merge(one.id)}>
              并入这封
            </Button>
          )}
        </details>
      ))}
    </section>
  )
}
