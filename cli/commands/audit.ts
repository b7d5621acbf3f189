import type { Output } from '../../core/contract/endpoint.ts'
import { inbox } from '../../core/contract/inbox.ts'
import { ApiError } from '../../core/errors.ts'
import type { Context } from '../context.ts'
import { usage } from '../errors.ts'
import { uses } from '../flags.ts'
import { columnsOf } from '../output/columns.ts'
import { writeListing } from '../output/listing.ts'
import { type Shape, writeList, writeValue } from '../output/write.ts'
import { verb } from '../verb.ts'

type Inbox = Output<typeof inbox.count>

const waits = [
  { field: 'count', title: '件数', right: true },
  { field: 'oldest', title: '最早', time: true },
]
const stage = [
  { field: 'pile', title: '待办', whole: true },
  { field: 'noun', title: '事项' },
  { field: 'title', title: '环节' },
]
const shapeOf = (columns: Shape['columns']): Shape => ({
  columns,
  usual: columns.map(({ field }) => field),
  idField: 'pile',
  titleField: 'title',
})
const piles = shapeOf([...stage, ...waits])
const groups = shapeOf([...stage, { field: 'name', title: '分组' }, ...waits])
const rows: Shape = {
  ...{ columns: columnsOf(inbox.list.output), usual: ['id', 'title', 'since'], idField: 'id', titleField: 'title' },
}

const waitingOf = (count: number) => ({ count, apart: count, oldest: null, groups: null })

/** The same from the totals of the list of articles, for a back end that has no such call. */
async function fromTotals(ctx: Context): Promise<Inbox> {
  const { list } = await ctx.client('article')
  const pile = async (name: string, title: string, status: number) => ({
    ...{
      pile: `article.${name}`,
      area: 'article',
      noun: '文章',
      title,
      unit: '篇',
      search: { status: String(status) },
    },
    ...waitingOf((await list({ status, pageSize: 10 }, { signal: ctx.signal })).total),
  })
  const found = [await pile('toAccept', '待初审', 1), await pile('toApprove', '待发布', 0)]
  return { total: found.reduce((sum, { count }) => sum + count, 0), piles: found }
}

async function waiting(ctx: Context): Promise<Inbox> {
  try {
    return await (await ctx.client('inbox')).count({}, { signal: ctx.signal })
  } catch (error) {
    const absent = error instanceof ApiError && (error.code === 'UNKNOWN_CALL' || error.kind === 'other')
    if (!absent) throw error
    ctx.note('服务器没有「等待我处理」的接口，以下按文章状态统计')
    return fromTotals(ctx)
  }
}

async function writePiles(ctx: Context, grouped: boolean): Promise<void> {
  const found = await waiting(ctx)
  if (ctx.format === 'json' && ctx.fields === null) return writeValue(ctx, found)
  if (ctx.format === 'count') return ctx.out(`${found.total}\n`)
  ctx.note(found.total === 0 ? '没有等待您处理的事项' : `共 ${found.total} 项等待处理`)
  const divided = found.piles.flatMap((pile) => (pile.groups ?? []).map((group) => ({ ...pile, ...group })))
  // a pile is one, in however many groups its rows are
  if (grouped && ctx.format === 'ids')
    return writeList(
      ctx,
      piles,
      found.piles.filter((pile) => (pile.groups ?? []).length > 0),
    )
  return writeList(ctx, grouped ? groups : piles, grouped ? divided : found.piles)
}

/** What waits for me, of all kinds. */
export const verbs = [
  verb<{ readonly groups?: true }>({
    name: '',
    says: '等待我处理的事项',
    args: '[pile]',
    flags: [{ flag: '--groups', says: '按分组列出（文章按栏目）' }],
    knows: [...uses.server, ...uses.output, ...uses.pages],
    examples: ['xzx audit', 'xzx audit article.toAccept', 'xzx audit advice.toConfirm --format ids'],
    async run(ctx, { args: [pile], flags }) {
      const paging = (['page', 'size', 'all', 'limit'] as const).find((name) => ctx.flags[name] !== undefined)
      if (pile === undefined && paging)
        throw usage(`--${paging} 只用于列出一个环节的事项`, '例如 xzx audit article.toAccept --all')
      if (pile !== undefined && flags.groups) throw usage('--groups 只用于计数', '去掉 --groups，或去掉环节名称')
      if (pile === undefined) return writePiles(ctx, flags.groups === true)
      const { list } = await ctx.client('inbox')
      return writeListing(ctx, { call: list, filters: { pile }, idField: 'id' }, rows)
    },
  }),
]
