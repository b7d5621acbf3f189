import type { Parsed } from '../../core/contract/endpoint.ts'
import { reminder as contract, reminderRow } from '../../core/contract/reminder.ts'
import { bySms, leadSays, reminderEvents } from '../../core/domain/reminders.ts'
import { Refused } from '../../core/errors.ts'
import { reachesDept } from '../access/beyond.ts'
import { scopeOf } from '../access/scope.ts'
import { type Ctx, whoOf } from '../context.ts'
import * as made from '../db/migrations/202611232015-reminder.ts'
import { user } from '../db/tables/people.ts'
import { reminder as table } from '../db/tables/reminder.ts'
import { implement, ownTransactions } from '../pipeline.ts'
import { previewOf } from '../reminders/due.ts'
import { allHold, equal, like, oneOf } from '../rows/condition.ts'
import { rowsOf } from '../rows/rows-of.ts'

/** How the area's tables came to be. */
export const migrations = { '202611232015-reminder': made }

const rows = rowsOf(table, {
  reply: reminderRow,
  logged: ['name', 'event', 'lead', 'receivers', 'channel', 'enabled'],
  order: [['id', 'asc']],
})
type Shown = Awaited<ReturnType<typeof rows.get>>

const named = 1
/** So many are shown of those whom one of them would be told to; how many they are is said beside them. */
const dueMost = 100
/** Each rule is reckoned at each half hour: so many for everybody concerned, and of those for named people so many of who made them. */
const rulesMost = { house: 200, each: 50 } as const
/** Ways for which there is no port yet. */
const without: Readonly<Record<string, string>> = {
  4: '没有接通钉钉，请选择站内通知或短信',
  5: '没有接通邮件服务，请选择站内通知或短信',
}

/** Of some people those whom the caller reaches. */
async function reachedOf(ctx: Ctx, userIds: readonly number[]): Promise<ReadonlySet<number>> {
  if (userIds.length === 0) return new Set()
  const where = allHold([...scopeOf(ctx, user), ...oneOf('id', [...new Set(userIds)])])
  return new Set((await ctx.db.selectFrom('user').select('id').where(where).execute()).map(({ id }) => id))
}

/** Whom a rule names, as the caller may know it: the others are counted. */
const namesOf = (own: readonly { readonly name: string }[], all: number): string | null =>
  [own.map(({ name }) => name).join('、'), all > own.length ? `不在您数据范围内的 ${all - own.length} 人` : '']
    .filter(Boolean)
    .join('、') || null

async function shown(ctx: Ctx, list: readonly Shown[]): Promise<Shown[]> {
  if (list.length === 0) return []
  const found = await ctx.db
    .selectFrom('reminderTo')
    .innerJoin('user', 'user.id', 'reminderTo.userId')
    .select(['reminderTo.reminderId', 'reminderTo.userId', 'user.name'])
    .where(
      'reminderTo.reminderId',
      'in',
      list.map(({ id }) => Number(id)),
    )
    .orderBy('reminderTo.id')
    .execute()
  const noGateway = ctx.parts.ports.sms.missing
  const reached = await reachedOf(
    ctx,
    found.map(({ userId }) => userId),
  )
  return list.map((row) => {
    const all = found.filter(({ reminderId }) => String(reminderId) === row.id)
    const own = all.filter(({ userId }) => reached.has(userId))
    return {
      ...row,
      leadSays: leadSays(String(row.event), row.lead),
      userIds: own.map(({ userId }) => String(userId)),
      userNames: namesOf(own, all.length),
      missing: bySms.includes(Number(row.channel)) && noGateway ? `短信只存入发件箱：${noGateway}` : null,
    }
  })
}
const one = async (ctx: Ctx, id: number) => (await shown(ctx, [await rows.get(ctx, id)]))[0] as Shown

type Save = Partial<Parsed<typeof contract.add>>

interface Kept {
  readonly channel: number
  readonly receivers: number
  readonly userIds: readonly number[]
}
/** @throws Refused BAD_STATE for a way that does not exist here, BAD_INPUT where nobody is named */
function refuseUnfit({ channel, receivers, userIds }: Kept): void {
  const missing = without[channel]
  if (missing) throw new Refused('BAD_STATE', `方式（channel）：${missing}`)
  if (receivers === named && userIds.length === 0) throw new Refused('BAD_INPUT', '指定人员（userIds）：请选择至少一人')
}

/**
 * Nobody has others told whom they do not reach, nor lets them go untold: what everybody is told by is in the hands of who reaches everybody.
 * @throws Refused NO_PERMISSION, BAD_INPUT
 */
async function refuseBeyond(ctx: Ctx, { receivers, userIds }: Omit<Kept, 'channel'>): Promise<void> {
  if (receivers !== named) {
    if (!reachesDept(ctx, null))
      throw new Refused(
        'NO_PERMISSION',
        '提醒谁（receivers）：提醒所有办理的人，要由数据范围为全部的人员设置、修改和删除；您可以选择「指定人员」',
      )
    // a script is never asked who sits there
    if (whoOf(ctx).kind !== 'person')
      throw new Refused(
        'NO_PERMISSION',
        '提醒谁（receivers）：提醒所有办理的人，脚本令牌不能设置、修改和删除，请用账号登录',
      )
    return
  }
  const reached = await reachedOf(ctx, userIds)
  const gone = userIds.find((id) => !reached.has(id))
  // whether there is somebody elsewhere is not told
  if (gone !== undefined)
    throw new Refused('BAD_INPUT', `指定人员（userIds）：用户 ${gone} 不存在，或不在您的数据范围内`)
}

/**
 * One who makes many for named people leaves no fewer to the others.
 * @param own whose rules for named people are counted; null: those for everybody concerned
 * @throws Refused BAD_STATE where there are as many as may be
 */
async function refuseMany({ db }: Ctx, own: number | null): Promise<void> {
  const all = db.selectFrom('reminder').select((eb) => eb.fn.countAll().as('n'))
  const counted =
    own === null ? all.where('receivers', '!=', named) : all.where('receivers', '=', named).where('createdBy', '=', own)
  const { n } = await counted.executeTakeFirstOrThrow()
  const most = own === null ? rulesMost.house : rulesMost.each
  if (Number(n) < most) return
  throw new Refused(
    'BAD_STATE',
    own === null
      ? `提醒所有办理的人的消息提醒最多 ${most} 项，请先删去不用的`
      : `每人新增的提醒指定人员的消息提醒最多 ${most} 项，请先删去不用的`,
  )
}

const namedIn = async ({ db }: Ctx, reminderId: number): Promise<number[]> =>
  (await db.selectFrom('reminderTo').select('userId').where('reminderId', '=', reminderId).execute()).map(
    ({ userId }) => userId,
  )

async function nameUsers(ctx: Ctx, reminderId: number, userIds: readonly number[]): Promise<void> {
  await ctx.db.deleteFrom('reminderTo').where('reminderId', '=', reminderId).execute()
  if (userIds.length > 0)
    await ctx.db
      .insertInto('reminderTo')
      .values(userIds.map((userId) => ({ reminderId, userId })))
      .execute()
}

const usualLead = (event: string): number | null =>
  (reminderEvents as Readonly<Record<string, { lead: { usual: number } | null }>>)[event]?.lead?.usual ?? null

async function add(ctx: Ctx, input: Parsed<typeof contract.add>) {
  const { userIds = [], receivers = 0, channel = 1, enabled = 1, lead, ...given } = input
  refuseUnfit({ channel, receivers, userIds })
  await refuseBeyond(ctx, { receivers, userIds })
  await refuseMany(ctx, receivers === named ? whoOf(ctx).userId : null)
  const usual = usualLead(given.event)
  const { id } = await rows.add(ctx, {
    ...given,
    receivers,
    channel,
    enabled,
    lead: usual === null ? null : (lead ?? usual),
  })
  await nameUsers(ctx, Number(id), receivers === named ? userIds : [])
  return one(ctx, Number(id))
}

async function edit(ctx: Ctx, { id, version, userIds, ...given }: Save & { id: number; version?: number | null }) {
  const was = await rows.need(ctx, id, { lock: true })
  const before = await namedIn(ctx, id)
  const { channel = was.channel, receivers = was.receivers, event = was.event, lead = was.lead } = given
  refuseUnfit({ channel, receivers, userIds: userIds ?? before })
  // what others are told, and by what, is not changed by who does not reach them
  await refuseBeyond(ctx, { receivers: was.receivers, userIds: before })
  await refuseBeyond(ctx, { receivers, userIds: userIds ?? before })
  if (receivers !== was.receivers)
    await refuseMany(ctx, receivers === named ? (was.createdBy ?? whoOf(ctx).userId) : null)
  const usual = usualLead(event)
  await rows.change(ctx, id, { ...given, lead: usual === null ? null : (lead ?? usual) }, version)
  await nameUsers(ctx, id, receivers === named ? (userIds ?? before) : [])
  return one(ctx, id)
}

export const reminder = implement(contract, {
  list: async (ctx, { name, event, enabled, ...paging }) => {
    const where = [...like('name', name), ...equal('event', event), ...equal('enabled', enabled)]
    const found = await rows.page(ctx, paging, ...where)
    return { ...found, list: await shown(ctx, found.list) }
  },
  get: (ctx, { id }) => one(ctx, id),
  detail: async (ctx, { id }) => {
    const row = await rows.need(ctx, id)
    const { list, total } = await previewOf(ctx, { pageSize: dueMost }, [{ ...row, enabled: 1 }])
    return { ...(await one(ctx, id)), due: list, dueCount: total }
  },
  preview: (ctx, { pageNumber, pageSize }) => previewOf(ctx, { pageNumber, pageSize }),
  add,
  edit,
  dels: ownTransactions((ctx: Ctx, { ids }: { ids: number[] }) =>
    rows.remove(ctx, ids, async (one, row) => refuseBeyond(one, { ...row, userIds: await namedIn(one, row.id) })),
  ),
})
