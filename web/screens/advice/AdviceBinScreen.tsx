import { Link } from 'react-router'
import { advice } from '../../../core/contract/advice.ts'
import type { Output } from '../../../core/contract/endpoint.ts'
import type { Column } from '../../parts/list/types.ts'
import { BinScreen } from '../../parts/states/BinScreen.tsx'
import { StateMark } from '../../parts/states/StateMark.tsx'
import { api, places, states } from './calls.ts'

const { shape } = advice.binList.output
type Deleted = Output<typeof advice.binList>['list'][number]

const columns: readonly Column<Deleted>[] = [
  { field: 'title', width: 300 },
  {
    field: 'status',
    width: 110,
    title: '删除前状态',
    leads: true,
    show: (row) => <StateMark {...states} value={row.status} />,
  },
  { field: 'proposer', width: 110 },
  { field: 'deletedByName', width: 100 },
  { field: 'deletedAt', sort: true },
  { field: 'id', width: 80, hidden: true },
]

/** Deleted opinions: back, or gone for good. */
export default function AdviceBinScreen() {
  return (
    <BinScreen
      call="advice.binList"
      from={api.binList}
      row={shape.list.element}
      idField="id"
      titleOf={(row) => row.title ?? ''}
      columns={columns}
      filters={[{ kind: 'text', field: 'title', label: '标题' }]}
      rights={{ restore: 'advice_dels', purge: 'advice_binPurge' }}
      restore={(items, options) => api.binRestore({ items }, options)}
      purge={(items, options) => api.binPurge({ items }, options)}
      main={<Link to={places.list}>返回意见答复</Link>}
    />
  )
}
