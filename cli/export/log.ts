import { logRow } from '../../core/contract/log.ts'
import { type LogFilterFlags, logFilters } from '../areas/log-filters.ts'
import type { Context } from '../context.ts'
import { sheetColumns } from './columns.ts'
import { exportListing, outPath } from './file.ts'

const usual = [
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
] as const

/** The rows of the operation log that the flags describe. */
export async function logListing(ctx: Context, flags: LogFilterFlags) {
  const columns = sheetColumns(ctx, logRow, usual)
  const { list } = await ctx.client('log')
  const filters = await logFilters(ctx, flags)
  return { kind: 'log', name: '操作日志', columns, listing: { call: list, filters, idField: 'logId' as const } }
}

/** Exports them. */
export async function exportLog(ctx: Context, flags: LogFilterFlags & { readonly out?: string }): Promise<void> {
  const out = outPath(ctx, flags.out, '操作日志')
  await exportListing(ctx, out, await logListing(ctx, flags))
}
