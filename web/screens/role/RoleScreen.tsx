import { useState } from 'react'
import { Link } from 'react-router'
import type { Input } from '../../../core/contract/endpoint.ts'
import { role, roleRow } from '../../../core/contract/role.ts'
import { dataScopes } from '../../../core/domain/enums.ts'
import { useRights } from '../../app/rights.ts'
import { useSay } from '../../app/say.ts'
import { useAction, useStale } from '../../data/calls.ts'
import { refusalOf } from '../../data/client.ts'
import { useConfirm } from '../../parts/confirm.tsx'
import { lazyPart } from '../../parts/lazy.tsx'
import { filtersOf } from '../../parts/list/filtersOf.ts'
import type { Column } from '../../parts/list/types.ts'
import { RowScreen } from '../../parts/row/RowScreen.tsx'
import { api, type Row, usersAt } from './calls.ts'

const KeysDrawer = lazyPart(() => import('./KeysDrawer.tsx'))

const columns: readonly Column<Row>[] = [
  { field: 'name', width: 160, sort: true },
  { field: 'dataScope', width: 120, leads: true },
  { field: 'userCount', width: 80 },
  { field: 'enabled', width: 76, leads: true },
  { field: 'factor', width: 120, hidden: true },
  { field: 'nets', width: 160, hidden: true },
  { field: 'description' },
  { field: 'alias', width: 120, hidden: true },
  { field: 'dingAppKey', width: 120, hidden: true },
  { field: 'updatedAt', width: 170, sort: true, hidden: true },
  { field: 'createdAt', width: 170, sort: true, hidden: true },
  { field: 'id', width: 80, hidden: true },
]
const filters = filtersOf(role.list, ['name', 'enabled', 'deptId', 'startTime'])
const { id: _, version: __, ...shape } = role.save.input.shape
const fields = ['name', 'dataScope', 'description', 'enabled', 'factor', 'nets', 'alias', 'dingAppKey'] as const
type Values = Omit<Input<typeof role.save>, 'id' | 'version'>
const hints = {
  dataScope: '决定能看到和办理谁的数据',
  enabled: '禁用后，其人员随即失去它的权限',
  factor: '其人员登录时须再输入手机应用显示的口令；尚未绑定的随即退出，重新登录时绑定',
  nets: 'IP 地址或网段，多个用逗号隔开，如 10.2.0.0/16；留空为不限',
  alias: '供程序识别，可以不填',
  dingAppKey: '说明角色为哪个应用而设，不影响权限，一般不选',
}
const widths = Object.keys(dataScopes)
/** What takes something away from the people of a role is asked about with their number. */
function doubts({ enabled, dataScope }: Partial<Values>, of: Row | undefined): string[] {
  const people = Number(of?.userCount ?? 0)
  if (!of || people === 0 || Number(of.enabled) === 0) return []
  if (enabled !== undefined && Number(enabled) === 0)
    return [`禁用角色「${of.name}」后，${people} 人下一次操作起就没有它的权限。是否继续？`]
  const [from, to] = [String(of.dataScope), String(dataScope ?? of.dataScope)] as (keyof typeof dataScopes)[]
  if (!from || !to || widths.indexOf(to) >= widths.indexOf(from)) return []
  const change = `由「${dataScopes[from]}」改为「${dataScopes[to]}」`
  return [`角色「${of.name}」的数据范围${change}，${people} 人能看到的随即减少。是否继续？`]
}
const calls = { list: api.list, get: api.view, add: api.save, edit: api.save }

/** Roles: what their people may do, on whose data, in which columns, and who they are. */
export default function RoleScreen() {
  const { can } = useRights()
  const confirm = useConfirm()
  const say = useSay()
  const stale = useStale()
  const [open, setOpen] = useState<Row | null>(null)
  const removal = useAction(api.del)
  const trying = useAction((input: { id: string }) => refusalOf(role.del, input))

  async function remove(row: Row) {
    const refusal = await trying.run({ id: row.id })
    if (refusal) return say.warning(refusal)
    const text = `确认删除角色「${row.name}」吗？删除后无法恢复。`
    if (!(await confirm({ text, ok: '删除', danger: true }))) return
    const gone = await removal.run({ id: row.id }, say.refused)
    if (!gone) return
    say.success('角色已删除')
    await stale('role')
  }
  return (
    <>
      <RowScreen<Input<typeof role.list>, Values, Row, Row>
        name="角色"
        area="role"
        calls={calls as never}
        row={roleRow}
        rights={{ add: 'role_save', edit: 'role_save', dels: null }}
        titleOf={(row) => row.name}
        columns={columns}
        filters={filters}
        shape={shape as never}
        fields={fields}
        hints={hints}
        needs={['name', 'dataScope']}
        doubts={doubts}
        fresh={{ dataScope: 'SELF', enabled: 1, factor: 0 }}
        live={(_values, row) => (row ? '保存后对持有该角色的用户随即生效，是否保存？' : '')}
        acts={(row) => (
          <>
            <button type="button" onClick={() => setOpen(row)} aria-label={`权限 ${row.name}`}>
              权限
            </button>
            {can('user_list') && (
              <Link to={usersAt(row.id)} aria-label={`人员 ${row.name}`}>
                人员
              </Link>
            )}
            {can('role_del') && row.alias !== 'admin' && (
              <button type="button" onClick={() => void remove(row)} aria-label={`删除 ${row.name}`}>
                删除
              </button>
            )}
          </>
        )}
      />
      {open && <KeysDrawer row={open} close={() => setOpen(null)} />}
    </>
  )
}
