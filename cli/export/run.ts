import { extname } from 'node:path'
import type { z } from 'zod'
import type { PageReply } from '../../core/client/rows.ts'
import type { Endpoint } from '../../core/contract/endpoint.ts'
import { documentOf } from '../../core/contract/replies.ts'
import { inputFields } from '../../core/contract/wire.ts'
import type { Context } from '../context.ts'
import { usage } from '../errors.ts'
import { saveDocument } from '../files/document.ts'
import { checkedFields } from '../from-contract/check.ts'
import { spanFor } from '../from-contract/fields.ts'
import { shapeFor } from '../from-contract/replies.ts'
import { rowOf } from '../output/columns.ts'
import { sheetColumns } from './columns.ts'
import { exportListing, kindOf, outPath } from './file.ts'
import { type Whole, wholeRow, withTexts } from './whole.ts'

/** The work of exports that are made from the contract. */

export type Flags = Readonly<Record<string, string>>

/** What was typed to narrow an export, by the call's own fields. */
async function narrowed(ctx: Context, e: Endpoint, { out: _out, full: _full, ...flags }: Flags) {
  return { ...(await checkedFields(ctx, e, flags)), ...spanFor(ctx, e) }
}

/** What is asked of the server beside the filters: only the fields that are exported, where the call knows how to be asked. */
const askedFor = (list: Endpoint, columns: readonly { field: string }[]): { fields?: string[] } =>
  inputFields(list).includes('fields') ? { fields: columns.map(({ field }) => field) } : {}

/** What is exported: its name in `xzx export`, its call, and what people call it. */
export interface Exports {
  readonly name: string
  readonly e: Endpoint
  readonly says: string
  /** What its rows say beside what the list has. */
  readonly whole: Whole | null
}

/** A list that is declared, row by row, as a file. @param out by whose ending its kind is known */
export async function listing(ctx: Context, { name, e, says, whole }: Exports, flags: Flags, out: string) {
  if (flags.full && ctx.fields) throw usage('--full 和 --fields 不能同时使用', '去掉其中一个')
  const row = rowOf(e.output) as unknown as z.ZodObject
  const all = whole ? wholeRow(e, whole) : row
  const columns = sheetColumns(ctx, all, Object.keys((flags.full ? all : row).shape))
  const texts = whole !== null && columns.some(({ field }) => whole.fields.includes(field)) ? whole : null
  const filters = { ...(await narrowed(ctx, e, flags)), ...askedFor(e, columns) }
  const via = await ctx.transport()
  const call = (input: object) => via.send(e, input, { signal: ctx.signal }) as Promise<PageReply<never>>
  const { idField } = shapeFor(e)
  const each = texts && { each: withTexts(ctx, texts, columns, kindOf(ctx, out) === 'xlsx') }
  return { kind: name, name: says, columns, listing: { call, filters, idField: idField as never }, ...each }
}

/** A list as a command of its own. */
export async function exportList(ctx: Context, one: Exports, flags: Flags): Promise<void> {
  const out = outPath(ctx, flags.out, one.says)
  await exportListing(ctx, out, await listing(ctx, one, flags, out))
}

/** What the server lays out itself. */
export async function exportDocument(ctx: Context, { name, e, says }: Exports, flags: Flags): Promise<void> {
  const input = await narrowed(ctx, e, flags)
  const ending = `.${documentOf(e)?.ending}`
  const given = extname(outPath(ctx, flags.out, says)).toLowerCase()
  // what the server answers is no CSV, whatever the file is called
  const asRows = ctx.flags.format === 'csv' || ctx.flags.format === 'ndjson'
  if ((given !== '' && given !== ending) || flags.out === '-' || asRows)
    throw usage(`${says}由服务器生成，只能是 ${ending} 文件`, `文件名应以 ${ending} 结尾`)
  await saveDocument(ctx, e, input, flags.out, undefined, name)
}
