import { formatTime } from '../../core/domain/time.ts'
import { Refused } from '../../core/errors.ts'
import { asStaff, type Ctx } from '../context.ts'

/** A row that keeps count of its changes. */
export interface Versioned {
  readonly version: number
  /** Milliseconds. */
  readonly updatedAt: number
  /** A user's id; absent where the table does not keep it. */
  readonly updatedBy?: number | null
}

/**
 * Refuses an edit that started from an older version.
 * @param version what the caller started from; none: no check
 * @param what the Chinese name of the row in the refusal
 * @throws Refused STALE saying who changed it and when; its detail is the row's `{ version }`
 */
export async function refuseStale(
  ctx: Ctx,
  row: Versioned,
  version: number | null | undefined,
  what = '内容',
): Promise<void> {
  if (version === null || version === undefined || version === row.version) return
  return refuse(ctx, row, what)
}

/** So long after somebody else's change a caller who names no version has hardly seen it. */
const atOnceMs = 10 * 60_000

/**
 * Refuses to undo what another of the staff has just done, to whoever does not say that they have seen it: of two who act at once the second is told.
 * @throws Refused as `refuseStale`
 */
export async function refuseAtOnce(
  ctx: Ctx,
  row: Versioned,
  version: number | null | undefined,
  what: string,
): Promise<void> {
  if (version !== null && version !== undefined) return refuseStale(ctx, row, version, what)
  const other = row.updatedBy && row.updatedBy !== asStaff(ctx.who)?.userId
  if (other && ctx.now - row.updatedAt < atOnceMs) return refuse(ctx, row, what)
}

async function refuse(ctx: Ctx, row: Versioned, what: string): Promise<never> {
  const by = row.updatedBy
    ? await ctx.db.selectFrom('user').select('name').where('id', '=', row.updatedBy).executeTakeFirst()
    : undefined
  const at = formatTime(row.updatedAt)
  const says = row.updatedBy === undefined ? `已于 ${at} 被修改` : `已由 ${by?.name ?? '他人'} 于 ${at} 修改`
  throw new Refused('STALE', `该${what}${says}，请核对后再提交`, { version: row.version })
}
