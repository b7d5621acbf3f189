import { sql } from 'kysely'
import type { BulkResult } from '../../../core/contract/shared.ts'
import { Refused } from '../../../core/errors.ts'
import { sealOf } from '../../clean.ts'
import { isBlank } from '../../clean-text.ts'
import type { Ctx } from '../../context.ts'
import { already, fail, inChunks } from '../../rows/bulk.ts'
import type { AnyDb } from '../../rows/list.ts'
import { arrange as arrangeRows, holdTree } from '../../rows/tree.ts'
import { choosable, chosenIn } from './articles.ts'
import type { Place } from './place.ts'

/** What stands in something that is published, in its order: added behind the others, taken out, put in order. */

/** That in which it stands, as far as refusals and the log speak of it. */
interface Whole {
  readonly id: number
  readonly title: string
}

/** What an area says of it. */
interface Given<W extends Whole> extends Place {
  /** The one that the caller is about to change, held. @throws Refused */
  readonly need: (ctx: Ctx, id: number) => Promise<W>
  /** Something that stands in it changed. @param left something may have left the site */
  readonly changed: (ctx: Ctx, whole: W, left?: boolean) => Promise<void>
  /** What the log keeps of a row that is taken out. */
  readonly told: readonly string[]
}

type Values = Readonly<Record<string, unknown>>
const loose = ({ db }: Ctx) => db as unknown as AnyDb

/** A text as it is stored. @throws Refused BAD_INPUT for one in which nothing stands */
export function sealed(ctx: Ctx, content: string) {
  if (isBlank(content)) throw new Refused('BAD_INPUT', '正文（content）：请输入正文')
  return { content, seal: sealOf(content, ctx.parts.secret.seal) }
}

/** The text that was left empty: null. */
export const emptied = (text: string | null) => text?.trim() || null

function refusedOnly(error: unknown): Refused {
  if (error instanceof Refused) return error
  throw error
}

/** The work on what stands in things of a kind. */
export function contentsOf<W extends Whole>(given: Given<W>) {
  const { rows: table, of, most, need, changed, told } = given
  const says = table.says ?? ''

  /** The place behind the last one, with room for so many more. @throws Refused BAD_STATE */
  async function placeIn(ctx: Ctx, { id, title }: Whole, more: number): Promise<number> {
    const { n, last } = await loose(ctx)
      .selectFrom(table.name)
      .select((eb) => [eb.fn.countAll<number>().as('n'), eb.fn.max<number | null>('sort').as('last')])
      .where(of, '=', id)
      .executeTakeFirstOrThrow()
    if (Number(n) + more > most)
      throw new Refused('BAD_STATE', `《${title}》最多 ${most} ${table.unit ?? '篇'}，不能再增加`)
    return Number(last ?? 0) + 1
  }

  /** An article that may be put there. @throws Refused where it is not on the site, or stands there already */
  async function needArticle(ctx: Ctx, { id, title }: Whole, articleId: number) {
    const article = (await choosable(ctx, given, [articleId]))(articleId)
    if (article instanceof Refused) throw article
    if ((await chosenIn(ctx, given, id, [articleId])).has(articleId))
      throw new Refused('CONFLICT', `文章《${article.title}》已在《${title}》中`)
    return article
  }

  interface Chosen {
    /** What the log keeps of it; all of it by default. */
    readonly toldMore?: Values
    readonly ids: readonly number[]
    readonly intoId: number
    /** What their rows have beside. */
    readonly more: Values
    readonly add: (ctx: Ctx, values: readonly (Values & { readonly articleId: number })[]) => Promise<unknown>
    /** Before the first is written. */
    readonly check?: (ctx: Ctx, whole: W) => Promise<void> | void
  }

  /** Chooses articles of the site: behind what stands there, in the order in which they are named. */
  const choose = (ctx: Ctx, { ids, intoId, more, toldMore = more, add, check }: Chosen) =>
    inChunks(ctx, ids, async (inner, chunk): Promise<BulkResult> => {
      const whole = await need(inner, intoId)
      await check?.(inner, whole)
      const result: BulkResult = { done: [], failed: [] }
      const article = await choosable(inner, given, chunk)
      const there = await chosenIn(inner, given, intoId, chunk)
      const chosen: { readonly id: number; readonly title: string }[] = []
      for (const id of chunk) {
        const one = article(id)
        if (one instanceof Refused) fail(result, id, one)
        else if (there.has(id)) already(result, id)
        else chosen.push(one)
      }
      if (chosen.length === 0) return result
      const first = await placeIn(inner, whole, chosen.length)
      const values = chosen.map(({ id, title }, i) => ({
        ...more,
        [of]: intoId,
        articleId: id,
        title,
        sort: first + i,
      }))
      // the log tells of the articles
      await add({ ...inner, record: () => {} }, values)
      inner.record({ ids: chosen.map(({ id }) => id), after: { into: whole.title, ...toldMore } })
      await changed(inner, whole)
      result.done.push(...chosen.map(({ id }) => String(id)))
      return result
    })

  /** Takes some out; chosen articles stay on the site. */
  const remove = (ctx: Ctx, ids: readonly number[]) =>
    inChunks(ctx, ids, async (inner, chunk): Promise<BulkResult> => {
      const result: BulkResult = { done: [], failed: [] }
      const columns: string[] = ['id', of, 'articleId', ...told]
      // held in one order by all: two at once would wait for each other
      const rows = loose(inner).selectFrom(table.name).select(columns).where('id', 'in', chunk)
      const found = await rows.orderBy(of).orderBy('id').execute()
      const byId = new Map(found.map((row) => [Number(row.id), row]))
      const open = new Map<unknown, W | Refused>()
      for (const row of found)
        if (!open.has(row[of])) open.set(row[of], await need(inner, Number(row[of])).catch(refusedOnly))
      const gone = chunk.flatMap((id): Values[] => {
        const row = byId.get(id)
        const whole = row && open.get(row[of])
        if (row && whole && !(whole instanceof Refused)) return [row]
        fail(result, id, whole ?? new Refused('NOT_FOUND', `${says} ${id} 不存在或无权操作`))
        return []
      })
      if (gone.length === 0) return result
      const goneIds = gone.map(({ id }) => Number(id))
      await loose(inner).deleteFrom(table.name).where('id', 'in', goneIds).execute()
      const kept = (row: Values) => Object.fromEntries(told.map((name) => [name, row[name]]))
      inner.record({ ids: goneIds, before: gone.map((row) => ({ id: String(row.id), ...kept(row) })) })
      for (const whole of open.values()) if (!(whole instanceof Refused)) await changed(inner, whole, true)
      result.done.push(...goneIds.map(String))
      return result
    })

  /**
   * Puts all that stands in one into an order, by one statement.
   * @param within of the rows of one part of it alone: the column that names the part, and which
   * @returns whether something moved
   */
  async function arrange(
    ctx: Ctx,
    ofId: number,
    ids: readonly number[],
    within?: { readonly column: string; readonly id: number; readonly says: string },
  ): Promise<boolean> {
    const whole = await need(ctx, ofId)
    await holdTree(ctx, table)
    const there = await loose(ctx)
      .selectFrom(table.name)
      .select(['id', 'title', 'sort'])
      .where(of, '=', ofId)
      .$if(within !== undefined, (query) => query.where(within?.column ?? of, '=', within?.id ?? ofId))
      .orderBy('sort')
      .orderBy('id')
      .execute()
    const all = there.map((row) => ({ ...row, id: Number(row.id), parentId: 0 }))
    const order = { parentId: 0, ids, rows: all, within: within?.says ?? `《${whole.title}》的目录` }
    const moved = await arrangeRows(ctx, table, order, async (row, { sort }) => {
      const before = Number((row as Values).sort)
      return before === sort ? null : { before: { sort: before }, after: { sort } }
    })
    if (moved === undefined) return false
    const json = JSON.stringify(ids)
    const own = sql.table(table.name)
    const place =
      ctx.dialect === 'sqlite'
        ? sql`json_each(${json}) as place where ${own}.id = place.value`
        : sql`json_array_elements_text(${json}::json) with ordinality as place(value, key) where ${own}.id = place.value::bigint`
    const from = sql.lit(ctx.dialect === 'sqlite' ? 1 : 0)
    await sql`update ${own} set sort = place.key + ${from} from ${place}`.execute(ctx.db)
    await changed(ctx, whole)
    return true
  }

  return { placeIn, needArticle, choose, remove, arrange }
}
