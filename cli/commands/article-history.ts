import { article } from '../../core/contract/article.ts'
import { articleStates } from '../../core/domain/article-states.ts'
import type { NewsStatus } from '../../core/domain/enums.ts'
import { articlesById, filesThen, modelThen, titleFor } from '../areas/article-rows.ts'
import { checkSavedFields, tellSaved } from '../areas/article-saved.ts'
import type { Context } from '../context.ts'
import { CliError, exit } from '../errors.ts'
import { uses } from '../flags.ts'
import { idsExamples } from '../from-contract/examples.ts'
import { idsVerb, titled } from '../from-contract/ids-verb.ts'
import { type Revisions, revisionVerbs } from '../from-contract/revision-verbs.ts'
import { columnsOf } from '../output/columns.ts'
import { writeListing } from '../output/listing.ts'
import { isDrawn, type Shape, writeOne } from '../output/write.ts'
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
  ],
  input: items,
  told: titled(binTitles),
})

/** A revision, of this article. */
async function revisionOf(ctx: Context, articleId: string, revisionId: string) {
  const { revision } = await ctx.client('article')
  const found = await revision({ revisionId }, { signal: ctx.signal })
  if (String(found.articleId) === articleId) return found
  throw new CliError(exit.refused, `修订 ${revisionId} 不是文章 ${articleId} 的`, {
    code: 'NOT_FOUND',
    hint: `运行 xzx article revisions ${articleId} 查看它的修订`,
  })
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

/** The revisions of articles, which have their texts in a history of their own. */
const revisions: Revisions = {
  area: 'article',
  noun: articleStates.noun,
  unit: articleStates.unit,
  idField: 'articleId',
  shape: listShape,
  async list(ctx, articleId) {
    const { revisions: call } = await ctx.client('article')
    return { call, filters: { articleId }, idField: 'revisionId' } as never
  },
  async read(ctx, articleId, revisionId) {
    const { view } = await ctx.client('article')
    const at = await revisionOf(ctx, articleId, revisionId)
    const row = await view({ articleId }, { signal: ctx.signal })
    return {
      ...{ at: at.at, byName: at.byName, act: at.act, title: row.title, version: row.version, kept: [] },
      follows: articleStates.restored(['content'], Number(row.status) as NewsStatus),
      async changes() {
        const { compare } = await import('../areas/article-changes.ts')
        return compare({ ...at, title: at.title ?? '', files: filesThen(at), modelWords: modelThen(at) }, row)
      },
    }
  },
  show: showRevision,
  check: checkSavedFields,
  async restore(ctx, articleId, revisionId, { version }) {
    const { restore } = await ctx.client('article')
    await tellSaved(ctx, await restore({ articleId, revisionId, version: version ?? undefined }))
  },
}

const binColumns = columnsOf(article.recycleList.output)

/** What became of articles: their revisions, the recycle bin, and taking back what was just done. */
export const verbs = [
  ...revisionVerbs(revisions, fromBin),
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
      'xzx article recycle-list --title 测试 --all --format ids | xzx article purge --ids - --dry-run',
    ],
    input: items,
    destructive: true,
    told: titled(binTitles),
    consequence: '，彻底删除后无法恢复',
  }),
  idsVerb({
    word: 'undo',
    e: article.undo,
    says: '撤销本人刚作的提交、审核或下架（15 分钟内）',
    doing: '撤销最近的操作，共',
    rows: '文章',
    examples: idsExamples('article', 'undo', null),
    input: items,
    told: titled(titles),
  }),
]
