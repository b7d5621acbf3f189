import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import ExcelJS from 'exceljs'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { Interrupted } from '../../cli/errors.ts'
import { csvReader } from '../../cli/import/csv-rows.ts'
import { run } from '../../cli/run.ts'
import { memoryIo } from '../support/cli.ts'
import { makeColumn } from '../support/server.ts'
import { sharedHome, wiredServer } from '../support/set-up.ts'

const { server, wire } = await wiredServer('revision', 'article', 'column', 'touched')
const admin = await server.person({ roles: ['admin'] })
const home = sharedHome({ XZX_SERVER: wire.url, XZX_TOKEN: admin.token })

function give(name: string, bytes: string | Uint8Array): void {
  mkdirSync(dirname(join(home.dir, name)), { recursive: true })
  writeFileSync(join(home.dir, name), bytes)
}
const articles = () => server.parts.db.read.selectFrom('article').selectAll().orderBy('id').execute()
const lines = (name: string) =>
  readFileSync(join(home.dir, name), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

/** 「标题,发布时间,栏目,正文」 and a row, as Excel of a Chinese Windows writes them. */
const gb18030 = Buffer.from(
  'b1eacce22cb7a2b2bccab1bce42cc0b8c4bf2cd5fdcec40d0ab9d8d3dab9a9c5afb5c4cda8d6aa2c323032362f352f3620393a30352cb9abb8e62cc4dac8dd0d0a',
  'hex',
)

describe('CSV', () => {
  test.for([
    ['UTF-8', Buffer.from('标题,发布时间,栏目,正文\n关于供暖的通知,2026-05-06 09:05,公告,内容')],
    [
      'UTF-8 with its mark',
      Buffer.from('\uFEFF标题,发布时间,栏目,正文\r\n关于供暖的通知,2026年5月6日 9:05,公告,内容\r\n'),
    ],
    [
      'UTF-16 with tabs',
      Buffer.from('\uFEFF标题\t发布时间\t栏目\t正文\r\n关于供暖的通知\t2026.5.6 9:05\t公告\t内容\r\n', 'utf16le'),
    ],
    ['GB18030', gb18030],
  ] as const)('in %s', async ([, bytes]) => {
    give('a.csv', bytes)
    const ran = await home.xzx('article import a.csv --json')
    expect([ran.code, ran.json()], ran.err).toEqual([0, { saved: 1, skipped: 0, failed: [] }])
    const [one] = await articles()
    expect(one).toMatchObject({
      title: '关于供暖的通知',
      content: '<p>内容</p>',
      publishTime: Date.parse('2026-05-06T09:05:00+08:00'),
      status: 1,
    })
  })

  test('bad rows are named by the number that a spreadsheet shows; what failed can be mended and imported', async () => {
    give(
      'a.csv',
      [
        '标题,正文,图文类型,排序,不认识的列',
        '"多行,标题","第一段',
        '第二段",单图,3,x',
        '',
        ',没有标题,,,',
        "'=SUM(A1),'-1,,,",
        '三,正文,没有这种,,',
        '四,正文,,x,',
      ].join('\r\n'),
    )
    const ran = await home.xzx('article import a.csv --json --failed-to f.jsonl --concurrency 1 --column 公告')
    expect(ran.code).toBe(3)
    expect(ran.json().failed.map((one: { row: number; errorMsg: string }) => [one.row, one.errorMsg])).toEqual([
      [4, expect.stringContaining('标题（title）')],
      [6, expect.stringContaining('图文类型（newsType）')],
      [7, expect.stringContaining('排序（sort）')],
    ])
    expect((await articles()).map(({ title, content, newsType, sort }) => [title, content, newsType, sort])).toEqual([
      ['多行,标题', '<p>第一段</p>\n<p>第二段</p>', 1, 3],
      ['=SUM(A1)', '<p>-1</p>', null, null],
    ])
    expect(lines('f.jsonl').map((row) => row.title)).toEqual(['', '三', '四'])
    give(
      'f.jsonl',
      readFileSync(join(home.dir, 'f.jsonl'), 'utf8').replace('没有这种', '0').replace('"sort":"x"', '"sort":"5"'),
    )
    expect((await home.xzx('article import f.jsonl --json')).json().saved).toBe(2)
  })

  test('what failed is not written under a name that an import would read as something else', async () => {
    writeFileSync(join(home.dir, 'a.csv'), '标题,正文\n甲,\n')
    for (const name of ['f.csv', 'f.xlsx', 'f.log']) {
      const ran = await home.xzx(`article import a.csv --failed-to ${name}`)
      expect([ran.code, ran.err], name).toEqual([2, expect.stringContaining('失败.jsonl')])
      expect(existsSync(join(home.dir, name))).toBe(false)
    }
  })

  test('a quote without its end stops the reading there, and says where', async () => {
    give('a.csv', '标题,正文\n一,正文\n"二,正文\n三,正文\n')
    const ran = await home.xzx('article import a.csv --json')
    expect([ran.code, ran.json().saved]).toEqual([3, 1])
    expect(ran.json().failed).toEqual([
      expect.objectContaining({ row: 3, errorMsg: expect.stringContaining('引号没有配对') }),
    ])
  })

  test.for([
    ['plain', `一,${'x'.repeat(20_000_000)}`, '第 2 列超过 100 万个字符，从这一行起不能读取'],
    ['quoted', `一,"${'x'.repeat(20_000_000)}"`, '第 2 列超过 100 万个字符，可能是引号没有配对'],
    ['a quotation mark without its end', `一,"${'乙,丙\n'.repeat(3_000_000)}`, '第 2 列超过 100 万个字符，可能是引号'],
    ['quotation marks alone', `一,"${'""'.repeat(5_000_000)}"`, '第 2 列超过 100 万个字符'],
    ['a row of cells', `一,"x"${`,${'x'.repeat(900_000)}`.repeat(20)}`, '这一行超过 1600 万个字符'],
    ['a row without an end of cells', ','.repeat(20_000_000), '这一行超过 16384 列'],
  ] as const)(
    'a cell beyond all measure ends the reading at once, named by row and column: %s',
    async ([, row, says]) => {
      give('a.csv', `标题,正文\n"一\n",正文\n${row}\n三,正文\n`)
      const before = process.cpuUsage()
      const ran = await home.xzx('article import a.csv --json')
      const { user, system } = process.cpuUsage(before)
      expect([ran.code, ran.json().saved]).toEqual([3, 1])
      expect(ran.json().failed).toEqual([expect.objectContaining({ row: 3, errorMsg: expect.stringContaining(says) })])
      // sign by sign it was half a minute
      expect((user + system) / 1_000_000).toBeLessThan(8)
    },
  )

  test('a mark that is not closed is told by the row in which it stands', async () => {
    give('a.csv', '标题,正文\n"一\n行",正文\n二,"正文\n三,正文\n\n')
    const ran = await home.xzx('article import a.csv --json')
    expect(ran.json().failed).toEqual([
      expect.objectContaining({ row: 3, errorMsg: '无法读取这一行：第 2 列的引号没有配对，从这一行起不能读取' }),
    ])
  })

  test('a pipe that never ends is read no further than a table goes', async () => {
    const { io, err } = memoryIo({})
    const piece = Buffer.alloc(1024 * 1024, '标题,正文\n')
    let given = 0
    const stdin = Readable.from(
      (function* () {
        for (; given < 2000; given += 1) yield piece
      })(),
    )
    const env = { XZX_SERVER: wire.url, XZX_TOKEN: admin.token, XZX_CONFIG_DIR: home.dir, XZX_STATE_DIR: home.dir }
    const { signal } = new AbortController()
    const world = { io: { ...io, stdin }, env, cwd: home.dir, now: Date.now, signal, version: '9.9.9' }
    expect(await run(['article', 'import', '-', '--kind', 'csv'], world)).toBe(2)
    expect(err()).toContain('标准输入超过 256 MB')
    expect([given < 300, stdin.destroyed]).toEqual([true, true])
  })

  test('rows come out the same however the text arrives', async () => {
    const text = '标题,"正,文"\r\n "带""引号""" , a b \r\r\n"两\n行",x"y\n\n末,'
    for (let size = 1; size <= text.length; size++) {
      const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, i) =>
        text.slice(i * size, (i + 1) * size),
      )
      const got = []
      for await (const one of csvReader(',').rowsOf(Readable.from(pieces))) got.push('fault' in one ? one : one.cells)
      expect(got, String(size)).toEqual([
        ['标题', '正,文'],
        ['带"引号"', ' a b '],
        [''],
        ['两\n行', 'x"y'],
        [''],
        ['末', ''],
      ])
    }
  })

  test('a table of stdin that is stopped: what is left can be imported', async () => {
    const stop = new AbortController()
    wire.fate = (path, nth) => {
      if (path === '/api/article/save/admin' && nth === 3) stop.abort(new Interrupted('SIGTERM'))
      return 'pass'
    }
    const stdin = `标题,正文\n${Array.from({ length: 20 }, (_, i) => `第${i},正文\n`).join('')}`
    const line = 'article import - --kind csv --json --concurrency 1 --failed-to f.jsonl'
    const ran = await home.xzx(line, { stdin, signal: stop.signal })
    expect(ran.code).toBe(143)
    expect(ran.json().saved + lines('f.jsonl').length).toBe(20)
  })

  test('nothing at all is told, under -q too: what should have filled the pipe may have failed', async () => {
    for (const kind of ['jsonl', 'csv']) {
      const ran = await home.xzx(`article import - --kind ${kind} -q`, { stdin: '' })
      expect([ran.code, ran.err], kind).toEqual([0, '注意：其中没有一行数据，请核对来源是否正确\n'])
    }
  })

  test('from stdin', async () => {
    const ran = await home.xzx('article import - --kind csv --json', { stdin: '标题,正文\n一,正文\n' })
    expect([ran.code, ran.json().saved]).toEqual([0, 1])
  })

  test('columns and fields that no article has are named', async () => {
    give('a.csv', '标题,正文,摘耍,作者,编号\n一,二,三,四,5\n')
    give('a.jsonl', '{"title":"二","content":"正文","作者":"甲","articleId":"7"}\n')
    for (const [line, unused] of [
      ['article import a.csv --dry-run', ['摘耍', '作者']],
      ['article import a.csv', ['摘耍', '作者']],
      ['article import a.jsonl', ['作者']],
    ] as const) {
      const ran = await home.xzx(`${line} --json`)
      expect([ran.code, ran.json()]).toEqual([0, { saved: 1, skipped: 0, failed: [], unused }])
      expect(ran.err).toContain(`没有用到的列：${unused.join('、')}\n`)
    }
  })

  test('a name that two columns of the site have is refused, though one of them is a top one', async () => {
    await makeColumn(server, '要闻', await makeColumn(server, '新闻'))
    await makeColumn(server, '要闻')
    give('a.csv', '标题,正文,栏目\n一,二,要闻\n三,四,/要闻\n')
    const ran = await home.xzx('article import a.csv --json')
    expect([ran.code, ran.json().saved, ran.json().failed[0].errorMsg]).toEqual([
      3,
      1,
      '栏目（column）：有 2 个栏目叫「要闻」，请写全名：/新闻/要闻、/要闻',
    ])
  })

  test('what is no table is refused without all of it', async () => {
    give('big.txt', '字'.repeat(1_000_000))
    const ran = await home.xzx('article import big.txt --kind csv')
    expect([ran.code, ran.err.length < 500, ran.err]).toEqual([2, true, expect.stringContaining('没有「标题」一列')])
  })

  test.for([
    ['a.csv', '标题,文章标题,正文\n一,二,三\n', '第 1 列「标题」和第 2 列「文章标题」'],
    ['a.csv', '题目,正文\n一,二\n', '没有「标题」一列'],
    ['a.csv', '标题,状态\n一,二\n', '--full'],
    ['a.csv', Buffer.from([0x61, 0xff, 0xff, 0xff, 0xff]), '编码'],
    ['a.xlsx', 'PK no zip', '不是可以读取的电子表格'],
    ['a.xlsx', '', '不是可以读取的电子表格'],
    ['a.docx', 'x', '不能导入 .docx 文件'],
  ] as const)('%s: %s is refused', async ([name, bytes, words]) => {
    give(name, bytes)
    const ran = await home.xzx(`article import ${name}`)
    expect([ran.code, ran.err]).toEqual([2, expect.stringContaining(words)])
    expect(await articles()).toEqual([])
  })
})

describe('a spreadsheet as Excel writes it', () => {
  test('shared texts, rich text, formulas, dates, empty rows; rows by their numbers', async () => {
    const book = new ExcelJS.Workbook()
    const hidden = book.addWorksheet('说明', { state: 'hidden' })
    hidden.addRow(['不是这一张'])
    const sheet = book.addWorksheet('文章')
    sheet.addRow(['标题', '正文（HTML）', '日期', '栏目', '排序'])
    sheet.addRow([
      { richText: [{ text: '关于' }, { font: { bold: true }, text: '供暖' }] },
      '<p>甲</p>',
      new Date('2026-05-06T09:05:59.999Z'),
      '公告',
      5,
    ])
    sheet.addRow([])
    sheet.addRow([{ formula: '"通"&"知"', result: '通知' }, '<p>乙</p>', '2026-05-07', '公告'])
    sheet.addRow([20260506, '<p>丙</p>', 'x', '公告'])
    sheet.getCell('C2').numFmt = 'yyyy"年"m"月"d"日"'
    give('a.xlsx', new Uint8Array(await book.xlsx.writeBuffer()))
    const ran = await home.xzx('article import a.xlsx --json --concurrency 1')
    expect([ran.code, ran.json().saved, ran.json().failed]).toEqual([
      3,
      2,
      [expect.objectContaining({ row: 5, title: '20260506' })],
    ])
    expect(
      (await articles()).map(({ title, content, publishTime, sort }) => [title, content, publishTime, sort]),
    ).toEqual([
      ['关于供暖', '<p>甲</p>', Date.parse('2026-05-06T09:06:00+08:00'), 5],
      ['通知', '<p>乙</p>', Date.parse('2026-05-07T00:00:00+08:00'), null],
    ])
  })
})

describe('a number with more places than a spreadsheet keeps', () => {
  test('is refused by its row, as the cell has it and as a CSV was written from it', async () => {
    const book = new ExcelJS.Workbook()
    const sheet = book.addWorksheet('文章')
    sheet.addRow(['标题', '正文', '来源', '栏目'])
    sheet.addRow(['甲', '正文', Number('202605061234567890'), '公告'])
    sheet.addRow(['乙', '正文', 20260506, '公告'])
    give('a.xlsx', new Uint8Array(await book.xlsx.writeBuffer()))
    give('a.csv', '标题,正文,来源,栏目\r\n丙,正文,2.02605E+17,公告\r\n')
    const says = /来源（source）：「2\.02605\d*E\+17」被表格软件当作数字，末几位已经丢失：.*设为「文本」/
    for (const [file, row, saved] of [
      ['a.xlsx', 2, 1],
      ['a.csv', 2, 0],
    ] as const) {
      const { json } = await home.xzx(`article import ${file} --json --concurrency 1`)
      expect([file, json()]).toMatchObject([file, { saved, failed: [{ row, errorMsg: expect.stringMatching(says) }] }])
    }
  })
})

describe('web pages', () => {
  const head = (more = '') =>
    `<!DOCTYPE html><html><head><meta charset="utf-8"><title>关于供暖的通知 - 要闻 - 某县政府</title>${more}</head>`

  test('of a government site: what its head says, and the text without what stands around it', async () => {
    give(
      'a.html',
      `${head(`<meta name="ArticleTitle" content="关于“供暖”的通知"><meta name="PubDate" content="2026-05-06 09:05">
<meta name="ContentSource" content="县住建局"><meta name="ColumnName" content="要闻"><meta name="Url" content="https://old.example/a/1.html">`)}
<body><header><a href="/">首页</a></header><nav>导航</nav><div class="wrap"><h1>关于“供暖”的通知</h1>
<div class="TRS_Editor"><!-- x --><h2>一、时间</h2><p>11 月 15 日起。<img src="../img/1.jpg"></p><script>alert(1)</script></div></div><footer>页脚</footer></body></html>`,
    )
    const ran = await home.xzx('article import a.html --json --report r.jsonl')
    expect([ran.code, ran.json().saved], ran.err).toEqual([0, 1])
    expect((await articles())[0]).toMatchObject({
      title: '关于“供暖”的通知',
      content: '<h2>一、时间</h2><p>11 月 15 日起。<img src="https://old.example/img/1.jpg" /></p>',
      publishTime: Date.parse('2026-05-06T09:05:00+08:00'),
      source: '县住建局',
      sourceUrl: 'https://old.example/a/1.html',
    })
    const again = await home.xzx('article import a.html --json')
    expect(again.json()).toMatchObject({ saved: 0, skipped: 1 })
  })

  test('saved by Word: numbers of paragraphs as text, nothing hidden', async () => {
    const item = (label: string, text: string) =>
      `<p class=MsoListParagraph style='margin-left:0cm;text-indent:32.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>${label}<span>&nbsp;&nbsp;</span></span><![endif]>${text}<o:p></o:p></p>`
    const body = `${item('一、', '提高认识')}<p class=MsoNormal>正文<span style='mso-hide:all'>内部</span></p>${item('二、', '抓好落实')}`
    give(
      'word.htm',
      `${head('<!--[if gte mso 9]><xml></xml><![endif]-->')}<body><div class=WordSection1>${body}</div></body></html>`,
    )
    const ran = await home.xzx('article import word.htm --json')
    expect([ran.code, ran.json().saved], ran.err).toEqual([0, 1])
    expect((await articles())[0]?.content.replace(/<\/?(?:div|span)>/g, '')).toBe(
      '<p style="text-indent:2em">一、提高认识</p><p>正文</p><p style="text-indent:2em">二、抓好落实</p>',
    )
  })

  test('a folder: every page below it, the bad ones by their names; pictures beside a page are told of', async () => {
    await makeColumn(server, '公告')
    give('旧站/a.html', `${head()}<body><main><h1>甲</h1><p>正文甲<img src="1.jpg"></p></main></body></html>`)
    give('旧站/下/b.HTM', gbPage)
    give('旧站/c.html', `${head()}<body><h1>空</h1></body></html>`)
    give('旧站/notes.txt', '不是网页')
    const ran = await home.xzx('article import 旧站 --json --report r.jsonl --column 公告 --concurrency 1')
    expect([ran.code, ran.json().saved]).toEqual([3, 2])
    expect(ran.json().failed).toEqual([
      expect.objectContaining({ from: 'c.html', errorMsg: expect.stringContaining('请输入内容') }),
    ])
    expect((await articles()).map(({ title, content }) => [title, content])).toEqual([
      ['甲', '<p>正文甲<img src="1.jpg" /></p>'],
      ['通知', '<p>内容</p>'],
    ])
    expect(lines('r.jsonl').map(({ row, from, remark = '' }) => [row, from, remark.includes('1 张图片')])).toEqual([
      [1, 'a.html', true],
      [2, 'c.html', false],
      [3, '下/b.HTM', false],
    ])
    const drawn = await home.xzx('article import 旧站 --format table', { tty: ['stdout'] })
    expect(drawn.out).toMatch(/文件.*原因\n.*c\.html/)
  })

  test('pictures beside a page are uploaded once; nothing outside the folder is, and nothing in a dry run', async () => {
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
      'base64',
    )
    const page = (title: string, ...pictures: string[]) =>
      `<body><h1>${title}</h1><p>正文</p>${pictures.map((src) => `<p><img src="${src}" alt="图"></p>`).join('')}</body>`
    give('图站/images/大 门.png', png)
    give('图站/images/坏.png', '不是图片')
    give('外面.png', png)
    give('图站/a.html', page('甲', 'images/%E5%A4%A7%20%E9%97%A8.png?v=1', '../外面.png', 'images/没有.png'))
    give('图站/sub/b.html', page('乙', '../images/大 门.png', '../images/坏.png'))
    let uploads = 0
    wire.fate = (path) => {
      if (path === '/api/file/upload/name') uploads += 1
      return 'pass'
    }
    expect((await home.xzx('article import 图站 --json --dry-run')).json().saved).toBe(2)
    expect(uploads).toBe(0)
    const ran = await home.xzx('article import 图站 --json --report r.jsonl --concurrency 1')
    expect([ran.code, ran.json().saved, uploads], ran.err).toEqual([0, 2, 2])
    expect(ran.err).toContain('2 篇有图片没有上传')
    const [a, b] = await articles()
    const address = /src="(\/[^"]*\.png)"/.exec(a?.content ?? '')?.[1]
    expect(a?.content).toBe(
      `<p>正文</p><p><img src="${address}" alt="图" /></p><p><img src="../外面.png" alt="图" /></p><p><img src="images/没有.png" alt="图" /></p>`,
    )
    expect(b?.content).toContain(`<img src="${address}" alt="图" /></p><p><img src="../images/坏.png"`)
    expect([a?.status, (await server.raw(address ?? '')).status]).toEqual([1, 200])
    expect(lines('r.jsonl').map((row) => row.remark)).toEqual([
      expect.stringContaining('2 张图片没有上传'),
      expect.stringContaining('1 张图片没有上传：上传图片只能是'),
    ])
    const again = await home.xzx('article import 图站 --json')
    expect([again.json().skipped, uploads]).toEqual([2, 2])
  })

  test('links that lead nowhere are pointed out by file: attachments, other pages, the root of a site that is not known', async () => {
    const page = (title: string, body: string, head = '') =>
      `<html><head>${head}</head><body><h1>${title}</h1><p>正文</p>${body}</body></html>`
    const links =
      '<a href="附件/表.doc">表</a><a href="b.html">乙</a><a href="/files/c.pdf">丙</a><a href="https://a.test/d">丁</a><a href="#e">戊</a><a href="mailto:a@b.test">己</a><img src="没有.png">'
    give('链站/a.html', page('甲', links))
    give(
      '链站/b.html',
      page('乙', links.replace('没有.png', '/uploads/a.png'), '<meta name="url" content="https://old.test/x/b.html">'),
    )
    give('链站/c.html', page('丙', ''))
    const dead = ['附件/表.doc', 'b.html', '/files/c.pdf', '没有.png']
    const dry = await home.xzx('article import 链站 --json --dry-run')
    expect(dry.json().dead).toMatchObject([{ from: 'a.html', links: dead }])
    const ran = await home.xzx('article import 链站 --report r.jsonl --quiet')
    expect([ran.code, ran.out]).toEqual([0, ''])
    expect(ran.err).toBe(`注意：a.html：4 个链接打不开：${dead.join('、')}（不随网页导入，请补上附件或改正）\n`)
    // several are sent at once: their order is that of the answers
    expect(lines('r.jsonl').flatMap((row) => (row.dead ? [row.dead] : []))).toEqual([dead])
    const all = await articles()
    expect(all.map(({ content }) => content).join()).toContain(
      'href="https://old.test/x/%E9%99%84%E4%BB%B6/%E8%A1%A8.doc"',
    )
  })

  test('nothing in a folder, and a page without end', async () => {
    mkdirSync(join(home.dir, '空'), { recursive: true })
    expect((await home.xzx('article import 空')).err).toContain('没有 .html 文件')
    give('图.html', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'))
    const picture = await home.xzx('article import 图.html --json')
    expect([picture.code, picture.json().failed[0].errorMsg]).toEqual([1, expect.stringContaining('也不是文本')])
    give('deep.html', `${'<div>'.repeat(100_000)}深`)
    const ran = await home.xzx('article import deep.html --json')
    expect([ran.code, ran.json().failed[0].errorMsg]).toEqual([1, expect.stringContaining('嵌套太深')])
  })

  test('a page that cannot be read fails by its name, and the others go in', async () => {
    const page = (title: string, text: string) => `<title>${title}</title><body>${text}</body>`
    give('怪站/a.html', page('罗马', '<ol type="i" start="2000000"><li>甲</li></ol>'))
    give('怪站/b.html', page('列', '<table><col span="-1"><tr><td>乙</td></tr></table>'))
    give('怪站/c.html', page('标签', '<b></b>'.repeat(100_001)))
    give('怪站/d.html', page('好的', '<p>丁</p>'))
    const ran = await home.xzx('article import 怪站 --json')
    expect([ran.code, ran.json().saved, ran.json().failed], ran.err).toEqual([
      3,
      3,
      [expect.objectContaining({ from: 'c.html', errorMsg: expect.stringContaining('标签超过 10 万个') })],
    ])
    expect((await articles()).map(({ content }) => content).join()).toContain('2000000.')
  })
})

describe('a workbook that no program wrote', () => {
  const xml = (text: string) => strToU8(`<?xml version="1.0"?>${text}`)
  const said = (place: string, text: string) => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`
  const head = `<row r="1">${said('A1', '标题')}${said('B1', '正文')}</row>`
  const workbook = (rows: string, shared = '') =>
    zipSync({
      'xl/workbook.xml': xml('<workbook><sheets><sheet name="a" r:id="r1"/></sheets></workbook>'),
      'xl/_rels/workbook.xml.rels': xml('<R><Relationship Id="r1" Target="worksheets/sheet1.xml"/></R>'),
      'xl/sharedStrings.xml': xml(`<sst>${shared}</sst>`),
      'xl/worksheets/sheet1.xml': xml(`<worksheet><sheetData>${head}${rows}</sheetData></worksheet>`),
    })
  const run = async () => {
    const before = process.cpuUsage()
    const ran = await home.xzx('article import 怪.xlsx --json')
    const { user, system } = process.cpuUsage(before)
    return { ...ran, ms: (user + system) / 1000 }
  }

  test('a cell in the last column costs what one in the first does', async () => {
    const rows = (place: string) =>
      Array.from({ length: 5000 }, (_, i) => `<row r="${i + 2}">${said(`${place}${i + 2}`, ' ')}</row>`).join('')
    give('怪.xlsx', workbook(rows('A')))
    await run()
    const first = await run()
    give('怪.xlsx', workbook(rows('XFD')))
    const last = await run()
    expect([first.code, last.code, last.json()], last.err).toEqual([0, 0, { saved: 0, skipped: 0, failed: [] }])
    expect((last.ms + 200) / (first.ms + 200), `${first.ms} → ${last.ms} ms`).toBeLessThan(4)
  })

  test.each([
    ['rows', () => workbook(' '.repeat(150_000_000))],
    ['shared texts', () => workbook('', `<si><t>${'x'.repeat(150_000_000)}</t></si>`)],
    ['one cell', () => workbook(`<row r="2">${said('A2', 'x'.repeat(2_000_000))}</row>`)],
  ])('what unpacks beyond all measure is refused by name: %s', async (_, bytes) => {
    give('怪.xlsx', bytes())
    const ran = await run()
    expect([ran.code, ran.err], ran.err).toEqual([2, expect.stringContaining('怪.xlsx 展开后过大')])
  })
})

/** `<html><head><title>通知</title></head><body><p>内容</p></body></html>`, saved by Word of a Chinese Windows. */
const gbPage = Buffer.concat([
  Buffer.from('<html><head><title>'),
  Buffer.from('cda8d6aa', 'hex'),
  Buffer.from('</title></head><body><p>'),
  Buffer.from('c4dac8dd', 'hex'),
  Buffer.from('</p></body></html>'),
])
