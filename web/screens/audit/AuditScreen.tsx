import { useCallback, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { auth } from '../../../core/contract/auth.ts'
import { useRights } from '../../app/rights.ts'
import { useCall } from '../../data/calls.ts'
import { callsOf } from '../../data/client.ts'
import { useInbox } from '../../data/inbox.ts'
import { Ago } from '../../parts/list/cells.tsx'
import { useNarrow } from '../../parts/narrow.ts'
import { EmptyState, ErrorState, Loading } from '../../parts/States.tsx'
import { LastAct } from '../../parts/states/LastAct.tsx'
import { actOf, useActs } from '../article/acts.ts'
import { takeBack } from '../article/calls.ts'
import { type Place, usePlace } from './address.ts'
import { Queue } from './Queue.tsx'
import { useOpen } from './useOpen.ts'
import { type View, views } from './views.ts'
import '../../parts/pick-list.css'
import './audit.css'
import { broughtAlong } from '../../parts/stays.ts'

const { info } = callsOf(auth)

/** Audit home: what waits for me, by column and age, and the work on it. */
export default function AuditScreen() {
  const { can } = useRights()
  const { place, change, address } = usePlace()
  const navigate = useNavigate()
  // where the article stood that was dealt with in the form
  const { at } = broughtAlong<{ at: number }>(useLocation().state)
  const acts = useActs()
  const [settling, setSettling] = useState(at !== undefined)
  const [begun, setBegun] = useState('')
  const { data, error, refetch } = useInbox()
  const user = useCall('auth.info', info, {}, { quiet: true })
  // begins with the pile that has something in it; stays there, and where the user went
  const pileOf = ({ key }: View) => data?.piles.find(({ pile }) => pile === `article.${key}`)
  const mine = views.filter(
    (one) =>
      can(one.right) && (!one.rare || one.key === place.pile || one.key === begun || (pileOf(one)?.count ?? 0) > 0),
  )
  const first = data && (mine.find(({ key }) => key === begun) ?? mine.find((one) => (pileOf(one)?.count ?? 0) > 0))
  const view = mine.find(({ key }) => key === place.pile) ?? first ?? mine[0]
  if (first && begun === '' && place.pile === '') setBegun(first.key)
  const narrow = useNarrow()
  // where an article takes the list's place, the way back leads to the list
  const toList = narrow && place.articleId === ''
  const choose = useCallback(
    (articleId: string, trail = toList && articleId !== '') => change({ articleId }, trail),
    [change, toList],
  )
  const opened = useOpen(`${view?.key}/${place.columnId}`)
  const columns = (view && pileOf(view)?.groups) || []
  // when nothing waits in the chosen column any more, the others come, and the address says so
  const columnId = columns.some(({ id }) => id === place.columnId) ? place.columnId : ''
  const emptied = data !== undefined && place.columnId !== columnId
  useEffect(() => {
    if (emptied) change({ columnId: '' })
  }, [emptied, change])
  if (error && !data) return <ErrorState error={error} retry={refetch} />
  if (user.error && !user.data) return <ErrorState error={user.error} retry={user.refetch} />
  if (!data || !user.data) return <Loading />

  if (!view) return <EmptyState>没有需要您处理的事项。</EmptyState>
  /** Another pile or column was asked for. */
  function go(to: Pick<Place, 'pile' | 'columnId'>) {
    setSettling(false)
    change({ ...to, articleId: '' })
  }
  return (
    <div className="audit">
      <div className="audit-head no-print">
        <div className="piles" role="tablist" aria-label="待办">
          {mine.map((one) => (
            <button
              key={one.key}
              type="button"
              role="tab"
              aria-selected={one === view}
              onClick={() => go({ pile: one.key, columnId: '' })}
            >
              <b>{pileOf(one)?.count ?? 0}</b> {one.label}
            </button>
          ))}
        </div>
        {columns.length > 0 && (
          <fieldset className="by-column">
            <legend className="muted">按栏目</legend>
            <button type="button" aria-pressed={columnId === ''} onClick={() => go({ pile: view.key, columnId: '' })}>
              全部
            </button>
            {columns.map(({ id, name, count, oldest }) => (
              <button
                key={id}
                type="button"
                aria-pressed={columnId === id}
                onClick={() => go({ pile: view.key, columnId: id })}
              >
                {name} <b>{count}</b>
                <small>
                  最早 <Ago time={oldest} />
                </small>
              </button>
            ))}
          </fieldset>
        )}
      </div>
      <LastAct acts={acts} undo={takeBack} now={acts.now} back={({ from }) => from && navigate(from)} />
      <Queue
        key={`${view.key}/${columnId}`}
        view={view}
        columnId={columnId}
        userId={user.data.userId}
        articleId={place.articleId}
        named={place.pile !== ''}
        stood={at}
        opened={opened}
        settling={settling}
        settle={setSettling}
        choose={choose}
        address={(articleId) => address({ pile: view.key, columnId, articleId })}
        done={(rows, says) =>
          acts.add(actOf(rows, says, address({ pile: view.key, columnId, articleId: rows[0]?.articleId ?? '' })))
        }
      />
    </div>
  )
}
