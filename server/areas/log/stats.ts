import type { Parsed } from '../../../core/contract/endpoint.ts'
import { type log as contract, logAreas, logDaysMax, logDaysUsual, logPeopleMost } from '../../../core/contract/log.ts'
import { type LogMark, logKinds } from '../../../core/domain/enums.ts'
import { formatDate, formatTime, parseTime } from '../../../core/domain/time.ts'
import { Refused } from '../../../core/errors.ts'
import type { Ctx } from '../../context.ts'
import { log as table } from '../../db/tables/system.ts'
import { countBy, dateOfDay, dayOf } from '../../rows/count-by.ts'
import { callsNow, exportTold, logWhere, marked, markedCalls, wasUndone } from './where.ts'

type Given = Parsed<typeof contract.stats>
const dayMs = 86_400_000

/** From when to when is counted: whole days where nobody says. @throws Refused BAD_INPUT for more than can be looked through */
function spanOf({ startTime, endTime }: Given, now: number): { startTime: number; endTime: number } {
  const until = endTime ?? (parseTime(formatDate(now), 'end') as number)
  const from = startTime ?? (parseTime(formatDate(until - (logDaysUsual - 1) * dayMs)) as number)
  if (from > until) throw new Refused('BAD_INPUT', '时间起（startTime）：不能晚于时间止')
  if (dayOf(until) - dayOf(from) >= logDaysMax)
    throw new Refused('BAD_INPUT', `时间范围：一次最多统计 ${logDaysMax} 天，请缩短`)
  return { startTime: from, endTime: until }
}

/** Counts summed by what they have in common. */
function summed<R extends { readonly n: number }, K>(rows: readonly R[], keyOf: (row: R) => K): Map<K, number> {
  const sums = new Map<K, number>()
  for (const row of rows) {
    const key = keyOf(row)
    sums.set(key, (sums.get(key) ?? 0) + row.n)
  }
  return sums
}
const mostFirst = <K>(sums: ReadonlyMap<K, number>) => [...sums].sort((a, b) => b[1] - a[1])

/** The names of accounts as they are called now. */
async function namesOfAccounts({ db }: Ctx, accounts: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (accounts.length === 0) return new Map()
  const rows = await db.selectFrom('user').select(['account', 'name']).where('account', 'in', accounts).execute()
  return new Map(rows.map(({ account, name }) => [account, name]))
}

/** How much stands in the log, by several sides: each number is the total of the list that is narrowed by it. */
export async function stats(ctx: Ctx, input: Given) {
  const { startTime, endTime } = spanOf(input, ctx.now)
  const where = await logWhere(ctx, { ...input, startTime, endTime })
  // what a call's name tells is not asked of each row
  const cases = { undone: wasUndone, refused: marked.refused, locked: marked.locked }
  const rows = await countBy(ctx, table, { by: ['call', 'kind'], dayOf: 'at', cases, where })
  const accounts = await countBy(ctx, table, { by: ['userAccount'], most: logPeopleMost, where })
  // by itself: it alone looks beyond the index of the log's numbers, into rows that are ten times as long
  const told = await countBy(ctx, table, { by: ['call'], where: [...where, exportTold] })
  const names = await namesOfAccounts(
    ctx,
    accounts.flatMap(({ userAccount }) => userAccount ?? []),
  )
  const byDay = summed(rows, ({ day }) => day)
  const byKind = summed(rows, ({ kind }) => kind)
  const byArea = summed(rows, ({ call }) => (callsNow.has(call ?? '') ? (call?.split('.', 1)[0] ?? null) : null))
  const holding = (name: string) => rows.reduce((sum, { holds, n }) => sum + (holds.has(name) ? n : 0), 0)
  const ofCalls = (calls: readonly string[]) =>
    rows.reduce((sum, { call, n }) => sum + (calls.includes(call ?? '') ? n : 0), 0)
  const marks: Readonly<Record<LogMark, number>> = {
    refused: holding('refused'),
    locked: holding('locked'),
    exported: ofCalls(markedCalls.exported) + told.reduce((sum, { n }) => sum + n, 0),
    // of what was refused nothing was read
    revealed: rows.reduce(
      (sum, { call, holds, n }) => sum + (markedCalls.revealed.includes(call ?? '') && !holds.has('undone') ? n : 0),
      0,
    ),
  }
  const total = rows.reduce((sum, { n }) => sum + n, 0)
  const days = Array.from({ length: dayOf(endTime) - dayOf(startTime) + 1 }, (_, i) => dayOf(startTime) + i)
  return {
    ...{ startTime: formatTime(startTime), endTime: formatTime(endTime), total },
    days: days.map((day) => ({ day: dateOfDay(day), n: byDay.get(day) ?? 0 })),
    areas: mostFirst(byArea).map(([area, n]) => ({
      area,
      says: logAreas[area ?? 'none'] ?? null,
      n,
    })),
    people: accounts.map(({ userAccount, n }) => ({
      userAccount,
      userName: userAccount === null ? '没有账号的' : (names.get(userAccount) ?? null),
      n,
    })),
    outcomes: [
      { outcome: 1, n: total - holding('undone') },
      { outcome: 2, n: holding('undone') },
    ],
    kinds: Object.keys(logKinds).map((kind) => ({ kind, n: byKind.get(kind) ?? 0 })),
    marks: Object.entries(marks).map(([mark, n]) => ({ mark, n })),
  }
}
