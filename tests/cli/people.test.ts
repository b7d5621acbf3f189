import { afterAll, beforeAll, expect, test } from 'vitest'
import { limitsFrom } from '../../server/limits.ts'
import { type CliHome, cliHome } from '../support/cli.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { visitorsOf } from '../support/visitor.ts'

let server: TestServer
let home: CliHome
beforeAll(async () => {
  server = await startServer('sqlite', { limits: limitsFrom({ XZX_PROXIES: '127.0.0.1' }) })
  const { token } = await server.person({ roles: ['admin'] })
  home = cliHome({ env: { XZX_SERVER: server.url, XZX_TOKEN: token } })
})
afterAll(async () => {
  home.remove()
  await server.close()
})

const visitor = async (phone: string) => {
  const from = visitorsOf(server, `198.51.100.${Number(phone.slice(-2))}`)
  const authorization = await from.signIn(phone)
  const own = { peopleName: '张小三', idNumber: '11010519491231002X' }
  const reply = await from.post('/x/people/complete', own, { authorization })
  return reply.value.id as string
}

test('visitors are found, judged, frozen and let in again by command; what is personal is masked, in sheets too', async () => {
  const [one, two] = [await visitor('13800000001'), await visitor('13800000002')]
  expect((await home.xzx('people list --people-phone 13800000001 --format ids')).out).toBe(`${one}\n`)
  expect((await home.xzx('people list --people-phone 138')).code).toBe(2)
  expect((await home.xzx('people list --user-status 审核中 --format count')).out).toBe('2\n')
  expect(await home.xzx(`people audit ${one} ${two} --user-status 已通过 --yes --format count`)).toMatchObject({
    code: 0,
    out: '2\n',
  })
  const refused = await home.xzx(`people ban ${one} --people-state 冻结 --yes`)
  expect(refused.code).toBe(1)
  expect(refused.out + refused.err).toContain('写明原因')
  expect((await home.xzx(`people ban ${one} --yes --reason 广告`)).err).toContain('缺少 --people-state')
  expect((await home.xzx(`people ban ${one} --people-state 冻结 --reason`)).code).toBe(2)
  const asked = await home.xzx(`people ban ${one} --people-state 冻结 --reason 多次发布广告 --end-time 2026-12-31`, {
    ...{ stdin: 'n\n', tty: ['stdin', 'stdout', 'stderr'] },
  })
  expect([asked.code, asked.err]).toEqual([
    6,
    expect.stringContaining(
      '将冻结群众用户 1 项（《张**》），原因：多次发布广告，到期时间：2026-12-31，随即退出登录，到期或解除冻结之前不能登录，是否继续？',
    ),
  ])
  const banned = await home.xzx(
    `people ban ${one} --people-state 冻结 --reason 多次发布广告 --end-time 2026-12-31 --yes`,
  )
  expect(banned.code, banned.err).toBe(0)
  expect((await home.xzx('blacklist list --state 生效中 --json')).out).toContain('多次发布广告')
  const sheet = (await home.xzx('export people --out - --format csv')).out
  expect(sheet).toContain('138****0001')
  expect(sheet).not.toMatch(/13800000001|张小三|110105/)
  expect((await home.xzx(`people ban ${one} --people-state 正常 --reason 申诉成立 --yes`)).code).toBe(0)
  expect((await home.xzx('people list --people-state 冻结 --format count')).out).toBe('0\n')
  const { list } = JSON.parse((await home.xzx(`people history ${one} --json`)).out)
  expect(list.map((step: Record<string, unknown>) => [step.act, step.reason])).toEqual([
    ['解除冻结', '申诉成立'],
    ['冻结', '多次发布广告'],
    ['通过审核', null],
    ['提交资料', null],
  ])
  expect((await home.xzx(`people undo ${one} --yes`)).out).toContain(
    '「解除冻结」，不能撤销；要再次禁止其登录，请重新冻结',
  )
  expect((await home.xzx('people undo --help')).out).toContain('15 分钟内的通过审核、审核不通过')
  expect((await home.xzx(`people undo ${two} --yes`)).code).toBe(0)
  expect((await home.xzx('people list --user-status 审核中 --format ids')).out).toBe(`${two}\n`)
  const read = JSON.parse((await home.xzx(['api', 'people.reveal', '--body', JSON.stringify({ id: one })])).out)
  expect(JSON.stringify(read)).toContain('13800000001')
  expect((await home.xzx('sms list --format count')).out).toBe('2\n')
  expect((await home.xzx('sms list')).out).not.toMatch(/1380000000\d|\d{6}，5/)
})

test('a phone for which too many codes were asked is let be asked for again', async () => {
  const from = visitorsOf(server, '198.51.100.9')
  expect((await from.ask('13700000009')).errorCode).toBe('0')
  const other = visitorsOf(server, '198.51.100.10')
  expect((await other.ask('13700000009')).errorCode).toBe('TOO_MANY')
  expect(await home.xzx('auth unlock --phone 137')).toMatchObject({ code: 2 })
  expect(await home.xzx('auth unlock --phone 13700000009')).toMatchObject({ code: 0 })
  expect((await other.ask('13700000009')).errorCode).toBe('0')
})

test('the whole of what is personal is read with a reason, which the log keeps; programs of before need none', async () => {
  const id = await visitor('13800000044')
  const without = await home.xzx(`people reveal ${id}`)
  expect([without.code, without.err]).toEqual([2, expect.stringContaining('缺少 --reason（查看原因）')])
  // asked for: shown though nothing else is
  const read = await home.xzx(`people reveal ${id} --reason 与本人核实 -q`)
  expect([read.code, read.out], read.err).toEqual([0, expect.stringContaining('13800000044')])
  const { list } = JSON.parse((await home.xzx('log list --call people.reveal --json')).out)
  expect(list[0]).toMatchObject({ targetIds: [id], after: { reason: '与本人核实' } })
  expect(JSON.stringify(list[0])).not.toContain('13800000044')
})
