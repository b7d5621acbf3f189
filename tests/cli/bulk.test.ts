import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { CutShort, Interrupted } from '../../cli/errors.ts'
import { PipeClosed } from '../../cli/io.ts'
import { articleStates } from '../../core/domain/article-states.ts'
import { countIn, makeArticles } from '../support/articles.ts'
import { makeColumn, type Person } from '../support/server.ts'
import { sharedHome, wiredServer } from '../support/set-up.ts'
import { refusal } from '../support/wire.ts'

const { server, wire } = await wiredServer('revision', 'article', 'touched')
const columnId = await makeColumn(server)
const auditor = await server.person({ roles: ['auditor'], name: '林知远' })
const reader = await server.person({ roles: ['readonly'] })
const writer = await server.person({ roles: ['readonly'], name: '周明川' })
const home = sharedHome({ XZX_SERVER: wire.url })

const as = (person: Person, more: object = {}) => ({ env: { XZX_TOKEN: person.token }, ...more })
const waiting = (count: number, status = 1, by = writer) =>
  makeArticles(server, count, { columnId, status, by: by.userId })
const file = (name: string) => join(home.dir, name)

describe('ids', () => {
  test('one bad item stops no other: exit 3, and what failed can be sent again', async () => {
    const [a, b] = await waiting(2)
    const [draft] = await waiting(1, 3)
    const ran = await home.xzx(`article accept ${a} ${draft} 99999 ${b} --yes --json --failed-to f.txt`, as(auditor))
    expect(ran.code).toBe(3)
    expect(ran.json().done).toEqual([a, b])
    expect(ran.json().failed.map((f: { id: string; errorCode: string }) => [f.id, f.errorCode])).toEqual([
      [draft, 'BAD_STATE'],
      ['99999', 'NOT_FOUND'],
    ])
    expect(readFileSync(file('f.txt'), 'utf8')).toContain(`${draft}\tBAD_STATE\t`)
    const again = await home.xzx('article accept --ids @f.txt --yes --json --failed-to f.txt', as(auditor))
    expect([again.code, again.json().failed.length]).toEqual([1, 2])
  })

  test('whoever read its output has gone: all is worked through, and the exit code says how it went', async () => {
    const [a] = await waiting(1)
    const [draft] = await waiting(1, 3)
    const gone = {
      onOut: () => {
        throw new PipeClosed('输出管道已关闭')
      },
    }
    const ran = await home.xzx(`article accept ${a} ${draft} --yes --json --failed-to g.txt`, as(auditor, gone))
    expect(ran.code).toBe(3)
    expect(readFileSync(file('g.txt'), 'utf8')).toContain(`${draft}\tBAD_STATE\t`)
    // what only reads has nothing more to do
    expect((await home.xzx('article list --json', as(auditor, gone))).code).toBe(0)
  })

  test('from stdin, to its end; an empty list is nothing to do', async () => {
    const ids = await waiting(3)
    const ran = await home.xzx('article accept --ids - --yes --format count', as(auditor, { stdin: ids.join('\n') }))
    expect([ran.code, ran.out]).toEqual([0, '3\n'])
    expect(await home.xzx('article accept --ids - --yes --format count', as(auditor, { stdin: '' }))).toMatchObject({
      code: 0,
      out: '0\n',
    })
  })

  test('an item that already is there counts as done', async () => {
    const ids = await waiting(2, 0)
    const ran = await home.xzx(`article accept ${ids.join(' ')} --yes --json`, as(auditor))
    expect([ran.code, ran.json().done]).toEqual([0, ids])
  })

  test('and it is said that nothing was done to it, wet and dry; the log tells only what was done', async () => {
    const admin = as(await server.person({ roles: ['admin'] }))
    const [there] = await waiting(1, 0)
    const [fresh] = await waiting(1)
    const logged = async () => (await server.parts.db.read.selectFrom('log').select('id').execute()).length
    const line = `article accept ${there} ${fresh} --yes`
    const dry = await home.xzx(`${line} --dry-run --json`, admin)
    expect(dry.json()).toEqual({ done: [there, fresh], failed: [], unchanged: [there] })
    expect(dry.err).toContain('可处理 2 项（其中 1 项已是如此，未改动）')
    const ran = await home.xzx(line, admin)
    expect([ran.code, ran.err]).toEqual([
      0,
      expect.stringContaining('成功 2 项（其中 1 项已是如此，未改动），失败 0 项'),
    ])
    expect(ran.out).toMatch(new RegExp(`^${there}\\s+已是如此，未改动`, 'm'))
    const before = await logged()
    for (const again of [line, `article restore ${there} --yes`]) {
      const same = await home.xzx(`${again} --json`, admin)
      expect([same.code, same.json().unchanged], again).toEqual([0, same.json().done])
    }
    expect(await logged()).toBe(before)
  })

  test('ids and filters together, or neither, are a wrong usage', async () => {
    for (const line of [
      'article accept',
      'article accept 1 --all',
      'article delete --all',
      'article accept --title 会',
    ])
      expect((await home.xzx(`${line} --yes`, as(auditor))).code, line).toBe(2)
  })
})

describe('--all', () => {
  test('takes everything that waits, though rows leave the filter meanwhile', async () => {
    await waiting(450)
    const ran = await home.xzx('article accept --all --yes --json --concurrency 2', as(auditor))
    expect([ran.code, ran.json().done.length, ran.json().failed]).toEqual([0, 450, []])
    expect([await countIn(server, 1), await countIn(server, 0)]).toEqual([0, 450])
    expect(ran.err).toContain('正在初审通过')
  })

  test('goes by filters and --limit, oldest first', async () => {
    const [first] = await waiting(3)
    const ran = await home.xzx('article accept --title 主席会议 --limit 1 --yes --json', as(auditor))
    expect(ran.json().done).toEqual([first])
  })

  test('nothing found is no failure', async () => {
    const ran = await home.xzx('article approve --all --yes --json', as(auditor))
    expect([ran.code, ran.json()]).toEqual([0, { done: [], failed: [] }])
  })
})

describe('questions', () => {
  const all = { tty: ['stdin', 'stderr'] as const }

  test('names the count and the first three titles; the default is no', async () => {
    await waiting(5)
    const no = await home.xzx('article accept --all', as(auditor, { ...all, stdin: '\n' }))
    expect(no.code).toBe(6)
    expect(no.err).toContain(
      '将初审通过 5 篇文章（《关于召开主席会议的通知（1）》《关于召开主席会议的通知（2）》《关于召开主席会议的通知（3）》等），是否继续？[y/N]',
    )
    expect(await countIn(server, 1)).toBe(5)
    expect((await home.xzx('article accept --all', as(auditor, { ...all, stdin: 'y\n' }))).code).toBe(0)
  })

  test('bare ids: a revision is asked about by its new title', async () => {
    const admin = await server.person({ roles: ['admin'] })
    const [id] = await waiting(1, 2)
    await admin.call('article.update', { articleId: id, title: '新标题' })
    const no = await home.xzx(`article accept ${id}`, as(auditor, { ...all, stdin: '\n' }))
    expect([no.code, no.err]).toEqual([6, expect.stringContaining('将初审通过 1 篇文章（《新标题》）')])
  })

  test('deleting asks for the count; without a terminal the flag is named', async () => {
    const admin = await server.person({ roles: ['admin'] })
    const [id] = await waiting(1)
    const none = await home.xzx(`article delete ${id}`, as(admin))
    expect([none.code, none.err.includes('--yes')]).toEqual([2, true])
    const typed = await home.xzx(`article delete ${id}`, as(admin, { ...all, stdin: '1\n' }))
    expect([typed.code, typed.err.includes('请输入 1 确认')]).toEqual([0, true])
    expect(await countIn(server, 1)).toBe(0)
  })
})

test('a terminal that says it is 0 wide gets lines instead of a spinner that never ends', async () => {
  const columns = Object.getOwnPropertyDescriptor(process.stderr, 'columns')
  Object.defineProperty(process.stderr, 'columns', { value: 0, configurable: true })
  try {
    await waiting(3)
    const ran = await home.xzx('article accept --all --yes', as(auditor, { tty: ['stderr'] }))
    expect([ran.code, ran.err.includes('正在初审通过 3/3（100%）')]).toEqual([0, true])
  } finally {
    if (columns) Object.defineProperty(process.stderr, 'columns', columns)
    else Reflect.deleteProperty(process.stderr, 'columns')
  }
})

test('a list for people tells what waits: the revision, by its new title', async () => {
  const terminal = { tty: ['stdin', 'stdout', 'stderr'] as const }
  const admin = await server.person({ roles: ['admin'] })
  const [id] = await waiting(1, 2)
  await admin.call('article.update', { articleId: id, title: '新标题' })
  const drawn = (await home.xzx('article list --status 待审核', as(auditor, terminal))).out
  expect(drawn).toMatch(/新标题 .*修订待审核/)
  expect((await home.xzx('article list --all --fields title,status', as(auditor, terminal))).out).toContain(
    '修订待审核',
  )
  const [row] = (await home.xzx('article list --json', as(auditor))).json().list
  expect(row).toMatchObject({ status: 2, review: { status: 1, title: '新标题' } })
  expect(row.title).not.toBe('新标题')
})

describe('rejecting', () => {
  const rows = () =>
    server.parts.db.read.selectFrom('article').select(['status', 'reviewStatus', 'reason']).orderBy('id').execute()

  test('goes the way that each state needs, with a preset reason', async () => {
    const [one] = await waiting(1, 1)
    const [zero] = await waiting(1, 0)
    const ran = await home.xzx(`article reject ${one} ${zero} --preset 2 --yes --json`, as(auditor))
    expect([ran.code, [...ran.json().done].sort()]).toEqual([0, [one, zero].sort()])
    expect(await rows()).toEqual(
      Array(2).fill({ status: 4, reviewStatus: null, reason: articleStates.moves.reject.reasons?.[1] }),
    )
  })

  test('a published one: its revision, told so and foretold; without one it is refused and stays online', async () => {
    const admin = await server.person({ roles: ['admin'] })
    const ids = await waiting(3, 2)
    const [first, second, plain] = ids as [string, string, string]
    for (const articleId of [first, second]) await admin.call('article.update', { articleId, title: '新标题' })
    await auditor.call('article.accept', { items: [{ articleId: second }] })
    const line = `article reject ${ids.join(' ')} --reason 有误`
    const asked = await home.xzx(line, as(auditor, { tty: ['stdin', 'stderr'], stdin: 'n\n' }))
    expect(asked.err).toContain(
      '（《新标题》《新标题》《关于召开主席会议的通知（3）》），其中 2 篇是修订，已发布的原文继续在线',
    )
    const dry = await home.xzx(`${line} --dry-run --json`, as(auditor))
    const ran = await home.xzx(`${line} --yes --json`, as(auditor))
    expect([dry.code, dry.json()]).toEqual([ran.code, ran.json()])
    expect([ran.code, [...ran.json().done].sort()]).toEqual([3, [first, second].sort()])
    expect(ran.json().failed).toMatchObject([{ id: plain, errorMsg: expect.stringContaining('请用「下架」') }])
    expect((await rows()).map((row) => [row.status, row.reviewStatus])).toEqual([
      [2, 4],
      [2, 4],
      [2, null],
    ])
    // rejected already: done, in the rehearsal as in earnest
    expect((await home.xzx(`article reject ${first} --reason 有误 --dry-run --json`, as(auditor))).json().done).toEqual(
      [first],
    )
  })

  test('needs a reason', async () => {
    const [id] = await waiting(1, 1)
    expect((await home.xzx(`article reject ${id} --yes`, as(auditor))).code).toBe(2)
    expect((await home.xzx(`article reject ${id} --preset 9 --yes`, as(auditor))).code).toBe(2)
    expect((await home.xzx(`article reject ${id} --yes --reason ${'长'.repeat(501)}`, as(auditor))).code).toBe(2)
  })

  test('taking down is a command of its own, names what goes off the site, and has reasons of its own', async () => {
    const admin = await server.person({ roles: ['admin'] })
    const [id, other] = (await waiting(2, 2)) as [string, string]
    await admin.call('article.update', { articleId: id, title: '新标题' })
    const asked = await home.xzx(`article take-down ${id} ${other} --preset 1`, as(auditor))
    expect(asked.code).toBe(2)
    expect(asked.err).toContain(
      '将下架 2 篇文章（《关于召开主席会议的通知（1）》《关于召开主席会议的通知（2）》），网页和别处没有用到的图片随即从网站撤下，其中 1 篇的修订随之结束',
    )
    const ran = await home.xzx(`article take-down ${id} ${other} --preset 1 --yes --json`, as(auditor))
    expect([ran.code, ran.json().done]).toEqual([0, [id, other]])
    expect(await rows()).toEqual(
      Array(2).fill({ status: 5, reviewStatus: null, reason: articleStates.moves.takeDown.reasons?.[0] }),
    )
    expect((await home.xzx('article take-down --all --preset 1 --yes', as(auditor))).code).toBe(2)
  })

  test('--all leaves published ones alone unless they are asked for', async () => {
    await waiting(2, 2)
    await waiting(2, 1)
    const ran = await home.xzx('article reject --title 通知 --all --reason 重复 --yes --json', as(auditor))
    expect(ran.json().done).toHaveLength(2)
    expect(await countIn(server, 2)).toBe(2)
  })
})

describe('--dry-run', () => {
  test('has the real run’s shape, names what may not be touched, changes nothing', async () => {
    const [mine] = await waiting(1, 0, auditor)
    const [good] = await waiting(1, 0)
    const [draft] = await waiting(1, 3)
    const line = `article approve ${mine} ${good} ${draft} 99999`
    const dry = await home.xzx(`${line} --dry-run --json`, as(auditor))
    expect(await countIn(server, 2)).toBe(0)
    const real = await home.xzx(`${line} --yes --json`, as(auditor))
    expect(dry.code).toBe(real.code)
    expect(dry.json().done).toEqual(real.json().done)
    const codes = (r: { failed: { id: string; errorCode: string; errorMsg: string }[] }) =>
      r.failed.map((f) => `${f.id} ${f.errorCode} ${f.errorMsg}`).sort()
    expect(codes(dry.json())).toEqual(codes(real.json()))
  })

  test('says at once when the right is missing', async () => {
    const [id] = await waiting(1)
    const ran = await home.xzx(`article accept ${id} --dry-run --json`, as(reader))
    expect([ran.code, ran.out]).toEqual([1, ''])
    expect(ran.err).toContain('NO_PERMISSION')
  })
})

describe('cut off', () => {
  const accept = '/api/article/accept'

  test('a server that is gone: says what was done, exit 5, and goes on from its file', async () => {
    await waiting(500)
    wire.fate = (path, nth) => (path === accept && nth > 2 ? 'cut' : 'pass')
    const line = 'article accept --all --yes --retry 0 --concurrency 1 --json --failed-to f.txt'
    const ran = await home.xzx(line, as(auditor))
    expect(ran.code).toBe(5)
    const { done, unknown, left } = ran.json()
    expect([done.length, unknown.length, left.length]).toEqual([200, 100, 200])
    expect(ran.err).toContain('100 项结果不明（没有收到答复，可能已经完成），还有 200 项没有处理')
    wire.fate = () => 'pass'
    const rest = await home.xzx('article accept --ids @f.txt --yes --json', as(auditor))
    expect([rest.code, rest.json().done.length]).toEqual([0, 300])
    expect(await countIn(server, 1)).toBe(0)
  })

  test('an answer that is lost is asked for again: nothing is done twice, nothing is missed', async () => {
    await waiting(250)
    let lost = 0
    wire.fate = (path) => (path === accept && lost++ === 1 ? 'lose' : 'pass')
    const ran = await home.xzx('article accept --all --yes --json', as(auditor))
    expect([ran.code, ran.json().done.length]).toEqual([0, 250])
  })

  test('Ctrl+C lets the chunk under way finish, tells the rest, exit 130', async () => {
    await waiting(400)
    const stop = new AbortController()
    let calls = 0
    wire.fate = (path) => {
      if (path === accept && ++calls === 2) stop.abort(new Interrupted('SIGINT'))
      return 'pass'
    }
    const line = 'article accept --all --yes --concurrency 1 --json --failed-to f.txt'
    const ran = await home.xzx(line, as(auditor, { signal: stop.signal }))
    expect(ran.code).toBe(130)
    const { done, left } = ran.json()
    expect([done.length, left.length, await countIn(server, 0)]).toEqual([200, 200, 200])
    const rest = await home.xzx('article accept --ids @f.txt --yes --json', as(auditor))
    expect(rest.json().done).toHaveLength(200)
  })

  test('a reset that is broken off does not say that it can be run again', async () => {
    const admin = await server.person({ roles: ['admin'] })
    const people: Person[] = []
    for (let n = 0; n < 4; n += 1) people.push(await server.person({ roles: ['auditor'] }))
    const stop = new AbortController()
    wire.fate = (path) => {
      if (path.endsWith('/resetPwd')) stop.abort(new Interrupted('SIGINT'))
      return 'pass'
    }
    const ids = people.map(({ userId }) => userId).join(' ')
    const ran = await home.xzx(
      `user reset-pwd ${ids} --out pw.csv --yes --concurrency 1`,
      as(admin, { signal: stop.signal }),
    )
    wire.fate = () => 'pass'
    expect(ran.err).toMatch(/成功 1 项.*还有 3 项没有处理/)
    expect(ran.err).toContain('再次运行同一条命令会把已完成的再做一次')
    expect(ran.err).not.toContain('不会重复')
  })

  test.for(['lose', 'time'] as const)('what was sent without an answer (%s) is not told as left', async (how) => {
    const ids = await waiting(2)
    wire.fate = (path) => (path === accept ? (how === 'lose' ? 'lose' : 'hang') : 'pass')
    const line = `article accept ${ids.join(' ')} --yes --retry 0 --timeout ${how === 'lose' ? '30s' : '1s'} --failed-to f.txt`
    const ran = await home.xzx(`${line} --json`, as(auditor))
    expect([ran.code, ran.json()]).toEqual([5, { done: [], failed: [], unknown: ids }])
    expect(ran.err).toContain(
      '成功 0 项，失败 0 项，2 项结果不明（没有收到答复，可能已经完成）。接着处理：--ids @f.txt',
    )
    expect(readFileSync(file('f.txt'), 'utf8')).toBe(
      `# 失败 0 项，结果不明 2 项，没有处理 0 项；接着处理：--ids @本文件\n${ids.map((id) => `${id}\t\t结果不明\n`).join('')}`,
    )
    expect((await home.xzx(line, as(auditor))).out).toMatch(new RegExp(`^${ids[0]}\\s+结果不明`, 'm'))
    wire.fate = () => 'pass'
    const rest = await home.xzx('article accept --ids @f.txt --yes --json', as(auditor))
    expect([rest.code, rest.json().done]).toEqual([0, ids])
  })

  test('a second Ctrl+C waits for no answer, and still tells what was done', async () => {
    const ids = await waiting(300)
    const stop = new AbortController()
    const hurry = new AbortController()
    let calls = 0
    wire.fate = (path) => {
      if (path !== accept || ++calls < 2) return 'pass'
      stop.abort(new Interrupted('SIGINT'))
      setImmediate(() => hurry.abort(new CutShort('SIGINT')))
      return 'hang'
    }
    const line = 'article accept --ids - --yes --concurrency 1 --json --failed-to f.txt'
    const both = { signal: stop.signal, hurry: hurry.signal, stdin: ids.join('\n') }
    const ran = await home.xzx(line, as(auditor, both))
    const { done, unknown, left } = ran.json()
    expect([ran.code, done.length, unknown.length, left.length]).toEqual([130, 100, 100, 100])
    expect(ran.err).toContain('成功 100 项，失败 0 项，100 项结果不明')
    expect(JSON.parse(ran.err).error).toMatchObject({
      code: 'STOPPED',
      message: expect.stringContaining('请先核对再重试'),
    })
    expect(readFileSync(file('f.txt'), 'utf8').split('\n')).toHaveLength(202)
  })

  test('a session that ends on the way: exit 4', async () => {
    await waiting(300)
    wire.fate = (path, nth) =>
      path === accept && nth > 1
        ? { status: 401, type: 'application/json', text: '{"errorCode":"SESSION_OVER","errorMsg":"登录已过期"}' }
        : 'pass'
    const ran = await home.xzx('article accept --all --yes --concurrency 1 --json', as(auditor))
    expect(ran.code).toBe(4)
    expect(ran.json().done.length + ran.json().left.length).toBe(300)
  })

  test('a web page in place of the server’s answer ends the run at once', async () => {
    await waiting(250)
    let calls = 0
    wire.fate = (path) => {
      if (path !== accept) return 'pass'
      calls += 1
      return { status: 200, type: 'text/html', text: '<!doctype html><title>登录网关</title>' }
    }
    const ran = await home.xzx('article accept --all --yes --concurrency 1 --json', as(auditor))
    expect([ran.code, ran.json().left.length, calls]).toEqual([5, 250, 1])
    expect(ran.err).not.toContain('doctype')
  })

  test('refused as a whole: no remainder is told of', async () => {
    const [id] = await waiting(1)
    const ran = await home.xzx(`article accept ${id} --yes --json`, as(reader))
    expect([ran.code, ran.out]).toEqual([1, ''])
  })

  test('a back end that refuses a chunk for one item gets them one by one', async () => {
    const ids = await waiting(4)
    wire.fate = (path, _nth, body) =>
      path === accept && (JSON.parse(body) as unknown[]).length > 1 ? refusal('BAD_STATE', '有一项不能处理') : 'pass'
    const ran = await home.xzx(`article accept ${ids.join(' ')} --yes --json`, as(auditor))
    expect([ran.code, ran.json().done.length]).toEqual([0, 4])
  })

  test('a --failed-to that cannot be written stops before anything is sent', async () => {
    const [id] = await waiting(1)
    const ran = await home.xzx(`article accept ${id} --yes --failed-to nowhere/f.txt`, as(auditor))
    expect(ran.code).toBe(2)
    expect(await countIn(server, 1)).toBe(1)
  })
})

test('ids of a file keep their order and count once', async () => {
  const ids = await waiting(2)
  writeFileSync(file('ids.txt'), `# 上次的失败\n${ids[1]}\tBAD_STATE\t状态不对\n${ids[0]}\n${ids[1]}\n`)
  const ran = await home.xzx('article accept --ids @ids.txt --yes --json', as(auditor))
  expect(ran.json().done).toEqual([ids[1], ids[0]])
})

describe('ids files and cron', () => {
  test('what programs of Windows write is read; a line that is no id is named', async () => {
    const ids = await waiting(2)
    const text = `\uFEFF${ids.join('\r\n')}\r\n`
    const wide = Buffer.from(text, 'utf16le')
    writeFileSync(join(home.dir, 'wide.txt'), wide)
    writeFileSync(join(home.dir, 'swapped.txt'), Buffer.from(wide).swap16())
    writeFileSync(join(home.dir, 'bad.txt'), `${ids[0]}\n# 说明\n${ids[1]} x1\n`)
    for (const name of ['wide.txt', 'swapped.txt']) {
      const ran = await home.xzx(`article accept --ids @${name} --dry-run --json`, as(auditor))
      expect([...ran.json().done].sort()).toEqual([...ids].sort())
    }
    const folder = await home.xzx('article accept --ids @. --yes', as(auditor))
    expect([folder.code, folder.err]).toEqual([2, expect.stringContaining('这是目录，不是文件')])
    const bad = await home.xzx('article accept --ids @bad.txt --yes', as(auditor))
    expect([bad.code, bad.err]).toEqual([2, expect.stringContaining('第 3 行：编号应为数字，收到 x1')])
  })

  test('--quiet prints only what did not succeed, unless a format is asked for', async () => {
    const ids = await waiting(3)
    const [draft] = await waiting(1, 3)
    const line = `article accept ${ids.join(' ')} ${draft} --yes --quiet`
    const quiet = await home.xzx(line, as(auditor))
    expect(quiet.out.trim().split('\n')).toEqual([expect.stringMatching(new RegExp(`^${draft}\t失败\t`))])
    const asked = await home.xzx(`${line} --format ids`, as(auditor))
    expect(asked.out.trim().split('\n').sort()).toEqual([...ids].sort())
  })

  test('a right that is missing is named', async () => {
    const [id] = await waiting(1)
    const ran = await home.xzx(`article accept ${id} --yes`, as(reader))
    expect(ran.err).toContain('没有执行此操作的权限（article_accept）')
  })
})
