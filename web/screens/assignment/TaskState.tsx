import { assignmentStates, overdueWords } from '../../../core/domain/enums.ts'
import '../../parts/status.css'

type State = keyof typeof assignmentStates

/** A mark beside the word, so that no meaning hangs on the colour. */
const marks: Readonly<Record<State, { mark: string; tone: string }>> = {
  0: { mark: '●', tone: 'wait' },
  1: { mark: '◐', tone: 'wait' },
  2: { mark: '✓', tone: 'good' },
  3: { mark: '✗', tone: 'bad' },
}

interface Props {
  readonly value: string | number | null
  /** Its deadline has passed. */
  readonly overdue?: string | number | null
}

/** How far a task or a reply is, and whether it is late. */
export function TaskState({ value, overdue = 0 }: Props) {
  const state = Number(value) as State
  const { mark, tone } = marks[state] ?? { mark: '', tone: 'rest' }
  return (
    <span className={`status ${tone}`}>
      <i aria-hidden="true">{mark}</i> {assignmentStates[state] ?? value}
      {Number(overdue) === 1 && <b className="status bad">（{overdueWords[1]}）</b>}
    </span>
  )
}
