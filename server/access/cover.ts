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

/**
 * What a role gives by a key beyond others that grant it, in words; '' for nothing. A wide role for one column and a narrow one for another do
 * not make a wide one for both: it is asked column by column, and board by board.
 * @param some the roles that grant the key
 */
export function beyondThese(role: RoleRights, some: readonly RoleRights[], less: Less): string {
  if (some.some(({ depts, columns, plates }) => depts === null && columns === null && plates === null)) return ''
  const anywhere = less(role, some)
  if (anywhere !== '') return anywhere
  for (const [of, where] of places) {
    const judged = new Set<string>()
    for (const id of role[of] ?? [null]) {
      const there = into(some, of, id)
      if (there.length === 0) return `${where}的权限`
      const alike = there.map((one) => some.indexOf(one)).join()
      if (judged.has(alike)) continue
      judged.add(alike)
      const more = less(role, there)
      if (more !== '') return `${where}的${more}`
    }
  }
  return ''
}
