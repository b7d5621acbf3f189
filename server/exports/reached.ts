import { Refused } from '../../core/errors.ts'
import { mayAll } from '../access/beyond.ts'
import { beyondThese, lessFar } from '../access/cover.ts'
import { granting } from '../access/rights.ts'
import type { RoleRights } from '../access/role-rights.ts'
import type { Ctx, Staff } from '../context.ts'
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

/** What has become of a department: itself, or the one that took it up; none where it is no more. */
async function standingNow(db: Ctx['db']): Promise<(id: number) => number[]> {
  const all = await db.selectFrom('dept').select(['id', 'intoId']).execute()
  const into = new Map(all.map(({ id, intoId }) => [id, intoId]))
  return (id) => {
    const passed = new Set<number>()
    for (let one = id; ; ) {
      const next = into.get(one)
      if (next === undefined) return []
      if (next === null || passed.has(next)) return [one]
      passed.add(one)
      one = next
    }
  }
}

/**
 * A file holds what its reader might see when it was made: who may see less since gets it no more.
 * @param kept what `reachedBy` told then; null: it is from before that was kept
 * @throws Refused NO_PERMISSION
 */
export async function refuseLessNow(
  { db }: Pick<Ctx, 'db'>,
  { key }: Source,
  { rights }: Staff,
  kept: string | null,
): Promise<void> {
  if (mayAll(rights)) return
  const some = granting(rights, key)
  const then =
    kept === null ? [{ dataScope: 'ALL', depts: null, columns: null, plates: null } as const] : JSON.parse(kept)
  const now = await standingNow(db)
  for (const role of then as readonly Reached[]) {
    const depts = role.depts && [...new Set(role.depts.flatMap(now))]
    const whole = { ...role, depts, roleId: 0, name: '', nets: '', factor: false, keys: null }
    const more = beyondThese(whole, some, lessFar)
    if (more !== '')
      throw new Refused(
        'NO_PERMISSION',
        `导出以后您的权限有变化（现在没有当时的${more}），这个文件不能再下载，请重新导出`,
      )
  }
}
