import { requiredFields, shapeOf } from '../../core/client/prepare.ts'
import { type AreaName, areas } from '../../core/contract/areas.ts'
import type { Area, Endpoint } from '../../core/contract/endpoint.ts'
import { metaOf, type Shaped } from '../../core/contract/meta.ts'
import { encode, inputFields } from '../../core/contract/wire.ts'
import type { Context } from '../context.ts'
import { usage } from '../errors.ts'
import { columnsOf, rowOf } from '../output/columns.ts'
import { writeListing } from '../output/listing.ts'
import { type Shape, writeList, writeOne, writeValue } from '../output/write.ts'
import { type Flag, type Verb, verb } from '../verb.ts'
import { readExamples } from './examples.ts'
import { camel, kebab } from './names.ts'

/** Fields that the global flags already say. */
const paging = new Set([
  'pageNumber',
  'pageSize',
  'sortField',
  'sortOrder',
  'afterId',
  'withTotal',
  'startTime',
  'endTime',
])

const usualMax = 8

/** How a reply's rows are shown: every column, the first of them in a table. */
export function shapeFor(e: Endpoint): Shape {
  const columns = columnsOf(e.output)
  const idField = columns.find((c) => c.whole)?.field ?? columns[0]?.field ?? 'id'
  const titleField = columns.find((c) => /title|name/i.test(c.field))?.field
  // a field that stands there under two names (columnId, categoryId) is shown once
  const different = columns.filter((c, i) => columns.findIndex((other) => other.title === c.title) === i)
  return {
    columns,
    usual: different.slice(0, usualMax).map((c) => c.field),
    idField,
    ...(titleField && { titleField }),
  }
}

/** True for a call that answers one page of a list. */
export const isPage = (e: Endpoint) => 'list' in ((e.output as { shape?: object }).shape ?? {})

/** What the contract says of a field of the input. */
export const fieldMeta = (e: Endpoint, field: string) => metaOf((shapeOf(e)[field] ?? {}) as Shaped)
export const titleOf = (e: Endpoint, field: string): string => fieldMeta(e, field).title ?? field

/** A flag for a field: its Chinese name, and the values that it may have. */
export function flagFor(e: Endpoint, field: string, more = ''): Flag {
  const { words, title = field } = fieldMeta(e, field)
  const values = Object.entries(words ?? {}).map(([value, word]) => `${value} ${word}`)
  return {
    flag: `--${kebab(field)} <值>`,
    says: `${title}${values.length > 0 ? `：${values.join('、')}` : ''}${more}`,
    ...(words && { values: Object.keys(words) }),
  }
}

/** A tree as rows, children below their parents. */
function* flat(nodes: readonly object[]): Generator<object> {
  for (const node of nodes) {
    const { children, ...row } = node as { children?: readonly object[] }
    yield row
    if (Array.isArray(children)) yield* flat(children)
  }
}

/** Writes a reply that is no page, as its schema says. */
export function writeReply(ctx: Context, e: Endpoint, value: unknown): Promise<void> {
  const shape = shapeFor(e)
  if (Array.isArray(value) && ctx.format !== 'json') return writeList(ctx, shape, [...flat(value)])
  if (value !== null && typeof value === 'object' && !Array.isArray(value) && rowOf(e.output).shape)
    return writeOne(ctx, { ...shape, usual: shape.columns.map((c) => c.field) }, value)
  return writeValue(ctx, value)
}

/** What a dry run shows of a call that changes something. */
export function writeUnsent(ctx: Context, e: Endpoint, input: Record<string, unknown>): Promise<void> {
  const { path, query, body } = encode(e, input)
  ctx.note('以下内容不会发出：')
  return writeValue(ctx, { method: e.method, path, query: Object.fromEntries(query), body: body ?? null })
}

async function read(ctx: Context, e: Endpoint, input: Record<string, unknown>): Promise<void> {
  const via = await ctx.transport()
  if (!isPage(e)) return writeReply(ctx, e, await via.send(e, input, { signal: ctx.signal }))
  const shape = shapeFor(e)
  const call = (filters: object) => via.send(e, filters, { signal: ctx.signal }) as Promise<{ list: object[] }>
  return writeListing(ctx, { call, filters: input, idField: shape.idField as never }, shape)
}

/** A verb made from a reading call: required fields are its arguments, the others its flags. */
function readVerb(area: AreaName, name: string, e: Endpoint): Verb {
  const required = requiredFields(e)
  const optional = inputFields(e).filter((field) => !required.includes(field) && !paging.has(field))
  const has = (field: string) => inputFields(e).includes(field)
  return verb<Record<string, string>>({
    name,
    says: e.says,
    ...(required.length > 0 && { args: required.map((field) => `[${kebab(field)}]`).join(' ') }),
    flags: optional.map((field) => flagFor(e, field)),
    examples: readExamples(`xzx ${area} ${name}`, e, required, isPage(e) ? optional : []),
    async run(ctx, { args, flags }) {
      const missing = required[args.length]
      if (missing !== undefined) throw usage(`缺少${titleOf(e, missing)}（${kebab(missing)}）`)
      await read(ctx, e, {
        ...Object.fromEntries(required.map((field, i) => [field, args[i]])),
        ...flags,
        ...(has('startTime') && ctx.since && { startTime: ctx.since }),
        ...(has('endTime') && ctx.until && { endTime: ctx.until }),
      })
    },
  })
}

/** The command line's word for a call where the contract has another. */
const verbNames: Readonly<Record<string, string>> = { dels: 'del', delete: 'del', save: 'add', update: 'edit' }

/** The verb of a call: the command line's word, unless another call of the area has that very name. */
function verbName(area: Area, call: string): string {
  const word = verbNames[call]
  return kebab(word === undefined || Object.hasOwn(area, word) ? call : word)
}

const isPlain = (e: Endpoint) => (e.reply ?? 'value') === 'value' && (e.send === 'body' || e.send === 'query')

/** The verbs of an area that needs nothing special: made from its contract. */
export async function areaVerbs(name: AreaName): Promise<{ verbs: Verb[] }> {
  const { says, load } = areas[name]
  const area: Area = await load()
  const { writeVerb } = await import('./write-verb.ts')
  const made = Object.entries(area).flatMap(([call, e]) => {
    const word = verbName(area, call)
    if (e.effect === 'read' && (e.reply ?? 'value') === 'value') return [readVerb(name, word, e)]
    return e.effect === 'write' && isPlain(e)
      ? [writeVerb({ area: name, word, e, says, get: area.get, list: area.list })]
      : []
  })
  return { verbs: made }
}

/** Finds `article.saveAdmin`, written in camelCase or kebab-case. */
export async function findCall(text: string): Promise<{ name: string; e: Endpoint } | { near: readonly string[] }> {
  const [area = '', call = ''] = text.split('.').map(camel)
  if (!Object.hasOwn(areas, area)) return { near: Object.keys(areas) }
  const calls: Area = await areas[area as AreaName].load()
  const e = calls[call]
  return e ? { name: `${area}.${call}`, e } : { near: Object.keys(calls).map((one) => `${area}.${one}`) }
}
