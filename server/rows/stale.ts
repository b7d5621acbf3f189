import { formatTime } from '../../core/domain/time.ts'
import { Refused } from '../../core/errors.ts'
import type { Ctx } from '../context.ts'

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
  const by = row.updatedBy
    ? await ctx.db.selectFrom('user').select('name').where('id', '=', row.updatedBy).executeTakeFirst()
    : undefined
  const at = formatTime(row.updatedAt)
  const says = row.updatedBy === undefined ? `已于 ${at} 被修改` : `已由 ${by?.name ?? '他人'} 于 ${at} 修改`
  throw new Refused('STALE', `该${what}${says}，请核对后再提交`, { version: row.version })
}
