import { chunksOf } from '../../../core/chunks.ts'
import { readTextOf } from '../../../core/words/text-of.ts'
import { asStaff, type Ctx } from '../../context.ts'
import { callerOf } from '../../http/caller.ts'
import { allHold, among } from '../../rows/condition.ts'
import { extractOf, marked } from '../../search/extract.ts'

/** Longer texts are read one by one, and looked through in a thread: nobody waits while strangers are shown reports. */
const shortText = 10_000
/** So many shorter ones are looked through in one go. */
const atOnce = 25

/** A row of which an extract is to be made. `size`: of its text. */
type Shown = { readonly id: number; readonly summary: string | null; readonly size: number }

/** The extracts of a page, by their articles. */
export async function extractsOf(
  ctx: Ctx,
  rows: readonly Shown[],
  words: readonly string[],
): Promise<Map<number, string>> {
  const contents = (ids: readonly number[]) =>
    ctx.db
      .selectFrom('article')
      .select(['id', 'content'])
      .where(allHold([among('id', ids)]))
      .execute()
  const made = new Map<number, string>()
  const short = rows.filter(({ size }) => size <= shortText).map(({ id }) => id)
  for (const some of chunksOf(short, atOnce))
    for (const { id, content } of await contents(some)) made.set(id, extractOf(readTextOf(content), words))
  const caller = callerOf(ctx.who, ctx.call.address)
  for (const { id } of rows.filter(({ size }) => size > shortText)) {
    const [row] = await contents([id])
    if (row) made.set(id, await ctx.parts.search.extract(row.content, words, caller, asStaff(ctx.who) !== null))
  }
  for (const { id, summary } of rows) if (!made.get(id)) made.set(id, marked(summary ?? '', words))
  return made
}
