import { sql } from 'kysely'
import type { z } from 'zod'
import { wholeContract } from '../../core/contract/areas.ts'
import type { Parsed } from '../../core/contract/endpoint.ts'
import { log as contract, logRow } from '../../core/contract/log.ts'
import { formatTime } from '../../core/domain/time.ts'
import { Refused } from '../../core/errors.ts'
import { type Ctx, whoOf } from '../context.ts'
import * as archived from '../db/migrations/202611240100-log-archive.ts'
import { log as table } from '../db/tables/system.ts'
import { appendLog } from '../log.ts'
import { type Anchor, anchorLine, headAnchor, readAnchor } from '../log-anchor.ts'
import type { Month } from '../log-archive/plan.ts'
import { implement } from '../pipeline.ts'
import {
  allOf,
  among,
  amongRows,
  anyOf,
  aside,
  between,
  type Condition,
  equal,
  free,
  like,
  likeAny,
  notAmong,
} from '../rows/condition.ts'
import { pageRows } from '../rows/list.ts'
import { presenterOf } from '../rows/present.ts'
import { deptsBelow } from '../rows/tree.ts'
import { setting } from '../settings.ts'
import { aboutNamed } from './log/named.ts'
import { callsAround, callsSaying, callsTelling, toldKinds, undoneSaying } from './log/sentences.ts'
import { withSentences } from './log/targets.ts'
import { seesAll } from './log/things.ts'

export const migrations = { '202611240100-log-archive': archived }

const columns = Object.keys(table.columns).filter((name) => name !== 'previous' && name !== 'hash')

const present = presenterOf(table, logRow, { logId: 'id' })

/** A row before its things have been looked up. */
type Shown = Omit<z.infer<typeof logRow>, 'sentence' | 'targets'>

/** The call's line without what its help adds behind it. */
const shortened = (row: Shown): Shown => ({ ...row, says: row.says?.split('；')[0] ?? null })

/**
 * The words somewhere in a row. What was written about things of a kind is searched only by who is told all of that kind: else it would
 * tell by being found.
 */
function toldIn(ctx: Ctx, words: string, fields: readonly string[] = ['result', 'after']): Condition {
  const hidden = toldKinds.filter((kind) => !seesAll(ctx, kind)).flatMap(callsTelling)
  const told = anyOf(likeAny([...fields], words))
  return hidden.length === 0 ? told : allOf([told, notAmong('call', hidden)])
}

const ofCalls = (calls: readonly string[]): Condition[] => (calls.length === 0 ? [] : [among('call', calls)])

/** A name in a sentence, and what stands before the first and behind the last one. */
const named = /[「《]([^「」《》]+)[」》]/g

function takenBack(ctx: Ctx, words: string): Condition[] {
  const undone = undoneSaying(words)
  return undone ? [allOf([...ofCalls(undone.calls), toldIn(ctx, undone.result, ['result'])])] : []
}

/** Words that are copied from a sentence: what was done, and the names of its things, or of settings. */
async function asSentence(ctx: Ctx, words: string): Promise<Condition[]> {
  const [doing = '', titles] = words.split('：')
  if (titles)
    return ofCalls(callsSaying(doing)).map((calls) =>
      allOf([
        calls,
        ...titles.split('、').map((title) => toldIn(ctx, title.replace(/等 \d+ 项$/, ''), ['before', 'after'])),
      ]),
    )
  const names = [...words.matchAll(named)]
  const [first, last] = [names[0], names.at(-1)]
  if (!first || !last) return []
  const begins = words.slice(0, first.index)
  const around = callsAround(begins, words.slice(last.index + last[0].length).replace(/^等.*/, ''))
  const things = await Promise.all(
    names.map(async ([, name = '']) =>
      anyOf([toldIn(ctx, name, ['before', 'after']), ...(await aboutNamed(ctx, name))]),
    ),
  )
  return [...ofCalls(around), ...takenBack(ctx, begins)].map((calls) => allOf([calls, ...things]))
}

/** The words in a row itself, in its sentence, or in the name of a thing that it is about. */
async function heldWords(ctx: Ctx, words: string | undefined): Promise<Condition[]> {
  if (words === undefined) return []
  const held = [
    ...likeAny(['says', 'userName'], words),
    toldIn(ctx, words),
    ...ofCalls(callsSaying(words)),
    ...takenBack(ctx, words),
  ]
  return [{ ...anyOf([...held, ...(await asSentence(ctx, words)), ...(await aboutNamed(ctx, words))]), wide: {} }]
}

/** How a row ends that tells of what was not done: as it is written where that happens. */
const undone = ['失败', '没有权限', '已锁定', '动态口令错误', '地址不在规定范围']
const undoneBegins = ['没有执行：', '短信没有发出：']

/** What was done, or what was refused, failed or not carried out. */
function ofOutcome(outcome: 1 | 2 | undefined): Condition[] {
  if (outcome === undefined) return []
  return [
    free((eb) => {
      const begins = undoneBegins.map((words) => sql<boolean>`${eb.ref('result')} like ${`${words}%`}`)
      const not = eb.or([eb('result', 'in', undone), ...begins])
      return outcome === 2 ? not : eb.not(not)
    }),
  ]
}

/** By whoever works in the department now, or below it. */
async function ofDept(ctx: Ctx, deptId: number | undefined): Promise<Condition[]> {
  if (!deptId) return []
  const ids = await deptsBelow(ctx, deptId)
  return [amongRows('userId', 'user', 'id', [among('deptId', ids)])]
}

async function ofArea(area: string | undefined): Promise<Condition[]> {
  if (area === undefined) return []
  const calls = Object.keys(((await wholeContract()) as Readonly<Record<string, object>>)[area] ?? {})
  return [
    among(
      'call',
      calls.map((name) => `${area}.${name}`),
    ),
  ]
}

async function list(ctx: Ctx, input: Parsed<typeof contract.list>) {
  const where = [
    ...aside([
      ...equal('userAccount', input.userAccount),
      ...equal('kind', input.kind),
      ...(await ofDept(ctx, input.deptId)),
      ...(await ofArea(input.area)),
      ...ofOutcome(input.outcome),
    ]),
    ...like('call', input.call),
    ...(await heldWords(ctx, input.keyword)),
    ...(input.targetId === undefined ? [] : like('targetIds', `"${input.targetId}"`)),
    ...between('at', input.startTime, input.endTime),
  ]
  const page = await pageRows<Record<string, unknown>>(ctx, table, { columns, where, paging: input })
  const shown = page.list.map((row) => shortened(present(row) as unknown as Shown))
  const times = page.list.map(({ at }) => Number(at))
  return { ...page, list: await withSentences(ctx, shown, times) }
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

export const log = implement(contract, {
  list,
  systemLogList: list,
  /** A row of kind `client`: the session's own user, address and time; a caller cannot write an operation row. */
  systemLogSave: (ctx, input) => {
    const passedOver = ctx.parts.clientRows.take(String(whoOf(ctx).userId), ctx.now)
    if (passedOver === null) throw new Refused('TOO_MANY', '写入操作日志过于频繁，请 15 分钟后再试')
    return ctx.transaction(async (inner) => {
      const change = {
        kind: 'client' as const,
        after: { content: input.says, detail: input.detail ?? null, ...(passedOver > 0 && { passedOver }) },
        result: input.result ?? '',
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
