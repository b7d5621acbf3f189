import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { CutShort, Interrupted } from '../../cli/errors.ts'
import { type CliHome, cliHome } from '../support/cli.ts'
import { type Person, startServer, type TestServer } from '../support/server.ts'
import { startWire, type Wire } from '../support/wire.ts'

/** A write that is stopped on its way, or whose answer is lost: what the server did is known, and what it answered is kept. */
let server: TestServer
let admin: Person
let home: CliHome
let wire: Wire
beforeAll(async () => {
  server = await startServer()
  wire = await startWire(server.url)
  admin = await server.person({ roles: ['admin'], password: 'old-Passw0rd-1' })
  home = cliHome({ env: { XZX_SERVER: wire.url } })
  await home.xzx(`auth login --user ${admin.account} --password-stdin`, { stdin: 'old-Passw0rd-1' })
})
beforeEach(() => {
  wire.fate = () => 'pass'
})
afterAll(async () => {
  home.remove()
  await wire.close()
  await server.close()
})

const importing = '/x/user/import'
const resetting = '/ding/user/resetPwd'
const file = (name: string) => join(home.dir, name)
const sheet = (...accounts: string[]) =>
  writeFileSync(file('人员.csv'), `账号,姓名\r\n${accounts.map((one) => `${one},${one}\r\n`).join('')}`)
const idOf = async (account: string) =>
  (await server.parts.db.read.selectFrom('user').select('id').where('account', '=', account).executeTakeFirst())?.id
const linesOf = (name: string) => readFileSync(file(name), 'utf8').trimEnd().split('\r\n').slice(1)
/** Stops the run when a call arrives. */
const stoppedAt = (path: string) => {
  const stop = new AbortController()
  wire.fate = (at) => {
    if (at === path) stop.abort(new Interrupted('SIGINT'))
    return 'pass'
  }
  return { signal: stop.signal }
}

test('Ctrl+C in an import waits for its end: the passwords stand in their file, 130', async () => {
  sheet('jia', 'yi')
  const ran = await home.xzx('user import 人员.csv --out 一.csv --yes', stoppedAt(importing))
  expect([ran.code, ran.err]).toEqual([130, expect.stringContaining('已新增 2 名用户')])
  expect(linesOf('一.csv').map((line) => line.split(',')[0])).toEqual(['jia', 'yi'])
})

test('an answer that was lost is asked for again, and nobody is added twice', async () => {
  sheet('bing', 'ding')
  let lost = 0
  wire.fate = (path) => (path === importing && lost++ === 0 ? 'lose' : 'pass')
  const ran = await home.xzx('user import 人员.csv --out 二.csv --yes')
  expect([ran.code, ran.err, lost]).toEqual([0, expect.stringContaining('正在再取一次'), 2])
  expect(linesOf('二.csv')).toHaveLength(2)
  lost = 0
  sheet('wu')
  wire.fate = (path) => (path === importing && lost++ === 0 ? 'hang' : 'pass')
  expect((await home.xzx('user import 人员.csv --out 三.csv --yes --timeout 1s')).code).toBe(0)
  expect([linesOf('三.csv').length, await idOf('wu')]).toEqual([1, expect.any(Number)])
})

test('a second Ctrl+C says what may be done, and how lost passwords are made anew', async () => {
  sheet('ji')
  const stop = new AbortController()
  const hurry = new AbortController()
  wire.fate = (path) => {
    if (path !== importing) return 'pass'
    stop.abort(new Interrupted('SIGINT'))
    setImmediate(() => hurry.abort(new CutShort('SIGINT')))
    return 'hang'
  }
  const both = { signal: stop.signal, hurry: hurry.signal }
  const ran = await home.xzx('user import 人员.csv --out 四.csv --yes', both)
  expect([ran.code, ran.err]).toEqual([130, expect.stringMatching(/xzx user reset-pwd[\s\S]*可能已经完成，请先核对/)])
  expect([existsSync(file('四.csv')), readdirSync(home.dir).filter((name) => name.includes('四'))]).toEqual([false, []])
})

test('Ctrl+C in a single write shows what was answered; one that was not sent is not sent', async () => {
  const id = await idOf('jia')
  const ran = await home.xzx(`user reset-pwd ${id} --yes --json`, stoppedAt(resetting))
  expect([ran.code, ran.json().oncePassword]).toEqual([130, expect.stringMatching(/^\w{16}$/)])
  const added = await home.xzx('hot add --name 停止时', stoppedAt('/hot/add'))
  expect([added.code, (await admin.call('hot.list', { name: '停止时' })).value.total]).toEqual([130, 1])
  const stop = AbortSignal.abort(new Interrupted('SIGINT'))
  expect((await home.xzx('hot add --name 没有发出', { signal: stop })).code).toBe(130)
  expect((await admin.call('hot.list', { name: '没有发出' })).value.total).toBe(0)
})

test('passwords of several people are reset into a file; one that will not do is told', async () => {
  const ids = [await idOf('jia'), await idOf('yi'), 999_999]
  const before = await server.parts.db.read
    .selectFrom('user')
    .select('password')
    .where('id', '=', Number(ids[0]))
    .execute()
  const dry = await home.xzx(`user reset-pwd ${ids.join(' ')} --out 五.csv --dry-run`)
  expect([dry.code, existsSync(file('五.csv'))]).toEqual([3, false])
  const asked = await home.xzx(`user reset-pwd ${ids[0]} ${ids[1]} --out 五.csv`, {
    tty: ['stdin', 'stderr'],
    stdin: '\n',
  })
  expect([asked.code, asked.err]).toEqual([6, expect.stringContaining('将重置 2 名用户的密码（')])
  writeFileSync(file('ids.txt'), `${ids.join('\n')}\n`)
  const ran = await home.xzx('user reset-pwd --ids @ids.txt --out 五.csv --yes --json')
  expect([ran.code, ran.json().done.sort(), ran.json().failed]).toEqual([
    3,
    ids.slice(0, 2).map(String).sort(),
    [expect.objectContaining({ id: '999999', errorCode: 'NOT_FOUND' })],
  ])
  expect(ran.out).not.toContain('oncePassword')
  expect(statSync(file('五.csv')).mode & 0o777).toBe(0o600)
  const written = new Map(linesOf('五.csv').map((line) => [line.split(',')[0], line.split(',').at(-1)]))
  expect([...written.keys()].sort()).toEqual(['jia', 'yi'])
  expect(
    await server.parts.db.read.selectFrom('user').select('password').where('id', '=', Number(ids[0])).execute(),
  ).not.toEqual(before)
  const signedIn = await server.anyone.call('auth.loginNoCode', {
    username: 'jia',
    password: written.get('jia') ?? '',
  })
  expect(signedIn.errorCode).toBe('PASSWORD_EXPIRED')
  const there = await home.xzx(`user reset-pwd ${ids[0]} --out 五.csv --yes`)
  expect([there.code, there.err]).toEqual([2, expect.stringContaining('文件已存在')])
  const none = await home.xzx('user reset-pwd 999999 --out 六.csv --yes')
  expect([none.code, existsSync(file('六.csv'))]).toEqual([1, false])
  const shown = await home.xzx(`user reset-pwd ${ids[0]} ${ids[1]} --yes --format csv`)
  expect([shown.code, shown.out]).toEqual([0, expect.stringMatching(/jia,.*,\w{16}/)])
})

test('each password is on the disk before the next one is made, and the next run says where those of a killed one are', async () => {
  const ids = [await idOf('jia'), await idOf('yi'), await idOf('wu')]
  const parts = () => readdirSync(home.dir).filter((name) => /^七\.csv\.[0-9a-f]{12}\.part$/.test(name))
  const seen: string[] = []
  let left = ''
  wire.fate = (path) => {
    if (path.endsWith(resetting)) {
      left = readFileSync(file(parts()[0] ?? ''), 'utf8')
      seen.push(left.trim())
    }
    return 'pass'
  }
  const ran = await home.xzx(`user reset-pwd ${ids.join(' ')} --out 七.csv --yes --concurrency 1`)
  wire.fate = () => 'pass'
  expect([ran.code, parts()]).toEqual([0, []])
  const whole = linesOf('七.csv')
  expect(seen.map((text) => text.split('\r\n').slice(1))).toEqual([[], whole.slice(0, 1), whole.slice(0, 2)])
  // as a killed run leaves it
  writeFileSync(file('八.csv.0123456789ab.part'), left)
  const again = await home.xzx(`user reset-pwd ${ids.join(' ')} --out 八.csv --yes`)
  expect([again.code, again.err]).toEqual([
    2,
    expect.stringMatching(
      /上一次没有写完.*八\.csv\.0123456789ab\.part.*有 2 个一次性密码，已经生效[\s\S]*mv .*不要再重置/,
    ),
  ])
  writeFileSync(file('九.csv.0123456789ab.part'), '\n'.repeat(500))
  const none = await home.xzx('user import 人员.csv --out 九.csv --yes')
  expect([none.code, none.err]).toEqual([2, expect.stringMatching(/其中还没有密码[\s\S]*xzx log list/)])
})

test('several come in the order in which they were named, and many are reset into a file alone', async () => {
  const ids = [await idOf('wu'), await idOf('jia'), await idOf('yi')]
  let first = true
  wire.fate = (path) => {
    const lost = first && path.endsWith(resetting)
    if (lost) first = false
    // whose answer is asked for again comes last
    return lost ? 'lose' : 'pass'
  }
  expect((await home.xzx(`user reset-pwd ${ids.join(' ')} --out 十.csv --yes`)).code).toBe(0)
  wire.fate = () => 'pass'
  expect(linesOf('十.csv').map((line) => line.split(',')[0])).toEqual(['wu', 'jia', 'yi'])
  const many = Array.from({ length: 21 }, (_, i) => 900_000 + i).join(' ')
  const refused = await home.xzx(`user reset-pwd ${many} --yes`)
  expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('加 --out 密码.csv')])
})
