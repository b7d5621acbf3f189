import { Link, useNavigate } from 'react-router'
import { product, productBrief } from '../../../core/contract/product.ts'
import { productFlow } from '../../../core/domain/product-states.ts'
import type { ShownMove, ShownState } from '../../../core/domain/shown-states.ts'
import { notices } from '../../../core/text.ts'
import { useRights } from '../../app/rights.ts'
import { shortTime } from '../../parts/list/cells.tsx'
import { filtersOf } from '../../parts/list/filtersOf.ts'
import type { Column } from '../../parts/list/types.ts'
import { RowScreen } from '../../parts/row/RowScreen.tsx'
import { bulkMoves } from '../../parts/states/bulk-moves.ts'
import { KindTabs } from '../../parts/states/KindTabs.tsx'
import { useNarrowedTo } from '../../parts/states/kind.ts'
import { LastAct } from '../../parts/states/LastAct.tsx'
import { StateMark } from '../../parts/states/StateMark.tsx'
import { actOf, api, type Brief, fields, hints, moves, places, states, takeBack, useActs } from './calls.ts'

const columns: readonly Column<Brief>[] = [
  { field: 'title', width: 240, show: (row) => <Link to={places.one(row.id)}>{row.title}</Link> },
  { field: 'status', width: 110, sort: true, leads: true, show: (row) => <StateMark {...states} value={row.status} /> },
  { field: 'company', width: 180 },
  { field: 'moneyWords', width: 120 },
  { field: 'summary', width: 240, hidden: true },
  { field: 'updatedAt', width: 150, sort: true, show: (row) => shortTime(row.updatedAt) },
  { field: 'createdAt', width: 150, sort: true, hidden: true, show: (row) => shortTime(row.createdAt) },
  { field: 'reason', hidden: true },
  { field: 'id', width: 80, hidden: true },
]
const filters = filtersOf(product.list, ['title', 'company'])
const bulk = bulkMoves<Brief, ShownState, ShownMove>(productFlow, { calls: moves })

/** 产品展示. */
export default function ProductScreen() {
  const navigate = useNavigate()
  const { can } = useRights()
  const acts = useActs()
  return (
    <RowScreen
      name="产品"
      area="product"
      calls={api}
      row={productBrief}
      titleOf={(row) => row.title ?? ''}
      columns={columns}
      filters={filters}
      shape={product.add.input.shape}
      fields={fields}
      hints={hints}
      fresh={{ moneyCompany: 1 }}
      live={() => notices.live}
      tabs={
        <>
          <KindTabs
            call="product.counts"
            from={api.counts}
            words={states.words}
            order={productFlow.order}
            bin={can('product_dels') && places.bin}
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
