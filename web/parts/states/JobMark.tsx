import { type JobState, jobStates } from '../../../core/domain/jobs.ts'
import './status.css'

/** How a state looks. */
export interface Look {
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
/** A state in words, with its mark. */
export const State = ({ mark, tone, words }: Look & { words: string }) => (
  <span className={`status ${tone}`}>
    <i aria-hidden="true">{mark}</i> {words}
  </span>
)

/** What became of a job. */
export const JobMark = ({ value }: { value: JobState }) => <State {...ofJobs[value]} words={jobStates[value]} />
