import { contractFiles } from '../../../scripts/new-area/contract.ts'
import { faceFiles } from '../../../scripts/new-area/faces.ts'
import type { Names } from '../../../scripts/new-area/names.ts'
import { serverFiles } from '../../../scripts/new-area/server.ts'
import { testFiles } from '../../../scripts/new-area/tests.ts'

/** What a dummy area has beside its name: in the input, in the reply, in the table. */
const fields = [
  ['subtitle', `text('副标题', 200).optional()`, `words('副标题')`, 'text'],
  ['summary', `text('摘要', 500).optional()`, `words('摘要')`, 'text'],
  ['source', `text('来源', 100).optional()`, `words('来源')`, 'text'],
  ['phone', `text('电话', 30).optional()`, `words('电话')`, 'text'],
  ['address', `text('地址', 200).optional()`, `words('地址')`, 'text'],
  ['sort', `int('排序', 0, 1_000_000).optional()`, `count('排序')`, 'int'],
  ['enabled', `choice('状态', roleEnabled).optional()`, `chosen('状态', roleEnabled)`, 'int'],
  ['startAt', `time('开始时间').optional()`, `when('开始时间')`, 'time'],
  ['endAt', `time('结束时间').optional()`, `when('结束时间')`, 'time'],
  ['content', `text('内容', 20_000).optional()`, `words('内容')`, 'text'],
] as const

/** Calls that `new-area` writes for every area. */
export const plainCalls = 5

/** Calls beside those: name, declaration, handler. */
const extras = (area: string, what: string) =>
  [
    [
      'search',
      `method: 'POST', send: 'body', input: z.object({ title: filter(text('标题', 100)), subtitle: filter(text('副标题', 200)), source: filter(text('来源', 100)), enabled: filter(choice('状态', roleEnabled)), ...page }), output: pageOf(${area}Row), effect: 'read', repeat: true, access: { like: '${area}_list' }, says: '检索${what}'`,
      `(ctx, input) => rows.page(ctx, input, ...like('title', input.title), ...like('subtitle', input.subtitle), ...like('source', input.source), ...equal('enabled', input.enabled))`,
    ],
    [
      'options',
      `method: 'GET', send: 'query', input: z.object({ size: int('条数', 1, 200) }), output: z.array(row({ id: idText(), title: z.string().meta({ title: '标题' }) })), effect: 'read', repeat: true, access: 'login', says: '查询${what}选项'`,
      `async (ctx, { size }) => (await ctx.db.selectFrom('${area}').select(['id', 'title']).where('enabled', '=', 1).orderBy('sort').limit(size).execute()).map(({ id, title }) => ({ id: String(id), title }))`,
    ],
    [
      'sort',
      `method: 'POST', send: 'body', input: z.object({ id: id(), sort: int('排序', 0, 1_000_000) }), output: onlyId, effect: 'write', access: 'granted', says: '排列${what}', tells: '排列${what}{}'`,
      `async (ctx, { id, sort }) => { await rows.change(ctx, id, { sort }); return { id: String(id) } }`,
    ],
    [
      'enable',
      `method: 'POST', send: 'body', input: z.object({ ids: ids(), enabled: choice('状态', roleEnabled) }), output: bulk, effect: 'write', access: 'granted', says: '启用或停用${what}', tells: '启用或停用${what}{}'`,
      `async (ctx, { ids, enabled }) => { for (const id of ids) await rows.change(ctx, id, { enabled }); return { done: ids.map(String), failed: [] } }`,
    ],
    [
      'count',
      `method: 'POST', send: 'query', input: z.object({ enabled: filter(choice('状态', roleEnabled)) }), output: row({ total: z.number() }), effect: 'read', repeat: true, access: { like: '${area}_list' }, says: '统计${what}'`,
      `async (ctx, { enabled }) => ({ total: (await rows.page(ctx, { pageSize: 1 }, ...equal('enabled', enabled))).total })`,
    ],
  ] as const

type Edits = readonly (readonly [from: string, to: string])[]
function edited(text: string, edits: Edits): string {
  return edits.reduce((all, [from, to]) => {
    if (!all.includes(from)) throw new Error(`not found: ${from}`)
    return all.replace(from, () => to)
  }, text)
}

const each = (line: (field: (typeof fields)[number]) => string) => fields.map(line).join(' ')

/** A dummy area: what `new-area` writes, with more fields and this many calls more. */
export function areaFiles(names: Names, more: number): Record<string, string> {
  const { area, what, migration } = names
  const calls = extras(area, what).slice(0, more)
  const edits: Readonly<Record<string, Edits>> = {
    [`core/contract/${area}.ts`]: [
      [
        'import { bulk, count, filter, id, ids, idText, page, pageOf, row, sampled, text, when }',
        `import { roleEnabled } from '../domain/enums.ts'\nimport { bulk, choice, chosen, count, filter, id, ids, idText, int, onlyId, page, pageOf, row, sampled, text, time, when, words }`,
      ],
      [`'${what}示例'),\n`, `'${what}示例'), ${each(([f, input]) => `${f}: ${input},`)}\n`],
      ['  ...kept,\n}', `  ${each(([f, , reply]) => `${f}: ${reply},`)}\n  ...kept,\n}`],
      [
        `tells: '删除${what}{}',\n  }),`,
        `tells: '删除${what}{}',\n  }),\n${calls.map(([call, declared]) => `${call}: endpoint({ path: '/${area}/${call}', ${declared} }),\n`).join('')}`,
      ],
    ],
    [`server/db/tables/${area}.ts`]: [
      ['title: text(),', `title: text(), ${each(([f, , , kind]) => `${f}: ${kind}().orEmpty,`)}`],
    ],
    [`server/db/migrations/${migration}.ts`]: [
      [`title: 'text',`, `title: 'text', ${each(([f, , , kind]) => `${f}: '${kind}?',`)}`],
    ],
    [`server/areas/${area}.ts`]: [
      ['import { like }', 'import { equal, like }'],
      [
        'rows.remove(ctx, ids)),',
        `rows.remove(ctx, ids)),\n${calls.map(([call, , work]) => `${call}: ${work},\n`).join('')}`,
      ],
    ],
  }
  const files = { ...contractFiles(names), ...serverFiles(names), ...testFiles(names) }
  return Object.fromEntries(Object.entries(files).map(([file, text]) => [file, edited(text, edits[file] ?? [])]))
}

/** A dummy screen over such an area. */
export function screenFiles(names: Names): Record<string, string> {
  const edits: Edits = [
    [`{ field: 'updatedAt'`, `${each(([f]) => `{ field: '${f}', width: 120 },`)} { field: 'updatedAt'`],
    [`fields={['title']}`, `fields={['title', ${each(([f]) => `'${f}',`)}]}`],
  ]
  return Object.fromEntries(
    Object.entries(faceFiles(names)).map(([file, text]) => {
      // a second screen of an area has its row, and what it shares, in a folder of its own
      const folder = names.path.replace('system/', '')
      if (/Screen\.tsx$/.test(file))
        return [file, edited(text, edits).replace("'./calls.ts'", `'../${folder}/calls.ts'`)]
      return [
        file.replace(`screens/${names.area}`, `screens/${folder}`),
        text.replace("'./Dummy", `'../${names.area}/Dummy`),
      ]
    }),
  )
}
