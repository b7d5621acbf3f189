import type { Endpoint } from '../../core/contract/endpoint.ts'
import type { Context } from '../context.ts'
import { usage } from '../errors.ts'
import { cleanLine } from '../output/clean.ts'
import { saveStream, tryFile } from './save.ts'

/** What a row leaves as a file: by its number, to where it was named. */

export const outFlag = { flag: '--out <文件>', says: '写到这个文件；- 为标准输出' } as const

/** @throws usage for what is no row's number */
export function numberIn(text: string | undefined, noun: string, list: string, example: string): string {
  if (text === undefined) throw usage(`缺少${noun}编号`, `例如 ${example}`)
  if (!/^\d{1,15}$/.test(text)) throw usage(`${noun}编号无效：${cleanLine(text)}`, `编号是数字，见 ${list}`)
  return text
}

/**
 * Saves the document that a call answers. Under `--dry-run` a call that the log tells of is not sent: nobody has exported anything.
 * @param there what shows, without a trace, that there would be something
 */
export async function saveDocument(
  ctx: Context,
  e: Endpoint,
  input: object,
  out: string | undefined,
  there?: () => Promise<unknown>,
): Promise<void> {
  if (ctx.flags.dryRun && e.tells) return tryFile(ctx, out, there)
  const via = await ctx.transport()
  await saveStream(ctx, out, (sink) => via.download(e, input as never, sink, { signal: ctx.signal }))
}
