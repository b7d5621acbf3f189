import { Button } from 'antd'
import { Link } from 'react-router'
import { type MailState, mailFlow, repliedStates, takesUp } from '../../../core/domain/mail-states.ts'
import { useCall } from '../../data/calls.ts'
import { shortTime } from '../../parts/list/cells.tsx'
import { StateMark } from '../../parts/states/StateMark.tsx'
import { api, type Letter, type Like as One, places, states } from './calls.ts'

interface Props {
  readonly row: Letter
  /** Has the letter taken up into one of these; none: it may not be. */
  readonly merge: ((into: string) => void) | null
  /** Has one of these taken up into the letter; none: whoever reads may not do that. */
  readonly take: ((one: One) => void) | null
}

const stateOf = ({ state }: { readonly state: One['state'] }) => Number(state) as MailState
const isReplied = (one: One) => repliedStates.includes(stateOf(one))

/** What else was written about the same: what is open still and may be handled with it, and what was answered. */
export function Like({ row, merge, take }: Props) {
  const { data = [] } = useCall('mail.like', api.like, { id: row.id }, { quiet: true })
  const open = data.filter((one) => !isReplied(one))
  const replied = data.filter(isReplied)
  const acts = (one: One) => (
    <>
      <Link to={places.one(one.id)}>查看这封信</Link>{' '}
      {merge && takesUp(stateOf(one)) && (
        <Button size="small" onClick={() => merge(one.id)}>
          并入这封
        </Button>
      )}{' '}
      {take && takesUp(stateOf(row)) && mailFlow.target('merge', stateOf(one)) !== null && (
        <Button size="small" onClick={() => take(one)}>
          把它并入本信
        </Button>
      )}
    </>
  )
  return (
    <>
      {open.length > 0 && (
        <section className="panel no-print" aria-label="相似的在办来信">
          <h2>相似的在办来信</h2>
          {open.map((one) => (
            <details key={one.id}>
              <summary>
                {one.id} 号 {one.title} <StateMark {...states} value={one.state} />{' '}
                <small className="muted">
                  {[one.deptName, `${shortTime(one.createdAt)} 来信`].filter(Boolean).join(' ')}
                </small>
              </summary>
              <p className="written">{one.content}</p>
              {acts(one)}
            </details>
          ))}
        </section>
      )}
      {replied.length > 0 && (
        <section className="panel no-print" aria-label="相似的来信">
          <h2>相似的来信和答复</h2>
          {replied.map((one) => (
            <details key={one.id}>
              <summary>
                {one.title}{' '}
                <small className="muted">{[one.deptName, shortTime(one.repliedAt)].filter(Boolean).join(' ')}</small>
              </summary>
              <p className="written">{one.reply}</p>
              {acts(one)}
            </details>
          ))}
        </section>
      )}
    </>
  )
}
