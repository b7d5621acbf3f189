import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { filesOf } from '../../../core/domain/images.ts'
import { Refused } from '../../../core/errors.ts'
import { scopeOf } from '../../access/scope.ts'
import type { Ctx } from '../../context.ts'
import { file as table } from '../../db/tables/file.ts'
import { allHold } from '../../rows/condition.ts'
import { firstUse, hiddenName } from '../../site/pictures.ts'

interface Found {
  readonly id: number
  readonly name: string
  readonly kind: string
}

/**
 * A picture or video within the caller's reach that nothing names, not even an earlier wording: what could be restored would lose it.
 * @throws Refused NOT_FOUND, BAD_STATE
 */
export async function tryRemove(ctx: Ctx, { name, type }: { name: string; type: string }): Promise<Found> {
  const stored = name.trim().replace(/^\/?uploads\//, '')
  const row = await ctx.db
    .selectFrom('file')
    .select(['id', 'name', 'kind'])
    .where('name', '=', stored)
    .where('peopleId', 'is', null)
    .where(allHold(scopeOf(ctx, table)))
    .executeTakeFirst()
  if (!row) throw new Refused('NOT_FOUND', `图片或视频 ${stored} 不存在，或不是您可以删除的`)
  if ((type === 'image' || type === 'video') && row.kind !== type)
    throw new Refused('BAD_INPUT', `${stored} 不是${type === 'image' ? '图片' : '视频'}`)
  const used = await firstUse(ctx.parts.db.read, row.name)
  if (used !== null) throw new Refused('BAD_STATE', `${stored} 正在使用，或旧版中有它（${used}），不能删除`)
  return row
}

/** Takes it away with all its sizes. */
export async function removeFile(ctx: Ctx, { id, name, kind }: Found): Promise<{ name: string }> {
  await ctx.db.deleteFrom('file').where('id', '=', id).execute()
  ctx.record({ ids: [id], before: { name, kind } })
  ctx.after(async () => {
    for (const one of filesOf(name))
      for (const folder of ['uploads', hiddenName]) await rm(join(ctx.parts.dataDir, folder, one), { force: true })
  })
  return { name }
}
