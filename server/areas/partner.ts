import type { Parsed } from '../../core/contract/endpoint.ts'
import { partner as contract, partnerRow } from '../../core/contract/partner.ts'
import { articleKinds, columnFields, isArticleKind, kindsIn } from '../../core/domain/push-kinds.ts'
import { Refused } from '../../core/errors.ts'
import { refuseElsewhere } from '../access/beyond.ts'
import type { OwnEntry } from '../access/menu.ts'
import { columnsOf, scopeOf } from '../access/scope.ts'
import type { Ctx } from '../context.ts'
import * as made from '../db/migrations/202611252224-partner.ts'
import { partner as table } from '../db/tables/partner.ts'
import { implement, ownTransactions } from '../pipeline.ts'
import { eachOf } from '../rows/bulk.ts'
import { allHold, equal, like } from '../rows/condition.ts'
import { rowsOf } from '../rows/rows-of.ts'
import { newToken } from '../secret.ts'
import { usualColumnOf } from './interWorking/take-article.ts'

export const migrations = { '202611252224-partner': made }
export const entry: OwnEntry = { under: 'system', name: '互通单位', url: 'system/partner' }
export const demo = () => import('../demo/partner.ts')

const columns = ['leaderColumnId', 'orgColumnId', 'commonColumnId', 'policyDocColumnId'] as const
const rows = rowsOf(table, { reply: partnerRow, logged: ['name', 'kinds', 'state', 'deptId', ...columns] })

type Given = Partial<Parsed<typeof contract.add>>
type Placed = { readonly [F in 'deptId' | (typeof columns)[number]]?: number | null | undefined } & {
  readonly kinds?: string | null | undefined
}

/** Nobody lets others write where they themselves may not. @throws Refused NO_PERMISSION, NOT_FOUND */
function refuseBeyond(ctx: Ctx, given: Placed): void {
  if (given.deptId) refuseElsewhere(ctx, given.deptId)
  const allowed = columnsOf(ctx)
  for (const name of columns) {
    const id = given[name]
    if (id && allowed && !allowed.has(id)) throw new Refused('NOT_FOUND', `栏目 ${id} 不存在或无权使用`)
  }
}

/** Where no column is named, the site's settings say where the articles go. @throws Refused NO_PERMISSION where the caller may not write there */
async function refuseOpen(ctx: Ctx, given: Placed): Promise<void> {
  const allowed = columnsOf(ctx)
  if (!allowed) return
  for (const kind of kindsIn(given.kinds ?? '').filter(isArticleKind)) {
    const usual = given[columnFields[kind]] ? undefined : await usualColumnOf(ctx, kind)
    if (usual !== undefined && !allowed.has(usual))
      throw new Refused(
        'NO_PERMISSION',
        `${articleKinds[kind]}的栏目（${columnFields[kind]}）：留空的进入站点设置的栏目，您无权使用，请选择您的栏目`,
      )
  }
}

/** Nor has anybody a hand in who writes, by another hand, where they themselves may not. @throws Refused NO_PERMISSION, NOT_FOUND */
async function needOwn(ctx: Ctx, id: number) {
  const row = await rows.need(ctx, id, { lock: true })
  refuseBeyond(ctx, row)
  return row
}

/** What was chosen and taken away again names nothing. @throws Refused where it may push nothing */
function placed({ kinds, ...given }: Given): Given {
  if (kinds === '') throw new Refused('BAD_INPUT', '可推送的种类（kinds）：至少选择一种')
  const named = ['deptId', ...columns] as const
  const places = named.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name] || null]]))
  return { ...given, ...(kinds !== undefined && { kinds }), ...Object.fromEntries(places) }
}

/** A new secret, and the mark of it that is stored. One that is only tried will never hold, and is not shown. */
function newSecret({ parts, call }: Ctx) {
  const secret = newToken()
  return { secret: call.dry ? '' : secret, secretHash: parts.secret.mark('partner', secret) }
}

/** What was got by an earlier secret opens nothing any more. */
const endTokens = ({ db }: Ctx, partnerId: number) =>
  db.deleteFrom('session').where('kind', '=', 'partner').where('partnerId', '=', partnerId).execute()

async function add(ctx: Ctx, input: Parsed<typeof contract.add>) {
  const { secret, secretHash } = newSecret(ctx)
  const given = placed(input) as typeof input
  refuseBeyond(ctx, given)
  await refuseOpen(ctx, given)
  return { ...(await rows.add(ctx, { ...given, key: newToken().slice(0, 24), secretHash, state: 0 })), secret }
}

/** What it pushed goes along with it to another department. */
async function edit(ctx: Ctx, { id, version, ...given }: Parsed<typeof contract.edit>) {
  const was = await needOwn(ctx, id)
  const values = placed(given)
  refuseBeyond(ctx, { ...was, ...values })
  await refuseOpen(ctx, { ...was, ...values })
  const row = await rows.change(ctx, id, values, version)
  if (given.deptId !== undefined)
    await ctx.db
      .updateTable('interWorking')
      .set({ deptId: given.deptId || null })
      .where('partnerId', '=', id)
      .where('deptId', 'is distinct from', given.deptId || null)
      .execute()
  return row
}

async function renew(ctx: Ctx, { id }: Parsed<typeof contract.renew>) {
  await refuseOpen(ctx, await needOwn(ctx, id))
  const { secret, secretHash } = newSecret(ctx)
  const row = await rows.change(ctx, id, { secretHash, state: 0, revokedAt: null })
  await endTokens(ctx, id)
  return { ...row, secret }
}

async function revoke(ctx: Ctx, id: number): Promise<void> {
  const { state } = await needOwn(ctx, id)
  if (state === 0) await rows.change(ctx, id, { state: 1, revokedAt: ctx.now })
  await endTokens(ctx, id)
}

export const partner = implement(contract, {
  list: rows.list<typeof contract.list>({ name: like, state: equal }),
  get: (ctx, { id }) => rows.get(ctx, id),
  options: async (ctx) => {
    const reached = allHold(scopeOf(ctx, table))
    const all = await ctx.db.selectFrom('partner').select(['id', 'name']).where(reached).orderBy('id').execute()
    return all.map(({ id, name }) => ({ id: String(id), name }))
  },
  add,
  edit,
  renew,
  revoke: ownTransactions((ctx: Ctx, { ids }: { ids: number[] }) => eachOf(ctx, ids, revoke)),
  dels: ownTransactions((ctx: Ctx, { ids }: { ids: number[] }) =>
    rows.remove(ctx, ids, async (inner, { id }) => {
      await needOwn(inner, id)
      await endTokens(inner, id)
    }),
  ),
})
