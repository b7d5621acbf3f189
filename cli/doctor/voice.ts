import { ApiError } from '../../core/errors.ts'
import type { Context } from '../context.ts'
import { unknownPlace } from '../dry-run.ts'
import { type Found, good, remark, unseen } from './found.ts'

/** Whether the server can read articles aloud, for who may have it done. */
export async function voice(ctx: Context): Promise<Found> {
  const { token: found, foreignIssuer } = await ctx.config()
  if (!found || foreignIssuer !== null) return unseen('未登录，没有查看')
  const { state } = await ctx.client('voice')
  try {
    const { engine, missing } = await state({}, { signal: ctx.signal })
    // another's server answers what it likes
    if (!engine) return unseen('服务器没有文章语音')
    return missing ? remark(missing, '不需要文章语音的不必处理') : good(`语音引擎 ${engine} 可用`)
  } catch (error) {
    if (!(error instanceof ApiError) || !(error.code === 'NO_PERMISSION' || unknownPlace(error))) throw error
    return unseen('没有查看的权限，或服务器没有文章语音')
  }
}
