import { app, appRow } from '../../../core/contract/app.ts'
import type { Output } from '../../../core/contract/endpoint.ts'
import { callsOf } from '../../data/client.ts'
import type { Column } from '../../parts/list/types.ts'
import { RowScreen } from '../../parts/row/RowScreen.tsx'

const api = callsOf(app)

const columns: readonly Column<Output<typeof app.get>>[] = [
  { field: 'name', width: 240 },
  { field: 'appKey', width: 140 },
  { field: 'loginPage' },
  { field: 'enabled', width: 90 },
  { field: 'updatedAt' },
]

/** The consoles that people sign in to. */
export default function AppScreen() {
  return (
    <RowScreen
      name="应用"
      area="app"
      calls={api}
      row={appRow}
      rights={{ add: null, edit: 'app_edit', dels: null }}
      titleOf={(row) => row.name}
      columns={columns}
      filters={[]}
      shape={app.edit.input.shape}
      fields={['name', 'icon', 'loginPage', 'enabled']}
      hints={{ enabled: '停用后不能再登录，已登录的不受影响；管理后台不能停用' }}
      fresh={{}}
      live={({ enabled }) => (Number(enabled) === 0 ? '停用后随即不能再登录这个应用，是否保存？' : '')}
    />
  )
}
