import { article } from '../../core/contract/article.ts'
import { attachables, refusedCount, refusedFile } from '../../core/contract/files.ts'
import { judgedFile } from '../../core/domain/file-content.ts'
import type { Context } from '../context.ts'
import { CliError, exit, usage } from '../errors.ts'
import { openFile } from '../files/open.ts'
import { cleanLine } from '../output/clean.ts'
import type { Flag } from '../verb.ts'
import { filesThen } from './article-rows.ts'
import type { Saved } from './article-saved.ts'

/** What is to become of an article's attachments. */
export interface FileFlags {
  readonly attach?: readonly string[]
  readonly detach?: readonly string[]
}

const attach: Flag = { flag: '--attach <文件>', says: '添加的附件（PDF、Office、压缩包等），可多次', many: true }
/** Of a new article, and of one that is changed. */
export const attachFlags: readonly Flag[] = [attach]
export const fileFlags: readonly Flag[] = [
  attach,
  { flag: '--detach <名称>', says: '移除的附件：文件名或附件编号，可多次', many: true },
]

type Shown = Saved['files']

/** What an article's files may be; declared with its fields. */
const limits = () => (article.update && attachables.get('article')) || null

/** Why a file cannot be an attachment, by the rules of the server; null: it can. */
async function refusedBy(file: File): Promise<string | null> {
  const of = limits()
  if (!of) return null
  const byName = refusedFile(file, of)
  if (byName) return byName
  const { size } = file
  const piece = async (from: number, to: number) => new Uint8Array(await file.slice(from, to).arrayBuffer())
  const judged = await judgedFile({ size, piece }, file.name, of.kinds)
  return 'refused' in judged ? judged.refused : null
}

/** The files of `--attach`, looked at before anything is sent. @throws CliError 2 for one that cannot be an attachment, or too many */
export async function filesToAttach(ctx: Context, { attach = [] }: FileFlags): Promise<readonly File[]> {
  const of = limits()
  const tooMany = of && refusedCount(attach.length, of)
  if (tooMany) throw usage(`--attach 写了 ${attach.length} 次：${tooMany}`)
  const opened: File[] = []
  for (const given of attach) {
    const file = await openFile(ctx, given)
    const refused = await refusedBy(file)
    if (refused) throw usage(`--attach ${given}：${refused}`)
    opened.push(file)
  }
  return opened
}

/** The one that a name or a number means. @throws CliError 1 where there is none, or several are called so */
function meant(files: Shown, given: string): Shown[number] {
  const found = files.filter(({ id, name }) => name === given || id === given)
  const [one] = found
  if (one && found.length === 1) return one
  const have = files.map(({ id, name }) => `${cleanLine(name)}（${id}）`).join('、') || '没有附件'
  const why = one ? `有 ${found.length} 个附件名为「${given}」` : `没有附件「${given}」`
  throw new CliError(exit.refused, why, {
    code: 'NOT_FOUND',
    hint: one ? `写附件编号：${have}` : `这篇文章的附件：${have}`,
  })
}

/**
 * An article's attachments as a save takes them: those that it keeps, and behind them the new ones, which are uploaded for it.
 * @throws CliError 1 where these are too many together
 */
async function sent(ctx: Context, kept: Shown, added: readonly File[]): Promise<string[]> {
  const ids = kept.map(({ id }) => id)
  const of = limits()
  const tooMany = of && added.length > 0 && refusedCount(kept.length + added.length, of)
  if (tooMany)
    throw new CliError(exit.refused, `${tooMany}：这篇文章已有 ${kept.length} 个，再加 ${added.length} 个就超过了`, {
      code: 'BAD_INPUT',
      hint: '用 --detach 移除不需要的',
    })
  if (ctx.flags.dryRun) {
    if (added.length > 0) ctx.note(`试运行不上传附件：${added.map(({ name }) => cleanLine(name)).join('、')}`)
    return ids
  }
  const { upload } = await ctx.client('attachment')
  for (const file of added) ids.push((await upload({ to: 'article', file })).id)
  return ids
}

/** What a new article is sent of attachments. */
export const newFiles = async (ctx: Context, added: readonly File[]) =>
  added.length === 0 ? {} : { files: await sent(ctx, [], added) }

/** What is changed next: the copy under review where there is one. */
async function filesNow(ctx: Context, row: Saved): Promise<Shown> {
  if (!row.review) return row.files ?? []
  const { revision } = await ctx.client('article')
  return filesThen(await revision({ revisionId: row.review.revisionId }, { signal: ctx.signal }))
}

/** What a change is sent of attachments: nothing where the flags say nothing of them. */
export async function changedFiles(ctx: Context, row: Saved, flags: FileFlags, added: readonly File[]) {
  if (added.length === 0 && flags.detach === undefined) return {}
  const before = await filesNow(ctx, row)
  const gone = new Set(flags.detach?.map((given) => meant(before, given).id))
  return {
    files: await sent(
      ctx,
      before.filter(({ id }) => !gone.has(id)),
      added,
    ),
  }
}
