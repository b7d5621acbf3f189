import { Flex } from 'antd'
import { Link, useNavigate } from 'react-router'
import { proposalBrief } from '../../../core/contract/proposal/rows.ts'
import { type ProposalMove, type ProposalState, proposalFlow } from '../../../core/domain/proposal-states.ts'
import { useRights } from '../../app/rights.ts'
import { ListScreen } from '../../parts/list/ListScreen.tsx'
import { bulkMoves } from '../../parts/states/bulk-moves.ts'
import { KindTabs } from '../../parts/states/KindTabs.tsx'
import { useNarrowedTo } from '../../parts/states/kind.ts'
import { LastAct } from '../../parts/states/LastAct.tsx'
import { actOf, api, type Brief, moves, places, states, takeBack, useActs } from './calls.ts'
import { columnsOf, filters } from './columns.tsx'

const columns = columnsOf(places.one)
const bulk = bulkMoves<Brief, ProposalState, ProposalMove>(proposalFlow, {
  calls: moves,
  fits: (move) => (row) => proposalFlow.target(move, Number(row.state) as ProposalState) !== null,
})

/** All proposals that the reader sees, by how far they are. */
export default function ProposalListScreen() {
  const navigate = useNavigate()
  const { can } = useRights()
  const acts = useActs()
  return (
    <ListScreen
      name="委员提案"
      call="proposal.list"
      from={api.list}
      row={proposalBrief}
      idField="id"
      titleOf={(row) => row.title ?? ''}
      columns={columns}
      order={[{ field: 'createdAt', order: 'desc' }]}
      tabs={
        <>
          <Flex gap="middle" wrap component="nav" aria-label="提案的其他页面" className="no-print">
            <Link to={places.own}>我的提案</Link>
            <Link to={`${places.list}?overdue=1`}>已超期</Link>
            <Link to={`${places.list}?overdue=2`}>将到期</Link>
            <Link to={places.stats}>统计</Link>
            {can('proposal_dels') && <Link to={places.bin}>回收站</Link>}
          </Flex>
          <KindTabs
            call="proposal.counts"
            from={api.counts}
            stated="state"
            words={states.words}
            order={proposalFlow.order}
          />
          <LastAct acts={acts} undo={takeBack} />
        </>
      }
      narrowedTo={useNarrowedTo(proposalFlow.words, 'state')}
      filters={filters}
      bulk={bulk}
      onDone={({ done }, rows) => acts.add(done ? actOf(rows, done) : null)}
      onOpen={({ id }) => navigate(places.one(id))}
      empty="还没有提案。委员在「我的提案」中提交的出现在这里。"
    />
  )
}
