import { PassThrough } from 'node:stream'
import { home as contract } from '../../core/contract/home.ts'
import { newsStatus } from '../../core/domain/enums.ts'
import { fileStamp, formatTime } from '../../core/domain/time.ts'
import { type SheetColumn, sheetType } from '../../core/sheet/columns.ts'
import { writeSheet } from '../../core/sheet/stream.ts'
import { type Ctx, whoOf } from '../context.ts'
import { FileReply, implement } from '../pipeline.ts'
import { allHold, between, type Condition, equal } from '../rows/condition.ts'
import { type AnyDb, namesOf } from '../rows/list.ts'
import { loadSettings } from '../site/settings.ts'
import { keptCounts } from './article/counts.ts'
import { reach } from './article/find.ts'

const states = Object.entries(newsStatus)
const columns: readonly SheetColumn[] = [
  { field: 'dept', title: '部门', kind: 'text', width: 24 },
  ...states.map(([state, title]): SheetColumn => ({ field: `s${state}`, title, kind: 'number', width: 10 })),
  { field: 'total', title: '合计', kind: 'number', width: 10 },
]

/** A sheet as the answer of a call, written while it is read. */
function sheetReply(
  ctx: Ctx,
  name: string,
  cols: readonly SheetColumn[],
  rows: Iterable<object> | AsyncIterable<object>,
): FileReply {
  const out = new PassThrough()
  writeSheet(out, name, cols, rows).catch((error: Error) => out.destroy(error))
  return new FileReply(sheetType, out, `${name}-${fileStamp(ctx.now)}.xlsx`)
}

/** A line of the statistics: how many articles of a department are in each state (`s0` …). */
interface Line extends Record<string, string | number> {
  readonly dept: string
  total: number
}
interface Count {
  readonly deptId: number | null
  readonly status: number | null
  readonly n: number | string
}
const by = ['deptId', 'status'] as const

/** Counted article by article: on SQLite beside the thread that answers everybody. */
async function counted(ctx: Ctx, where: readonly Condition[]): Promise<readonly Count[]> {
  const counts = (ctx.db as unknown as AnyDb)
    .selectFrom('article')
    .select((eb) => [...by, eb.fn.countAll<number>().as('n')])
    .where(allHold(where))
    .groupBy([...by])
  if (ctx.dialect === 'postgres') return (await counts.execute()) as unknown as readonly Count[]
  const found = await ctx.parts.search.find(null, { rows: counts.compile(), total: null }, String(whoOf(ctx).userId))
  return found.list as unknown as readonly Count[]
}

const lineOf = (dept: string): Line => ({
  dept,
  ...Object.fromEntries(states.map(([state]) => [`s${state}`, 0])),
  total: 0,
})

export const home = implement(contract, {
  site: async (ctx) => ({ name: (await loadSettings(ctx.parts.db))['site.name'] }),
  /** Articles by department and state, with a sum line; within the caller's scope. */
  deptDataCountExcel: async (ctx, input) => {
    const conditions = [
      ...reach(ctx),
      ...equal('deptId', input.deptId),
      ...equal('columnId', input.columnId),
      ...between('publishTime', input.startTime, input.endTime),
    ]
    // the counts that are kept tell all but the time of publication
    const timed = input.startTime !== undefined || input.endTime !== undefined
    const counts: readonly Count[] = timed ? await counted(ctx, conditions) : await keptCounts(ctx, by, conditions)
    const names = await namesOf(
      ctx.db,
      'dept',
      'name',
      counts.map((c) => c.deptId),
    )
    const sum = lineOf('合计')
    const lines = new Map<number | null, Line>()
    for (const { deptId, status, n } of counts) {
      if (Number(n) === 0) continue
      // by id: two departments may have one name
      const line = lines.get(deptId) ?? lineOf(names.get(deptId ?? 0) ?? '（无部门）')
      lines.set(deptId, line)
      for (const one of [line, sum]) {
        one[`s${status}`] = (one[`s${status}`] as number) + Number(n)
        one.total += Number(n)
      }
    }
    const { deptId, columnId } = input
    const time = (ms: number | undefined) => (ms === undefined ? null : formatTime(ms))
    ctx.record({
      after: {
        ...(deptId !== undefined && { deptId }),
        ...(columnId !== undefined && { columnId }),
        startTime: time(input.startTime),
        endTime: time(input.endTime),
      },
    })
    const largestFirst = [...lines.values()].sort((a, b) => b.total - a.total || (a.dept < b.dept ? -1 : 1))
    return sheetReply(ctx, '部门发文统计', columns, [...largestFirst, sum])
  },
})
