import { article as contract } from '../../core/contract/article.ts'
import type { Parsed } from '../../core/contract/endpoint.ts'
import { articleStates } from '../../core/domain/article-states.ts'
import { fileIds } from '../../core/domain/files.ts'
import { formatTime } from '../../core/domain/time.ts'
import { columnsOf } from '../access/scope.ts'
import type { Ctx } from '../context.ts'
import * as filed from '../db/migrations/202611230510-article-files.ts'
import * as clock from '../db/migrations/202611240200-article-clock.ts'
import * as batch from '../db/migrations/202611240250-article-batch.ts'
import * as top from '../db/migrations/202611240520-article-top.ts'
import * as searched from '../db/migrations/202611251310-search.ts'
import * as related from '../db/migrations/202611251800-article-relevant.ts'
import * as modelled from '../db/migrations/202611252240-model-fields.ts'
import * as modelSearched from '../db/migrations/202611252250-model-search.ts'
import * as unfoundListed from '../db/migrations/202611260130-unfound-index.ts'
import * as offSite from '../db/migrations/202611260140-off-site.ts'
import * as deadLink from '../db/migrations/202611260210-dead-link.ts'
import * as validity from '../db/migrations/202611260310-article-validity.ts'
import * as threeReviews from '../db/migrations/202611260320-three-reviews.ts'
import * as notedAlways from '../db/migrations/202611270100-article-notes.ts'
import { revision as revisionTable, article as table } from '../db/tables/article.ts'
import { beforehand, implement, ownTransactions, whileUnchanged } from '../pipeline.ts'
import { binOf } from '../rows/bin.ts'
import { type Condition, equal, like, test } from '../rows/condition.ts'
import { stateCounts } from '../rows/count-states.ts'
import { namesOf, type Paging, pageRows } from '../rows/list.ts'
import { wordsInUse } from '../words/known.ts'
import { startScan } from '../words/scan.ts'
import { calendar } from './article/calendar.ts'
import { changeAndMoveArticles } from './article/change-and-move.ts'
import { copyArticles } from './article/copy.ts'
import { deadLinksState, listDeadLinks } from './article/dead-links-kept.ts'
import { findArticles, needArticle, reach } from './article/find.ts'
import { countHit } from './article/hits.ts'
import { keptOf } from './article/kept.ts'
import { listIndexes, newestFirst } from './article/list.ts'
import { formFields } from './article/model-form.ts'
import { articleMover } from './article/moves.ts'
import { inState, narrowed } from './article/narrow.ts'
import { noteOffSite } from './article/off-site.ts'
import { listOffSite, verifyOffSite } from './article/off-site-checks.ts'
import { openBelow, openList, openNamed, openOne, openToday } from './article/open.ts'
import { preview, previewUnsaved, publicPage } from './article/pages.ts'
import { clearRelevant, forgetRelevant, listRelevant, setRelevant } from './article/relevant.ts'
import { startReplacing } from './article/replace.ts'
import { findPlaces } from './article/replace-find.ts'
import {
  articleHistory,
  contentAt,
  listedColumns,
  modelThen,
  needRevision,
  noRevision,
  type StepRow,
  showRevisions,
  showSteps,
  showValues,
} from './article/revisions.ts'
import { findable, searchDocuments, searchSite } from './article/search.ts'
import { holding, outOfSearch, showFound } from './article/seek.ts'
import { type ArticleRow, briefColumns, columnsFor, showArticle, showArticles } from './article/show.ts'
import { articleTasks, flat, importedIn, startTask } from './article/tasks.ts'
import { setTops, sortTop } from './article/top.ts'
import { forgetValidity, markValidity } from './article/validity.ts'
import { checkArticle, checkUnsaved, read } from './article/word-check.ts'
import { type Edit, type Save, saveArticle, updateArticle } from './article/write.ts'
import { forgetVoice } from './voice/file.ts'

const readArticles = (ctx: Ctx, where: Condition[], paging: Paging, fields?: readonly string[]) =>
  pageRows<ArticleRow>(ctx, table, {
    ...{ columns: columnsFor(fields), shows: briefColumns, where, paging, order: newestFirst, indexes: listIndexes },
  })
async function listArticles(ctx: Ctx, where: Condition[], paging: Paging, fields?: readonly string[]) {
  const page = await readArticles(ctx, where, paging, fields)
  return { ...page, list: await showArticles(ctx, page.list, fields) }
}

type Items = Parsed<typeof contract.delArticleTask>

const listAsked = async (ctx: Ctx, input: Parsed<typeof contract.list>) =>
  listArticles(ctx, [...(await narrowed(ctx, input)), ...inState(input.status)], input, input.fields)

async function contentSearch(ctx: Ctx, { keyword, unfound, ...input }: Parsed<typeof contract.contentSearch>) {
  const beside = [...holding(ctx, keyword), ...inState(input.status), ...outOfSearch(unfound)]
  const page = await readArticles(ctx, [...(await narrowed(ctx, input)), ...beside], input)
  return { ...page, list: await showFound(ctx, page.list, keyword) }
}

/** The recycle bin is ordered by the deletion too; other lists have nothing to put in that order. */
const bin = { ...table, sort: { ...table.sort, deletedAt: 'deletedAt' } }

const { restore: fromBin, purge } = binOf<ArticleRow>({
  table: table as never,
  kind: 'article',
  noun: '文章',
  idField: 'articleId',
  history: articleHistory,
  read: (ctx, ids, also) => findArticles(ctx, ids, { where: also ? 'both' : 'bin', lock: true }),
  async forget(ctx, row) {
    if (row.approvedAt !== null) await noteOffSite(ctx, [row], true)
    await ctx.db.deleteFrom('revision').where('articleId', '=', row.id).execute()
    await ctx.db.deleteFrom('articleTop').where('articleId', '=', row.id).execute()
    await forgetRelevant(ctx, row.id)
    await forgetValidity(ctx, row.id)
    await forgetVoice(ctx, row.id)
    await ctx.db.deleteFrom('article').where('id', '=', row.id).execute()
    ctx.record({ ids: [row.id], before: { title: row.title, sourceUrl: row.sourceUrl } })
  },
})

/** What a restoration sets back. */
const articleText = articleStates.texts?.flatMap(({ fields }) => fields) ?? []

export const migrations = {
  '202611230510-article-files': filed,
  '202611240200-article-clock': clock,
  '202611240250-article-batch': batch,
  '202611240520-article-top': top,
  '202611251310-search': searched,
  '202611251800-article-relevant': related,
  '202611252240-model-fields': modelled,
  '202611252250-model-search': modelSearched,
  '202611260140-off-site': offSite,
  '202611270100-article-notes': notedAlways,
  '202611260310-article-validity': validity,
  '202611260320-three-reviews': threeReviews,
  '202611260210-dead-link': deadLink,
  '202611260130-unfound-index': unfoundListed,
}

export { piles } from './article/piles.ts'

export const article = implement(contract, {
  list: whileUnchanged(listAsked),
  calendar,
  counts: stateCounts(table as never, {
    states: articleStates,
    // a published one with a copy under review stands in both lists
    by: ['status', 'reviewStatus'],
    where: narrowed,
    index: listIndexes.else,
  }),
  contentSearch,
  column: (ctx, input) => listArticles(ctx, [...reach(ctx), ...equal('columnId', input.columnId)], input),
  view: async (ctx, input) => showArticle(ctx, await needArticle(ctx, input.articleId)),
  hit: (ctx, input) => countHit(ctx, input.articleId),
  webView: (ctx, input) => publicPage(ctx, input.articleId),
  webGeneratorView: (ctx, input) => preview(ctx, input.articleId),
  preview: previewUnsaved,
  detection: checkUnsaved,
  detectionAll: ownTransactions(async (ctx: Ctx, input: Parsed<typeof contract.detectionAll>) => {
    const where = [...(await narrowed(ctx, input)), ...inState(input.status)]
    return startScan(ctx, input, { says: '检测文章', where, words: await wordsInUse(ctx.db) })
  }),
  articleSensitiveList: (ctx, input) => checkArticle(ctx, input.articleId),
  articleCopy: ownTransactions(copyArticles),
  queryEsArticle: searchSite,
  queryEsArticleZwgk: searchDocuments,
  manualSaveEs: ownTransactions(findable(null)),
  manualDeleteEs: ownTransactions(findable(1)),
  articleUp: ownTransactions(setTops),
  articleSort: sortTop,
  validity: ownTransactions(markValidity),
  relevantSave: ownTransactions(setRelevant),
  getArticleRelevantList: listRelevant,
  deleteArticleRelevant: clearRelevant,
  listByDept: (ctx, { deptId, ...paging }) => listArticles(ctx, [...reach(ctx), test('deptId', '=', deptId)], paging),
  queryFieldOverwrite: formFields,
  redisByArticleId: (ctx, { articleId }) => keptOf(ctx, articleId),
  delArticleTask: ownTransactions((ctx: Ctx, input: Items) => startTask(ctx, input, 'delete', '批量删除文章')),
  rejectArticleTask: ownTransactions((ctx: Ctx, input: Items) => startTask(ctx, input, 'reject', '批量驳回文章')),
  deleteImportArticle: ownTransactions(async (ctx: Ctx, { batch }: { batch: string }) =>
    startTask(ctx, { items: await importedIn(ctx, batch) }, 'delete', `删除导入批次 ${batch}`),
  ),
  offSite: listOffSite,
  deadLinks: listDeadLinks,
  deadLinksState,
  verifyOffSite: ownTransactions(verifyOffSite),
  replaceFind: findPlaces,
  replace: ownTransactions(startReplacing),
  task: async (ctx, { jobId }) => {
    const job = await articleTasks.read(ctx, jobId)
    return job && flat(job)
  },
  taskCancel: async (ctx, { jobId }) => flat(await articleTasks.stop(ctx, jobId)),
  webListByParent: whileUnchanged(openBelow),
  webList: whileUnchanged(openList),
  webJrlyList: openToday,
  siteGetMeetingList: (ctx, paging) => openNamed(ctx, 'site.meeting', paging),
  siteList: whileUnchanged(openList),
  siteListAll: whileUnchanged(openList),
  siteGetById: (ctx, { id }) => openOne(ctx, id),
  webArticleGet: (ctx, { id }) => openOne(ctx, id),
  saveAdmin: beforehand(read, async (ctx: Ctx, input: Save) => showArticle(ctx, await saveArticle(ctx, input, null))),
  saveRole: beforehand(read, async (ctx: Ctx, input: Save) =>
    showArticle(ctx, await saveArticle(ctx, input, columnsOf(ctx))),
  ),
  update: beforehand(read, async (ctx: Ctx, input: Edit) => showArticle(ctx, await updateArticle(ctx, input))),
  accept: ownTransactions(articleMover.move('accept')),
  recheck: ownTransactions(articleMover.move('recheck')),
  acceptReject: ownTransactions(articleMover.move('acceptReject')),
  approve: ownTransactions(articleMover.move('approve')),
  reject: ownTransactions(articleMover.move('reject')),
  takeDown: ownTransactions(articleMover.move('takeDown')),
  undo: ownTransactions(articleMover.undo),
  delete: ownTransactions(articleMover.move('delete')),
  updateAndAccept: ownTransactions(changeAndMoveArticles('accept')),
  updateAndApprove: ownTransactions(changeAndMoveArticles('approve')),
  updateAndReject: ownTransactions(changeAndMoveArticles('reject')),
  revisions: async (ctx, input) => {
    await needArticle(ctx, input.articleId)
    const page = await pageRows<StepRow>(ctx, revisionTable, {
      columns: [...listedColumns],
      where: equal('articleId', input.articleId),
      paging: input,
      order: [['no', 'desc']],
    })
    return { ...page, list: await showSteps(ctx, page.list) }
  },
  revision: async (ctx, input) => {
    const found = await needRevision(ctx, input.revisionId)
    const row = (await findArticles(ctx, [found.articleId])).get(found.articleId)
    if (!row) throw noRevision(input.revisionId)
    const content = await contentAt(ctx, row, found)
    const [step] = await showRevisions(ctx, [found])
    const values = await showValues(ctx, content)
    const then = { title: content.title, values, modelFields: await modelThen(ctx, content), content: content.content }
    return { ...(step as NonNullable<typeof step>), ...then } as never
  },
  // cleaned again: what was stored then may have been cleaned by an older policy
  restore: beforehand(
    async (ctx, input: Parsed<typeof contract.restore>) => {
      const row = await needArticle(ctx, input.articleId)
      const at = await needRevision(ctx, input.revisionId, row.id)
      const then: Readonly<Record<string, unknown>> = await contentAt(ctx, row, at)
      const text = Object.fromEntries(articleText.map((field) => [field, then[field]]))
      const files = fileIds(then.files as string | null)
      const { modelFields, ...plain } = text
      const back = { ...plain, files, modelThen: (modelFields as string | null | undefined) ?? null }
      return read(ctx, { articleId: row.id, version: input.version, ...back } as Edit)
    },
    async (ctx, edit) => showArticle(ctx, await updateArticle(ctx, edit as Edit)),
  ),
  recycleList: async (ctx, input) => {
    const where = [...reach(ctx, 'bin'), ...like('title', input.title, 'full text')]
    const page = await pageRows<ArticleRow>(ctx, bin, {
      columns: briefColumns,
      where,
      paging: input,
      order: [['deletedAt', 'desc']],
    })
    const names = await namesOf(
      ctx.db,
      'user',
      'name',
      page.list.map((row) => row.deletedBy),
    )
    const shown = await showArticles(ctx, page.list)
    return {
      ...page,
      list: shown.map((row, i) => {
        const { deletedAt, deletedBy } = page.list[i] as ArticleRow
        return {
          ...row,
          deletedAt: deletedAt === null ? null : formatTime(deletedAt),
          deletedByName: names.get(deletedBy ?? 0) ?? null,
        }
      }),
    }
  },
  recycleRestore: ownTransactions(fromBin),
  recyclePurge: ownTransactions(purge),
})
