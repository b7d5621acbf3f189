import { type JobState, jobStates } from '../../../core/domain/jobs.ts'
import { type WorkState, workStates } from '../../../core/domain/works.ts'
import '../../parts/states/status.css'

interface Look {
  /** Beside the word, so that no meaning hangs on the colour. */
  readonly mark: string
  readonly tone: string
}

const ofJobs: Readonly<Record<JobState, Look>> = {
  running: { mark: '◐', tone: 'wait' },
  done: { mark: '✓', tone: 'good' },
  failed: { mark: '✗', tone: 'bad' },
  cancelled: { mark: '▽', tone: 'rest' },
  lost: { mark: '✗', tone: 'bad' },
}
const ofWorks: Readonly<Record<WorkState, Look>> = {
  on: { mark: '✓', tone: 'good' },
  running: { mark: '◐', tone: 'wait' },
  paused: { mark: '‖', tone: 'bad' },
  off: { mark: '▽', tone: 'rest' },
}

const State = ({ mark, tone, words }: Look & { words: string }) => (
  <span className={`status ${tone}`}>
    <i aria-hidden="true">{mark}</i> {words}
  </span>
)

/** What became of a job. */
export const JobMark = ({ value }: { value: JobState }) => <State {...ofJobs[value]} words={jobStates[value]} />

/** What a work is doing. */
export const WorkMark = ({ value, vain }: { value: WorkState; vain: boolean }) =>
  vain && value === 'on' ? (
    <State mark="✗" tone="bad" words="不起作用" />
  ) : (
    <State {...ofWorks[value]} words={workStates[value]} />
  )
