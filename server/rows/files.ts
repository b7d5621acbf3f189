import { metaOf, type Shaped } from '../../core/contract/meta.ts'
import { Refused } from '../../core/errors.ts'
import { type Ctx, whoOf } from '../context.ts'
import type { ReplyRow } from './present.ts'

/** A file as replies show it. */
interface ShownFile {
  readonly id: string
  readonly name: string
  readonly kind: string
  readonly size: number
}

/** The fields of a reply that are the files of its row, with the table under whose name these are kept. */
export const fileFields = (reply: ReplyRow): { readonly field: string; readonly to: string }[] =>
  Object.entries(reply.shape).flatMap(([field, schema]) => {
    const to = metaOf(schema as unknown as Shaped).filesOf
    return to ? [{ field, to }] : []
  })

/** The files of some rows, by one query for a page. */
export async function filesFor(
  ctx: Ctx,
  fields: ReturnType<typeof fileFields>,
  ids: readonly number[],
): Promise<Readonly<Record<string, ShownFile[]>>[]> {
  const found = await ctx.db
    .selectFrom('attachment')
    .select(['id', 'to', 'rowId', 'name', 'kind', 'size'])
    .where(
      'to',
      'in',
      fields.map(({ to }) => to),
    )
    .where('rowId', 'in', [...ids])
    .orderBy('place')
    .orderBy('id')
    .execute()
  return ids.map((id) =>
    Object.fromEntries(
      fields.map(({ field, to }) => [
        field,
        found
          .filter((one) => one.to === to && one.rowId === id)
          .map(({ id: own, name, kind, size }) => ({ id: String(own), name, kind, size })),
      ]),
    ),
  )
}

const said = (rows: readonly { readonly name: string }[]) => rows.map(({ name }) => name).join('、')

/**
 * Makes these the files of a row, in their order; one that is left out is let go, and gone after a day.
 * @returns what the log says of it; null: nothing changed
 * @throws Refused BAD_INPUT for one that is not there, another row's, or somebody else's
 */
export async function attach(
  ctx: Ctx,
  to: string,
  rowId: number,
  wanted: readonly number[],
): Promise<{ readonly before: string; readonly after: string } | null> {
  const before = await ctx.db
    .selectFrom('attachment')
    .select(['id', 'name'])
    .where('to', '=', to)
    .where('rowId', '=', rowId)
    .orderBy('place')
    .orderBy('id')
    .execute()
  if (before.length === wanted.length && before.every(({ id }, i) => id === wanted[i])) return null
  const gone = before.filter(({ id }) => !wanted.includes(id)).map(({ id }) => id)
  if (gone.length > 0)
    await ctx.db
      .updateTable('attachment')
      .set({ rowId: 0, wasRowId: rowId, movedAt: ctx.now })
      .where('id', 'in', gone)
      .execute()
  const after: { name: string }[] = []
  for (const [place, id] of wanted.entries()) {
    const own = before.some((one) => one.id === id)
    const { userId } = whoOf(ctx)
    // one that was just cleaned away is not there any more, and one that is being attached is not cleaned away
    const taken = await ctx.db
      .updateTable('attachment')
      .set({ rowId, place, movedAt: ctx.now })
      .where('id', '=', id)
      .where('to', '=', to)
      .where((eb) =>
        own
          ? eb('rowId', '=', rowId)
          : eb.and([eb('rowId', '=', 0), eb.or([eb('createdBy', '=', userId), eb('wasRowId', '=', rowId)])]),
      )
      .returning('name')
      .executeTakeFirst()
    if (!taken) throw new Refused('BAD_INPUT', `附件（files）：${id} 不存在、已被移除，或不是您上传的，请重新上传`)
    after.push(taken)
  }
  return { before: said(before), after: said(after) }
}
