import type { Output } from '../../../core/contract/endpoint.ts'
import { popula, populaRow } from '../../../core/contract/popula.ts'
import { notices } from '../../../core/text.ts'
import { callsOf } from '../../data/client.ts'
import { filtersOf } from '../../parts/list/filtersOf.ts'
import type { Column } from '../../parts/list/types.ts'
import { RowScreen } from '../../parts/row/RowScreen.tsx'

const api = callsOf(popula)

const filters = filtersOf(popula.list, ['name', 'enabled'])

const columns: readonly Column<Output<typeof popula.get>>[] = [
  { field: 'name', width: 200, sort: true },
  { field: 'url', width: 320 },
  { field: 'hits', width: 110, sort: true, leads: true },
  { field: 'sort', width: 90, sort: true },
  { field: 'enabled', width: 90 },
  { field: 'updatedAt', sort: true, hidden: true },
  { field: 'createdAt', sort: true, hidden: true },
  { field: 'id', width: 80, hidden: true },
]

/** Featured links, with how often each was followed. */
export default function PopulaScreen() {
  return (
    <>
      <p className="muted" style={{ marginBottom: 8 }}>
        网站首页按排序显示启用的推荐链接；同一访问者一天点击多次只计一次，不记录访问者的个人信息。
      </p>
      <RowScreen
        name="推荐链接"
        area="popula"
        calls={api}
        row={populaRow}
        titleOf={(row) => row.name}
        columns={columns}
        filters={filters}
        shape={popula.add.input.shape}
        fields={['name', 'url', 'image', 'sort', 'enabled']}
        hints={{ url: '以 http://、https:// 或 / 开头', sort: '数字小的在前', image: '可以不填；有图片的显示为图片' }}
        live={({ enabled }) => (enabled === 1 ? notices.live : '')}
        fresh={{ sort: 0, enabled: 1 }}
      />
    </>
  )
}
