import type { Selectable } from 'kysely'
import { contentsMax, issueBrief, issueRow } from '../../../core/contract/bulletin/rows.ts'
import type { bulletin as contract } from '../../../core/contract/bulletin.ts'
import type { Parsed } from '../../../core/contract/endpoint.ts'
import {
  type BulletinState,
  type BulletinType,
  bulletinFlow,
  bulletinTypes,
  issueName,
} from '../../../core/domain/bulletin-states.ts'
import { Refused } from '../../../core/errors.ts'
import { type Ctx, whoOf } from '../../context.ts'
import type { RowOf, Table } from '../../db/table.ts'
import { bulletinContent, bulletin as table } from '../../db/tables/bulletin.ts'
import { equal, isEmpty, like, oneOf } from '../../rows/condition.ts'
import { countBy } from '../../rows/count-by.ts'
import { rowsOf } from '../../rows/rows-of.ts'
import { refuseText } from '../../rows/texts.ts'
import { touchArea } from '../../rows/touch-area.ts'
import { withHidden } from '../published/articles.ts'
import type { Place } from '../published/place.ts'
import { judged, look, type NamedText, textsIn } from '../published/words.ts'

/** Issues: found, written, and what their contents tell of them. */

export type Issue = Selectable<RowOf<typeof table.columns>>
export const published = 1
export const withdrawn = 2

export const logged = ['title', 'type', 'year', 'number', 'total', 'publishedOn', 'cover'] as const
const order = [
  ['year', 'desc'],
  ['number', 'desc'],
  ['id', 'desc'],
] as const
export const rows = rowsOf(table, { reply: issueRow, logged, order, history: bulletinFlow.area })
const briefs = rowsOf(table, { reply: issueBrief, logged, order })

type Search = Parsed<typeof contract.counts>
/** What narrows the list beside the state. */
export const narrowed = (_ctx: Ctx, { title, year, type }: Search) => [
  ...like('title', title),
  ...equal('year', year),
  ...equal('type', type),
]

/** Where what stands in an issue is kept. */
export const place: Place = {
  noun: '公报',
  rows: bulletinContent as unknown as Table,
  of: 'bulletinId',
  most: contentsMax,
}

/** One page of issues. */
export async function list(ctx: Ctx, input: Parsed<typeof contract.list>) {
  const page = await briefs.page(ctx, input, ...narrowed(ctx, input), ...equal('status', input.status))
  return { ...page, list: await withHidden(ctx, place, page.list) }
}

/** An issue as it is shown. */
export async function get(ctx: Ctx, id: number) {
  const [row] = await withHidden(ctx, place, [await rows.get(ctx, id)])
  return row as NonNullable<typeof row>
}

const yearsUsual = 10
/** More than a year can have: two kinds, each numbered up to 999. */
const issuesMax = 2000

/** One page of years, the latest first, with all their issues that the search finds. */
export async function years(ctx: Ctx, input: Parsed<typeof contract.bulletinByYearList>) {
  const { pageNumber = 1, pageSize = yearsUsual } = input
  const where = [...narrowed(ctx, input), ...equal('status', input.status)]
  const counted = await countBy(ctx, table, { by: ['year', 'status'], where: [...where, isEmpty('deletedAt')] })
  const all = [...Map.groupBy(counted, ({ year }) => Number(year))].sort(([a], [b]) => b - a)
  const here = all.slice((pageNumber - 1) * pageSize, pageNumber * pageSize)
  const paging = { pageSize: issuesMax * Math.max(1, here.length), withTotal: 0 }
  const named = oneOf(
    'year',
    here.map(([year]) => year),
  )
  const issues = await withHidden(ctx, place, (await briefs.page(ctx, paging, ...where, ...named)).list)
  const list = here.map(([year, counts]) => ({
    year,
    issues: counts.reduce((sum, { n }) => sum + n, 0),
    published: counts.reduce((sum, { status, n }) => sum + (status === published ? n : 0), 0),
    list: issues.filter((one) => one.year === year),
  }))
  return { list, total: all.length, pageNumber, pageSize }
}

/** All issues by their titles, the latest first. */
export async function options({ db }: Ctx) {
  const found = db.selectFrom('bulletin').select(['id', 'title']).where('deletedAt', 'is', null)
  const all = await found.orderBy('year', 'desc').orderBy('number', 'desc').orderBy('id', 'desc').execute()
  return all.map(({ id, title }) => ({ id: String(id), name: title }))
}

type Save = Partial<Parsed<typeof contract.addOrUpdateBulletin>>
type Edit = Parsed<typeof contract.edit>

const codeOf = ({ year, type, number }: Pick<Issue, 'year' | 'type' | 'number'>) => `${year}-${type}-${number}`

/** Two issues of a kind with one number would be told apart by nobody. @throws Refused CONFLICT */
async function refuseNumber({ db }: Ctx, issue: Pick<Issue, 'year' | 'type' | 'number'>, self = 0): Promise<string> {
  const code = codeOf(issue)
  const there = await db
    .selectFrom('bulletin')
    .select(['id', 'title', 'deletedAt'])
    .where('code', '=', code)
    .where('id', '!=', self)
    .executeTakeFirst()
  if (!there) return code
  const says = `${bulletinTypes[issue.type as BulletinType]} ${issueName(issue)}`
  const where = there.deletedAt === null ? '' : '，在回收站中，可以恢复它，或彻底删除后再用这个期号'
  throw new Refused('CONFLICT', `期号（number）：${says}已有：《${there.title}》（${there.id}）${where}`)
}

/** An issue that the caller is about to change, or what stands in it. @throws Refused where it is published, and they may not publish */
export async function needToChange(ctx: Ctx, id: number): Promise<Issue> {
  const issue = await rows.need(ctx, id, { lock: true })
  refuseText(ctx, bulletinFlow, 'edit', issue.status as BulletinState)
  return issue
}

/** Something that stands in an issue changed. @param left something may have left the site */
export async function changed(ctx: Ctx, { id, status }: Issue, left = false): Promise<void> {
  const by = { updatedAt: ctx.now, updatedBy: whoOf(ctx).userId }
  await ctx.db
    .updateTable('bulletin')
    // what was withdrawn does not come back by an undo with what nobody has published
    .set((eb) => ({ ...by, ...(status === withdrawn && { version: eb('version', '+', 1) }) }))
    .where('id', '=', id)
    .execute()
  if (status === published) await touchArea(ctx, 'bulletin', left)
}

/** Looks what is written through, outside of the transaction that stores it. */
export const read = async <I extends Save>(ctx: Ctx, input: I) => ({
  input,
  found: await look(ctx, { title: input.title, summary: input.summary }),
})
type Read<I extends Save> = Awaited<ReturnType<typeof read<I>>>

async function add(ctx: Ctx, input: Parsed<typeof contract.addOrUpdateBulletin>) {
  const { id: _, version: __, type = 0, ...given } = input
  const code = await refuseNumber(ctx, { ...given, type })
  const { id } = await rows.add(ctx, { ...given, type, code, status: 0 })
  return get(ctx, Number(id))
}

/** Changes what is given of an issue; of a published one the site shows it at once. */
export async function edit(ctx: Ctx, { input, found }: Read<Edit>) {
  const { id, version, ...given } = input
  const was = await needToChange(ctx, id)
  const code = await refuseNumber(ctx, { ...was, ...defined(given) }, id)
  const says = was.status === published ? judged(given.title ?? was.title, found) : []
  await rows.change(ctx, id, { ...given, code }, version)
  if (says.length > 0) ctx.record({ ids: [id], result: says.join('；') })
  if (was.status === published) await touchArea(ctx, 'bulletin', true)
  return get(ctx, id)
}
const defined = <T extends object>(given: T) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Partial<T>

/** The specification's one call for both. */
export const save = (ctx: Ctx, { input, found }: Read<Parsed<typeof contract.addOrUpdateBulletin>>) =>
  input.id ? edit(ctx, { input: { ...input, id: input.id }, found }) : add(ctx, input)

/** What an issue shows of its own. */
export async function* textsOf(ctx: Ctx, id: number): AsyncIterable<NamedText> {
  const found = ctx.db.selectFrom('bulletin').select(['title', 'summary']).where('id', '=', id)
  const issue = await found.executeTakeFirst()
  if (!issue) return
  yield { title: issue.title, text: issue }
  const beside = ['section', 'docNumber'] as const
  yield* textsIn(ctx, place, { id, columns: ['title', 'content', ...beside], beside })
}
