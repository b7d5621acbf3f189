import { shapeOf } from '../../core/client/prepare.ts'
import { wholeContract } from '../../core/contract/areas.ts'
import type { Area } from '../../core/contract/endpoint.ts'
import { spanWords, within } from '../../core/contract/guard.ts'
import { metaOf } from '../../core/contract/meta.ts'
import { Refused } from '../../core/errors.ts'
import { type Ctx, whoOf } from '../context.ts'
import { saysOf, type Table } from '../db/table.ts'
import { type Held, hold, take, waitFor } from './guard.ts'
import { holdsKey } from './rights.ts'

/**
 * Looking for somebody by a whole phone, name or number tells, by what is found, whose row it is: whoever asks often enough reads what is
 * masked (docs/decisions/0020-personal-search.md).
 */

/** So many different questions, of all kinds of rows together, has an account in a quarter of an hour. */
export const questionsMost = 20
/** Who may read it whole looks for more people in a day's work, and yet does not try out what is masked. */
export const readersMost = 100
const withinMs = within.quarter

/** Who may read the whole of it, each time with a row of the log; a script reads nothing of it, whatever keys it holds. */
const mayRead = (ctx: Ctx, right: string): boolean => {
  const { kind, rights } = whoOf(ctx)
  return kind === 'person' && holdsKey(rights, right)
}

/** What the field is called in the call that asks. */
async function titleOf({ call }: Ctx, column: string): Promise<string> {
  const [area = '', name = ''] = call.name.split('.')
  const e = ((await wholeContract()) as Readonly<Record<string, Area>>)[area]?.[name]
  return metaOf((e && shapeOf(e)[column]) ?? {}).title ?? column
}

/**
 * Counts a question for the caller's account, where it is a new one, and has the log tell that it was asked; the same one again is free.
 * @param hash of what is asked for
 * @throws Refused TOO_MANY
 */
export async function countQuestion(ctx: Ctx, table: Table, column: string, hash: string): Promise<void> {
  if (ctx.counted) return
  const right = `${table.name}_reveal`
  const reads = mayRead(ctx, right)
  const most = reads ? readersMost : questionsMost
  const of = (most: number, ...question: string[]): Held => ({
    ...{ by: 'account', most, withinMs },
    mark: ctx.parts.secret.mark('guard', 'personal search', whoOf(ctx).userId, ...question),
  })
  const [account, question] = [of(most, ...(reads ? ['reads'] : [])), of(1, table.name, column, hash)]
  const isAsked = async (db: Ctx['db']) => (await waitFor(db, question, ctx.now)) > 0
  if (await isAsked(ctx.db)) return
  const title = await titleOf(ctx, column)
  await ctx.transaction(async (inner) => {
    await hold(inner, [account])
    if (await isAsked(inner.db)) return
    const wait = await waitFor(inner.db, account, ctx.now)
    if (wait > 0)
      throw new Refused(
        'TOO_MANY',
        `${spanWords(withinMs)}内最多按手机号、姓名、身份证号查找 ${most} 个不同的内容，请 ${spanWords(wait)}后再试${
          reads ? '' : `；工作需要更多的，请管理员授予查看完整信息的权限（${right}）`
        }`,
      )
    await take(inner, [account, question])
    inner.record({ says: `按完整的${title}查找${saysOf(table)}` })
  })
}
