import { eachEndpoint } from '../../core/contract/areas.ts'
import { type Area, type Endpoint, isOfBin, permissionKey } from '../../core/contract/endpoint.ts'
import { dataScopes } from '../../core/domain/enums.ts'
import { quoted } from '../../core/domain/log-things.ts'
import { Refused } from '../../core/errors.ts'
import type { Ctx } from '../context.ts'
import { type Table, tables } from '../db/table.ts'
import { allHold, type Condition, isEmpty, notEmpty, test } from '../rows/condition.ts'
import { type AnyDb, namesOf } from '../rows/list.ts'
import type { RoleRights } from './role-rights.ts'
import { type Reach, rowsOfRole } from './scope.ts'
import { keysOf } from './shipped.ts'

/** How a right is answered for: what it is called, through which role it comes, and how far that reaches (docs/rules.md, Rights and scope). */

/** A right that was asked about. */
export interface AskedRight {
  readonly key: string
  readonly says: string
  /** The call that it was asked by, or that its key is named for. */
  readonly e: Endpoint | undefined
  /** The calls by which it may be tried: the one that it was asked by, and the one that its key is named for. */
  readonly calls: readonly { readonly name: string; readonly e: Endpoint }[]
  /** The table of the rows that it is about. */
  readonly table: Table | undefined
}

/** What lies in the recycle bin is not there, but for calls about what lies there. */
export const isThere = ({ e }: AskedRight, table: Table): Condition[] =>
  table.columns.deletedAt ? [e && isOfBin(e) ? notEmpty('deletedAt') : isEmpty('deletedAt')] : []

type Contract = Readonly<Record<string, Area>>
const namedMax = 5

/** The rows that a call's ids name; none where they have no numbers, as settings have none. */
export function tableOf(area: string, { about, writes, rows }: Endpoint): Table | undefined {
  const table = tables.get((rows && writes) || (about ?? area))
  return table?.columns.id ? table : undefined
}

/**
 * The right that a text means: its key, a call (`article.accept`), or what it lets people do (发布文章).
 * @throws Refused NOT_FOUND for none, BAD_INPUT where several are meant
 */
export function rightNamed(contract: Contract, text: string): AskedRight {
  const calls = [...eachEndpoint(contract)]
  const called = calls.find(([area, call]) => `${area}.${call}` === text)
  const keys = keysOf(contract)
  const name = called ? permissionKey(...called) : text
  if (called && name === '')
    throw new Refused('BAD_INPUT', `「${called[2].says}」不用授权：${called[2].open ?? '登录后即可'}`)
  const found = keys.filter(({ key, says }) => key === name || says === name)
  const some = found.length > 0 ? found : keys.filter(({ says }) => says.includes(name))
  const [one] = some
  if (!one) throw new Refused('NOT_FOUND', `没有名叫「${text}」的权限项，请按「角色」的「权限」中的名称填写`)
  if (some.length > 1) {
    const few = some.slice(0, namedMax).map(({ key, says }) => `${says}（${key}）`)
    throw new Refused('BAD_INPUT', `权限（key）：「${text}」有 ${some.length} 项，请写明：${few.join('、')}`)
  }
  const keyed = calls.find(([area, call]) => `${area}_${call}` === one.key)
  const own = called ?? keyed
  return {
    ...{ key: one.key, says: one.says, e: own?.[2], table: own && tableOf(own[0], own[2]) },
    calls: [own, keyed].flatMap((some) => (some ? [{ name: `${some[0]}.${some[1]}`, e: some[2] }] : [])),
  }
}

/** What of a row its scope goes by. */
export interface Whose {
  readonly id: number
  readonly owner: number | null
  readonly dept: number | null
  readonly column: number | null
  readonly plate: number | null
  readonly title: string
}

const number = (value: unknown) => (value === null || value === undefined ? null : Number(value))

/** A row as far as scopes and people know it; null: it is not there. */
export async function whoseIs(ctx: Ctx, right: AskedRight, table: Table, id: number): Promise<Whose | null> {
  const row = await (ctx.db as unknown as AnyDb)
    .selectFrom(table.name)
    .selectAll()
    .where(allHold([...isThere(right, table), test('id', '=', id)]))
    .executeTakeFirst()
  if (!row) return null
  const { owner, dept, column, plate } = table.scope === 'all' ? ({} as Record<string, undefined>) : table.scope
  const label = table.label && table.columns[table.label]?.kind === 'text' ? row[table.label] : null
  return {
    id,
    owner: owner ? number(row[owner]) : null,
    dept: dept ? number(row[dept]) : null,
    column: column ? number(row[column]) : null,
    plate: plate ? number(row[plate]) : null,
    title: `${table.says ?? ''}${label ? quoted(table.name, String(label)) : ` ${id}`}`,
  }
}

/** Whether a role brings a row within somebody's reach. */
export async function reachesRow(ctx: Ctx, role: RoleRights, table: Table, userId: number, id: number, reach: Reach) {
  const where = [...(rowsOfRole(role, table, userId, reach) ?? []), test('id', '=', id)]
  const query = (ctx.db as unknown as AnyDb).selectFrom(table.name).select('id').where(allHold(where))
  return (await query.executeTakeFirst()) !== undefined
}

async function named(ctx: Ctx, table: 'dept' | 'column' | 'plate', ids: readonly number[]): Promise<string> {
  const names = await namesOf(ctx.db, table, table === 'dept' ? 'name' : 'title', ids.slice(0, namedMax))
  const some = [...names.values()].map((name) => `「${name}」`).join('')
  return ids.length > namedMax ? `${some} 等 ${ids.length} 个` : some
}

/** Whose rows a role reaches, in words. */
export async function deptsOf(ctx: Ctx, { depts }: RoleRights): Promise<string> {
  if (depts === null) return '全部部门'
  return depts.length === 0 ? '仅本人' : named(ctx, 'dept', depts)
}

/** Of a role without any column. */
export const noColumns = '没有授权任何栏目'

/** In which columns, of rows that stand in columns; null: of others. */
export async function columnsOf(ctx: Ctx, { columns }: RoleRights, table: Table | undefined): Promise<string | null> {
  if (!table || table.scope === 'all' || !table.scope.column) return null
  if (columns === null) return '全部栏目'
  return columns.length === 0 ? noColumns : named(ctx, 'column', columns)
}

/** Why a role brings a row within somebody's reach, or does not. */
export async function becauseOf(
  ctx: Ctx,
  role: RoleRights,
  table: Table,
  row: Whose,
  userId: number,
  reached: boolean,
  reach: Reach,
): Promise<string> {
  if (table.name === 'dept' && reach === 'change')
    return `数据范围「${dataScopes[role.dataScope]}」${reached ? '包含' : '不包含'}这个部门`
  if (table.scope === 'all') return '这类记录不分部门，有这项权限就能办理'
  const { scope } = table
  const parts: string[] = []
  const range = `数据范围「${dataScopes[role.dataScope]}」`
  const own = row.owner === userId
  const inDepts = role.depts === null || (row.dept !== null && role.depts.includes(row.dept))
  const dept = row.dept === null ? '不属于任何部门' : `属于${await named(ctx, 'dept', [row.dept])}`
  if (!scope.dept && !scope.owner && !scope.through) parts.push('不分部门')
  else if (own) parts.push('是本人的')
  else if (inDepts) parts.push(role.depts === null ? range : `${dept}，在${range}内`)
  else if (reached) parts.push(scope.dept ? '由其所在部门办理' : `在${range}内`)
  else parts.push(`${scope.dept ? dept : '不是本人的'}，不在${range}内`)
  if (scope.column && role.columns !== null && row.column !== null) {
    const granted = role.columns.includes(row.column)
    parts.push(`栏目${await named(ctx, 'column', [row.column])}${granted ? '已授权' : '没有授权给这个角色'}`)
  }
  if (scope.plate && role.plates !== null && row.plate !== null) {
    const granted = role.plates.includes(row.plate)
    parts.push(`版块${await named(ctx, 'plate', [row.plate])}${granted ? '由这个角色管理' : '没有交给这个角色'}`)
  }
  return parts.join('；')
}
