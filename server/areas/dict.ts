import type { Selectable } from 'kysely'
import {
  arrangeMax,
  dict as contract,
  dictRow,
  entriesMax,
  entryRow,
  groupRow,
  groupsMax,
} from '../../core/contract/dict.ts'
import type { Parsed } from '../../core/contract/endpoint.ts'
import { isShippedEntry, searchDict, shippedDict } from '../../core/domain/dicts.ts'
import { besided } from '../../core/domain/log-things.ts'
import { Refused } from '../../core/errors.ts'
import type { Ctx } from '../context.ts'
import * as made from '../db/migrations/0210-dict.ts'
import * as counted from '../db/migrations/202611250720-dict-counter.ts'
import * as called from '../db/migrations/202611261640-dict-names.ts'
import { moved } from '../db/standing.ts'
import type { RowOf } from '../db/table.ts'
import { dict as table } from '../db/tables/dict.ts'
import { implement, whileStanding } from '../pipeline.ts'
import { equal, like, oneOf, test } from '../rows/condition.ts'
import type { PageOf } from '../rows/list.ts'
import { rowsOf } from '../rows/rows-of.ts'
import { tellingToo } from '../rows/telling.ts'
import { arrange, holdTree, lastPlace, refuseNamesake } from '../rows/tree.ts'
import { mergeEntries } from './dict/merge.ts'

/** How the area's table came to be. */
export const migrations = { '0210-dict': made, '202611250720-dict-counter': counted, '202611261640-dict-names': called }
export const demo = () => import('../demo/dict.ts')

type Row = Selectable<RowOf<typeof table.columns>>
const options = {
  logged: ['parentId', 'dictKey', 'key', 'name', 'value', 'state', 'sort'],
  order: [
    ['parentId', 'asc'],
    ['sort', 'asc'],
    ['id', 'asc'],
  ],
} as const
const groups = rowsOf(table, { reply: groupRow, ...options })
const entries = rowsOf(table, { reply: entryRow, ...options })
/** Either of them. */
const rows = rowsOf(table, { reply: dictRow, ...options })

const isGroup = ({ parentId }: { parentId: number | string }) => Number(parentId) === 0

interface Reply {
  readonly parentId: string
  readonly dictKey: string | null
  readonly key?: string | null
  readonly entryCount?: number | null
}

/** What rows tell beside their columns: an entry its dictionary's code, both whether xzx relies on them. */
async function told<R extends Reply>(ctx: Ctx, list: readonly R[]): Promise<R[]> {
  const parents = [...new Set(list.filter((one) => !isGroup(one)).map(({ parentId }) => Number(parentId)))]
  const found =
    parents.length === 0
      ? []
      : await ctx.db.selectFrom('dict').select(['id', 'dictKey']).where('id', 'in', parents).execute()
  const keys = new Map(found.map(({ id, dictKey }) => [String(id), dictKey]))
  return list.map((one) => {
    if (isGroup(one)) return { ...one, shipped: shippedDict(one.dictKey) ? 1 : 0 }
    const dictKey = keys.get(one.parentId) ?? null
    const count = one.entryCount === undefined ? {} : { entryCount: null }
    return { ...one, ...count, dictKey, shipped: isShippedEntry(dictKey, one.key ?? '') ? 1 : 0 }
  })
}
const tell = async <R extends Reply>(ctx: Ctx, row: R): Promise<R> => (await told(ctx, [row]))[0] as R

/** One page, of dictionaries or of entries. */
async function pageOf<R extends Reply>(ctx: Ctx, found: Promise<PageOf<R>>): Promise<PageOf<R>> {
  const { list, ...page } = await found
  return { ...page, list: await told(ctx, list) }
}

const groupBy = (ctx: Ctx, dictKey: string): Promise<Row | undefined> =>
  ctx.db.selectFrom('dict').selectAll().where('dictKey', '=', dictKey).executeTakeFirst()

/** @throws Refused NOT_FOUND */
async function needGroupBy(ctx: Ctx, dictKey: string): Promise<Row> {
  const found = await groupBy(ctx, dictKey)
  if (!found) throw new Refused('NOT_FOUND', `没有代码为「${dictKey}」的数据字典`)
  return found
}

/** Before anything of the dictionary is read to change it. */
async function holdToChange(ctx: Ctx): Promise<void> {
  await holdTree(ctx, table)
  await moved(ctx.db, 'dict')
}

/** The rows under one, in their order. */
const under = (ctx: Ctx, parentId: number): Promise<Row[]> =>
  ctx.db.selectFrom('dict').selectAll().where('parentId', '=', parentId).orderBy('sort').orderBy('id').execute()

async function groupsNow(ctx: Ctx) {
  const shown = await told(ctx, await groups.shown(ctx, await under(ctx, 0)))
  return shown.map((one) => ({ ...one, children: [] }))
}

/** What is in use, by the codes of the dictionaries that are. */
async function inUse(ctx: Ctx) {
  const found = await ctx.db
    .selectFrom('dict')
    .select(['id', 'parentId', 'dictKey', 'key', 'name', 'value'])
    .where('state', '=', 1)
    .orderBy('parentId')
    .orderBy('sort')
    .orderBy('id')
    .execute()
  const below = Map.groupBy(found, ({ parentId }) => parentId)
  return Object.fromEntries(
    (below.get(0) ?? []).map(({ id, dictKey }) => [
      dictKey ?? '',
      (below.get(id) ?? []).map(({ key, name, value }) => ({ key: key ?? '', name, value })),
    ]),
  )
}

/** The dictionary that an entry is to stand in, held against deletion. @throws Refused */
async function needOwner(ctx: Ctx, { parentId, dictKey }: { parentId?: number; dictKey?: string }): Promise<Row> {
  if (!parentId && dictKey === undefined)
    throw new Refused('MISSING_PARAMETER', '缺少所属字典（parentId），也可以写字典代码（dictKey）')
  const id = parentId || (await needGroupBy(ctx, dictKey as string)).id
  const owner = await rows.need(ctx, id, { lock: true })
  if (!isGroup(owner))
    throw new Refused('BAD_INPUT', `所属字典（parentId）：「${owner.name}」是字典条目，条目只能放在数据字典中`)
  if (dictKey !== undefined && owner.dictKey !== dictKey)
    throw new Refused('BAD_INPUT', `字典代码（dictKey）：与所属字典「${owner.name}」的代码 ${owner.dictKey} 不一致`)
  return owner
}

/** Room for one more. @param parentId 0: a dictionary @throws Refused */
async function refuseFull(ctx: Ctx, parentId: number, most: number, full: string): Promise<void> {
  const { n } = await ctx.db
    .selectFrom('dict')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('parentId', '=', parentId)
    .executeTakeFirstOrThrow()
  if (Number(n) >= most) throw new Refused('BAD_STATE', `${full}，不能再增加`)
}

/** Refuses one more entry of what the system provides, or of a full dictionary. @throws Refused */
async function refuseMore(ctx: Ctx, owner: Row): Promise<void> {
  if (shippedDict(owner.dictKey))
    throw new Refused('BAD_STATE', `「${owner.name}」的条目由系统提供，不能增加，可以改名、停用和调整顺序`)
  await refuseFull(ctx, owner.id, entriesMax, `数据字典「${owner.name}」已有 ${entriesMax} 个条目`)
}

/** What the program itself looks for stays. @param doing 删除 */
async function refuseShipped(ctx: Ctx, row: Row, doing: string): Promise<void> {
  const owner = isGroup(row) ? row : await rows.need(ctx, row.parentId)
  const shipped = isGroup(row) ? shippedDict(row.dictKey) : isShippedEntry(owner.dictKey, row.key ?? '')
  if (shipped) throw new Refused('BAD_STATE', `「${row.name}」由系统使用，不能${doing}，可以改名或停用`)
}

async function add(ctx: Ctx, input: Parsed<typeof contract.save>) {
  await holdToChange(ctx)
  await refuseFull(ctx, 0, groupsMax, `已有 ${groupsMax} 个数据字典`)
  await refuseSecond(ctx, input.name, 0)
  const { state = 1, sort, ...given } = input
  const place = sort ?? (await lastPlace(ctx, table, 0))
  return tell(ctx, await groups.add(ctx, { ...given, parentId: 0, state, sort: place }))
}

async function addEntry(ctx: Ctx, input: Parsed<typeof contract.saveNode>) {
  await holdToChange(ctx)
  const { parentId, dictKey, ...given } = input
  const owner = await needOwner(ctx, { parentId, dictKey })
  await refuseMore(ctx, owner)
  await refuseSecond(ctx, given.name, owner.id)
  const { state = 1, sort, value, ...rest } = given
  const place = sort ?? (await lastPlace(ctx, table, owner.id))
  return tell(ctx, await entries.add(ctx, { ...rest, value: value || null, parentId: owner.id, state, sort: place }))
}

/** Names are what lists offer and what commands take: two alike in one place are told apart by nobody. */
const refuseSecond = (ctx: Ctx, name: string, parentId: number, self = 0) =>
  refuseNamesake(ctx, table, { parentId, name, self, field: '名称（name）' })

/** What may be changed of a dictionary, and what of an entry: the other's fields are not passed over in silence. */
const strange = {
  group: { key: '条目代码', value: '取值', parentId: '所属字典' },
  entry: { dictKey: '字典代码' },
} as const

/** Without what was not sent. */
const given = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Sent<T>
type Sent<T> = { [N in keyof T]?: Exclude<T[N], undefined> }

type Edit = Omit<Parsed<typeof contract.edit>, 'id' | 'version'>

function refuseStrange(row: Row, given: Edit, dictKey: string | null): void {
  const kind = isGroup(row) ? 'group' : 'entry'
  for (const [field, title] of Object.entries(strange[kind])) {
    const value = given[field as keyof Edit]
    const same = field === 'dictKey' ? value === dictKey : !value
    if (value !== undefined && !same)
      throw new Refused('BAD_INPUT', `${title}（${field}）：${kind === 'group' ? '数据字典' : '字典条目'}没有这一项`)
  }
}

async function edit(ctx: Ctx, { id, version, ...sent }: Parsed<typeof contract.edit>) {
  await holdToChange(ctx)
  const row = await rows.need(ctx, id, { lock: true })
  const owner = isGroup(row) ? row : await rows.need(ctx, row.parentId)
  refuseStrange(row, sent, owner.dictKey)
  const wanted: { name?: string; parentId?: number } = isGroup(row)
    ? await groupAs(ctx, row, sent)
    : await entryAs(ctx, row, sent)
  const { name = row.name, parentId = row.parentId } = wanted
  if (name !== row.name || parentId !== row.parentId) await refuseSecond(ctx, name, parentId, id)
  return tell(ctx, await rows.change(ctx, id, wanted, version))
}

/** Emptied, it stands last; absent, where it stood. */
const placeAs = async (ctx: Ctx, parentId: number, sort: Edit['sort']): Promise<number | undefined> =>
  sort === null ? await lastPlace(ctx, table, parentId) : sort

async function groupAs(ctx: Ctx, row: Row, { dictKey, name, state, sort }: Edit) {
  if (dictKey !== undefined && dictKey !== row.dictKey) await refuseShipped(ctx, row, '改代码')
  return given({ dictKey, name, state, sort: await placeAs(ctx, 0, sort) })
}

async function entryAs(ctx: Ctx, row: Row, { key, parentId, value, name, state, sort }: Edit) {
  if (key !== undefined && key !== row.key) await refuseShipped(ctx, row, '改代码')
  const place = await placeAs(ctx, row.parentId, sort)
  const plain = { key, name, state, sort: place, ...(value !== undefined && { value: value || null }) }
  if (parentId === undefined || parentId === row.parentId) return given(plain)
  await refuseShipped(ctx, row, '移到别的字典')
  await refuseMore(ctx, await needOwner(ctx, { parentId }))
  return given({ ...plain, parentId, sort: sort ?? (await lastPlace(ctx, table, parentId)) })
}

/** More entries of a deleted dictionary are only counted in the log. */
const toldMost = 500

/** What the log keeps of the entries that go with their dictionary: name, code and value. */
const entriesTold = async (ctx: Ctx, id: number) => {
  const gone = await under(ctx, id)
  if (gone.length === 0) return {}
  const told = gone.slice(0, toldMost).map(({ name, key, value }) => besided(name, key) + (value ? `＝${value}` : ''))
  return { entries: told, ...(gone.length > toldMost && { entriesMore: gone.length - toldMost }) }
}

export const dict = implement(contract, {
  list: (ctx, { name, dictKey, state, ...paging }) => {
    const where = [...like('name', name), ...like('dictKey', dictKey), ...equal('state', state)]
    return pageOf(ctx, groups.page(ctx, paging, test('parentId', '=', 0), ...where))
  },
  groups: whileStanding('dict', groupsNow),
  sub: async (ctx, { parentId, dictKey, name, key, state, ...paging }) => {
    const owner = dictKey === undefined ? undefined : await needGroupBy(ctx, dictKey)
    const within = [...(parentId ? [parentId] : []), ...(owner ? [owner.id] : [])]
    const place = within.length === 0 ? [test('parentId', '>', 0)] : within.flatMap((id) => oneOf('parentId', [id]))
    const where = [...like('name', name), ...like('key', key), ...equal('state', state)]
    return pageOf(ctx, entries.page(ctx, paging, ...place, ...where))
  },
  subEsType: async (ctx, paging) => {
    const { id, state } = await needGroupBy(ctx, searchDict)
    const within = oneOf('parentId', state === 1 ? [id] : [])
    return pageOf(ctx, entries.page(ctx, paging, ...within, test('state', '=', 1)))
  },
  kv: whileStanding('dict', inUse),
  view: async (ctx, { id }) => tell(ctx, await rows.get(ctx, id)),
  viewGroup: whileStanding('dict', async (ctx: Ctx, { val }: Parsed<typeof contract.viewGroup>) => {
    const group = await needGroupBy(ctx, val.trim())
    const below = await told(ctx, await entries.shown(ctx, await under(ctx, group.id)))
    const [shown] = await groups.shown(ctx, [group])
    return { ...(await tell(ctx, shown as NonNullable<typeof shown>)), entries: below }
  }),
  save: add,
  saveNode: addEntry,
  edit,
  arrange: async (ctx, { parentId = 0, dictIds: ids }) => {
    await holdToChange(ctx)
    if (parentId !== 0) await needOwner(ctx, { parentId })
    const there = await under(ctx, parentId)
    if (there.length > arrangeMax)
      throw new Refused(
        'BAD_STATE',
        `这个字典有 ${there.length} 个条目，超过 ${arrangeMax} 个的不能整体调整顺序，请修改条目的「排序」`,
      )
    const within = parentId === 0 ? '数据字典' : '这个字典'
    await arrange(ctx, table, { parentId, ids, rows: there, within }, (row, place) => rows.write(ctx, row, place))
    return groupsNow(ctx)
  },
  merge: (ctx, input) => mergeEntries(ctx, input, { need: rows.need, write: rows.write, refuse: refuseShipped }),
  del: async (ctx, { id }) => {
    await holdToChange(ctx)
    await rows.drop(tellingToo(ctx, await entriesTold(ctx, id)), id, (inner, row) => refuseShipped(inner, row, '删除'))
    return { id: String(id) }
  },
})
