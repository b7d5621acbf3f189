import { ApiError } from '../../core/errors.ts'
import type { Context } from '../context.ts'
import { uses } from '../flags.ts'
import { writeList, writeValue } from '../output/write.ts'
import { verb } from '../verb.ts'

const columns = [
  { field: 'columnId', title: '栏目编号', whole: true },
  { field: 'columnName', title: '栏目' },
  { field: 'toAccept', title: '待初审', right: true },
  { field: 'toApprove', title: '待发布', right: true },
  { field: 'oldest', title: '最早提交', time: true },
]
const shape = { columns, usual: columns.map((c) => c.field), idField: 'columnId', titleField: 'columnName' }

/** The same from the list's totals, for a back end that has no such call. */
async function fromTotals(ctx: Context) {
  const { list } = await ctx.client('article')
  const total = async (status: number) => (await list({ status, pageSize: 10 }, { signal: ctx.signal })).total
  const [toAccept, toApprove] = [await total(1), await total(0)]
  return { toAccept, toApprove, rejected: 0, columns: [] }
}

async function waiting(ctx: Context) {
  try {
    return await (await ctx.client('article')).waiting({}, { signal: ctx.signal })
  } catch (error) {
    const absent = error instanceof ApiError && (error.code === 'UNKNOWN_CALL' || error.kind === 'other')
    if (!absent) throw error
    ctx.note('服务器没有「等待我处理」的接口，以下按文章状态统计')
    return fromTotals(ctx)
  }
}

/** What waits for me, of all kinds. */
export const verbs = [
  verb({
    name: '',
    says: '等待我处理的内容',
    knows: [...uses.server, ...uses.output],
    async run(ctx) {
      const found = await waiting(ctx)
      if (ctx.format === 'json' && ctx.fields === null) return writeValue(ctx, found)
      if (ctx.format === 'count') return ctx.out(`${found.toAccept + found.toApprove}\n`)
      const sum = `文章：待初审 ${found.toAccept} 篇，待发布 ${found.toApprove} 篇，被驳回的本人文章 ${found.rejected} 篇`
      ctx.note(sum)
      await writeList(ctx, shape, found.columns ?? [])
    },
  }),
]
