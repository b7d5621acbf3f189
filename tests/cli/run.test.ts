import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { commands } from '../../cli/commands/table.ts'
import { Interrupted } from '../../cli/errors.ts'
import { globalFlags } from '../../cli/flags.ts'
import { buildProgram } from '../../cli/run.ts'
import { refused, value } from '../support/backend.ts'
import { sharedBackend, sharedHome } from '../support/set-up.ts'

const row = {
  articleId: '101',
  title: '关于开展“书香政协”活动的通知',
  columnName: '通知公告',
  status: 1,
  publishTime: '2026-11-20 09:52:33',
  deptName: null,
  createdByName: '周明川',
  review: { status: 2 },
}
const page = { list: [row], total: 31, pageNumber: 1, pageSize: 10 }
const backend = await sharedBackend(() => value(page))
const home = sharedHome({ XZX_SERVER: backend.url })

describe('help and wrong usage', () => {
  test('version and help go to stdout', async () => {
    expect(await home.xzx('--version')).toMatchObject({ code: 0, out: '9.9.9\n', err: '' })
    expect(await home.xzx('--json -V')).toMatchObject({ code: 0, out: '9.9.9\n' })
    const { code, out, err } = await home.xzx('--help')
    expect([code, err]).toEqual([0, ''])
    for (const { name, hidden } of commands) if (!hidden) expect(out).toMatch(new RegExp(`^  ${name} `, 'm'))
    for (const [flag] of globalFlags) expect(out).toContain(flag)
    expect(out).not.toMatch(/Usage|Options|Commands|display help|Arguments/)
  })

  test('every command has Chinese help', async () => {
    const seen: string[] = []
    for (const { name } of commands) {
      const program = await buildProgram(
        { io: {} as never, env: {}, cwd: home.dir, now: Date.now, signal: new AbortController().signal, version: '1' },
        [name],
      )
      const group = program.commands.find((c) => c.name() === name)
      for (const words of [[name], ...(group?.commands ?? []).map((c) => [name, c.name()])]) {
        const { code, out } = await home.xzx([...words, '--help'])
        seen.push(words.join(' '))
        expect(code).toBe(0)
        expect(out).toMatch(/^用法：/)
        expect(out).toMatch(/[\u4e00-\u9fff]{2}/)
        expect(out).not.toMatch(/Usage|Options:|Commands:|display help|Arguments:|default:/)
      }
    }
    expect(seen.length).toBeGreaterThan(20)
  })

  test('help takes the command in either order', async () => {
    const { out } = await home.xzx('article list --help')
    expect((await home.xzx('help article list')).out).toBe(out)
    expect(out).toContain('--since、--until 按发布时间')
    expect((await home.xzx('article list -h')).out).toBe(out)
  })

  test('no command: help, exit 2', async () => {
    expect(await home.xzx('')).toMatchObject({ code: 2, out: '', err: expect.stringMatching(/^用法：/) })
    expect((await home.xzx('article --help')).out).toContain('xzx article <动作> [编号…] [选项]')
    expect(await home.xzx('article')).toMatchObject({ code: 2, out: '', err: expect.stringContaining('list') })
  })

  test('the exit codes', async () => {
    const { out } = await home.xzx('help exit-codes')
    expect(
      out
        .trim()
        .split('\n')
        .map((line) => Number.parseInt(line, 10)),
    ).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 70, 75, 129, 130, 143])
  })

  test.for([
    ['artcle list', '未知命令 artcle，您是否想输入 article？'],
    ['article lsit', '未知命令 lsit，您是否想输入 list？'],
    ['article list --stauts 1', '未知选项 --stauts，您是否想输入 --status？'],
    ['article list --fromat json', '未知选项 --fromat，您是否想输入 --format？'],
    ['article list --format xml', '--format 无效：xml'],
    ['article list --size 11', '--size 无效：11'],
    ['article list --page 0', '--page 应为'],
    ['article list --since gestern', '--since 的时间无法识别'],
    ['article list --since 2026-11-22 --until 2026-11-01', '--since 2026-11-22 晚于 --until 2026-11-01'],
    ['article list --limit 0', '--limit 应为不小于 1 的整数'],
    ['article list --status 待审', '没有状态 待审，您是否想输入 待审核？'],
    ['article list --fields titel', '没有字段 titel，您是否想输入 title？'],
    ['article list --timeout 0', '--timeout 无效'],
    ['article list 5', '参数过多：5'],
    ['article list --title', '选项 --title <文字> 缺少值'],
    ['article get', '缺少文章编号'],
    ['article get 1x', '编号应为数字'],
    ['api article.veiw', '没有接口 article.veiw，您是否想输入 article.view？'],
    ['api article.list --body {', '--body 不是有效的 JSON'],
  ])('%s', async ([line, words]) => {
    const before = backend.seen.length
    const ran = await home.xzx(line as string)
    expect(ran.err).toContain(words)
    expect([ran.code, ran.out]).toEqual([2, ''])
    expect(backend.seen.length).toBe(before)
  })

  test('arguments that are no UTF-8 are refused before anything is stored', async () => {
    const before = backend.seen.length
    // as Node reads the bytes b9 ab of GB18030
    const ran = await home.xzx(['hot', 'add', '--name', '\ufffd\ufffd'])
    expect([ran.code, ran.err]).toEqual([2, expect.stringContaining('不是 UTF-8')])
    expect(backend.seen.length).toBe(before)
  })

  test('a missing parameter, in the words of people', async () => {
    const { code, err } = await home.xzx('api article.view')
    expect(code).toBe(2)
    expect(err.split('\n')[0]).toBe('错误：缺少必填参数：文章（articleID）（2）')
    expect(err).not.toContain('Missing required')
  })

  test('a fault of xzx itself is 70 and leaves a log, without a stack on the terminal', async () => {
    const ran = await home.xzx('article list', {
      onOut: () => {
        throw new TypeError('boom')
      },
    })
    expect(ran.code).toBe(70)
    expect(ran.err).toMatch(/^错误：xzx 内部故障（70）\n原因：boom\n建议：请把 .*faults\.log 交给维护人员\n$/)
    const log = /请把 (.*) 交给/.exec(ran.err)?.[1] ?? ''
    expect(readFileSync(log, 'utf8')).toContain('TypeError: boom\n    at ')
  })
})

describe('output', () => {
  const list = 'article list'

  test('a pipe gets bare tab-separated rows', async () => {
    const { out, err } = await home.xzx(list)
    expect(out).toBe('101\t关于开展“书香政协”活动的通知\t通知公告\t待审核\t2026-11-20 09:52\t\t周明川\n')
    expect(err).toBe('只输出了前 1 条，共 31 条；要全部加 --all，要前几条加 --limit\n')
    // a table that a nightly run writes is short all the same, and its quiet hides what went well, not that
    expect((await home.xzx(`${list} --format csv --quiet`)).err).toBe(err)
  })

  test('a terminal gets a table with its total', async () => {
    const { out, err } = await home.xzx(list, { tty: ['stdin', 'stdout', 'stderr'] })
    expect(out.split('\n')[0]).toMatch(/^编号\s+标题\s+栏目\s+状态/)
    expect(out).toContain('待审核')
    expect(err).toContain('共 31 条，第 1/4 页')
  })

  test('a narrow terminal gets blocks', async () => {
    const { out } = await home.xzx(list, { tty: ['stdout'], columns: 50 })
    expect(out).toContain('编号：101\n标题：关于开展“书香政协”活动的通知\n')
  })

  test('the title has the room, the last columns yield to it, and no line is too wide', async () => {
    const { default: width } = await import('string-width')
    for (const columns of [60, 72, 80]) {
      const { out, err } = await home.xzx(list, { tty: ['stdout', 'stderr'], columns })
      for (const line of out.split('\n')) expect(width(line)).toBeLessThanOrEqual(columns)
      expect(out).toContain('101')
      expect(out).toContain('关于开展“书香政协”活动的通知')
      if (columns < 80) expect(err).toMatch(/窗口较窄，没有列出.+（--fields 选择要看的列）/)
    }
  })

  test('JSON is raw, one document', async () => {
    expect((await home.xzx(`${list} --json`)).json()).toEqual(page)
    const { out } = await home.xzx(`${list} --json --fields articleId,review.status`)
    expect(JSON.parse(out).list).toEqual([{ articleId: '101', 'review.status': 2 }])
    expect(JSON.parse((await home.xzx(`${list} --format ndjson`)).out)).toEqual(row)
  })

  test('ids and count', async () => {
    expect((await home.xzx(`${list} --format ids`)).out).toBe('101\n')
    expect((await home.xzx(`${list} --format count`)).out).toBe('31\n')
    expect((await home.xzx(`${list} --all --format count`)).out).toBe('31\n')
  })

  test('CSV opens in a spreadsheet and runs nothing there', async () => {
    backend.answer = () => value({ ...page, list: [{ ...row, title: '=1+1', columnName: 'a,"b"' }] })
    const { out } = await home.xzx(`${list} --format csv --fields articleId,title,columnName,status`)
    expect(out).toBe(`\uFEFF编号,标题,栏目,状态\r\n101,'=1+1,"a,""b""",待审核\r\n`)
    backend.answer = () => value(page)
  })

  test('an empty list is no failure', async () => {
    backend.answer = () => value({ list: [], total: 0, pageNumber: 1, pageSize: 10 })
    expect(await home.xzx(`${list} --json`)).toMatchObject({
      code: 0,
      out: '{"list":[],"total":0,"pageNumber":1,"pageSize":10}\n',
    })
    expect(await home.xzx(list, { tty: ['stdout', 'stderr'] })).toMatchObject({ code: 0, out: '', err: '暂无数据\n' })
    backend.answer = () => value(page)
  })

  test('global flags stand before or after the command', async () => {
    expect((await home.xzx('--json article list')).out).toBe((await home.xzx('article list --json')).out)
    expect((await home.xzx('article --format ids list')).out).toBe('101\n')
  })
})

describe('filters', () => {
  test('words, dates and pages as the contract wants them', async () => {
    await home.xzx(
      'article list --status 待审核,0 --status 2 --title 甲 --since 2026-11 --until 2026-11-05 --page 3 --size 20',
    )
    expect(backend.seen.at(-1)?.body).toEqual({
      status: [1, 0, 2],
      title: '甲',
      startTime: '2026-11-01 00:00:00',
      endTime: '2026-11-05 23:59:59',
      // what the table shows, and no more; a copy under review stands there under its own title
      fields: [
        'articleId',
        'title',
        'columnName',
        'status',
        'publishTime',
        'deptName',
        'createdByName',
        'review',
        'scheduledAt',
      ],
      pageNumber: 3,
      pageSize: 20,
    })
  })

  test('a column by its name or path', async () => {
    const tree = [
      { columnId: '1', categoryTitle: '新闻', children: [{ columnId: '2', categoryTitle: '要闻', children: [] }] },
    ]
    const twice = [...tree, { columnId: '3', categoryTitle: '要闻', children: [] }]
    let columns: unknown = tree
    backend.answer = ({ path }) => value(path === '/column/tree' ? columns : page)
    await home.xzx('article list --column 要闻')
    expect(backend.seen.at(-1)?.body).toMatchObject({ columnId: '2', withChildren: true })
    columns = twice
    expect((await home.xzx('article list --column 要闻')).err).toContain('2 /新闻/要闻、3 /要闻')
    await home.xzx('article list --column 新闻/要闻')
    expect(backend.seen.at(-1)?.body).toMatchObject({ columnId: '2' })
    expect((await home.xzx('article list --column 要问')).code).toBe(1)
    backend.answer = () => value(page)
  })
})

describe('stops', () => {
  test.for([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('%s ends a run that follows with %i', async ([name, code]) => {
    const stop = new AbortController()
    backend.answer = () => value({ list: [{ logId: '5', says: '登录' }], total: 1 })
    const ran = await home.xzx('log list --follow', {
      signal: stop.signal,
      onOut: () => stop.abort(new Interrupted(name)),
    })
    expect([ran.code, ran.out]).toEqual([code, expect.stringContaining('登录')])
    backend.answer = () => value(page)
  })
})

test('log list --follow outlasts a server that is started anew, but not a sign-in that has ended', async () => {
  const stop = new AbortController()
  const rows = (logId: string, says: string) => value({ list: [{ logId, says }], total: 1 })
  let asked = 0
  backend.answer = (_seen, response) => {
    asked += 1
    if (asked === 2) response.statusCode = 503
    return asked === 1 ? rows('5', '登录') : asked === 2 ? refused('UNAVAILABLE', '正在停止') : rows('6', '发布')
  }
  const ran = await home.xzx('log list --follow --retry 0', {
    signal: stop.signal,
    onOut: (text) => text.includes('发布') && stop.abort(new Interrupted('SIGINT')),
  })
  expect([ran.code, ran.out]).toEqual([130, expect.stringMatching(/登录.*发布/s)])
  expect(ran.err).toContain('连不上服务器，恢复后接着显示\n')
  asked = 0
  backend.answer = () => {
    asked += 1
    return asked === 1 ? rows('5', '登录') : refused('NOT_SIGNED_IN', '登录已过期')
  }
  expect((await home.xzx('log list --follow --retry 0')).code).toBe(4)
  backend.answer = () => value(page)
})

test('log list asks for the span and what else narrows it', async () => {
  await home.xzx('log list --since 2026-11-01 --until 2026-11-02 --user admin --call article.approve')
  // what is archived of the span is asked for after it
  expect(backend.seen.findLast(({ path }) => path === '/log/list')?.body).toMatchObject({
    startTime: '2026-11-01 00:00:00',
    endTime: '2026-11-02 23:59:59',
    userAccount: 'admin',
    call: 'article.approve',
  })
})

describe('api', () => {
  test('lists every call', async () => {
    const { out } = await home.xzx('api --format ids')
    expect(out.split('\n')).toEqual(expect.arrayContaining(['article.list', 'generate.generateColumn', 'log.check']))
  })

  test('takes names in either spelling, fields in either name, unknown ones too', async () => {
    await home.xzx('api article.view --query articleID=5')
    expect(String(backend.seen.at(-1)?.query)).toBe('articleID=5')
    await home.xzx(['api', 'article.save-admin', '--body', '{"columnId":1,"title":"甲","content":"乙","own":true}'])
    expect(backend.seen.at(-1)).toMatchObject({ path: '/api/article/save/admin', body: { own: true, title: '甲' } })
    await home.xzx(['api', 'article.approve', '--body', '-'], { stdin: '[{"articleId":"5"}]' })
    expect(backend.seen.at(-1)?.body).toEqual([{ articleId: '5' }])
  })

  test('--dry-run sends nothing that changes, also to a back end that knows no dry run', async () => {
    const before = backend.seen.length
    const { out } = await home.xzx(['api', 'article.delete', '--body', '[{"articleId":"5"}]', '--dry-run'])
    expect(JSON.parse(out)).toMatchObject({ path: '/api/article/delete', body: [{ articleId: '5' }] })
    expect(backend.seen.slice(before).map(({ path }) => path)).toEqual(['/x/dry-run/api/article/delete'])
  })
})

test('a long text of a server is cut', async () => {
  backend.answer = () => refused('BAD_INPUT', '长'.repeat(100_000))
  const ran = await home.xzx('whoami')
  expect(ran.code).toBe(1)
  expect(ran.err.length).toBeLessThan(1200)
  backend.answer = () => value(page)
})
