import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CliHome, cliHome } from '../support/cli.ts'
import { anArticle, makeColumn, type Person, startServer, type TestServer } from '../support/server.ts'
import { startWire } from '../support/wire.ts'

let server: TestServer
let column: number
let writer: Person
let planner: CliHome
let second: CliHome
const password = 'old-Passw0rd-1'

async function at(name: string): Promise<CliHome> {
  const home = cliHome({ env: { XZX_SERVER: server.url } })
  const { account } = await server.person({ roles: ['auditor'], password, name })
  await home.xzx(`auth login --user ${account} --password-stdin`, { stdin: password })
  return home
}
beforeAll(async () => {
  server = await startServer()
  column = await makeColumn(server, '通知公告')
  writer = await server.person({ roles: ['admin'] })
  planner = await at('拟定人')
  second = await at('复核人')
})
afterAll(async () => {
  planner.remove()
  second.remove()
  await server.close()
})
const waiting = async (title: string) =>
  String((await writer.call('article.saveAdmin', { ...anArticle(column), title })).value.articleId)
const handed = () => writeFileSync(join(second.dir, 'plan.json'), readFileSync(join(planner.dir, 'plan.json')))

test('one plans what a filter finds, another looks it through and does it; what changed meanwhile is named', async () => {
  const [one, two] = [await waiting('甲'), await waiting('乙')]
  const made = await planner.xzx('audit plan --act 初审通过 --column 通知公告 --all --out plan.json')
  expect([made.code, made.err]).toEqual([0, expect.stringMatching(/已拟定方案 \d+：初审通过 2 篇文章；请另一人核对/)])
  const file = readFileSync(join(planner.dir, 'plan.json'), 'utf8')
  expect(file.split('\n').filter((line) => line.includes('"title"'))).toHaveLength(2)
  const own = await planner.xzx('audit apply plan.json --yes')
  expect([own.code, own.err]).toEqual([1, expect.stringContaining('须由另一人执行')])
  handed()
  expect((await second.xzx('audit show plan.json')).code).toBe(0)
  await writer.call('article.update', { articleId: two, title: '乙，改过' })
  const shown = await second.xzx('audit show plan.json --json')
  expect([shown.code, JSON.parse(shown.out).list.map((row: { standing: string }) => row.standing)]).toEqual([
    3,
    ['ready', 'changed'],
  ])
  const asked = await second.xzx('audit apply plan.json')
  expect([asked.code, asked.err]).toEqual([
    2,
    expect.stringContaining(
      '将执行拟定人拟定的方案：初审通过 2 篇文章（《甲》）；1 项可以执行，1 项拟定后已有变化、不执行，需要确认',
    ),
  ])
  const done = await second.xzx('audit apply plan.json --yes --json')
  expect(done.code).toBe(3)
  expect(JSON.parse(done.out)).toMatchObject({ done: [one], failed: [{ id: two, errorCode: 'STALE' }] })
})

test('what would be refused to who shows a plan is named there, as it is by the dry run', async () => {
  const strict = await makeColumn(server, '三审栏目')
  await server.parts.db.write.updateTable('column').set({ threeReviews: 1 }).where('id', '=', strict).execute()
  const made = await writer.call('article.saveAdmin', { ...anArticle(strict), title: '还没有复审' })
  const id = String(made.value.articleId)
  await writer.call('article.accept', { items: [{ articleId: id }] })
  expect((await planner.xzx(`audit plan --act 通过 ${id} --out plan.json`)).code).toBe(0)
  handed()
  const shown = await second.xzx('audit show plan.json --json')
  expect([shown.code, shown.json().list]).toEqual([
    3,
    [expect.objectContaining({ id, standing: 'refused', says: expect.stringContaining('复审') })],
  ])
  expect((await planner.xzx('audit show plan.json --json')).json().list).toMatchObject([{ standing: 'ready' }])
})

test('what a plan has done it shows as done, and does not do once more, though the same move would lead on', async () => {
  const id = await waiting('癸')
  await writer.call('article.accept', { items: [{ articleId: id }] })
  const force = { items: [{ articleId: id }] }
  expect((await (await server.person({ roles: ['auditor'] })).call('article.approve', force)).errorCode).toBe('0')
  await writer.call('article.update', { articleId: id, title: '癸，修订' })
  expect((await planner.xzx(`audit plan --act 初审通过 ${id} --out plan.json`)).code).toBe(0)
  handed()
  expect((await second.xzx('audit apply plan.json --yes')).code).toBe(0)
  const version = async () => (await writer.call('article.view', { articleId: id })).value.version
  const before = await version()
  const shown = await second.xzx('audit show plan.json --json')
  expect([shown.code, shown.json().list], shown.err).toEqual([0, [expect.objectContaining({ id, standing: 'done' })]])
  const again = await second.xzx('audit apply plan.json --yes --json')
  expect([again.code, again.json()]).toEqual([0, { done: [id], failed: [], unchanged: [id] }])
  expect(await version()).toBe(before)
})

test('cut off: what was sent without an answer is unclear, and one goes on by the same line', async () => {
  const ids = [await waiting('庚'), await waiting('辛')]
  await planner.xzx(`audit plan --act 初审通过 ${ids.join(' ')} --out plan.json`)
  handed()
  const wire = await startWire(server.url)
  try {
    const { token } = await server.person({ roles: ['auditor'] })
    // done, and then the server is gone
    let sent = 0
    wire.fate = (path) => (path.endsWith('/plan/apply') ? (sent++ === 0 ? 'lose' : 'cut') : 'pass')
    const line = 'audit apply plan.json --yes --json --retry 1 --failed-to f.txt'
    const as = { env: { XZX_SERVER: wire.url, XZX_TOKEN: token } }
    const cut = await second.xzx(line, as)
    expect([cut.code, cut.json()]).toEqual([5, { done: [], failed: [], unknown: ids }])
    expect(cut.err).toContain('2 项结果不明（没有收到答复，可能已经完成）。再次运行同一条命令可以接着处理')
    const listed = readFileSync(join(second.dir, 'f.txt'), 'utf8')
    expect([cut.err, listed].join('\n')).not.toContain('--ids')
    wire.fate = () => 'pass'
    const again = await second.xzx(line, as)
    expect([again.code, again.json().done]).toEqual([0, ids])
  } finally {
    await wire.close()
  }
})

test('what is there already is no part of a plan, and it is said where it is', async () => {
  const id = await waiting('壬')
  await writer.call('article.accept', { items: [{ articleId: id }] })
  const made = await planner.xzx(`audit plan --act 初审通过 ${id}`)
  expect([made.code, made.err]).toEqual([1, expect.stringContaining(`文章 ${id}：已是「待发布」，不必列入`)])
})

test('a file that somebody touched is refused, and what is none too', async () => {
  await waiting('丙')
  await planner.xzx('audit plan --act 初审通过 --title 丙 --all --out plan.json')
  const text = readFileSync(join(planner.dir, 'plan.json'), 'utf8')
  writeFileSync(join(second.dir, 'plan.json'), text.replace('"丙"', '"丁"'))
  for (const line of ['audit show plan.json', 'audit apply plan.json --yes']) {
    const { code, err } = await second.xzx(line)
    expect([line, code, err]).toEqual([line, 1, expect.stringContaining('方案文件被改动过')])
  }
  writeFileSync(join(second.dir, 'none.json'), '{"format":"xzx-config-1"}')
  const none = await second.xzx('audit apply none.json --yes')
  expect([none.code, none.err]).toEqual([2, expect.stringContaining('方案文件无效')])
})

test('what is waiting and what is accepted are not rejected by one plan; rows of other kinds by their ids', async () => {
  const [one, two] = [await waiting('戊'), await waiting('己')]
  await writer.call('article.accept', { items: [{ articleId: two }] })
  const mixed = await planner.xzx(`audit plan --act 驳回 --preset 1 ${one} ${two}`)
  expect([mixed.code, mixed.err]).toEqual([2, expect.stringContaining('分成两个方案')])
  const { id } = (await writer.call('advice.add', { title: '路灯', content: '不亮' })).value
  await writer.call('advice.resultReply', { id, resultTitle: '已修', resultContent: '修好了' })
  expect((await planner.xzx(`audit plan --kind 意见 --act 通过答复 ${id} --out plan.json`)).code).toBe(0)
  handed()
  expect((await second.xzx('audit apply plan.json --yes')).code).toBe(0)
  expect((await writer.call('advice.detail', { id })).value.status).toBe(2)
})

test('--all alone is not enough for a rejection, and says what is wanted', async () => {
  const ran = await planner.xzx('audit plan --act 驳回 --all')
  expect([ran.code, ran.err]).toEqual([2, expect.stringContaining('再加筛选条件')])
})

test('a reason that the act has no place for is refused and not left out', async () => {
  const id = await waiting('壬')
  const ran = await planner.xzx(`audit plan --act 初审通过 ${id} --reason 看过`)
  expect([ran.code, ran.err]).toEqual([2, expect.stringContaining('不写理由，不能加 --reason')])
})

test('of a revision it is the revision that is named, for it is what the other person signs', async () => {
  const id = await waiting('癸')
  await writer.call('article.accept', { items: [{ articleId: id }] })
  await writer.call('article.approve', { items: [{ articleId: id }] })
  await writer.call('article.update', { articleId: id, title: '癸，修订的标题', status: 1 })
  expect((await planner.xzx(`audit plan --act 初审通过 ${id} --out plan.json`)).code).toBe(0)
  handed()
  const shown = await second.xzx('audit show plan.json --json')
  expect(JSON.parse(shown.out).list).toMatchObject([{ id, title: '癸，修订的标题', standing: 'ready' }])
})
