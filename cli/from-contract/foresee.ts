import { failedBy } from '../../core/client/one-by-one.ts'
import { requiredFields } from '../../core/client/prepare.ts'
import { type Endpoint, permissionKey } from '../../core/contract/endpoint.ts'
import { menu } from '../../core/contract/menu.ts'
import { ApiError, errorCodes } from '../../core/errors.ts'
import type { Failed } from '../bulk/run.ts'
import type { Context } from '../context.ts'
import type { Rows } from './rows.ts'

/** What is known without doing of a call that cannot be tried (`rehearse: false`): the right, and which of its rows are there. */
export interface Foreseen {
  readonly there: readonly string[]
  readonly failed: readonly Failed[]
  /** What was looked at, and what stays unknown. */
  readonly says: string
}

/** Refuses as the server does where the caller holds no right to the call; what another back end does not tell stays unknown. */
async function refuseWithoutRight(ctx: Context, key: string): Promise<boolean> {
  const via = await ctx.transport()
  const held = (await via.send(menu.list, {}, { signal: ctx.signal })) as { buttonList?: readonly string[] } | null
  if (!Array.isArray(held?.buttonList)) return false
  if (held.buttonList.includes(key)) return true
  throw new ApiError('refused', 'NO_PERMISSION', `${errorCodes.NO_PERMISSION.says}（${key}）`)
}

/**
 * Looks at what can be known before a call that cannot be tried is made, without making it.
 * @param place the call's area and name
 * @param rows how its rows are read
 * @returns null of a call that can be tried: the try tells more
 * @throws ApiError NO_PERMISSION as the call itself does
 */
export async function foresee(
  ctx: Context,
  e: Endpoint,
  place: readonly [area: string, call: string],
  { get }: Rows,
  ids: readonly string[],
): Promise<Foreseen | null> {
  if (e.rehearse !== false) return null
  const key = permissionKey(...place, e)
  const looked = key !== '' && (await refuseWithoutRight(ctx, key)) ? ['权限'] : []
  const [field] = get ? requiredFields(get) : []
  const via = await ctx.transport()
  const failed: Failed[] = []
  let read = false
  if (get && field !== undefined)
    for (const id of ids)
      try {
        await via.send(get, { [field]: id }, { signal: ctx.signal })
        read = true
      } catch (thrown) {
        if (!(thrown instanceof ApiError) || thrown.kind !== 'refused') throw thrown
        // who may not look may still be allowed to do it
        if (thrown.code === 'NOT_FOUND') failed.push(failedBy(id, thrown))
      }
  if (read || failed.length > 0) looked.push('编号')
  const known = looked.length > 0 ? `已核对${looked.join('和')}；` : ''
  const gone = new Set(failed.map(({ id }) => id))
  return {
    there: ids.filter((id) => !gone.has(id)),
    failed,
    says: `${known}这个接口不能试运行，会不会因别的原因被拒绝，执行时才知道`,
  }
}
