import { pastJobRow } from '../../../core/contract/schedule.ts'
import { jobStates } from '../../../core/domain/jobs.ts'
import { useRights } from '../../app/rights.ts'
import { useAction, useStale } from '../../data/calls.ts'
import { ListScreen } from '../../parts/list/ListScreen.tsx'
import type { Column } from '../../parts/list/types.ts'
import { JobMark } from '../../parts/states/JobMark.tsx'
import { api, type PastJob } from './calls.ts'
import { Works } from './Works.tsx'
import './schedule.css'

const percent = ({ finished, total }: PastJob) =>
  total ? ` ${Math.floor((Number(finished ?? 0) / Number(total)) * 100)}%` : ''

const columns: readonly Column<PastJob>[] = [
  { field: 'scope', width: 170 },
  {
    field: 'state',
    width: 120,
    leads: true,
    show: (row) => (
      <>
        <JobMark value={row.state} />
        {row.state === 'running' && percent(row)}
      </>
    ),
  },
  { field: 'says', width: 320 },
  { field: 'byName', width: 110 },
  { field: 'startedAt', sort: true },
  { field: 'endedAt' },
  { field: 'jobId', width: 90, hidden: true },
]

/** What the server does by itself, and what was done in jobs lately. */
export default function ScheduleScreen() {
  const { can } = useRights()
  const stale = useStale()
  const cancel = useAction(api.cancel)
  return (
    <div className="schedule">
      <section className="panel" aria-label="计划任务">
        <Works />
      </section>
      <h2>任务记录</h2>
      <ListScreen
        name="任务记录"
        call="schedule.jobs"
        from={api.jobs}
        row={pastJobRow}
        idField="jobId"
        titleOf={(row) => row.scope ?? ''}
        columns={columns}
        filters={[{ kind: 'choice', field: 'state', label: '状态', words: jobStates }]}
        {...(can('schedule_run') && {
          rowActions: (row: PastJob) =>
            row.state === 'running' && (
              <span className="row-actions">
                <button
                  type="button"
                  onClick={() => void cancel.run({ jobId: row.jobId }).then(() => stale('schedule'))}
                  aria-label={`取消${row.scope}`}
                >
                  取消
                </button>
              </span>
            ),
        })}
      />
    </div>
  )
}
