import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { fieldMeta } from '../../../cli/from-contract/fields.ts'
import { requiredFields } from '../../../core/client/prepare.ts'
import { areas } from '../../../core/contract/areas.ts'
import { type Endpoint, isOfBin } from '../../../core/contract/endpoint.ts'
import { innerOf, metaOf, type Shaped } from '../../../core/contract/meta.ts'
import { inputFields, itemFields, ownIds } from '../../../core/contract/wire.ts'
import { attachmentsIn } from '../../../server/attachments/unused.ts'
import { type Column, type Table, type Through, tables } from '../../../server/db/table.ts'
import type { AnyDb } from '../../../server/rows/list.ts'
import type { TestServer } from '../server.ts'
import type { Places } from './callers.ts'

/** Sample rows of each table that calls take ids of: copies of a row of the demo county, each somebody else's. */

export interface Sample {
  readonly says: string
  readonly table: string
  readonly id: number
  readonly dept: number
  readonly owner: number
  readonly column: number
  /** The department that another table's rows bring it to. */
  readonly through: number
  /** The partner whose it is; 0: nobody's. */
  readonly partner: number
  /** By which it is told in a reply: what it is called, once in all rows. */
  readonly mark: string | null
  /** The first row of each table whose rows go with it: its step, its reply. */
  readonly below: ReadonlyMap<string, number>
}

type Loose = Record<string, unknown>
const loose = ({ parts }: TestServer) => parts.db.write as unknown as AnyDb

/** The table whose rows a field of a call names. */
export function tableOf(area: string, e: Endpoint, field: string): Table | undefined {
  const { of, title } = field === 'items' ? itemMeta(e) : fieldMeta(e, field)
  const name = field === 'items' ? (itemFields(e)[0] ?? '') : field
  const bare = name.replace(/Ids?$/, '').replace('category', 'column')
  const own = e.about ?? area
  const called = [...tables.values()].find(
    ({ says, name }) => (says === title || says?.endsWith(`的${title}`)) && (name === own || name.startsWith(own)),
  )
  return tables.get(of ?? '') ?? (/^ids?$/.test(name) ? called : tables.get(bare)) ?? called ?? tables.get(own)
}
const itemMeta = (e: Endpoint) => {
  const items = innerOf((e.input as unknown as Shaped).shape?.items as Shaped)
  return metaOf((items.def?.element?.shape?.[itemFields(e)[0] ?? ''] ?? {}) as Shaped)
}

/** True for a field that says below which row of the same table another one stands. */
export const isAbove = (field: string): boolean => /^parentId$|^categoryCategoryId$/.test(field)

/** The field by which a call is told which rows of its area it is about; undefined: it is about none, or about all. */
export function rowField(area: string, e: Endpoint): string | undefined {
  const fields = inputFields(e)
  if (fields.includes('items')) return /^(id|\w+Id)$/i.test(itemFields(e)[0] ?? '') ? 'items' : undefined
  const must = requiredFields(e)
  const own = (field: string) =>
    !isAbove(field) &&
    // what a partner calls its own thing by is no number of a row
    fieldMeta(e, field).maxLength === undefined &&
    ([...ownIds(area), 'ids'].includes(field) ||
      (/id$|ids$/i.test(field) && tableOf(area, e, field)?.name.startsWith(e.about ?? area) === true))
  return (
    must.find(own) ??
    (e.effect === 'write' ? fields.find((field) => [...ownIds(area), 'ids'].includes(field)) : undefined)
  )
}

/** True for a call about what lies in the recycle bin of its area. */
export const isBinned = (area: string, e: Endpoint, table: Table | undefined): boolean =>
  isOfBin(e) && table?.name === area && Object.hasOwn(table.columns, 'deletedAt')

let made = 0

/** What a row has that no demo row stands for. */
function blank({ kind, empty }: Column, server: TestServer): unknown {
  if (empty) return null
  const { now } = server.clock
  made += 1
  return {
    ...{ text: `样例${made}`, int: 1, flag: 0, time: now, json: '[]', ref: 0, secret: `s${made}` },
    ...{ personal: server.parts.secret.encrypt(`1390000${String(made).padStart(4, '0')}`) },
  }[kind as 'text']
}

/** A row that is made up by the kinds of its columns. */
const blankRow = ({ columns }: Table, server: TestServer): Loose =>
  Object.fromEntries(
    Object.entries(columns).flatMap(([column, one]) => (column === 'id' ? [] : [[column, blank(one, server)]])),
  )

interface Whose {
  readonly says: string
  readonly dept: number
  readonly owner: number
  readonly column: number
  readonly through: number
}

/** A row of the demo that lies in no recycle bin and is no copy of another one; what an area has none of is made up by the kinds of its columns. */
async function sourceOf(server: TestServer, table: Table): Promise<Loose> {
  const { columns, name } = table
  let rows = loose(server).selectFrom(name).selectAll().orderBy('id').limit(1)
  if (columns.deletedAt) rows = rows.where('deletedAt', 'is', null)
  if (columns.reviewId) rows = rows.where('reviewId', 'is', null)
  const found = (await rows.executeTakeFirst()) as Loose | undefined
  if (found) return found
  return blankRow(table, server)
}

/** What a row is to be so that its scope alone says who reaches it: a notice to everybody is changed by who reaches everybody. */
const plain: Readonly<Record<string, Loose>> = {
  notice: { audience: 2, isPublic: 0 },
  noticeTo: { deptId: null, userId: null },
}

/** Adds a row like another one. @returns its id */
async function copy(server: TestServer, table: Table, source: Loose, changed: Loose): Promise<number> {
  const { id: _, ...values } = source
  for (const one of table.unique ?? []) {
    const column = typeof one === 'string' ? one : one.column
    made += 1
    if (typeof values[column] === 'string') values[column] = `${values[column]}-${made}`
    if (typeof one === 'object' && table.columns[column]?.kind === 'int') values[column] = 1_000_000 + made
  }
  if (table.columns.stored) {
    const folder = attachmentsIn(server.parts.dataDir)
    copyFileSync(join(folder, String(source.stored)), join(folder, String(values.stored)))
  }
  const alone = Object.fromEntries(
    Object.entries(table.columns)
      .filter(
        ([column, { kind, empty }]) => kind === 'secret' || (empty && /^(path|sourceUrl|originUrl)$/.test(column)),
      )
      .map(([column, one]) => [column, one.empty ? null : blank(one, server)]),
  )
  const { id } = (await loose(server)
    .insertInto(table.name)
    .values({ ...values, ...alone, ...plain[table.name], ...changed })
    .returning('id')
    .executeTakeFirstOrThrow()) as { id: number }
  return Number(id)
}

/** The rows that go with a row, copied with it. */
async function copyBelow(server: TestServer, table: Table, from: unknown, to: number): Promise<Map<string, number>> {
  const below = new Map<string, number>()
  if (from === undefined) return below
  const goes = [...tables.values()].flatMap((one) =>
    Object.entries(one.columns).flatMap(([column, { to: of, tie }]) =>
      of === table.name && tie === 'goes' && one.columns.id ? [{ one, column, also: {} }] : [],
    ),
  )
  const history = tables.get('history') as Table
  for (const { one, column, also } of [...goes, { one: history, column: 'rowId', also: { kind: table.name } }]) {
    let rows = loose(server).selectFrom(one.name).selectAll().where(column, '=', from).orderBy('id')
    for (const [name, value] of Object.entries(also)) rows = rows.where(name, '=', value)
    const found = (await rows.execute()) as Loose[]
    // rows that go through states have a step that made them
    if (one === history && found.length === 0 && (table.columns.status || table.name === 'mail'))
      found.push({ ...blankRow(one, server), no: 1, status: 0, kind: table.name, byName: '样例', undo: null })
    for (const row of found) {
      const id = await copy(server, one, row, { [column]: to })
      if (!below.has(one.name)) below.set(one.name, id)
    }
  }
  return below
}

const otherDept = '乙部门的'

/** The first of the demo's partners, whose program calls, or the other one. */
async function partnerOf(server: TestServer, other: boolean): Promise<number> {
  const all = (await loose(server).selectFrom('partner').select('id').orderBy('id').execute()) as { id: number }[]
  return Number(all[other ? 1 : 0]?.id)
}

/** Whose the sample rows of a table are: each case that its scope tells apart. */
function casesOf(
  { scope }: Table,
  { a, sub, b, open, closed }: Places,
  people: Readonly<Record<string, number>>,
): Whose[] {
  const { reporter = 0, colleague = 0, below = 0, stranger = 0 } = people
  const at = { column: open, through: 0 }
  const plain = [
    { says: '上报员自己的', dept: a, owner: reporter, ...at },
    { says: '甲部门的', dept: a, owner: colleague, ...at },
    { says: '甲部门下属的', dept: sub, owner: below, ...at },
    { says: otherDept, dept: b, owner: stranger, ...at },
  ]
  if (scope === 'all') return [plain[1] as Whose, plain[3] as Whose]
  return [
    ...plain,
    ...(scope.column ? [{ ...at, says: '甲部门在未授权栏目的', dept: a, owner: colleague, column: closed }] : []),
    ...(scope.through ? [{ ...at, says: '乙部门而交给甲部门的', dept: b, owner: stranger, through: a }] : []),
  ]
}

async function makeSample(server: TestServer, table: Table, whose: Whose, bin: boolean): Promise<Sample> {
  const source = await sourceOf(server, table)
  const { dept, owner, column, through } = table.scope === 'all' ? ({} as never) : table.scope
  made += 1
  const labelled = table.label !== undefined && table.columns[table.label]?.kind === 'text'
  const partner = table.columns.partnerId ? await partnerOf(server, whose.says === otherDept) : 0
  const mark = labelled ? `标本${made}号` : null
  const changed: Loose = {
    ...(labelled && { [table.label as string]: mark }),
    ...(dept && { [dept]: whose.dept }),
    ...(owner && owner !== 'id' && { [owner]: whose.owner }),
    ...(column && { [column]: whose.column }),
    ...(table.columns.deletedAt && { deletedAt: bin ? server.clock.now : null }),
    ...(partner && { partnerId: partner }),
    // a file of no row yet is its uploader's
    ...(table.columns.to && table.columns.rowId && { rowId: 0 }),
  }
  const id = await copy(server, table, source, changed)
  const below = await copyBelow(server, table, source.id, id)
  if (through) await reachThrough(server, id, through, whose, table)
  return { ...whose, table: table.name, id, partner, mark, below, ...(owner === 'id' && { owner: id }) }
}

/** The row that brings a sample within the reach of a department, where another table's rows do. */
async function reachThrough(server: TestServer, id: number, way: Through, whose: Whose, own: Table): Promise<void> {
  const { table: name, column, from = 'id', dept, owner } = way
  const { through, says } = whose
  if (!dept) throw new Error(`${own.name}: a way through ${name} without a department`)
  const db = loose(server)
  if (from === 'id') {
    await db.deleteFrom(name).where(column, '=', id).execute()
    if (through !== 0)
      await db
        .insertInto(name)
        .values({ ...blankRow(tables.get(name) as Table, server), [column]: id, [dept]: through })
        .execute()
    return
  }
  const above = tables.get(name) as Table
  made += 1
  const to = await copy(server, above, await sourceOf(server, above), {
    ...{ [dept]: through || null, ...(owner && { [owner]: null }) },
    [above.label ?? 'id']: `${says}${made}`,
  })
  // what stands below it is of those to whom it was given, unless it is itself what gives it to them
  if (above.scope !== 'all' && above.scope.through && above.scope.through.table !== own.name)
    await reachThrough(server, to, above.scope.through, { ...whose, through: whose.dept }, above)
  await db
    .updateTable(own.name)
    .set({ [from]: to })
    .where('id', '=', id)
    .execute()
}

/** The table of which a row is a part that nobody sees apart from it, and the column that names it: the steps of a text. */
function wholeOf({ scope, columns, name }: Table): { above: Table; column: string } | undefined {
  const [column, goes] = Object.entries(columns).find(([, { tie, to }]) => tie === 'goes' && to !== name) ?? []
  const above = tables.get(goes?.to ?? '')
  return scope === 'all' && column && above && !Object.hasOwn(areas, name) ? { above, column } : undefined
}

/** Makes the sample rows of a table. */
export async function makeSamples(
  server: TestServer,
  table: Table,
  places: Places,
  people: Readonly<Record<string, number>>,
  bin: boolean,
): Promise<Sample[]> {
  const samples: Sample[] = []
  const whole = wholeOf(table)
  if (whole) {
    for (const one of await makeSamples(server, whole.above, places, people, bin)) {
      const like = { [whole.column]: one.id }
      const id = one.below.get(table.name) ?? (await copy(server, table, await sourceOf(server, table), like))
      samples.push({ ...one, id, mark: null })
    }
    return samples
  }
  for (const whose of casesOf(table, places, people)) samples.push(await makeSample(server, table, whose, bin))
  return samples
}

/** An id that no row has. */
export const absent = 987_654_321
