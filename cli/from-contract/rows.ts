import { requiredFields } from '../../core/client/prepare.ts'
import type { Area, Endpoint } from '../../core/contract/endpoint.ts'
import { metaOf } from '../../core/contract/meta.ts'
import { isEnveloped } from '../../core/contract/replies.ts'
import { ownIds } from '../../core/contract/wire.ts'
import type { Context } from '../context.ts'
import { rowOf } from '../output/columns.ts'
import { allRows } from '../output/listing.ts'
import { isPage, shapeFor } from './replies.ts'

/** The rows that a call works on, as its area lists and reads them. */
export interface Rows {
  /** Reads one by its id. */
  readonly get: Endpoint | null
  /** Lists them, page by page. */
  readonly list: { readonly call: string; readonly e: Endpoint } | null
}

/** The call that lists the rows which a call's ids name; null where there is no such list. */
function listOf(area: Area, e: Endpoint): Rows['list'] {
  const call = e.rows ?? 'list'
  const found = area[call]
  return found && isPage(found) ? { call, e: found } : null
}

const usualReaders = ['get', 'detail', 'view']

/** The call that reads one of those rows by its id alone. */
function readerOf(name: string, area: Area, e: Endpoint): Endpoint | null {
  const own = ownIds(name)
  const reads = (one: Endpoint | undefined): one is Endpoint => {
    if (one?.effect !== 'read' || !isEnveloped(one) || isPage(one) || one.rows !== e.rows) return false
    const [field, ...more] = requiredFields(one)
    return field !== undefined && more.length === 0 && own.includes(field) && titleFields(one).length > 0
  }
  return [...usualReaders.map((call) => area[call]), ...Object.values(area)].find(reads) ?? null
}

/** How the rows of a call are listed and read. */
export const rowsFor = (name: string, area: Area, e: Endpoint): Rows => ({
  get: readerOf(name, area, e),
  list: listOf(area, e),
})

/** The fields by which people know a row: its title, or of a row that has none those of the rows that it belongs to. */
function titleFields(e: Endpoint): readonly string[] {
  const { shape = {} } = rowOf(e.output)
  const { titleField } = shapeFor(e)
  if (titleField === undefined) return []
  const names = (field: string) => metaOf(shape[field] ?? {}).nameOf
  if (names(titleField) === undefined) return [titleField]
  // who changed it last does not tell which it is
  const belongs = (field: string) => names(field) !== undefined && !names(field)?.endsWith('By')
  return Object.keys(shape).filter(belongs)
}

type Row = Readonly<Record<string, unknown>>

/** So many rows of a list are looked through for some ids: those that were read in it just now stand first. */
const lookedThrough = 1000

/** Some rows by their ids, as far as they can be read; for a question only, so a failure tells nothing. */
async function readRows(ctx: Context, { get, list }: Rows, ids: readonly string[]): Promise<Map<string, Row>> {
  const found = new Map<string, Row>()
  const via = await ctx.transport()
  const [idField] = get ? requiredFields(get) : []
  if (get && idField !== undefined) {
    for (const id of ids) {
      const row = await via.send(get, { [idField]: id }, { signal: ctx.signal }).catch(() => null)
      if (row !== null && typeof row === 'object') found.set(id, row as Row)
    }
    return found
  }
  if (!list) return found
  const { e } = list
  const call = (filters: object) => via.send(e, filters, { signal: ctx.signal }) as Promise<{ list: Row[] }>
  const own = shapeFor(e).idField
  try {
    let looked = 0
    for await (const row of allRows(ctx, { call, filters: {}, idField: own })) {
      if (ids.includes(String(row[own]))) found.set(String(row[own]), row)
      if (found.size === ids.length || ++looked >= lookedThrough) break
    }
  } catch {
    return found
  }
  return found
}

/** Of so many rows it is counted what goes with them. */
const countedRows = 50

/** What a question says of some rows: the titles of the first of them, and what goes with all of them. */
export async function tellRows(
  ctx: Context,
  e: Endpoint,
  rows: Rows,
  ids: readonly string[],
  most: number,
): Promise<{ titles: string[]; along: string }> {
  const read = await readRows(ctx, rows, ids.slice(0, e.along || e.reaches ? countedRows : most))
  const fields = rows.get ? titleFields(rows.get) : rows.list ? titleFields(rows.list.e) : []
  const titles = ids.slice(0, most).flatMap((id) => {
    const title = fields
      .map((field) => read.get(id)?.[field])
      .filter((one) => typeof one === 'string' && one !== '')
      .join(' · ')
    return title === '' ? [] : [title]
  })
  const least = ids.length > countedRows ? '至少 ' : ''
  const counted = (fieldsSaid: Endpoint['along'] = {}) =>
    Object.entries(fieldsSaid).flatMap(([field, says]) => {
      const sum = [...read.values()].reduce((n, row) => n + Number(row[field] ?? 0), 0)
      return sum > 0 ? [says.replace('{}', `${least}${sum}`)] : []
    })
  const [along, reached] = [counted(e.along), counted(e.reaches)]
  return {
    titles,
    along: [...(along.length > 0 ? [`连同 ${along.join('、')}`] : []), ...reached].map((one) => `，${one}`).join(''),
  }
}
