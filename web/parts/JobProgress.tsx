import { Button, Progress } from 'antd'
import { type JobState, jobStates } from '../../core/domain/jobs.ts'
import { buttons } from '../../core/text.ts'
import { number } from './list/cells.tsx'
import './job-progress.css'

interface Props {
  readonly state: JobState
  readonly total: number
  readonly finished: number
  readonly says: string
  readonly cancel?: (() => void) | undefined
  readonly cancelling?: boolean
  /** It came to its end, and not all of it was done. */
  readonly partly?: boolean
}

const looks: Readonly<Record<JobState, 'active' | 'success' | 'exception' | 'normal'>> = {
  running: 'active',
  done: 'success',
  failed: 'exception',
  cancelled: 'normal',
  lost: 'exception',
}

/** States that the words beside them name themselves. */
const saidAlready: readonly JobState[] = ['running', 'done']

/** How far a long run is, what state it is in, and the way to stop it. */
export function JobProgress({ state, total, finished, says, cancel, cancelling = false, partly = false }: Props) {
  const percent = state === 'done' ? 100 : Math.floor((finished / Math.max(1, total)) * 100)
  return (
    <div className="job" role="status">
      <p>
        {!saidAlready.includes(state) && <b>{jobStates[state]} </b>}
        {says}
      </p>
      <Progress percent={percent} status={partly && state === 'done' ? 'normal' : looks[state]} aria-label={says} />
      <p className="muted">
        {number(finished)} / {number(total)}
      </p>
      {cancel && state === 'running' && (
        <Button onClick={cancel} loading={cancelling}>
          {buttons.cancel}
        </Button>
      )}
    </div>
  )
}
