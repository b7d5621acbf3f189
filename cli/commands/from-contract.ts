import { requiredFields, shapeOf } from '../../core/client/prepare.ts'
import { type AreaName, areas } from '../../core/contract/areas.ts'
import type { Area, Endpoint } from '../../core/contract/endpoint.ts'
import { inputFields } from '../../core/contract/wire.ts'
import { columnsOf, rowOf } from '../columns.ts'
import type { Context } from '../context.ts'
import { usage } from '../errors.ts'
import { writeListing } from '../list.ts'
import { camel, kebab } from '../names.ts'
import { type Shape, writeList, writeOne, writeValue } from '../output.ts'
import { type Verb, verb } from '../verb.ts'

/** Fields that the global flags already say. */
const paging = new Set(['pageNumber', 'pageSize', 'sortField', 'sortOrder', 'afterId', 'startTime', 'endTime'])

const usualMax = 8

function shapeFor(e: Endpoint): Shape {
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

const isPage = (e: Endpoint) => 'list' in ((e.output as { shape?: object }).shape ?? {})
const titleOf = (e: Endpoint, field: string) => {
  const schema = shapeOf(e)[field] as { meta?: () => { title?: string } | undefined } | undefined
  return schema?.meta?.()?.title ?? field
}

/** A tree as rows, children below their parents. */
function* flat(nodes: readonly object[]): Generator<object> {
  for (const node of nodes) {
    const { children, ...row } = node as { children?: readonly object[] }
    yield row
    if (Array.isArray(children)) yield* flat(children)
  }
}

/** Calls one endpoint and writes its reply as its schema says. */
async function callAndWrite(ctx: Context, e: Endpoint, input: Record<string, unknown>): Promise<void> {
  const shape = shapeFor(e)
  const via = await ctx.transport()
  if (isPage(e)) {
    const call = (filters: object) => via.send(e, filters, { signal: ctx.signal }) as Promise<{ list: object[] }>
    return writeListing(ctx, { call, filters: input, idField: shape.idField as never }, shape)
  }
  const value = await via.send(e, input, { signal: ctx.signal })
  if (Array.isArray(value) && ctx.format !== 'json') return writeList(ctx, shape, [...flat(value)])
  if (value !== null && typeof value === 'object' && !Array.isArray(value) && rowOf(e.output).shape)
    return writeOne(ctx, { ...shape, usual: shape.columns.map((c) => c.field) }, value)
  return writeValue(ctx, value)
}

/** A verb made from a reading call: required fields are its arguments, the others its flags. */
export function verbFor(name: string, e: Endpoint): Verb {
  const required = requiredFields(e)
  const optional = inputFields(e).filter((field) => !required.includes(field) && !paging.has(field))
  const has = (field: string) => inputFields(e).includes(field)
  return verb<Record<string, string>>({
    name: kebab(name),
    says: e.says,
    ...(required.length > 0 && { args: required.map((field) => `[${kebab(field)}]`).join(' ') }),
    flags: optional.map((field) => ({ flag: `--${kebab(field)} <值>`, says: titleOf(e, field) })),
    async run(ctx, { args, flags }) {
      const missing = required[args.length]
      if (missing !== undefined) throw usage(`缺少${titleOf(e, missing)}（${kebab(missing)}）`)
      await callAndWrite(ctx, e, {
        ...Object.fromEntries(required.map((field, i) => [field, args[i]])),
        ...flags,
        ...(has('startTime') && ctx.since && { startTime: ctx.since }),
        ...(has('endTime') && ctx.until && { endTime: ctx.until }),
      })
    },
  })
}

/** The reading verbs of an area that needs nothing special: made from its contract. */
export async function areaVerbs(name: AreaName): Promise<{ verbs: Verb[] }> {
  const area: Area = await areas[name]()
  const plain = Object.entries(area).filter(([, e]) => e.effect === 'read' && (e.reply ?? 'value') === 'value')
  return { verbs: plain.map(([call, e]) => verbFor(call, e)) }
}

/** Finds `article.saveAdmin`, written in camelCase or kebab-case. */
export async function findCall(text: string): Promise<{ name: string; e: Endpoint } | { near: readonly string[] }> {
  const [area = '', call = ''] = text.split('.').map(camel)
  if (!Object.hasOwn(areas, area)) return { near: Object.keys(areas) }
  const calls: Area = await areas[area as AreaName]()
  const e = calls[call]
  return e ? { name: `${area}.${call}`, e } : { near: Object.keys(calls).map((one) => `${area}.${one}`) }
}
