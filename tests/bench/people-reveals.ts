import { timed } from './measure.ts'

/** Changes of rights that concern everybody. @param roleId everybody's */
const changes = (roleId: number): readonly (readonly [says: string, path: string, body: object])[] => [
  ['角色改数据范围', '/role/save', { id: roleId, dataScope: 'ALL' }],
  ['部门移到另一处', '/ding/dept/save', { id: 30, parentId: 1 }],
  ['所有人须用动态口令', '/x/setting/save', [{ name: 'signIn.factor', value: 'all' }]],
]

/** How long it takes to tell what a change would reveal, and how long others wait beside it. */
export async function timeReveals(url: string, token: string, roleId: number): Promise<void> {
  for (const [says, path, body] of changes(roleId)) {
    const headers = { authorization: token, 'content-type': 'application/json' }
    let done = false
    let longest = 0
    const beside = (async () => {
      while (!done) longest = Math.max(longest, await timed(async () => (await fetch(`${url}/healthz`)).text()))
    })()
    const ms = await timed(async () => {
      const reply = await fetch(`${url}/x/dry-run${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      const { errorCode, errorMsg } = (await reply.json()) as { errorCode: string; errorMsg: string }
      if (errorCode !== '0') throw new Error(`${path}: ${errorMsg}`)
    })
    done = true
    await beside
    console.log(`预演「${says}」：${ms.toFixed(0)} ms；同时 /healthz 最长 ${longest.toFixed(0)} ms`)
  }
}
