import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Writes a new area so that only its content is left to fill in: `npm run new-area -- hot 热词`.
 * What it writes compiles and its test passes as it stands.
 */

const [area = '', what = ''] = process.argv.slice(2)
if (!/^[a-z][a-zA-Z0-9]*$/.test(area) || !/[\u4e00-\u9fff]/.test(what)) {
  console.error('用法：npm run new-area -- 英文名（小写字母开头） 中文名\n例如：npm run new-area -- hot 热词')
  process.exit(2)
}

const numbers = readdirSync('server/db/migrations').map((file) => Number(file.slice(0, 4)))
const migration = `${String(Math.max(...numbers) + 1).padStart(4, '0')}-${area.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)}`

const files: Readonly<Record<string, string>> = {
  [`core/contract/${area}.ts`]: `import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { bulk, count, filter, id, ids, idText, page, pageOf, row, text, when } from './shared.ts'

const writable = { name: text('名称', 100, 1) }

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
    input: z.object({ id: id('${what}') }),
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
    input: z.object(writable),
    output: ${area}Row,
    effect: 'write',
    access: 'granted',
    says: '新增${what}',
  }),
  dels: endpoint({
    method: 'POST',
    path: '/${area}/dels',
    send: 'body',
    input: z.object({ ids: ids('${what}') }),
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
  columns: { id: id(), name: text(), createdBy: ref().orEmpty, createdAt: time(), updatedAt: time(), version: int() },
  sort: { name: 'name', createdAt: 'createdAt' },
})
`,
  [`server/db/migrations/${migration}.ts`]: `import type { Maker } from '../migrations.ts'

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
  [`server/areas/${area}.ts`]: `import type { z } from 'zod'
import { ${area} as contract, type ${area}Row } from '../../core/contract/${area}.ts'
import type { Ctx } from '../context.ts'
import { ${area} as table } from '../db/tables/${area}.ts'
import { implement, ownTransactions } from '../pipeline.ts'
import { like } from '../rows/list.ts'
import { rowsOf } from '../rows/rows-of.ts'

const rows = rowsOf<typeof table.columns, z.infer<typeof ${area}Row>>(table, '${what}')

export const ${area} = implement(contract, {
  list: (ctx, input) => rows.page(ctx, input, ...like('name', input.name)),
  get: (ctx, input) => rows.get(ctx, input.id),
  add: (ctx, input) => rows.add(ctx, input),
  dels: ownTransactions((ctx: Ctx, input: { ids: number[] }) => rows.remove(ctx, input.ids)),
})
`,
  [`tests/server/${area}.test.ts`]: `import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases } from '../support/databases.ts'
import { type Person, startServer, type TestServer } from '../support/server.ts'

describe.each(databases)('${area} on %s', (database) => {
  let server: TestServer
  let admin: Person
  beforeAll(async () => {
    server = await startServer(database)
    admin = await server.person({ roles: ['admin'] })
  })
  afterAll(() => server.close())

  test('is added, found, read and deleted', async () => {
    const { value } = await admin.call('${area}.add', { name: '甲' })
    expect(value).toMatchObject({ name: '甲', version: 1 })
    expect((await admin.call('${area}.list', { name: '甲' })).value).toMatchObject({ total: 1, list: [value] })
    expect((await admin.call('${area}.get', { id: value.id })).value).toEqual(value)
    expect((await admin.call('${area}.dels', { ids: [value.id] })).value).toEqual({ done: [value.id], failed: [] })
    expect(await admin.call('${area}.get', { id: value.id })).toMatchObject({ errorCode: 'NOT_FOUND' })
  })
})
`,
}

/** The lists that name every area; each gets its line, formatted and sorted by the formatter where order matters. */
const lists: readonly { readonly file: string; readonly edit: (text: string) => string }[] = [
  {
    file: 'core/contract/areas.ts',
    edit: (text) =>
      text.replace(
        '} as const satisfies',
        `  ${area}: async () => (await import('./${area}.ts')).${area},\n} as const satisfies`,
      ),
  },
  {
    file: 'server/areas/areas.ts',
    edit: (text) =>
      text
        .replace('\n/** What does', `import { ${area} } from './${area}.ts'\n\n/** What does`)
        .replace(/\n}\n$/, `\n  ${area},\n}\n`),
  },
  {
    file: 'server/db/tables.ts',
    edit: (text) =>
      text
        .replace('\n/** Every table', `import { ${area} } from './tables/${area}.ts'\n\n/** Every table`)
        .replace('} as const', `  ${area},\n} as const`),
  },
  {
    file: 'server/db/migrations.ts',
    edit: (text) => {
      const name = `m${migration.slice(0, 4)}`
      return text
        .replace(
          '\n/** The migrations in order',
          `import * as ${name} from './migrations/${migration}.ts'\n\n/** The migrations in order`,
        )
        .replace(/\n}\n\n\/\*\* What a migration/, `\n  '${migration}': ${name},\n}\n\n/** What a migration`)
    },
  },
]

const there = Object.keys(files).filter((file) => existsSync(file))
if (there.length > 0) {
  console.error(`已存在，未作任何修改：${there.join('、')}`)
  process.exit(1)
}
for (const { file, edit } of lists) {
  const before = readFileSync(file, 'utf8')
  const after = edit(before)
  if (after === before) {
    console.error(`找不到登记新模块的位置：${file}`)
    process.exit(1)
  }
  writeFileSync(file, after)
}
for (const [file, text] of Object.entries(files)) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
const touched = [...Object.keys(files), ...lists.map((list) => list.file)]
spawnSync('npx', ['--no-install', 'biome', 'check', '--write', ...touched], { stdio: 'inherit' })
console.log(
  `已写好 ${what}（${area}）：\n${touched.map((file) => `  ${file}`).join('\n')}\n接下来填写字段与规则，然后运行 npm run docs 和 npm test`,
)
