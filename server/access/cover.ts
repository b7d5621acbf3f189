import { dataScopes } from '../../core/domain/enums.ts'
import type { RoleRights } from './role-rights.ts'

/** Whether some roles reach as far by a key as another one: where it reaches and in what is one question, since each role answers both. */

/** From one's own rows to all of them. */
const widths = Object.keys(dataScopes)
export const widthOf = (roles: readonly RoleRights[]) =>
  Math.max(-1, ...roles.map((role) => widths.indexOf(role.dataScope)))

export const scopeWords = (role: RoleRights) => `数据范围「${dataScopes[role.dataScope]}」`

/** What of a role's reach some roles lack, in words; '' for nothing. */
type Less = (role: RoleRights, some: readonly RoleRights[]) => string

/** Of whoever it may be: by how wide it is. */
export const lessWide: Less = (role, some) => (widthOf([role]) > widthOf(some) ? scopeWords(role) : '')

const sets = new WeakMap<readonly number[], ReadonlySet<number>>()
function setOf(ids: readonly number[]): ReadonlySet<number> {
  const known = sets.get(ids)
  if (known) return known
  const made = new Set(ids)
  sets.set(ids, made)
  return made
}

/** Whether some roles reach a department; null: what belongs to none. */
export const reachesIn =
  (some: readonly RoleRights[]) =>
  (deptId: number | null): boolean =>
    some.some(({ depts }) => depts === null || (deptId !== null && setOf(depts).has(deptId)))

/** Of somebody in a department: by the departments themselves. */
export const lessFar: Less = (role, some) => {
  if (some.some(({ depts }) => depts === null)) return ''
  const covered = role.depts?.every((id) => some.some(({ depts }) => setOf(depts ?? []).has(id))) ?? false
  return covered ? '' : scopeWords(role)
}

const places = [
  ['columns', '部分栏目'],
  ['plates', '部分版块'],
] as const

/** The roles that reach into one column or board; null: into all there are and will be. */
const into = (some: readonly RoleRights[], of: 'columns' | 'plates', id: number | null) =>
  some.filter((role) => {
    const given = role[of]
    return given === null || (id !== null && setOf(given).has(id))
  })

/** Roles of which somebody must reach as far as a role does, in one of its columns or boards, or in all: `where`. None: what it gives there none has. */
export interface Asked {
  readonly by: readonly RoleRights[]
  readonly where: string
}
const nothing = '的权限'

/**
 * What of others decides whether a role gives more than they do by a key, in its order. A wide role for one column and a narrow one for
 * another do not make a wide one for both: it is asked column by column, and board by board.
 * @param some the roles that grant the key
 */
export function* askedOf(role: RoleRights, some: readonly RoleRights[]): Generator<Asked> {
  if (some.some(({ depts, columns, plates }) => depts === null && columns === null && plates === null)) return
  yield { by: some, where: '' }
  for (const [of, where] of places) {
    const asked = new Set<string>()
    for (const id of role[of] ?? [null]) {
      const by = into(some, of, id)
      const alike = by.map((one) => some.indexOf(one)).join()
      if (asked.has(alike)) continue
      asked.add(alike)
      yield { by, where }
    }
  }
}

/** What a role gives where it was asked beyond those who grant it there, in words; '' for nothing. */
export function lacks(role: RoleRights, { by, where }: Asked, less: Less): string {
  if (where !== '' && by.length === 0) return where + nothing
  const more = less(role, by)
  return more === '' || where === '' ? more : `${where}的${more}`
}

/** What a role gives by a key beyond others that grant it, in words; '' for nothing. @param some the roles that grant the key */
export function beyondThese(role: RoleRights, some: readonly RoleRights[], less: Less): string {
  for (const asked of askedOf(role, some)) {
    const more = lacks(role, asked, less)
    if (more !== '') return more
  }
  return ''
}
