import { afterAll, beforeAll, expect, test } from 'vitest'
import { columnsOf } from '../../cli/output/columns.ts'
import { eachEndpoint, wholeContract } from '../../core/contract/areas.ts'
import { bulk } from '../../core/contract/shared.ts'
import { inputFields } from '../../core/contract/wire.ts'
import { portsFrom } from '../../server/ports/ports.ts'
import { type CliHome, cliHome } from '../support/cli.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let home: CliHome
/** Every place answers as its path says. */
const look = async (url: string) => {
  const statusCode = Number(new URL(url).pathname.slice(1))
  const ok = statusCode < 400
  return { ok, statusCode, ms: 12, reason: ok ? null : `答复 HTTP ${statusCode}` }
}
beforeAll(async () => {
  server = await startServer('sqlite', { ports: { ...portsFrom({}), probe: { look } } })
  const { token } = await server.person({ roles: ['admin'] })
  home = cliHome({ env: { XZX_SERVER: server.url, XZX_TOKEN: token } })
})
afterAll(async () => {
  home.remove()
  await server.close()
})

const website = async (path: string) => {
  const { out } = await home.xzx([
    'website',
    'save',
    '--name',
    `网站${path}`,
    '--url',
    `https://a.example.com/${path}`,
    '--json',
  ])
  return JSON.parse(out).id as string
}

test('websites are looked at by command: state and reason of each are shown', async () => {
  const ids = [await website('200'), await website('503')] as const
  const drawn = await home.xzx(['website', 'probe', ...ids, '--yes', '--format', 'table'])
  expect(drawn.err).toContain('成功 2 项，失败 0 项')
  expect(drawn.code).toBe(0)
  expect(drawn.out).toMatch(/网站200.*正常/)
  expect(drawn.out).toMatch(/网站503.*答复 HTTP 503/)
  // the answer of a check is data
  expect((await home.xzx(['website', 'probe', ...ids, '--yes', '-q'])).out).toContain('答复 HTTP 503')
  const told = await home.xzx(['website', 'probe', ...ids, '--yes', '--json'])
  expect(told.json()).toMatchObject({
    done: ids,
    failed: [],
    rows: [{ id: ids[0], statusCode: 200 }, { statusCode: 503 }],
  })
})

test('one that is not there fails by itself', async () => {
  const id = await website('201')
  const told = await home.xzx(['website', 'probe', id, '999', '--yes', '--format', 'table'])
  expect([told.code, told.err]).toEqual([3, expect.stringContaining('成功 1 项，失败 1 项')])
  expect(told.out).toContain('网站201')
  expect(told.out).toMatch(/999.*失败.*NOT_FOUND.*网站 999 不存在/)
})

test('more than one call takes go in several', async () => {
  const ids: string[] = []
  for (let i = 0; i < 23; i++) ids.push(await website(String(210 + i)))
  const told = await home.xzx(['website', 'probe', '--ids', '-', '--yes', '--format', 'count'], {
    stdin: ids.join('\n'),
  })
  expect([told.code, told.out, told.err]).toEqual([0, '23\n', expect.stringContaining('成功 23 项')])
})

test('what a call over ids answers can be told: of each how it ended, or its row', async () => {
  const calls = [...eachEndpoint(await wholeContract())]
  const over = calls.filter(([, , e]) => e.effect === 'write' && e.verb !== false && inputFields(e).includes('ids'))
  expect(over.length).toBeGreaterThan(10)
  const untold = over.filter(([, , e]) => e.output !== bulk && !columnsOf(e.output).some(({ field }) => field === 'id'))
  // it has a command of its own, which takes the ids one by one
  expect(untold.map(([area, call]) => `${area}.${call}`)).toEqual(['auth.sessionsEnd'])
})
