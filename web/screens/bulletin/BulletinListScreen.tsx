import { Link, useNavigate } from 'react-router'
import { issueBrief } from '../../../core/contract/bulletin/rows.ts'
import { bulletin } from '../../../core/contract/bulletin.ts'
import { type BulletinMove, type BulletinState, bulletinFlow } from '../../../core/domain/bulletin-states.ts'
import { useRights } from '../../app/rights.ts'
import { filtersOf } from '../../parts/list/filtersOf.ts'
import type { Column } from '../../parts/list/types.ts'
import { RowScreen } from '../../parts/row/RowScreen.tsx'
import { bulkMoves } from '../../parts/states/bulk-moves.ts'
import { KindTabs } from '../../parts/states/KindTabs.tsx'
import { useNarrowedTo } from '../../parts/states/kind.ts'
import { LastAct } from '../../parts/states/LastAct.tsx'
import { StateMark } from '../../parts/states/StateMark.tsx'
import {
  actOf,
  api,
  type Brief,
  isOnline,
  issueCalls,
  issueFields,
  issueHints,
  issueShape,
  moves,
  places,
  states,
  takeBack,
  useActs,
} from './calls.ts'

const filters = filtersOf(bulletin.list, ['title', 'year', 'type'])

const columns: readonly Column<Brief>[] = [
  { field: 'title', width: 300, sort: true, show: (row) => <Link to={places.one(row.id)}>{row.title}</Link> },
  { field: 'status', width: 100, sort: true, leads: true, show: (row) => <StateMark {...states} value={row.status} /> },
  { field: 'type', width: 100 },
  // a year is no amount
  { field: 'year', width: 80, sort: true, show: ({ year }) => String(year ?? '') },
  { field: 'number', width: 80, sort: true },
  { field: 'total', width: 90, sort: true, hidden: true },
  { field: 'contentCount', width: 80 },
  { field: 'hiddenCount', width: 110, show: (row) => <Hidden row={row} /> },
  { field: 'publishedOn', width: 120, sort: true, show: ({ publishedOn }) => publishedOn?.slice(0, 10) },
  { field: 'publishedAt', sort: true, hidden: true },
  { field: 'reason', hidden: true },
  { field: 'updatedAt', sort: true, hidden: true },
  { field: 'createdAt', sort: true, hidden: true },
  { field: 'createdByName', hidden: true },
  { field: 'id', width: 80, hidden: true },
]
const newestFirst = [
  { field: 'year', order: 'desc' },
  { field: 'number', order: 'desc' },
] as const
const bulk = bulkMoves<Brief, BulletinState, BulletinMove>(bulletinFlow, { calls: moves })
const calls = { ...issueCalls, list: api.list }
const rights = { add: 'bulletin_edit', edit: 'bulletin_edit', dels: 'bulletin_dels' } as const

/** Articles that have left the site since they were chosen: visitors do not see them in a published issue. */
function Hidden({ row }: { row: Brief }) {
  return row.hiddenCount ? <span className="status bad">{row.hiddenCount} 篇</span> : '0'
}

/** The issues of the bulletin. */
export default function BulletinListScreen() {
  const navigate = useNavigate()
  const { can } = useRights()
  const acts = useActs()
  return (
    <RowScreen
      name="公报"
      area="bulletin"
      calls={calls}
      rights={rights}
      row={issueBrief}
      titleOf={(row) => row.title}
      columns={columns}
      order={newestFirst}
      filters={filters}
      shape={issueShape}
      fields={issueFields}
      hints={issueHints}
      fresh={{ type: 0, year: new Date().getFullYear() }}
      live={null}
      // what visitors read is corrected in its record, where that is asked about
      editable={(row) => !isOnline(row)}
      tabs={
        <>
          <KindTabs
            call="bulletin.counts"
            from={api.counts}
            words={states.words}
            order={bulletinFlow.order}
            bin={can('bulletin_dels') && places.bin}
          />
          <LastAct acts={acts} undo={takeBack} />
        </>
      }
      narrowedTo={useNarrowedTo(states.words)}
      moves={bulk}
      onDone={({ done }, rows) => acts.add(done ? actOf(rows, done) : null)}
      onOpen={({ id }) => navigate(places.one(id))}
    />
  )
}
