import { article } from '../../core/contract/article.ts'
import { attachables, refusedCount } from '../../core/contract/files.ts'
import type { Context } from '../context.ts'
import { CliError, exit } from '../errors.ts'
import type { Flag } from '../flags.ts'
import { cleanLine } from '../output/clean.ts'
import { filesThen } from './article-rows.ts'
import type { Saved } from './article-saved.ts'
import { fileFor, refuseTooMany, uploadFor } from './attachments.ts'

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

const table = 'article'
/** What an article's files may be; declared with its fields. */
const limits = () => (article.update && attachables.get(table)) || null

/** The files of `--attach`, looked at before anything is sent. @throws CliError 2 for one that cannot be an attachment, or too many */
export async function filesToAttach(ctx: Context, { attach = [] }: FileFlags): Promise<readonly File[]> {
  refuseTooMany(table, attach.length, `--attach 写了 ${attach.length} 次`)
  const opened: File[] = []
  for (const given of attach) opened.push(await fileFor(ctx, table, '--attach', given))
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
  return [...ids, ...(await uploadFor(ctx, table, added))]
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
