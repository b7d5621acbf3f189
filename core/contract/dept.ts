import { z } from 'zod'
import { deptCounted, deptShown, deptStates, deptTypes } from '../domain/enums.ts'
import { endpoint } from './endpoint.ts'
import {
  choice,
  chosen,
  count,
  filter,
  id,
  idOf,
  idsOf,
  idText,
  int,
  lineOf,
  mergedFields,
  nameOf,
  nothing,
  oneLine,
  onlyId,
  page,
  pageOf,
  row,
  sampled,
  text,
  time,
  when,
  words,
} from './shared.ts'

/** What people write; the names are the specification's (main-console §3). */
const fields = {
  name: sampled(lineOf('部门名称', 100), '信息中心'),
  parentId: idOf('dept', '上级部门').optional(),
  no: text('部门编号', 50).trim().nullish(),
  phone: text('电话', 50)
    .trim()
    .regex(/^[\d\s+()（）\-—、，,；;转]*$/, '只能有数字和 - ( ) + 、转，如 0313-1234567 转 8')
    .nullish(),
  deptType: choice('部门类别', deptTypes).optional(),
  type: choice('显示范围', deptShown).optional(),
  isCount: choice('发文统计', deptCounted).optional(),
  target: int('全年发文目标', 0, 100_000).nullish(),
  state: choice('状态', deptStates).optional(),
  sort: int('排序', 0, 1_000_000).optional(),
  dingId: text('钉钉编号', 100).trim().nullish(),
  desc: text('职能说明', 1000).nullish(),
  level: int('级次', 0, 100).optional(),
}

/** What everybody who is signed in may know of a department. */
const brief = {
  id: idText(),
  name: z.string().meta({ title: '部门名称' }),
  no: words('部门编号'),
  parentId: idText('上级部门编号'),
  level: count('级次'),
  state: chosen('状态', deptStates),
  deptType: chosen('部门类别', deptTypes),
  type: chosen('显示范围', deptShown),
  isCount: chosen('发文统计', deptCounted),
  sort: count('排序'),
}
const deptBrief = row(brief)

/** A department as replies show it. */
export const deptRow = row({
  ...brief,
  parentName: nameOf('parentId', '上级部门'),
  intoName: nameOf('intoId', '已并入'),
  phone: words('电话'),
  target: count('全年发文目标'),
  dingId: words('钉钉编号'),
  desc: words('职能说明'),
  createdAt: when('创建时间'),
  updatedAt: when('修改时间'),
  version: count('版本'),
})
/** A department with those below it. */
export type DeptNode = z.infer<typeof deptBrief> & { intoName: string | null; children: DeptNode[] }
const deptNode: z.ZodType<DeptNode, DeptNode> = z.lazy(() =>
  z.looseObject({ ...brief, intoName: words('已并入'), children: z.array(deptNode) }),
) as never
/** What strangers may know of one. */
const deptPublic = row({ id: idText(), name: brief.name, deptType: brief.deptType })

const version = int('版本', 1, Number.MAX_SAFE_INTEGER).nullish()
const whole = { send: 'body', input: nothing, effect: 'read', repeat: true } as const

/** Departments: who is under whom, and where each appears (other-calls §7, Departments). */
export const dept = {
  list: endpoint({
    ...whole,
    method: 'POST',
    path: '/ding/dept/list',
    output: z.array(deptRow),
    access: 'granted',
    says: '查询全部部门',
  }),
  page: endpoint({
    method: 'GET',
    path: '/ding/dept/list/page',
    send: 'query',
    input: z.object({
      ...page,
      pageNumber: int('页码', 1, 1_000_000),
      pageSize: int('每页条数', 1, 200),
      name: filter(text('部门名称', 100)),
      no: filter(text('部门编号', 50)),
      type: filter(choice('显示范围', deptShown)),
      startTime: filter(time('创建时间起')),
      endTime: filter(time('创建时间止', 'end')),
    }),
    output: pageOf(deptRow),
    effect: 'read',
    repeat: true,
    access: { like: 'dept_list' },
    says: '分页查询部门',
  }),
  tree: endpoint({
    ...whole,
    method: 'POST',
    path: '/ding/dept/tree',
    output: z.array(deptNode),
    access: 'login',
    forScripts: true,
    says: '部门树',
  }),
  notAll: endpoint({
    ...whole,
    method: 'POST',
    path: '/ding/dept/list/not/all',
    output: z.array(deptBrief),
    access: 'login',
    forScripts: true,
    says: '可选的部门，不含最上级的「全部」',
    verb: 'active',
  }),
  data: endpoint({
    ...whole,
    method: 'POST',
    path: '/ding/dept/data',
    output: z.array(deptBrief),
    access: 'login',
    forScripts: true,
    says: '计入发文统计的部门',
    verb: 'counted',
  }),
  byUser: endpoint({
    ...whole,
    method: 'POST',
    path: '/ding/dept/ByUser',
    output: z.array(deptBrief),
    access: 'login',
    says: '本人所在的部门',
    verb: 'mine',
  }),
  themeWeb: endpoint({
    ...whole,
    method: 'POST',
    path: '/ding/dept/themeWeblist',
    output: z.array(deptPublic),
    access: 'public',
    open: '网站上选择办理部门，只有名称和类别',
    says: '公众可以选择的主题办理部门',
    verb: 'theme',
  }),
  web: endpoint({
    ...whole,
    method: 'POST',
    path: '/ding/dept/deptListWeb',
    output: z.array(deptPublic),
    access: 'public',
    open: '网站上列出在用的部门，只有名称和类别',
    says: '公众可见的部门',
    verb: 'public',
  }),
  view: endpoint({
    method: 'POST',
    path: '/ding/dept/view',
    send: 'body',
    payload: 'deptIdDto',
    input: z.object({ id: idOf('dept') }),
    output: deptRow,
    effect: 'read',
    repeat: true,
    access: { like: 'dept_list' },
    says: '查看一个部门',
  }),
  get: endpoint({
    method: 'GET',
    path: '/ding/dept/{id}',
    send: 'query',
    input: z.object({ id: id('部门') }),
    output: deptRow,
    effect: 'read',
    repeat: true,
    access: { like: 'dept_list' },
    says: '查看一个部门（按地址）',
    verb: false,
  }),
  getName: endpoint({
    method: 'GET',
    path: '/ding/dept/getName/{id}',
    send: 'query',
    input: z.object({ id: id('部门') }),
    output: row({ id: idText(), name: brief.name }),
    effect: 'read',
    repeat: true,
    access: 'login',
    forScripts: true,
    says: '部门名称',
    verb: 'name',
  }),
  save: endpoint({
    method: 'POST',
    path: '/ding/dept/save',
    send: 'body',
    payload: 'departmentDto',
    input: z.object({ id: id('部门').nullish(), version, ...z.object(fields).partial().shape }),
    output: deptRow,
    effect: 'write',
    // who sees the departments below theirs sees others then; a stopped one's people come no more
    reveals: true,
    access: 'granted',
    // a department that moves brings its people within reach of those above it, and one that is stopped shuts its people out
    proof: ({ id: self, parentId, state }: { id?: number | null; parentId?: number; state?: number }) =>
      Boolean(self) && (parentId !== undefined || state !== undefined),
    provesWhen: '移动、停用、启用时',
    says: '新增或修改部门',
    sample: ['name'],
    verb: 'save',
    aims: ['name'],
    tells: '修改部门{}',
    tellsWhen: [
      { added: true, tells: '新增部门{}' },
      { after: { state: 1 }, tells: '停用部门{}' },
      { after: { state: 0 }, tells: '启用部门{}' },
    ],
  }),
  arrange: endpoint({
    method: 'POST',
    path: '/x/dept/arrange',
    send: 'body',
    own: true,
    input: z.object({
      parentId: sampled(idOf('dept', '上级部门'), '政协办公室'),
      deptIds: sampled(idsOf('dept', '其下全部部门的顺序', 500), '文化文史和学习委员会,提案委员会'),
    }),
    output: z.array(deptNode),
    effect: 'write',
    reveals: true,
    access: { like: 'dept_save' },
    proof: true,
    says: '移动部门、调整顺序',
    tells: '调整部门{}的位置',
  }),
  merge: endpoint({
    method: 'POST',
    path: '/x/dept/merge',
    send: 'body',
    own: true,
    input: z.object({
      id: sampled(idOf('dept', '部门'), '文化文史和学习委员会'),
      intoId: sampled(idOf('dept', '并入到的部门'), '政协办公室'),
      reason: sampled(oneLine('原因', 200), '机构改革'),
    }),
    output: row({
      ...mergedFields('部门', '改属的内容'),
      counts: z
        .array(row({ table: words('表'), says: words('种类'), unit: words('单位'), n: count('数量') }))
        .meta({ title: '各类数量' }),
    }),
    effect: 'write',
    reveals: true,
    foretells: 'says',
    access: 'granted',
    proof: true,
    says: '把一个部门并入另一个：人员、下级部门、文章和各项工作都改属后者，原部门停用；不能撤销',
    right: '合并部门',
    tells: '把部门{}并入{into}',
  }),
  del: endpoint({
    method: 'POST',
    path: '/ding/dept/{id}',
    send: 'query',
    input: z.object({ id: id('部门') }),
    output: onlyId,
    effect: 'write',
    access: 'granted',
    says: '删除部门',
    tells: '删除部门{}',
  }),
}
