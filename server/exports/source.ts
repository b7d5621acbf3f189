import type { z } from 'zod'
import { type AreaName, areas } from '../../core/contract/areas.ts'
import { type Area, type Endpoint, permissionKey } from '../../core/contract/endpoint.ts'
import { inputFields } from '../../core/contract/wire.ts'
import { Refused } from '../../core/errors.ts'
import { columnsFrom, type SheetColumn } from '../../core/sheet/columns.ts'
import { loadArea } from '../areas.ts'
import type { Ctx, Staff } from '../context.ts'
import { validate } from '../http/validate.ts'
import { admit, type Handler } from '../pipeline.ts'

/** A list that can be exported: its call, the key that it needs, and its rows. */
export interface Source {
  readonly area: AreaName
  readonly e: Endpoint
  readonly key: string
  readonly says: string
  readonly row: z.ZodObject
  /** The field by which its rows are known, and read one after another. */
  readonly idField: string
}

const isId = /^id$|Id$/

/** The list of an area. @throws Refused BAD_INPUT where it has none that is read by pages */
export async function sourceOf(name: string): Promise<Source> {
  const area = name as AreaName
  const calls: Area = Object.hasOwn(areas, name) ? await areas[area].load() : {}
  const e = calls.list
  const shape = (e?.output as unknown as { shape?: { list?: { element?: z.ZodObject } } } | undefined)?.shape
  const row = shape?.list?.element
  if (!e || !row?.shape || !inputFields(e).includes('afterId'))
    throw new Refused('BAD_INPUT', `模块（source）：没有可以导出的列表「${name}」`)
  const idField = Object.keys(row.shape).find((field) => isId.test(field)) ?? 'id'
  return { area, e, key: permissionKey(area, 'list', e), says: areas[area].says, row, idField }
}

/** The list of a task of before. @throws Refused BAD_STATE where there is none any more */
export const sourceNow = (name: string): Promise<Source> =>
  sourceOf(name).catch((error: unknown) => {
    if (!(error instanceof Refused)) throw error
    throw new Refused('BAD_STATE', '这个列表不能再导出')
  })

/** Whether somebody may read it now. @throws Refused NO_PERMISSION */
export const admitTo = ({ e, key }: Source, who: Staff): void => admit(e, key, who, true)

/** The columns that are written: those asked for, in their order, or all. @throws Refused BAD_INPUT for one that it has not */
export function columnsOf({ row }: Source, fields: readonly string[] | null): SheetColumn[] {
  const known = Object.keys(row.shape)
  const wrong = fields?.find((field) => !known.includes(field))
  if (wrong !== undefined) throw new Refused('BAD_INPUT', `列（fields）：没有「${wrong}」`)
  return columnsFrom(row, fields && fields.length > 0 ? fields : known)
}

/** What of a search is the list's own: where one begins is the export's. */
const ours: readonly string[] = ['pageNumber', 'pageSize', 'sortField', 'sortOrder', 'afterId', 'withTotal', 'fields']

/** A search as the list takes it. @throws Refused BAD_INPUT for what it does not take */
export function searchOf({ e }: Source, filter: Readonly<Record<string, unknown>>, columns: readonly SheetColumn[]) {
  const known = inputFields(e)
  const own = Object.fromEntries(Object.entries(filter).filter(([field]) => !ours.includes(field)))
  const unknown = Object.keys(own).find((field) => !known.includes(field))
  if (unknown !== undefined) throw new Refused('BAD_INPUT', `筛选条件（filter）：没有「${unknown}」`)
  const fields = known.includes('fields') ? { fields: columns.map(({ field }) => field) } : {}
  return validate(e, { ...own, ...fields }) as Record<string, unknown>
}

/** What reads the rows. */
export async function listOf({ area }: Source): Promise<Handler> {
  const { module } = await loadArea(area)
  return (module[area] as { readonly list: Handler }).list
}

/**
 * Asks for the first row, as whoever lists them does: what a search counts or refuses is counted or refused before the task begins.
 * @throws Refused as the list does
 */
export async function askFirst(ctx: Ctx, source: Source, search: Readonly<Record<string, unknown>>): Promise<void> {
  const call = { name: `${source.area}.list`, says: source.e.says, key: source.key }
  // the log tells of the question as of one that the list was asked
  const asList = (own: Ctx): Ctx => ({
    ...own,
    call: { ...own.call, ...call },
    record: (change) => own.record({ ...change, call }),
    transaction: (work, about) => own.transaction((inner) => work(asList(inner)), about),
  })
  await (await listOf(source))(asList(ctx), { ...search, pageSize: 1, withTotal: 0 } as never)
}
