import { Secret, TOTP, URI } from 'otpauth'
import { renderUnicodeCompact } from 'uqr'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shortUris } from '../../cli/commands/auth-steps.ts'
import { startBackend, value } from '../support/backend.ts'
import { type CliHome, cliHome } from '../support/cli.ts'
import { bindFactor } from '../support/factor.ts'
import { startServer, type TestServer } from '../support/server.ts'

const password = 'Lamp#gate88old'
let server: TestServer
let home: CliHome
beforeAll(async () => {
  server = await startServer()
  home = cliHome({ env: { XZX_SERVER: server.url } })
})
afterAll(async () => {
  home.remove()
  await server.close()
})

test('xzx user unlock lets in who is shut out, on the machine and by who reads its key', async () => {
  const person = await server.person({ roles: ['admin'], password })
  await bindFactor(server, person, password)
  const login = () => home.xzx(`auth login --user ${person.account} --password-stdin`, { stdin: password })
  for (let i = 0; i < 5; i += 1) await home.xzx(`auth login --user ${person.account} --password-stdin`, { stdin: 'x' })
  expect((await login()).code).toBe(5)
  const data = `--data ${server.parts.dataDir}`
  const elsewhere = await home.xzx(`user unlock ${person.account} --data ${home.dir}`)
  expect([elsewhere.code, elsewhere.err]).toEqual([2, expect.stringContaining('不是服务的数据目录')])
  const nowhere = await home.xzx(`user unlock ${person.account}`)
  expect([nowhere.code, nowhere.err]).toEqual([1, expect.stringContaining('只能在服务器本机上')])
  expect((await home.xzx(`user unlock ${person.account} ${data} --dry-run`)).code).toBe(2)
  expect((await login()).code).toBe(5)
  expect((await home.xzx(`user unlock ${person.account} ${data} --factor`)).code).toBe(2)
  const asked = await home.xzx(`user unlock ${person.account} ${data} --nets`, {
    tty: ['stdin', 'stderr'],
    stdin: '\n',
  })
  expect([asked.code, asked.err]).toEqual([
    6,
    expect.stringContaining('将取消全体工作人员的登录地址限制（站点设置），以及该账号所属角色的'),
  ])
  const done = await home.xzx(`user unlock ${person.account} ${data} --factor --nets --yes`)
  expect([done.code, done.err]).toEqual([
    0,
    expect.stringMatching(/清除 5 次登录失败，已解除动态口令，没有限制登录地址/),
  ])
  expect((await login()).code).toBe(0)
  expect((await home.xzx(`user unlock nobody ${data}`)).err).toContain('没有账号 nobody')
})

test('whoever is kept out by addresses is told the way back, and an unlock that leaves them so says it', async () => {
  const person = await server.person({ roles: ['auditor'], password })
  await server.parts.db.write.updateTable('role').set({ nets: '192.0.2.0/24' }).where('alias', '=', 'auditor').execute()
  const login = () => home.xzx(`auth login --user ${person.account} --password-stdin`, { stdin: password })
  const out = await login()
  expect([out.code, out.err]).toEqual([
    1,
    expect.stringContaining('xzx user unlock 账号 --nets --data 数据目录 取消限制'),
  ])
  const data = `--data ${server.parts.dataDir}`
  const left = await home.xzx(`user unlock ${person.account} ${data}`)
  expect([left.code, left.err]).toEqual([
    0,
    expect.stringContaining('仍只能从规定的地址登录（角色「审核员」）；要取消这一限制，加 --nets'),
  ])
  const done = await home.xzx(`user unlock ${person.account} ${data} --nets --yes`)
  expect([done.code, done.err]).toEqual([0, expect.not.stringContaining('仍只能')])
  expect((await login()).code).toBe(0)
})

test('an answer that says nothing of what was done is a fault', async () => {
  const backend = await startBackend(() => value({}))
  const env = { XZX_SERVER: backend.url }
  const said = await home.xzx(`user unlock admin --data ${server.parts.dataDir}`, { env })
  await backend.close()
  expect([said.code, said.out, said.err]).toEqual([5, '', expect.stringContaining('无法识别服务器的回答')])
})

test('the picture of a second factor fits a terminal of 24 lines, and the key stands on a line of its own', async () => {
  const site = '青石县政协门户网站内容管理系统'
  const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
  const uri = new TOTP({
    issuer: site,
    label: 'zhangsanfeng',
    secret: Secret.fromBase32(secret),
    digits: 6,
    period: 30,
  }).toString()
  const [whole = '', bare = ''] = shortUris(uri)
  const read = URI.parse(whole) as TOTP
  expect([read.issuer, read.label, read.secret.base32]).toEqual([site, 'zhangsanfeng', secret])
  expect((URI.parse(bare) as TOTP).secret.base32).toBe(secret)
  const lines = (text: string) => renderUnicodeCompact(text, { border: 1 }).split('\n').length
  expect(lines(uri)).toBeGreaterThan(lines(whole))
  expect(lines(bare) + 4).toBeLessThanOrEqual(24)
})
