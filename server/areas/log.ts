import type { z } from 'zod'
import type { Parsed } from '../../core/contract/endpoint.ts'
import { log as contract, logRow } from '../../core/contract/log.ts'
import { formatTime } from '../../core/domain/time.ts'
import { plainLine } from '../../core/domain/unfit.ts'
import { Refused } from '../../core/errors.ts'
import { type Ctx, whoOf } from '../context.ts'
import * as archived from '../db/migrations/202611240100-log-archive.ts'
import * as numbers from '../db/migrations/202611250800-log-numbers.ts'
import * as people from '../db/migrations/202611251310-log-people.ts'
import { log as table } from '../db/tables/system.ts'
import { appendLog } from '../log.ts'
import { type Anchor, anchorLine, headAnchor, readAnchor } from '../log-anchor.ts'
import type { Month } from '../log-archive/plan.ts'
import { implement } from '../pipeline.ts'
import { pageRows } from '../rows/list.ts'
import { presenterOf } from '../rows/present.ts'
import { setting } from '../settings.ts'
import { withRightNames } from './log/rights.ts'
import { stats } from './log/stats.ts'
import { withSentences } from './log/targets.ts'
import { withValueNames } from './log/values.ts'
import { logWhere } from './log/where.ts'

export const migrations = {
  '202611240100-log-archive': archived,
  '202611250800-log-numbers': numbers,
  '202611251310-log-people': people,
}

const columns = Object.keys(table.columns).filter((name) => name !== 'previous' && name !== 'hash')

const present = presenterOf(table, logRow, { logId: 'id' })

/** A row before its things have been looked up. */
type Shown = Omit<z.infer<typeof logRow>, 'sentence' | 'targets' | 'names'>

/** The call's line without what its help adds behind it; no reason that somebody wrote passes for a row of its own. */
const shortened = (row: Shown): Shown => ({
  ...row,
  says: row.says?.split('；')[0] ?? null,
  result: row.result === null ? null : plainLine(row.result),
})

async function list(ctx: Ctx, input: Parsed<typeof contract.list>) {
  const where = await logWhere(ctx, input)
  const page = await pageRows<Record<string, unknown>>(ctx, table, { columns, where, paging: input })
  const shown = page.list.map((row) => shortened(present(row) as unknown as Shown))
  const times = page.list.map(({ at }) => Number(at))
  const told = await withSentences(ctx, await withRightNames(ctx, shown), times)
  return { ...page, list: await withValueNames(ctx, told) }
}

/** Anchors that the caller kept elsewhere. @throws Refused BAD_INPUT for one that this server did not sign */
function broughtAnchors(ctx: Ctx, lines: readonly string[]): Anchor[] {
  return lines.map((line, i) => {
    const read = readAnchor(ctx.parts.secret.log, line)
    if (!read) throw new Refused('BAD_INPUT', `第 ${i + 1} 个锚点无法识别，应为 xzx log anchor 输出的一行`)
    if (!read.signed) throw new Refused('BAD_INPUT', `第 ${i + 1} 个锚点的签名不符：不是本系统签发的，或被改动过`)
    return read.anchor
  })
}

const monthShown = ({ month, firstId, lastId, count }: Month) => ({
  ...{ month, firstId: String(firstId), lastId: String(lastId), count },
})

/** What a client counted: its other words stand with what it says, and pass for no outcome of ours. */
const isCount = /^\d{1,9} 行$/

export const log = implement(contract, {
  list,
  systemLogList: list,
  stats,
  /** A row of kind `client`: the session's own user, address and time; a caller cannot write an operation row. */
  systemLogSave: (ctx, input) => {
    const passedOver = ctx.parts.clientRows.take(String(whoOf(ctx).userId), ctx.now)
    if (passedOver === null) throw new Refused('TOO_MANY', '写入操作日志过于频繁，请 15 分钟后再试')
    return ctx.transaction(async (inner) => {
      const { says, detail = null, result } = input
      const counts = result && isCount.test(result) ? result : ''
      const said = { content: says, detail, ...(result && counts === '' && { result }) }
      const change = {
        kind: 'client' as const,
        after: { ...said, ...(passedOver > 0 && { passedOver }) },
        result: counts,
      }
      const id = await appendLog(inner.db, ctx.parts.secret.log, {
        call: ctx.call,
        who: whoOf(ctx),
        now: ctx.now,
        change,
      })
      return { id: String(id) }
    })
  },
  check: async (ctx, input) => {
    // from the first row each time: any may have been changed since it was last found whole
    const { work, site, secret, dataDir } = ctx.parts
    const whole = { database: site.site.database, key: secret.log, dataDir }
    const brought = broughtAnchors(ctx, input.anchors ?? [])
    const found =
      brought.length === 0
        ? await work.checks.join('checkLog', whole)
        : await work.checks.run('checkLog', { ...whole, brought }, String(whoOf(ctx).userId))
    return { ...found, brokenAt: found.brokenAt === null ? null : String(found.brokenAt) }
  },
  anchor: async (ctx) => {
    const { log: key } = ctx.parts.secret
    const head = await headAnchor(ctx.db, key, ctx.now)
    if (!head) throw new Refused('BAD_STATE', '还没有日志，没有可以签发的锚点')
    if (!head.signed) throw new Refused('BAD_STATE', '日志末尾的签名不符，不能签发锚点，请先核对日志')
    const { at, rows, id, hash } = head.anchor
    return { at: formatTime(at), rows, logId: String(id), hash, line: anchorLine(key, head.anchor) }
  },
  archives: async ({ db }) => {
    const rows = await db.selectFrom('logArchive').selectAll().orderBy('rows', 'desc').execute()
    return rows.map(({ file, at, ...of }) => ({ ...monthShown(of), file, at: formatTime(at) }))
  },
  due: async ({ db, now, parts: { work, site, secret } }) => {
    const years = Number(await setting(db, 'log.keepYears'))
    const { months, held } = await work.archives.join('planLog', {
      ...{ database: site.site.database, key: secret.log, now, years },
    })
    return { months: months.map(monthShown), held }
  },
})
