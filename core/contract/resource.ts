import { z } from 'zod'
import { apps, menuIcons, menuTypes, resourceShown } from '../domain/enums.ts'
import { endpoint } from './endpoint.ts'
import {
  address,
  choice,
  choiceOrNone,
  chosen,
  count,
  filter,
  id,
  idOf,
  ids,
  idsOrNone,
  idText,
  int,
  lineOf,
  nothing,
  onlyId,
  row,
  sampled,
  text,
  when,
  words,
} from './shared.ts'

const fields = {
  name: sampled(lineOf('名称', 50), '公文系统'),
  alias: text('标识', 80, 1)
    .trim()
    .regex(/^[A-Za-z][A-Za-z0-9-]*$/, '只能用字母、数字和连字符，以字母开头')
    .meta({ title: '标识', maxLength: 80, sample: 'documents' }),
  // an entry of the menu needs the number of one, and an address: no line to be guessed
  type: sampled(choice('类型', menuTypes), '目录'),
  parentId: id('上级'),
  url: address('地址', 300).nullish(),
  icon: choiceOrNone('图标', menuIcons),
  enabled: choice('状态', resourceShown),
  dingAppKey: choiceOrNone('所属应用', apps),
}

/** A menu entry or a right as replies show it (main-console §3, Menu/resource). */
const plain = {
  id: idText(),
  parentId: idText('上级'),
  name: z.string().meta({ title: '名称' }),
  alias: words('标识'),
  type: chosen('类型', menuTypes),
  url: words('地址'),
  icon: chosen('图标', menuIcons),
  sort: count('排序'),
  enabled: chosen('状态', resourceShown),
  dingAppKey: chosen('所属应用', apps),
  shipped: chosen('来源', { 1: '系统自带', 0: '自行添加' }),
}
export const resourceRow = row({ ...plain, updatedAt: when('修改时间'), version: count('版本') })
/** An entry with those below it. */
export type ResourceNode = z.infer<typeof resourceRow> & { children: ResourceNode[] }
const node: z.ZodType<ResourceNode, ResourceNode> = z.lazy(() =>
  z.looseObject({ ...resourceRow.shape, children: z.array(node) }),
) as never
/** The same for a role, which holds it or does not. */
const heldRow = row({ ...resourceRow.shape, held: chosen('持有', { 1: '是', 0: '否' }) })

const one = z.object({ id: id('资源') })
const version = int('版本', 1, Number.MAX_SAFE_INTEGER).nullish()

/** Menu entries and the rights below them, and which role has which (other-calls §7, Resources and roles). */
export const resource = {
  tree: endpoint({
    method: 'POST',
    path: '/resource/tree',
    send: 'body',
    payload: 'resSearchDto',
    input: z.object({
      name: filter(text('名称', 50)),
      type: filter(choice('类型', menuTypes)),
      dingAppKey: filter(choice('所属应用', apps)),
    }),
    output: z.array(node),
    effect: 'read',
    repeat: true,
    access: 'granted',
    says: '菜单和权限的树；筛选时连同上级',
    right: '查看菜单和权限',
  }),
  baseTree: endpoint({
    method: 'POST',
    path: '/resource/base/tree',
    send: 'none',
    input: nothing,
    output: z.array(node),
    effect: 'read',
    repeat: true,
    access: { like: 'resource_tree' },
    says: '菜单的树，不含按钮权限',
    verb: 'menus',
  }),
  resView: endpoint({
    method: 'POST',
    path: '/resource/res/view',
    send: 'body',
    payload: 'resDto',
    input: one,
    output: resourceRow,
    effect: 'read',
    repeat: true,
    access: { like: 'resource_tree' },
    says: '查看一个菜单或权限',
    verb: 'view',
  }),
  resSave: endpoint({
    method: 'POST',
    path: '/resource/res/save',
    send: 'body',
    payload: 'resSaveDto',
    input: z.object({
      ...fields,
      parentId: fields.parentId.optional(),
      enabled: fields.enabled.optional(),
    }),
    output: resourceRow,
    effect: 'write',
    access: 'granted',
    says: '新增菜单',
    verb: 'add',
    tells: '新增菜单{}',
  }),
  resEdit: endpoint({
    method: 'POST',
    path: '/resource/res/edit',
    send: 'body',
    payload: 'resEditDto',
    input: z.object({ id: id('资源'), version, ...z.object(fields).partial().shape }),
    output: resourceRow,
    effect: 'write',
    access: 'granted',
    says: '修改菜单',
    verb: 'edit',
    tells: '修改菜单{}',
  }),
  arrange: endpoint({
    method: 'POST',
    path: '/x/resource/arrange',
    send: 'body',
    input: z.object({ parentId: id('上级'), resourceIds: ids('其下全部菜单的顺序', 500) }),
    output: z.array(node),
    effect: 'write',
    access: { like: 'resource_resEdit' },
    says: '移动菜单、调整顺序',
    verb: false,
    tells: '调整菜单{}的位置',
    own: true,
  }),
  resDel: endpoint({
    method: 'POST',
    path: '/resource/res/del',
    send: 'body',
    payload: 'resDto',
    input: one,
    output: onlyId,
    effect: 'write',
    access: 'granted',
    rows: 'tree',
    says: '删除自行添加的菜单',
    verb: 'del',
    tells: '删除菜单{}',
  }),
  roleList: endpoint({
    method: 'POST',
    path: '/resource/role/list',
    send: 'body',
    payload: 'roleIdDto',
    input: z.object({ roleId: idOf('role') }),
    output: z.array(heldRow),
    effect: 'read',
    repeat: true,
    access: { like: 'role_list' },
    says: '全部菜单和权限，标明角色是否持有',
    verb: 'of-role',
  }),
  roleSave: endpoint({
    method: 'POST',
    path: '/resource/role/save',
    send: 'body',
    payload: 'resRoleSaveDto',
    input: z.object({
      roleId: idOf('role'),
      version,
      resourceIds: idsOrNone('菜单和权限', 2000),
    }),
    output: row({ roleId: idText('角色'), added: count('增加'), taken: count('收回'), version: count('版本') }),
    effect: 'write',
    reveals: true,
    access: 'granted',
    proof: true,
    says: '设定角色持有的全部菜单和权限，没有写上的收回',
    right: '设定角色的菜单和权限',
    // what it is given replaces all: no line for a hand to type
    verb: false,
    tells: '设定角色{}的权限',
    about: 'role',
  }),
}
