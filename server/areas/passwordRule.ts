import type { Parsed } from '../../core/contract/endpoint.ts'
import { passwordRule as contract, passwordRuleRow, typeFields } from '../../core/contract/passwordRule.ts'
import type { SettingName } from '../../core/domain/settings.ts'
import { Refused } from '../../core/errors.ts'
import { refuseLess } from '../access/beyond.ts'
import { policyOf } from '../access/unfit-password.ts'
import type { Ctx } from '../context.ts'
import * as made from '../db/migrations/202611231520-password-rule.ts'
import { passwordRule as table } from '../db/tables/passwordRule.ts'
import { implement, ownTransactions } from '../pipeline.ts'
import { equal, like } from '../rows/condition.ts'
import { rowsOf } from '../rows/rows-of.ts'
import { checked, hold, write } from './setting/write.ts'

export const migrations = { '202611231520-password-rule': made }
export const demo = () => import('../demo/passwordRule.ts')
/** Where its screen stands in the menu. */
export const entry = { under: 'system', name: '密码规则', url: 'system/passwordRule' } as const

const rows = rowsOf(table, {
  reply: passwordRuleRow,
  logged: ['name', 'kind', 'enabled', 'sort', 'remark'],
  order: [
    ['sort', 'asc'],
    ['id', 'asc'],
  ],
})

/** Each is looked through at every change of a password. */
const rulesMax = 50

/** What no password may have in it binds the administrators too. @throws Refused NO_PERMISSION */
const refuseLesser = (ctx: Ctx) => refuseLess(ctx, '密码规则对所有人有效，不能改动')

async function save(ctx: Ctx, { id, version, ...given }: Parsed<typeof contract.saveOrUpdate>) {
  refuseLesser(ctx)
  if (id) return rows.change(ctx, id, given, version)
  const { n } = await ctx.db
    .selectFrom('passwordRule')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  if (Number(n) >= rulesMax) throw new Refused('BAD_STATE', `最多 ${rulesMax} 条密码规则，请写进已有的规则`)
  const { name, words, kind = 1, sort = 0, enabled = 1, remark = null } = given
  if (name === undefined) throw new Refused('MISSING_PARAMETER', '缺少规则名称（name）')
  if (words === undefined) throw new Refused('MISSING_PARAMETER', '缺少词语（words）')
  return rows.add(ctx, { name, words, kind, sort, enabled, remark })
}

/** There is one type of password, that of the staff. @throws Refused NOT_FOUND */
function refuseOther(id: number | null | undefined): void {
  if (id && id !== 1) throw new Refused('NOT_FOUND', `密码要求 ${id} 不存在，只有 1（职员密码）`)
}

async function type(ctx: Ctx) {
  const policy = await policyOf(ctx)
  return { id: '1', name: '职员密码', ...policy, firstChange: policy.firstChange ? 1 : 0 }
}

/** Writes the settings behind the type; null: their defaults. */
async function writeType(ctx: Ctx, wanted: ReadonlyMap<SettingName, string | null>) {
  const changed = await write(ctx, wanted)
  // settings are no rows of this area
  if (changed) ctx.record({ before: changed.before, after: changed.after })
  return type(ctx)
}

async function saveType(ctx: Ctx, { id, ...given }: Parsed<typeof contract.typeSaveOrUpdate>) {
  refuseOther(id)
  await hold(ctx)
  const wanted = new Map<SettingName, string>()
  for (const [field, name] of Object.entries(typeFields)) {
    const value = given[field as keyof typeof given]
    if (value !== undefined) wanted.set(name, await checked(ctx, name, String(value)))
  }
  return writeType(ctx, wanted)
}

const list = rows.list<typeof contract.list>({ name: like, kind: equal, enabled: equal })

export const passwordRule = implement(contract, {
  list,
  pageList: list,
  get: (ctx, { id }) => rows.get(ctx, id),
  saveOrUpdate: save,
  del: async (ctx, { id }) => {
    refuseLesser(ctx)
    await rows.drop(ctx, id)
    return { id: String(id) }
  },
  dels: ownTransactions((ctx: Ctx, { ids }: { ids: number[] }) => {
    refuseLesser(ctx)
    return rows.remove(ctx, ids)
  }),
  typeGet: (ctx, { id }) => {
    refuseOther(id)
    return type(ctx)
  },
  typeSaveOrUpdate: saveType,
  typeReset: async (ctx) => {
    await hold(ctx)
    return writeType(ctx, new Map(Object.values(typeFields).map((name) => [name, null])))
  },
})
