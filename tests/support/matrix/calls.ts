import { sampleOf } from '../../../cli/from-contract/examples.ts'
import { fieldMeta } from '../../../cli/from-contract/fields.ts'
import { requiredFields } from '../../../core/client/prepare.ts'
import type { Area, Endpoint } from '../../../core/contract/endpoint.ts'
import { permissionKey } from '../../../core/contract/endpoint.ts'
import { innerOf, type Shaped } from '../../../core/contract/meta.ts'
import { canRehearse, rehearsalOf } from '../../../core/contract/rehearsal.ts'
import { encode, inputFields, itemFields } from '../../../core/contract/wire.ts'
import { readSheet } from '../../../core/sheet/read.ts'
import { type Table, tables } from '../../../server/db/table.ts'
import { brokenPromises } from '../held.ts'
import type { Caller } from './callers.ts'
import { isAbove, isBinned, rowField, type Sample, tableOf } from './rows.ts'

/** Each call as the matrix makes it: what it is about, and an input that its declaration takes. */

export interface Cell {
  readonly area: string
  readonly name: string
  readonly e: Endpoint
  readonly key: string
  /** The field that says which rows it is about, and their table. */
  readonly field: string | undefined
  readonly table: Table | undefined
  /** It takes several rows at once. */
  readonly bulk: boolean
  readonly bin: boolean
}

export const cellOf = (area: string, call: string, e: Endpoint): Cell => {
  const found = e.access === 'public' ? undefined : rowField(area, e)
  const table = found === undefined ? undefined : tableOf(area, e, found)
  return {
    ...{ area, name: `${area}.${call}`, e, key: permissionKey(area, call, e), field: found, table },
    ...{ bulk: found !== undefined && /^items$|ids$/i.test(found), bin: isBinned(area, e, table) },
  }
}

/** The sample rows by table, those of the recycle bin as `bin <table>`. */
export type Samples = ReadonlyMap<string, readonly Sample[]>

const shapeOf = (e: Endpoint) => (e.input as unknown as Shaped).shape ?? {}

/** A value for what a call must be given beside its rows. */
function valueFor({ e, table }: Cell, field: string, samples: Samples, about: Sample | undefined): unknown {
  const meta = fieldMeta(e, field)
  const { words, of, minimum } = meta
  const name = field.replace(/Ids?$|ID$/, '').replace('categoryCategory', 'column')
  const many = /Ids$/.test(field)
  // what takes a row up is another of its table
  const rows = samples.get(of ?? (tables.has(name) ? name : name === 'into' ? (table?.name ?? '') : ''))
  // no row stands under itself
  const row = isAbove(field) ? 0 : rows?.[0]?.id
  if (name === 'revision' && about) return about.below.get('revision') ?? about.below.get('history') ?? 0
  if (row !== undefined) return many ? [row] : row
  if (/^time$/i.test(field)) return '2026-11-01'
  const [word] = Object.keys(words ?? {})
  if (word !== undefined) return word
  const type = innerOf(shapeOf(e)[field] ?? {}).def?.type
  const text = sampleOf(e, field)
  if (type === 'array') return [text]
  return minimum !== undefined ? Number(text) : text
}

/** The input of a call about some rows. */
export function inputFor(cell: Cell, ids: readonly number[], samples: Samples, about?: Sample): object {
  const { e, field, bulk } = cell
  const must = requiredFields(e).filter((one) => one !== field && one !== 'file' && one !== 'items')
  const input: Record<string, unknown> = Object.fromEntries(
    must.map((one) => [one, valueFor(cell, one, samples, about)]),
  )
  if (field === 'items') {
    const [known = 'id', ...others] = itemFields(e)
    const why = others.includes('reason') ? { reason: '样例' } : {}
    input.items = ids.map((id) => ({ [known]: id, ...why }))
  } else if (field !== undefined) input[field] = bulk ? ids : ids[0]
  // a reason or a remark stands where one may be needed
  for (const words of ['reason', 'remarks'])
    if (field !== 'items' && inputFields(e).includes(words)) input[words] ??= '样例'
  if (inputFields(e).includes('pageSize')) Object.assign(input, { pageNumber: 1, pageSize: 200 })
  return input
}

export interface Told {
  readonly code: string
  readonly says: string
  /** What it answers where it is done. */
  readonly text: string
}

export interface Outcome extends Told {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came
  readonly value: any
  /** How it is other than its contract says. */
  readonly broken: readonly string[]
}

/** All that a spreadsheet says. */
async function cellsIn(reply: Response): Promise<string> {
  const bytes = new Uint8Array(await reply.arrayBuffer())
  const found: string[] = []
  for await (const { cells } of readSheet(async function* () {
    yield bytes
  }))
    found.push(...cells.values())
  return found.join('\n')
}

/** Makes a call as somebody; what can be tried without being done is only tried. */
export async function send(url: string, { e: given }: Cell, caller: Caller, input: object): Promise<Outcome> {
  const dry = canRehearse(given)
  const e = dry ? rehearsalOf(given) : given
  const out = encode(e, input as Record<string, unknown>)
  const query = new URLSearchParams(out.query.map(([k, v]) => [k, v]))
  const body = e.send === 'form' ? new FormData() : out.body === undefined ? undefined : JSON.stringify(out.body)
  const reply = await fetch(`${url}${out.path}${query.size > 0 ? `?${query}` : ''}`, {
    redirect: 'manual',
    method: e.method === 'GET' ? 'GET' : 'POST',
    headers: {
      ...(caller.token && { authorization: caller.token }),
      // by which console somebody says they come gives no right
      appkey: caller.role === 'reporter' ? 'admin' : 'reportSite',
      ...(typeof body === 'string' && { 'content-type': 'application/json' }),
      ...out.headers,
    },
    ...(body !== undefined && e.method !== 'GET' && { body }),
  })
  const type = reply.headers.get('content-type') ?? ''
  const text = type.includes('spreadsheet') ? await cellsIn(reply) : await reply.text()
  const json = type.includes('json') ? JSON.parse(text) : {}
  const enveloped = typeof json === 'object' && json !== null && 'errorCode' in json
  const value = enveloped ? (dry ? json.value?.value : json.value) : json
  const [code, says] = enveloped ? [json.errorCode as string, json.errorMsg as string] : ['0', '']
  const broken = enveloped && code === '0' ? brokenPromises(given, value, false) : []
  return { status: reply.status, code, says, text, value, broken }
}

/** What became of one of several rows. */
export function ofOne({ value, code, says }: Outcome, id: number): Told {
  const { done } = (value ?? {}) as { done?: unknown }
  const failed = (value?.failed as { id: unknown; errorCode: string; errorMsg: string }[] | undefined)?.find(
    (one) => String(one.id) === String(id),
  )
  if (failed) return { code: failed.errorCode, says: failed.errorMsg, text: '' }
  const rest = Array.isArray(done) ? done : value
  return { code, says, text: JSON.stringify(rest ?? null) }
}

/** The calls of an area, as cells. */
export const cellsOf = (area: string, calls: Area): Cell[] =>
  Object.entries(calls).map(([call, e]) => cellOf(area, call, e))
