import type { z } from 'zod'
import type { PageReply } from '../../core/client/rows.ts'
import { type AreaName, areas } from '../../core/contract/areas.ts'
import type { Area, Endpoint } from '../../core/contract/endpoint.ts'
import { home } from '../../core/contract/home.ts'
import { logRow } from '../../core/contract/log.ts'
import { inputFields } from '../../core/contract/wire.ts'
import { columnsFrom, type SheetColumn } from '../../core/sheet/columns.ts'
import { logFilters } from '../areas/log-filters.ts'
import { namedId } from '../areas/reference-names.ts'
import type { Context } from '../context.ts'
import { usage } from '../errors.ts'
import { saveStream } from '../files/save.ts'
import { spanFlags, spanFor } from '../from-contract/fields.ts'
import { kebab } from '../from-contract/names.ts'
import { isPage, shapeFor } from '../from-contract/replies.ts'
import { strayFormat } from '../known-flags.ts'
import { rowOf } from '../output/columns.ts'
import { didYouMean } from '../suggest.ts'
import { exportListing, kindOf, outPath } from './file.ts'
import { type ExportFlags, exportFormats, exportOnly } from './flags.ts'

/** One thing that can be exported: what it is called, which flags it knows, how it is written. */
interface Export {
  readonly says: string
  readonly knows: readonly string[]
  run(ctx: Context, flags: ExportFlags): Promise<void>
}

const logFields = [
  'logId',
  'at',
  'kind',
  'userAccount',
  'userName',
  'address',
  'says',
  'targetIds',
  'result',
  'requestId',
]

/** The columns that `--fields` names, or the usual ones. */
export function sheetColumns(ctx: Context, row: z.ZodObject, usual: readonly string[]): SheetColumn[] {
  const fields = ctx.fields ?? usual
  const known = Object.keys(row.shape)
  const wrong = fields.find((field) => !known.includes(field))
  if (wrong !== undefined) throw usage(`没有字段 ${wrong}${didYouMean(wrong, known)}`, `可用字段：${known.join('、')}`)
  return columnsFrom(row, fields)
}

/** What is asked of the server beside the filters: only the fields that are exported, where the call knows how to be asked. */
const askedFor = (list: Endpoint, columns: readonly SheetColumn[]): { fields?: string[] } =>
  inputFields(list).includes('fields') ? { fields: columns.map(({ field }) => field) } : {}

async function exportLog(ctx: Context, flags: ExportFlags): Promise<void> {
  const out = outPath(ctx, flags.out, '操作日志')
  const columns = sheetColumns(ctx, logRow, logFields)
  const { list } = await ctx.client('log')
  const filters = logFilters(ctx, flags)
  await exportListing(ctx, out, { name: '操作日志', columns, listing: { call: list, filters, idField: 'logId' } })
}

async function exportDeptData(ctx: Context, flags: ExportFlags): Promise<void> {
  const input = {
    ...(flags.dept !== undefined && { deptId: await namedId(ctx, 'dept', flags.dept) }),
    ...(flags.column !== undefined && { columnId: await namedId(ctx, 'column', flags.column) }),
    ...spanFor(ctx, home.deptDataCountExcel),
  }
  const out = outPath(ctx, flags.out, '部门发文统计')
  // the server makes the sheet: what it answers is no CSV, whatever the file is called
  if (kindOf(ctx, out, 'xlsx') !== 'xlsx')
    throw usage('部门发文统计由服务器生成，只能是电子表格', '文件名应以 .xlsx 结尾')
  const via = await ctx.transport()
  await saveStream(ctx, flags.out, (sink) => via.download(home.deptDataCountExcel, input, sink, { signal: ctx.signal }))
}

const span = ['since', 'until']
const rows = ['fields', 'all', 'limit']
const articleFlags = ['status', 'column', 'title', 'keyword', 'source']

/** The export of an area that needs nothing special: every field of its list. */
async function listExport(name: AreaName): Promise<Export | undefined> {
  const { says, load } = areas[name]
  const { list }: Area = await load()
  if (!list || !isPage(list)) return undefined
  return {
    says,
    knows: [...spanFlags(list), ...rows],
    async run(ctx, flags) {
      const out = outPath(ctx, flags.out, says)
      const row = rowOf(list.output) as unknown as z.ZodObject
      const columns = sheetColumns(ctx, row, Object.keys(row.shape))
      const via = await ctx.transport()
      const { idField } = shapeFor(list)
      const call = (input: object) => via.send(list, input, { signal: ctx.signal }) as Promise<PageReply<never>>
      const listing = {
        call,
        filters: { ...spanFor(ctx, list), ...askedFor(list, columns) },
        idField: idField as never,
      }
      await exportListing(ctx, out, { name: says, columns, listing })
    },
  }
}

/** Everything that can be exported: what is declared here, and the list of every other area. */
export async function allExports(): Promise<Readonly<Record<string, Export>>> {
  const others = (Object.keys(areas) as AreaName[]).filter((name) => !Object.hasOwn(exports, name))
  const made = await Promise.all(others.map(async (name) => ({ name, one: await listExport(name) })))
  return { ...exports, ...Object.fromEntries(made.flatMap(({ name, one }) => (one ? [[kebab(name), one]] : []))) }
}

/** The export of this name; of the contract only its own area is loaded. @throws CliError 2 where there is none */
async function exportOf(name: string): Promise<Export> {
  if (Object.hasOwn(exports, name)) return exports[name] as Export
  const area = (Object.keys(areas) as AreaName[]).find((one) => kebab(one) === name)
  const found = area && (await listExport(area))
  if (found) return found
  const known = Object.entries(await allExports())
  const names = known.map(([key]) => key)
  throw usage(
    `没有导出 ${name}${didYouMean(name, names)}`,
    `可用：${known.map(([key, { says }]) => `${key} ${says}`).join('、')}`,
  )
}

/** Exports that are more than an area's list. */
const exports: Readonly<Record<string, Export>> = {
  article: {
    says: '文章',
    knows: [...articleFlags, 'full', ...span, ...rows],
    run: async (ctx, flags) => (await import('./article.ts')).exportArticles(ctx, flags),
  },
  log: { says: '操作日志', knows: ['user', 'kind', 'keyword', ...span, ...rows], run: exportLog },
  'dept-data': { says: '部门发文统计', knows: ['dept', 'column', ...span], run: exportDeptData },
}

/** Runs an export by its name. @throws CliError 2 for an unknown name or a flag that it does not know */
export async function runExport(ctx: Context, name: string, flags: ExportFlags): Promise<void> {
  const found = await exportOf(name)
  const global = exportOnly.filter((flag) => ctx.flags[flag] !== undefined)
  const stray = [...Object.keys(flags), ...global].find((flag) => flag !== 'out' && !found.knows.includes(flag))
  if (stray !== undefined)
    throw usage(`导出 ${name} 没有选项 --${stray}`, `可用：${found.knows.map((f) => `--${f}`).join('、')}`)
  const unwritten = strayFormat({ formats: exportFormats }, ctx.flags.format, `xzx export ${name}`)
  if (unwritten) throw unwritten
  await found.run(ctx, flags)
}
