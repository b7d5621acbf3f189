import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import fc from 'fast-check'
import stringWidth from 'string-width'
import { describe, expect, test } from 'vitest'
import { parseIds } from '../../cli/bulk/ids.ts'
import { parseSpan, sameServer } from '../../cli/config/settings.ts'
import type { Context } from '../../cli/context.ts'
import { Interrupted } from '../../cli/errors.ts'
import { datedName } from '../../cli/files/save.ts'
import { readAll } from '../../cli/io.ts'
import { progress } from '../../cli/output/progress.ts'
import { drawLines, drawTable, fitCells, placesFor, widthsFor } from '../../cli/output/table.ts'
import { askLine } from '../../cli/questions.ts'
import { nearest } from '../../cli/suggest.ts'
import { csvCell } from '../../core/sheet/rows-text.ts'
import { value } from '../support/backend.ts'
import { memoryIo } from '../support/cli.ts'
import { sharedBackend, sharedHome } from '../support/set-up.ts'

/** Where the tokens are looked up by what they are for. */
const listed = '/x/auth/script/list'
const backend = await sharedBackend(({ path }) => value(path === listed ? [] : { id: '12' }))
const home = sharedHome({ XZX_SERVER: backend.url })

describe('questions', () => {
  const revoke = 'auth token revoke 12'
  const tty = ['stdin', 'stdout', 'stderr'] as const

  test.for([
    ['y\n', 0],
    ['是\n', 0],
    ['\n', 6],
    ['n\n', 6],
    ['', 6],
  ] as const)('answered %j: %i', async ([stdin, code]) => {
    const acts = () => backend.seen.filter(({ path }) => path !== listed).length
    const before = acts()
    const ran = await home.xzx(revoke, { tty, stdin })
    expect(ran.code).toBe(code)
    expect(ran.err).toContain('是否继续？[y/N]')
    expect(acts() - before).toBe(code === 0 ? 1 : 0)
  })

  test.for([
    ['no terminal', {}],
    ['stdin is a pipe', { tty: ['stdout', 'stderr'] as const }],
    ['--no-input', { tty, flags: ' --no-input' }],
    ['XZX_NO_INPUT', { tty, env: { XZX_NO_INPUT: '1' } }],
  ] as const)('never waited for: %s', async ([, how]) => {
    const { flags = '', ...options } = how as { flags?: string }
    const ran = await home.xzx(revoke + flags, options)
    expect([ran.code, ran.err]).toEqual([2, expect.stringContaining('--yes')])
  })
})

describe('downloads', () => {
  const export_ = ['api', 'home.deptDataCountExcel', '--body', '{}', '--retry', '0', '--out']
  const sheet = Buffer.from([0x50, 0x4b, 0x03, 0x04, 0xff])
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

  test('are whole or not there at all', async () => {
    backend.answer = (_seen, response) => {
      response.writeHead(200, { 'content-type': type, 'content-length': '500' })
      response.write(sheet, () => response.socket?.destroy())
      return undefined
    }
    const before = readdirSync(home.dir).sort()
    expect((await home.xzx([...export_, 'a.xlsx'])).code).toBe(5)
    expect(readdirSync(home.dir).sort()).toEqual(before)
  })

  test('begin at the front when they are repeated', async () => {
    const from = backend.seen.length
    backend.answer = (_seen, response, nth) => {
      response.writeHead(200, { 'content-type': type, 'content-length': String(sheet.length) })
      if (nth - from > 1) return void response.end(sheet)
      response.write(sheet.subarray(0, 3), () => response.socket?.destroy())
      return undefined
    }
    expect((await home.xzx(['api', 'home.deptDataCountExcel', '--body', '{}', '--out', 'c.xlsx'])).code).toBe(0)
    expect(backend.seen.length - from).toBe(2)
    expect(readFileSync(join(home.dir, 'c.xlsx'))).toEqual(sheet)
  })

  test('go to a file, to a folder under the name the server gives, or down the pipe', async () => {
    backend.answer = (_seen, response) => {
      const name = encodeURIComponent('../部门统计.xlsx')
      response.writeHead(200, { 'content-type': type, 'content-disposition': `attachment; filename*=UTF-8''${name}` })
      response.end(sheet)
      return undefined
    }
    expect((await home.xzx([...export_, '统计-{date}.xlsx'])).code).toBe(0)
    expect(readFileSync(join(home.dir, '统计-20261121-0905.xlsx'))).toEqual(sheet)
    expect((await home.xzx([...export_, '.'])).code).toBe(0)
    expect(readFileSync(join(home.dir, '部门统计.xlsx'))).toEqual(sheet)
    expect((await home.xzx(export_.slice(0, -1))).out.slice(0, 2)).toBe('PK')
    expect((await home.xzx(export_.slice(0, -1), { tty: ['stdout'] })).code).toBe(2)
  })

  test('a refusal instead of the file is told as one', async () => {
    backend.answer = () => ({ errorCode: 'NO_PERMISSION', errorMsg: '无权导出', value: null })
    const ran = await home.xzx([...export_, 'b.xlsx'])
    expect([ran.code, ran.err]).toEqual([1, expect.stringContaining('无权导出')])
    expect(readdirSync(home.dir)).not.toContain('b.xlsx')
  })
})

describe('progress in a log', () => {
  const lines: string[] = []
  let now = 0
  const ctx = (more: object = {}) =>
    ({
      flags: {},
      io: { stderrTty: false },
      world: { now: () => now },
      note: (text: string) => lines.push(text),
      ...more,
    }) as never

  test('a line at each tenth, or after 30 s', async () => {
    const bar = await progress(ctx(), '正在审核', 100)
    for (let i = 1; i <= 25; i++) bar.at(i)
    expect(lines).toEqual(['正在审核 10/100（10%）', '正在审核 20/100（20%）'])
    now = 31_000
    bar.at(26, '失败 1')
    expect(lines.at(-1)).toBe('正在审核 26/100（26%），失败 1')
  })

  test('nothing with --quiet', async () => {
    lines.length = 0
    const bar = await progress(ctx({ flags: { quiet: true } }), '正在审核', 1)
    bar.at(1)
    expect(lines).toEqual([])
  })
})

describe('small things', () => {
  test('ids from lists, lines, and the failures of an earlier run', () => {
    expect(parseIds('\uFEFF101, 102\n103 101\r\n# 说明\n104\tBAD_STATE\t当前为「已发布」\n')).toEqual([
      '101',
      '102',
      '103',
      '104',
    ])
    expect(() => parseIds('101\nabc')).toThrow('第 2 行：编号应为数字，收到 abc')
    expect(() => parseIds('9999999999999999')).toThrow('编号应为数字')
  })

  test('--ids reads a file', async () => {
    writeFileSync(join(home.dir, 'ids.txt'), '5\n6\n')
    backend.answer = ({ query }) => value({ articleId: query.get('articleID'), title: '甲' })
    expect((await home.xzx('article get --ids @ids.txt --format ids')).out).toBe('5\n6\n')
    expect((await home.xzx('article get --ids - --format ids', { stdin: '7\n' })).out).toBe('7\n')
    expect((await home.xzx('article get --ids @none.txt')).err).toContain('没有这个文件或目录')
    expect((await home.xzx('article get --ids ids.txt')).code).toBe(2)
  })

  test('several articles: those that are there are shown, and which are not is told', async () => {
    backend.answer = ({ query }) =>
      Number(query.get('articleID')) < 100
        ? value({ articleId: query.get('articleID'), title: '甲' })
        : { errorCode: 'NOT_FOUND', errorMsg: '文章不存在或无权操作', value: null }
    const some = await home.xzx('article get 1 998 2 999 --format ids')
    expect([some.code, some.out]).toEqual([3, '1\n2\n'])
    expect(some.err).toContain('错误：2 篇文章没有查到（3）\n原因：文章 998、999 不存在或无权查看\n')
    const none = await home.xzx('article get 998 999 --json')
    expect([none.code, none.out, JSON.parse(none.err).error.code]).toEqual([1, '', 'NOT_FOUND'])
  })

  test('spans, servers, names', () => {
    expect(['30s', '500ms', '2m', '1h', '1.5', '0', 'x', '-1s'].map(parseSpan)).toEqual([
      30e3,
      500,
      120e3,
      3600e3,
      1500,
      null,
      null,
      null,
    ])
    expect(sameServer('http://a.test/', 'HTTP://A.test')).toBe(true)
    expect(sameServer('http://a.test', 'https://a.test')).toBe(false)
    expect(datedName('信箱-{date}.xlsx', Date.parse('2026-11-21T01:05:00Z'))).toBe('信箱-20261121-0905.xlsx')
  })

  test('the nearest word, and none when nothing is near', () => {
    expect(nearest('artcle', ['column', 'article'])).toBe('article')
    expect(nearest('lsit', ['list', 'get'])).toBe('list')
    expect(nearest('gen', ['generate', 'get'])).toBe('generate')
    expect(nearest('zzzz', ['list', 'get'])).toBeUndefined()
  })

  test('cutting keeps whole characters and the width', () => {
    expect(fitCells('关于开展活动的通知', 9)).toBe('关于开展…')
    expect(fitCells('短', 9)).toBe('短')
    expect(fitCells('👨‍👩‍👧‍👦家庭', 3)).toBe('👨‍👩‍👧‍👦…')
  })

  test('a table stands in columns whatever is in it', () => {
    const columns = [{ title: '编号' }, { title: '标题' }, { title: '次数', right: true }]
    const any = fc.array(
      fc.array(
        fc.string({
          unit: fc.constantFrom('a', '中', '（', 'B', '政', '，', 'a', '中', '（', '👨‍👩‍👧', 'é', '　', 'ｶ', '…'),
        }),
        {
          minLength: 3,
          maxLength: 3,
        },
      ),
    )
    fc.assert(
      fc.property(any, (rows) => {
        const lines = drawTable(columns, rows, [6, 9, 5], true).split('\n')
        expect(drawLines(columns, rows, [6, 9, 5])).toBe(lines.slice(1).join('\n'))
        expect(lines.pop()).toBe('')
        expect(lines).toHaveLength(rows.length + 1)
        for (const [i, line] of lines.entries()) {
          const cells = (i === 0 ? columns.map((c) => c.title) : (rows[i - 1] as string[])).map((cell, at) =>
            fitCells(cell, [6, 9, 5][at] as number),
          )
          for (const [at, cell] of cells.entries())
            expect(stringWidth(cell)).toBeLessThanOrEqual([6, 9, 5][at] as number)
          const [a, b, c] = cells.map((cell) => stringWidth(cell)) as [number, number, number]
          const whole = `${cells[0]}${' '.repeat(6 - a + 2)}${cells[1]}${' '.repeat(9 - b + 2 + 5 - c)}${cells[2]}`
          expect(line).toBe(whole.trimEnd())
        }
      }),
      { seed: 20261126, examples: [[[['　', '', '']]]] },
    )
  })

  test('cells that a spreadsheet would run', () => {
    // what is taken out hides no formula
    expect(['\u202e=1', '\u200f+1', '\u0000@a'].map(csvCell)).toEqual(["'=1", "'+1", "'@a"])
    // nothing but a number is one
    expect(['-1', '-63.6', '-5%', '-1+2', '-'].map(csvCell)).toEqual(['-1', '-63.6', '-5%', "'-1+2", "'-"])
    expect(['=1', '+1', '-a', '@a', '\t=1', '正常', 'a"b'].map(csvCell)).toEqual([
      "'=1",
      "'+1",
      "'-a",
      "'@a",
      '"\'\t=1"',
      '正常',
      '"a""b"',
    ])
  })
})

describe('a stop while something is asked for', () => {
  const waiting = () => {
    const stop = new AbortController()
    const io = { ...memoryIo({ tty: ['stdin', 'stderr'] }).io, stdin: new PassThrough() }
    return { stop, io, ctx: { io, signal: stop.signal } as unknown as Context }
  }
  const reason = new Interrupted('SIGINT')

  test('ends the reading of stdin', async () => {
    const { stop, io } = waiting()
    const text = readAll(io, stop.signal)
    stop.abort(reason)
    await expect(text).rejects.toBe(reason)
  })

  test('is no answer to a question: nothing else is asked', async () => {
    const { stop, ctx } = waiting()
    const line = askLine(ctx, '用户名：')
    stop.abort(reason)
    await expect(line).rejects.toBe(reason)
  })
})

test('the last columns yield to the title, as far as that helps', () => {
  const columns: Parameters<typeof placesFor>[0] = [
    { title: '编号', whole: true },
    { title: '任务名称', first: true },
    { title: '状态' },
    { title: '责任部门' },
    { title: '办结期限', whole: true },
  ]
  const row = ['12', '督办老旧小区加装扶手的提案办理情况', '办理中', '提案委员会、文化文史委员会', '2026-11-22 02:10']
  expect(placesFor(columns, [row], 120)).toEqual([0, 1, 2, 3, 4])
  expect(placesFor(columns, [row], 80)).toEqual([0, 1, 2, 3])
  expect(placesFor(columns, [row.with(1, '短的')], 80)).toEqual([0, 1, 2, 3, 4])
  // until when something is to be answered is left out last
  expect(placesFor(columns.with(4, { title: '答复期限', whole: true, stays: true }), [row], 80)).toContain(4)
  expect(placesFor(columns, [row], 42)).toEqual([0, 1, 2, 3, 4])
})

test('a table that cannot be made narrow enough is none: its lines would break', () => {
  const columns = [
    { title: '编号', whole: true },
    { title: '标题', first: true },
    { title: '时间', whole: true },
  ]
  const rows = [['10711', '关于召开第二十三次主席会议的通知', '2026-11-22 02:10']]
  expect(widthsFor(columns, rows, 40)).toEqual([5, 15, 16])
  expect(widthsFor(columns, rows, 30)).toBeNull()
})
