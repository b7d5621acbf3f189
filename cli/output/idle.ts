import type { Context } from '../context.ts'
import { cleanLine } from './clean.ts'

/** What a row of a server says of itself that can be set without effect (`idle`: why). */
interface MayIdle {
  readonly title?: unknown
  readonly name?: unknown
  readonly idle?: unknown
}

/** Says which of some rows have no effect as the server runs, and why. */
export function warnIdle(ctx: Pick<Context, 'warn'>, rows: readonly object[]): void {
  for (const { title, name, idle } of rows as readonly MayIdle[])
    if (typeof idle === 'string' && idle !== '') ctx.warn(cleanLine(`「${title ?? name}」不起作用：${idle}`))
}
