import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { run } from '../../cli/run.ts'
import { eachEndpoint, wholeContract } from '../../core/contract/areas.ts'
import { innerOf, metaOf, type Shaped } from '../../core/contract/meta.ts'
import { type CliHome, cliHome, memoryIo } from '../support/cli.ts'
import { adminPassword } from '../support/process.ts'
import { type Person, startServer, type TestServer } from '../support/server.ts'

/** What an answer tells only once is seen, or it is not asked for. */

/** Whether a reply has a field of which something is true, also within its lists. */
function hasField(schema: Shaped, fits: (one: Shaped, field: string) => boolean, depth = 0): boolean {
  const inner = innerOf(schema)
  if (depth > 4) return false
  if (inner.def?.element) return hasField(inner.def.element, fits, depth + 1)
  return Object.entries(inner.shape ?? {}).some(([field, one]) => fits(one, field) || hasField(one, fits, depth + 1))
}
const callsWith = async (fits: (one: Shaped, field: string) => boolean) =>
  [...eachEndpoint(await wholeContract())]
    .filter(([, , { output, effect }]) => effect !== 'read' && hasField(output as unknown as Shaped, fits))
    .map(([area, call]) => `${area}.${call}`)
    .sort()

const writer = '--name 周小雨 --phone 13900000000'
const topic = `--title 路灯 --content 不亮 ${writer} --open-flag 公开`

/** Each call that tells such a thing, with the lines that make it; none: only where somebody sits at the terminal. */
const lines: Readonly<Record<string, readonly string[]>> = {
  'auth.factorCodes': [],
  'auth.factorConfirm': [],
  'auth.factorEnrolled': [],
  'apply.add': [
    `apply add --applicant 自然人 ${writer} --id-number 110101199003070134 --address 东街12号 --title 预算 --content 批复 --medium 纸质 --way 邮寄 --channel 当面提交`,
  ],
  'auth.scriptAdd': ['auth token --name 夜间 --keys article_list'],
  'llTheme.add': [`ll-theme add ${topic}`],
  'mail.add': [`mail add --type 咨询 ${topic}`],
  'partner.add': ['partner add --name 县总工会网站 --kinds 一般信息'],
  'partner.renew': ['partner renew 1 -y'],
  'theme.add': [`theme add ${topic}`],
  'user.importMany': ['user import people.csv -y'],
  'user.resetPwd': ['user reset-pwd OTHER -y', 'user reset-pwd OTHER SECOND -y'],
  'user.save': ['user save --account xinren --name 新人 -y'],
  'xaxTheme.add': [`xax-theme add ${topic}`],
}
/** Those that enter what somebody may look up. */
const registers = Object.entries(lines).flatMap(([call, some]) =>
  /^(?:mail|apply|\w*[tT]heme)\.add$/.test(call) ? some : [],
)

test('all replies that tell a secret say that they tell it once, and each is tried here', async () => {
  expect(await callsWith((one) => metaOf(one).once === true)).toEqual(Object.keys(lines).sort())
  const named = await callsWith((one) => /^(?:一次性密码|接入密钥|恢复码|查询码)$/.test(metaOf(one).title ?? ''))
  // a visitor's page tells theirs; who imported letters is told their codes once more
  const otherwise = /\.webAdd$|^apply\.webSave$|^suggestion\.add$|^mail\.importMany$/
  expect(named.filter((call) => !otherwise.test(call) && !Object.hasOwn(lines, call))).toEqual([])
})

describe('an output without it', () => {
  let server: TestServer
  let home: CliHome
  let people: Person[]
  beforeAll(async () => {
    server = await startServer()
    const admin = await server.person({ roles: ['admin'], password: adminPassword })
    people = [await server.person({ roles: ['readonly'] }), await server.person({ roles: ['readonly'] })]
    home = cliHome({ env: { XZX_SERVER: server.url } })
    await home.xzx(`auth login --user ${admin.account} --password-stdin`, { stdin: adminPassword })
    writeFileSync(join(home.dir, 'people.csv'), '账号,姓名\nlihua,李华\n')
  })
  afterAll(async () => {
    home.remove()
    await server.close()
  })
  const filled = (line: string) =>
    line.replace('OTHER', String(people[0]?.userId)).replace('SECOND', String(people[1]?.userId))
  const rows = async () =>
    Number(
      (
        await server.parts.db.read
          .selectFrom('log')
          .select((eb) => eb.fn.countAll().as('n'))
          .executeTakeFirstOrThrow()
      ).n,
    )

  test.each(Object.values(lines).flat())('%s is refused before anything is done', async (line) => {
    const before = await rows()
    for (const output of ['--format ids', '--format count', '--fields name', '--fields id']) {
      const ran = await home.xzx(`${filled(line)} ${output}`)
      // a field that its reply has not is another wrong usage
      expect([output, ran.code, ran.out], ran.err).toEqual([output, 2, ''])
    }
    const ran = await home.xzx(filled(line), { env: { XZX_FORMAT: 'ids' } })
    expect([ran.code, ran.out], ran.err).toEqual([2, ''])
    expect(ran.err).toContain('只显示这一次')
    expect(await rows()).toBe(before)
  })

  test.each(registers)('%s tells it under -q too', async (line) => {
    const ran = await home.xzx(`-q ${line}`)
    expect([ran.code, ran.out, ran.err]).toEqual([0, expect.stringMatching(/code\t\S{4}-\S{4}-\S{4}\n/), ''])
  })

  test('a change of what is there already tells nothing once, and is not refused', async () => {
    const ran = await home.xzx(`user save --id ${people[0]?.userId} --name 改名 -y --format ids`)
    expect(ran.code, ran.err).toBe(0)
  })

  test('where stdout takes it no more, it is told on stderr, and that it was done', async () => {
    for (const line of [
      'user reset-pwd OTHER -y',
      'user reset-pwd OTHER SECOND -y',
      'auth token --name 夜间 --keys article_list',
      ...registers,
    ]) {
      const { io, err } = memoryIo({})
      const full = Object.assign(new Error('ENOSPC'), { code: 'ENOSPC', path: '标准输出' })
      const dirs = { XZX_CONFIG_DIR: join(home.dir, 'config'), XZX_STATE_DIR: join(home.dir, 'state'), HOME: home.dir }
      const code = await run(filled(line).split(' '), {
        io: { ...io, out: () => Promise.reject(full) },
        env: { ...dirs, XZX_SERVER: server.url },
        cwd: home.dir,
        now: () => Date.parse('2026-11-21T01:05:00Z'),
        signal: new AbortController().signal,
        version: '9.9.9',
      })
      expect(code, err()).toBe(5)
      expect(err()).toMatch(
        /已经执行，但没有能写到标准输出[\s\S]+(?:一次性密码|令牌|查询码)：\S{10,}[\s\S]+不要再执行一次/,
      )
    }
  })
})
