import type { Names } from './names.ts'

const tables = ({ area, what, on, off }: Names): string => {
  const kept = `createdBy: ref('user', 'past').orEmpty, createdAt: time(), updatedAt: time(), version: int()`
  const stated = `status: int(), reason: text().orEmpty, updatedBy: ref('user', 'past').orEmpty, deletedAt: time().orEmpty, deletedBy: ref('user', 'past').orEmpty,`
  const sorts = (...more: readonly string[]) =>
    [...more, 'createdAt', 'updatedAt']
      .filter(Boolean)
      .map((one) => `${one}: '${one}'`)
      .join(', ')
  return `import { id, int, ref, table, text, time } from '../table.ts'

/** ${what}. */
export const ${area} = table({
  name: '${area}',
  says: '${what}',
  unit: '条',
  label: 'title',
  columns: {
    id: id(),
    title: text(),
    ${on('parent', "deptId: ref('dept'),")}
    ${on('state', `/** \`${area}States\` */\n    ${stated}`)}
    ${kept},
  },
  scope: 'all',
  sort: { ${sorts(off('state', 'title'), on('state', 'status'), on('state', 'deletedAt'))} },
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
  sort: { ${sorts('name', 'sort')} },
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
}

const steps = ({ area, what, on }: Names): string => {
  const kept = `createdBy: 'ref?', createdAt: 'time', updatedAt: 'time', version: 'int'`
  const stated = `status: 'int', reason: 'text?', updatedBy: 'ref?', deletedAt: 'time?', deletedBy: 'ref?',`
  return `import type { Maker } from '../maker.ts'

/** ${what}. */
export async function up(make: Maker): Promise<void> {
  await make.table('${area}', { id: 'id', title: 'text', ${on('parent', "deptId: 'ref',")} ${on('state', stated)} ${kept} })
  ${on('parent', `await make.index('${area}', ['deptId'])`)}
  ${on('state', `await make.index('${area}', ['deletedAt', 'status', 'createdAt', 'id'])`)}
  ${on(
    'child',
    `await make.table('${area}Entry', { id: 'id', parentId: 'ref', name: 'text', sort: 'int', ${kept} })
  await make.index('${area}Entry', ['parentId', 'sort'])`,
  )}
}
`
}

/** The pieces of the handlers' file that a plain area, and one whose rows go through states, have each in its own way. */
const plainWork = ({ area, on }: Names) => ({
  imports: '',
  rows: `const rows = rowsOf(table, { reply: ${area}Row, logged })`,
  open: on('public', `const openRows = rowsOf(table, { reply: ${area}Open, logged, everybody: [] })`),
  edit: on(
    'public',
    `
async function edit(ctx: Ctx, { id, version, ...given }: Parsed<typeof contract.edit>) {
  await touchArea(ctx, '${area}')
  return rows.change(ctx, id, given, version)
}
`,
  ),
  added: on('public', `\n  await touchArea(ctx, '${area}')`),
  calls: `list: rows.list<typeof contract.list>({ title: like, ${on('parent', 'deptId: equal')} }),
  ${on('public', 'edit,') || 'edit: (ctx, { id, version, ...given }) => rows.change(ctx, id, given, version),'}
  dels: ownTransactions((ctx: Ctx, { ids }: { ids: number[] }) => rows.remove(ctx, ids${on('public', `, (one) => touchArea(one, '${area}', true)`)})),`,
})

const statedWork = ({ area, Area, on }: Names) => ({
  imports: `import { type ${Area}Move, type ${Area}State, ${area}Flow } from '../../core/domain/${area}-states.ts'
import { pilesOf } from '../rows/piles.ts'
import { stateHandlers } from '../rows/state-handlers.ts'
import { refuseText } from '../rows/texts.ts'
`,
  rows: `const rows = rowsOf(table, { reply: ${area}Row, logged, history: ${area}Flow.area })`,
  open: on(
    'public',
    `const published = 1
const openRows = rowsOf(table, {
  reply: ${area}Open,
  logged,
  everybody: [test('status', '=', published), isEmpty('deletedAt')],
})`,
  ),
  edit: `
/** What narrows the list beside the state. */
const narrowed = (_ctx: Ctx, input: Parsed<typeof contract.counts>) => [
  ...like('title', input.title),
  ${on('parent', "...equal('deptId', input.deptId),")}
]

const { move, toBin, handlers } = stateHandlers<typeof table.columns, ${Area}State, ${Area}Move>(table, {
  states: ${area}Flow,
  row: ${area}Row,
  binned: contract.binList.output,
  narrowed,
  logged,
  writes: { edit },
  ${on(
    'public',
    `async after(ctx, decided) {
    const left = decided.some(({ at }) => at === published)
    if (left || decided.some(({ to }) => to === published)) await touchArea(ctx, '${area}', left)
  },`,
  )}
})

/** What waits: drafts, for who publishes them. */
export const piles = pilesOf(table, ${area}Flow, [
  { name: 'toPublish', state: 0, needs: '${area}_publish', since: 'createdAt' },
])

async function edit(ctx: Ctx, { id, version, ...given }: Parsed<typeof contract.edit>) {
  const { status } = await rows.need(ctx, id, { lock: true })
  refuseText(ctx, ${area}Flow, 'edit', status as ${Area}State)
  ${on('public', `if (status === published) await touchArea(ctx, '${area}')`)}
  return rows.change(ctx, id, given, version)
}
`,
  added: '',
  calls: `list: (ctx, input) => rows.page(ctx, input, ...narrowed(ctx, input), ...equal('status', input.status)),
  edit,
  publish: ownTransactions(move('publish')),
  withdraw: ownTransactions(move('withdraw')),
  dels: ownTransactions((ctx: Ctx, { ids }: { ids: number[] }) => toBin(ctx, ids)),
  ...handlers,`,
})

const work = (names: Names): string => {
  const { area, what, path, placed, migration, on, off } = names
  const { imports, rows, open, edit, added, calls } = on('state', 'yes') ? statedWork(names) : plainWork(names)
  const conditions = [
    ...[on('parent', 'equal') || on('state', 'equal') || on('child', 'equal'), on('public', on('state', 'isEmpty'))],
    ...['like', on('public', on('state', 'test'))],
  ].filter(Boolean)
  const parsed = on('state', 'yes') || on('public', 'yes')
  const given = `${on('parent', 'deptId = 0, ')}...given`
  const values = `{ ...given, ${on('parent', 'deptId, ')}${on('state', 'status: 0')} }`
  const adds = off('state', on('public', 'yes'))
    ? `add: async (ctx, { ${given} }) => {${added}
    return rows.add(ctx, ${values})
  },`
    : `add: (ctx, { ${given} }) => rows.add(ctx, ${values}),`
  return `import { ${area} as contract, ${area}Row${on('child', `, ${area}EntryRow`)}${on('public', `, ${area}Open`)} } from '../../core/contract/${area}.ts'
${parsed ? "import type { Parsed } from '../../core/contract/endpoint.ts'\n" : ''}${placed ? '' : "import type { OwnEntry } from '../access/menu.ts'\n"}import type { Ctx } from '../context.ts'
import * as made from '../db/migrations/${migration}.ts'
import { ${area} as table${on('child', `, ${area}Entry as entryTable`)} } from '../db/tables/${area}.ts'
import { implement, ownTransactions } from '../pipeline.ts'
import { ${conditions.join(', ')} } from '../rows/condition.ts'
import { rowsOf } from '../rows/rows-of.ts'
${imports}${on('public', "import { touchArea } from '../rows/touch-area.ts'\n")}
export const migrations = { '${migration}': made }
${placed ? '' : `export const entry: OwnEntry = { under: 'system', name: '${what}', url: '${path}' }\n`}export const demo = () => import('../demo/${area}.ts')

const logged = ['title'${on('parent', ", 'deptId'")}] as const
${rows}
${open}
${on('child', `const entries = rowsOf(entryTable, { reply: ${area}EntryRow, logged: ['parentId', 'name', 'sort'], order: [['sort', 'asc'], ['id', 'asc']] })`)}
${edit}
export const ${area} = implement(contract, {
  get: (ctx, { id }) => rows.get(ctx, id),
  ${on('public', "webList: (ctx, input) => openRows.page(ctx, input, ...like('title', input.title)),")}
  ${adds}
  ${calls}
  ${on(
    'child',
    `entries: entries.list<typeof contract.entries>({ parentId: equal, name: like }),
  entry: (ctx, { id }) => entries.get(ctx, id),
  entryAdd: (ctx, { sort = 0, ...given }) => entries.add(ctx, { ...given, sort }),
  entryEdit: (ctx, { id, version, ...given }) => entries.change(ctx, id, given, version),
  entryDels: ownTransactions((ctx: Ctx, { ids }: { ids: number[] }) => entries.remove(ctx, ids)),`,
  )}
})
`
}

const demo = ({ area, what, on }: Names): string => {
  const row = (title: string, status: number) =>
    `{ title: '${title}', ${on('parent', "deptId: depts.get('office') as number, ")}${on('state', `status: ${status}, `)}...made }`
  const rows = on('state', `[${row(`${what}示例`, 1)}, ${row(`待公布的${what}示例`, 0)}]`) || row(`${what}示例`, 1)
  return `import type { DemoPlace } from './place.ts'

/** ${what} of the demo county. */
export async function add({ trx, longAgo${on('parent', ', depts')} }: DemoPlace): Promise<void> {
  const made = { createdAt: longAgo, updatedAt: longAgo, version: 1 }
  await trx
    .insertInto('${area}')
    .values(${rows})
    .execute()
}
`
}

const site = ({ area, what, folder, on }: Names): string => `import { formatDate } from '../../../core/domain/time.ts'
import type { Reader } from '../../db/open.ts'
import type { AreaSite } from '../area-site.ts'
import { listOnly } from './lists.ts'

/** Those that visitors see, the latest first. */
const seen = ({ read }: Reader) =>
  read
    .selectFrom('${area}')
    ${on('state', ".where('status', '=', 1)\n    .where('deletedAt', 'is', null)")}
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .select(['title', 'createdAt'])

const words = { heading: '${what}', description: '${what}', none: '暂无${what}' }

/** ${what} on the site: a list on pages. */
export const ${area}: AreaSite = {
  title: '${what}',
  folder: '${folder}',
  ...listOnly(words, seen, ({ title, createdAt }) => ({ title, date: formatDate(createdAt) })),
}
`

/** What a new area is on the server. */
export const serverFiles = (names: Names): Readonly<Record<string, string>> => ({
  [`server/db/tables/${names.area}.ts`]: tables(names),
  [`server/db/migrations/${names.migration}.ts`]: steps(names),
  [`server/areas/${names.area}.ts`]: work(names),
  [`server/demo/${names.area}.ts`]: demo(names),
  ...(names.on('public', 'yes') && { [`server/site/areas/${names.area}.ts`]: site(names) }),
})
