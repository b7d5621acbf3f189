import { setTimeout as sleep } from 'node:timers/promises'
import { eachRow } from '../../core/client/rows.ts'
import { log } from '../../core/contract/log.ts'
import { ApiError } from '../../core/errors.ts'
import { type LogFilterFlags, type LogSearch, logFilterFlags, logFilters } from '../areas/log-filters.ts'
import type { Context } from '../context.ts'
import { usage } from '../errors.ts'
import { uses } from '../flags.ts'
import { columnsOf } from '../output/columns.ts'
import { writeListing } from '../output/listing.ts'
import { type Shape, writeRows } from '../output/write.ts'
import { dataFlag } from '../server-data.ts'
import { verb } from '../verb.ts'
import type { StatsFlags } from './log-stats.ts'

interface ListFlags extends LogFilterFlags {
  readonly follow?: true
}

const columns = columnsOf(log.list.output)
const shape: Shape = {
  columns,
  usual: ['logId', 'at', 'userAccount', 'userName', 'sentence', 'result', 'address'],
  idField: 'logId',
  titleField: 'sentence',
}

const pollMs = 2000

/** The list; a back end without sentences is told by its calls' lines. */
async function listOf(ctx: Context) {
  const { list } = await ctx.client('log')
  return async (...given: Parameters<typeof list>) => {
    const page = await list(...given)
    return { ...page, list: page.list?.map((row) => ({ ...row, sentence: row.sentence ?? row.says })) }
  }
}

/** A server that is started anew, or an answer that did not come: who watches a log waits for it. */
const passes = (error: unknown) =>
  error instanceof ApiError && (error.kind === 'network' || error.code === 'UNAVAILABLE')

/** New rows as they come, oldest first, until the run is stopped; what was written while the server was away comes after it. */
async function* following(ctx: Context, filters: LogSearch) {
  const list = await listOf(ctx)
  const newest = await list({ ...filters, pageNumber: 1, pageSize: ctx.size }, { signal: ctx.signal })
  const first = [...(newest.list ?? [])].reverse()
  yield* first
  let last = String(first.at(-1)?.logId ?? '0')
  const later = { idField: 'logId', order: 'asc', signal: ctx.signal } as const
  let away = false
  for (;;) {
    await sleep(pollMs, undefined, { signal: ctx.signal })
    try {
      for await (const row of eachRow(list, filters, { ...later, afterId: last })) {
        // a back end that ignores afterId gives old rows again
        if (Number(row.logId) <= Number(last)) continue
        last = String(row.logId)
        yield row
      }
      if (away) ctx.note('服务器已恢复')
      away = false
    } catch (error) {
      if (ctx.signal.aborted || !passes(error)) throw error
      if (!away) ctx.note('连不上服务器，恢复后接着显示')
      away = true
    }
  }
}

/** What is still to come has no pages and no end. */
const endless = ['page', 'all', 'limit', 'until'] as const

async function follow(ctx: Context, filters: LogSearch): Promise<void> {
  const stray = endless.find((name) => ctx.flags[name] !== undefined)
  if (stray) throw usage(`--follow 和 --${stray} 不能同时使用`, '--size 说明先显示最近多少条')
  // one row at a time: nobody wants to wait for a table to be full
  const format = ctx.format === 'json' ? 'ndjson' : ctx.format
  const plain = { ...ctx, format, formatGiven: false, io: { ...ctx.io, stdoutTty: false } }
  await writeRows(plain, shape, following(ctx, filters), () => ({ total: 0, pageNumber: 1, pageSize: 0 }))
}

/** The sides from which it is counted (log-stats.ts, which is loaded only to count). */
const sides = ['day', 'area', 'user', 'outcome', 'kind', 'mark']

/** The operation log. */
export const verbs = [
  verb<ListFlags>({
    name: 'list',
    knows: [...uses.server, ...uses.output, ...uses.pages, ...uses.span],
    says: '查询操作日志',
    flags: [...logFilterFlags, { flag: '--follow', says: '持续显示新的记录' }],
    examples: ['xzx log list --since 1h --follow --format ndjson', 'xzx log list --user zhangsan --all --format csv'],
    async run(ctx, { flags }) {
      const filters = await logFilters(ctx, flags)
      if (flags.follow) return follow(ctx, filters)
      await writeListing(ctx, { call: await listOf(ctx), filters, idField: 'logId' }, shape)
      // the newest rows alone are in the database whatever was archived
      const { startTime, endTime } = filters
      if (startTime !== undefined || endTime !== undefined || ctx.flags.all)
        await (await import('../areas/archived-log.ts')).noteArchived(
          ctx,
          ctx.flags.since === undefined ? undefined : String(startTime),
        )
    },
  }),
  verb<StatsFlags>({
    name: 'stats',
    knows: [...uses.server, ...uses.output, ...uses.span],
    says: '统计操作日志，条件与 log list 相同，默认最近 30 天',
    flags: [
      {
        flag: '--by <方面>',
        says: 'day 按日、area 按业务、user 按人员、outcome 按结果、kind 按种类、mark 需要留意的；默认 day',
        values: sides,
      },
      ...logFilterFlags,
    ],
    examples: ['xzx log stats --since 30d --by user', 'xzx log stats --by mark --json'],
    run: async (ctx, { flags }) => (await import('./log-stats.ts')).stats(ctx, flags),
  }),
  verb<{ anchor?: string; data?: string }>({
    name: 'verify',
    says: '核对操作日志（或归档文件）有没有被改动、是否与锚点一致，发现删改时退出码为 1',
    args: '[归档文件...]',
    knows: [...uses.server, ...uses.output],
    flags: [
      { flag: '--anchor <锚点>', says: '同时对照另行保管的锚点：文件，或 xzx log anchor 输出的一行' },
      {
        flag: '--data <目录>',
        says: '核对归档文件时密钥所在的数据目录，默认 ./data（XZX_DATA）；另存的用 XZX_KEY_FILE',
      },
    ],
    examples: [
      'xzx log verify',
      'xzx log verify --anchor /mnt/usb/锚点.txt',
      'xzx log verify /var/lib/xzx/log-archive/log-2025-01.ndjson.gz --data /var/lib/xzx',
      'xzx log verify data/log-archive/log-2024-12.ndjson.gz data/log-archive/log-2025-01.ndjson.gz',
    ],
    async run(ctx, { args: files, flags }) {
      if (files.length === 0) {
        if (flags.data !== undefined)
          throw usage('--data 只用于核对归档文件', '例如 xzx log verify 归档文件 --data 目录')
        return (await import('./log-verify.ts')).verify(ctx, flags.anchor)
      }
      if (flags.anchor !== undefined)
        throw usage('--anchor 不能用于归档文件', '锚点与数据库中的日志对照：xzx log verify --anchor')
      return (await import('./log-verify-file.ts')).verifyFiles(ctx, files, flags)
    },
  }),
  verb({
    name: 'archive',
    knows: [...uses.server, ...uses.output],
    says: '把超过保留年限的整月操作日志写成签名的文件，核对无误后移出数据库',
    examples: ['xzx log archive --dry-run', 'xzx log archive'],
    run: async (ctx) => (await import('./log-archive.ts')).archive(ctx),
  }),
  verb({
    name: 'anchor',
    knows: uses.server,
    says: '输出日志现在的锚点（一行），存到别处，以后可用来核对',
    examples: ['xzx log anchor >> /mnt/usb/锚点.txt'],
    async run(ctx) {
      const made = await (await ctx.client('log')).anchor({}, { signal: ctx.signal })
      await ctx.out(`${made.line}\n`)
      ctx.note(`锚点记下了截至 ${made.at} 的 ${made.rows} 条日志；请存到这台服务器以外的地方`)
    },
  }),
  verb<{ data?: string; reason?: string }>({
    name: 'accept',
    says: '在服务器上记录数据库恢复为旧的、或锚点缺失的原因，此后核对不再为此报错',
    withoutConfig: true,
    knows: [],
    flags: [dataFlag, { flag: '--reason <原因>', says: '为什么恢复、由谁决定' }],
    examples: ['xzx log accept --data /var/lib/xzx --reason 磁盘故障，恢复昨夜的快照'],
    run: async (ctx, { flags }) => (await import('./log-accept.ts')).accept(ctx, flags),
  }),
]
