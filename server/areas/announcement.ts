import { announcementBrief, announcementRow, announcement as contract } from '../../core/contract/announcement.ts'
import type { Parsed } from '../../core/contract/endpoint.ts'
import { formatTime } from '../../core/domain/time.ts'
import { type WorkName, works } from '../../core/domain/works.ts'
import { Refused } from '../../core/errors.ts'
import { sealOf } from '../clean.ts'
import { cleaned, isBlank } from '../clean-text.ts'
import type { Ctx } from '../context.ts'
import * as made from '../db/migrations/0230-announcement.ts'
import * as orders from '../db/migrations/0233-announcement-lists.ts'
import * as banner from '../db/migrations/202611260215-announcement-banner.ts'
import { announcement as table } from '../db/tables/announcement.ts'
import { beforehand, implement, ownTransactions } from '../pipeline.ts'
import { allHold, anyOf, type Condition, equal, isEmpty, like, test } from '../rows/condition.ts'
import { presenterOf } from '../rows/present.ts'
import { rowsOf } from '../rows/rows-of.ts'
import { touchArea } from '../rows/touch-area.ts'
import { refusePersonal, refuseWords } from './article/word-check.ts'
import { look } from './published/words.ts'

/** How the area's table came to be. */
export const migrations = {
  '0230-announcement': made,
  '0233-announcement-lists': orders,
  '202611260215-announcement-banner': banner,
}
export const demo = () => import('../demo/announcement.ts')

type Save = Partial<Omit<Parsed<typeof contract.add>, 'privacyReason'>>

const order = [
  ['top', 'desc'],
  ['startTime', 'desc'],
  ['id', 'desc'],
] as const
const logged = ['title', 'top', 'banner', 'startTime', 'endTime'] as const
const rows = rowsOf(table, { reply: announcementRow, logged, order })
const briefs = rowsOf(table, { reply: announcementBrief, logged, order })
const open = presenterOf(table, contract.getTop.output.element)

/** Where one stands at a moment, as a condition for each state. */
const statesAt = (now: number): Readonly<Record<0 | 1 | 2, readonly Condition[]>> => ({
  0: [test('startTime', '>', now)],
  1: [test('startTime', '<=', now), anyOf([isEmpty('endTime'), test('endTime', '>=', now)])],
  2: [test('endTime', '<', now), test('startTime', '<=', now)],
})

/** The same of a row as replies show it: its times are text, to the second. */
function stated<R extends { startTime: string | null; endTime: string | null }>(ctx: Ctx, row: R) {
  const now = formatTime(ctx.now)
  const state = (row.startTime ?? '') > now ? 0 : row.endTime !== null && row.endTime < now ? 2 : 1
  return { ...row, state }
}

interface Span {
  readonly startTime: number
  readonly endTime: number | null
}
function refuseBackwards({ startTime, endTime }: Span): void {
  if (endTime !== null && endTime <= startTime)
    throw new Refused('BAD_INPUT', `结束时间（endTime）：应晚于开始时间 ${formatTime(startTime)}`)
}

const thisSecond = (ctx: Ctx) => Math.floor(ctx.now / 1000) * 1000

/** A text as it is stored. */
function sealed(ctx: Ctx, content: string) {
  if (isBlank(content)) throw new Refused('BAD_INPUT', '内容（content）：请输入内容')
  return { content, seal: sealOf(content, ctx.parts.secret.seal) }
}

/** A text as it came, cleaned and looked through: visitors read it without anybody's judgement. */
async function read<I extends Save & { readonly privacyReason?: string | null | undefined }>(ctx: Ctx, sent: I) {
  const { privacyReason } = sent
  const { privacyReason: _, ...input } = await cleaned(ctx, sent)
  const found = await look(ctx, { title: input.title, content: input.content })
  return { input, found, privacyReason }
}
type Read<I extends Save> = Awaited<ReturnType<typeof read<I>>>

/** @returns what the log says of what was found. @throws Refused SENSITIVE_WORDS; PRIVATE_DATA at the field of the reason */
function judge({ found, privacyReason }: Pick<Read<Save>, 'found' | 'privacyReason'>): string {
  const says = [refuseWords({ found }), personal()]
  return says.filter(Boolean).join('；')
  function personal() {
    try {
      return refusePersonal({ found, privacyReason })
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      throw new Refused(error.code, `公开个人信息的理由（privacyReason）：${error.message}`, error.detail)
    }
  }
}

async function add(ctx: Ctx, { input, ...checked }: Read<Parsed<typeof contract.add>>) {
  const { title, content, top = 0, banner = 0, endTime = null } = input
  const says = judge(checked)
  const startTime = input.startTime ?? thisSecond(ctx)
  refuseBackwards({ startTime, endTime })
  await touchArea(ctx, 'announcement')
  const added = await rows.add(ctx, { title, top, banner, startTime, endTime, ...sealed(ctx, content ?? '') })
  if (says) ctx.record({ ids: [Number(added.id)], result: says })
  return stated(ctx, added)
}

async function edit(ctx: Ctx, { input, ...checked }: Read<Parsed<typeof contract.edit>>) {
  const says = judge(checked)
  const { id, version, content, ...given } = input
  const was = await rows.need(ctx, id, { lock: true })
  const { endTime = was.endTime } = given
  // emptied: from now on, as of a new one
  const startTime = given.startTime === null ? thisSecond(ctx) : (given.startTime ?? was.startTime)
  refuseBackwards({ startTime, endTime })
  await touchArea(ctx, 'announcement', true)
  const text = content === undefined ? {} : sealed(ctx, content)
  const changed = await rows.change(ctx, id, { ...given, startTime, endTime, ...text }, version)
  if (says) ctx.record({ ids: [id], result: says })
  return stated(ctx, changed)
}

/** Whether its times are kept: they are by a work of the schedule, which may be paused. */
async function timing({ db }: Ctx) {
  const name = 'site' satisfies WorkName
  const row = await db
    .selectFrom('schedule')
    .select(['pausedAt', 'pausedBy'])
    .where('name', '=', name)
    .executeTakeFirst()
  if (row?.pausedAt == null) return { automatic: 1 as const, says: null }
  const says = `计划任务「${works[name]}」已由${row.pausedBy ?? '管理员'}暂停，公告到时不会自动显示、撤下，恢复后一分钟内补上`
  return { automatic: 0 as const, says }
}

/** How many visitors are shown who ask for no number. */
const usualTop = 10

export const announcement = implement(contract, {
  list: async (ctx, { title, state, top, banner, ...paging }) => {
    const found = await briefs.page(
      ctx,
      paging,
      ...like('title', title),
      ...equal('top', top),
      ...equal('banner', banner),
      ...(state === undefined ? [] : statesAt(ctx.now)[state]),
    )
    return { ...found, list: found.list.map((row) => stated(ctx, row)) }
  },
  timing,
  get: async (ctx, { id }) => stated(ctx, await rows.get(ctx, id)),
  getTop: async (ctx, { size = usualTop }) => {
    const found = await ctx.db
      .selectFrom('announcement')
      .selectAll()
      .where(allHold(statesAt(ctx.now)[1]))
      .orderBy('top', 'desc')
      .orderBy('startTime', 'desc')
      .orderBy('id', 'desc')
      .limit(size)
      .execute()
    return found.map((row) => open(row)) as never
  },
  add: beforehand(read<Parsed<typeof contract.add>>, add),
  edit: beforehand(read<Parsed<typeof contract.edit>>, edit),
  dels: ownTransactions((ctx: Ctx, { ids }: { ids: number[] }) =>
    rows.remove(ctx, ids, (one) => touchArea(one, 'announcement', true)),
  ),
})
