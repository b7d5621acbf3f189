import { stat } from 'node:fs/promises'
import { extname, resolve } from 'node:path'
import type { Endpoint } from '../../core/contract/endpoint.ts'
import { documentOf } from '../../core/contract/replies.ts'
import type { Context } from '../context.ts'
import { usage } from '../errors.ts'
import { cleanLine, givenLine } from '../output/clean.ts'
import { saveStream, tryFile } from './save.ts'

/** What a row leaves as a file: by its number, to where it was named. */

export const outFlag = { flag: '--out <文件>', says: '写到这个文件；- 为标准输出' } as const

/** @throws usage for what is no row's number */
export function numberIn(text: string | undefined, noun: string, list: string, example: string): string {
  if (text === undefined) throw usage(`缺少${noun}编号`, `例如 ${example}`)
  if (!/^\d{1,15}$/.test(text)) throw usage(`${noun}编号无效：${givenLine(text)}`, `编号是数字，见 ${list}`)
  return text
}

/** Documents that are made of rows, and not files that somebody once uploaded. */
const made: readonly string[] = ['xlsx', 'docx']

/** What is made as one kind of file is none under another one's name. @throws usage */
async function refuseOther(ctx: Context, e: Endpoint, out: string | undefined): Promise<void> {
  if (out === undefined || out === '-' || !made.includes(e.reply ?? '')) return
  const ending = `.${documentOf(e)?.ending}`
  const given = extname(out).toLowerCase()
  if (given === '' || given === ending) return
  const there = await stat(resolve(ctx.world.cwd, out)).catch(() => null)
  if (there === null || there.isFile())
    throw usage(`--out ${cleanLine(out)}：只能是 ${ending} 文件`, `文件名应以 ${ending} 结尾`)
}

/**
 * Saves the document that a call answers, with its manifest beside it. Under `--dry-run` a call that the log tells of is not sent: nobody has exported anything.
 * @param there what shows, without a trace, that there would be something
 * @param kind what it is called in `xzx export`; none: it is named by its call; null: it gets no manifest
 */
export async function saveDocument(
  ctx: Context,
  e: Endpoint,
  input: object,
  out: string | undefined,
  there?: () => Promise<unknown>,
  kind: string | null = e.path,
): Promise<void> {
  await refuseOther(ctx, e, out)
  if (ctx.flags.dryRun && (e.tells || documentOf(e)?.kept)) return tryFile(ctx, out, there)
  const via = await ctx.transport()
  const path = await saveStream(ctx, out, (sink) => via.download(e, input as never, sink, { signal: ctx.signal }))
  if (path === null || kind === null || !made.includes(e.reply ?? '')) return
  const { writeManifest } = await import('../export/manifest.ts')
  const { tableIn } = await import('../export/table-in.ts')
  const filter = input as Readonly<Record<string, unknown>>
  await writeManifest(ctx, path, { kind, name: e.says.replace(/^导出/, ''), filter, ...(await tableIn(path)) })
}
