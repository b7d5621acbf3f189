import { type Attachable, attachables, refusedCount, refusedFile } from '../../core/contract/files.ts'
import { judgedFile } from '../../core/domain/file-content.ts'
import type { Context } from '../context.ts'
import { usage } from '../errors.ts'
import { openFile } from '../files/open.ts'
import { cleanLine } from '../output/clean.ts'

/** Files of this machine on their way to a row. */

/** Why a file cannot be an attachment, by the rules of the server; null: it can. */
async function refusedBy(file: File, of: Attachable): Promise<string | null> {
  const byName = refusedFile(file, of)
  if (byName) return byName
  const { size } = file
  const piece = async (from: number, to: number) => new Uint8Array(await file.slice(from, to).arrayBuffer())
  const judged = await judgedFile({ size, piece }, file.name, of.kinds)
  return 'refused' in judged ? judged.refused : null
}

/** A file for the rows of a table, looked at before anything is sent. @throws CliError 2 for one that is not there, or cannot be an attachment */
export async function fileFor(ctx: Context, to: string, flag: string, given: string): Promise<File> {
  const file = await openFile(ctx, given)
  const of = attachables.get(to)
  const refused = of ? await refusedBy(file, of) : null
  if (refused) throw usage(`${flag} ${given}：${refused}`)
  return file
}

/** Refuses more files than a row may have. @param said how they were typed: 「--attach 写了 21 次」 @throws CliError 2 */
export function refuseTooMany(to: string, count: number, said: string): void {
  const of = attachables.get(to)
  const tooMany = of && refusedCount(count, of)
  if (tooMany) throw usage(`${said}：${tooMany}`)
}

/** Uploads files for the rows of a table; a dry run says which it would. @returns their ids */
export async function uploadFor(ctx: Context, to: string, files: readonly File[]): Promise<string[]> {
  if (files.length === 0) return []
  if (ctx.flags.dryRun) {
    ctx.note(`试运行不上传附件：${files.map(({ name }) => cleanLine(name)).join('、')}`)
    return []
  }
  const { upload } = await ctx.client('attachment')
  const ids: string[] = []
  for (const file of files) ids.push((await upload({ to, file })).id)
  return ids
}
