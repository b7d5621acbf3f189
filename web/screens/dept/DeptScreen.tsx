import { type DeptNode, dept } from '../../../core/contract/dept.ts'
import type { Output } from '../../../core/contract/endpoint.ts'
import { user } from '../../../core/contract/user.ts'
import { deptShown, deptStates, deptTypes } from '../../../core/domain/enums.ts'
import { useRights } from '../../app/rights.ts'
import { useCall } from '../../data/calls.ts'
import { callsOf, refusalOf } from '../../data/client.ts'
import { ErrorState, Loading } from '../../parts/States.tsx'
import { MergeButton } from '../../parts/tree/MergeButton.tsx'
import type { TreeKind } from '../../parts/tree/nodes.ts'
import type { TreeForm, TreeProps } from '../../parts/tree/props.ts'
import { TreeRowForm } from '../../parts/tree/TreeRowForm.tsx'
import { TreeScreen } from '../../parts/tree/TreeScreen.tsx'

const api = callsOf(dept)
type Row = Output<typeof dept.get>

const users = callsOf(user)
const kind: TreeKind<DeptNode> = {
  says: '部门',
  idOf: (node) => node.id,
  parentOf: (node) => node.parentId,
  nameOf: (node) => node.name,
  moved: '按「本部门及下级」查看数据的人员，看到的范围随即改变',
}
const calls: TreeProps<DeptNode>['calls'] = {
  area: 'dept',
  tree: 'dept.tree',
  read: (_, options) => api.tree({}, options),
  arrange: ({ parentId, ids }, options) => api.arrange({ parentId, deptIds: ids }, options),
  remove: async (id, options) => {
    await api.del({ id }, options)
    return null
  },
  refusal: (id) => refusalOf(dept.del, { id }),
}
const rowCalls = { get: api.view, add: api.save, edit: api.save }
const rights = { add: 'dept_save', change: 'dept_save', remove: 'dept_del' } as const
const shape = dept.save.input.shape
const fields = [
  'name',
  'parentId',
  'no',
  'phone',
  'deptType',
  'type',
  'isCount',
  'target',
  'state',
  'dingId',
  'desc',
] as const
const hints = {
  parentId: '不选为顶级部门',
  type: '决定部门在哪些地方可以选到',
  isCount: '供按部门统计时使用',
  target: '全年要发布多少篇，部门发文统计按天数折算；不填则不考核',
  state: '停用后，其人员不能登录，也选不到该部门',
}

/** The form of a department: what the tree does not hold of it is read first. */
function DeptForm({ form }: { form: TreeForm<DeptNode> }) {
  const { row: node, ...rest } = form
  const { can } = useRights()
  const { data, error, refetch } = useCall(
    'dept.view',
    api.view,
    { id: node?.id ?? '' },
    { enabled: node !== undefined },
  )
  // who is signed out by it, as far as the caller sees them
  const people = useCall(
    'user.list',
    users.list,
    { deptId: node?.id, state: 0, pageSize: 1 },
    { enabled: node !== undefined && can('user_list'), quiet: true },
  )
  const inUse = people.data?.total
  if (node && error && !data) return <ErrorState error={error} retry={refetch} />
  if (node && !data) return <Loading />
  return (
    <TreeRowForm<Partial<Row>, DeptNode, Row>
      form={rest}
      row={data}
      area="dept"
      calls={rowCalls}
      shape={shape as never}
      fields={fields}
      hints={hints}
      needs={['name']}
      fresh={{ deptType: 0, type: 3, isCount: 0, state: 0 }}
      parent="parentId"
      live={({ name }, row) => (row && name ? '部门改名后，网站上由它答复的建议随即改署新名称，是否保存？' : '')}
      doubts={({ state }, row) =>
        row && state === 1
          ? [
              `停用部门「${row.name}」后，其${inUse === undefined ? '' : ` ${inUse} 名在用的`}人员立即退出登录，启用前不能再登录；他们的脚本令牌作废，再启用也不恢复。是否继续？`,
            ]
          : []
      }
    />
  )
}

const notes = (node: DeptNode) =>
  [
    node.intoName ? `已并入「${node.intoName}」` : node.state === 0 ? '' : deptStates[1],
    node.deptType === 0 ? '' : deptTypes[1],
    node.type === 3 ? '' : deptShown[node.type as 0],
  ].filter(Boolean)

/** Departments: who is under whom, and where each appears. */
export default function DeptScreen() {
  return (
    <TreeScreen<DeptNode>
      kind={kind}
      calls={calls}
      rights={rights}
      acts={({ id, name }) => (
        <MergeButton
          {...{ area: 'dept', of: 'dept', e: dept.merge, call: api.merge, right: 'dept_merge', says: '部门', id, name }}
        />
      )}
      notes={notes}
      form={(form) => <DeptForm form={form} />}
    />
  )
}
