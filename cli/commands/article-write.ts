import { randomUUID } from 'node:crypto'
import { article } from '../../core/contract/article.ts'
import { throughEditor } from '../areas/article-editor.ts'
import { attachFlags, changedFiles, fileFlags, filesToAttach, newFiles } from '../areas/article-files.ts'
import {
  type Fields,
  fieldFlags,
  fieldsFrom,
  saysAnything,
  stateFlags,
  type WriteFlags,
} from '../areas/article-input.ts'
import { modelGiven } from '../areas/article-model.ts'
import { checkSavedFields, type Saved, tellSaved } from '../areas/article-saved.ts'
import { givenIds } from '../bulk/ids.ts'
import { checkOutcome, runBulk, tellBulk } from '../bulk/run.ts'
import type { Context } from '../context.ts'
import { asFile, fromFile, type Written } from '../editor.ts'
import { exit, isStale, usage } from '../errors.ts'
import { uses } from '../flags.ts'
import { checkValue } from '../from-contract/check.ts'
import { flagFor } from '../from-contract/fields.ts'
import { cleanText } from '../output/clean.ts'
import { askLine, canAsk, confirm, namedTitles } from '../questions.ts'
import { verb } from '../verb.ts'

/** Whoever may write anywhere, or only in columns that they were given, saves by another call. */
async function saveNew(ctx: Context) {
  const { buttonList } = await (await ctx.client('menu')).list({}, { signal: ctx.signal })
  const { saveAdmin, saveRole } = await ctx.client('article')
  const onlyRole = buttonList?.includes('article_saveRole') && !buttonList.includes('article_saveAdmin')
  return onlyRole ? saveRole : saveAdmin
}

async function add(ctx: Context, flags: WriteFlags): Promise<void> {
  checkSavedFields(ctx)
  const fields = await fieldsFrom(ctx, flags)
  const { columnId } = fields
  if (columnId === undefined) throw usage('缺少 --column', '例如 --column 通知公告；xzx column list 列出栏目')
  const added = await filesToAttach(ctx, flags)
  const save = await saveNew(ctx)
  // an empty reason asks the server to want one where it is needed: what names none at all counts as an archive brought in
  const model = await modelGiven(ctx, flags.field, { articleId: '0', columnId })
  const rest = { status: 3 as const, publishTimeReason: '', ...fields, ...model, columnId }
  // not stopped by Ctrl+C: what the server was told to do shall be known
  const send = async ({ title, content }: Written) =>
    save({ ...rest, title, content, ...(await newFiles(ctx, added)) }, { requestKey: randomUUID() })
  const { title, content } = fields
  if (content === '') throw usage('正文是空的', '写在 --content 之后，或检查所给的文件和标准输入')
  if (title !== undefined && content !== undefined) return tellSaved(ctx, await send({ title, content }))
  if (!canAsk(ctx))
    throw usage(
      title === undefined ? '缺少 --title' : '缺少 --content',
      '例如 --title 标题 --content @正文.html；在终端中不写则打开编辑器',
    )
  const before = { title: title ?? '', content: content ?? '' }
  const command = () => `xzx article add --column ${columnId}`
  await tellSaved(ctx, await throughEditor(ctx, 'new', before, command, async ({ write }) => send(await write())))
}

/** Says what somebody else has changed meanwhile, and asks whether to go on from there. */
async function goOn(ctx: Context, before: Saved, now: Saved): Promise<boolean> {
  const { compare } = await import('../areas/article-changes.ts')
  const { drawChanges } = await import('../output/line-changes.ts')
  const lines = drawChanges(compare(before, now))
  ctx.warn(cleanText(`您编辑时，${now.updatedByName ?? '他人'}于 ${now.updatedAt ?? ''} 修改了这篇文章：`))
  ctx.warn(cleanText(lines.length > 0 ? lines.join('\n') : '（标题和文字没有变化）'))
  const answer = await askLine(ctx, '是否再次打开编辑器，把对方的修改并入后保存？[y/N] ')
  return ['y', 'yes', '是'].includes((answer ?? '').toLowerCase())
}

/** One article in the editor. What somebody else has changed meanwhile is shown, and can be taken in. */
async function editByHand(
  ctx: Context,
  articleId: string,
  fields: Fields,
  baseVersion: string | undefined,
): Promise<Saved> {
  const { view, update } = await ctx.client('article')
  let base = await view({ articleId }, { signal: ctx.signal })
  // as the editor would give it back untouched
  const original = fromFile(asFile({ title: base.title, content: cleanText(base.content ?? '') }))
  // on the version that was read last: whoever has changed it since is not overwritten
  let version = baseVersion ?? base.version ?? undefined
  const command = () => `xzx article edit ${articleId}${version === undefined ? '' : ` --base-version ${version}`}`
  return throughEditor(ctx, articleId, original, command, async ({ write }) => {
    for (;;) {
      const { title, content } = await write()
      const changed = {
        ...(title !== original.title && { title }),
        ...(content !== original.content && { content }),
      }
      try {
        return await update({ articleId, ...fields, ...changed, version })
      } catch (error) {
        if (!isStale(error)) throw error
        const now = await view({ articleId }, { signal: ctx.signal })
        version = now.version ?? undefined
        if (!(await goOn(ctx, base, now))) throw error
        base = now
      }
    }
  })
}

/** What is changed without an editor: fields, and attachments. */
interface Wanted {
  readonly fields: Fields
  readonly flags: WriteFlags
  readonly added: readonly File[]
}

/** One article by flags: on the version that was named, else on the present one. */
async function editOne(
  ctx: Context,
  articleId: string,
  { fields, flags, added }: Wanted,
  baseVersion: string | undefined,
): Promise<Saved> {
  const { view, update } = await ctx.client('article')
  const ofFiles = added.length > 0 || flags.detach !== undefined
  const row = baseVersion === undefined || ofFiles ? await view({ articleId }, { signal: ctx.signal }) : null
  const files = row ? await changedFiles(ctx, row, flags, added) : {}
  const model = await modelGiven(ctx, flags.field, { articleId, columnId: fields.columnId ?? '0' })
  return update({ articleId, ...fields, ...files, ...model, version: baseVersion ?? row?.version ?? undefined })
}

/** Several articles, all of them alike. */
async function editMany(ctx: Context, ids: readonly string[], wanted: Wanted): Promise<number> {
  const { fields } = wanted
  if (fields.title !== undefined || fields.content !== undefined)
    throw usage('几篇文章不能有同样的标题或正文', '一次修改一篇，或只用其他选项')
  if (fields.publishTime !== undefined) throw usage('不能同时改几篇文章的发布时间', '一次修改一篇')
  await checkOutcome(ctx)
  await confirm(ctx, { text: `将修改 ${ids.length} 篇文章${namedTitles([], ids.length)}`, count: ids.length })
  const groups = ids.map((id) => ({
    ids: [id],
    send: async () => {
      await editOne(ctx, id, wanted, undefined)
      return { done: [id], failed: [] }
    },
  }))
  return tellBulk(ctx, await runBulk(ctx, '正在修改', groups))
}

async function edit(ctx: Context, args: readonly string[], flags: WriteFlags): Promise<number> {
  const ids = await givenIds(ctx, args)
  if (!ids || (ids.length === 0 && ctx.flags.ids === undefined))
    throw usage('缺少文章编号', '例如 xzx article edit 101')
  const { baseVersion } = flags
  checkValue(article.update, 'version', '--base-version', baseVersion)
  const fields = await fieldsFrom(ctx, flags)
  const added = await filesToAttach(ctx, flags)
  const wanted = { fields, flags, added }
  // a draft goes on its way as it is, also with the reason for which it was sent back to its writer
  const goesOn = flags.submit === true && (flags.privacyReason !== undefined || !canAsk(ctx))
  const anything =
    goesOn || saysAnything(fields) || added.length > 0 || flags.detach !== undefined || flags.field !== undefined
  if (!anything && (ids.length !== 1 || !canAsk(ctx)))
    throw usage('没有说明修改什么', '例如 --title 新标题 --content @正文.html；在终端中只写一个编号则打开编辑器')
  if (ids.length !== 1) {
    if (baseVersion !== undefined) throw usage('--base-version 只用于一篇文章', '去掉它，或一次修改一篇')
    return editMany(ctx, ids, wanted)
  }
  checkSavedFields(ctx)
  const [articleId] = ids as [string]
  try {
    const saved = anything
      ? await editOne(ctx, articleId, wanted, baseVersion)
      : await editByHand(ctx, articleId, fields, baseVersion)
    await tellSaved(ctx, saved)
    return exit.ok
  } catch (error) {
    if (isStale(error))
      ctx.warn(
        `看看对方改了什么：xzx article revisions ${articleId}；核对后不写 --base-version 再次保存，则以您的内容为准`,
      )
    throw error
  }
}

/** Writing articles: by flags, from files, or in the person's editor. */
export const verbs = [
  verb<WriteFlags>({
    name: 'add',
    says: '撰写文章，存为草稿；--submit 随即提交审核',
    knows: [...uses.server, ...uses.output, 'file'],
    flags: [...fieldFlags, ...attachFlags, ...stateFlags],
    examples: [
      'xzx article add --column 通知公告 --title 关于供暖的通知 --content @通知.html --submit',
      'xzx article add --column 通知公告 --title 管理办法 --content 见附件。 --attach 办法.pdf --attach 申请表.docx',
      'xzx article add --column 通知公告 --title 关于供暖的通知 --content @通知.html --field 发文字号=青政办〔2026〕3号',
      'xzx article add --column 通知公告',
    ],
    run: (ctx, { flags }) => add(ctx, flags),
  }),
  verb<WriteFlags>({
    name: 'edit',
    says: '修改文章；只写编号则打开编辑器（EDITOR）',
    args: '[编号...]',
    knows: [...uses.server, ...uses.output, ...uses.bulk, 'file'],
    flags: [
      ...fieldFlags,
      ...fileFlags,
      ...stateFlags,
      flagFor(article.update, 'version', '：修改所依据的版本，已被他人修改则拒绝'),
    ],
    examples: [
      'xzx article edit 101',
      'xzx article edit 101 --title 新标题 --content @正文.html --base-version 3',
      'xzx article edit 101 --detach 办法.pdf --attach 办法（修订）.pdf',
      'xzx article edit 101 102 --source 县政府办公室',
    ],
    run: (ctx, { args, flags }) => edit(ctx, args, flags),
  }),
]
