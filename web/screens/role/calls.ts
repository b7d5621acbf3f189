import type { Output } from '../../../core/contract/endpoint.ts'
import { role } from '../../../core/contract/role.ts'
import { ApiError } from '../../../core/errors.ts'
import { useSay } from '../../app/say.ts'
import { useStale } from '../../data/calls.ts'
import { callsOf } from '../../data/client.ts'

export const api = callsOf(role)
export type Row = Output<typeof role.view>

/** Something of a role with the version that it belongs to: what others change meanwhile is refused as stale, and not undone. */
export const withVersion =
  <T>(read: (input: { roleId: string }) => Promise<T>) =>
  async (input: { roleId: string }) => {
    // the version first: what changes in between is refused too often rather than never
    const { version } = await api.view({ id: input.roleId })
    return { version, data: await read(input) }
  }

/** Of a refusal because others were faster: theirs is read, what was marked here stays marked over it, and both are looked at before it is saved. */
export function useChangedByOthers() {
  const say = useSay()
  const stale = useStale()
  return async (refused: unknown) => {
    say.refused(refused)
    if (!(refused instanceof ApiError) || refused.code !== 'STALE') return
    await stale('role', 'resource', 'column')
    say.warning('已取来他人刚才的改动，您的改动还没有保存，请核对后再保存')
  }
}

/** Where the people of a role are administered. */
export const usersAt = (roleId: string) => `/main/system/disUser?role=${roleId}`
