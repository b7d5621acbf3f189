import { z } from 'zod'
import { dictStates } from '../domain/enums.ts'
import { endpoint } from './endpoint.ts'
import {
  choice,
  chosen,
  count,
  filter,
  id,
  idOf,
  ids,
  idText,
  int,
  lineOf,
  manyOf,
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
  when,
  words,
} from './shared.ts'

/** A dictionary's entries at most: lists show them by pages, and programs are handed them as a whole. */
export const entriesMax = 20_000
/** So many are put in order as a whole; of more each has its place by its own number. */
export const arrangeMax = 1000
/** Dictionaries at most: a tree shows them all. */
export const groupsMax = 500

const dictKey = text('字典代码', 64, 1)
  .trim()
  .regex(/^[A-Za-z][\w.-]*$/, { error: '应以字母开头，只用字母、数字、下划线、点和横线' })
  .meta({ title: '字典代码', maxLength: 64, sample: 'articleSource' })
const key = text('条目代码', 64, 1)
  .trim()
  .regex(/^\S+$/, { error: '不能有空格' })
  .meta({ title: '条目代码', maxLength: 64, sample: 'zgzx' })

const common = {
  name: sampled(lineOf('名称', 100), '中国政协'),
  state: choice('状态', dictStates).optional(),
  sort: int('排序', 0, 1_000_000).nullish(),
}
/** Examples that add one name what is not there yet; a copy, since what a schema says of itself is kept by the schema. */
const newKey = dictKey.meta({ ...dictKey.meta(), sample: 'meetingKind' })
const newName = common.name.meta({ ...common.name.meta(), sample: '会议类别' })
/** What people write of a dictionary. */
const groupFields = { dictKey, ...common }
/** What people write of an entry; the names are the specification's (main-console §3). */
const entryFields = { key, value: text('取值', 200).trim().nullish(), ...common }
const owner = { parentId: idOf('dict', '所属字典').optional() }

const id0 = { id: idText(), dictKey: words('字典代码') }
const named = { name: z.string().meta({ title: '名称' }) }
const coded = { key: words('条目代码') }
const valued = { value: words('取值') }
const place = { state: chosen('状态', dictStates), sort: count('排序') }
const owned = { parentName: nameOf('parentId', '所属字典') }
const counted = { entryCount: manyOf('dict.parentId', '条目数') }
const rest = {
  shipped: chosen('系统内置', { 1: '是', 0: '否' }),
  parentId: idText('所属字典编号'),
  createdAt: when('创建时间'),
  updatedAt: when('修改时间'),
  version: count('版本'),
}
/** A dictionary as replies show it. */
export const groupRow = row({ ...id0, ...named, ...place, ...counted, ...rest })
/** An entry, with its dictionary's code. */
export const entryRow = row({ ...id0, ...coded, ...named, ...valued, ...place, ...owned, ...rest })
/** Either of them. */
export const dictRow = row({ ...id0, ...coded, ...named, ...valued, ...place, ...counted, ...owned, ...rest })
/** A dictionary among the others, all of which stand beside each other. */
const groupNode = row({ ...groupRow.shape, children: z.array(z.never()) })
/** What a console keeps of an entry. */
const pair = row({
  key: z.string().meta({ title: '条目代码' }),
  name: z.string().meta({ title: '名称' }),
  value: words('取值'),
})

const version = int('版本', 1, Number.MAX_SAFE_INTEGER).nullish()
const search = { name: filter(text('名称', 100)), state: filter(choice('状态', dictStates)), ...page }

/** The data dictionary: dictionaries by their codes, and their entries (other-calls §7, Data dictionary). */
export const dict = {
  list: endpoint({
    method: 'POST',
    path: '/data/dict/list',
    send: 'body',
    payload: 'searchDto',
    input: z.object({ dictKey: filter(text('字典代码', 64)), ...search }),
    output: pageOf(groupRow),
    effect: 'read',
    repeat: true,
    access: 'granted',
    says: '分页查询数据字典',
  }),
  groups: endpoint({
    method: 'POST',
    path: '/x/dict/groups',
    send: 'body',
    own: true,
    input: nothing,
    output: z.array(groupNode),
    effect: 'read',
    repeat: true,
    access: 'login',
    forScripts: true,
    says: '全部数据字典，不含条目',
    verb: false,
  }),
  sub: endpoint({
    method: 'POST',
    path: '/data/dict/list/sub',
    send: 'body',
    payload: 'searchDto',
    input: z.object({
      parentId: filter(idOf('dict', '所属字典')),
      dictKey: filter(text('字典代码', 64)),
      key: filter(text('条目代码', 64)),
      ...search,
    }),
    output: pageOf(entryRow),
    effect: 'read',
    repeat: true,
    access: { like: 'dict_list' },
    says: '分页查询字典条目，可限于一个字典',
    verb: 'entries',
  }),
  subEsType: endpoint({
    method: 'POST',
    path: '/data/dict/list/subEsType',
    send: 'body',
    payload: 'searchDto',
    input: z.object(page),
    output: pageOf(entryRow),
    effect: 'read',
    repeat: true,
    access: 'login',
    forScripts: true,
    says: '启用的检索类型',
    verb: 'search-kinds',
  }),
  kv: endpoint({
    method: 'POST',
    path: '/data/dict/all/kv',
    send: 'body',
    input: nothing,
    output: z.record(z.string(), z.array(pair)),
    effect: 'read',
    repeat: true,
    access: 'login',
    forScripts: true,
    says: '启用的全部字典条目，按字典代码',
  }),
  view: endpoint({
    method: 'POST',
    path: '/data/dict/view',
    send: 'query',
    input: z.object({ id: id('字典或条目') }),
    output: dictRow,
    effect: 'read',
    repeat: true,
    access: { like: 'dict_list' },
    says: '查看一个字典或条目',
    verb: 'get',
  }),
  viewGroup: endpoint({
    method: 'GET',
    path: '/data/dict/view/group',
    send: 'query',
    input: z.object({
      val: text('字典代码', 64, 1).meta({ title: '字典代码', maxLength: 64, sample: 'articleSource', bare: true }),
    }),
    output: row({ ...groupRow.shape, entries: z.array(entryRow).meta({ title: '条目' }) }),
    effect: 'read',
    repeat: true,
    access: { like: 'dict_list' },
    says: '按代码查看一个字典及其条目',
    verb: 'group',
  }),
  save: endpoint({
    method: 'POST',
    path: '/data/dict/save',
    send: 'body',
    payload: 'dataDictDto',
    input: z.object({ ...groupFields, dictKey: newKey, name: newName }),
    output: groupRow,
    effect: 'write',
    access: 'granted',
    says: '新增数据字典',
    tells: '新增数据字典{}',
  }),
  saveNode: endpoint({
    method: 'POST',
    path: '/data/dict/save/node',
    send: 'body',
    payload: 'dataDictDto',
    input: z.object({ ...owner, dictKey: dictKey.optional(), ...entryFields }),
    output: entryRow,
    effect: 'write',
    access: { like: 'dict_save' },
    says: '新增字典条目，所属字典由编号或字典代码说明',
    tells: '新增字典条目{}',
    verb: 'add-entry',
    sample: ['parentId'],
  }),
  edit: endpoint({
    method: 'POST',
    path: '/data/dict/edit',
    send: 'body',
    payload: 'dataEditDto',
    input: z.object({
      id: id('字典或条目'),
      version,
      ...owner,
      ...z.object({ ...groupFields, ...entryFields }).partial().shape,
    }),
    output: dictRow,
    effect: 'write',
    access: 'granted',
    says: '修改数据字典或条目',
    sample: ['name'],
    tells: '修改字典项{}',
    tellsWhen: [
      { after: { state: 0 }, tells: '停用字典项{}' },
      { after: { state: 1 }, tells: '启用字典项{}' },
    ],
  }),
  arrange: endpoint({
    method: 'POST',
    path: '/x/dict/arrange',
    send: 'body',
    own: true,
    input: z.object({ ...owner, dictIds: ids('全部字典、或一个字典的全部条目的顺序', arrangeMax) }),
    output: z.array(groupNode),
    effect: 'write',
    access: { like: 'dict_edit' },
    says: '调整数据字典的顺序，或一个字典中条目的顺序',
    tells: '调整字典项{}的顺序',
  }),
  merge: endpoint({
    method: 'POST',
    path: '/x/dict/merge',
    send: 'body',
    own: true,
    input: z.object({
      id: id('字典条目'),
      intoId: sampled(id('并入到的条目'), '102'),
      reason: sampled(oneLine('原因', 200), '名称重复'),
    }),
    output: row({
      ...mergedFields('条目', '改用的内容'),
    }),
    effect: 'write',
    foretells: 'says',
    access: { like: 'dict_edit' },
    rows: 'sub',
    says: '把一个字典条目并入同一字典的另一个：按编号引用它的改用后者，写成文字的（如文章的来源）保持原样，原条目停用；不能撤销',
    tells: '把字典项{}并入{into}',
  }),
  del: endpoint({
    method: 'POST',
    path: '/data/dict/del',
    send: 'body',
    payload: 'dataIdDto',
    input: z.object({ id: id('字典或条目') }),
    output: onlyId,
    effect: 'write',
    access: 'granted',
    along: { entryCount: '{} 个条目' },
    says: '删除条目，或数据字典及其全部条目',
    right: '删除数据字典或条目',
    tells: '删除字典项{}',
    tellsWhen: [{ before: { parentId: 0 }, tells: '删除数据字典{}' }],
  }),
}
