import { longest, timed } from './measure.ts'

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
    const empty = longest(async () => (await fetch(`${url}/healthz`)).text())
    let n = 0
    const written = longest(async () => {
      const body = JSON.stringify({ content: `旁边 ${n++}` })
      return (await fetch(`${url}/log/systemLogSave`, { method: 'POST', headers, body })).text()
    })
    const ms = await timed(async () => {
      const reply = await fetch(`${url}/x/dry-run${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      const { errorCode, errorMsg } = (await reply.json()) as { errorCode: string; errorMsg: string }
      if (errorCode !== '0') throw new Error(`${path}: ${errorMsg}`)
    })
    const waits = [await empty(), await written()].map((wait) => wait.toFixed(0)).join(' / ')
    console.log(`预演「${says}」：${ms.toFixed(0)} ms；同时 /healthz 最长、他人写入最长 ${waits} ms`)
  }
}
