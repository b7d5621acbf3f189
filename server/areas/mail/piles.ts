import { sql } from 'kysely'
import type { Parsed } from '../../../core/contract/endpoint.ts'
import type { mail as contract } from '../../../core/contract/mail.ts'
import { formatTime } from '../../../core/domain/time.ts'
import { Refused } from '../../../core/errors.ts'
import { scopeOf } from '../../access/scope.ts'
import type { Ctx } from '../../context.ts'
import { mail as table } from '../../db/tables/mail.ts'
import { allHold } from '../../rows/condition.ts'
import { hinted } from '../../rows/list.ts'
import { refuseStale } from '../../rows/stale.ts'
import { briefs, letters, note } from './letters.ts'
import { whole } from './work.ts'

/** What is done with letters by the pile. */

/** Letters that wait for the office: what nobody has begun to work on. As the indexes have it, `mail_waits_…`. */
const waiting = sql<number>`(0, 1, 3)`
const most = 200
const usualLeast = 3
const sourceWays = { phoneHash: '手机号', addressHash: '网络地址' } as const

async function grouped(ctx: Ctx, by: keyof typeof sourceWays, least: number) {
  // the index of just these rows, in the order of what they are grouped by
  const from = ctx.dialect === 'sqlite' ? (hinted('mail', `mail_waits_${by}`) as 'mail') : 'mail'
  const found = await ctx.db
    .selectFrom(from)
    .where(allHold([...scopeOf(ctx, table as never, 'mail_spam')]))
    .where('deletedAt', 'is', null)
    .where('state', 'in', waiting)
    .where(by, 'is not', null)
    // a letter of before may have no phone
    .where(by, '!=', ctx.parts.secret.lookup(''))
    .groupBy(by)
    .having((eb) => eb(eb.fn.countAll<number>(), '>=', least))
    .select((eb) => [
      eb.fn.countAll<number>().as('n'),
      eb.fn.max('id').as('id'),
      eb.fn.min('createdAt').as('firstAt'),
      eb.fn.max('createdAt').as('lastAt'),
    ])
    .orderBy('n', 'desc')
    .limit(most)
    .execute()
  return found.map(({ n, id, firstAt, lastAt }) => ({
    ...{ id: Number(id), n: Number(n), by: sourceWays[by] },
    ...{ firstAt: formatTime(Number(firstAt)), lastAt: formatTime(Number(lastAt)) },
  }))
}

/** Where many letters come from, the most first; each told by its latest letter. */
export async function sources(
  ctx: Ctx,
  { least, pageNumber = 1, pageSize = 10, afterId }: Parsed<typeof contract.sources>,
) {
  const asked = least ?? usualLeast
  const byPhone = await grouped(ctx, 'phoneHash', asked)
  const heads = new Map(byPhone.map(({ id, n }) => [id, n]))
  // one person at one address is told once
  const byAddress = (await grouped(ctx, 'addressHash', asked)).filter(({ id, n }) => n > (heads.get(id) ?? 0))
  const larger = new Set(byAddress.map(({ id }) => id))
  const all = [...byPhone.filter(({ id }) => !larger.has(id)), ...byAddress].sort((a, b) =>
    afterId === undefined ? b.n - a.n || b.id - a.id : b.id - a.id,
  )
  const from = afterId === undefined ? (pageNumber - 1) * pageSize : all.findIndex(({ id }) => id < afterId)
  const some = from < 0 ? [] : all.slice(from, from + pageSize)
  const rows =
    some.length === 0
      ? []
      : await ctx.db
          .selectFrom('mail')
          .selectAll()
          .where(
            'id',
            'in',
            some.map(({ id }) => id),
          )
          .execute()
  const shown = new Map((await briefs.shown(ctx, rows)).map((one) => [one.id, one]))
  const list = some.map(({ id, ...told }) => {
    const { title = null, name = null, phone = null } = shown.get(String(id)) ?? {}
    return { id: String(id), title, ...told, name, phone }
  })
  return { list, total: all.length, pageNumber, pageSize }
}

/** Says what came of a complaint; it waits no more. */
export async function settleComplaint(ctx: Ctx, { id, version, result }: Parsed<typeof contract.settleComplaint>) {
  const row = await letters.need(ctx, id, { lock: true })
  await refuseStale(ctx, row, version, '信件')
  if (row.complainedAt === null) throw new Refused('BAD_STATE', '这封信没有投诉')
  if (row.complaintDoneAt !== null) throw new Refused('BAD_STATE', '这封信的投诉已经处理')
  await note(ctx, row, '处理投诉', { complaintDoneAt: ctx.now, complaintResult: result }, result)
  return whole(ctx, id)
}
