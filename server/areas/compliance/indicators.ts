import {
  type ColumnLine,
  type ComplianceLine,
  type ComplianceState,
  complianceLineNames,
} from '../../../core/domain/compliance.ts'
import { settingOf } from '../../../core/domain/settings.ts'
import { formatDay, momentOf, parseDay } from '../../../core/domain/time.ts'
import { addWorkingDays, type Calendar } from '../../../core/domain/workdays.ts'
import { holdsKey } from '../../access/rights.ts'
import { scopeOf } from '../../access/scope.ts'
import { type Ctx, whoOf } from '../../context.ts'
import type { Table } from '../../db/table.ts'
import { apply } from '../../db/tables/apply.ts'
import { mail } from '../../db/tables/mail.ts'
import { proposal } from '../../db/tables/proposal.ts'
import { type Condition, isEmpty } from '../../rows/condition.ts'
import { columnFolder } from '../../site/addresses.ts'
import { narrowed as ofApply } from '../apply/cases.ts'
import { inState, narrowed as ofArticle } from '../article/narrow.ts'
import { narrowed as ofMail } from '../mail/letters.ts'
import { narrowed as ofProposal } from '../proposal/cases.ts'
import { inColumn, type Listed } from './addresses.ts'
import { type ColumnClock, monthsAgo, ofLine, reachesAll } from './columns.ts'
import type { Folders, Limit, Limits } from './limits.ts'
import { asListed, countWhere } from './rows.ts'

/** What indicators are measured by. */
export interface Look {
  readonly ctx: Ctx
  readonly limits: Limits
  readonly calendar: Calendar
  readonly today: number
  readonly clocks: readonly ColumnClock[]
}

/** An indicator as it stands, with the list behind it. */
export interface Measured {
  readonly value: number | null
  readonly unit: string
  readonly limit: string
  readonly state: ComplianceState
  readonly rows: number
  readonly call: Listed | null
  readonly query: Readonly<Record<string, string>> | null
}
/** Null: the caller is not told of it. */
type Measure = (look: Look) => Promise<Measured | null>

const stateBy = (value: number, { warn, veto }: { warn: number; veto?: number }): ComplianceState =>
  veto !== undefined && value >= veto ? 'veto' : value >= warn ? 'warn' : 'good'

/** How many rows of a kind there are, as its list counts them. */
const rowsOf = (ctx: Ctx, table: Table, key: string, where: readonly Condition[]) =>
  countWhere(ctx, table.name, [...scopeOf(ctx, table, key), isEmpty('deletedAt'), ...where])

/** Columns that stand badly, counted: from the first one it is a warning, from so many a veto. */
const ofColumns =
  (line: ColumnLine, vetoAt?: Limit): Measure =>
  async ({ ctx, limits, clocks }) => {
    if (!holdsKey(whoOf(ctx).rights, 'article_list')) return null
    const rows = ofLine(clocks, line).length
    const veto = vetoAt && limits.of(vetoAt)
    return {
      ...{ value: rows, unit: '个', limit: veto === undefined ? '有则预警' : `有则预警，达到 ${veto} 个为否决` },
      state: stateBy(rows, { warn: 1, ...(veto !== undefined && { veto }) }),
      ...{ rows, call: 'compliance.list', query: { line } },
    }
  }

/** The published articles since a day, in a column and those below it or on the whole site. */
async function publishedSince(ctx: Ctx, day: number, columnId?: number) {
  const own = asListed(ctx, 'article_list')
  const column = columnId === undefined ? {} : { columnId, withChildren: true }
  const where = [...(await ofArticle(own, { startTime: momentOf(day), ...column })), ...inState([2])]
  const rows = await countWhere(own, 'article', where)
  const query = { ...(columnId === undefined ? { status: '2' } : inColumn(columnId)), startTime: formatDay(day) }
  return { rows, query, call: 'article.list' as const }
}

/** Days since something was last published anywhere: visitors see it on the front page. */
const front: Measure = async ({ ctx, limits, today }) => {
  if (!reachesAll(ctx)) return null
  const newest = await ctx.db
    .selectFrom('article')
    .select('publishTime')
    .where('status', '=', 2)
    .where('deletedAt', 'is', null)
    .orderBy('publishTime', 'desc')
    .limit(1)
    .executeTakeFirst()
  const most = limits.of('compliance.frontDays')
  const warn = Math.max(1, most - limits.of('compliance.warnDays'))
  const days = newest ? today - Math.floor((Number(newest.publishTime) + 28_800_000) / 86_400_000) : null
  return {
    ...{ value: days, unit: '天', limit: `满 ${warn} 天预警，满 ${most} 天为否决` },
    state: days === null ? 'veto' : stateBy(days, { warn, veto: most }),
    ...(await publishedSince(ctx, today - most + 1)),
  }
}

interface Letters {
  readonly limit: Limit
  readonly state: ComplianceState
  /** The last day on which what is counted came. */
  readonly until: (look: Look, n: number) => string
  readonly query?: Readonly<Record<string, string>>
}
/** Letters that have waited for too long, those of longer than a year ago too: the oldest ones are no better for their age. */
const ofLetters =
  ({ limit, state, until, query: more }: Letters): Measure =>
  async (look) => {
    const { ctx, limits } = look
    if (!holdsKey(whoOf(ctx).rights, 'mail_list')) return null
    const endDay = until(look, limits.of(limit))
    const query = { waiting: '1', endTime: endDay, ...more }
    const endTime = momentOf(parseDay(endDay) as number, 'end')
    const where = await ofMail(ctx, { waiting: 1, endTime, type: more?.type } as never)
    const rows = await rowsOf(ctx, mail as unknown as Table, 'mail_list', where)
    return {
      ...{ value: rows, unit: '封', limit: `超过 ${limits.says(limit)}` },
      ...{ state: rows > 0 ? state : 'good', rows, call: 'mail.list', query },
    }
  }
const inMonths = ({ today }: Look, n: number) => monthsAgo(today, n)
/** What came before has had so many working days. */
const inWorkingDays = ({ calendar, today }: Look, n: number) => formatDay(addWorkingDays(calendar, today, -n) - 1)

interface Kind {
  readonly table: Table
  readonly key: 'apply_list' | 'proposal_list'
  readonly call: Listed
  readonly limit: Limit
  readonly narrowed: (ctx: Ctx, input: never) => readonly Condition[] | Promise<readonly Condition[]>
}
const requests: Kind = {
  ...{ table: apply as unknown as Table, key: 'apply_list', call: 'apply.list', limit: 'compliance.applyDays' },
  narrowed: ofApply,
}
const proposals: Kind = {
  ...{ table: proposal as unknown as Table, key: 'proposal_list', call: 'proposal.list' },
  ...{ limit: 'compliance.proposalDays', narrowed: ofProposal },
}

/** What waits, and whose time ends within so many working days, or is over. */
const ofDeadlines =
  ({ table, key, call, limit, narrowed }: Kind, over: boolean): Measure =>
  async ({ ctx, limits, calendar, today }) => {
    if (!holdsKey(whoOf(ctx).rights, key)) return null
    const last = addWorkingDays(calendar, today, limits.of(limit))
    const query: Readonly<Record<string, string>> = over
      ? { overdue: '1' }
      : { dueStart: formatDay(today), dueEnd: formatDay(last) }
    const input = over ? { overdue: 1 } : { dueStart: momentOf(today), dueEnd: momentOf(last, 'end') }
    const rows = await rowsOf(ctx, table, key, await narrowed(ctx, input as never))
    return {
      ...{ value: rows, unit: '件', limit: over ? '有则预警' : `${limits.says(limit)}内到期` },
      ...{ state: rows > 0 ? 'warn' : 'good', rows, call, query },
    }
  }

/** A yearly report: whether this year's is there, and how many days are left for it. */
const ofReport =
  (by: 'compliance.disclosureBy' | 'compliance.siteReportBy', folders: Folders): Measure =>
  async ({ ctx, limits, today }) => {
    if (!reachesAll(ctx)) return null
    const year = formatDay(today).slice(0, 4)
    const left = (parseDay(`${year}-${limits.text(by)}`) as number) - today
    const named = limits.folders(folders)
    const columns = await ctx.db.selectFrom('column').select(['id', 'path']).execute()
    const column = columns.find((one) => named.includes(columnFolder(one as never)))
    const from = parseDay(`${year}-01-01`) as number
    const found = column ? await publishedSince(ctx, from, column.id) : { rows: 0, query: null, call: null }
    const [month, day] = limits.text(by).split('-').map(Number)
    return {
      ...{ value: left, unit: '天' },
      limit: `${year} 年 ${month} 月 ${day} 日前发布${column ? '' : `；没有设定「${settingOf(folders).title}」，看不出发布了没有`}`,
      state: found.rows === 0 && left <= limits.of('compliance.reportDays') ? 'warn' : 'good',
      ...found,
    }
  }

const indicators: Readonly<Record<ComplianceLine, Measure>> = {
  front,
  fresh: ofColumns('fresh', 'compliance.freshVeto'),
  stale: ofColumns('stale', 'compliance.staleVeto'),
  near: ofColumns('near'),
  blank: ofColumns('blank', 'compliance.blankVeto'),
  letters: ofLetters({ limit: 'compliance.letterWarn', state: 'warn', until: inMonths }),
  lettersVeto: ofLetters({ limit: 'compliance.letterVeto', state: 'veto', until: inMonths }),
  errors: ofLetters({
    ...{ limit: 'compliance.errorDays', state: 'warn', until: inWorkingDays },
    query: { type: '6' },
  }),
  applyNear: ofDeadlines(requests, false),
  applyOver: ofDeadlines(requests, true),
  proposalNear: ofDeadlines(proposals, false),
  proposalOver: ofDeadlines(proposals, true),
  disclosure: ofReport('compliance.disclosureBy', 'compliance.disclosureColumns'),
  siteReport: ofReport('compliance.siteReportBy', 'compliance.siteReportColumns'),
}

/** Measures some lines, in their order; what the caller is not told of is left out. */
export async function measure(look: Look, wanted: (line: ComplianceLine) => boolean) {
  const names = complianceLineNames.filter(wanted)
  const found = await Promise.all(names.map(async (name) => ({ name, found: await indicators[name](look) })))
  return {
    seen: found.flatMap(({ name, found: one }) => (one ? [{ name, ...one }] : [])),
    unseen: found.flatMap(({ name, found: one }) => (one ? [] : [name])),
  }
}
