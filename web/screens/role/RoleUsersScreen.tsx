import { Link, useSearchParams } from 'react-router'
import type { Input } from '../../../core/contract/endpoint.ts'
import { role } from '../../../core/contract/role.ts'
import { userRow } from '../../../core/contract/user-row.ts'
import { useCall } from '../../data/calls.ts'
import { filtersOf } from '../../parts/list/filtersOf.ts'
import { ListScreen } from '../../parts/list/ListScreen.tsx'
import type { BulkAction, Filter } from '../../parts/list/types.ts'
import { EmptyState, ErrorState, Loading } from '../../parts/States.tsx'
import { columns, idsOf, nameOf, type Row, api as users } from '../user/calls.ts'
import { api } from './calls.ts'
import '../../parts/list/list-tabs.css'
import '../../parts/toolbar.css'

type Search = Omit<Input<typeof role.userList>, 'roleId'>
const filters = filtersOf(role.userList, ['name', 'deptId'])
/** Parts of the address that are the role's. */
const address = ['role', 'others'] as const

const giving = (roleId: string, name: string): BulkAction<Row> => ({
  label: `授予「${name}」`,
  says: (n) => `向 ${n} 名用户授予「${name}」`,
  right: 'user_grantRole',
  atOnce: 1000,
  follows: () => '下一次操作即生效',
  done: '已授予',
  does: (items, options) => users.grantRole({ roleId, userIds: idsOf(items) }, options),
})
const taking = (roleId: string, name: string): BulkAction<Row> => ({
  label: `收回「${name}」`,
  says: (n) => `从 ${n} 名用户收回「${name}」`,
  right: 'user_grantRole',
  atOnce: 1000,
  danger: true,
  follows: () => '下一次操作即失去这个角色的权限',
  done: '已收回',
  does: (items, options) => users.delRole({ roleId, userIds: idsOf(items) }, options),
})

/** Who has a role, and who is given it. */
export default function RoleUsersScreen() {
  const [params] = useSearchParams()
  const id = params.get('role') ?? ''
  const others = params.get('others') === '1'
  const { data, error, refetch } = useCall('role.options', api.options, {})
  if (error && !data) return <ErrorState error={error} retry={refetch} />
  if (!data) return <Loading />
  const back = <Link to="/main/system/role">返回角色</Link>
  const found = data.find((one) => one.id === id)
  const none = id === '' ? '请先选择角色：在「角色」中点其「人员」' : '角色不存在，可能已被删除'
  if (!found) return <EmptyState title={none}>{back}</EmptyState>
  const at = (more: string) => `/main/system/disUser?role=${id}${more}`
  return (
    <>
      <div className="toolbar">
        <b>角色「{found.name}」</b>
        <span className="grow" />
        {back}
      </div>
      <nav className="state-tabs no-print" aria-label="人员">
        <ul>
          <li>
            <Link to={at('')} aria-current={others ? undefined : 'true'}>
              已有此角色
            </Link>
          </li>
          <li>
            <Link to={at('&others=1')} aria-current={others ? 'true' : undefined}>
              添加人员
            </Link>
          </li>
        </ul>
      </nav>
      <ListScreen<Search, Row>
        key={others ? 'others' : 'people'}
        name={others ? '未有此角色的用户' : '已有此角色的用户'}
        call={others ? 'role.userNotList' : 'role.userList'}
        // the role is part of every call (`fixed`)
        from={(others ? api.userNotList : api.userList) as never}
        row={userRow}
        idField="id"
        titleOf={nameOf}
        columns={columns}
        filters={filters as readonly Filter<Search>[]}
        fixed={{ roleId: id } as Search}
        beside={address}
        bulk={[others ? giving(id, found.name) : taking(id, found.name)]}
        empty={others ? '没有别的用户了' : '还没有人持有此角色，从「添加人员」中选择'}
      />
    </>
  )
}
