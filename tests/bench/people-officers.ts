import { chunksOf } from '../../core/chunks.ts'
import { rightsChanged } from '../../server/access/rights.ts'
import { openParts } from '../../server/serve.ts'
import type { ServerProcess } from '../support/process.ts'
import { longest, timed, usageOf } from './measure.ts'
import { sizes } from './people-fill.ts'
import { tokenOf } from './people-rights.ts'

/** Who administers people: the administrator, and two personnel officers by how far they see, all departments one by one or as one whole. */
const officers = { admin: '管理员', renshi1: '人事，各部门', renshi2: '人事，全部' } as const
type Officer = keyof typeof officers
const scopes = { renshi1: 'DEPARTS', renshi2: 'ALL' } as const
const keys = ['user_list', 'user_save', 'user_grantRole', 'user_resetPwd', 'role_list', 'role_save', 'dept_list']
const atOnce = 400

/** Roles that reach as far as their holders' departments do. */
interface Roles {
  readonly everybody: number
  readonly other: number
  /** It asks for a second factor. */
  readonly strict: number
}
const names = { everybody: '人人有的', other: '另一个', strict: '要口令的' } as const

/** Gives everybody one role alone, and the officers theirs; the server does not run meanwhile. */
export async function fillOfficers(data: string, databaseUrl?: string): Promise<Roles> {
  const silent = () => {}
  const around = { port: 0, host: '127.0.0.1', demo: false, out: silent, err: silent }
  const { db } = await openParts({ ...around, data, databaseUrl, signal: new AbortController().signal })
  const now = Date.now()
  const roles = await db.transaction(async (trx) => {
    const role = async (name: string, dataScope: string, aliases: readonly string[], factor: 0 | 1 = 0) => {
      const row = { createdAt: now, updatedAt: now, version: 1, name, dataScope, enabled: 1 as const, factor }
      const { id } = await trx.insertInto('role').values(row).returning('id').executeTakeFirstOrThrow()
      const some = await trx.selectFrom('resource').select('id').where('alias', 'in', aliases).execute()
      const pairs = some.map((one) => ({ roleId: id, resourceId: one.id }))
      await trx.insertInto('roleResource').values(pairs).execute()
      return id
    }
    const made = {
      everybody: await role(names.everybody, 'DEPARTS', keys),
      other: await role(names.other, 'DEPARTS', ['user_list', 'dept_list']),
      strict: await role(names.strict, 'DEPARTS', ['user_list'], 1),
    }
    const theirs = trx.selectFrom('user').select('id').where('account', 'like', 'renshi%')
    await trx.deleteFrom('userRole').where('userId', 'in', theirs).execute()
    const people = await theirs.where('account', 'not in', Object.keys(scopes)).execute()
    const pairs = people.map(({ id }) => ({ userId: id, roleId: made.everybody }))
    for (const some of chunksOf(pairs, atOnce))
      await trx
        .insertInto('userRole')
        .values([...some])
        .execute()
    const top = trx.selectFrom('dept').select('id').where('name', '=', '第 0 办公室')
    for (const [account, scope] of Object.entries(scopes)) {
      const roleId = await role(`人事 ${scope}`, scope, keys)
      const { id } = await trx
        .updateTable('user')
        .set({ deptId: top })
        .where('account', '=', account)
        .returning('id')
        .executeTakeFirstOrThrow()
      await trx.insertInto('userRole').values({ userId: id, roleId }).execute()
    }
    await rightsChanged(trx)
    return made
  })
  await db.close()
  return roles
}

type Act = readonly [says: string, path: string, body: object, dry?: true]

/** What one of them does to many people at once. @param turn which of them */
function acts({ everybody, other, strict }: Roles, ids: readonly number[], deptId: number, turn: number): Act[] {
  const people = Array.from({ length: 5000 }, (_, i) => ({
    ...{ row: i + 2, account: `new${turn}x${i}`, name: `新人${i}`, dept: `第 ${i % sizes.depts} 办公室` },
    roles: `${names.everybody}、${names.other}`,
  }))
  const some = ids.slice(0, 500)
  return [
    ['导入 5,000 人', '/x/user/import', people, true],
    ['导入 5,000 人', '/x/user/import', people],
    ['人人有的角色要求动态口令', '/role/save', { id: everybody, factor: 1 }, true],
    ['人人有的角色要求动态口令', '/role/save', { id: everybody, factor: 1 }],
    ['不再要求', '/role/save', { id: everybody, factor: 0 }],
    ['500 人转部门', '/x/user/move', { ids: some, deptId }, true],
    ['500 人转部门', '/x/user/move', { ids: some, deptId }],
    ['授予 1,000 人一个角色', '/ding/user/grant/role', { roleId: other, userIds: ids }, true],
    ['授予 1,000 人一个角色', '/ding/user/grant/role', { roleId: other, userIds: ids }],
    ['收回', '/ding/user/del/role', { roleId: other, userIds: ids }],
    ['授予 1,000 人要求口令的角色', '/ding/user/grant/role', { roleId: strict, userIds: ids }],
    ['收回', '/ding/user/del/role', { roleId: strict, userIds: ids }],
    ['1,000 人退出登录', '/x/user/sign-out', { ids }],
  ]
}

/** How long each act takes by each of them, and how long an empty answer and what another one writes wait beside it. */
export async function timeOfficers({ url, child }: ServerProcess, roles: Roles): Promise<void> {
  const tokens: Record<string, string> = {}
  for (const account of Object.keys(officers)) tokens[account] = await tokenOf(url, account)
  const post = async (account: Officer, path: string, body: object) => {
    const headers = { authorization: tokens[account] as string, 'content-type': 'application/json' }
    const reply = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    // biome-ignore lint/suspicious/noExplicitAny: whatever came
    const { errorCode, errorMsg, value } = (await reply.json()) as any
    if (errorCode !== '0' || value?.failed?.length > 0) throw new Error(`${account} ${path}: ${errorMsg}`)
    return value
  }
  const ids: number[] = []
  for (let pageNumber = 10; ids.length < 1000; pageNumber += 1) {
    const { list } = await post('admin', '/ding/user/list', { pageNumber, pageSize: 200 })
    ids.push(...list.map(({ id }: { id: string }) => Number(id)))
  }
  const depts: { id: string; name: string }[] = await post('admin', '/ding/dept/list', {})
  const deptIds = depts.filter(({ name }) => name.endsWith('办公室')).map(({ id }) => Number(id))
  const dict = await post('admin', '/data/dict/save', { dictKey: 'beside', name: '旁边' })
  console.log('人事办理许多人，ms（处理器）/ 同时 /healthz 最长 / 同时他人写入最长')
  for (const [turn, account] of (Object.keys(officers) as Officer[]).entries()) {
    for (const [says, path, body, dry] of acts(roles, ids, deptIds[5 + turn] as number, turn)) {
      const empty = longest(async () => (await fetch(`${url}/healthz`)).text())
      let n = 0
      const written = longest(() => post('admin', '/data/dict/edit', { id: dict.id, name: `旁边 ${n++ % 2}` }))
      const { cpu } = usageOf(child.pid as number)
      const ms = await timed(() => post(account, `${dry ? '/x/dry-run' : ''}${path}`, body))
      const spent = usageOf(child.pid as number).cpu - cpu
      const waits = [await empty(), await written()].map((wait) => wait.toFixed(0)).join(' / ')
      console.log(`${officers[account]} ${dry ? '预演' : ''}${says}：${ms.toFixed(0)} (${spent}) / ${waits}`)
    }
  }
}
