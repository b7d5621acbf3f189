import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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

test('what goes on in the background is told as such, and waited for with --wait', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'xzx-voice-'))
  const [id = ''] = ids
  const go = join(folder, 'go')
  // an engine that says nothing before it is let go
  const program = `const fs = require('node:fs'); process.stdin.resume(); process.stdin.on('end', () => { const timer = setInterval(() => {
    if (!fs.existsSync(process.argv[2])) return
    clearInterval(timer)
    const head = Buffer.alloc(44); head.write('RIFF'); head.writeUInt32LE(16036, 4); head.write('WAVEfmt ', 8)
    head.writeUInt32LE(16, 16); head.writeUInt16LE(1, 20); head.writeUInt16LE(1, 22)
    head.writeUInt32LE(16000, 24); head.writeUInt32LE(32000, 28); head.writeUInt16LE(2, 32); head.writeUInt16LE(16, 34)
    head.write('data', 36); head.writeUInt32LE(16000, 40)
    process.stdout.write(Buffer.concat([head, Buffer.alloc(16000)]))
  }, 20) })`
  writeFileSync(join(folder, 'engine.cjs'), program)
  const ports = server.parts.ports as { voice: ReturnType<typeof voiceFrom> }
  const before = ports.voice
  ports.voice = voiceFrom({ XZX_VOICE_COMMAND: JSON.stringify([process.execPath, join(folder, 'engine.cjs'), go]) })
  const begun = admin.call('voice.synthesis', { id })
  await expect.poll(async () => Number((await admin.call('voice.get', { id })).value?.voiceState)).toBe(0)
  const told = await home.xzx(`voice synthesize ${id} --yes --json`)
  expect(told.code).toBe(0)
  expect(JSON.parse(told.out)).toEqual({ done: [], failed: [], going: [id] })
  const said = await home.xzx(`voice synthesize ${id} --yes`)
  expect(said.out).toContain('在后台继续')
  expect(said.err).toMatch(/成功 0 项，失败 0 项，1 项在后台继续/)
  expect(said.err).toContain(`xzx voice get ${id}`)
  const waited = home.xzx(`voice synthesize ${id} --wait --yes --json`)
  writeFileSync(go, '')
  expect(JSON.parse((await waited).out)).toEqual({ done: [id], failed: [] })
  expect((await begun).errorCode).toBe('0')
  ports.voice = before
  rmSync(folder, { recursive: true, force: true })
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
