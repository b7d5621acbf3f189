import type { ReferenceName } from '../core/contract/references.ts'
import type { Context } from './context.ts'
import { everywhere, type GlobalFlag, type Reads } from './flags.ts'
import type { World } from './world.ts'

/** What a verb is given beside the context. */
export interface Given<F> {
  readonly args: readonly string[]
  readonly flags: F
  /** All commands, for those that deal with command lines. */
  readonly commands: readonly CommandEntry[]
  /** Runs another command line in a world of its own, and gives its exit code. */
  again(argv: readonly string[], world: World): Promise<number>
}

/** One command: data that parsing, help, completion and documents are made from, and what it does. */
export interface Verb extends Reads {
  /** `list`; empty for an area that is itself the command (`whoami`). */
  readonly name: string
  readonly says: string
  /** Arguments in commander's form: `[ids...]`. */
  readonly args?: string
  /** Values to complete its argument with. */
  readonly values?: readonly string[]
  /** Its argument names a row of this kind: completed with their names. */
  readonly of?: ReferenceName
  /** Why `--dry-run` is refused: what cannot be foretold. */
  readonly notDry?: string
  /** Whole lines that can be typed. */
  readonly examples?: readonly string[]
  /** What its help says of its argument, beside the rest. */
  helpOn?(argument: string): Promise<string>
  readonly hidden?: true
  /** Made from its declaration by this pattern, of which all verbs are alike. */
  readonly made?: 'read' | 'ids' | 'fields' | 'export' | 'revisions' | 'restore'
  /** @returns the exit code; nothing: 0 */
  run(ctx: Context, given: Given<unknown>): Promise<number | undefined>
}

/** One line of `xzx --help`; its verbs are loaded when argv names it. */
export interface CommandEntry {
  readonly name: string
  readonly says: string
  /** Not for people: shells call it. */
  readonly hidden?: true
  /** What holds its verbs; where these are many and one is named, what holds that one is enough. */
  readonly load: readonly ((named?: string) => Promise<{ readonly verbs: readonly Verb[] }>)[]
}

type Typed<F> = Omit<Verb, 'run'> & { run(ctx: Context, given: Given<F>): Promise<number> | Promise<void> }

/** Declares a verb; F is what its flags give. */
export const verb = <F = Record<never, never>>(declared: Typed<F>): Verb => declared as Verb

/** Every global flag that means something to a verb. */
export const knownTo = ({ knows = [], notDry }: Verb): readonly GlobalFlag[] =>
  [...everywhere, ...knows].filter((flag) => flag !== 'dryRun' || notDry === undefined)
