import { extname } from 'node:path'
import type { z } from 'zod'
import { requiredFields } from '../../core/client/prepare.ts'
import type { PageReply } from '../../core/client/rows.ts'
import { type AreaName, areas } from '../../core/contract/areas.ts'
import type { Area, Endpoint } from '../../core/contract/endpoint.ts'
import { documentOf } from '../../core/contract/replies.ts'
import { inputFields } from '../../core/contract/wire.ts'
import type { Context } from '../context.ts'
import { usage } from '../errors.ts'
import { saveStream } from '../files/save.ts'
import { uses } from '../flags.ts'
import { checkedFields } from '../from-contract/check.ts'
import { flagged, shownFilter } from '../from-contract/examples.ts'
import { filtersOf, flagFor, spanFlags, spanFor } from '../from-contract/fields.ts'
import { isPage, shapeFor } from '../from-contract/replies.ts'
import { withLock } from '../lock.ts'
import { rowOf } from '../output/columns.ts'
import { kebab } from '../spelling.ts'
import { type Verb, verb } from '../verb.ts'
import { sheetColumns } from './columns.ts'
import { exportListing, outPath } from './file.ts'
import { exportFormats, outFlag } from './flags.ts'

/** Exports made from the contract: `xzx export hot` of a list, `xzx export dept-data` of what the server lays out itself. */

type Flags = Readonly<Record<string, string>>

/** What was typed to narrow an export, by the call's own fields. */
async function narrowed(ctx: Context, e: Endpoint, { out: _out, ...flags }: Flags) {
  return { ...(await checkedFields(ctx, e, flags)), ...spanFor(ctx, e) }
}

/** What is asked of the server beside the filters: only the fields that are exported, where the call knows how to be asked. */
const askedFor = (list: Endpoint, columns: readonly { field: string }[]): { fields?: string[] } =>
  inputFields(list).includes('fields') ? { fields: columns.map(({ field }) => field) } : {}

async function exportList(ctx: Context, list: Endpoint, says: string, flags: Flags): Promise<void> {
  const out = outPath(ctx, flags.out, says)
  const row = rowOf(list.output) as unknown as z.ZodObject
  const columns = sheetColumns(ctx, row, Object.keys(row.shape))
  const filters = { ...(await narrowed(ctx, list, flags)), ...askedFor(list, columns) }
  const via = await ctx.transport()
  const call = (input: object) => via.send(list, input, { signal: ctx.signal }) as Promise<PageReply<never>>
  const { idField } = shapeFor(list)
  await exportListing(ctx, out, { name: says, columns, listing: { call, filters, idField: idField as never } })
}

async function exportDocument(ctx: Context, e: Endpoint, says: string, flags: Flags): Promise<void> {
  const input = await narrowed(ctx, e, flags)
  const ending = `.${documentOf(e)?.ending}`
  const given = extname(outPath(ctx, flags.out, says)).toLowerCase()
  // what the server answers is no CSV, whatever the file is called
  const asRows = ctx.flags.format === 'csv' || ctx.flags.format === 'ndjson'
  if ((given !== '' && given !== ending) || flags.out === '-' || asRows)
    throw usage(`${says}由服务器生成，只能是 ${ending} 文件`, `文件名应以 ${ending} 结尾`)
  const via = await ctx.transport()
  await saveStream(ctx, flags.out, (sink) => via.download(e, input, sink, { signal: ctx.signal }))
}

interface Made {
  readonly name: string
  readonly e: Endpoint
  readonly says: string
  /** The server lays it out. */
  readonly document: boolean
}

function exportVerb({ name, e, says, document }: Made): Verb {
  const filters = filtersOf(e)
  const lines = [`xzx export ${name} --out ${says}-{date}.xlsx`]
  const filter = shownFilter(e, filters)
  if (filter !== undefined) lines.push(`xzx export ${name} ${flagged(e, filter)} --out ${says}.xlsx`)
  return verb<Flags>({
    name,
    says: `导出${says}`,
    made: 'export',
    flags: [outFlag, ...filters.map((field) => flagFor(e, field))],
    knows: [
      ...uses.server,
      'format',
      ...(document ? [] : (['fields', 'all', 'limit'] as const)),
      ...spanFlags(e),
      ...uses.lock,
    ],
    formats: exportFormats,
    examples: lines,
    run: (ctx, { flags }) =>
      withLock(ctx, `export ${name} ${flags.out ?? ''}`, () =>
        (document ? exportDocument : exportList)(ctx, e, says, flags),
      ),
  })
}

/** What leaves as a file by a call of its own, and needs nothing to be named for it. */
const isExport = ([, e]: readonly [string, Endpoint]) =>
  documentOf(e)?.kept === true && e.verb !== false && requiredFields(e).length === 0

async function exportsOf(area: AreaName): Promise<Made[]> {
  const { says, load } = areas[area]
  const calls: Area = await load()
  const { list } = calls
  return [
    ...(list && isPage(list) ? [{ name: kebab(area), e: list, says, document: false }] : []),
    ...Object.entries(calls)
      .filter(isExport)
      .map(([call, e]) => ({
        name: typeof e.verb === 'string' ? e.verb : kebab(`${area}-${call}`),
        e,
        says: e.says.replace(/^导出/, ''),
        document: true,
      })),
  ]
}

/** Areas whose export is a command of its own. */
const own: readonly string[] = ['article', 'log']

/** The exports of all areas. @param wanted what is to be exported, of which no more than its own area is loaded */
export async function madeExports(wanted?: string): Promise<{ verbs: Verb[] }> {
  const names = (Object.keys(areas) as AreaName[]).filter((name) => !own.includes(name))
  const only = names.filter((name) => kebab(name) === wanted)
  const made = await Promise.all((only.length > 0 ? only : names).map(exportsOf))
  return { verbs: made.flat().map(exportVerb) }
}
