import { Button } from 'antd'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { forum, forumBrief } from '../../../core/contract/forum.ts'
import { type ForumMove, type ForumState, forumFlow } from '../../../core/domain/forum-states.ts'
import { useRights } from '../../app/rights.ts'
import { shortTime } from '../../parts/list/cells.tsx'
import { filtersOf } from '../../parts/list/filtersOf.ts'
import { ListScreen } from '../../parts/list/ListScreen.tsx'
import type { Column } from '../../parts/list/types.ts'
import { bulkMoves } from '../../parts/states/bulk-moves.ts'
import { KindTabs } from '../../parts/states/KindTabs.tsx'
import { useNarrowedTo } from '../../parts/states/kind.ts'
import { LastAct } from '../../parts/states/LastAct.tsx'
import { StateMark } from '../../parts/states/StateMark.tsx'
import { actOf, api, type Brief, moves, places, states, takeBack, useActs } from './calls.ts'
import { Official } from './Official.tsx'

const columns: readonly Column<Brief>[] = [
  { field: 'title', width: 280, show: (row) => <Link to={places.one(row.id)}>{row.title}</Link> },
  { field: 'status', width: 110, sort: true, leads: true, show: (row) => <StateMark {...states} value={row.status} /> },
  { field: 'type', width: 70 },
  { field: 'plateTitle', width: 120 },
  { field: 'topicTitle', width: 180 },
  { field: 'name', width: 80 },
  { field: 'phone', width: 120 },
  { field: 'createdAt', sort: true, show: (row) => shortTime(row.createdAt) },
  { field: 'publishedAt', sort: true, hidden: true, show: (row) => shortTime(row.publishedAt) },
  { field: 'shownName', width: 100, hidden: true },
  { field: 'official', width: 90, hidden: true },
  { field: 'reason', hidden: true },
  { field: 'id', width: 80, hidden: true },
]

const bulk = bulkMoves<Brief, ForumState, ForumMove>(forumFlow, { calls: moves })
const filters = filtersOf(forum.list, ['title', 'content', 'plateId', 'type', 'phone'])

/** What visitors posted on the boards that one moderates. */
export default function ForumListScreen() {
  const navigate = useNavigate()
  const { can } = useRights()
  const acts = useActs()
  const [posting, setPosting] = useState(false)
  return (
    <>
      <ListScreen
        name="论坛话题"
        call="forum.list"
        from={api.list}
        row={forumBrief}
        idField="id"
        titleOf={(row) => row.title ?? ''}
        columns={columns}
        order={[{ field: 'createdAt', order: 'desc' }]}
        tabs={
          <>
            <KindTabs
              call="forum.counts"
              from={api.counts}
              words={states.words}
              order={forumFlow.order}
              bin={can('forum_dels') && places.bin}
            />
            {can('forum_add') && (
              <Button className="no-print" onClick={() => setPosting(true)}>
                以单位名义发帖
              </Button>
            )}
            <LastAct acts={acts} undo={takeBack} />
          </>
        }
        narrowedTo={useNarrowedTo(forumFlow.words)}
        filters={filters}
        bulk={bulk}
        onDone={({ done }, rows) => acts.add(done ? actOf(rows, done) : null)}
        onOpen={({ id }) => navigate(places.one(id))}
        empty="还没有帖子。访问者在网站的版块上发的帖、跟的帖出现在这里。"
      />
      {posting && <Official to={null} close={() => setPosting(false)} />}
    </>
  )
}
