import { spawnSync } from 'node:child_process'
import { existsSync, lstatSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import ExcelJS from 'exceljs'
import { describe, expect, test } from 'vitest'
import { makeArticles } from '../support/articles.ts'
import { makeColumn } from '../support/server.ts'

import { sharedHome, wiredServer } from '../support/set-up.ts'

const { server, wire } = await wiredServer('article', 'revision')
const columnId = await makeColumn(server)
const admin = await server.person({ roles: ['admin'], name: '周明川' })
const home = sharedHome({ XZX_SERVER: wire.url, XZX_TOKEN: admin.token })

const make = (count: number, status = 2, title = '关于召开主席会议的通知') =>
  makeArticles(server, count, { columnId, status, by: admin.userId, title })

async function sheetOf(name: string) {
  const book = new ExcelJS.Workbook()
  await book.xlsx.readFile(join(home.dir, name))
  return book.worksheets[0] as ExcelJS.Worksheet
}

describe('article export', () => {
  test('streams every page into a sheet: headings, words, dates as dates', async () => {
    await make(230)
    const ran = await home.xzx('article export --out 文章.xlsx --json')
    expect([ran.code, ran.json()]).toEqual([0, { file: join(home.dir, '文章.xlsx'), rows: 230 }])
    const sheet = await sheetOf('文章.xlsx')
    expect(sheet.rowCount).toBe(231)
    const titles = (sheet.getRow(1).values as string[]).slice(1)
    expect(titles.slice(0, 6)).toEqual(['编号', '标题', '栏目', '状态', '来源', '发布时间'])
    const first = sheet.getRow(2)
    expect([first.getCell(2).value, first.getCell(4).value]).toEqual(['关于召开主席会议的通知（230）', '已发布'])
    expect(first.getCell(6).value).toEqual(new Date('2026-11-21T09:05:00Z'))
  })

  test('somebody’s own data are told of, and hidden where that is asked for', async () => {
    await make(1, 2, '名单 13812345678')
    const out = async (flags: string) => {
      const ran = await home.xzx(`article export --out a.jsonl --full ${flags}`)
      return { err: ran.err, row: JSON.parse(readFileSync(join(home.dir, 'a.jsonl'), 'utf8').split('\n')[0] ?? '{}') }
    }
    const plain = await out('')
    expect(plain.row.title).toContain('13812345678')
    expect(plain.err).toMatch(/1 篇文章（\d+）中有个人信息：手机号码 1；外发前请核对，--mask 可在导出时隐去/)
    const masked = await out('--mask')
    expect(masked.row.title).toContain('138****5678')
    expect(masked.err).toContain('已隐去')
    // what is not exported is not looked at
    expect((await home.xzx('article export --out b.csv --fields articleId')).err).not.toContain('个人信息')
  })

  test('takes filters, fields and {date}', async () => {
    await make(3, 2)
    await make(2, 1)
    const ran = await home.xzx('article export --out 待审核-{date}.xlsx --status 待审核 --fields title,status')
    expect([ran.code, ran.out]).toEqual([0, `${join(home.dir, '待审核-20261121-0905.xlsx')}\n`])
    const sheet = await sheetOf('待审核-20261121-0905.xlsx')
    expect([sheet.rowCount, sheet.getRow(1).values]).toEqual([3, [undefined, '标题', '状态']])
    const wrong = await home.xzx('article export --out a.xlsx --fields titel')
    expect([wrong.code, wrong.err.includes('您是否想输入 title？')]).toEqual([2, true])
  })

  test('asks the server for no more than the columns that are written', async () => {
    await make(2)
    const asked: unknown[] = []
    wire.fate = (path, _nth, body) => {
      if (path === '/api/article/list') asked.push(JSON.parse(body).fields)
      return 'pass'
    }
    expect((await home.xzx('article export --out a.csv --fields title,status')).code).toBe(0)
    expect(asked).toEqual([['title', 'status']])
    expect(readFileSync(join(home.dir, 'a.csv'), 'utf8')).toMatch(/^\uFEFF标题,状态\r\n.+（2）,已发布\r\n/)
  })

  test('CSV has a byte order mark, and no cell that a spreadsheet would evaluate', async () => {
    await make(1, 2, '=1+1,"引号"')
    const ran = await home.xzx('article export --out a.csv --fields articleId,title,status,publishTime')
    expect(ran.code).toBe(0)
    const text = readFileSync(join(home.dir, 'a.csv'), 'utf8')
    expect(text.startsWith('\uFEFF编号,标题,状态,发布时间\r\n')).toBe(true)
    expect(text.split('\r\n')[1]).toMatch(/^\d+,"'=1\+1,""引号""（1）",已发布,2026-11-21 09:05:00$/)
    expect((await home.xzx('article export --out b.txt --format csv')).code).toBe(0)
  })

  test('--out - sends CSV down the pipe, and makes no file of that name', async () => {
    await make(3)
    const ran = await home.xzx('article export --out - --fields articleId,title')
    expect([ran.code, ran.out.split('\r\n').length, ran.err]).toEqual([0, 5, expect.stringContaining('共 3 行')])
    expect(ran.out).toMatch(/^\uFEFF编号,标题\r\n/)
    expect(existsSync(join(home.dir, '-'))).toBe(false)
  })

  test('a pipe is written to and not replaced, a link stays a link', async ({ skip }) => {
    if (spawnSync('mkfifo', [join(home.dir, 'pipe.csv')]).status !== 0) skip('没有 mkfifo')
    await make(2)
    const read = readFile(join(home.dir, 'pipe.csv'), 'utf8')
    expect((await home.xzx('article export --out pipe.csv --fields articleId,title')).code).toBe(0)
    expect(await read).toMatch(/^\uFEFF编号,标题\r\n(.+\r\n){2}$/)
    expect(lstatSync(join(home.dir, 'pipe.csv')).isFIFO()).toBe(true)

    writeFileSync(join(home.dir, 'file.csv'), 'old')
    symlinkSync('file.csv', join(home.dir, 'link.csv'))
    expect((await home.xzx('article export --out link.csv --fields articleId,title')).code).toBe(0)
    expect(lstatSync(join(home.dir, 'link.csv')).isSymbolicLink()).toBe(true)
    expect(readFileSync(join(home.dir, 'file.csv'), 'utf8')).toContain('编号,标题')
  })

  test('nothing to export is no failure: headings take the place of the rows of before, which would pass for those of today', async () => {
    const path = join(home.dir, 'none.csv')
    writeFileSync(path, 'of yesterday')
    const tried = await home.xzx('article export --out none.csv -n')
    expect([tried.code, tried.err]).toEqual([0, expect.stringContaining('没有可导出的数据，将只把表头写入')])
    expect(readFileSync(path, 'utf8')).toBe('of yesterday')
    const ran = await home.xzx('article export --out none.csv --fields articleId,title')
    expect([ran.code, ran.out, ran.err]).toEqual([
      0,
      `${path}\n`,
      expect.stringContaining('没有可导出的数据，文件里没有数据行\n'),
    ])
    expect(readFileSync(path, 'utf8')).toBe('\uFEFF编号,标题\r\n')
    const { rows } = JSON.parse(readFileSync(`${path}.manifest.json`, 'utf8'))
    expect(rows).toBe(0)
    expect((await home.xzx('article export --out none.xlsx --json')).out).toBe(
      `${JSON.stringify({ file: join(home.dir, 'none.xlsx'), rows: 0 })}\n`,
    )
    expect(existsSync(join(home.dir, 'none.xlsx'))).toBe(true)
  })

  test('a second one of the same minute gets a name of its own; a file that was named is replaced, and that is said', async () => {
    await make(1)
    const dated = async () => (await home.xzx('article export --out 同一分钟-{date}.csv')).out
    const path = (more: string) => `${join(home.dir, `同一分钟-20261121-0905${more}.csv`)}\n`
    expect([await dated(), await dated(), await dated()]).toEqual([path(''), path('-2'), path('-3')])

    expect((await home.xzx('article export --out 同名.csv')).err).not.toContain('替换')
    const again = await home.xzx('article export --out 同名.csv')
    expect([again.code, again.err]).toEqual([0, expect.stringContaining(`已替换原有的 ${join(home.dir, '同名.csv')}`)])
    expect((await home.xzx('export dept-data --out 统计.xlsx')).code).toBe(0)
    expect((await home.xzx('export dept-data --out 统计.xlsx')).err).toContain('替换了原有的文件')
  })

  test.for([
    ['a.csv', 'ndjson'],
    ['a.xlsx', 'csv'],
    ['a.jsonl', 'csv'],
  ])('--out %s and --format %s contradict each other', async ([out, format]) => {
    await make(1)
    for (const what of ['article export', 'export log', 'export hot']) {
      const ran = await home.xzx(`${what} --out 矛盾-${out} --format ${format}`)
      expect([ran.code, ran.out, ran.err], what).toEqual([2, '', expect.stringContaining('互相矛盾')])
      expect(existsSync(join(home.dir, `矛盾-${out}`))).toBe(false)
    }
  })

  test.skipIf(!existsSync('/dev/full'))('a full device without an ending is a full disk, no wrong usage', async () => {
    await make(1)
    for (const line of ['article export', 'article export --full --format ndjson', 'export log', 'export dept-data']) {
      const ran = await home.xzx(`${line} --out /dev/full`)
      expect([ran.code, ran.out], line).toEqual([5, ''])
      expect(ran.err).toContain('磁盘空间不足')
      expect(ran.err).not.toContain('完成')
    }
  })

  test('a cut connection leaves the earlier file as it was', async () => {
    await make(250)
    expect((await home.xzx('article export --out a.xlsx --limit 1')).code).toBe(0)
    const before = readFileSync(join(home.dir, 'a.xlsx'))
    wire.fate = (path, nth) => (path === '/api/article/list' && nth > 1 ? 'cut' : 'pass')
    expect((await home.xzx('article export --out a.xlsx --retry 0')).code).toBe(5)
    expect(readFileSync(join(home.dir, 'a.xlsx')).equals(before)).toBe(true)
    expect(readdirSync(home.dir).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  test('wrong usage is named', async () => {
    for (const line of [
      'article export',
      'article export --out a.doc',
      'export nothing --out a.xlsx',
      'export log --out a.xlsx --column 1',
      'export log --out a.xlsx --format ids',
    ])
      expect((await home.xzx(line)).code, line).toBe(2)
    await make(1)
    expect((await home.xzx('article export --out nowhere/a.csv')).code).toBe(2)
  })
})

describe('export NAME', () => {
  test('lists what there is', async () => {
    const ran = await home.xzx('export')
    expect(ran.code).toBe(0)
    for (const name of ['article', 'log', 'dept-data']) expect(ran.out).toContain(`${name}\t`)
  })

  test('takes the filters of the list, in words, and refuses those of another', async () => {
    for (const [name, enabled] of Object.entries({ 供暖: 1, 停水: 0, 停电: 0 }))
      await admin.call('hot.add', { name, enabled })
    const ran = await home.xzx('export hot --enabled 禁用 --name 停 --out - --fields name,enabled')
    expect([ran.code, ran.out]).toEqual([0, '\uFEFF热词,状态\r\n停电,禁用\r\n停水,禁用\r\n'])
    expect((await home.xzx('export hot --help')).out).toMatch(/--enabled <值>.+启用/)
    expect((await home.xzx('export hot --dept 1 --out a.csv')).code).toBe(2)
    expect((await home.xzx('export hots --out a.csv')).err).toContain('hot')
  })

  test('the log, and the statistics that the server makes', async () => {
    await make(2)
    const [id] = await make(1, 1)
    await admin.call('article.accept', { items: [{ articleId: id }] })
    expect((await home.xzx('export log --out 日志.csv --since 2026-01-01')).code).toBe(0)
    expect(readFileSync(join(home.dir, '日志.csv'), 'utf8')).toContain('初审通过文章')
    expect((await home.xzx('export dept-data --out 部门-{date}.xlsx')).code).toBe(0)
    const sheet = await sheetOf('部门-20261121-0905.xlsx')
    expect(sheet.getRow(1).getCell(1).value).toBe('部门')
    for (const out of ['部门.csv', '-', '部门.xlsx --format csv']) {
      const ran = await home.xzx(`export dept-data --out ${out}`)
      expect([ran.code, ran.out, ran.err], out).toEqual([2, '', expect.stringContaining('.xlsx')])
    }
    expect(existsSync(join(home.dir, '部门.csv'))).toBe(false)
  })
})
