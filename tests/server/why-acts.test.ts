import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { prepare } from '../../core/client/prepare.ts'
import { requestOf } from '../../core/client/request.ts'
import { eachEndpoint, wholeContract } from '../../core/contract/areas.ts'
import { permissionKey } from '../../core/contract/endpoint.ts'
import { canRehearse, rehearsalOf } from '../../core/contract/rehearsal.ts'
import { keysOf } from '../../server/access/shipped.ts'
import { validate } from '../../server/http/validate.ts'
import { databases } from '../support/databases.ts'
import { holding, roleHolding } from '../support/holding.ts'
import { makeDept, type Person, startServer, type TestServer } from '../support/server.ts'

const contract = await wholeContract()
const kinds = ['user', 'dept', 'role']
const fits = (e: Parameters<typeof validate>[0], input: object) => {
  try {
    validate(e, input as Record<string, unknown>)
    return true
  } catch {
    return false
  }
}
/** The acts on people, departments and roles that want to know nothing but whose row it is. */
const acts = [...eachEndpoint(contract)].flatMap(([area, name, e]) => {
  if (
    !kinds.includes(area) ||
    (e.about ?? area) !== area ||
    e.effect !== 'write' ||
    permissionKey(area, name, e) === ''
  )
    return []
  const inputOf = [(id: number) => ({ id: String(id) }), (id: number) => ({ ids: [String(id)] })].find((of) =>
    fits(e, of(1)),
  )
  return inputOf ? [{ area, call: `${area}.${name}`, e, inputOf }] : []
})

describe.each(databases)('why somebody may do something to people, departments and roles, on %s', (database) => {
  let server: TestServer
  let admin: Person
  const askers: [string, Person][] = []
  const rows: Record<string, number[]> = { user: [], dept: [], role: [] }
  beforeAll(async () => {
    server = await startServer(database)
    admin = await server.person({ roles: ['admin'] })
    const top = await makeDept(server, '经济科技委员会')
    const below = await makeDept(server, '科技处', top)
    const other = await makeDept(server, '提案委员会')
    const keys = keysOf(contract).flatMap(({ key }) => (kinds.includes(key.split('_')[0] as string) ? [key] : []))
    for (const dataScope of ['SELF', 'DEPART', 'DEPARTS', 'ALL'] as const)
      askers.push([dataScope, await holding(server, keys, { dataScope, deptId: top })])
    askers.push(['admin', admin])
    const small = await roleHolding(server, ['user_list'], { dataScope: 'DEPART' })
    const mighty = await roleHolding(server, ['user_list', 'article_approve'], {})
    const person = async (roles: string[], deptId: number | null) => (await server.person({ roles, deptId })).userId
    rows.user = [
      await person([], top),
      await person([small.alias], below),
      await person([mighty.alias], top),
      await person([small.alias], other),
      await person(['admin'], top),
      await person([], null),
    ]
    rows.dept = [top, below, other]
    rows.role = [small.id, mighty.id]
  })
  afterAll(() => server.close())

  const forRights = ['NO_PERMISSION', 'NOT_FOUND']

  /** How the call itself ends; tried, where it can be. */
  async function endOf(who: Person, { call, e, inputOf }: (typeof acts)[number], id: number): Promise<string> {
    if (!canRehearse(e)) return (await who.call(call, inputOf(id))).errorCode
    const to = rehearsalOf(e)
    const sent = requestOf(to, prepare(to, inputOf(id)), { server: '', token: () => who.token })
    const { errorCode, value } = await server.raw(sent.url, {
      ...{ method: sent.method, headers: sent.headers as Record<string, string> },
      ...(sent.body && { body: sent.body as string }),
    })
    return value?.value?.failed?.[0]?.errorCode ?? errorCode
  }

  test('there are such acts', () => {
    const found = acts.map(({ call }) => call)
    expect(found).toEqual(
      expect.arrayContaining([
        'user.save',
        'user.del',
        'user.resetPwd',
        'user.signOut',
        'dept.save',
        'dept.del',
        'role.save',
        'role.del',
      ]),
    )
  })

  /** Where the answer and the call say different things. */
  async function wrongOf(who: Person, asker: Person, some: readonly (typeof acts)[number][]): Promise<string[]> {
    const wrong: string[] = []
    for (const act of some)
      for (const id of rows[act.area] ?? []) {
        const end = await endOf(who, act, id)
        const about = asker === who ? {} : { user: who.account }
        const { value, text } = await asker.call('auth.why', { key: act.call, id: String(id), ...about })
        const yes = value?.lacking?.length === 0
        // what the state of things is against says nothing of rights
        if (yes ? forRights.includes(end) : end === '0') wrong.push(`${act.call} ${id}: ${end} ${text}`)
      }
    return wrong
  }

  test.each(['SELF', 'DEPART', 'DEPARTS', 'ALL', 'admin'])(
    'the answer to %s is yes exactly where the call is not refused',
    async (name) => {
      const who = askers.find(([one]) => one === name)?.[1] as Person
      expect(await wrongOf(who, who, acts)).toEqual([])
    },
  )

  test('the same is told of them to others', async () => {
    const who = askers.find(([one]) => one === 'DEPARTS')?.[1] as Person
    const some = acts.filter(({ call }) => ['user.save', 'dept.save', 'role.save'].includes(call))
    expect(await wrongOf(who, admin, some)).toEqual([])
  })

  test('what is in the way is said of whom it is asked about', async () => {
    const [[, officer] = []] = askers.filter(([name]) => name === 'ALL')
    const why = async (input: object) => (await admin.call('auth.why', { user: officer?.account, ...input })).value.says
    expect(await why({ key: 'user_save', id: String(rows.user?.[2]) })).toMatch(
      /不能新增或修改用户：用户「.*」：对方有测试\d+没有的权限（.+），不能修改其资料$/,
    )
    const [[, near] = []] = askers.filter(([name]) => name === 'DEPARTS')
    const dept = await admin.call('auth.why', { user: near?.account, key: 'dept_save', id: String(rows.dept?.[2]) })
    expect(dept.value).toMatchObject({
      reaches: 0,
      through: [{ reaches: 0, says: '数据范围「本部门及下级」不包含这个部门' }],
      lacking: ['这条记录不在其数据范围内'],
    })
  })
})
