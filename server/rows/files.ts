import { metaOf, type Shaped } from '../../core/contract/meta.ts'
import { fileIds } from '../../core/domain/files.ts'
import { Refused } from '../../core/errors.ts'
import { type Ctx, whoOf } from '../context.ts'
import type { ReplyRow } from './present.ts'

/** The place of a file that its row keeps of what was there before: no longer among its files, and never let go. */
export const keptPlace = -1

/** A file as replies show it. */
export interface ShownFile {
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

const asShown = ({ id, name, kind, size }: Omit<ShownFile, 'id'> & { readonly id: number }): ShownFile => ({
  id: String(id),
  name,
  kind,
  size,
})

/** Files by the lists of rows: what is asked of the answer are lists that were given. One that is gone is left out. */
export async function filesIn(
  { db }: Pick<Ctx, 'db'>,
  lists: readonly (string | null | undefined)[],
): Promise<(list: string | null | undefined) => ShownFile[]> {
  const ids = [...new Set(lists.flatMap(fileIds))]
  const query = db.selectFrom('attachment').select(['id', 'name', 'kind', 'size'])
  const found = ids.length === 0 ? [] : await query.where('id', 'in', ids).execute()
  const byId = new Map(found.map((one) => [one.id, asShown(one)]))
  return (list) => fileIds(list).flatMap((id) => byId.get(id) ?? [])
}

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
    .where('place', '!=', keptPlace)
    .orderBy('place')
    .orderBy('id')
    .execute()
  return ids.map((id) =>
    Object.fromEntries(
      fields.map(({ field, to }) => [field, found.filter((one) => one.to === to && one.rowId === id).map(asShown)]),
    ),
  )
}

const said = (rows: readonly { readonly name: string }[]) => rows.map(({ name }) => name).join('、')

/**
 * Gives a row a file: one that it has, that it let go, or that the caller has just uploaded.
 * @throws Refused BAD_INPUT for one that is not there, another row's, or somebody else's
 */
async function give(
  ctx: Ctx,
  to: string,
  rowId: number,
  id: number,
  place: number,
): Promise<{ readonly name: string }> {
  const { userId } = whoOf(ctx)
  // one that was just cleaned away is not there any more, and one that is being attached is not cleaned away
  const taken = await ctx.db
    .updateTable('attachment')
    .set({ rowId, place, movedAt: ctx.now })
    .where('id', '=', id)
    .where('to', '=', to)
    .where((eb) =>
      eb.or([
        eb('rowId', '=', rowId),
        eb.and([eb('rowId', '=', 0), eb.or([eb('createdBy', '=', userId), eb('wasRowId', '=', rowId)])]),
      ]),
    )
    .returning('name')
    .executeTakeFirst()
  if (!taken) throw new Refused('BAD_INPUT', `附件（files）：${id} 不存在、已被移除，或不是您上传的，请重新上传`)
  return taken
}

const ownOf = ({ db }: Ctx, to: string, rowId: number) =>
  db
    .selectFrom('attachment')
    .select(['id', 'name'])
    .where('to', '=', to)
    .where('rowId', '=', rowId)
    .where('place', '!=', keptPlace)
    .orderBy('place')
    .orderBy('id')
    .execute()

/** The files that a row keeps of what was there before. */
export async function keptFiles({ db }: Pick<Ctx, 'db'>, to: string, rowId: number): Promise<ShownFile[]> {
  const found = await db
    .selectFrom('attachment')
    .select(['id', 'name', 'kind', 'size'])
    .where('to', '=', to)
    .where('rowId', '=', rowId)
    .where('place', '=', keptPlace)
    .orderBy('id')
    .execute()
  return found.map(asShown)
}

/**
 * Makes these the files of a row, in their order; one that is left out is let go, and gone after a day.
 * @returns what the log says of it; null: nothing changed
 * @throws Refused BAD_INPUT as `give`
 */
export async function attach(
  ctx: Ctx,
  to: string,
  rowId: number,
  wanted: readonly number[],
): Promise<{ readonly before: string; readonly after: string } | null> {
  const before = await ownOf(ctx, to, rowId)
  if (before.length === wanted.length && before.every(({ id }, i) => id === wanted[i])) return null
  const gone = before.filter(({ id }) => !wanted.includes(id)).map(({ id }) => id)
  if (gone.length > 0)
    await ctx.db
      .updateTable('attachment')
      .set({ rowId: 0, wasRowId: rowId, movedAt: ctx.now })
      .where('id', 'in', gone)
      .execute()
  const after: { readonly name: string }[] = []
  for (const [place, id] of wanted.entries()) after.push(await give(ctx, to, rowId, id, place))
  return { before: said(before), after: said(after) }
}

/**
 * Makes files a row's own, for as long as it is there: for rows that keep their lists in a history, out of which an earlier one may be
 * wanted back.
 * @throws Refused BAD_INPUT as `give`
 */
export async function keepFiles(ctx: Ctx, to: string, rowId: number, wanted: readonly number[]): Promise<void> {
  if (wanted.length === 0) return
  const own = new Set((await ownOf(ctx, to, rowId)).map(({ id }) => id))
  for (const id of wanted) if (!own.has(id)) await give(ctx, to, rowId, id, own.size)
}
