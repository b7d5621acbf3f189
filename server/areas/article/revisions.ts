import { sql } from 'kysely'
import { article as contract } from '../../../core/contract/article.ts'
import { metaOf, type Shaped } from '../../../core/contract/meta.ts'
import type { MoveName } from '../../../core/domain/article-states.ts'
import { valuesIn } from '../../../core/domain/model-values.ts'
import { formatTime } from '../../../core/domain/time.ts'
import { Refused } from '../../../core/errors.ts'
import { breather } from '../../breather.ts'
import { type Ctx, whoOf } from '../../context.ts'
import { prepared, type Slots, slotsOf } from '../../db/prepared.ts'
import { articleContent, revision } from '../../db/tables/article.ts'
import { filesIn } from '../../rows/files.ts'
import type { History } from '../../rows/history.ts'
import { changedValues, labelsOf, shownModels, wordsOf } from './model-shown.ts'
import { modelFiles } from './model-values.ts'
import type { ArticleRow, RevisionRow } from './show.ts'

/** The fields that a writer sets, by name. */
export const contentFields = Object.keys(articleContent) as (keyof typeof articleContent)[]
export type Content = Omit<Pick<ArticleRow, (typeof contentFields)[number]>, 'publishTime'> & {
  /** Milliseconds; null: the writer gave none. */
  readonly publishTime: number | null
}

/** A time as the contract writes it: rows of older versions bear milliseconds, which no reader sees and no caller could name. */
const inSeconds = (time: number): number => Math.floor(time / 1000) * 1000

/** What a writer set of an article, without what the system keeps. */
export const contentOf = (row: ArticleRow): Content =>
  ({
    ...Object.fromEntries(contentFields.map((field) => [field, row[field]])),
    publishTime: row.undated === 1 ? null : inSeconds(row.publishTime),
  }) as Content

/** Content as the table keeps it: without a publication time it stands in the lists by when it was written. */
export function stored({ publishTime, ...content }: Partial<Content>, now: number): Partial<ArticleRow> {
  if (publishTime === undefined) return content
  return publishTime === null
    ? { ...content, publishTime: inSeconds(now), undated: 1 }
    : { ...content, publishTime: inSeconds(publishTime), undated: null }
}

/** The fields of `edited` that differ from `from`. */
export function differing(from: Content, edited: Partial<Content>): Partial<Content> {
  const changed = contentFields.filter(
    (field) => edited[field] !== undefined && (edited[field] ?? null) !== (from[field] ?? null),
  )
  return Object.fromEntries(changed.map((field) => [field, edited[field] ?? null])) as Partial<Content>
}

const pick = (content: Content, fields: readonly string[]) =>
  Object.fromEntries(fields.map((field) => [field, content[field as keyof Content] ?? null]))

/** What takes a move back: its name, and what the article's row held before it. */
export interface Undo {
  readonly move: MoveName
  readonly was: Partial<ArticleRow>
}

/** A step in an article's history, to be stored. */
export interface Step {
  readonly act: string
  readonly status: number
  readonly review?: boolean
  /** Changed content fields after the step. */
  readonly after?: Partial<Content>
  /** The article's content before it. */
  readonly from?: Content
  readonly reason?: string | null
  readonly undo?: Undo
  readonly kept?: Partial<
    Pick<RevisionRow, 'submittedBy' | 'submittedAt' | 'acceptedBy' | 'acceptedAt' | 'recheckedBy' | 'recheckedAt'>
  >
}

/** A step as a row: `no` is the article's version after the step. */
export function stepRow(ctx: Ctx, articleId: number, no: number, step: Step) {
  const who = whoOf(ctx)
  const fields = Object.keys(step.after ?? {})
  return {
    articleId,
    no,
    act: step.act,
    review: step.review ? (1 as const) : (0 as const),
    status: step.status,
    after: JSON.stringify(step.after ?? {}),
    before: step.from ? JSON.stringify(pick(step.from, fields)) : '{}',
    reason: step.reason ?? null,
    byId: who.userId,
    byName: who.name,
    at: ctx.now,
    submittedBy: step.kept?.submittedBy ?? null,
    submittedAt: step.kept?.submittedAt ?? null,
    acceptedBy: step.kept?.acceptedBy ?? null,
    acceptedAt: step.kept?.acceptedAt ?? null,
    recheckedBy: step.kept?.recheckedBy ?? null,
    recheckedAt: step.kept?.recheckedAt ?? null,
    undo: step.undo ? JSON.stringify(step.undo) : null,
  }
}

const { id: _id, ...stepColumns } = revision.columns
const insertStep = prepared((db, _: Slots<object>) =>
  db
    .insertInto('revision')
    .values(slotsOf(Object.keys(stepColumns) as (keyof typeof stepColumns)[]))
    .returning('id'),
)

/** The history of articles, for the engine of moves. */
export const articleHistory: History<RevisionRow> = {
  async keep(ctx, steps) {
    await ctx.db
      .insertInto('revision')
      .values(steps.map(({ id, no, step }) => stepRow(ctx, id, no, step as Step)))
      .execute()
  },
  last: (ctx, { id, version }) =>
    ctx.db.selectFrom('revision').selectAll().where('articleId', '=', id).where('no', '=', version).executeTakeFirst(),
}

/** Stores a step; answers its id. */
export async function keepStep(ctx: Ctx, articleId: number, no: number, step: Step): Promise<number> {
  const [made] = await insertStep(ctx.db, stepRow(ctx, articleId, no, step))
  return (made as { id: number }).id
}

const stepBefore = prepared((db, p: Slots<{ id: number }>) =>
  db.selectFrom('revision').select('before').where('id', '=', p.id),
)
/** All that stands before the one long text, with room to spare. */
const headLength = 60_000
const headBefore = prepared((db, p: Slots<{ id: number }>) =>
  db
    .selectFrom('revision')
    .select(sql<string>`substr("before", 1, ${sql.lit(headLength)})`.as('head'))
    .where('id', '=', p.id),
)
/** The text is the last of the fields; within a value the marks would be escaped. */
const textKey = '"content":'

/** What a step found, without its text where a later reader has no use for it: to parse 2 MB takes ten times as long as to read past them. */
async function foundBy(ctx: Ctx, id: number, textKnown: boolean): Promise<Partial<Content>> {
  if (textKnown) {
    const head = (await headBefore(ctx.db, { id }))[0]?.head ?? '{}'
    const at = head.indexOf(textKey)
    if (at > 0) return JSON.parse(`${head.slice(0, at).replace(/,$/, '')}}`) as Partial<Content>
    if (head.length < headLength) return JSON.parse(head) as Partial<Content>
  }
  const [step] = await stepBefore(ctx.db, { id })
  return JSON.parse(step?.before ?? '{}') as Partial<Content>
}

/**
 * An article's content as it was at one of its revisions: of each field what the next step that changed it found, else the present one.
 * Steps are read one by one: each may hold a text of 2 MB, and between two of them others have their turn.
 */
export async function contentAt(ctx: Ctx, row: ArticleRow, at: RevisionRow): Promise<Content> {
  const later = await ctx.db
    .selectFrom('revision')
    .select('id')
    .where('articleId', '=', row.id)
    .where('no', '>', at.no)
    .where('review', '=', 0)
    .orderBy('no')
    .execute()
  const breathe = breather()
  let found: Partial<Content> = {}
  for (const { id } of later) {
    await breathe()
    found = { ...(await foundBy(ctx, id, found.content !== undefined)), ...found }
  }
  const content = { ...contentOf(row), ...found }
  return at.review === 1 ? { ...content, ...(JSON.parse(at.after) as Partial<Content>) } : content
}

/** A title that an article had until a moment. */
export interface Earlier {
  readonly until: number
  readonly title: string
}

/** The titles that articles had before the present one, the oldest first. */
export async function earlierTitles(ctx: Ctx, ids: readonly number[]): Promise<ReadonlyMap<number, Earlier[]>> {
  if (ids.length === 0) return new Map()
  const title = ctx.dialect === 'postgres' ? sql<string>`before::json ->> 'title'` : sql<string>`before ->> 'title'`
  const steps = await ctx.db
    .selectFrom('revision')
    .select(['articleId', 'at as until', title.as('title')])
    .where('articleId', 'in', ids)
    .where('review', '=', 0)
    // it stands at the beginning, before what is long
    .where(sql<boolean>`substr(before, 1, 60) like '%"title":%'`)
    .orderBy('no')
    .execute()
  return Map.groupBy(steps, ({ articleId }) => articleId)
}

/** The same words whether a revision is not there or not the caller's. */
export const noRevision = (id: number) => new Refused('NOT_FOUND', `修订 ${id} 不存在或无权查看`)

/** Reads one revision. @throws Refused NOT_FOUND when it is not there, or is one of another article */
export async function needRevision(ctx: Ctx, id: number, articleId?: number): Promise<RevisionRow> {
  const found = await ctx.db.selectFrom('revision').selectAll().where('id', '=', id).executeTakeFirst()
  if (!found || (articleId !== undefined && found.articleId !== articleId)) throw noRevision(id)
  return found
}

const { shape } = contract.saveAdmin.input
const titleOf = (field: string) =>
  metaOf((Object.hasOwn(shape, field) ? shape[field as keyof typeof shape] : {}) as unknown as Shaped).title ?? field
const times = new Set(
  Object.entries(articleContent)
    .filter(([, c]) => c.kind === 'time')
    .map(([name]) => name),
)
type Stored = string | null | undefined
type FilesOf = Awaited<ReturnType<typeof filesIn>>
const shown = (field: string, value: unknown, filesOf: FilesOf) => {
  if (field === 'files') return filesOf(value as string | null | undefined)
  return times.has(field) && typeof value === 'number' ? formatTime(value) : (value ?? null)
}

/** Each field but the text, which is long, with its value as replies show it. */
export async function showValues(ctx: Ctx, content: Content) {
  const { modelFields } = content
  const filesOf = await filesIn(ctx, [content.files, modelFiles(modelFields).join(',')])
  const values = valuesIn(modelFields)
  const labels = await labelsOf(ctx, Object.keys(values), content.columnId)
  const plain = contentFields
    .filter((field) => field !== 'content' && field !== 'modelFields')
    .map((field) => ({ field, title: titleOf(field), value: shown(field, content[field], filesOf) }))
  return [
    ...plain,
    ...Object.keys(values).map((name) => ({
      field: modelField(name),
      title: labels.get(name)?.fieldTipsName ?? name,
      value: wordsOf(labels, name, values, filesOf) as unknown,
    })),
  ]
}

/** What stood in the fields of the model then, as an article shows it. */
export async function modelThen(ctx: Ctx, content: Content) {
  return (await shownModels(ctx, [content]))(content)
}

/** How a step names a field of the model. */
const modelField = (name: string) => `modelFields.${name}`

type Shown = StepRow & Pick<RevisionRow, 'reason' | 'byName' | 'at' | 'before' | 'after'>

/** Revisions as the contract shows them: each changed field with its value before and after. */
export async function showRevisions(ctx: Ctx, rows: readonly Shown[]) {
  const parsed = rows.map((row) => ({
    row,
    before: JSON.parse(row.before) as Partial<Content>,
    after: JSON.parse(row.after) as Partial<Content>,
  }))
  const both = parsed.flatMap(({ before, after }) => [before, after])
  const filesOf = await filesIn(
    ctx,
    both.flatMap(({ files, modelFields }) => [files, modelFiles(modelFields).join(',')]),
  )
  const labels = await labelsIn(ctx, rows, both)
  return parsed.map((one) => showRevision(one.row, one.before, one.after, { filesOf, labels }))
}

/** What the fields of the model are called that these steps changed: of one article, or each of its own. */
async function labelsIn(ctx: Ctx, rows: readonly Shown[], contents: readonly Partial<Content>[]): Promise<Labels> {
  const names = [...new Set(contents.flatMap(({ modelFields }) => Object.keys(valuesIn(modelFields))))]
  if (names.length === 0) return new Map()
  const id = (rows[0] as Shown).articleId
  const of = await ctx.db.selectFrom('article').select('columnId').where('id', '=', id).executeTakeFirst()
  return labelsOf(ctx, names, of?.columnId ?? 0)
}
type Labels = Awaited<ReturnType<typeof labelsOf>>

function showRevision(
  r: Shown,
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
  { filesOf, labels }: { readonly filesOf: FilesOf; readonly labels: Labels },
) {
  return {
    revisionId: String(r.id),
    articleId: String(r.articleId),
    no: r.no,
    act: r.act,
    status: r.status,
    title: typeof after.title === 'string' ? after.title : null,
    reason: r.reason,
    byName: r.byName,
    at: formatTime(r.at),
    copy: r.review === 1,
    changed: Object.keys(after).flatMap((field): { field: string; title: string; before: unknown; after: unknown }[] =>
      field === 'modelFields'
        ? changedValues(labels, before[field] as Stored, after[field] as Stored, filesOf).map(
            ({ name, ...values }) => ({
              ...{ field: modelField(name), title: labels.get(name)?.fieldTipsName ?? name, ...values },
            }),
          )
        : [
            {
              field,
              title: titleOf(field),
              before: shown(field, before[field], filesOf),
              after: shown(field, after[field], filesOf),
            },
          ],
    ),
  }
}

/** Columns that stand before the texts, in the row as in the file: to read what stands behind them is to read past 4 MB. */
export const listedColumns = ['id', 'articleId', 'no', 'act', 'review', 'status'] as const
/** A row of the history without its texts, and what stands behind them. */
export type StepRow = Pick<RevisionRow, (typeof listedColumns)[number]>

/** So many bytes of texts go into one list of steps: two hundred steps of long texts would be half a gigabyte. */
const textsMax = 2_000_000
/** Nothing else of an article is long. */
const onlyLong = JSON.stringify({ content: null })
const behindColumns = ['id', 'reason', 'byName', 'at'] as const

/** What is to be shown of steps beside their listed columns. The long ones are read one by one, so that others have their turn in between. */
async function restOf(ctx: Ctx, short: readonly number[], long: readonly number[]) {
  const { db } = ctx
  const rest =
    short.length === 0
      ? []
      : await db
          .selectFrom('revision')
          .select([...behindColumns, 'before', 'after'])
          .where('id', 'in', short)
          .execute()
  const breathe = breather()
  for (const id of long) {
    await breathe()
    const row = await db.selectFrom('revision').select(behindColumns).where('id', '=', id).executeTakeFirst()
    if (row) rest.push({ ...row, before: onlyLong, after: onlyLong })
  }
  return new Map(rest.map((row) => [row.id, row]))
}

/** Steps of a history; where the texts of all would be too much, the newest ones have theirs, and the others say that they are to be asked for. */
export async function showSteps(ctx: Ctx, rows: readonly StepRow[]) {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const sizes = await ctx.db
    .selectFrom('revision')
    // bytes, which the database knows without reading a text; characters it would have to count
    .select(['id', sql<number>`octet_length("before") + octet_length("after")`.as('size')])
    .where('id', 'in', ids)
    .execute()
  const sizeOf = new Map(sizes.map(({ id, size }) => [id, Number(size)]))
  let room = textsMax
  const whole = new Set(
    ids.filter((id) => {
      room -= sizeOf.get(id) ?? 0
      return room >= 0
    }),
  )
  const rest = await restOf(
    ctx,
    [...whole],
    ids.filter((id) => !whole.has(id)),
  )
  const there = rows.flatMap((row) => {
    const more = rest.get(row.id)
    // gone since the page was read, with its article
    return more ? [{ ...row, ...more }] : []
  })
  const shown = await showRevisions(ctx, there)
  return shown.map((step, i) => (whole.has((there[i] as StepRow).id) ? step : { ...step, long: true }))
}
