import type { Selectable } from 'kysely'
import { dept as contract } from '../../core/contract/dept.ts'
import type { Parsed } from '../../core/contract/endpoint.ts'
import { Refused } from '../../core/errors.ts'
import { reachesDept, refuseGain, refuseMightierAmong, rightsTaken } from '../access/beyond.ts'
import { rightsChanged } from '../access/rights.ts'
import { tokensOf, toldOf } from '../access/tokens-ended.ts'
import { type Ctx, whoOf } from '../context.ts'
import * as made from '../db/migrations/0200-dept.ts'
import * as merging from '../db/migrations/202611250710-dept-merge.ts'
import * as aims from '../db/migrations/202611261700-dept-target.ts'
import type { RowOf } from '../db/table.ts'
import { dept as table } from '../db/tables/people.ts'
import { refuseOpenAt } from '../letters/open-at.ts'
import { touchSigned } from '../letters/signed.ts'
import { implement, whileStanding } from '../pipeline.ts'
import { between, equal, like } from '../rows/condition.ts'
import { refuseUsed } from '../rows/references.ts'
import { tellingToo } from '../rows/telling.ts'
import {
  arrange,
  deptsBelow,
  deptTree,
  holdTree,
  lastPlace,
  levelIn,
  nest,
  readTree,
  refuseParent,
  withBelow,
} from '../rows/tree.ts'
import { merge } from './dept/merge.ts'
import { rows } from './dept/rows.ts'
import { endSessionsAmong } from './user/password.ts'
import { keepStay } from './user/stay.ts'

/** What departments have beside their names came later than the table. */
export const migrations = { '0200-dept': made, '202611250710-dept-merge': merging, '202611261700-dept-target': aims }

type Row = Selectable<RowOf<typeof table.columns>>
type Save = Parsed<typeof contract.save>

/** Departments with how deep each stands, which the tree tells: 0 at the top. */
async function leveled<R extends { id: string }>(ctx: Ctx, list: readonly R[]): Promise<(R & { level: number })[]> {
  const tree = await deptTree(ctx)
  return list.map((one) => ({ ...one, level: levelIn(tree, Number(one.id)) }))
}
const one = async <R extends { id: string }>(ctx: Ctx, row: R) =>
  (await leveled(ctx, [row]))[0] as R & { level: number }

const all = (ctx: Ctx): Promise<Row[]> => ctx.db.selectFrom('dept').selectAll().orderBy('sort').orderBy('id').execute()

/** The departments that are in use, in the order of the list. */
const active = async (ctx: Ctx): Promise<Row[]> => (await all(ctx)).filter(({ state }) => state === 0)

/** What everybody who is signed in may know. */
const brief = (row: Row) => ({
  id: String(row.id),
  name: row.name,
  no: row.no,
  parentId: String(row.parentId),
  state: row.state,
  deptType: row.deptType,
  type: row.type,
  isCount: row.isCount,
  sort: row.sort,
})
const open = ({ id, name, deptType }: Row) => ({ id: String(id), name, deptType })

const treeNow = async (ctx: Ctx) => {
  const found = await all(ctx)
  const levels = new Map((await leveled(ctx, found.map(brief))).map(({ id, level }) => [id, level]))
  const names = new Map(found.map(({ id, name }) => [id, name]))
  return nest(found, (row) => ({
    ...brief(row),
    level: levels.get(String(row.id)) ?? 0,
    intoName: names.get(row.intoId ?? 0) ?? null,
  }))
}

/** Partners go on pushing in its name, and nobody of it sees to that any more. @throws Refused BAD_STATE */
async function refusePartners(
  { db }: Ctx,
  { id, name }: { readonly id: number; readonly name: string },
): Promise<void> {
  const found = db
    .selectFrom('partner')
    .select('name')
    .where('deptId', '=', id)
    .where('state', '=', 0)
    .orderBy('id')
    .limit(6)
  const names = (await found.execute()).map((one) => `「${one.name}」`)
  if (names.length === 0) return
  const all = names.slice(0, 5).join('') + (names.length > 5 ? '等' : '')
  throw new Refused('BAD_STATE', `部门「${name}」还有在用的互通单位${all}，请先停用，或改归别的部门`)
}

/** Nobody shuts themselves out. */
function refuseOwn(ctx: Ctx, id: number, doing: string): void {
  if (whoOf(ctx).deptId === id) throw new Refused('BAD_STATE', `不能${doing}本人所在的部门`)
}

/** Where a department stands, and what it is called, gives reach and stands under answers: it is changed by who reaches it. @throws Refused NO_PERMISSION */
function refuseBeyond(ctx: Ctx, dept: { readonly id: number; readonly name: string }): void {
  if (reachesDept(ctx, dept.id)) return
  throw new Refused('NO_PERMISSION', `您没有部门「${dept.name}」的数据范围，不能改动`)
}

/** @throws Refused NO_PERMISSION for a place out of reach: under who sees no further than it, or at the top */
function refuseParentBeyond(ctx: Ctx, parentId: number): void {
  if (reachesDept(ctx, parentId === 0 ? null : parentId)) return
  const says = parentId === 0 ? '全部部门的数据范围，不能改动最上级的部门' : '所选上级部门的数据范围，不能改动其下级'
  throw new Refused('NO_PERMISSION', `您没有${says}（parentId）`)
}

/** A department as it will stand: checked with all that it stands beside. */
async function checked(ctx: Ctx, { id: _, version: __, level, ...sent }: Save, was: Row | null) {
  const self = was?.id ?? 0
  const name = (sent.name ?? was?.name ?? '').trim()
  const parentId = sent.parentId ?? was?.parentId ?? 0
  if (name === '') throw new Refused('MISSING_PARAMETER', '缺少部门名称（name）')
  const tree = await readTree(ctx.db, table)
  if (was) refuseBeyond(ctx, was)
  if (parentId !== was?.parentId) {
    refuseParent(table, tree, parentId, self)
    refuseParentBeyond(ctx, parentId)
    if (was)
      await refuseGain(ctx, { gained: await deptsBelow(ctx, was.id), at: parentId, doing: `移动「${was.name}」` })
  }
  const due = parentId === 0 ? 0 : levelIn(tree, parentId) + 1
  if (level !== undefined && level !== due)
    throw new Refused('BAD_INPUT', `级次（level）：由上级部门决定，应为 ${due}，可以不填`)
  if (sent.state === 1 && was?.state !== 1) refuseOwn(ctx, self, '停用')
  return { ...sent, ...(sent.name !== undefined && { name }), ...(sent.no === '' && { no: null }), parentId }
}

const peopleOf = async ({ db }: Ctx, deptId: number): Promise<number[]> =>
  (await db.selectFrom('user').select('id').where('deptId', '=', deptId).execute()).map(({ id }) => id)

async function save(ctx: Ctx, input: Save) {
  await holdTree(ctx, table)
  const was = input.id ? await rows.need(ctx, input.id, { lock: true }) : null
  const given = await checked(ctx, input, was)
  if (was && given.state === 1 && was.state !== 1) {
    await refuseOpenAt(ctx, was)
    await refusePartners(ctx, was)
    await refuseMightierAmong(ctx, (users) => users.where('user.deptId', '=', was.id), '停用这个部门')
  }
  const moved = was !== null && given.parentId !== was.parentId
  const sort = given.sort ?? (was && !moved ? was.sort : await lastPlace(ctx, table, given.parentId))
  if (was && moved) await keepStay(ctx, { deptIds: await deptsBelow(ctx, was.id) })
  const stops = was !== null && given.state === 1 && was.state !== 1
  const ending = stops ? await tokensOf(ctx.db, await peopleOf(ctx, was.id), ctx.now) : []
  const row = was
    ? // what is in use again stands by itself
      await rows.change(
        tellingToo(ctx, toldOf(ending)),
        was.id,
        { ...given, sort, ...(given.state === 0 && { intoId: null }) },
        input.version,
      )
    : await rows.add(ctx, { state: 0, deptType: 0, isCount: 0, type: 3, ...given, name: given.name as string, sort })
  if (stops) await endSessionsAmong(ctx, (users) => users.where('user.deptId', '=', was.id))
  await rightsTaken(ctx)
  // answers on the site are signed by it
  if (was && row.name !== was.name) await touchSigned(ctx)
  return one(ctx, row)
}

/** What was sent to a department says to whom. @throws Refused BAD_STATE */
async function refuseNotified(ctx: Ctx, { id, name }: { readonly id: number; readonly name: string }): Promise<void> {
  const { n } = await ctx.db
    .selectFrom('noticeTo')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('deptId', '=', id)
    .executeTakeFirstOrThrow()
  if (Number(n) > 0)
    throw new Refused('BAD_STATE', `部门「${name}」还有 ${n} 条通知，不能删除；请停用它，或先删除这些通知`)
}

/** All that holds a department is told at once, what people wait for first. @throws Refused BAD_STATE */
async function refuseHeld(ctx: Ctx, row: Row): Promise<void> {
  const says: string[] = []
  const holds = [
    () => refuseOpenAt(ctx, row, '删除'),
    () => refuseNotified(ctx, row),
    () => refuseUsed(ctx, table as never, row as never),
  ]
  for (const refuse of holds)
    await refuse().catch((error: unknown) => {
      if (!(error instanceof Refused && error.code === 'BAD_STATE')) throw error
      says.push(error.message)
    })
  if (says.length > 0) throw new Refused('BAD_STATE', says.join('。'))
}

export const dept = implement(contract, {
  list: whileStanding('access', async (ctx: Ctx) => leveled(ctx, await rows.shown(ctx, await all(ctx)))),
  page: async (ctx, { startTime, endTime, ...input }) => {
    const found = await rows.page(
      ctx,
      input,
      ...like('name', input.name),
      ...like('no', input.no),
      ...equal('type', input.type),
      ...between('createdAt', startTime, endTime),
    )
    return { ...found, list: await leveled(ctx, found.list) }
  },
  tree: whileStanding('access', treeNow),
  // a department called so at the top stands for all of them
  notAll: whileStanding('access', async (ctx: Ctx) =>
    leveled(ctx, (await active(ctx)).filter((row) => !(row.parentId === 0 && row.name === '全部')).map(brief)),
  ),
  data: whileStanding('access', async (ctx: Ctx) =>
    leveled(
      ctx,
      (await active(ctx)).filter(({ type, isCount }) => isCount === 1 && (type === 0 || type === 3)).map(brief),
    ),
  ),
  byUser: async (ctx) => {
    const { deptId } = whoOf(ctx)
    return leveled(ctx, (await active(ctx)).filter(({ id }) => id === deptId).map(brief))
  },
  themeWeb: whileStanding('access', async (ctx: Ctx) =>
    (await active(ctx)).filter(({ type }) => type === 1 || type === 3).map(open),
  ),
  web: whileStanding('access', async (ctx: Ctx) => (await active(ctx)).map(open)),
  view: async (ctx, { id }) => one(ctx, await rows.get(ctx, id)),
  get: async (ctx, { id }) => one(ctx, await rows.get(ctx, id)),
  getName: async (ctx, { id }) => {
    const row = await rows.need(ctx, id)
    return { id: String(row.id), name: row.name }
  },
  save,
  arrange: async (ctx, { parentId, deptIds: ids }) => {
    await holdTree(ctx, table)
    const there = await all(ctx)
    refuseParentBeyond(ctx, parentId)
    const asked = new Set(ids)
    const coming = there.filter((row) => asked.has(row.id) && row.parentId !== parentId)
    for (const row of coming) refuseBeyond(ctx, row)
    const gained = await withBelow(
      ctx.db,
      table as never,
      coming.map(({ id }) => id),
    )
    if (gained.length > 0) await refuseGain(ctx, { gained, at: parentId, doing: '把这些部门移到那里' })
    await keepStay(ctx, { deptIds: gained })
    await arrange(ctx, table, { parentId, ids, rows: there }, (row, place) => rows.write(ctx, row, place))
    await rightsChanged(ctx.db)
    return treeNow(ctx)
  },
  merge,
  del: async (ctx, { id }) => {
    await holdTree(ctx, table)
    refuseOwn(ctx, id, '删除')
    // by then it is held: nothing comes to name it meanwhile
    await rows.drop(ctx, id, (own, row) => {
      refuseBeyond(own, row)
      return refuseHeld(own, row)
    })
    await rightsChanged(ctx.db)
    return { id: String(id) }
  },
})
