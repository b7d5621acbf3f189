import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CliHome, cliHome } from '../support/cli.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let home: CliHome
beforeAll(async () => {
  server = await startServer()
  const { token } = await server.person({ roles: ['admin'] })
  home = cliHome({ env: { XZX_SERVER: server.url, XZX_TOKEN: token } })
})
afterAll(async () => {
  home.remove()
  await server.close()
})
const made = async (line: string) => JSON.parse((await home.xzx(`${line} --json`)).out)
const lines = (out: string) => out.split(/\r?\n/).filter(Boolean)

test('a dictionary is made, filled under its name or its code, read by scripts, and deleted with its entries', async () => {
  const group = await made('dict add --dict-key docType --name 文种')
  expect(group).toMatchObject({ dictKey: 'docType', state: 1, entryCount: 0 })
  const first = await made('dict add-entry --parent 文种 --key notice --name 通知')
  const second = await made('dict add-entry --dict-key docType --key letter --name 函 --state 停用')
  expect([first.parentName, second.dictKey, second.state]).toEqual(['文种', 'docType', 0])
  expect((await made('dict kv')).docType).toEqual([{ key: 'notice', name: '通知', value: null }])
  expect(await made(`dict edit ${second.id} --state 启用 --value 2`)).toMatchObject({
    state: 1,
    value: '2',
    version: 2,
  })
  expect((await home.xzx(`dict arrange --parent 文种 --dict-ids ${second.id},${first.id}`)).code).toBe(0)
  const { out } = await home.xzx('dict entries --parent 文种 --format csv --fields key,name,state')
  expect(lines(out).slice(1)).toEqual(['letter,函,启用', 'notice,通知,启用'])
  expect(await made('dict group --val docType')).toMatchObject({
    name: '文种',
    entries: [{ key: 'letter' }, { key: 'notice' }],
  })
  expect(await made('dict group docType')).toMatchObject({ name: '文种' })
  expect((await home.xzx('dict group docType --val docType')).code).toBe(2)
  expect((await home.xzx('region list 130000 --json')).json()[0]).toMatchObject({ parentId: '130000' })
  expect((await home.xzx('export dict --out 字典.csv')).code).toBe(0)
  expect(readFileSync(join(home.dir, '字典.csv'), 'utf8')).toContain('docType')
  expect((await home.xzx(`dict del ${group.id} --yes`)).code).toBe(0)
  expect((await home.xzx(`dict get ${first.id}`)).code).toBe(1)
})

test('what the program relies on is shown, and refused in words', async () => {
  const kinds = lines((await home.xzx('dict search-kinds --format csv --fields key,name')).out).slice(1)
  expect(kinds).toContain('article,文章')
  const { id } = await made('dict group --val esType')
  const refused = await home.xzx(`dict del ${id} --yes`)
  expect(refused.code).toBe(1)
  expect(refused.out).toContain('「检索类型」由系统使用，不能删除')
})

test('examples of the help can be typed as they stand', async () => {
  const { out } = await home.xzx('dict add-entry --help')
  expect(out).toContain('xzx dict add-entry --parent 稿件来源 --key zgzx --name 中国政协')
  await made('dict add --dict-key articleSource --name 稿件来源')
  expect((await home.xzx('dict add-entry --parent 稿件来源 --key zgzx --name 中国政协')).code).toBe(0)
})

test('a list that is answered without its sum says what it leaves out', async () => {
  const some = await home.xzx('region list --name 自治县')
  expect([some.code, lines(some.out).length]).toEqual([0, 50])
  expect(some.err).toBe('只列出了前 50 条，共 117 条；要全部加 --count 117\n')
  const all = await home.xzx('region list --name 自治县 --count 117')
  expect([lines(all.out).length, all.err]).toEqual([117, ''])
  const many = await home.xzx('region list --name 县 --count 3 --json')
  expect([many.json().length, many.err]).toEqual([
    3,
    expect.stringContaining('至少有 200 条；最多列出 200 条（--count 200）'),
  ])
  const drawn = await home.xzx('region list --name 自治县', { tty: ['stdout', 'stderr'] })
  expect(drawn.err).not.toContain('共 50 条')
  expect((await home.xzx('region list --name 自治县 --format count')).out).toBe('117\n')
  expect((await home.xzx('region list 130000')).err).toBe('')
})
