import type { Names } from './names.ts'

/** What a new area is in the contract and on the server. */
export const coreServerFiles = ({ area, what, migration }: Names): Readonly<Record<string, string>> => ({
  [`core/contract/${area}.ts`]: `import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { bulk, count, filter, id, ids, idText, int, page, pageOf, row, text, when } from './shared.ts'

/** What people write. */
const fields = { name: text('名称', 100, 1) }

export const ${area}Row = row({
  id: idText(),
  name: z.string().meta({ title: '名称' }),
  createdAt: when('创建时间'),
  updatedAt: when('修改时间'),
  version: count('版本'),
})

/** ${what}. */
export const ${area} = {
  list: endpoint({
    method: 'POST',
    path: '/${area}/list',
    send: 'body',
    input: z.object({ name: filter(text('名称', 100)), ...page }),
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
  }),
  add: endpoint({
    method: 'POST',
    path: '/${area}/add',
    send: 'body',
    input: z.object(fields),
    output: ${area}Row,
    effect: 'write',
    access: 'granted',
    says: '新增${what}',
  }),
  edit: endpoint({
    method: 'POST',
    path: '/${area}/edit',
    send: 'body',
    input: z.object({ id: id(), version: int('版本', 1, Number.MAX_SAFE_INTEGER).nullish(), ...z.object(fields).partial().shape }),
    output: ${area}Row,
    effect: 'write',
    access: 'granted',
    says: '修改${what}',
  }),
  dels: endpoint({
    method: 'POST',
    path: '/${area}/dels',
    send: 'body',
    input: z.object({ ids: ids() }),
    output: bulk,
    effect: 'write',
    access: 'granted',
    says: '删除${what}',
  }),
}
`,
  [`server/db/tables/${area}.ts`]: `import { id, int, ref, table, text, time } from '../table.ts'

/** ${what}. */
export const ${area} = table({
  name: '${area}',
  says: '${what}',
  label: 'name',
  columns: { id: id(), name: text(), createdBy: ref('user', 'past').orEmpty, createdAt: time(), updatedAt: time(), version: int() },
  scope: 'all',
  sort: { name: 'name', createdAt: 'createdAt', updatedAt: 'updatedAt' },
})

declare module '../tables.ts' {
  interface Tables {
    ${area}: typeof ${area}
  }
}
`,
  [`server/db/migrations/${migration}.ts`]: `import type { Maker } from '../maker.ts'

/** ${what}. */
export async function up(make: Maker): Promise<void> {
  await make.table('${area}', {
    id: 'id',
    name: 'text',
    createdBy: 'ref?',
    createdAt: 'time',
    updatedAt: 'time',
    version: 'int',
  })
}
`,
  [`server/areas/${area}.ts`]: `import { ${area} as contract, ${area}Row } from '../../core/contract/${area}.ts'
import type { Ctx } from '../context.ts'
import * as made from '../db/migrations/${migration}.ts'
import { ${area} as table } from '../db/tables/${area}.ts'
import { implement, ownTransactions } from '../pipeline.ts'
import { like } from '../rows/condition.ts'
import { rowsOf } from '../rows/rows-of.ts'

export const migrations = { '${migration}': made }

const rows = rowsOf(table, { reply: ${area}Row, logged: ['name'] })

export const ${area} = implement(contract, {
  list: rows.list<typeof contract.list>({ name: like }),
  get: (ctx, input) => rows.get(ctx, input.id),
  add: (ctx, input) => rows.add(ctx, input),
  edit: (ctx, { id, version, ...given }) => rows.change(ctx, id, given, version),
  dels: ownTransactions((ctx: Ctx, input: { ids: number[] }) => rows.remove(ctx, input.ids)),
})
`,
})
