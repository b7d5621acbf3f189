import { Link } from 'react-router'
import type { Output } from '../../../core/contract/endpoint.ts'
import { suggestion } from '../../../core/contract/suggestion.ts'
import type { Column } from '../../parts/list/types.ts'
import { BinScreen } from '../../parts/states/BinScreen.tsx'
import { StateMark } from '../../parts/states/StateMark.tsx'
import { api, places, states } from './calls.ts'

const { shape } = suggestion.binList.output
type Deleted = Output<typeof suggestion.binList>['list'][number]

const columns: readonly Column<Deleted>[] = [
  { field: 'title', width: 300 },
  {
    field: 'status',
    width: 110,
    title: '删除前状态',
    leads: true,
    show: (row) => <StateMark {...states} value={row.status} />,
  },
  { field: 'name', width: 90 },
  { field: 'deletedByName', width: 100 },
  { field: 'deletedAt', sort: true },
  { field: 'id', width: 80, hidden: true },
]

/** Deleted suggestions: back, or gone for good. */
export default function SuggestionBinScreen() {
  return (
    <BinScreen
      call="suggestion.binList"
      from={api.binList}
      row={shape.list.element}
      idField="id"
      titleOf={(row) => row.title ?? ''}
      columns={columns}
      filters={[{ kind: 'text', field: 'title', label: '标题' }]}
      rights={{ restore: 'suggestion_dels', purge: 'suggestion_binPurge' }}
      restore={(items, options) => api.binRestore({ items }, options)}
      purge={(items, options) => api.binPurge({ items }, options)}
      main={<Link to={places.list}>返回意见建议</Link>}
    />
  )
}
