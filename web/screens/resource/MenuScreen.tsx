import type { Input, Output } from '../../../core/contract/endpoint.ts'
import { type ResourceNode, resource } from '../../../core/contract/resource.ts'
import { type App, apps, menuTypes, resourceShown } from '../../../core/domain/enums.ts'
import { callsOf, refusalOf } from '../../data/client.ts'
import type { TreeKind } from '../../parts/tree/nodes.ts'
import type { TreeForm, TreeProps } from '../../parts/tree/props.ts'
import { TreeRowForm } from '../../parts/tree/TreeRowForm.tsx'
import { TreeScreen } from '../../parts/tree/TreeScreen.tsx'
import { screenAt } from '../screens.ts'

const api = callsOf(resource)
type Row = Output<typeof resource.resView>
type Values = Omit<Input<typeof resource.resSave>, 'parentId'>

const kind: TreeKind<ResourceNode> = {
  says: '菜单',
  topSays: '目录',
  idOf: (node) => node.id,
  parentOf: (node) => node.parentId,
  nameOf: (node) => node.name,
}
const calls: TreeProps<ResourceNode>['calls'] = {
  area: 'resource',
  tree: 'resource.baseTree',
  read: (_, options) => api.baseTree({}, options),
  arrange: ({ parentId, ids }, options) => api.arrange({ parentId, resourceIds: ids }, options),
  remove: async (id, options) => {
    await api.resDel({ id }, options)
    return null
  },
  refusal: (id) => refusalOf(resource.resDel, { id }),
}
const rights = { add: 'resource_resSave', change: 'resource_resEdit', remove: 'resource_resDel' } as const
const { shape } = resource.resSave.input
const hints = {
  type: '目录只分组，菜单打开一个页面；菜单要放在目录之下',
  url: '如 /main/article/essay，或别的系统的 http(s) 网址（在新窗口打开）；新增的先只有管理员看到，其他人要在「角色 › 菜单和权限」中勾选',
  alias: '供程序识别，不能与别的菜单相同',
  icon: '目录的图标',
  enabled: '隐藏后不出现在左侧菜单，权限不变',
  dingAppKey: '只在某一个应用里显示时选择，一般不选',
}
const fields = ['name', 'type', 'url', 'icon', 'enabled', 'alias', 'dingAppKey'] as const
/** At the top stand groups alone. */
const topFields = ['name', 'icon', 'enabled', 'alias', 'dingAppKey'] as const
/** Of what comes with the program its kind, address and alias stay. */
const shippedFields = ['name', 'icon', 'enabled', 'dingAppKey'] as const

/** An address of this console that no screen has: its entry would stand in nobody's menu, and nothing would say why. */
function nowhere({ url }: Partial<Values>): string[] {
  if (!url || /^https?:/i.test(url) || url.startsWith('/report/') || screenAt(url)) return []
  return [`没有「${url}」这个页面，保存后这一项不会出现在任何人的左侧菜单里，请核对地址。仍要保存吗？`]
}
/** What takes an entry out of the menus of others is asked about. */
function doubts(given: Partial<Values>, of: Row | undefined): string[] {
  const { enabled, dingAppKey } = given
  const lost = nowhere(given)
  if (lost.length > 0 || !of) return lost
  const along = of.type === 'Catalogue' ? '它和它下面的菜单' : '它'
  if (enabled === 0) return [`隐藏「${of.name}」后，所有人的左侧菜单里都没有${along}。是否继续？`]
  if (!dingAppKey) return []
  const others = Object.entries(apps).flatMap(([key, says]) => (key === dingAppKey ? [] : [says]))
  return [
    `「${of.name}」只在「${apps[dingAppKey as App]}」显示后，${others.join('、')}里所有人的左侧菜单都没有${along}。是否继续？`,
  ]
}

/** Who sees it: what comes with the program follows the rights below it, an entry of one's own is given to roles. */
const follows = ({ type }: Partial<Values>, of: Row | undefined): string => {
  if (of) return `保存后，能看到「${of.name}」的人的左侧菜单随即改变，是否保存？`
  return type === 'Catalogue'
    ? '保存后还没有人看到这个目录，其下有了能打开的菜单才显示，是否保存？'
    : '保存后只有管理员看到这一项，在「角色 › 菜单和权限」中勾选后，该角色的人员才能看到，是否保存？'
}

function MenuForm({ form }: { form: TreeForm<ResourceNode> }) {
  const { row, parentId, ...rest } = form
  return (
    <TreeRowForm<Values, ResourceNode, Row>
      form={{ ...rest, ...(parentId !== undefined && { parentId }) }}
      row={row}
      area="resource"
      calls={
        {
          get: api.resView,
          add: (input: Values, options: object) => api.resSave({ ...input, parentId: parentId ?? '0' }, options),
          edit: api.resEdit,
        } as never
      }
      shape={shape as never}
      fields={row?.shipped === 1 ? shippedFields : row || (parentId && parentId !== '0') ? fields : topFields}
      hints={hints}
      fresh={{ type: parentId && parentId !== '0' ? 'Menu' : 'Catalogue', enabled: 1 }}
      live={follows}
      doubts={doubts}
    />
  )
}

/** The left menu: what comes with the program, and entries of one's own. */
export default function MenuScreen() {
  return (
    <TreeScreen<ResourceNode>
      kind={kind}
      calls={calls}
      rights={rights}
      holds={({ type }) => type === 'Catalogue'}
      notes={(node) =>
        [
          node.type === 'Catalogue' ? menuTypes.Catalogue : '',
          // both consoles have a catalogue of the name 首页
          node.dingAppKey && Object.hasOwn(apps, node.dingAppKey) ? apps[node.dingAppKey as App] : '',
          node.enabled === 1 ? '' : resourceShown[0],
          node.shipped === 1 ? '' : '自行添加',
        ].filter(Boolean)
      }
      facts={(node) => node.shipped === 1 && <span className="muted">系统自带，可以改名、移动和隐藏，不能删除</span>}
      stays={({ shipped }) => shipped === 1}
      form={(form) => <MenuForm form={form} />}
    />
  )
}
