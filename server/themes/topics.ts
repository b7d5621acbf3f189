import type { Parsed } from '../../core/contract/endpoint.ts'
import type { BulkResult } from '../../core/contract/shared.ts'
import type { TopicCalls } from '../../core/contract/theme/calls.ts'
import { topicRow } from '../../core/contract/theme/rows.ts'
import { type CommentState, commentStatus, type ThemeMove } from '../../core/domain/theme-moves.ts'
import type { ThemeArea } from '../../core/domain/theme-names.ts'
import { formatTime } from '../../core/domain/time.ts'
import { Refused } from '../../core/errors.ts'
import type { Ctx } from '../context.ts'
import { refuseStopped } from '../letters/depts.ts'
import { writerOf } from '../letters/open.ts'
import { ownTransactions } from '../pipeline.ts'
import { eachOf } from '../rows/bulk.ts'
import { test } from '../rows/condition.ts'
import type { Paging } from '../rows/list.ts'
import { revealed } from '../rows/personal.ts'
import { pilesOf } from '../rows/piles.ts'
import { refuseStale } from '../rows/stale.ts'
import { stateHandlers } from '../rows/state-handlers.ts'
import { refuseForbidden } from '../words/forbidden.ts'
import { groupOf, type Topic } from './group.ts'
import { placesOf } from './placed.ts'
import { receive } from './receive.ts'
import { repliesOf } from './replies.ts'
import { webOf } from './web.ts'

/** The work of the calls that all groups of topics have. */

type In<N extends keyof TopicCalls> = Parsed<TopicCalls[N]>

/** @param binned the contract's row of the recycle bin */
export function topicsOf(area: ThemeArea, { binList }: Pick<TopicCalls, 'binList'>) {
  const group = groupOf(area)
  const { table, topics, briefs, replies, held, made, note, narrowed, texts } = group
  const { noun, flow, showPasses } = group.group
  const web = webOf(group)
  const places = placesOf(area)

  const refuse = (says: string): never => {
    throw new Refused('BAD_STATE', says)
  }
  const word = ({ state }: Pick<Topic, 'state'>) => commentStatus[state as CommentState]

  const { move, toBin, handlers } = stateHandlers<typeof table.columns, CommentState, ThemeMove>(table, {
    ...{ states: flow, columns: { status: 'state', reason: 'reason' }, row: topicRow, binned: binList.output },
    ...{ narrowed, logged: group.logged, writes: {} },
    set: (ctx, { to }) => (to === 'deleted' ? { shown: 0, shownAt: null } : { auditedAt: ctx.now }),
    async after(ctx, decided) {
      await places.place(
        ctx,
        decided.map(({ row }) => row.id),
      )
    },
  })

  const list = async (ctx: Ctx, input: Omit<In<'list'>, keyof Paging> & Paging) =>
    briefs.page(ctx, input, ...(await narrowed(ctx, input)))

  async function whole(ctx: Ctx, id: number) {
    const one = await topics.get(ctx, id)
    const { list } = await replies.page(
      ctx,
      { pageSize: 200, sortField: 'createdAt', sortOrder: 'asc', withTotal: 0 },
      test('themeId', '=', id),
    )
    return { ...one, replyList: list }
  }

  /** Judges topics as the specification's calls say it: state 1 passes, 2 rejects. */
  const audit = (ctx: Ctx, { ids, state, reason, versions }: Judged): Promise<BulkResult> =>
    move(Number(state) === 1 ? 'pass' : 'reject')(ctx, {
      items: ids.map((id) => ({ id, reason, version: versions?.get(id) })),
    })

  async function update(ctx: Ctx, { id, version, ...given }: In<'update'>) {
    const row = (await held(ctx, id)) as Topic
    await refuseStale(ctx, row, version, noun)
    if (row.shown === 1) refuse(`${noun}「${row.title}」正在网站上显示，请先隐藏再修改`)
    const changed = Object.entries({ ...given, kind: given.kind === undefined ? undefined : Number(given.kind) })
    const change = Object.fromEntries(
      changed.filter(([name, value]) => value !== undefined && value !== row[name as keyof Topic]),
    )
    // what was changed after its audit is looked at again
    const again = row.state === 1 && Object.keys(change).length > 0 ? { state: 0 } : {}
    if (Object.keys(change).length > 0) await note(ctx, row, '修改', { ...change, ...again }, null, true)
    return whole(ctx, id)
  }

  /** Puts a topic on the site. @throws Refused BAD_STATE, SENSITIVE_WORDS */
  async function showOne(ctx: Ctx, given: Topic): Promise<void> {
    let row = given
    if (row.openFlag !== 1) refuse(`${noun}「${row.title}」的提出人不同意公开，不能显示`)
    if (row.state !== 1) {
      if (!showPasses) refuse(`${noun}「${row.title}」现为「${word(row)}」，通过审核后才能显示`)
      const state = await made(ctx, row, 'pass', { along: { auditedAt: ctx.now } })
      row = { ...row, state, version: row.version + 1 }
    }
    await refuseForbidden(ctx, row, texts.looked)
    await texts.keep(ctx, row, writerOf(ctx, table, row))
    await note(ctx, row, '显示', { shown: 1, shownAt: row.shownAt ?? ctx.now }, null, true)
    await places.place(ctx, [row.id])
  }
  async function hideOne(ctx: Ctx, row: Topic, reason: string | null): Promise<void> {
    if (row.shown === 0) refuse(`${noun}「${row.title}」没有显示过，不必隐藏`)
    await note(ctx, row, '隐藏', { shown: 2, recommend: 0 }, reason, true)
    await places.place(ctx, [row.id])
  }
  const show = (ctx: Ctx, { ids, show: wanted, reason, versions }: In<'show'>) =>
    eachOf(ctx, ids, async (one, id) => {
      const row = (await held(one, id)) as Topic
      const shows = Number(wanted) === 1
      if (row.shown === (shows ? 1 : 2)) return
      await refuseStale(one, row, versions?.get(id), noun)
      await (shows ? showOne(one, row) : hideOne(one, row, reason || null))
    })

  const recommend = (ctx: Ctx, { ids, recommend: given, versions }: In<'recommend'>) =>
    eachOf(ctx, ids, async (one, id) => {
      const row = (await held(one, id)) as Topic
      const wanted = Number(given)
      if (row.recommend === wanted) return
      await refuseStale(one, row, versions?.get(id), noun)
      if (wanted === 1 && row.shown !== 1) refuse(`${noun}「${row.title}」没有在网站上显示，不能推荐`)
      await note(one, row, wanted === 1 ? '推荐' : '取消推荐', { recommend: wanted }, null, true)
      await places.touch(one, row.id)
    })

  /** Hands topics on to a department, or takes them back. */
  const transfer = (ctx: Ctx, { ids, deptId, remarks, versions }: In<'transfer'>) =>
    eachOf(ctx, ids, async (one, id) => {
      const row = (await held(one, id)) as Topic
      if (row.state === 2) refuse(`${noun}「${row.title}」已驳回，不能转交`)
      if (!deptId && row.deptId === null) refuse(`${noun}「${row.title}」没有转给部门`)
      if (deptId) await refuseStopped(one, group.plain, [deptId])
      if (row.deptId === (deptId || null)) return
      await refuseStale(one, row, versions?.get(id), noun)
      await note(one, row, deptId ? '转交' : '收回', { deptId: deptId || null }, remarks || null, true)
      await places.touch(one, row.id)
    })

  /** A department sends back what is not for it. */
  const giveBack = (ctx: Ctx, { ids, remarks, versions }: In<'giveBack'>) =>
    eachOf(ctx, ids, async (one, id) => {
      const row = (await held(one, id)) as Topic
      if (row.deptId === null) refuse(`${noun}「${row.title}」没有转给部门`)
      await refuseStale(one, row, versions?.get(id), noun)
      await note(one, row, '退回', { deptId: null }, remarks, true)
      await places.touch(one, row.id)
    })

  /** The departments that topics may go to, with how often and when this one went there. */
  async function deptList(ctx: Ctx, { id }: In<'deptList'>) {
    const row = await topics.need(ctx, id)
    const went = await ctx.db
      .selectFrom('history')
      .select(['after', 'at'])
      .where('kind', '=', area)
      .where('rowId', '=', id)
      .where('act', '=', '转交')
      .orderBy('id')
      .execute()
    const visits = went.map(({ after, at }) => ({ deptId: Number(JSON.parse(after ?? '{}').deptId), at }))
    const depts = await ctx.db
      .selectFrom('dept')
      .select(['id', 'name', 'state'])
      .orderBy('sort')
      .orderBy('id')
      .execute()
    return depts
      .filter((one) => one.state === 0 || visits.some(({ deptId }) => deptId === one.id))
      .map((one) => {
        const theirs = visits.filter(({ deptId }) => deptId === one.id)
        const last = theirs.at(-1)
        return {
          ...{ deptId: String(one.id), deptName: one.name, now: row.deptId === one.id ? 1 : 0, times: theirs.length },
          lastAt: last ? formatTime(last.at) : null,
        }
      })
  }

  async function reveal(ctx: Ctx, { id, reason }: In<'reveal'>) {
    const row = await topics.need(ctx, id, { lock: true })
    // by the code beside the phone somebody here could read what only whoever wrote is told
    return revealed(ctx, table, row, { reason, fields: ['name', 'phone'] })
  }

  /** What waits: for the office to judge, and for the departments to reply. */
  const piles = pilesOf(table, flow, [{ name: 'toAudit', state: 3, needs: `${area}_pass`, since: 'createdAt' }], {
    status: 'state',
  })

  return {
    ...{ group, web, audit, piles },
    list,
    handlers: {
      ...handlers,
      list,
      get: (ctx: Ctx, { id }: In<'get'>) => whole(ctx, id),
      add: (ctx: Ctx, given: In<'add'>) => receive(group, ctx, given),
      webAdd: (ctx: Ctx, { verifyCode: _, codeId: __, ...given }: In<'webAdd'>) => receive(group, ctx, given),
      ...{ update, deptList, reveal },
      ...{ show: ownTransactions(show), recommend: ownTransactions(recommend) },
      ...{ transfer: ownTransactions(transfer), giveBack: ownTransactions(giveBack) },
      ...{ pass: ownTransactions(move('pass')), reject: ownTransactions(move('reject')) },
      dels: ownTransactions((ctx: Ctx, { ids }: In<'dels'>) => toBin(ctx, ids)),
      ...web.handlers,
      ...repliesOf(group),
    },
  }
}

/** An audit of several topics. */
export interface Judged {
  readonly ids: readonly number[]
  readonly state: number | string
  readonly reason?: string | null | undefined
  readonly versions?: ReadonlyMap<number, number> | null | undefined
}
