import { eachEndpoint, wholeContract } from '../../../core/contract/areas.ts'
import type { sessionCalls } from '../../../core/contract/auth/sessions.ts'
import { type Parsed, permissionKey } from '../../../core/contract/endpoint.ts'
import { quoted } from '../../../core/domain/log-things.ts'
import { formatTime } from '../../../core/domain/time.ts'
import { Refused } from '../../../core/errors.ts'
import { noteProved, proofOf } from '../../access/proof.ts'
import { holdsKey } from '../../access/rights.ts'
import { openSession } from '../../access/session.ts'
import { type Ctx, whoOf } from '../../context.ts'
import { ownTransactions } from '../../pipeline.ts'
import { descendants, upwards } from '../../rows/tree.ts'
import { setting } from '../../settings.ts'
import { provePassword, showCode } from './prove.ts'

type Input<K extends keyof typeof sessionCalls> = Parsed<(typeof sessionCalls)[K]>

const day = 24 * 3600_000

/** More than anybody has scripts; each is a row for up to a year. */
const scriptsMax = 100

/** The caller's script tokens that are not over, the newest first. */
const scriptsOf = (ctx: Ctx) =>
  ctx.db
    .selectFrom('session')
    .selectAll()
    .where('userId', '=', whoOf(ctx).userId)
    .where('kind', '=', 'script')
    .where('expiresAt', '>', ctx.now)
    .orderBy('id', 'desc')
    .execute()

/** The caller's own sign-ins that are not over. */
const personsOf = (ctx: Ctx) =>
  ctx.db
    .selectFrom('session')
    .where('userId', '=', whoOf(ctx).userId)
    .where('kind', '=', 'person')
    .where('expiresAt', '>', ctx.now)
    .where((eb) => eb.or([eb('idleMs', '=', 0), eb(eb('seenAt', '+', eb.ref('idleMs')), '>', ctx.now)]))

interface SessionRow {
  readonly id: number
  readonly kind: string
  readonly name: string | null
  readonly keys: string | null
  readonly createdAt: number
  readonly seenAt: number
  readonly expiresAt: number
}
const present = (s: SessionRow) => ({
  sessionId: String(s.id),
  kind: s.kind,
  name: s.name,
  keys: s.keys === null ? null : (JSON.parse(s.keys) as string[]),
  createdAt: formatTime(s.createdAt),
  seenAt: formatTime(s.seenAt),
  expiresAt: formatTime(s.expiresAt),
})

/** A key that opens nothing would be found out by the script, at night: the administrator's role holds whatever it is called. */
async function refuseUnknownKeys(ctx: Ctx, keys: readonly string[]): Promise<void> {
  const rows = await ctx.db.selectFrom('resource').select('alias').where('alias', 'in', keys).execute()
  const known = new Set(rows.map(({ alias }) => alias))
  const unknown = keys.filter((key) => !known.has(key))
  if (unknown.length > 0)
    throw new Refused('BAD_INPUT', `权限（keys）：没有 ${unknown.join('、')}，名称见 xzx api 或接口文档`)
}

/** Keys of calls all of which want a person. */
const personsKeys = new Set(
  [...Map.groupBy(eachEndpoint(await wholeContract()), ([area, call, e]) => permissionKey(area, call, e))].flatMap(
    ([key, calls]) => (calls.every(([, , e]) => e.personOnly) ? [key] : []),
  ),
)

/** What the caller may give to a script, by the menu's order. */
async function keysForScripts(ctx: Ctx) {
  const { rights } = whoOf(ctx)
  const rows = await ctx.db
    .selectFrom('resource')
    .select(['id', 'parentId', 'type', 'name', 'alias'])
    .orderBy('sort')
    .orderBy('id')
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  const under = (id: number) => [...upwards(byId, id)].reverse().map((one) => byId.get(one)?.name ?? '')
  return descendants(rows, 0).flatMap((id) => {
    const row = byId.get(id)
    if (row?.type !== 'Button' || !holdsKey(rights, row.alias) || personsKeys.has(row.alias)) return []
    return [{ key: row.alias, says: row.name, under: under(row.parentId).join(' / ') }]
  })
}

/** Who has a code shows it: it is more than the password. */
async function prove(ctx: Ctx, { password, code }: Input<'prove'>) {
  const { userId } = whoOf(ctx)
  const by = await proofOf(ctx, userId)
  const given = by === 'code' ? code : password
  if (!given)
    throw new Refused('MISSING_PARAMETER', by === 'code' ? '请输入动态口令或恢复码（code）' : '请输入密码（password）')
  if (by === 'code') await showCode(ctx, given)
  else await provePassword(ctx, given)
  return ctx.transaction(async (inner) => {
    inner.record({ kind: 'login', ids: [userId] })
    return { provedUntil: formatTime(await noteProved(inner)) }
  })
}

export const sessionHandlers = {
  prove: ownTransactions(prove),
  session: async (ctx: Ctx) =>
    present(
      await ctx.db.selectFrom('session').selectAll().where('id', '=', whoOf(ctx).sessionId).executeTakeFirstOrThrow(),
    ),
  sessions: async (ctx: Ctx) => {
    const { sessionId } = whoOf(ctx)
    return (await personsOf(ctx).selectAll().orderBy('seenAt', 'desc').execute()).map((row) => ({
      sessionId: String(row.id),
      current: row.id === sessionId ? 1 : 0,
      address: row.address,
      device: row.device,
      createdAt: formatTime(row.createdAt),
      seenAt: formatTime(row.seenAt),
      expiresAt: formatTime(row.expiresAt),
    }))
  },
  sessionsEnd: async (ctx: Ctx, { ids }: Input<'sessionsEnd'>) => {
    const { sessionId } = whoOf(ctx)
    if (ids?.includes(sessionId)) throw new Refused('BAD_INPUT', '会话（ids）：本次登录请用「退出登录」')
    let ending = personsOf(ctx).select('id').where('id', '!=', sessionId)
    if (ids) ending = ending.where('id', 'in', ids)
    const gone = (await ending.execute()).map(({ id }) => id)
    if (gone.length > 0) await ctx.db.deleteFrom('session').where('id', 'in', gone).execute()
    ctx.record({ kind: 'login', ids: gone })
    return { ended: gone.length }
  },
  scriptKeys: async (ctx: Ctx) => ({
    rights: await keysForScripts(ctx),
    daysMost: Number(await setting(ctx.db, 'signIn.tokenDays')),
  }),
  scriptAdd: async (ctx: Ctx, input: Input<'scriptAdd'>) => {
    const who = whoOf(ctx)
    const daysMost = Number(await setting(ctx.db, 'signIn.tokenDays'))
    if ((input.days ?? 0) > daysMost)
      throw new Refused('BAD_INPUT', `有效期（days）：最长 ${daysMost} 天（站点设置 › 登录）`)
    const keys = [...new Set(input.keys)]
    await refuseUnknownKeys(ctx, keys)
    const lacking = keys.filter((key) => !holdsKey(who.rights, key))
    if (lacking.length > 0) throw new Refused('NO_PERMISSION', `您没有这些权限，不能授予令牌：${lacking.join('、')}`)
    const usable = new Set((await keysForScripts(ctx)).map(({ key }) => key))
    const useless = keys.filter((key) => !usable.has(key))
    if (useless.length > 0)
      throw new Refused(
        'BAD_INPUT',
        `权限（keys）：${useless.join('、')} 只能由人使用，或者只是菜单，脚本用不上，请去掉`,
      )
    const there = await scriptsOf(ctx)
    if (there.some(({ name }) => name === input.name))
      throw new Refused('CONFLICT', `用途（name）：您已有叫「${input.name}」的脚本令牌，请换一个用途，或先停用原来的`)
    if (there.length >= scriptsMax) throw new Refused('BAD_STATE', `已有 ${scriptsMax} 个脚本令牌，请先停用不再使用的`)
    const { token, row } = await openSession(ctx.db, ctx.parts.secret, {
      kind: 'script',
      userId: who.userId,
      now: ctx.now,
      idleMs: 0,
      lastsMs: (input.days ?? daysMost) * day,
      address: ctx.call.address,
      name: input.name,
      keys,
    })
    const says = `签发脚本令牌${quoted('session', input.name)}`
    ctx.record({ says, ids: [row.id], after: { name: input.name, keys } })
    return { ...present(row), token }
  },
  scriptList: async (ctx: Ctx) => (await scriptsOf(ctx)).map(present),
  scriptDel: async (ctx: Ctx, input: Input<'scriptDel'>) => {
    const gone = await ctx.db
      .deleteFrom('session')
      .where('id', '=', input.id)
      .where('userId', '=', whoOf(ctx).userId)
      .where('kind', '=', 'script')
      .returning(['id', 'name'])
      .executeTakeFirst()
    if (!gone) throw new Refused('NOT_FOUND', '令牌不存在或不属于您')
    ctx.record({
      says: `停用脚本令牌${quoted('session', gone.name ?? '')}`,
      ids: [gone.id],
      before: { name: gone.name },
    })
    return { id: String(gone.id) }
  },
}
