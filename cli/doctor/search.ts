import { ApiError } from '../../core/errors.ts'
import type { Context } from '../context.ts'
import { unknownPlace } from '../dry-run.ts'
import { sized } from '../output/sizes.ts'
import { type Found, good, remark, unseen } from './found.ts'

/** So many changes are taken in within a moment. */
const fewWaiting = 200

/** How large the index of the search is, and how far it is behind, for who may see it. */
export async function search(ctx: Context): Promise<Found> {
  const { token: found, foreignIssuer } = await ctx.config()
  if (!found || foreignIssuer !== null) return unseen('未登录，没有查看')
  const one = await (await ctx.client('search')).status({}, { signal: ctx.signal }).catch((error: unknown) => {
    if (error instanceof ApiError && (error.code === 'NO_PERMISSION' || unknownPlace(error))) return null
    throw error
  })
  if (typeof one?.size !== 'number') return unseen('没有查看的权限，或服务器没有检索索引')
  const { size, online, rebuild } = one
  const waiting = Number(one.waiting)
  const says = `${sized(Number(size))}，已编入 ${online} 篇${waiting > 0 ? `，还有 ${waiting} 处改动待编入` : ''}`
  if (rebuild?.state === 'running') return good(`${says}；正在重建（${rebuild.finished}/${rebuild.total}）`)
  if (rebuild?.state === 'failed' || rebuild?.state === 'lost')
    return remark(
      `${says}；最近一次重建没有完成${rebuild.says ? `：${rebuild.says}` : ''}`,
      'xzx search rebuild 再次重建',
    )
  if (waiting > fewWaiting) return remark(says, '稍后再看；一直不减少时运行 xzx search rebuild')
  return good(says)
}
