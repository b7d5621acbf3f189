import { issueRow } from '../../core/contract/bulletin/rows.ts'
import { bulletin as contract } from '../../core/contract/bulletin.ts'
import type { Parsed } from '../../core/contract/endpoint.ts'
import { type BulletinMove, type BulletinState, bulletinFlow } from '../../core/domain/bulletin-states.ts'
import { Refused } from '../../core/errors.ts'
import type { Ctx } from '../context.ts'
import * as made from '../db/migrations/202611251256-bulletin.ts'
import { bulletin as table } from '../db/tables/bulletin.ts'
import { beforehand, FileReply, implement, ownTransactions } from '../pipeline.ts'
import { pilesOf } from '../rows/piles.ts'
import { stateHandlers } from '../rows/state-handlers.ts'
import { touchArea } from '../rows/touch-area.ts'
import { loadIssue } from '../site/areas/bulletin.ts'
import { issuePage } from '../site/areas/bulletin-read.ts'
import { drawAreaPage } from '../site/preview.ts'
import * as contents from './bulletin/contents.ts'
import * as issues from './bulletin/issues.ts'
import { type Issue, published } from './bulletin/issues.ts'
import * as site from './bulletin/site.ts'
import { candidates } from './published/articles.ts'
import { judgingOf } from './published/judging.ts'
import { judgeEach } from './published/words.ts'

/** How the area's tables came to be. */
export const migrations = { '202611251256-bulletin': made }
export const demo = () => import('../demo/bulletin.ts')

const judging = judgingOf((ctx, ids) => judgeEach(ctx, ids, issues.textsOf))

/** Nothing is published in which there is nothing to read. */
async function refuseEmpty(ctx: Ctx, { id, title }: Issue): Promise<void> {
  const shown = await loadIssue({ read: ctx.db }, id)
  if (!shown || shown.contentCount + shown.files.length === 0)
    throw new Refused('BAD_STATE', `《${title}》还没有内容：请选用文章、写入篇目，或上传整期文件后再发布`)
}

const { move, toBin, handlers } = stateHandlers<typeof table.columns, BulletinState, BulletinMove>(table, {
  states: bulletinFlow,
  row: issueRow,
  binned: contract.binList.output,
  narrowed: issues.narrowed,
  logged: issues.logged,
  writes: { edit: async (ctx, input: Parsed<typeof contract.edit>) => issues.edit(ctx, await issues.read(ctx, input)) },
  async guard(ctx, row, { move }) {
    if (move !== 'publish') return false
    await refuseEmpty(ctx, row as Issue)
    judging.check(ctx, row)
    return false
  },
  set: (ctx, { move }) => (move === 'publish' ? { publishedAt: ctx.now } : {}),
  told: judging.told,
  async after(ctx, decided) {
    const left = decided.some(({ at }) => at === published)
    if (left || decided.some(({ to }) => to === published)) await touchArea(ctx, 'bulletin', left)
  },
})

/** What waits: issues that are being put together, for who publishes them. */
export const piles = pilesOf(table, bulletinFlow, [
  { name: 'toPublish', state: 0, needs: 'bulletin_publish', since: 'createdAt' },
])

/** An issue as the site shows it, or would. */
async function preview(ctx: Ctx, { id }: Parsed<typeof contract.preview>): Promise<FileReply> {
  await issues.rows.need(ctx, id)
  const shown = await loadIssue({ read: ctx.db }, id)
  const file = { name: issuePage(id), id }
  return new FileReply(
    'text/html; charset=utf-8',
    await drawAreaPage(ctx.parts.site.site, { area: 'bulletin', file, shown }),
  )
}

export const bulletin = implement(contract, {
  list: issues.list,
  bulletinByYearList: issues.years,
  options: issues.options,
  getBulletin: (ctx, { id }) => issues.get(ctx, id),
  addOrUpdateBulletin: beforehand(issues.read<Parsed<typeof contract.addOrUpdateBulletin>>, issues.save),
  edit: beforehand(issues.read<Parsed<typeof contract.edit>>, issues.edit),
  preview,
  publish: ownTransactions(judging.first(move('publish'))),
  withdraw: ownTransactions(move('withdraw')),
  deleteBulletin: ownTransactions((ctx: Ctx, { id }: { id: number }) => toBin(ctx, [id])),
  dels: ownTransactions((ctx: Ctx, { ids }: { ids: number[] }) => toBin(ctx, ids)),
  articleBulletinList: (ctx, { id }) => contents.list(ctx, id),
  getArticleBulletin: (ctx, { id }) => contents.get(ctx, id),
  addOrUpdateArticleBulletin: beforehand(
    contents.read<Parsed<typeof contract.addOrUpdateArticleBulletin>>,
    contents.save,
  ),
  editContent: beforehand(contents.read<Parsed<typeof contract.editContent>>, contents.edit),
  addsArticleBulletin: ownTransactions(contents.choose),
  delsArticleBulletin: ownTransactions((ctx: Ctx, { ids }: { ids: number[] }) => contents.remove(ctx, ids)),
  arrange: contents.arrange,
  candidates: (ctx, { bulletinId, ...search }) => candidates(ctx, issues.place, bulletinId, search),
  siteGetYear: site.yearsOf,
  siteGetByYear: site.issuesOf,
  siteIssueList: site.issuesOf,
  siteGetIssue: (ctx, { id }) => site.issue(ctx, id),
  sitePageList: site.contents,
  siteGet: (ctx, { id }) => site.content(ctx, id),
  ...handlers,
  restore: async (ctx, input) => {
    await (handlers.restore as (ctx: Ctx, input: unknown) => Promise<unknown>)(ctx, input)
    return issues.get(ctx, input.id)
  },
})
