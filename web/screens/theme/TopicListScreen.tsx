import { Flex } from 'antd'
import { useMemo } from 'react'
import { Link, useNavigate } from 'react-router'
import { versionsSeen } from '../../../core/contract/shared.ts'
import { topicBrief } from '../../../core/contract/theme/rows.ts'
import { showFollows, themeGroups } from '../../../core/domain/theme-groups.ts'
import type { CommentState, ThemeMove } from '../../../core/domain/theme-moves.ts'
import { themeAreas } from '../../../core/domain/theme-names.ts'
import { useRights } from '../../app/rights.ts'
import { shortTime } from '../../parts/list/cells.tsx'
import { filtersOf } from '../../parts/list/filtersOf.ts'
import { ListScreen } from '../../parts/list/ListScreen.tsx'
import type { BulkAction, BulkItem, Column } from '../../parts/list/types.ts'
import { bulkMoves } from '../../parts/states/bulk-moves.ts'
import { KindTabs } from '../../parts/states/KindTabs.tsx'
import { useNarrowedTo } from '../../parts/states/kind.ts'
import { LastAct } from '../../parts/states/LastAct.tsx'
import { StateMark } from '../../parts/states/StateMark.tsx'
import { type Brief, countsPlace, type Group, groups, useGroup } from './calls.ts'

const columnsOf = ({ places, states }: Group): readonly Column<Brief>[] => [
  { field: 'title', width: 280, show: (row) => <Link to={places.one(row.id)}>{row.title}</Link> },
  { field: 'state', width: 110, sort: true, leads: true, show: (row) => <StateMark {...states} value={row.state} /> },
  { field: 'shown', width: 90 },
  { field: 'kind', width: 90 },
  { field: 'deptName', width: 130 },
  { field: 'replies', width: 80, sort: true },
  { field: 'recommend', width: 80, hidden: true },
  { field: 'name', width: 80 },
  { field: 'phone', width: 120 },
  { field: 'createdAt', sort: true, show: (row) => shortTime(row.createdAt) },
  { field: 'answeredAt', sort: true, hidden: true, show: (row) => shortTime(row.answeredAt) },
  { field: 'reason', hidden: true },
  { field: 'id', width: 80, hidden: true },
]

/** Topics as they were marked: what has changed since was not looked at. */
const seen = (items: readonly BulkItem[]) => ({ ids: items.map(({ id }) => id), versions: versionsSeen(items) })

/** What is done with topics beside the moves of their states. */
const others = ({ area, api }: Group): readonly BulkAction<Brief>[] => [
  {
    ...{ label: '显示', right: `${area}_show`, done: '已显示', public: true },
    follows: () => showFollows[1],
    fits: (row) => Number(row.state) === 1 && Number(row.shown) !== 1,
    hinders: (row) => (Number(row.openFlag) === 1 ? null : '提出人不同意公开'),
    does: (items) => api.show({ ...seen(items), show: 1 }),
  },
  {
    ...{ label: '隐藏', right: `${area}_show`, done: '已隐藏', public: true },
    follows: () => showFollows[0],
    fits: (row) => Number(row.shown) === 1,
    does: (items) => api.show({ ...seen(items), show: 0 }),
  },
  {
    ...{ label: '推荐', right: `${area}_show`, done: '已推荐' },
    fits: (row) => Number(row.shown) === 1 && Number(row.recommend) === 0,
    does: (items) => api.recommend({ ...seen(items), recommend: 1 }),
  },
  {
    ...{ label: '取消推荐', right: `${area}_show`, done: '已取消推荐' },
    fits: (row) => Number(row.recommend) === 1,
    does: (items) => api.recommend({ ...seen(items), recommend: 0 }),
  },
]

/** Topics of a group by how far their audit is. */
export default function TopicListScreen() {
  const group = useGroup()
  return <Topics key={group.area} group={group} />
}

function Topics({ group }: { readonly group: Group }) {
  const { area, flow, api, states, moves, places, useActs, actOf, takeBack, title, noun } = group
  const navigate = useNavigate()
  const { can } = useRights()
  const acts = useActs()
  const columns = useMemo(() => columnsOf(group), [group])
  const bulk = useMemo(
    () => [
      ...bulkMoves<Brief, CommentState, ThemeMove>(flow, {
        calls: moves,
        fits: (move) => (row) => flow.target(move, Number(row.state) as CommentState) !== null,
      }),
      ...others(group),
    ],
    [flow, moves, group],
  )
  const filters = useMemo(
    () => filtersOf(group.shape.list, ['title', 'content', 'phone', 'kind', 'shown', 'recommend', 'deptId']),
    [group],
  )
  return (
    <ListScreen
      name={title}
      call={`${area}.list`}
      from={api.list}
      row={topicBrief}
      idField="id"
      titleOf={(row) => row.title ?? ''}
      columns={columns}
      order={[{ field: 'createdAt', order: 'desc' }]}
      tabs={
        <>
          <Flex gap="middle" wrap component="nav" aria-label="话题的其他页面" className="no-print">
            {themeAreas
              .filter((one) => one !== area && can(`${one}_list`))
              .map((one) => (
                <Link key={one} to={groups[one].places.list}>
                  {themeGroups[one].title}
                </Link>
              ))}
            {can(`${area}_dels`) && <Link to={places.bin}>回收站</Link>}
            {can('themeCount_list') && <Link to={countsPlace}>统计</Link>}
          </Flex>
          <KindTabs call={`${area}.counts`} from={api.counts} stated="state" words={states.words} order={flow.order} />
          <LastAct acts={acts} undo={takeBack} />
        </>
      }
      narrowedTo={useNarrowedTo(flow.words, 'state')}
      filters={filters}
      bulk={bulk}
      onDone={({ done }, rows) =>
        acts.add(done && Object.values(flow.moves).some(({ became }) => became === done) ? actOf(rows, done) : null)
      }
      onOpen={({ id }) => navigate(places.one(id))}
      empty={`还没有${noun}。公众在网站上提出的出现在这里。`}
    />
  )
}
