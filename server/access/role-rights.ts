import type { DataScope } from '../../core/domain/enums.ts'

/** A role as far as it gives rights. */
export interface RoleRights {
  readonly roleId: number
  readonly name: string
  readonly dataScope: DataScope
  /** From which addresses alone its people may work; '': from anywhere. */
  readonly nets: string
  /** Its people must have a second factor. */
  readonly factor: boolean
  /** Departments that the role's scope reaches; null: all. SELF: none. */
  readonly depts: readonly number[] | null
  /** Permission keys; null: all (the built-in administrator). */
  readonly keys: ReadonlySet<string> | null
  /** Columns; null: all. */
  readonly columns: readonly number[] | null
  /** Boards that its people moderate; null: all. */
  readonly plates: readonly number[] | null
}

/** What a user may do through all enabled roles. */
export interface Rights {
  readonly roles: readonly RoleRights[]
  /** A script session holds only these; null: no such limit. */
  readonly only: ReadonlySet<string> | null
}
