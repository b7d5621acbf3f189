import { afterAll, beforeAll, expect, test } from 'vitest'
import { voiceFrom } from '../../server/ports/voice.ts'
import { type CliHome, cliHome } from '../support/cli.ts'
import { anArticle, makeColumn, type Person, startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let home: CliHome
let admin: Person
let ids: string[]
beforeAll(async () => {
  server = await startServer()
  admin = await server.person({ roles: ['admin'] })
  home = cliHome({ env: { XZX_SERVER: server.url, XZX_TOKEN: admin.token } })
  const column = await makeColumn(server, '工作动态')
  const draft = async (title: string, content: string) =>
    (await admin.call('article.saveAdmin', anArticle(column, { title, content, status: 1 }))).value.articleId
  ids = [await draft('甲', '<p>会议召开。</p>'), await draft('乙', '<p><img src="/uploads/a.jpg" alt="" /></p>')]
})
afterAll(async () => {
  home.remove()
  await server.close()
})

test('articles are read aloud, listed and no longer read by command', async () => {
  const [id = '', empty = ''] = ids
  expect((await home.xzx(`voice synthesize ${id} --dry-run`)).code).toBe(0)
  expect((await home.xzx('voice list --format count')).out).toBe('0\n')
  const made = await home.xzx(`voice synthesize ${id} --yes --json`)
  expect(made.code).toBe(0)
  expect(JSON.parse(made.out)).toMatchObject({ done: [id], failed: [] })
  const listed = (await home.xzx('voice list --voice-state 可以收听')).out
  expect(listed).toContain('可以收听')
  expect((await home.xzx('voice list --voice-state 没有生成 --format count')).out).toBe('0\n')
  // one that cannot be read is told by name, and the others are read
  const both = await home.xzx(`voice synthesize ${empty} ${id} --again 是 --yes`)
  expect(both.code).not.toBe(0)
  expect(both.out).toContain('没有可以朗读的文字')
  expect((await home.xzx(`voice get ${id}`)).out).toContain('eSpeak NG')
  expect((await home.xzx(`voice delete ${id} --yes`)).code).toBe(0)
  expect((await home.xzx('voice list --format count')).out).toBe('0\n')
  expect((await home.xzx(`voice cancel ${id} --yes`)).code).not.toBe(0)
})

test('a server that cannot is said by the command and by doctor', async () => {
  const ports = server.parts.ports as { voice: ReturnType<typeof voiceFrom> }
  const before = ports.voice
  ports.voice = voiceFrom({ XZX_VOICE_COMMAND: '["/nowhere/say"]' })
  expect((await home.xzx(`voice synthesize ${ids[0]} --yes`)).out).toContain('/nowhere/say 不存在或不能运行')
  const found = JSON.parse((await home.xzx('doctor --json')).out)
  expect(found.list.find((one: { name: string }) => one.name === 'voice')).toMatchObject({ state: 'remark' })
  ports.voice = before
})
