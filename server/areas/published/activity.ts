import {
  type ActivityMove,
  type ActivityStatus,
  inReview,
  moveTo,
  ownSubmission,
  published,
  takenDown,
} from '../../../core/domain/activity-states.ts'
import type { States } from '../../../core/domain/states.ts'
import { Refused } from '../../../core/errors.ts'
import { holdsKey } from '../../access/rights.ts'
import { type Ctx, whoOf } from '../../context.ts'
import type { Columns, Table } from '../../db/table.ts'
import { beforehand, FileReply, ownTransactions } from '../../pipeline.ts'
import { allHold, type Condition, equal, isEmpty } from '../../rows/condition.ts'
import type { AnyDb, ListOptions, Paging } from '../../rows/list.ts'
import type { ReplyRow } from '../../rows/present.ts'
import { rowsOf } from '../../rows/rows-of.ts'
import { stateHandlers } from '../../rows/state-handlers.ts'
import { refuseText } from '../../rows/texts.ts'
import { touchArea } from '../../rows/touch-area.ts'
import { drawAreaPage } from '../../site/preview.ts'
import { withHidden } from './articles.ts'
import { judgingOf } from './judging.ts'
import type { Place } from './place.ts'
import { judged, judgeEach, look, type NamedText } from './words.ts'

/** What periodicals and special topics have in common: found, written, submitted, judged by another person, on the site or off it. */

type Area = 'periodical' | 'special'

/** One of them, as far as all of them are alike. */
export interface Activity {
  readonly id: number
  readonly title: string
  readonly status: number
  readonly version: number
  readonly submittedBy: number | null
}

type Values = Readonly<Record<string, unknown>>
type Save = Values & { readonly id?: number | null; readonly version?: number | null; readonly title?: string }
interface Move {
  readonly items: { readonly id: number; readonly reason?: string | null | undefined }[]
}

interface Given<C extends Columns> {
  readonly flow: States<ActivityStatus, ActivityMove>
  readonly table: Table<C>
  /** The contract's rows. */
  readonly brief: ReplyRow
  readonly row: ReplyRow
  readonly binned: Parameters<typeof stateHandlers>[1]['binned']
  readonly logged: readonly (keyof C & string)[]
  readonly order: NonNullable<ListOptions['order']>
  /** What narrows the list beside the state. */
  readonly narrowed: (input: never) => readonly Condition[]
  /** What a new one has where nothing is said. */
  readonly fresh: Values
  readonly place: Place
  /** What one shows of its own. */
  readonly textsOf: (ctx: Ctx, id: number) => AsyncIterable<NamedText>
  /** One as its page shows it, or would, and the page's name. */
  readonly page: (ctx: Ctx, id: number) => Promise<{ readonly name: string; readonly shown: object | null }>
  /** What is missing before one can be shown; null: nothing. */
  readonly lacks: (ctx: Ctx, id: number) => Promise<string | null>
}

/** The work of the calls of `activityCalls` (core/contract/activity.ts), and what the rest of an area needs of it. */
export function activityOf<C extends Columns>(given: Given<C>) {
  const { flow, table, place, page } = given
  const { noun, unit } = flow
  const area = flow.area as Area
  const { logged, order } = given
  const rows = rowsOf(table, { reply: given.row, logged, order, history: area })
  const briefs = rowsOf(table, { reply: given.brief, logged, order })
  const loose = ({ db }: Ctx) => (db as unknown as AnyDb).selectFrom(area)
  const need = async (ctx: Ctx, id: number, lock = false) => (await rows.need(ctx, id, { lock })) as unknown as Activity
  const mayForce = (ctx: Ctx) => holdsKey(whoOf(ctx).rights, `${area}_force`)

  /** Rows with what visitors do not see of each, and why the caller will not publish it. */
  async function told<R extends object>(ctx: Ctx, list: readonly R[]): Promise<R[]> {
    const shown = await withHidden(ctx, place, list as unknown as { id: string }[])
    const ids = shown.map(({ id }) => Number(id))
    const own =
      ids.length === 0 || mayForce(ctx)
        ? []
        : await loose(ctx)
            .select('id')
            .where('id', 'in', ids)
            .where('status', '=', inReview)
            .where('submittedBy', '=', whoOf(ctx).userId)
            .execute()
    const mine = new Set(own.map(({ id }) => String(id)))
    return shown.map((row) => ({ ...row, noApproval: mine.has(row.id) ? ownSubmission.short : null })) as never
  }

  async function get(ctx: Ctx, id: number) {
    const [row] = await told(ctx, [await rows.get(ctx, id)])
    return row as never
  }

  async function list(ctx: Ctx, input: Paging & { readonly status?: number | undefined }) {
    const where = [...given.narrowed(input as never), ...equal('status', input.status)]
    const found = await briefs.page(ctx, input, ...where)
    return { ...found, list: await told(ctx, found.list) } as never
  }

  /** All of them by their titles, in the order of the list. */
  async function options(ctx: Ctx, most = optionsMost, ...where: readonly Condition[]) {
    let query = loose(ctx)
      .select(['id', 'title'])
      .where(allHold([isEmpty('deletedAt'), ...where]))
    for (const [column, direction] of order) query = query.orderBy(column, direction)
    const found = await query.limit(most).execute()
    return found.map(({ id, title }) => ({ id: String(id), name: String(title) }))
  }

  /** Two with one title would be told apart by nobody. @throws Refused CONFLICT */
  async function refuseTitle(ctx: Ctx, title: string | undefined, self = 0): Promise<void> {
    if (title === undefined) return
    const there = await loose(ctx)
      .select(['id', 'deletedAt'])
      .where('title', '=', title)
      .where('id', '!=', self)
      .executeTakeFirst()
    if (!there) return
    const where = there.deletedAt === null ? '' : '，在回收站中，可以恢复它，或彻底删除后再用这个标题'
    throw new Refused('CONFLICT', `标题（title）：已有${noun}《${title}》（${there.id}）${where}`)
  }

  /** One that the caller is about to change, or own words in it. @throws Refused where it is judged, or online and they may not force it: nobody else would judge that */
  async function needToChange(ctx: Ctx, id: number): Promise<Activity> {
    const row = await need(ctx, id, true)
    const barred =
      row.status === published && !mayForce(ctx) && flow.barred('edit', published, (key) => key === `${area}_edit`)
    // it is not their right that is lacking, but another person's word
    if (barred) throw new Refused('BAD_STATE', barred.says)
    refuseText(ctx, flow, 'edit', row.status as ActivityStatus)
    return row
  }

  /** One for which articles of the site are chosen, or in which things are put in order or taken out. @throws Refused where it is judged, or online and they may not publish */
  async function needToGather(ctx: Ctx, id: number): Promise<Activity> {
    const row = await need(ctx, id, true)
    if (row.status !== published) refuseText(ctx, flow, 'edit', row.status as ActivityStatus)
    else if (!holdsKey(whoOf(ctx).rights, `${area}_publish`))
      throw new Refused(
        'NO_PERMISSION',
        `《${row.title}》已在网站上，调整其内容须有发布${noun}的权限（${area}_publish）`,
      )
    return row
  }

  /** Something that stands in one changed. @param left something may have left the site */
  async function changed(ctx: Ctx, { id, status }: Activity, left = false): Promise<void> {
    const by = { updatedAt: ctx.now, updatedBy: whoOf(ctx).userId }
    await (ctx.db as unknown as AnyDb)
      .updateTable(area)
      // what was taken down does not come back by an undo with what nobody has judged
      .set((eb) => ({ ...by, ...(status === takenDown && { version: eb('version', '+', 1) }) }))
      .where('id', '=', id)
      .execute()
    if (status === published) await touchArea(ctx, area, left)
  }

  /** What the log says of an own text that visitors read at once. @throws Refused SENSITIVE_WORDS */
  function judge(ctx: Ctx, { status }: Activity, id: number, title: string, found: Awaited<ReturnType<typeof look>>) {
    const says = status === published ? judged(title, found) : []
    if (says.length > 0) ctx.record({ ids: [id], result: says.join('；') })
  }

  /** Looks what is written through, outside of the transaction that stores it. */
  const read = async (ctx: Ctx, input: Save) => ({
    input,
    found: await look(ctx, { title: input.title, summary: input.summary as string | null | undefined }),
  })
  type Read = Awaited<ReturnType<typeof read>>

  async function add(ctx: Ctx, { id: _, version: __, ...input }: Save) {
    await refuseTitle(ctx, input.title)
    const row = await rows.add(ctx, { ...given.fresh, ...defined(input), status: 3 } as never)
    return get(ctx, Number((row as unknown as { id: string }).id))
  }

  /** Changes what is given of one; of a published one the site shows it at once. */
  async function edit(ctx: Ctx, { input, found }: Read) {
    const { id, version, ...changes } = input
    const was = await needToChange(ctx, Number(id))
    await refuseTitle(ctx, changes.title, was.id)
    judge(ctx, was, was.id, changes.title ?? was.title, found)
    await rows.change(ctx, was.id, defined(changes) as never, version)
    if (was.status === published) await touchArea(ctx, area, true)
    return get(ctx, was.id)
  }

  const judging = judgingOf((ctx, ids) => judgeEach(ctx, ids, given.textsOf))

  /** Nobody publishes what they submitted, unless they may force it. @returns whether they do */
  function refuseOwn(ctx: Ctx, { submittedBy }: Activity): boolean {
    if (submittedBy !== whoOf(ctx).userId) return false
    if (mayForce(ctx)) return true
    throw new Refused('NO_PERMISSION', ownSubmission.refused(noun))
  }

  const { move, toBin, handlers } = stateHandlers<C, ActivityStatus, ActivityMove>(table, {
    states: flow,
    row: given.row,
    binned: given.binned,
    narrowed: (_ctx: Ctx, input: never) => given.narrowed(input),
    logged,
    writes: { edit: async (ctx: Ctx, input: Save) => edit(ctx, await read(ctx, input)) } as never,
    async guard(ctx, row, { move }) {
      if (move !== 'publish' && move !== 'submit') return false
      const one = row as unknown as Activity
      const lacks = await given.lacks(ctx, one.id)
      if (lacks) throw new Refused('BAD_STATE', `《${one.title}》还没有内容：${lacks}`)
      if (move === 'submit') return false
      judging.check(ctx, row)
      return refuseOwn(ctx, one)
    },
    set: (ctx, { move }) =>
      (move === 'submit'
        ? { submittedBy: whoOf(ctx).userId, submittedAt: ctx.now }
        : move === 'publish'
          ? { publishedAt: ctx.now }
          : {}) as never,
    told: judging.told,
    async after(ctx, decided) {
      const left = decided.some(({ at }) => at === published)
      if (left || decided.some(({ to }) => to === published)) await touchArea(ctx, area, left)
    },
  })
  const publish = judging.first(move('publish'))

  /** The specification's one call for all moves: it names the state that the rows are to have. */
  function audit(ctx: Ctx, { ids, status, reason }: { ids: number[]; status: ActivityStatus; reason?: string | null }) {
    const name = moveTo[status]
    const key = flow.keyOf(name)
    if (!holdsKey(whoOf(ctx).rights, key))
      throw new Refused('NO_PERMISSION', `没有${flow.moves[name].says}${noun}的权限（${key}）`)
    const input: Move = { items: ids.map((id) => ({ id, reason })) }
    return name === 'publish' ? publish(ctx, input as never) : move(name)(ctx, input)
  }

  /** One as the site shows it, or would. */
  async function preview(ctx: Ctx, { id }: { readonly id: number }): Promise<FileReply> {
    await need(ctx, id)
    const { name, shown } = await page(ctx, id)
    if (!shown) throw new Refused('NOT_FOUND', `${noun} ${id} 没有可以显示的网页`)
    const html = await drawAreaPage(ctx.parts.site.site, { area, file: { name, id }, shown })
    return new FileReply('text/html; charset=utf-8', html)
  }

  return {
    ...{ unit, rows, need, needToChange, needToGather, changed, judge, options },
    calls: {
      list,
      options: (ctx: Ctx) => options(ctx),
      get: (ctx: Ctx, { id }: { readonly id: number }) => get(ctx, id),
      saveOrUpdate: beforehand(read, (ctx, one) => (one.input.id ? edit(ctx, one) : add(ctx, one.input))) as never,
      edit: beforehand(read, edit) as never,
      preview,
      publish: ownTransactions(publish),
      submit: ownTransactions(move('submit')),
      recall: ownTransactions(move('recall')),
      reject: ownTransactions(move('reject')),
      takeDown: ownTransactions(move('takeDown')),
      audit: ownTransactions(audit) as never,
      dels: ownTransactions((ctx: Ctx, { ids }: { readonly ids: number[] }) => toBin(ctx, ids)),
      ...handlers,
      restore: (async (ctx: Ctx, input: { readonly id: number }) => {
        await (handlers.restore as (ctx: Ctx, input: unknown) => Promise<unknown>)(ctx, input)
        return get(ctx, input.id)
      }) as never,
    },
  }
}

/** More than any county has. */
const optionsMost = 10_000

const defined = (given: Values): Values =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
