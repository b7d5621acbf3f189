import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verbName } from '../../cli/from-contract/verbs.ts'
import { camel } from '../../cli/spelling.ts'
import { type AreaName, areas, wholeContract } from '../../core/contract/areas.ts'
import type { Area, Endpoint } from '../../core/contract/endpoint.ts'
import { seedDemo } from '../../server/demo/seed.ts'
import { type CliHome, cliHome } from '../support/cli.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { allVerbs } from '../support/verbs.ts'

/** Every line that the help shows can be typed; those that read work on the demo county as they stand. */

const all = (await allVerbs()).filter(({ verb }) => !verb.hidden)
const contract = (await wholeContract()) as Readonly<Record<string, Area>>

let server: TestServer
let home: CliHome
/** A number of each kind of rows that the demo has. */
const known = new Map<string, string>()
beforeAll(async () => {
  server = await startServer()
  await seedDemo(server.parts, { password: 'qingshi-demo-2026' })
  const { id } = await server.parts.db.read
    .selectFrom('dept')
    .select('id')
    .where('name', '=', '提案委员会')
    .executeTakeFirstOrThrow()
  const { token } = await server.person({ roles: ['admin'], deptId: id })
  home = cliHome({ env: { XZX_SERVER: server.url, XZX_TOKEN: token, EDITOR: 'true' } })
  for (const name of ['内容.html', '正文.html', '通知.html']) writeFileSync(join(home.dir, name), '<p>正文</p>')
})
afterAll(async () => {
  home.remove()
  await server.close()
})

/** The words of a line as a shell has them. */
const wordsOf = (line: string) =>
  [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, single, double, bare]) => single ?? double ?? bare ?? '')

const ofDepartments = new Set(['forward', 'answer', 'return', 'by-dept'])

/** The call of a verb that is made from one, and the list that shows the rows which it takes. */
function callOf(words: readonly string[]): { area: string; e: Endpoint; list: string | null } | null {
  const [typed = '', said] = words
  const word = said
  // what departments do with letters is typed of the letter
  const area = typed === 'mail' && ofDepartments.has(word ?? '') ? 'mail-forum' : typed
  const calls = contract[camel(area)]
  const found = Object.entries(calls ?? {}).find(
    ([call, e]) => e.verb !== false && verbName(calls as Area, call, e) === word,
  )
  if (!calls || !found) return null
  const [, e] = found
  const lists = e.rows ?? 'list'
  const list = calls[lists]
  return { area, e, list: list && list.verb !== false ? verbName(calls, lists, list) : null }
}

/** 101 stands for whatever there is. */
async function withRealIds(words: readonly string[]): Promise<string[]> {
  const call = callOf(words)
  if (!call?.list || !words.includes('101')) return [...words]
  const kind = `${call.area} ${call.list}`
  if (!known.has(kind)) {
    const { out } = await home.xzx([call.area, call.list, '--format', 'ids'])
    known.set(kind, out.split('\n')[0] ?? '')
  }
  return words.map((word) => (word === '101' ? known.get(kind) || '101' : word))
}

const reading = all
  .filter(({ verb }) => verb.made === 'read')
  .flatMap(({ verb }) => (verb.examples ?? []).map((line) => [line] as const))

/** Of commands that are written by hand those that read, and need no file. */
const byHand = new Set([
  'audit',
  'article list',
  'article recycle-list',

  'auth token list',
  'config list',
])
const handLines = all
  .filter(({ name, verb }) => !verb.made && byHand.has(name))
  .flatMap(({ verb }) => (verb.examples ?? []).map((line) => [line] as const))

describe('what reads works on the demo county', () => {
  test.each([...reading, ...handLines])('%s', async (line) => {
    const words = await withRealIds(wordsOf(line).slice(1))
    const { code, err } = await home.xzx(words)
    // of some kinds the demo has none
    const none = line.includes('101') && /内容不存在或无权查看|不是按工作日计算的|还没有交办，没有期限在计/.test(err)
    expect(none ? 0 : code, err).toBe(0)
  })
})

const writing = all
  .filter(({ verb }) => verb.made === 'fields' || verb.made === 'ids' || verb.made === 'restore')
  .flatMap(({ verb }) => (verb.examples ?? []).map((line) => [line.split(' | ').at(-1) as string] as const))

/** Lines whose numbers are made up, or whose row of the demo is in another state: all else in them is taken. */
const madeUp: Readonly<Record<string, RegExp>> = {
  'user roles 101 --roles 部门人员': /至少要有一名能登录的管理员/,
  'theme reply 101 --content 图书馆从下月起周末开放到晚上八点': /通过审核后才能回复/,
  'll-theme reply 101 --content 图书馆从下月起周末开放到晚上八点': /通过审核后才能回复/,
  'xax-theme reply 101 --content 图书馆从下月起周末开放到晚上八点': /通过审核后才能回复/,
  'proposal forward 101 --dept 提案委员会 --remarks 交办意见': /它还没有立案/,
  'proposal answer 101 --content 已有六个单位的大院向周边居民错时开放 --outcome 已经解决或采纳 --unit-open 公开 --done 提交':
    /它还没有立案/,
  'proposal extend 101 --months 3 --reason 需要多个单位共同调研': /没有期限在计/,
  'proposal rate 101 --rating 满意': /只有提出提案的委员本人/,
  'report edit 101 --title 县住建局开展老旧小区改造走访': /只有报送人本人/,
  'report restore 101 --revision 2051': /没有编号为 2051 的修订/,
  'mail draft 101': /还没有答复/,
  'mail supplement 101 --content 在东街小学门口': /没有要求来信人补充/,
  'mail tell-merged 101 --reply 您反映的路灯已修好': /只有已合并的信件/,
  'mail settle-complaint 101 --result 经核实，答复属实，已向来信人说明': /没有投诉/,
  'apply draft 101': /答复送达后再写公开稿/,
  'suggestion draft 101': /还没有答复/,
  'apply forward 101 --dept 提案委员会 --remarks 交办意见': /它还没有确认收到/,
  'apply answer 101 --outcome 予以公开 --content 现提供东街改造项目的预算批复 --done 提交': /它还没有确认收到/,
  'apply clarify 101 --content 请写明所需信息的年份': /没有期限在计/,
  'apply discard 101 --dept 提案委员会': /它还没有确认收到/,
  'apply supplement 101 --content 所需信息的年份为2025年': /它还没有确认收到/,
  'apply extend 101 --days 10 --reason 需要检索的档案较多': /没有期限在计/,
  'apply third-party 101 --name 青石县城建工程公司': /没有期限在计/,
  'apply third-reply 101 --opinion 不同意公开，涉及商业秘密': /没有期限在计/,
  'apply deliver 101 --way 邮寄': /它还没有确认收到/,
  'advice restore 101 --revision 2051': /没有编号为 2051 的修订/,
  'bulletin edit-content 101 --title 关于印发今年重点工作安排的通知': /篇目 101 不存在/,
  'content-model edit-field 101 --field-tips-name 主办单位': /字段 101 不存在/,
  'bulletin restore 101 --revision 2051': /没有编号为 2051 的修订/,
  'periodical edit-article 101 --title 委员走访侧记': /正在审核/,
  'periodical restore 101 --revision 2051': /没有编号为 2051 的修订/,
  'special edit-article 101 --section 政府文件': /文章 101 不存在/,
  'special restore 101 --revision 2051': /没有编号为 2051 的修订/,
  'notice restore 101 --revision 2051': /没有编号为 2051 的修订/,
  'plate restore 101 --revision 2051': /没有编号为 2051 的修订/,
  'quest-answer restore 101 --revision 2051': /没有编号为 2051 的修订/,
  'celebrity restore 101 --revision 2051': /没有编号为 2051 的修订/,
  'industrial-project restore 101 --revision 2051': /没有编号为 2051 的修订/,
  'product restore 101 --revision 2051': /没有编号为 2051 的修订/,
  'suggestion restore 101 --revision 2051': /没有编号为 2051 的修订/,
  'assignment edit 101 --title 报送第四季度信息': /已办结/,
  'assignment reply --assignment-id 101 --content 已报送三篇': /已办结/,
  'assignment return 101 --reason 缺少第三篇': /已办结/,
  'other edit 101 --name 接口联调': /101 不存在/,
  'resource edit 101 --name 公文系统': /系统自带/,
}

describe('what writes can be tried as it stands: nothing in it is wrong, and what it names is there', () => {
  test.each(writing)('%s', async (line) => {
    const typed = wordsOf(line).slice(1)
    const words = await withRealIds(typed)
    const { code, err } = await home.xzx([...words, '--dry-run'], { stdin: '101' })
    expect(err).not.toMatch(/没有(部门|栏目|数据字典) /)
    // of several rows 102 is made up, and others are in other states
    if (line.includes('102') || typed.includes('--ids')) return expect(code, err).not.toBe(2)
    const why = madeUp[typed.join(' ')]
    expect([code, err]).toEqual(why ? [1, expect.stringMatching(why)] : [0, expect.anything()])
  })

  test('the reviewed lines are examples still', () => {
    const lines = new Set(writing.map(([line]) => wordsOf(line).slice(1).join(' ')))
    expect(Object.keys(madeUp).filter((line) => !lines.has(line))).toEqual([])
  })
})

describe('a list that feeds a command can be read as it stands', () => {
  const made = all.filter(({ verb }) => verb.made)
  const examples = made.flatMap(({ verb }) => verb.examples ?? []).filter((line) => line.includes(' | xzx'))
  const lists = [...new Set(examples.map((line) => line.split(' | ')[0] as string))].map((line) => [line] as const)
  test.each(lists)('%s', async (line) => {
    const { code, err } = await home.xzx(wordsOf(line).slice(1))
    expect(code, err).toBe(0)
  })
})

describe('a list that feeds a command shows the rows which it takes', () => {
  const piped = all
    .filter(({ verb }) => verb.made)
    .flatMap(({ words, verb }) =>
      (verb.examples ?? []).filter((line) => line.includes(' | ')).map((line) => [line, words] as const),
    )
  test.each(piped)('%s', (line, words) => {
    const [, area, list] = wordsOf(line.split(' | ')[0] ?? '')
    const call = callOf(words)
    // 「restore」 of a text is that of the recycle bin where it takes several
    const rows = words[1] === 'restore' ? 'bin-list' : call?.list
    expect([area, list]).toEqual([words[0], rows])
  })
})

test('the numbers that calls of one area take are called alike where they are those of one list', async () => {
  const plain = new Set(['编号', '编号列表'])
  for (const area of Object.keys(areas) as AreaName[]) {
    const byList = new Map<string, Set<string>>()
    for (const e of Object.values(contract[area] as Area)) {
      const { shape = {} } = e.input as { shape?: Record<string, { meta?: () => { title?: string } | undefined }> }
      for (const field of ['id', 'ids']) {
        const title = shape[field]?.meta?.()?.title
        if (title === undefined || plain.has(title)) continue
        const rows = e.rows ?? 'list'
        byList.set(rows, (byList.get(rows) ?? new Set()).add(title))
      }
    }
    for (const [rows, titles] of byList) expect([area, rows, [...titles]]).toEqual([area, rows, [[...titles][0]]])
  }
})
