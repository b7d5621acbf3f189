import { user as contract } from '../../core/contract/user.ts'
import { scopeOf } from '../../server/access/scope.ts'
import { whoHas } from '../../server/access/session.ts'
import { createApp } from '../../server/app.ts'
import type { Ctx, Staff } from '../../server/context.ts'
import { user } from '../../server/db/tables/people.ts'
import { admit } from '../../server/pipeline.ts'
import { openParts } from '../../server/serve.ts'
import { adminPassword, startProcess } from '../support/process.ts'
import { median, timed } from './measure.ts'
import { callers } from './people-fill.ts'

const rounds = 300
export const tokenOf = async (url: string, account: string): Promise<string> => {
  const query = new URLSearchParams({ username: account, password: adminPassword })
  return ((await (await fetch(`${url}/user/loginNoCode?${query}`, { method: 'POST' })).json()) as { value: string })
    .value
}

/** What the session, and what rights and scope take of a list of users, in one process. */
export async function shareOfRights(data: string, databaseUrl?: string): Promise<void> {
  const silent = () => {}
  const around = { port: 0, host: '127.0.0.1', demo: false, out: silent, err: silent }
  const parts = await openParts({ ...around, data, databaseUrl, signal: new AbortController().signal })
  const app = await createApp(parts)
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  for (const account of Object.values(callers)) {
    const token = await tokenOf(url, account)
    const call = { key: 'user_list' } as Ctx['call']
    const [who, rights, whole]: [number[], number[], number[]] = [[], [], []]
    for (let i = 0; i < rounds; i += 1) {
      let staff: Staff | null = null
      who.push(
        await timed(async () => {
          staff = (await whoHas(parts, token, parts.now())) as Staff
        }),
      )
      rights.push(
        await timed(() => {
          admit(contract.list, call.key, staff, true)
          scopeOf({ who: staff, call } as unknown as Ctx, user)
        }),
      )
      const headers = { authorization: token, 'content-type': 'application/json' }
      whole.push(
        await timed(() => app.inject({ method: 'POST', url: '/ding/user/list', headers, payload: { pageSize: 20 } })),
      )
    }
    const all = median(whole)
    const part = (times: number[]) => `${((median(times) / all) * 100).toFixed(2)} %`
    console.log(`用户列表（${account}）${all.toFixed(2)} ms，其中会话 ${part(who)}，权限与数据范围 ${part(rights)}`)
  }
  await app.close()
  await parts.db.close()
}

/** How soon a role that was taken or given on one server holds on another one over the same database: at how many of the next requests. */
export async function acrossProcesses(data: string, databaseUrl: string, roleId: number): Promise<void> {
  const servers = [
    await startProcess(data, { built: true, databaseUrl }),
    await startProcess(data, { built: true, databaseUrl }),
  ]
  const [one, two] = servers.map(({ url }) => url) as [string, string]
  const post = async (url: string, path: string, token: string, body: object) => {
    const headers = { authorization: token, 'content-type': 'application/json' }
    // biome-ignore lint/suspicious/noExplicitAny: whatever came
    return (await (await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })).json()) as any
  }
  const [admin, person] = [await tokenOf(one, callers.all), await tokenOf(two, callers.branch)]
  const userIds = [(await post(two, '/user/info', person, {})).value.userId]
  const times: number[] = []
  let late = 0
  for (let i = 0; i < 50; i += 1) {
    const give = i % 2 === 1
    const done = await post(one, give ? '/ding/user/grant/role' : '/ding/user/del/role', admin, { roleId, userIds })
    if (done.errorCode !== '0') throw new Error(done.errorMsg)
    const start = performance.now()
    const { errorCode } = await post(two, '/ding/user/list', person, { pageSize: 1 })
    times.push(performance.now() - start)
    if ((errorCode === '0') !== give) late += 1
  }
  console.log(
    `另一进程改了角色：${times.length} 次中有 ${late} 次在下一个请求还没有生效；那个请求 ${median(times).toFixed(1)} ms`,
  )
  for (const { end } of servers) await end('SIGTERM')
}
