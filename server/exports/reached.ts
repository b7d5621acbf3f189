import { Refused } from '../../core/errors.ts'
import { mayAll } from '../access/beyond.ts'
import { beyondThese, lessFar } from '../access/cover.ts'
import { granting } from '../access/rights.ts'
import type { RoleRights } from '../access/role-rights.ts'
import type { Staff } from '../context.ts'
import type { Source } from './source.ts'

/** How far a role of the caller's reaches by the list's key, as it is kept with the file that was made by it. */
type Reached = Pick<RoleRights, 'dataScope' | 'depts' | 'columns' | 'plates'>

const isAll = ({ depts, columns, plates }: Reached) => depts === null && columns === null && plates === null

/** By what somebody reads a list, to be kept with the file. */
export function reachedBy({ key }: Source, { rights }: Staff): string {
  const roles = granting(rights, key).map(
    ({ dataScope, depts, columns, plates }): Reached => ({
      ...{ dataScope, depts, columns, plates },
    }),
  )
  return JSON.stringify(roles.find(isAll) ? roles.filter(isAll).slice(0, 1) : roles)
}

/**
 * A file holds what its reader might see when it was made: who may see less since gets it no more.
 * @param kept what `reachedBy` told then; null: it is from before that was kept
 * @throws Refused NO_PERMISSION
 */
export function refuseLessNow({ key }: Source, { rights }: Staff, kept: string | null): void {
  if (mayAll(rights)) return
  const some = granting(rights, key)
  const then =
    kept === null ? [{ dataScope: 'ALL', depts: null, columns: null, plates: null } as const] : JSON.parse(kept)
  for (const role of then as readonly Reached[]) {
    const whole = { ...role, roleId: 0, name: '', nets: '', factor: false, keys: null }
    const more = beyondThese(whole, some, lessFar)
    if (more !== '')
      throw new Refused(
        'NO_PERMISSION',
        `导出以后您的权限有变化（现在没有当时的${more}），这个文件不能再下载，请重新导出`,
      )
  }
}
