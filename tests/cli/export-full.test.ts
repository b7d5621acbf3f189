import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { depts } from '../../server/demo/county.ts'
import { demoLetters } from '../../server/demo/generate-letters.ts'
import { type CliHome, cliHome } from '../support/cli.ts'
import { startServer, type TestServer } from '../support/server.ts'

let servers: readonly TestServer[]
let home: CliHome
let there: CliHome
const letters = [...demoLetters(12)]

beforeAll(async () => {
  servers = [await startServer(), await startServer()]
  const homes: CliHome[] = []
  for (const server of servers) {
    const admin = await server.person({ roles: ['admin'] })
    for (const { name } of depts) await admin.call('dept.save', { name, isCount: 1 })
    homes.push(cliHome({ env: { XZX_SERVER: server.url, XZX_TOKEN: admin.token } }))
  }
  ;[home, there] = homes as [CliHome, CliHome]
  writeFileSync(join(home.dir, '来信.jsonl'), letters.map((one) => JSON.stringify(one)).join('\n'))
  expect((await home.xzx('mail import 来信.jsonl')).code).toBe(0)
})
afterAll(async () => {
  home.remove()
  there.remove()
  for (const server of servers) await server.close()
})

const linesOf = (name: string) =>
  readFileSync(join(home.dir, name), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

test('letters leave with their texts and answers, names and phones masked, and are known again where they came from', async () => {
  const ran = await home.xzx('mail export --full --out 全部.jsonl')
  expect([ran.code, ran.err]).toEqual([0, expect.stringContaining('共 12 行')])
  const rows = linesOf('全部.jsonl')
  for (const letter of letters) {
    const row = rows.find(({ content }) => content === letter.content)
    expect(row).toMatchObject({
      title: letter.title,
      reply: letter.reply || null,
      phone: expect.stringMatching(/^\d{3}\*+\d{4}$/),
    })
    expect(JSON.stringify(row)).not.toContain(letter.phone)
  }
  const some = await home.xzx('mail export --fields id,content,reply --out 几列.csv')
  expect(some.code).toBe(0)
  expect(readFileSync(join(home.dir, '几列.csv'), 'utf8')).toContain(letters[0]?.content)
  expect((await home.xzx('mail export --full --fields id --out x.csv')).code).toBe(2)
  const again = await home.xzx('mail import 全部.jsonl')
  expect([again.code, again.err]).toEqual([0, expect.stringContaining('新增 0 封，已有 12 封')])
})

test.each(['jsonl', 'xlsx', 'csv'])('what was exported as %s can be imported elsewhere', async (kind) => {
  const file = join(home.dir, `搬家.${kind}`)
  expect((await home.xzx(`mail export --full --out 搬家.${kind}`)).code).toBe(0)
  const ran = await there.xzx(`mail import ${file} --json`)
  const done = JSON.parse(ran.out)
  const first = kind === 'jsonl'
  expect([ran.code, done.saved + done.skipped, done.failed, done.unused]).toEqual([0, 12, [], undefined])
  expect(done.saved > 0).toBe(first)
  const ours = JSON.parse((await home.xzx('mail counts --json')).out)
  expect(JSON.parse((await there.xzx('mail counts --json')).out)).toEqual(ours)
  const numbers = async (one: CliHome) => JSON.parse((await one.xzx('mail-count list --json')).out).list
  const [mine, theirs] = [await numbers(home), await numbers(there)]
  const replied = (list: readonly { name: string; replied: number }[]) => list.map(({ name, replied: n }) => [name, n])
  expect(replied(theirs)).toEqual(replied(mine))
})

test('what else goes through states leaves with its texts, by itself and with all', async () => {
  const add = await home.xzx('advice add --title 增设公交站点 --content 县医院门口没有公交站')
  expect(add.code).toBe(0)
  const [id] = (await home.xzx('advice list --format ids')).out.trim().split('\n')
  expect((await home.xzx(`advice reply ${id} --result-title 答复 --result-content 年底前增设`)).code).toBe(0)
  expect((await home.xzx('advice export --full --out 意见.jsonl')).code).toBe(0)
  expect(linesOf('意见.jsonl')).toMatchObject([{ content: '县医院门口没有公交站', resultContent: '年底前增设' }])
  for (const area of ['suggestion', 'apply']) expect((await home.xzx(`${area} export --help`)).out).toContain('--full')
  const all = await home.xzx('export all --dir 全部 --as jsonl --full')
  expect(all.code).toBe(0)
  expect(linesOf('全部/mail.jsonl')[0]).toMatchObject({ content: expect.any(String) })
})

test('what a killed export has left of this very file goes with the next one; others stay', async () => {
  const old = new Date(Date.now() - 2 * 3600_000)
  const lay = (name: string, at = old) => {
    writeFileSync(join(home.dir, name), '')
    utimesSync(join(home.dir, name), at, at)
  }
  lay('信.jsonl.9aa3ffe4096d.part')
  lay('别的.jsonl.9aa3ffe4096d.part')
  lay('信.jsonl.9aa3ffe4096e.part', new Date())
  expect((await home.xzx('mail export --out 信.jsonl')).code).toBe(0)
  expect(
    readdirSync(home.dir)
      .filter((name) => name.endsWith('.part'))
      .sort(),
  ).toEqual([...['信.jsonl.9aa3ffe4096e.part', '别的.jsonl.9aa3ffe4096d.part'].sort()])
})
