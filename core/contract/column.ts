import { z } from 'zod'
import { columnInNav, columnTypes } from '../domain/enums.ts'
import { endpoint } from './endpoint.ts'
import { bulk, choice, chosen, count, filter, id, ids, idText, int, nothing, row, text, when, words } from './shared.ts'

/** The column's fields; their names are the specification's, sent as query parameters (other-calls §3). */
const writable = {
  columnPath: text('目录名', 100)
    .regex(/^([a-z0-9][a-z0-9-]*)?$/, '只能用小写字母、数字和连字符')
    .nullish(),
  columnKeyword: text('关键词', 300).nullish(),
  columnDescrip: text('描述', 1000).nullish(),
  columnDiyUrl: text('自定义链接', 500).nullish(),
  columnUrl: text('文章页模板', 200).nullish(),
  columnListUrl: text('列表页模板', 200).nullish(),
  columnContentModelId: id('内容模型').nullish(),
  categoryCategoryId: id('上级栏目').nullish(),
  categorySort: int('排序', 0, 1_000_000).nullish(),
  categorySmallImg: text('栏目图片', 500).nullish(),
  relationCategoryid: text('关联栏目', 2000).nullish(),
  inNav: choice('网站导航', columnInNav).nullish(),
}
const columnType = choice('栏目类型', columnTypes)
const categoryTitle = text('栏目名称', 100, 1)

/** A column as replies show it; the names are the specification's. */
export const columnRow = row({
  categoryId: idText('编号'),
  columnId: idText('编号'),
  categoryTitle: z.string().meta({ title: '栏目名称' }),
  categoryCategoryId: idText('上级栏目'),
  columnType: chosen('栏目类型', columnTypes),
  columnPath: words('目录名'),
  columnKeyword: words('关键词'),
  columnDescrip: words('描述'),
  columnDiyUrl: words('自定义链接'),
  columnUrl: words('文章页模板'),
  columnListUrl: words('列表页模板'),
  columnContentModelId: idText('内容模型').nullable(),
  categorySort: count('排序'),
  categorySmallImg: words('栏目图片'),
  relationCategoryid: words('关联栏目'),
  inNav: chosen('网站导航', columnInNav),
  createdAt: when('创建时间'),
  updatedAt: when('修改时间'),
  version: count('版本'),
})
export type ColumnRow = z.infer<typeof columnRow>
/** A column with those below it. */
export type ColumnNode = ColumnRow & { children: ColumnNode[] }
const columnNode: z.ZodType<ColumnNode, ColumnNode> = z.lazy(() =>
  z.looseObject({ ...columnRow.shape, children: z.array(columnNode) }),
) as never

const option = row({ id: idText(), name: z.string().meta({ title: '名称' }) })
const version = int('版本', 0, Number.MAX_SAFE_INTEGER).nullish()

/** Columns of the site and who may use them (other-calls §3, §6, §7). */
export const column = {
  list: endpoint({
    method: 'GET',
    path: '/column/list',
    send: 'query',
    input: z.object({ categoryTitle: filter(text('栏目名称', 100)) }),
    output: z.array(columnRow),
    effect: 'read',
    repeat: true,
    access: 'granted',
    says: '查询全部栏目',
  }),
  tree: endpoint({
    method: 'GET',
    path: '/column/tree',
    send: 'none',
    input: nothing,
    output: z.array(columnNode),
    effect: 'read',
    repeat: true,
    access: 'login',
    says: '栏目树',
  }),
  summary: endpoint({
    method: 'POST',
    path: '/x/column/summary',
    send: 'none',
    own: true,
    input: nothing,
    output: z.array(
      row({
        columnId: idText('栏目'),
        articles: z.number().meta({ title: '文章' }),
        published: z.number().meta({ title: '已发布' }),
        url: words('网址'),
      }),
    ),
    effect: 'read',
    repeat: true,
    access: { like: 'column_list' },
    says: '各栏目的文章数和网址',
  }),
  contentModelList: endpoint({
    method: 'GET',
    path: '/column/content/model/list',
    send: 'none',
    input: nothing,
    output: z.array(option),
    effect: 'read',
    repeat: true,
    access: 'login',
    says: '可选的内容模型',
  }),
  temList: endpoint({
    method: 'GET',
    path: '/column/tem/list',
    send: 'none',
    input: nothing,
    output: z.array(option),
    effect: 'read',
    repeat: true,
    access: 'login',
    says: '可选的页面模板',
  }),
  roleList: endpoint({
    method: 'GET',
    path: '/column/role/list',
    send: 'query',
    input: z.object({ roleId: filter(id('角色')) }),
    output: z.array(
      row({ roleId: idText('角色'), roleName: words('角色'), columnIds: z.array(z.string()).meta({ title: '栏目' }) }),
    ),
    effect: 'read',
    repeat: true,
    access: 'granted',
    says: '查询角色可用的栏目',
  }),
  roleUserList: endpoint({
    method: 'GET',
    path: '/column/role/user/list',
    send: 'none',
    input: nothing,
    output: z.array(columnRow),
    effect: 'read',
    repeat: true,
    access: 'login',
    says: '当前用户可用的栏目',
  }),
  get: endpoint({
    method: 'POST',
    path: '/column/get/{id}',
    send: 'none',
    input: z.object({ id: id('栏目') }),
    output: columnRow,
    effect: 'read',
    repeat: true,
    access: { like: 'column_list' },
    says: '查看一个栏目',
  }),
  getColumnName: endpoint({
    method: 'POST',
    path: '/column/getColumnName',
    send: 'body',
    payload: 'idDto',
    input: z.object({ id: id('栏目') }),
    output: row({ id: idText(), categoryTitle: z.string() }),
    effect: 'read',
    repeat: true,
    access: 'login',
    says: '查询栏目名称',
  }),
  save: endpoint({
    method: 'POST',
    path: '/column/save',
    send: 'query',
    input: z.object({ columnType, categoryTitle, categoryId: filter(id('栏目')), version, ...writable }),
    output: columnRow,
    effect: 'write',
    access: 'granted',
    says: '新增栏目',
  }),
  edit: endpoint({
    method: 'POST',
    path: '/column/edit',
    send: 'query',
    input: z.object({
      categoryId: id('栏目'),
      version,
      ...z.object({ columnType, categoryTitle }).partial().shape,
      ...writable,
    }),
    output: columnRow,
    effect: 'write',
    access: 'granted',
    says: '修改栏目',
  }),
  del: endpoint({
    method: 'POST',
    path: '/column/del',
    send: 'query',
    input: z.object({ ids: ids('栏目') }),
    output: bulk,
    effect: 'write',
    access: 'granted',
    says: '删除栏目',
  }),
  arrange: endpoint({
    method: 'POST',
    path: '/x/column/arrange',
    send: 'body',
    own: true,
    input: z.object({ categoryCategoryId: id('上级栏目'), columnIds: ids('栏目') }),
    output: z.array(columnNode),
    effect: 'write',
    repeat: true,
    access: { like: 'column_edit' },
    says: '调整栏目的上级和顺序',
  }),
  saveRelation: endpoint({
    method: 'POST',
    path: '/column/saveRelation',
    send: 'body',
    payload: 'idDto',
    input: z.object({
      id: id('栏目'),
      relationCategoryid: z.union([text('关联栏目', 2000), z.array(id('关联栏目'))]).nullish(),
    }),
    output: columnRow,
    effect: 'write',
    access: { like: 'column_edit' },
    says: '设置关联栏目',
  }),
  roleSave: endpoint({
    method: 'POST',
    path: '/column/role/save',
    send: 'body',
    payload: 'categoryRoleDto',
    input: z.object({
      roleId: id('角色'),
      columnIds: z.union([z.literal('').transform(() => []), z.array(z.never()), ids('栏目')]),
    }),
    wire: { columnIds: 'categoryIds' },
    output: row({ roleId: idText('角色'), columnIds: z.array(z.string()) }),
    effect: 'write',
    access: 'granted',
    says: '设置角色可用的栏目',
  }),
}
