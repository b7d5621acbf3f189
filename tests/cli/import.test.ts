import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { Interrupted } from '../../cli/errors.ts'
import { countLines, linesOf } from '../../cli/import/lines.ts'
import { cleaned, toParagraphs } from '../../cli/import/text.ts'
import { run } from '../../cli/run.ts'
import { memoryIo } from '../support/cli.ts'
import { makeColumn } from '../support/server.ts'

import { sharedHome, wiredServer } from '../support/set-up.ts'

const { server, wire } = await wiredServer('revision', 'article', 'column', 'touched')
const admin = await server.person({ roles: ['admin'] })
const home = sharedHome({ XZX_SERVER: wire.url, XZX_TOKEN: admin.token })

const save = '/api/article/save/admin'
const give = (name: string, rows: readonly (object | string)[]) =>
  writeFileSync(
    join(home.dir, name),
    rows.map((row) => `${typeof row === 'string' ? row : JSON.stringify(row)}\n`).join(''),
  )
const lines = (name: string) =>
  readFileSync(join(home.dir, name), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
const articles = () => server.parts.db.read.selectFrom('article').selectAll().orderBy('id').execute()
const columns = () => server.parts.db.read.selectFrom('column').selectAll().orderBy('id').execute()
const one = (i: number, more: object = {}) => ({
  title: `关于第${i}项工作的通知`,
  date: '2026-05-06',
  source: '县政府办公室',
  column: '通知公告',
  content: `第${i}项工作的内容。`,
  url: `https://www.qingshi.example/tzgg/${i}.html`,
  ...more,
})
const many = (count: number) => Array.from({ length: count }, (_, i) => one(i + 1))

describe('what a row becomes', () => {
  test('title whole, paragraphs, column under 「导入」, state 1, the given time', async () => {
    give('a.jsonl', [
      one(1, { title: '<关于>“A&B”的 <b>说明</b>', content: '第一段 <b>x</b>\r\n\r\n　　第二段 & 完\n第三段' }),
      one(2, { date: '' }),
    ])
    const ran = await home.xzx('article import a.jsonl --json --concurrency 1')
    expect([ran.code, ran.json()]).toEqual([0, { saved: 2, skipped: 0, failed: [] }])
    const [first, second] = await articles()
    expect(first).toMatchObject({
      title: '<关于>“A&B”的 <b>说明</b>',
      content: '<p>第一段 &lt;b&gt;x&lt;/b&gt;</p>\n<p>第二段 &amp; 完</p>\n<p>第三段</p>',
      status: 1,
      publishTime: Date.parse('2026-05-05T16:00:00Z'),
      source: '县政府办公室',
      sourceUrl: 'https://www.qingshi.example/tzgg/1.html',
    })
    expect(second?.publishTime).toBe(server.clock.now)
    const [above, column] = await columns()
    expect([above?.title, above?.parentId, column?.title, column?.parentId, column?.path]).toEqual([
      '导入',
      0,
      '通知公告',
      above?.id,
      null,
    ])
  })

  test('existing columns are used; each missing one is made once', async () => {
    const known = await makeColumn(server, '通知公告')
    give('a.jsonl', [
      ...many(6),
      one(7, { column: '政策文件' }),
      one(8, { column: '政策文件' }),
      one(9, { column: '' }),
    ])
    expect((await home.xzx('article import a.jsonl -q')).code).toBe(0)
    expect((await columns()).map((c) => c.title).sort()).toEqual(['导入', '政策文件', '通知公告'].sort())
    expect((await articles()).filter((a) => a.columnId === known)).toHaveLength(6)
  })

  test('--columns existing refuses rows whose column is missing', async () => {
    await makeColumn(server, '通知公告')
    give('a.jsonl', [one(1), one(2, { column: '政策文件' })])
    const ran = await home.xzx('article import a.jsonl --columns existing --json')
    expect([ran.code, ran.json().saved, ran.json().failed[0].row]).toEqual([3, 1, 2])
    expect(ran.json().failed[0].errorMsg).toContain('没有栏目「政策文件」')
    expect(await columns()).toHaveLength(1)
  })

  test('control characters and broken halves are taken out, and the report says so', async () => {
    give('a.jsonl', ['{"title":"会议\\u0007通知\\ud83d","content":"内\\u0000容","column":"通知公告"}'])
    const ran = await home.xzx('article import a.jsonl --report r.jsonl')
    expect(ran.code).toBe(0)
    expect(lines('r.jsonl')[0]).toMatchObject({
      status: 'saved',
      title: '会议通知',
      remark: expect.stringContaining('3 个'),
    })
    expect((await articles())[0]).toMatchObject({ title: '会议通知', content: '<p>内容</p>' })
  })
})

describe('bad rows', () => {
  test('fail with their number while the others go on; the failed ones can be mended and imported', async () => {
    const bad = [
      '{"title": 坏行',
      '[1]',
      one(1, { title: '' }),
      one(2, { title: '长'.repeat(301) }),
      one(3, { content: ' \n ' }),
      one(4, { date: '2026-13-40' }),
      one(5, { title: 7 }),
    ]
    give('a.jsonl', [one(10), ...bad, '', one(11, { title: '𠮷'.repeat(300) })])
    const ran = await home.xzx('article import a.jsonl --report r.jsonl --failed-to f.jsonl --json')
    expect([ran.code, ran.json().saved]).toEqual([3, 2])
    expect(ran.json().failed.map((f: { row: number }) => f.row)).toEqual([2, 3, 4, 5, 6, 7, 8])
    expect(ran.json().failed.every((f: { errorCode: string }) => f.errorCode === 'BAD_INPUT')).toBe(true)
    expect(lines('r.jsonl')).toHaveLength(9)
    expect(readFileSync(join(home.dir, 'f.jsonl'), 'utf8').split('\n')[0]).toBe('{"title": 坏行')
    expect((await home.xzx('article import f.jsonl --json')).code).toBe(1)
    const plain = await home.xzx('article import f.jsonl')
    expect([plain.out.includes(`\t${'长'.repeat(100)}……\t`), plain.out.includes('长'.repeat(101))]).toEqual([
      true,
      false,
    ])
  })

  test('bytes that are no text, and a body over the limit', async () => {
    give('a.jsonl', [one(1), one(2, { content: '文'.repeat(800_000) })])
    const path = join(home.dir, 'a.jsonl')
    writeFileSync(path, Buffer.concat([readFileSync(path), Buffer.from([0x7b, 0xff, 0xfe, 0x0a])]))
    const ran = await home.xzx('article import a.jsonl --json')
    expect(ran.code).toBe(3)
    expect(
      ran
        .json()
        .failed.map((f: { row: number; errorCode: string }) => [f.row, f.errorCode])
        .sort(),
    ).toEqual([
      [2, 'TOO_LARGE'],
      [3, 'BAD_INPUT'],
    ])
  })

  test('a file that is missing, a folder, an unknown way: wrong usage', async () => {
    for (const line of [
      'article import',
      'article import none.jsonl',
      'article import .',
      'article import a --columns x',
    ])
      expect((await home.xzx(line)).code, line).toBe(2)
  })
})

describe('once', () => {
  test('a second import skips every row with an address and exits 0', async () => {
    give('a.jsonl', many(20))
    expect((await home.xzx('article import a.jsonl')).code).toBe(0)
    const again = await home.xzx('article import a.jsonl --report r.jsonl --json')
    expect([again.code, again.json()]).toEqual([0, { saved: 0, skipped: 20, failed: [] }])
    expect(lines('r.jsonl')[0]).toMatchObject({ status: 'skipped', errorCode: 'CONFLICT' })
    const ids = (await articles()).map((a) => String(a.id))
    expect(lines('r.jsonl').every((r) => ids.includes(r.articleId))).toBe(true)
    expect(ids).toHaveLength(20)
  })

  test('the same address twice in a file is skipped, unless the first one failed; so is the same row without one', async () => {
    const url = 'https://www.qingshi.example/same.html'
    give('a.jsonl', [
      one(1, { url, title: '' }),
      one(2, { url }),
      one(3, { url }),
      one(4, { url: '' }),
      one(4, { url: '' }),
    ])
    const ran = await home.xzx('article import a.jsonl --json')
    expect([ran.code, ran.json().saved, ran.json().skipped, ran.json().failed.length]).toEqual([3, 2, 2, 1])
  })

  test('a dry run has the real run’s shape and saves nothing', async () => {
    give('a.jsonl', [...many(3), one(3), one(4, { title: '' })])
    const ran = await home.xzx('article import a.jsonl --dry-run --json')
    expect([ran.code, ran.json().saved, ran.json().skipped, ran.json().failed.length]).toEqual([3, 3, 1, 1])
    expect([await articles(), await columns()]).toEqual([[], []])
  })
})

describe('a bad line', () => {
  test('an address that is none is named with its row, before anything is sent', async () => {
    give('a.jsonl', [one(1), one(2, { url: 'javascript:alert(1)' }), one(3, { coverImage: 'images/a.jpg' })])
    const ran = await home.xzx('article import a.jsonl --json')
    expect([ran.code, ran.json().saved, ran.json().failed]).toEqual([
      3,
      1,
      [
        expect.objectContaining({ row: 2, errorMsg: expect.stringContaining('原文地址（sourceUrl）：应以 http://') }),
        expect.objectContaining({ row: 3, errorMsg: expect.stringContaining('封面图片（coverImage）：应以 http://') }),
      ],
    ])
  })

  test('a lost answer: the row is asked for again and stands once, with its own id', async () => {
    give('a.jsonl', many(5))
    wire.fate = (path, nth) => (path === save && nth === 2 ? 'lose' : 'pass')
    const ran = await home.xzx('article import a.jsonl --json --concurrency 1 --report r.jsonl')
    expect([ran.code, ran.json()]).toEqual([0, { saved: 5, skipped: 0, failed: [] }])
    expect(lines('r.jsonl').map((r) => r.articleId)).toEqual((await articles()).map((a) => String(a.id)))
  })

  test('without an address it is not sent again, and is reported as unknown', async () => {
    give('a.jsonl', [one(1), one(2, { url: '' }), one(3)])
    wire.fate = (path, nth) => (path === save && nth === 2 ? 'lose' : 'pass')
    const ran = await home.xzx('article import a.jsonl --json --concurrency 1 --failed-to f.jsonl')
    expect([ran.code, ran.json().saved, ran.json().failed[0].errorCode]).toEqual([3, 2, 'UNKNOWN'])
    expect(ran.err).toContain('1 行不知道是否已保存')
    expect(await articles()).toHaveLength(3)
    expect(readFileSync(join(home.dir, 'f.jsonl'), 'utf8')).toBe('')
  })

  test('a server that is gone: exit 5, and the file of the rest completes it', async () => {
    give('a.jsonl', many(30))
    wire.fate = (path, nth) => (path === save && nth > 10 ? 'cut' : 'pass')
    const ran = await home.xzx('article import a.jsonl --json --retry 0 --concurrency 2 --failed-to f.jsonl')
    expect(ran.code).toBe(5)
    expect(ran.json().saved + ran.json().left).toBe(30)
    expect(lines('f.jsonl')).toHaveLength(ran.json().left)
    wire.fate = () => 'pass'
    const rest = await home.xzx('article import f.jsonl --json')
    expect([rest.code, rest.json().failed]).toEqual([0, []])
    expect(await articles()).toHaveLength(30)
  })

  test('a fault of the server fails its row; ten on end stop the run', async () => {
    give('a.jsonl', many(40))
    const fault = { status: 500, type: 'text/html', text: '<html>500</html>' } as const
    wire.fate = (path, nth) => (path === save && nth % 4 === 0 ? fault : 'pass')
    const some = await home.xzx('article import a.jsonl --json --concurrency 1')
    expect([some.code, some.json().saved, some.json().failed.length]).toEqual([3, 30, 10])
    wire.fate = (path) => (path === save ? fault : 'pass')
    const all = await home.xzx('article import a.jsonl --json --concurrency 1')
    expect(all.code).toBe(5)
    expect(all.json().failed.length).toBeLessThan(10)
  })

  test('a session that is over: exit 4; no right to save: exit 1', async () => {
    give('a.jsonl', many(3))
    const gone = await home.xzx('article import a.jsonl --json', { env: { XZX_TOKEN: 'x'.repeat(43) } })
    expect([gone.code, gone.out]).toEqual([4, ''])
    // signing in would not help while the variable is there
    expect(gone.err).toContain('unset XZX_TOKEN')
    const reader = await server.person({ roles: ['readonly'] })
    await makeColumn(server, '通知公告')
    expect((await home.xzx('article import a.jsonl --json', { env: { XZX_TOKEN: reader.token } })).code).toBe(1)
  })

  test('what was done stands in the files while it is being done; the file that is read may be the one that is written', async () => {
    give('a.jsonl', ['{"title":""}', ...many(12)])
    writeFileSync(join(home.dir, 'r.jsonl'), 'old\n')
    const seen: string[][] = []
    wire.fate = (path, nth) => {
      if (path === save && nth === 10)
        seen.push(...['r.jsonl', 'f.jsonl'].map((name) => [readFileSync(join(home.dir, name), 'utf8')]))
      return 'pass'
    }
    await home.xzx('article import a.jsonl --concurrency 1 --report r.jsonl --failed-to f.jsonl')
    const [[report = ''] = [], [failed = ''] = []] = seen
    expect([report.split('\n').length, failed]).toEqual([11, '{"title":""}\n'])
    expect(lines('r.jsonl')).toHaveLength(13)
    expect((await home.xzx('article import f.jsonl --failed-to f.jsonl')).code).toBe(1)
    expect(lines('f.jsonl')).toEqual([{ title: '' }])
  })

  test('Ctrl+C finishes the rows under way, keeps the rest, exit 130', async () => {
    give('a.jsonl', many(30))
    const stop = new AbortController()
    wire.fate = (path, nth) => {
      if (path === save && nth === 8) stop.abort(new Interrupted('SIGINT'))
      return 'pass'
    }
    const line = 'article import a.jsonl --json --concurrency 2 --failed-to f.jsonl'
    const ran = await home.xzx(line, { signal: stop.signal })
    expect(ran.code).toBe(130)
    expect(ran.json().saved).toBe((await articles()).length)
    expect(lines('f.jsonl')).toHaveLength(30 - ran.json().saved)
    expect(readdirSync(home.dir).filter((name) => name.endsWith('.part'))).toEqual([])
  })
})

test('stdin that never ends does not outlive a stop', async () => {
  const stop = new AbortController()
  wire.fate = (path) => {
    if (path === save) stop.abort(new Interrupted('SIGTERM'))
    return 'pass'
  }
  const stdin = new PassThrough()
  stdin.write(`${JSON.stringify(one(1))}\n`)
  const { io, err } = memoryIo({})
  const env = { XZX_SERVER: wire.url, XZX_TOKEN: admin.token, XZX_CONFIG_DIR: home.dir, XZX_STATE_DIR: home.dir }
  const world = { io: { ...io, stdin }, env, cwd: home.dir, now: Date.now, signal: stop.signal, version: '9.9.9' }
  expect(await run(['article', 'import', '-', '-q'], world)).toBe(143)
  expect(err()).toMatch(/^新增 1 篇，.*其后的标准输入没有读取。再次运行/)
  expect(stdin.destroyed).toBe(true)
})

test('stdin, and the ids for the next command', async () => {
  const stdin = many(3)
    .map((row) => JSON.stringify(row))
    .join('\n')
  const ran = await home.xzx('article import - --format ids --concurrency 1', { stdin })
  expect(ran.out.trim().split('\n')).toEqual((await articles()).map((a) => String(a.id)))
  expect(existsSync(join(home.dir, '-'))).toBe(false)
})

describe('parts', () => {
  test('lines come out the same however the bytes arrive', async () => {
    const text = '\uFEFF{"a":"中文𠮷"}\r\n\n  \n第二行\n最后一行没有换行'
    const bytes = Buffer.from(text)
    for (let size = 1; size <= bytes.length; size++) {
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
        bytes.subarray(i * size, (i + 1) * size),
      )
      const got = []
      for await (const line of linesOf(Readable.from(chunks))) got.push([line.row, line.text])
      expect(got).toEqual([
        [1, '{"a":"中文𠮷"}'],
        [4, '第二行'],
        [5, '最后一行没有换行'],
      ])
      expect(await countLines(Readable.from(chunks))).toBe(5)
    }
  })

  test('a line without an end is the last, and is not held', async () => {
    const piece = Buffer.alloc(1024 * 1024, 'x')
    let given = 0
    const chunks = Readable.from(
      (function* () {
        yield Buffer.from('{}\n')
        for (; given < 2000; given += 1) yield piece
      })(),
    )
    const got = []
    for await (const line of linesOf(chunks)) got.push(line)
    expect(got).toEqual([
      { row: 1, text: '{}' },
      { row: 2, text: '', fault: '这一行超过 256 MB，从这一行起不能读取' },
    ])
    expect(given).toBeLessThan(300)
  })

  test('paragraphs and clean text', () => {
    expect(toParagraphs('a\n\n\nb\r\nc\rd<"&>')).toBe('<p>a</p>\n<p>b</p>\n<p>c</p>\n<p>d&lt;&quot;&amp;&gt;</p>')
    expect(cleaned('好\t\n𠮷')).toEqual({ text: '好\t\n𠮷', removed: 0 })
    expect(cleaned('\ud83da\udc00\u0000\u0085b')).toEqual({ text: 'ab', removed: 4 })
  })
})

describe('rows without an address', () => {
  const bare = (i: number, more: object = {}) => one(i, { url: '', ...more })

  test('are the same by title, day, column and text: imported again, and met twice in a file', async () => {
    const rows = [
      bare(1),
      bare(2, { date: '' }),
      bare(1),
      bare(1, { content: '另一篇。' }),
      bare(1, { date: '2026-05-07' }),
    ]
    give('a.jsonl', rows)
    const first = await home.xzx('article import a.jsonl --json --report r.jsonl')
    expect([first.code, first.json().saved, first.json().skipped]).toEqual([0, 4, 1])
    expect(first.err).toContain('1 篇没有日期')
    expect(lines('r.jsonl').filter((row) => row.undated)).toHaveLength(1)
    const again = await home.xzx('article import a.jsonl --json')
    expect([again.code, again.json().saved, again.json().skipped]).toEqual([0, 0, 5])
    expect(await articles()).toHaveLength(4)
  })

  test('a dry run tells what is there already', async () => {
    give('a.jsonl', [bare(1), one(2), bare(3)])
    await home.xzx('article import a.jsonl')
    give('b.jsonl', [bare(1), one(2), bare(4)])
    const dry = await home.xzx('article import b.jsonl --json --dry-run')
    const wet = await home.xzx('article import b.jsonl --json')
    expect(dry.json()).toEqual(wet.json())
    expect(wet.json()).toMatchObject({ saved: 1, skipped: 2 })
  })

  test('of one title are all compared, however many there are and whatever other titles hold theirs', async () => {
    const rows = (same: number, holding: number, more: object) => [
      ...Array.from({ length: same }, (_, i) => bare(i, { title: '同题', ...more })),
      ...Array.from({ length: holding }, (_, i) => bare(i, { title: `同题之${i}`, ...more })),
    ]
    const skips = async (file: string, count: number) => {
      const ran = await home.xzx(`article import ${file} --json --dry-run`)
      expect([ran.code, ran.json().saved, ran.json().skipped], file).toEqual([0, 0, count])
    }
    give('dated.jsonl', rows(210, 5, {}))
    expect((await home.xzx('article import dated.jsonl --json')).json().saved).toBe(215)
    await skips('dated.jsonl', 215)
    expect((await home.xzx('article export --full --out own.jsonl')).code).toBe(0)
    await skips('own.jsonl', 215)
    give('undated.jsonl', rows(10, 60, { date: '', column: '政策文件' }))
    expect((await home.xzx('article import undated.jsonl --json')).json().saved).toBe(70)
    await skips('undated.jsonl', 70)
  })

  test('imported twice at once stand once: the second run is refused, or waits', async () => {
    give(
      'a.jsonl',
      Array.from({ length: 20 }, (_, i) => bare(i)),
    )
    const both = await Promise.all([home.xzx('article import a.jsonl --json'), home.xzx('article import a.jsonl')])
    expect(both.map((ran) => ran.code).sort()).toEqual([0, 75])
    expect(both.find((ran) => ran.code === 75)?.err).toMatch(/另一个运行还没有结束[\s\S]*进程 \d+[\s\S]*--wait-lock/)
    const waited = await Promise.all(
      ['a', 'a'].map((name) => home.xzx(`article import ${name}.jsonl --json --wait-lock 60s`)),
    )
    expect(waited.map((ran) => ran.json().skipped)).toEqual([20, 20])
    expect(await articles()).toHaveLength(20)
    expect((await columns()).map((c) => c.title).sort()).toEqual(['导入', '通知公告'])
  })
})
