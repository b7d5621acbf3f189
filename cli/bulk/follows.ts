import type { Context } from '../context.ts'
import type { Flag } from '../flags.ts'

/** How items are followed that go on after the call for them was answered. */
export interface Follows {
  /** By which a command waits for their end. */
  readonly flag: Flag
  /** How far it is; null: it has come to its end. */
  readonly goesOn: (reply: unknown) => string | null
  readonly hint: (id: string) => string
  /** Waits for one's end. @returns false: the command is to stop, and it goes on. @throws ApiError where it came to nothing */
  readonly end: (ctx: Context, id: string) => Promise<boolean>
}
