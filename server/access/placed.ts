import { type Tree, upwards } from '../rows/tree.ts'
import { type Asked, askedOf, lacks, scopeWords } from './cover.ts'
import { granting } from './rights.ts'
import type { Rights, RoleRights } from './role-rights.ts'

/** What roles give in one department or another beyond what somebody has there: of thousands of departments the tree is walked through once. */

/** Departments that some roles reach together. */
class Reached {
  readonly #all: ReadonlySet<number>
  readonly #tree: Tree
  #short: ReadonlySet<number> | undefined

  constructor(roles: readonly RoleRights[], tree: Tree) {
    this.#all = new Set(roles.flatMap(({ depts }) => depts ?? []))
    this.#tree = tree
  }

  /** All of some. */
  all(ids: readonly number[]): boolean {
    return ids.every((id) => this.#all.has(id))
  }

  /** One with all below it. */
  below(id: number): boolean {
    this.#short ??= this.#above()
    return this.#all.has(id) && !this.#short.has(id)
  }

  /** Those that are not reached, and all above them: from each other one is reached what is below it. */
  #above(): ReadonlySet<number> {
    const found = new Set<number>()
    for (const id of this.#tree.keys()) if (!this.#all.has(id)) upwards(this.#tree, id, found)
    return found
  }
}

/** Where a role would reach: these departments, or one with all below it. */
export type Place = readonly number[] | { readonly below: number }

/** What of a role is asked of those who grant its keys, and what these reach. */
type Questions = readonly { readonly asked: Asked; readonly reached: Reached }[]

/** Measures roles by somebody's rights, department by department. */
export class Placed {
  readonly #rights: Rights
  readonly #tree: Tree
  readonly #reached = new Map<string, Reached>()
  readonly #questions = new Map<number, Questions>()

  /** @param tree the departments */
  constructor(rights: Rights, tree: Tree) {
    this.#rights = rights
    this.#tree = tree
  }

  /** What of a role the owner of the rights lacks where it would reach, in words; '' for nothing. */
  lacking(role: RoleRights, place: Place): string {
    for (const { asked, reached } of this.#questionsOf(role)) {
      const reach = () => ('below' in place ? reached.below(place.below) : reached.all(place))
      const more = lacks(role, asked, () => (reach() ? '' : scopeWords(role)))
      if (more !== '') return more
    }
    return ''
  }

  /** Keys that the same of one's roles grant ask the same. */
  #questionsOf(role: RoleRights): Questions {
    const known = this.#questions.get(role.roleId)
    if (known) return known
    const groups = new Map<string, readonly RoleRights[]>()
    for (const key of role.keys ?? []) {
      const some = granting(this.#rights, key)
      groups.set(this.#nameOf(some), some)
    }
    const made = [...groups.values()]
      .flatMap((some) => [...askedOf(role, some)])
      .filter(({ by }) => by.every(({ depts }) => depts !== null))
      .map((asked) => ({ asked, reached: this.#reachedBy(asked.by) }))
    this.#questions.set(role.roleId, made)
    return made
  }

  /** Some of one's roles, by their places among all. */
  #nameOf(some: readonly RoleRights[]): string {
    return some.map((one) => this.#rights.roles.indexOf(one)).join()
  }

  #reachedBy(some: readonly RoleRights[]): Reached {
    const name = this.#nameOf(some)
    const known = this.#reached.get(name) ?? new Reached(some, this.#tree)
    this.#reached.set(name, known)
    return known
  }
}
