import { ApiError } from '../../core/errors.ts'
import type { Context } from '../context.ts'
import { unknownPlace } from '../dry-run.ts'
import { unseen } from './found.ts'

/** The list of an area, for who may see it; else why it was not looked at. */
export async function looked<N extends 'schedule' | 'setting' | 'workday'>(ctx: Context, area: N, says: string) {
  const { token: found, foreignIssuer } = await ctx.config()
  if (!found || foreignIssuer !== null) return unseen('未登录，没有查看')
  const rows = await (await ctx.client(area)).list({}, { signal: ctx.signal }).catch((error: unknown) => {
    if (error instanceof ApiError && (error.code === 'NO_PERMISSION' || unknownPlace(error))) return null
    throw error
  })
  return Array.isArray(rows) ? rows : unseen(`没有查看的权限，或服务器没有${says}`)
}
