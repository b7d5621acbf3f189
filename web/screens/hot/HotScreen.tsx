import type { Output } from '../../../core/contract/endpoint.ts'
import { hot, hotRow } from '../../../core/contract/hot.ts'
import { notices } from '../../../core/text.ts'
import { callsOf } from '../../data/client.ts'
import { filtersOf } from '../../parts/list/filtersOf.ts'
import type { Column } from '../../parts/list/types.ts'
import { RowScreen } from '../../parts/row/RowScreen.tsx'

const api = callsOf(hot)

const filters = filtersOf(hot.list, ['name', 'enabled'])

const columns: readonly Column<Output<typeof hot.get>>[] = [
  { field: 'name', width: 300, sort: true },
  { field: 'sort', sort: true },
  { field: 'enabled', width: 90 },
  { field: 'updatedAt', sort: true },
  { field: 'createdAt', sort: true, hidden: true },
  { field: 'id', width: 80, hidden: true },
]

/** Hot words: what the search box of the site offers. */
export default function HotScreen() {
  return (
    <>
      <p className="muted" style={{ marginBottom: 8 }}>
        网站首页的搜索框下按排序显示启用的热词，只显示一行放得下的。
      </p>
      <RowScreen
        name="热词"
        area="hot"
        calls={api}
        row={hotRow}
        titleOf={(row) => row.name}
        columns={columns}
        filters={filters}
        shape={hot.add.input.shape}
        fields={['name', 'sort', 'enabled']}
        hints={{ sort: '数字小的在前' }}
        live={({ enabled }) => (enabled === 1 ? notices.live : '')}
        fresh={{ sort: 0, enabled: 1 }}
      />
    </>
  )
}
