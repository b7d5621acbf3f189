import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CliHome, cliHome } from '../support/cli.ts'
import { startServer, type TestServer } from '../support/server.ts'

const launcher = join(import.meta.dirname, '../../bin/xzx.mjs')
let server: TestServer
let home: CliHome
beforeAll(async () => {
  server = await startServer()
  home = cliHome({})
})
afterAll(async () => {
  home.remove()
  await server.close()
})

test('the built command sends a notice, and its reader opens it', async () => {
  const admin = await server.person({ roles: ['admin'] })
  const clerk = await server.person({ roles: ['staff'] })
  async function xzx(token: string, ...args: string[]) {
    const env = { ...process.env, XZX_SERVER: server.url, XZX_TOKEN: token, XZX_CONFIG_DIR: home.dir }
    const child = spawn(process.execPath, [launcher, ...args], { env, stdio: ['ignore', 'pipe', 'inherit'] })
    let out = ''
    child.stdout.on('data', (chunk) => {
      out += chunk
    })
    const [code] = await once(child, 'close')
    return { code, out }
  }
  const fields = ['--title', '例会', '--audience', '全体人员', '--content', '周五上午', '--json']
  const { id } = JSON.parse((await xzx(admin.token, 'notice', 'add', ...fields)).out)
  expect(await xzx(admin.token, 'notice', 'send', id, '--yes', '-q')).toEqual({ code: 0, out: '' })
  expect((await xzx(clerk.token, 'notice', 'my')).out).toContain('例会')
  expect((await xzx(clerk.token, 'notice', 'get', id)).out).toContain('周五上午')
  expect(JSON.parse((await xzx(clerk.token, 'notice', 'unread', '--json')).out)).toMatchObject({ unread: 0 })
})
