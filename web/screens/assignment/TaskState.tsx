import { assignmentStates, overdueWords } from '../../../core/domain/enums.ts'
import { type Marks, StateMark } from '../../parts/states/StateMark.tsx'

export const marks: Marks = {
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
export const TaskState = ({ value, overdue = 0 }: Props) => (
  <StateMark words={assignmentStates} marks={marks} value={value}>
    {Number(overdue) === 1 && <b className="status bad">（{overdueWords[1]}）</b>}
  </StateMark>
)
