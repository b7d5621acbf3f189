import { chunksOf } from '../../../core/chunks.ts'
import type { Parsed } from '../../../core/contract/endpoint.ts'
import { userFields } from '../../../core/contract/user/fields.ts'
import {
  type ImportColumn,
  type importCalls,
  importCellMost,
  importColumns,
} from '../../../core/contract/user/import.ts'
import { sexes, userTypes, valueOfWord } from '../../../core/domain/enums.ts'
import { isIdNumber } from '../../../core/domain/personal.ts'
import { Refused } from '../../../core/errors.ts'
import { reasonOf } from '../../../core/issues.ts'
import { roundedSays } from '../../../core/sheet/rounded.ts'
import { type Measure, measureOf } from '../../access/beyond.ts'
import { reachesIn } from '../../access/cover.ts'
import { newPassword } from '../../access/first-admin.ts'
import { hashRandom } from '../../access/password.ts'
import { granting, holdsKey, rightsChanged } from '../../access/rights.ts'
import { refuseNoMore } from '../../access/still.ts'
import { policyOf } from '../../access/unfit-password.ts'
import { breather } from '../../breather.ts'
import { type Ctx, whoOf } from '../../context.ts'
import { user as table } from '../../db/tables/people.ts'
import { sealed } from '../../rows/personal.ts'
import { phoneGiver } from './mobile.ts'
import { type Place, placesOf } from './places.ts'
import { rows } from './rows.ts'

type Item = Parsed<typeof importCalls.importMany>['items'][number]

interface Role {
  readonly id: number
  readonly name: string
}

/** Somebody as the table will have them. */
interface Newcomer {
  readonly row: number
  readonly account: string
  readonly name: string
  readonly deptId: number | null
  readonly deptName: string | null
  readonly roles: readonly Role[]
  readonly more: Readonly<Record<string, unknown>>
}

/** What is wrong with a row, cell by cell. */
interface BadRow {
  readonly row: number
  readonly says: string
}

/** What is wrong with a cell, beginning with its heading. */
class CellFault extends Error {
  constructor(column: ImportColumn, says: string) {
    super(`${importColumns[column].title}：${says}`)
  }
}

/** What rows name, and what one may name: read once for all of them. */
interface World {
  readonly places: ReadonlyMap<string, readonly Place[]>
  readonly roles: ReadonlyMap<string, number>
  /** What of a role the caller lacks. */
  readonly measure: Measure
  readonly reaches: (deptId: number | null) => boolean
  readonly mayGrant: (deptId: number | null) => boolean
  /** In small letters → where it is: a row of the sheet, or the system. */
  readonly taken: Map<string, string>
}

const someMost = 500

async function accountsThere(ctx: Ctx, accounts: readonly string[]): Promise<string[]> {
  const found: string[] = []
  const rest = breather()
  for (const some of chunksOf([...new Set(accounts.map((one) => one.toLowerCase()))], someMost)) {
    await rest()
    const there = ctx.db.selectFrom('user').select('account')
    const same = await there.where((eb) => eb(eb.fn('lower', ['account']), 'in', some)).execute()
    found.push(...same.map(({ account }) => account.toLowerCase()))
  }
  return found
}

async function worldOf(ctx: Ctx, items: readonly Item[]): Promise<World> {
  const accounts = items.flatMap(({ account }) => (account ? [account] : []))
  const roles = await ctx.db.selectFrom('role').select(['id', 'name']).where('enabled', '=', 1).execute()
  return {
    places: placesOf(await ctx.db.selectFrom('dept').select(['id', 'name', 'parentId', 'state']).execute()),
    roles: new Map(roles.map(({ id, name }) => [name, id])),
    measure: await measureOf(ctx),
    reaches: reachesIn(granting(whoOf(ctx).rights, ctx.call.key)),
    mayGrant: reachesIn(granting(whoOf(ctx).rights, 'user_grantRole')),
    taken: new Map((await accountsThere(ctx, accounts)).map((account) => [account, '已存在'])),
  }
}

/** Of names that hundreds have a few are told. */
const examplesMost = 3
const asExample = (paths: readonly string[]): string =>
  `「${paths.slice(0, examplesMost).join('」「')}」${paths.length > examplesMost ? ` 等 ${paths.length} 个` : ''}`

function deptIn({ places, reaches }: World, dept: string | undefined): Place | null {
  if (!dept) {
    if (!reaches(null)) throw new CellFault('dept', '请填写部门')
    return null
  }
  const found = places.get(dept) ?? []
  const [one] = found
  if (!one) throw new CellFault('dept', `没有「${dept}」`)
  if (found.length > 1)
    throw new CellFault(
      'dept',
      `有 ${found.length} 个「${dept}」，请写全，如${asExample(found.map(({ path }) => path))}`,
    )
  if (!reaches(one.id)) throw new CellFault('dept', `「${dept}」不在您的数据范围内`)
  if (one.stopped) throw new CellFault('dept', `「${dept}」已停用`)
  return one
}

async function rolesIn(
  ctx: Ctx,
  { roles, measure, mayGrant }: World,
  text: string | undefined,
  deptId: number | null,
): Promise<Role[]> {
  const names = (text ?? '').split(/[、,，;；]/).map((name) => name.trim())
  const given: Role[] = []
  for (const name of new Set(names.filter(Boolean))) {
    if (!holdsKey(whoOf(ctx).rights, 'user_grantRole')) throw new CellFault('roles', '您没有授予角色的权限，请留空')
    if (!mayGrant(deptId)) throw new CellFault('roles', '您不能向这个部门的人员授予角色，请留空')
    const id = roles.get(name)
    if (id === undefined) throw new CellFault('roles', `没有「${name}」，或已禁用`)
    const more = await measure.of({ roleId: id, deptId })
    if (more !== '') throw new CellFault('roles', `您没有${more}，不能授予角色「${name}」`)
    given.push({ id, name })
  }
  return given
}

/** A word of a choice as its number. */
function chosen(column: 'sex' | 'userType', words: Readonly<Record<string, string>>, text: string): string {
  const value = valueOfWord(words, text)
  if (value === undefined) throw new CellFault(column, `没有「${text}」，可写${Object.values(words).join('、')}`)
  return value
}

const plain = ['account', 'name', 'position', 'mobile', 'idNumber', 'sex', 'ehrNo', 'enterAt', 'userType'] as const

/** Gathers what is wrong with a row: its writer mends all of it at once. */
function gathering() {
  const faults: string[] = []
  const take = (error: unknown): undefined => {
    if (!(error instanceof CellFault)) throw error
    faults.push(error.message)
  }
  const cell = <T>(work: () => T): T | undefined => {
    try {
      return work()
    } catch (error) {
      return take(error)
    }
  }
  return { faults, take, cell }
}

/** What a spreadsheet program makes of a card's number that it takes for a sum. */
const endsInNoughts = /^\d{15}000$/
const noughtsSay = '末三位都是 0，可能被表格软件当作数字而丢失：请把这一列的单元格格式设为「文本」，再重新填写'

const sheetEpoch = Date.UTC(1899, 11, 30)
const dayMs = 24 * 3600_000
/** A day as people write it in a cell, or as the number that a spreadsheet program keeps; what is neither stays as it is. */
function dayIn(text: string): string {
  const days = /^\d{5}$/.test(text) ? Number(text) : 0
  if (days > 0) return new Date(sheetEpoch + days * dayMs).toISOString().slice(0, 10)
  return text.replace(/^(\d{4})[/.年](\d{1,2})[/.月](\d{1,2})日?$/, '$1-$2-$3')
}

/** A cell that a form has too, judged as the form's. */
function judged(column: (typeof plain)[number], text: string | undefined): unknown {
  if (!text) {
    if (column === 'account' || column === 'name') throw new CellFault(column, '请填写')
    return undefined
  }
  const lost =
    roundedSays(text) ?? (column === 'idNumber' && endsInNoughts.test(text) && !isIdNumber(text) ? noughtsSay : null)
  if (lost) throw new CellFault(column, lost)
  const words = { sex: sexes, userType: userTypes }
  const value = column === 'sex' || column === 'userType' ? chosen(column, words[column], text) : text
  const result = userFields[column].safeParse(column === 'enterAt' ? dayIn(text) : value)
  if (!result.success && column === 'enterAt') throw new CellFault(column, `「${text}」不是日期，应如 2020-03-01`)
  if (!result.success) throw new CellFault(column, reasonOf(result.error.issues[0] as never))
  return result.data
}

/** @throws CellFault */
function notLong(column: ImportColumn, text: string | undefined): string | undefined {
  if (text !== undefined && [...text].length > importCellMost)
    throw new CellFault(column, `最多 ${importCellMost} 个字`)
  return text
}

function refuseTaken({ taken }: World, account: string, row: number): void {
  const key = account.toLowerCase()
  const there = taken.get(key)
  if (there) throw new CellFault('account', `「${account}」${there}`)
  taken.set(key, `与第 ${row} 行相同`)
}

async function newcomer(ctx: Ctx, world: World, item: Item, row: number): Promise<Newcomer | BadRow> {
  const { faults, take, cell } = gathering()
  if (item.fault) faults.push(item.fault)
  const at = <T>(column: ImportColumn, work: (text: string | undefined) => T) =>
    cell(() => work(notLong(column, item[column])))
  const given = Object.fromEntries(plain.map((column) => [column, at(column, (text) => judged(column, text))]))
  const { account, name, ...more } = given as { account: string; name: string }
  if (account) cell(() => refuseTaken(world, account, row))
  const dept = at('dept', (text) => deptIn(world, text))
  const roles = at('roles', (text) => text)
  const granted = await rolesIn(ctx, world, roles, dept?.id ?? null).catch(take)
  if (faults.length > 0) return { row, says: faults.join('；') }
  return {
    ...{ row, account, name, more, roles: granted ?? [] },
    deptId: dept?.id ?? null,
    deptName: dept?.name ?? null,
  }
}

/** More are not told in the refusal's own words; its detail has all of them. */
const toldMost = 3

/**
 * All of them as the table will have them.
 * @throws Refused BAD_INPUT naming each row that will not do: then nobody is added
 */
export async function newcomers(ctx: Ctx, items: readonly Item[]): Promise<Newcomer[]> {
  const world = await worldOf(ctx, items)
  const rest = breather()
  const good: Newcomer[] = []
  const bad: BadRow[] = []
  for (const [i, item] of items.entries()) {
    await rest()
    const one = await newcomer(ctx, world, item, item.row ?? i + 1)
    if ('says' in one) bad.push(one)
    else good.push(one)
  }
  if (bad.length === 0) return good
  const told = bad.slice(0, toldMost).map(({ row, says }) => `第 ${row} 行${says}`)
  const more = bad.length > toldMost ? '；等' : ''
  throw new Refused(
    'BAD_INPUT',
    `${items.length} 行中有 ${bad.length} 行不符合要求，没有新增任何用户。${told.join('；')}${more}`,
    { rows: bad },
  )
}

interface Ready extends Newcomer {
  readonly password: string
  readonly hash: string
}

/** Hashes at the same time: no more than the pool of threads has. */
const atOnce = 4

/** What takes its time, before the transaction: all of them judged, each with a one-time password. */
export async function readyToImport(ctx: Ctx, { items }: { items: readonly Item[] }): Promise<Ready[]> {
  const ready: Ready[] = []
  // thousands of rows take their time on the one thread: those of several people one after the other
  const judged = ctx.parts.work.lists.run(`user ${whoOf(ctx).userId}`, () => newcomers(ctx, items))
  for (const some of chunksOf(await judged, atOnce)) {
    const withPassword = some.map(async (one) => {
      const password = newPassword()
      return { ...one, password, hash: ctx.call.dry ? '' : await hashRandom(password) }
    })
    ready.push(...(await Promise.all(withPassword)))
  }
  return ready
}

/** As the table has them. */
const valuesOf = (ctx: Ctx, mustChange: number) => (one: Ready) => {
  const { userType = 2, ...more } = one.more
  return {
    ...sealed(ctx.parts.secret, table, more),
    ...(more.mobile !== undefined && { mobileBy: phoneGiver(ctx) }),
    ...{ account: one.account, name: one.name, deptId: one.deptId, userType: String(userType), state: 0, demo: 0 },
    ...{ password: one.hash, passwordAt: ctx.now, mustChange },
  }
}

const roleNamesOf = ({ roles }: Newcomer) => roles.map(({ name }) => name).join('、')

/** Somebody as the log names them, with what they were given. */
const saysOf = (one: Newcomer) =>
  [one.name, one.account, one.deptName, one.roles.length > 0 ? `角色：${roleNamesOf(one)}` : '']
    .filter(Boolean)
    .join(' ')

/** What they were judged by is still so: thousands take their time. @throws Refused CONFLICT, NO_PERMISSION */
async function refuseChanged(ctx: Ctx, people: readonly Newcomer[]): Promise<void> {
  const changed = (what: string) => new Refused('CONFLICT', `${what}，没有新增任何用户，请核对后再导入`)
  const roleIds = [...new Set(people.flatMap(({ roles }) => roles.map(({ id }) => id)))]
  if (roleIds.length > 0) {
    const there = ctx.db.selectFrom('role').select('id').where('id', 'in', roleIds).where('enabled', '=', 1)
    if ((await there.execute()).length < roleIds.length) throw changed('所授的角色刚刚被删除或禁用')
    const measure = await measureOf(ctx, roleIds)
    const held = people.flatMap(({ roles, deptId }) => roles.map(({ id }) => ({ roleId: id, deptId })))
    for (const one of new Map(held.map((one) => [`${one.roleId} ${one.deptId}`, one])).values()) {
      const more = await measure.of(one)
      if (more !== '') throw new Refused('NO_PERMISSION', `您没有${more}，不能授予这些角色`)
    }
  }
  const deptIds = [...new Set(people.flatMap(({ deptId }) => (deptId === null ? [] : [deptId])))]
  for (const some of chunksOf(deptIds, someMost)) {
    const there = ctx.db
      .selectFrom('dept')
      .select('id')
      .where('id', 'in', [...some])
      .where('state', '=', 0)
    if ((await there.execute()).length < some.length) throw changed('有部门刚刚被删除或停用')
  }
}

/** Adds them, with their roles. @throws Refused CONFLICT where an account came in between */
export async function importMany(ctx: Ctx, people: readonly Ready[]) {
  // behind the counter two who add the same account stand one after the other
  await rightsChanged(ctx.db)
  // thousands of passwords take their time
  await refuseNoMore(ctx)
  const accounts = people.map(({ account }) => account)
  const [between] = await accountsThere(ctx, accounts)
  if (between !== undefined) throw new Refused('CONFLICT', `账号「${between}」刚刚由他人新增，请核对后再导入`)
  await refuseChanged(ctx, people)
  const { firstChange } = await policyOf(ctx)
  const ids = new Map<string, number>()
  const rest = breather()
  for (const some of chunksOf(people)) {
    await rest()
    const values = some.map(valuesOf(ctx, firstChange ? 1 : 0))
    const added = await rows.addMany(ctx, values as never, { people: some.map(saysOf) })
    for (const { id, account } of added) ids.set(String(account), Number(id))
  }
  const idOf = ({ account }: Newcomer) => ids.get(account) as number
  const pairs = people.flatMap((one) => one.roles.map(({ id }) => ({ userId: idOf(one), roleId: id })))
  for (const some of chunksOf(pairs, someMost)) {
    await rest()
    await ctx.db
      .insertInto('userRole')
      .values([...some])
      .execute()
  }
  const users = people.map((one) => ({
    ...{ row: one.row, id: String(idOf(one)), account: one.account, name: one.name, deptName: one.deptName },
    roleNames: roleNamesOf(one) || null,
    // what is only tried shows none: nobody could sign in with it
    oncePassword: ctx.call.dry ? null : one.password,
  }))
  return { added: users.length, users }
}
