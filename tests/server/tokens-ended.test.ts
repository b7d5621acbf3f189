import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { revealLines } from '../../core/reveal-lines.ts'
import { databases } from '../support/databases.ts'
import { makeDept, type Person, startServer, type TestServer } from '../support/server.ts'

/** Who is stopped loses their script tokens for good: it is told before, and kept. */
describe.each(databases)('script tokens that end with their people, on %s', (database) => {
  let server: TestServer
  let admin: Person
  let dept: number
  beforeAll(async () => {
    server = await startServer(database)
    admin = await server.person({ roles: ['admin'] })
    dept = await makeDept(server, '经济科技委员会')
  })
  afterAll(() => server.close())

  /** Makes a token of somebody new, whose number it answers. */
  async function tokenOf(name: string): Promise<string> {
    const clerk = await server.person({ roles: ['staff'], deptId: dept, name: '冉世能' })
    const made = await clerk.call('auth.scriptAdd', { name, keys: ['article_list'] })
    expect(made.errorCode, made.text).toBe('0')
    return String(clerk.userId)
  }
  const tried = async (path: string, body: object) => {
    const { value } = await server.raw(`/x/dry-run${path}`, {
      method: 'POST',
      headers: { authorization: admin.token, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return revealLines(value.reveals).join('\n')
  }
  const newest = async (call: string) => (await admin.call('log.list', { call })).value.list[0]
  const says = (names: string) => `1 个脚本令牌随之作废，以后也不恢复，用它们的定时任务不能再运行：「${names}」`

  test.each([
    ['/x/user/state', 'user.setState', (id: string) => ({ ids: [id], state: 1 })],
    ['/ding/user/save', 'user.save', (id: string) => ({ id, state: 1 })],
    ['/ding/dept/save', 'dept.save', () => ({ id: String(dept), state: 1 })],
  ])('%s tells it before, and the log which they were', async (path, call, inputOf) => {
    const input = inputOf(await tokenOf('夜间二'))
    expect(await tried(path, input)).toContain(says('夜间二（冉世能）'))
    expect((await admin.call(call, input)).errorCode).toBe('0')
    expect((await newest(call)).before).toMatchObject({ state: 0, scriptTokens: ['夜间二（冉世能）'] })
    if (call === 'dept.save') await admin.call(call, { ...input, state: 0 })
    expect((await admin.call('dept.save', { id: String(dept), desc: call })).errorCode).toBe('0')
    expect((await newest('dept.save')).before).not.toHaveProperty('scriptTokens')
  })

  test('so does who ends them by an act of its own', async () => {
    const id = await tokenOf('每日导出')
    await admin.call('user.signOut', { ids: [id], tokens: 1 })
    expect(await newest('user.signOut')).toMatchObject({
      sentence: expect.stringContaining('作废用户「冉世能'),
      before: { scriptTokens: ['每日导出（冉世能）'] },
    })
  })

  test('who has none is stopped without a word of them', async () => {
    const { userId } = await server.person({ roles: ['staff'], deptId: dept })
    expect(await tried('/x/user/state', { ids: [String(userId)], state: 1 })).not.toContain('脚本令牌')
  })
})
