import { type WorkState, workStates } from '../../../core/domain/works.ts'
import { type Look, State } from '../../parts/states/JobMark.tsx'

const ofWorks: Readonly<Record<WorkState, Look>> = {
  on: { mark: '✓', tone: 'good' },
  running: { mark: '◐', tone: 'wait' },
  paused: { mark: '‖', tone: 'bad' },
  off: { mark: '▽', tone: 'rest' },
}

/** What a work is doing. */
export const WorkMark = ({ value, vain }: { value: WorkState; vain: boolean }) =>
  vain && value === 'on' ? (
    <State mark="✗" tone="bad" words="不起作用" />
  ) : (
    <State {...ofWorks[value]} words={workStates[value]} />
  )
