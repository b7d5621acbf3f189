import type { CallOptions } from '../../core/client/client.ts'
import { eachOrdered, eachRow, type PageReply } from '../../core/client/rows.ts'
import type { Context } from '../context.ts'
import { usage } from '../errors.ts'
import { checkFields, isDrawn, type Shape, writeRows } from './write.ts'

type Page<R> = PageReply<R> & { readonly total?: number; readonly pageNumber?: number; readonly pageSize?: number }

/** A list call with its filters: what `list` verbs, bulk commands and exports read from. */
export interface Listing<R extends object, I extends object> {
  readonly call: (input: I, options?: CallOptions) => Promise<Page<R>>
  readonly filters: I
  readonly idField: keyof R & string
  /** All of it is read in the order that the filters name, as a page of it is; else the newest first. */
  readonly ordered?: true
}

const largestPage = 200

/** Every row of a listing up to `--limit`. */
export function allRows<R extends object, I extends object>(
  ctx: Context,
  { call, filters, idField, ordered }: Listing<R, I>,
  more: { onTotal?: (total: number) => void; order?: 'asc' | 'desc' } = {},
): AsyncGenerator<R, void, undefined> {
  return (ordered ? eachOrdered : eachRow)<R, I>(call, filters, {
    idField,
    pageSize: largestPage,
    signal: ctx.signal,
    ...(ctx.limit !== null && { limit: ctx.limit }),
    ...more,
  })
}

/** One page, or all of them up to a limit: both at once would pass over one in silence. */
function refusePageOfAll({ flags }: Context): void {
  const one = (['page', 'size'] as const).find((name) => flags[name] !== undefined)
  const all = (['all', 'limit'] as const).find((name) => flags[name] !== undefined)
  if (one && all)
    throw usage(`--${one} 和 --${all} 不能同时使用`, '--page、--size 读取一页；--all 读取全部，--limit 至多读取多少条')
}

/** A page by default, read by a program, would pass for the whole list, by night too: a drawn table and JSON tell the sum themselves. */
function sayRest(ctx: Context, total: number, shown: number): void {
  if (total <= shown || isDrawn(ctx) || ctx.format === 'json' || ctx.format === 'count') return
  if (ctx.flags.page !== undefined || ctx.flags.size !== undefined) return
  ctx.warn(`只输出了前 ${shown} 条，共 ${total} 条；要全部加 --all，要前几条加 --limit`)
}

/** The fields that are written, for a call that answers only those it is asked for; JSON shows all that there are. */
export function writtenFields(ctx: Context, { usual, idField, titleField }: Shape): { fields?: string[] } {
  if (ctx.format === 'ids') return { fields: [idField] }
  if (ctx.format !== 'table' && ctx.format !== 'csv') return {}
  const names = [idField, ...(titleField ? [titleField] : []), ...(ctx.fields ?? usual)]
  return { fields: [...new Set(names.map((name) => name.split('.')[0] as string))] }
}

/** Writes what `--page --size`, `--all` or `--limit` asks for. */
export async function writeListing<R extends object, I extends object>(
  ctx: Context,
  listing: Listing<R, I>,
  shape: Shape,
): Promise<void> {
  checkFields(ctx, shape)
  refusePageOfAll(ctx)
  if (ctx.flags.fields !== undefined && (ctx.format === 'ids' || ctx.format === 'count'))
    throw usage(`--fields 和 --format ${ctx.format} 不能同时使用`, '去掉其中一个')
  const { call, filters } = listing
  if ((ctx.flags.all || ctx.limit !== null) && ctx.format !== 'count') {
    // a long list shall not look as if it grew with its rows
    const { staySmall } = await import('../memory.ts')
    staySmall()
    let total = 0
    const rows = allRows(ctx, listing, {
      onTotal: (n) => {
        total = n
      },
    })
    const counted = countRows(rows)
    return writeRows(ctx, shape, counted.rows, () => ({ total, pageNumber: 1, pageSize: counted.count() }))
  }
  const reply = await call({ ...filters, pageNumber: ctx.page, pageSize: ctx.size }, { signal: ctx.signal })
  const list = Array.isArray(reply?.list) ? reply.list : []
  await writeRows(ctx, shape, list, () => ({
    total: Math.min(Number(reply?.total ?? list.length), ctx.limit ?? Number.POSITIVE_INFINITY),
    pageNumber: Number(reply?.pageNumber ?? ctx.page),
    pageSize: Number(reply?.pageSize ?? ctx.size),
  }))
  sayRest(ctx, Number(reply?.total ?? list.length), list.length)
}

function countRows<R>(rows: AsyncIterable<R>) {
  let count = 0
  async function* counting() {
    for await (const row of rows) {
      count++
      yield row
    }
  }
  return { rows: counting(), count: () => count }
}
