import { article } from '../../core/contract/article.ts'
import { articlesById, filesThen, titleFor } from '../areas/article-rows.ts'
import { checkSavedFields, tellSaved } from '../areas/article-saved.ts'
import { checkIds } from '../bulk/ids.ts'
import type { Context } from '../context.ts'
import { CliError, exit, usage } from '../errors.ts'
import { uses } from '../flags.ts'
import { idsExamples } from '../from-contract/examples.ts'
import { idsVerb } from '../from-contract/ids-verb.ts'
import { cleanText } from '../output/clean.ts'
import { columnsOf } from '../output/columns.ts'
import { writeListing } from '../output/listing.ts'
import { isDrawn, isValueFormat, type Shape, valueFormats, writeOne, writeValue } from '../output/write.ts'
import { confirm, namedTitles } from '../questions.ts'
import { verb } from '../verb.ts'

const items = (ids: readonly string[]) => ({ items: ids.map((articleId) => ({ articleId })) })

/** Titles of deleted articles, as far as they are among the newest of the bin. */
async function binTitles(ctx: Context, ids: readonly string[]): Promise<string[]> {
  const { recycleList } = await ctx.client('article')
  const { list = [] } = await recycleList({ pageSize: 200 }, { signal: ctx.signal })
  const titles = new Map(list.map((row) => [String(row.articleId), row.title]))
  return ids.flatMap((id) => titles.get(id) ?? [])
}

async function titles(ctx: Context, ids: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for await (const { row } of articlesById(ctx, ids))
    if (row) found.push(titleFor(row, ['submit', 'accept', 'approve']))
  return found
}

const fromBin = idsVerb({
  word: 'restore',
  e: article.recycleRestore,
  says: '从回收站恢复文章',
  rows: '文章',
  examples: [
    'xzx article restore 101 102',
    'xzx article recycle-list --title 通知 --all --format ids | xzx article restore --ids - --yes',
    'xzx article restore 101 --revision 2051',
  ],
  input: items,
  titles: binTitles,
})

/** One article, by its only argument. @throws CliError 2 for none, or several */
function onlyId(args: readonly string[], example: string): string {
  const [id, second] = checkIds(args)
  if (id === undefined || second !== undefined) throw usage('应写出一篇文章的编号', `例如 ${example}`)
  return id
}

/** A revision, of this article. */
async function revisionOf(ctx: Context, articleId: string, revisionId: string) {
  checkIds([revisionId])
  const { revision } = await ctx.client('article')
  const found = await revision({ revisionId }, { signal: ctx.signal })
  if (String(found.articleId) === articleId) return found
  throw new CliError(exit.refused, `修订 ${revisionId} 不是文章 ${articleId} 的`, {
    code: 'NOT_FOUND',
    hint: `运行 xzx article revisions ${articleId} 查看它的修订`,
  })
}

/** Sets the text back to what it was at a revision. */
async function restoreTo(ctx: Context, articleId: string, revisionId: string): Promise<void> {
  checkSavedFields(ctx)
  const { view, restore } = await ctx.client('article')
  const at = await revisionOf(ctx, articleId, revisionId)
  const row = await view({ articleId }, { signal: ctx.signal })
  const online = Number(row.status) === 2 ? '，形成待审修订，网站上仍是原来的内容' : ''
  const text = `将把文章${namedTitles([row.title], 1)}恢复为 ${at.at} 由 ${at.byName}「${at.act}」后的内容${online}`
  await confirm(ctx, { text, count: 1 })
  await tellSaved(ctx, await restore({ articleId, revisionId, version: row.version ?? undefined }))
}

const revisionColumns = columnsOf(article.revisions.output)
const listShape: Shape = {
  columns: revisionColumns,
  usual: ['revisionId', 'no', 'at', 'byName', 'act', 'status', 'changed', 'reason'],
  idField: 'revisionId',
  titleField: 'changed',
}
const wholeShape: Shape = {
  columns: columnsOf(article.revision.output),
  usual: ['revisionId', 'no', 'at', 'byName', 'act', 'status', 'reason', 'title', 'content'],
  idField: 'revisionId',
}

async function showRevision(ctx: Context, articleId: string, revisionId: string): Promise<void> {
  const found = await revisionOf(ctx, articleId, revisionId)
  if (!isDrawn(ctx)) return writeOne(ctx, wholeShape, found)
  const { readableText } = await import('../output/readable.ts')
  await writeOne(ctx, wholeShape, { ...found, content: `\n${readableText(found.content ?? '', ctx.io.columns())}` })
}

/** What was changed since a revision. */
async function diffSince(ctx: Context, articleId: string, revisionId: string): Promise<void> {
  const { view } = await ctx.client('article')
  const before = await revisionOf(ctx, articleId, revisionId)
  const now = await view({ articleId }, { signal: ctx.signal })
  const { compare, drawChanges } = await import('../areas/article-changes.ts')
  const changes = compare({ ...before, title: before.title ?? '', files: filesThen(before) }, now)
  if (ctx.format !== 'table') return writeValue(ctx, { articleId, revisionId, version: now.version, ...changes })
  const lines = drawChanges(changes)
  if (lines.length > 0) await ctx.out(cleanText(`${lines.join('\n')}\n`))
  else ctx.note(changes.onlyForm ? '文字与现在的相同，只有格式不同' : '标题、附件和正文与现在的内容相同')
}

interface RevisionFlags {
  readonly show?: string
  readonly diff?: string
}

/** What one revision is looked at for; the flags of lists mean nothing then. */
function refuseListFlags(ctx: Context, { show, diff }: RevisionFlags): void {
  if (show !== undefined && diff !== undefined) throw usage('--show 和 --diff 不能同时使用', '去掉其中一个')
  const stray = (['page', 'size', 'all', 'limit'] as const).find((name) => ctx.flags[name] !== undefined)
  if (stray) throw usage(`--${stray} 只用于修订的列表`, '去掉它，或去掉 --show、--diff')
  if (diff === undefined) return
  if (ctx.flags.fields !== undefined) throw usage('--fields 不能和 --diff 同时使用', '去掉其中一个')
  if (ctx.flags.format !== undefined && !isValueFormat(ctx.format))
    throw usage(`--diff 不支持 --format ${ctx.format}`, `可用：${valueFormats.join('、')}`)
}

const binColumns = columnsOf(article.recycleList.output)

/** What became of articles: their revisions, the recycle bin, and taking back what was just done. */
export const verbs = [
  verb<RevisionFlags>({
    name: 'revisions',
    says: '文章的修订历史：谁在何时改了什么、为什么',
    args: '[编号]',
    knows: [...uses.server, ...uses.output, ...uses.pages],
    flags: [
      { flag: '--show <修订编号>', says: '查看一个修订时的全文' },
      { flag: '--diff <修订编号>', says: '从一个修订到现在改了什么' },
    ],
    examples: ['xzx article revisions 101', 'xzx article revisions 101 --diff 2051'],
    async run(ctx, { args, flags }) {
      const articleId = onlyId(args, 'xzx article revisions 101')
      const { show, diff } = flags
      if (show !== undefined || diff !== undefined) refuseListFlags(ctx, flags)
      if (show !== undefined) return showRevision(ctx, articleId, show)
      if (diff !== undefined) return diffSince(ctx, articleId, diff)
      const { revisions } = await ctx.client('article')
      await writeListing(ctx, { call: revisions, filters: { articleId }, idField: 'revisionId' }, listShape)
    },
  }),
  verb<{ revision?: string }>({
    ...fromBin,
    says: '从回收站恢复文章，或把内容恢复到一个修订',
    flags: [{ flag: '--revision <修订编号>', says: '把这一篇的内容恢复为这个修订时的' }],
    async run(ctx, given) {
      const { revision } = given.flags
      if (revision === undefined) return (await fromBin.run(ctx, given)) ?? exit.ok
      if (ctx.flags.ids !== undefined) throw usage('--revision 和 --ids 不能同时使用', '写出一篇文章的编号')
      await restoreTo(ctx, onlyId(given.args, 'xzx article restore 101 --revision 2051'), revision)
      return exit.ok
    },
  }),
  verb<{ title?: string }>({
    name: 'recycle-list',
    says: '查询回收站中的文章',
    knows: [...uses.server, ...uses.output, ...uses.pages],
    flags: [{ flag: '--title <文字>', says: '标题包含' }],
    examples: ['xzx article recycle-list', 'xzx article recycle-list --title 通知 --all --format ids'],
    async run(ctx, { flags }) {
      const { recycleList } = await ctx.client('article')
      const usual = ['articleId', 'title', 'columnName', 'status', 'deletedAt', 'deletedByName']
      const shape = { columns: binColumns, usual, idField: 'articleId', titleField: 'title' }
      await writeListing(ctx, { call: recycleList, filters: { ...flags }, idField: 'articleId' }, shape)
    },
  }),
  idsVerb({
    word: 'purge',
    e: article.recyclePurge,
    says: '彻底删除回收站中的文章',
    doing: '彻底删除',
    rows: '文章',
    examples: [
      'xzx article purge 101 102',
      'xzx article recycle-list --all --format ids | xzx article purge --ids - --yes',
    ],
    input: items,
    destructive: true,
    titles: binTitles,
    consequence: '，彻底删除后无法恢复',
  }),
  idsVerb({
    word: 'undo',
    e: article.undo,
    says: '撤销本人刚作的提交、审核或下架（15 分钟内）',
    doing: '撤销最近的操作，共',
    rows: '文章',
    examples: idsExamples('article', 'undo', false),
    input: items,
    titles,
  }),
]
