import { useState } from 'react'
import { auth } from '../../../core/contract/auth.ts'
import { useRights } from '../../app/rights.ts'
import { useCall } from '../../data/calls.ts'
import { callsOf } from '../../data/client.ts'
import { Ago } from '../../parts/list/cells.tsx'
import { EmptyState, ErrorState, Loading } from '../../parts/States.tsx'
import { api } from '../article/calls.ts'
import { Queue } from './Queue.tsx'
import { type View, views } from './views.ts'
import '../../parts/pick-list.css'
import './audit.css'

const { info } = callsOf(auth)

/** Audit home: what waits for me, by column and age, and the work on it. */
export default function AuditScreen() {
  const { can } = useRights()
  const [chosen, setChosen] = useState<View['key'] | null>(null)
  const [wanted, setColumnId] = useState('')
  const { data, error, refetch } = useCall('article.waiting', api.waiting, {})
  const user = useCall('auth.info', info, {}, { quiet: true })
  if (error && !data) return <ErrorState error={error} retry={refetch} />
  if (user.error && !user.data) return <ErrorState error={user.error} retry={user.refetch} />
  if (!data || !user.data) return <Loading />

  const mine = views.filter((view) => can(view.right))
  // begins with the pile that has something in it; stays where the user went
  const view = mine.find(({ key }) => key === chosen) ?? mine.find(({ key }) => data[key] > 0) ?? mine[0]
  if (!view) return <EmptyState>没有需要您处理的事项。</EmptyState>
  const columns = view.own ? [] : data.columns.filter((column) => column[view.key as 'toAccept'] > 0)
  // when nothing waits in the chosen column any more, the others come
  const columnId = columns.some((column) => column.columnId === wanted) ? wanted : ''
  return (
    <div className="audit">
      <div className="audit-head no-print">
        <div className="piles" role="tablist" aria-label="待办">
          {mine.map(({ key, label }) => (
            <button
              key={key}
              type="button"
              role="tab"
              aria-selected={key === view.key}
              onClick={() => {
                setChosen(key)
                setColumnId('')
              }}
            >
              <b>{data[key]}</b> {label}
            </button>
          ))}
        </div>
        {columns.length > 0 && (
          <fieldset className="by-column">
            <legend className="muted">按栏目</legend>
            <button type="button" aria-pressed={columnId === ''} onClick={() => setColumnId('')}>
              全部
            </button>
            {columns.map((column) => (
              <button
                key={column.columnId}
                type="button"
                aria-pressed={columnId === column.columnId}
                onClick={() => setColumnId(column.columnId)}
              >
                {column.columnName} <b>{column[view.key as 'toAccept']}</b>
                {/* the time is that of both piles together: said only where there is one */}
                {(column.toAccept === 0 || column.toApprove === 0) && (
                  <small>
                    最早 <Ago time={column.oldest} />
                  </small>
                )}
              </button>
            ))}
          </fieldset>
        )}
      </div>
      <Queue key={`${view.key}/${columnId}`} view={view} columnId={columnId} userId={user.data.userId} />
    </div>
  )
}
