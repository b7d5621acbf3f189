import type { Names } from './names.ts'

/** The calls about the rows below one. */
const entryCalls = ({ area, what }: Names) => `
  entries: endpoint({
    method: 'POST',
    path: '/${area}/entries',
    send: 'body',
    input: z.object({ parentId: filter(id('所属${what}')), name: filter(text('名称', 100)), ...page }),
    output: pageOf(${area}EntryRow),
    effect: 'read',
    repeat: true,
    access: { like: '${area}_list' },
    says: '分页查询一条${what}的条目',
  }),
  entry: endpoint({
    method: 'POST',
    path: '/${area}/entry',
    send: 'query',
    input: z.object({ id: id('条目') }),
    output: ${area}EntryRow,
    effect: 'read',
    repeat: true,
    access: { like: '${area}_list' },
    rows: 'entries',
    says: '查看一个条目',
  }),
  entryAdd: endpoint({
    method: 'POST',
    path: '/${area}/entryAdd',
    send: 'body',
    input: z.object({ parentId: id('所属${what}'), ...entryFields }),
    output: ${area}EntryRow,
    effect: 'write',
    access: { like: '${area}_edit' },
    says: '新增条目',
    tells: '新增${what}的条目{}',
    about: '${area}Entry',
  }),
  entryEdit: endpoint({
    method: 'POST',
    path: '/${area}/entryEdit',
    send: 'body',
    input: z.object({ id: id('条目'), version, ...z.object(entryFields).partial().shape }),
    output: ${area}EntryRow,
    effect: 'write',
    access: { like: '${area}_edit' },
    rows: 'entries',
    says: '修改条目',
    tells: '修改${what}的条目{}',
    about: '${area}Entry',
  }),
  entryDels: endpoint({
    method: 'POST',
    path: '/${area}/entryDels',
    send: 'body',
    input: z.object({ ids: ids('条目') }),
    output: bulk,
    effect: 'write',
    access: { like: '${area}_edit' },
    rows: 'entries',
    says: '删除条目',
    tells: '删除${what}的条目{}',
    about: '${area}Entry',
  }),`

const contract = (names: Names): string => {
  const { area, what, on } = names
  const imports = [
    ...['bulk', 'count', 'filter', 'id', 'ids', 'idText', 'int', 'page', 'pageOf', 'row', 'sampled', 'text', 'when'],
    ...[
      on('parent', 'idOf'),
      on('parent', 'nameOf'),
      on('state', 'choice'),
      on('state', 'chosen'),
      on('child', 'manyOf'),
    ],
  ].filter(Boolean)
  return `import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ${imports.join(', ')} } from './shared.ts'
${on('state', `\n/** Whether people outside may see one. */\nexport const ${area}States = { 0: '编辑中', 1: '已公布' } as const\n`)}
/** What people write. */
const fields = {
  name: sampled(text('名称', 100, 1), '${what}示例'),
  ${on('parent', "deptId: idOf('dept').optional(),")}
  ${on('state', `state: choice('状态', ${area}States).optional(),`)}
}
const version = int('版本', 1, Number.MAX_SAFE_INTEGER).nullish()

const kept = { createdAt: when('创建时间'), updatedAt: when('修改时间'), version: count('版本') }
const name = z.string().meta({ title: '名称' })
export const ${area}Row = row({
  id: idText(),
  name,
  ${on('parent', "deptId: idText('部门编号'), deptName: nameOf('deptId', '部门'),")}
  ${on('state', `state: chosen('状态', ${area}States),`)}
  ${on('child', `entryCount: manyOf('${area}Entry.parentId', '条目数'),`)}
  ...kept,
})
${on(
  'child',
  `
/** What people write of one below it. */
const entryFields = { name: sampled(text('名称', 100, 1), '条目示例'), sort: int('排序', 0, 1_000_000).optional() }
export const ${area}EntryRow = row({ id: idText(), parentId: idText('所属${what}编号'), name, sort: count('排序'), ...kept })
`,
)}${on('public', `\n/** What strangers may know of one. */\nexport const ${area}Open = row({ id: idText(), name })\n`)}
/** ${what}. */
export const ${area} = {
  list: endpoint({
    method: 'POST',
    path: '/${area}/list',
    send: 'body',
    input: z.object({
      name: filter(text('名称', 100)),
      ${on('parent', "deptId: filter(idOf('dept')),")}
      ${on('state', `state: filter(choice('状态', ${area}States)),`)}
      ...page,
    }),
    output: pageOf(${area}Row),
    effect: 'read',
    repeat: true,
    access: 'granted',
    says: '分页查询${what}',
  }),
  get: endpoint({
    method: 'POST',
    path: '/${area}/get',
    send: 'query',
    input: z.object({ id: id() }),
    output: ${area}Row,
    effect: 'read',
    repeat: true,
    access: { like: '${area}_list' },
    says: '查看一条${what}',
  }),${on(
    'public',
    `
  webList: endpoint({
    method: 'POST',
    path: '/${area}/web/list',
    send: 'body',
    bodyOptional: true,
    input: z.object({ name: filter(text('名称', 100)), ...page }),
    output: pageOf(${area}Open),
    effect: 'read',
    repeat: true,
    access: 'public',
    open: '网站列出${on('state', '已公布的') || '全部'}${what}，只有名称',
    says: '公众可见的${what}',
    verb: 'public',
  }),`,
  )}
  add: endpoint({
    method: 'POST',
    path: '/${area}/add',
    send: 'body',
    input: z.object(fields),
    output: ${area}Row,
    effect: 'write',
    access: 'granted',
    says: '新增${what}',
    tells: '新增${what}{}',
  }),
  edit: endpoint({
    method: 'POST',
    path: '/${area}/edit',
    send: 'body',
    input: z.object({ id: id(), version, ...z.object(fields).partial().shape }),
    output: ${area}Row,
    effect: 'write',
    access: 'granted',
    says: '修改${what}',
    tells: '修改${what}{}',
  }),
  dels: endpoint({
    method: 'POST',
    path: '/${area}/dels',
    send: 'body',
    input: z.object({ ids: ids() }),
    output: bulk,
    effect: 'write',
    access: 'granted',
    ${on('child', "along: { entryCount: '{} 个条目' },")}
    says: '删除${what}',
    tells: '删除${what}{}',
  }),${on('child', entryCalls(names))}
}
`
}

const kept = `createdBy: ref('user', 'past').orEmpty, createdAt: time(), updatedAt: time(), version: int()`

const tables = ({ area, what, on }: Names): string => `import { id, int, ref, table, text, time } from '../table.ts'

/** ${what}. */
export const ${area} = table({
  name: '${area}',
  says: '${what}',
  label: 'name',
  columns: { id: id(), name: text(), ${on('parent', "deptId: ref('dept'),")} ${on('state', 'state: int(),')} ${kept} },
  scope: 'all',
  sort: { name: 'name', createdAt: 'createdAt', updatedAt: 'updatedAt' },
})
${on(
  'child',
  `
/** What stands below one, and goes with it. */
export const ${area}Entry = table({
  name: '${area}Entry',
  says: '${what}的条目',
  label: 'name',
  columns: { id: id(), parentId: ref('${area}', 'goes'), name: text(), sort: int(), ${kept} },
  scope: 'all',
  sort: { name: 'name', sort: 'sort', createdAt: 'createdAt', updatedAt: 'updatedAt' },
})
`,
)}
declare module '../tables.ts' {
  interface Tables {
    ${area}: typeof ${area}
    ${on('child', `${area}Entry: typeof ${area}Entry`)}
  }
}
`

const keptSteps = `createdBy: 'ref?', createdAt: 'time', updatedAt: 'time', version: 'int'`

const steps = ({ area, what, on }: Names): string => `import type { Maker } from '../maker.ts'

/** ${what}. */
export async function up(make: Maker): Promise<void> {
  await make.table('${area}', { id: 'id', name: 'text', ${on('parent', "deptId: 'ref',")} ${on('state', "state: 'int',")} ${keptSteps} })
  ${on('parent', `await make.index('${area}', ['deptId'])`)}
  ${on('state', `await make.index('${area}', ['state', 'id'])`)}
  ${on(
    'child',
    `await make.table('${area}Entry', { id: 'id', parentId: 'ref', name: 'text', sort: 'int', ${keptSteps} })
  await make.index('${area}Entry', ['parentId', 'sort'])`,
  )}
}
`

const work = ({
  area,
  migration,
  on,
}: Names): string => `import { ${area} as contract, ${area}Row${on('child', `, ${area}EntryRow`)}${on('public', `, ${area}Open`)} } from '../../core/contract/${area}.ts'
import type { Ctx } from '../context.ts'
import * as made from '../db/migrations/${migration}.ts'
import { ${area} as table${on('child', `, ${area}Entry as entryTable`)} } from '../db/tables/${area}.ts'
import { implement, ownTransactions } from '../pipeline.ts'
import { ${[on('parent', 'equal') || on('state', 'equal') || on('child', 'equal'), 'like', on('public', on('state', 'test'))].filter(Boolean).join(', ')} } from '../rows/condition.ts'
import { rowsOf } from '../rows/rows-of.ts'

export const migrations = { '${migration}': made }
export const demo = () => import('../demo/${area}.ts')

const logged = ['name'${on('parent', ", 'deptId'")}${on('state', ", 'state'")}] as const
const rows = rowsOf(table, { reply: ${area}Row, logged })
${on('public', `const openRows = rowsOf(table, { reply: ${area}Open, logged })`)}
${on('child', `const entries = rowsOf(entryTable, { reply: ${area}EntryRow, logged: ['parentId', 'name', 'sort'], order: [['sort', 'asc'], ['id', 'asc']] })`)}

export const ${area} = implement(contract, {
  list: rows.list<typeof contract.list>({ name: like${on('parent', ', deptId: equal')}${on('state', ', state: equal')} }),
  get: (ctx, input) => rows.get(ctx, input.id),
  ${on('public', `webList: (ctx, { name, ...paging }) => openRows.page(ctx, paging, ${on('state', "test('state', '=', 1), ")}...like('name', name)),`)}
  add: (ctx, { ${on('parent', 'deptId = 0, ')}${on('state', 'state = 0, ')}...given }) =>
    rows.add(ctx, { ...given, ${on('parent', 'deptId, ')}${on('state', 'state, ')} }),
  edit: (ctx, { id, version, ...given }) => rows.change(ctx, id, given, version),
  dels: ownTransactions((ctx: Ctx, input: { ids: number[] }) => rows.remove(ctx, input.ids)),
  ${on(
    'child',
    `entries: entries.list<typeof contract.entries>({ parentId: equal, name: like }),
  entry: (ctx, input) => entries.get(ctx, input.id),
  entryAdd: (ctx, { sort = 0, ...given }) => entries.add(ctx, { ...given, sort }),
  entryEdit: (ctx, { id, version, ...given }) => entries.change(ctx, id, given, version),
  entryDels: ownTransactions((ctx: Ctx, input: { ids: number[] }) => entries.remove(ctx, input.ids)),`,
  )}
})
`

const demo = ({ area, what, on }: Names): string => `import type { DemoPlace } from './place.ts'

/** ${what} of the demo county. */
export async function add({ trx, longAgo${on('parent', ', depts')} }: DemoPlace): Promise<void> {
  const made = { createdAt: longAgo, updatedAt: longAgo, version: 1 }
  await trx
    .insertInto('${area}')
    .values({ name: '${what}示例', ${on('parent', "deptId: depts.get('office') as number,")} ${on('state', 'state: 1,')} ...made })
    .execute()
}
`

/** What a new area is in the contract and on the server. */
export const coreServerFiles = (names: Names): Readonly<Record<string, string>> => ({
  [`core/contract/${names.area}.ts`]: contract(names),
  [`server/db/tables/${names.area}.ts`]: tables(names),
  [`server/db/migrations/${names.migration}.ts`]: steps(names),
  [`server/areas/${names.area}.ts`]: work(names),
  [`server/demo/${names.area}.ts`]: demo(names),
})
