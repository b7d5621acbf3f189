import type { Names } from './names.ts'

const states = ({ area, Area, what, on }: Names): string => `import { movesOf } from './states.ts'

/** How far one is. */
export const ${area}States = { 0: '编辑中', 1: '已公布' } as const
export type ${Area}State = keyof typeof ${area}States
export type ${Area}Move = 'publish' | 'withdraw' | 'delete'

/** The way of ${what}: written, and published by who may. */
export const ${area}Flow = movesOf<${Area}State, ${Area}Move>({
  area: '${area}',
  noun: '${what}',
  unit: '条',
  words: ${area}States,
  looks: {
    0: { mark: '●', tone: 'wait' },
    1: { mark: '✓', tone: 'good' },
  },
  texts: [
    {
      call: 'edit',
      says: '修改',
      fields: ['title'],
      online: { 1: { key: '${area}_publish', says: '已公布，修改须有公布${what}的权限（${area}_publish）；请有权限的人修改，或先撤回' } },
      follows: { 1: '已公布的内容随即改为恢复的内容' },
    },
  ],
  moves: {
    publish: {
      says: '公布',
      became: '已公布',
      to: { 0: 1 },
      done: [1],
      ${on('public', "public: true,\n      follows: '随即出现在网站上',")}
    },
    withdraw: {
      says: '撤回',
      became: '已撤回',
      to: { 1: 0 },
      done: [0],
      ${on('public', 'public: true,')}
      reasons: ['内容有误，更正后再公布', '内容已过时'],
      ${on('public', "follows: '网页上随即没有这一条',")}
    },
    delete: {
      says: '删除',
      became: '已删除',
      key: '${area}_dels',
      to: { 0: 'deleted' },
      done: [],
      instead: { 1: '请先撤回' },
    },
  },
})
`

/** A call as the contract declares it. */
const call = (name: string, lines: readonly string[]) => `
  ${name}: endpoint({
    method: 'POST',
    ${lines.filter(Boolean).join(',\n    ')},
  }),`
const reads = ["effect: 'read'", 'repeat: true']
const granted = "access: 'granted'"

/** The calls about the rows below one. */
function entryCalls({ area, what }: Names): string {
  const to = (name: string, send: string) => [`path: '/${area}/${name}'`, `send: '${send}'`]
  const row = `output: ${area}EntryRow`
  const below = "rows: 'entries'"
  const seen = `access: { like: '${area}_list' }`
  const writes = ["effect: 'write'", `access: { like: '${area}_edit' }`]
  const told = (act: string) => [`says: '${act}条目'`, `tells: '${act}${what}的条目{}'`, `about: '${area}Entry'`]
  return [
    call('entries', [
      ...to('entries', 'body'),
      `input: z.object({ parentId: filter(id('所属${what}')), name: filter(text('名称', 100)), ...page })`,
      `output: pageOf(${area}EntryRow)`,
      ...[...reads, seen, `says: '分页查询一条${what}的条目'`],
    ]),
    call('entry', [
      ...to('entry', 'query'),
      ...["input: z.object({ id: id('条目') })", row, ...reads, seen, below, "says: '查看一个条目'"],
    ]),
    call('entryAdd', [
      ...to('entryAdd', 'body'),
      ...[`input: z.object({ parentId: id('所属${what}'), ...entryFields })`, row, ...writes, ...told('新增')],
    ]),
    call('entryEdit', [
      ...to('entryEdit', 'body'),
      "input: z.object({ id: id('条目'), version, ...z.object(entryFields).partial().shape })",
      ...[row, ...writes, below, ...told('修改')],
    ]),
    call('entryDels', [
      ...to('entryDels', 'body'),
      ...["input: z.object({ ids: ids('条目') })", 'output: bulk', ...writes, below, ...told('删除')],
    ]),
  ].join('')
}

function calls(names: Names): string {
  const { area, what, on, off } = names
  const to = (name: string, send: string) => [`path: '/${area}/${name}'`, `send: '${send}'`]
  const writes = ["effect: 'write'", granted]
  const told = (act: string) => [`says: '${act}${what}'`, `tells: '${act}${what}{}'`]
  return [
    call('list', [
      ...to('list', 'body'),
      `input: z.object({ ...search, ${on('state', `status: stateFilter(${area}Flow), `)}...page })`,
      ...[`output: pageOf(${area}Row)`, ...reads, granted, `says: '分页查询${what}'`],
    ]),
    call('get', [
      ...to('get', 'query'),
      `input: z.object({ id: id() })`,
      ...[`output: ${area}Row`, ...reads, `access: { like: '${area}_list' }`, `says: '查看一条${what}'`],
    ]),
    on(
      'public',
      call('webList', [
        ...to('web/list', 'body'),
        'bodyOptional: true',
        "input: z.object({ title: filter(text('标题', 100)), ...page })",
        ...[`output: pageOf(${area}Open)`, ...reads, "access: 'public'"],
        `open: '网站列出${on('state', '已公布的') || '全部'}${what}，只有标题'`,
        ...[`says: '公众可见的${what}'`, "verb: 'public'"],
      ]),
    ),
    call('add', [
      ...to('add', 'body'),
      ...['input: z.object(fields)', `output: ${area}Row`, ...writes, ...told('新增')],
    ]),
    call('edit', [
      ...to('edit', 'body'),
      'input: z.object({ id: id(), version, ...z.object(fields).partial().shape })',
      ...[`output: ${area}Row`, ...writes, ...told('修改')],
    ]),
    on(
      'state',
      `
  publish: moveCall(${area}Flow, 'publish'),
  withdraw: moveCall(${area}Flow, 'withdraw'),`,
    ),
    call('dels', [
      ...to('dels', 'body'),
      ...['input: z.object({ ids: ids() })', 'output: bulk', ...writes],
      off('state', on('child', "along: { entryCount: '{} 个条目' }")),
      ...(on('state', 'yes') ? [`says: '删除${what}到回收站'`, `tells: '删除${what}{}'`] : told('删除')),
    ]),
    on('child', entryCalls(names)),
    on(
      'state',
      `
  ...textCalls(${area}Flow, ${area}Row, '${area}_list'),
  ...stateCalls(${area}Flow, binned, '${area}_list', z.object(search)),`,
    ),
  ].join('')
}

const contract = (names: Names): string => {
  const { area, what, on } = names
  const shared = [
    ...['bulk', 'count', 'filter', 'id', 'ids', 'idText', 'page', 'pageOf', 'row', 'sampled', 'text', 'when'],
    ...[on('child', 'int'), on('child', 'manyOf'), on('parent', 'idOf'), on('state', 'chosen'), on('state', 'words')],
    ...[on('parent', 'nameOf') || on('state', 'nameOf')],
  ].filter(Boolean)
  const ofStates = on('state', 'moveCall, stateCalls, stateFilter, textCalls, ')
  return `import { z } from 'zod'
${on('state', `import { ${area}Flow, ${area}States } from '../domain/${area}-states.ts'\n`)}import { endpoint } from './endpoint.ts'
import { ${ofStates}version } from './moves.ts'
import { ${shared.join(', ')} } from './shared.ts'

/** What people write. */
const fields = {
  title: sampled(text('标题', 100, 1), '${what}示例'),
  ${on('parent', "deptId: idOf('dept').optional(),")}
}

const kept = { createdAt: when('创建时间'), updatedAt: when('修改时间'), version: count('版本') }
const title = z.string().meta({ title: '标题' })
const shown = {
  id: idText(),
  title,
  ${on('parent', "deptId: idText('部门编号'), deptName: nameOf('deptId', '部门'),")}
  ${on('state', `status: chosen('状态', ${area}States), reason: words('理由'),`)}
  ${on('child', `entryCount: manyOf('${area}Entry.parentId', '条目数'),`)}
  ...kept,
}
export const ${area}Row = row(shown)
${on('state', "const binned = row({ ...shown, deletedAt: when('删除时间'), deletedByName: nameOf('deletedBy', '删除人') })\n")}${on(
  'child',
  `
/** What people write of one below it. */
const entryFields = { name: sampled(text('名称', 100, 1), '条目示例'), sort: int('排序', 0, 1_000_000).optional() }
export const ${area}EntryRow = row({
  id: idText(),
  parentId: idText('所属${what}编号'),
  name: z.string().meta({ title: '名称' }),
  sort: count('排序'),
  ...kept,
})
`,
)}${on('public', `\n/** What strangers may know of one. */\nexport const ${area}Open = row({ id: idText(), title })\n`)}
/** The words of a search${on('state', ' beside the state')}. */
const search = { title: filter(text('标题', 100)), ${on('parent', "deptId: filter(idOf('dept')),")} }

/** ${what}. */
export const ${area} = {${calls(names)}
}
`
}

/** What a new area is in the contract, and the table of its states. */
export const contractFiles = (names: Names): Readonly<Record<string, string>> => ({
  [`core/contract/${names.area}.ts`]: contract(names),
  ...(names.on('state', 'yes') && { [`core/domain/${names.area}-states.ts`]: states(names) }),
})
