import type { Parsed } from '../../core/contract/endpoint.ts'
import type { TopicCalls } from '../../core/contract/theme/calls.ts'
import { topicOwn } from '../../core/contract/theme/rows.ts'
import { formatTime } from '../../core/domain/time.ts'
import { Refused } from '../../core/errors.ts'
import { type Ctx, needVisitor } from '../context.ts'
import { type Key, rowByCode } from '../letters/by-code.ts'
import { allHold, type Condition, equal, isEmpty, like, test } from '../rows/condition.ts'
import { type AnyDb, type Paging, pageRows } from '../rows/list.ts'
import type { Answered, Group, Topic } from './group.ts'

/** What visitors read of a group's topics: those that are shown, and their own. */

const ownFields = Object.keys(topicOwn.shape)

/** What is said to whoever wrote, beside the state. */
function saysOf({ state, reason }: Topic, answers: readonly Answered[]): string | null {
  if (state === 2) return `没有通过审核：${reason ?? ''}`
  if (state !== 1) return '正在审核'
  return answers.length === 0 ? '已通过审核，等待回复' : null
}

const ownOf = (row: Topic, answers: readonly Answered[]) => ({
  ...{ id: String(row.id), title: row.title, kind: row.kind, content: row.content, state: row.state, shown: row.shown },
  ...{ createdAt: formatTime(row.createdAt), says: saysOf(row, answers), answers: [...answers] },
})

export function webOf({ group: { noun }, table, shown, texts, answersTo }: Group) {
  async function ownOnes(ctx: Ctx, rows: readonly Topic[]) {
    const ids = rows.map(({ id }) => id)
    const answers = await answersTo(ctx, ids, 'content')
    return rows.map((row) => ownOf(row, answers.get(row.id) ?? []))
  }
  const ownOne = async (ctx: Ctx, row: Topic) => (await ownOnes(ctx, [row]))[0] as ReturnType<typeof ownOf>
  const ofVisitor = (ctx: Ctx) => [test('peopleId', '=', needVisitor(ctx).peopleId), isEmpty('deletedAt')]

  /** A page of those that are shown. */
  const openPage =
    (rows: typeof shown, ...where: readonly Condition[]) =>
    async (ctx: Ctx, input: Paging & { readonly title?: string | undefined }) => {
      const page = await rows.page(ctx, input, ...texts.like('title', input.title), ...where)
      return { ...page, list: await texts.shown(ctx, page.list) }
    }
  /** One of those that are shown, with what was answered. */
  async function openOne(ctx: Ctx, id: number, ...where: readonly Condition[]) {
    const { list } = await shown.page(ctx, { pageSize: 1, withTotal: 0 }, test('id', '=', id), ...where)
    const [one] = await texts.shown(ctx, list)
    if (!one) throw new Refused('NOT_FOUND', `${noun} ${id} 不存在或没有显示`)
    return { ...one, answers: (await answersTo(ctx, [id], 'openContent')).get(id) ?? [] }
  }

  return {
    openPage,
    openOne,
    handlers: {
      webGet: (ctx: Ctx, { id }: Parsed<TopicCalls['webGet']>) => openOne(ctx, id),
      webList: (ctx: Ctx, { kind, ...input }: Parsed<TopicCalls['webList']>) =>
        openPage(shown, ...equal('kind', kind))(ctx, input),
      /** How a topic stands, to whoever wrote it: by its code and their phone. */
      webCode: async (ctx: Ctx, key: Key) =>
        ownOne(ctx, await rowByCode<Topic & { readonly phoneHash: string }>(ctx, table.name, `这条${noun}`, key)),
      async myList(ctx: Ctx, input: Parsed<TopicCalls['myList']>) {
        const where = [...ofVisitor(ctx), ...like('title', input.title), ...equal('state', input.state)]
        const columns = Object.keys(table.columns)
        const page = await pageRows<Topic>(ctx, table, { columns, shows: ownFields, where, paging: input })
        return { ...page, list: await ownOnes(ctx, page.list) }
      },
      async myGet(ctx: Ctx, { id }: Parsed<TopicCalls['myGet']>) {
        const query = (ctx.db as unknown as AnyDb).selectFrom(table.name).selectAll()
        const row = await query.where(allHold([...ofVisitor(ctx), test('id', '=', id)])).executeTakeFirst()
        if (!row) throw new Refused('NOT_FOUND', `${noun} ${id} 不存在，或不是您提出的`)
        return ownOne(ctx, row as unknown as Topic)
      },
    },
  }
}
