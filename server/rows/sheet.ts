import { PassThrough } from 'node:stream'
import type { z } from 'zod'
import { shapeOf } from '../../core/client/prepare.ts'
import type { Endpoint, Parsed } from '../../core/contract/endpoint.ts'
import { metaOf } from '../../core/contract/meta.ts'
import { documents } from '../../core/contract/replies.ts'
import { fileStamp, formatTime } from '../../core/domain/time.ts'
import { Refused } from '../../core/errors.ts'
import { columnsFrom, rowsMax, type SheetColumn } from '../../core/sheet/columns.ts'
import { writeSheet } from '../../core/sheet/stream.ts'
import type { Ctx } from '../context.ts'
import { FileReply } from '../pipeline.ts'
import type { PageOf, Paging } from './list.ts'

type Loose = Readonly<Record<string, unknown>>

/** What the log keeps of a search: choices, ids and times; no words, which may be somebody's name or number. */
function toldOf(e: Endpoint, input: Loose): Loose {
  const shape = shapeOf(e)
  return Object.fromEntries(
    Object.entries(input).flatMap(([field, value]) => {
      const { time, words, of } = metaOf(shape[field] ?? {})
      if (value === undefined || value === null || !(time || words || of)) return []
      return [[field, time ? formatTime(value as number) : value]]
    }),
  )
}

/** A sheet as the answer of a call, written while it is read; the log tells what it was narrowed by. */
export function sheetReply<E extends Endpoint>(
  ctx: Ctx,
  e: E,
  input: Parsed<E>,
  name: string,
  columns: readonly SheetColumn[],
  rows: Iterable<object> | AsyncIterable<object>,
): FileReply {
  const told = toldOf(e, input as Loose)
  ctx.record(Object.keys(told).length > 0 ? { after: told } : {})
  const out = new PassThrough()
  writeSheet(out, name, columns, rows).catch((error: Error) => out.destroy(error))
  const { type, ending } = documents.xlsx
  return new FileReply(type, out, `${name}-${fileStamp(ctx.now)}.${ending}`)
}

const pageSize = 200

type ListOf<I, R> = (ctx: Ctx, input: I & Paging) => Promise<PageOf<R>>

/** What a list has beyond its first page, in the order of ids, so that rows which leave it meanwhile make no gap. */
async function* everyRow<I, R extends object>(ctx: Ctx, list: ListOf<I, R>, input: I, idField: keyof R, first: R[]) {
  for (let rows = first; ; ) {
    yield* rows
    if (rows.length < pageSize) return
    const afterId = Number(rows.at(-1)?.[idField])
    rows = (await list(ctx, { ...input, afterId, sortOrder: 'desc', pageSize, withTotal: 0 })).list
  }
}

interface SheetOf {
  /** What the sheet and its file are called. */
  readonly name: string
  /** Of the rows; all of them where none are named. */
  readonly fields?: readonly string[]
  /** Of the rows that a list answers, where it is not `id`. */
  readonly idField?: string
}

/**
 * The work of an `…Excel` call: what the area's list shows for the same search, on all its pages, under the contract's own headings.
 * @param row the contract's row, as the list answers it
 */
export const sheetOf =
  <E extends Endpoint, S extends z.ZodObject, R extends object>(
    e: E,
    row: S,
    { name, fields = Object.keys(row.shape), idField = 'id' }: SheetOf,
    list: ListOf<Parsed<E>, R>,
  ) =>
  async (ctx: Ctx, input: Parsed<E>): Promise<FileReply> => {
    const from = { afterId: Number.MAX_SAFE_INTEGER, sortOrder: 'desc', pageSize }
    const { list: first, total } = await list(ctx, { ...(input as object), ...from } as Parsed<E> & Paging)
    if (total > rowsMax)
      throw new Refused('TOO_LARGE', `共 ${total} 行，超出电子表格的上限 ${rowsMax} 行，请缩小范围后分几次导出`)
    const rows = everyRow(ctx, list, input, idField as keyof R, first)
    return sheetReply(ctx, e, input, name, columnsFrom(row, fields), rows)
  }
