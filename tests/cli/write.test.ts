import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { makeArticles } from '../support/articles.ts'
import { makeColumn, type Person } from '../support/server.ts'
import { sharedHome, wiredServer } from '../support/set-up.ts'
import { openTmux, terminalTest, xzxCommand } from '../support/tmux.ts'

const { server, wire } = await wiredServer('revision', 'article', 'touched')
const columnId = await makeColumn(server, '通知公告')
const admin = await server.person({ roles: ['admin'], name: '周明川' })
const writer = await server.person({ roles: ['staff'], name: '林知远', columns: [columnId] })
const home = sharedHome({ XZX_SERVER: wire.url, XZX_TOKEN: admin.token })

const as = (person: Person, more: object = {}) => ({ env: { XZX_TOKEN: person.token }, ...more })
const give = (name: string, text: string | Uint8Array) => writeFileSync(join(home.dir, name), text)
const articles = () => server.parts.db.read.selectFrom('article').selectAll().orderBy('id').execute()
const one = async (id: string) => (await admin.call('article.view', { articleId: id })).value
const tty = ['stdin', 'stdout', 'stderr'] as const
const made = async (status: number, title = '旧标题') => {
  const [id] = await makeArticles(server, 1, { columnId, status, by: admin.userId, title })
  return id as string
}

/** An editor in a terminal: a shell command that is given the file as its last word. */
const editing = (command: string, more: object = {}) => ({ env: { EDITOR: command, VISUAL: '' }, tty, ...more })
const sed = (script: string) => `sed -i '${script}'`
/** Where what was typed is kept, as stderr tells. */
const keptIn = (err: string) => /您写的内容保留在 (\S+?)；/.exec(err)?.[1] ?? ''

describe('add', () => {
  test('a draft from flags, in a column by its name, choices by their words', async () => {
    const ran = await home.xzx([
      ...['article', 'add', '--column', '通知公告', '--title', '关于供暖的通知', '--content', '第一段\n第二段 <3'],
      ...[
        '--source',
        '县住建局',
        '--news-type',
        '单图',
        '--essay-list',
        '推荐，图片',
        '--publish-time',
        '2026-05-06',
        '--publish-time-reason',
        '补录',
        '--json',
      ],
    ])
    expect([ran.code, ran.json()], ran.err).toEqual([
      0,
      expect.objectContaining({
        title: '关于供暖的通知',
        status: 3,
        source: '县住建局',
        newsType: 1,
        essayList: '1,2',
      }),
    ])
    expect((await articles())[0]?.content).toBe('<p>第一段</p>\n<p>第二段 &lt;3</p>')
    expect(ran.err).toContain(`xzx article submit ${ran.json().articleId}`)
  })

  test('an earlier day without a reason is refused, as everywhere by hand', async () => {
    const line = 'article add --column 通知公告 --title 旧文 --content 甲 --publish-time 2020-01-02'
    for (const more of ['', ' --dry-run', ' --publish-time-reason='])
      for (const person of [admin, writer]) {
        const ran = await home.xzx(line + more, as(person))
        expect([ran.code, ran.err]).toEqual([1, expect.stringContaining('请说明理由（--publish-time-reason）')])
      }
    expect(await articles()).toEqual([])
    for (const more of [' --publish-time-reason 补录', ' --source-url https://example.gov.cn/1.html'])
      expect((await home.xzx(line + more)).code).toBe(0)
  })

  test('whoever submits is asked about somebody’s own data, and says why they are public', async () => {
    const words = ['article', 'add', '--column', '通知公告', '--title', '名单', '--content', '张三 13812345678']
    const refused = await home.xzx([...words, '--submit'])
    expect([refused.code, refused.err], refused.err).toEqual([1, expect.stringContaining('含个人信息：手机号码 1 处')])
    expect(refused.err).toContain('--privacy-reason')
    expect(await articles()).toEqual([])
    const draft = (await home.xzx([...words, '--json'])).json().articleId
    const bulk = await home.xzx(`article submit ${draft} --yes`)
    expect([bulk.code, bulk.out + bulk.err]).toEqual([1, expect.stringContaining('含个人信息')])
    const said = await home.xzx([...words, '--submit', '--privacy-reason', '依法公示'])
    expect(said.code, said.err).toBe(0)
    expect((await one(draft)).status).toBe(3)
    // the draft goes on as it is, by what the refusal said
    const sent = await home.xzx(['article', 'edit', String(draft), '--submit', '--privacy-reason', '依法公示'])
    expect(sent.code, sent.err).toBe(0)
    expect((await one(draft)).status).toBe(1)
  })

  test('pictures that are not brought along, or say nothing, are pointed out', async () => {
    give('图.html', '<p>有图</p><p><img src="图.png"><img src="/uploads/a.png" alt="会场"></p>')
    const ran = await home.xzx('article add --column 通知公告 --title 图 --content @图.html --submit')
    expect([ran.code, ran.err], ran.err).toEqual([0, expect.stringContaining('1 张图片是相对地址（图.png）')])
    expect(ran.err).toContain('1 张图片没有文字说明')
  })

  test('a page brings its text and title; plain text stays plain; stdin; --submit', async () => {
    give('a.html', '<html><head><title>网页的标题</title></head><body><h1>网页的标题</h1><p>正文</p></body></html>')
    give('b.txt', Buffer.from('c4dac8dd0d0a3c623e', 'hex'))
    const line = 'article add --column 通知公告 --submit --format ids'
    expect((await home.xzx(`${line} --content @a.html`)).code).toBe(0)
    expect((await home.xzx(`${line} --content @b.txt --title 文本`)).code).toBe(0)
    expect((await home.xzx(`${line} --content - --title 管道`, { stdin: '<p>来自管道</p>' })).code).toBe(0)
    expect((await articles()).map(({ title, content, status }) => [title, content, status])).toEqual([
      ['网页的标题', '<p>正文</p>', 1],
      ['文本', '<p>内容</p>\n<p>&lt;b&gt;</p>', 1],
      ['管道', '<p>来自管道</p>', 1],
    ])
  })

  test('who may write only in columns of theirs saves there, and nowhere else', async () => {
    const other = await makeColumn(server, '别的栏目')
    const line = 'article add --title 甲 --content 乙 --json'
    expect((await home.xzx(`${line} --column ${columnId}`, as(writer))).code).toBe(0)
    expect((await home.xzx(`${line} --column ${other}`, as(writer))).code).toBe(1)
  })

  test.for([
    ['article add', '--column'],
    ['article add --column 通知公告', '--title'],
    ['article add --column 通知公告 --title 甲', '--content'],
    ['article add --column 没有 --title 甲 --content 乙', '没有栏目'],
    ['article add --column 通知公告 --title 甲 --content @none.txt', '没有这个文件'],
    ['article add --column 通知公告 --title 甲 --content 乙 --submit --draft', '--submit 和 --draft'],
    ['article add --column 通知公告 --file a.html --title 甲', '--file 和 --title'],
    ['article edit --ids - --content -', '标准输入只能读取一次'],
    ['article edit 1 2 --title 甲', '同样的标题'],
    ['article edit 1 2 --publish-time 2020-01-01 --publish-time-reason 甲 --yes', '几篇文章的发布时间'],
    ['article edit 1 2 --source 甲 --base-version 3', '一篇文章'],
    ['article edit 1', '没有说明修改什么'],
    ['article edit', '缺少文章编号'],
  ] as const)('%s is refused', async ([line, words]) => {
    const ran = await home.xzx(`${line} --yes`)
    expect([ran.code, ran.err]).toEqual([
      expect.toSatisfy((code) => code === 2 || words === '没有栏目'),
      expect.stringContaining(words),
    ])
    expect(await articles()).toEqual([])
  })

  test('what is no text is no content: a picture, a document, half of a text; and a page without end', async () => {
    give('图.png', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'))
    give('文.docx', Buffer.from('504b0304140006000800ffff', 'hex'))
    give('半.txt', Buffer.from('e4b8ade59b', 'hex'))
    give('零.txt', '正文\0正文')
    give('宽.txt', Buffer.from('\uFEFF宽字符', 'utf16le'))
    give('深.html', `<html><body>${'<div>'.repeat(100_000)}`)
    const line = 'article add --column 通知公告 --title 甲'
    for (const name of ['图.png', '文.docx', '半.txt', '零.txt'])
      for (const flag of ['--content @', '--file ']) {
        const ran = await home.xzx(`${flag === '--file ' ? 'article add --column 通知公告' : line} ${flag}${name}`)
        expect([ran.code, ran.err], name).toEqual([2, expect.stringContaining(`${name} 不是文本文件`)])
      }
    const piped = await home.xzx(`${line} --content -`, { stdin: '正文\0' })
    expect([piped.code, piped.err]).toEqual([2, expect.stringContaining('标准输入 不是文本文件')])
    const deep = await home.xzx(`${line} --content @深.html`)
    expect([deep.code, deep.err]).toEqual([2, expect.stringContaining('嵌套太深')])
    expect(await articles()).toEqual([])
    expect((await home.xzx(`${line} --content @宽.txt`)).code).toBe(0)
    expect((await articles())[0]?.content).toBe('<p>宽字符</p>')
  })

  test('in the editor: a template, and what was written is saved', async () => {
    const ran = await home.xzx(
      'article add --column 通知公告 --json',
      editing(sed('1s/.*/手写的标题/;$s/.*/手写的正文/')),
    )
    expect([ran.code, ran.json().title], ran.err).toEqual([0, '手写的标题'])
    expect((await articles())[0]?.content).toBe('<p>手写的正文</p>')
  })

  test.for([
    ['untouched', 'true', 6, '没有修改内容'],
    ['emptied', sed('1s/.*//;3s/.*//'), 6, '都是空的'],
    ['taken away', 'rm', 6, '不见了'],
    ['an editor that fails', 'false', 6, '未正常结束'],
    ['an editor that is not there', 'no-such-editor', 2, 'no-such-editor'],
  ] as const)('%s: nothing is saved', async ([, command, code, words]) => {
    const ran = await home.xzx('article add --column 通知公告 --title 甲', editing(command))
    expect([ran.code, ran.err]).toEqual([code, expect.stringContaining(words)])
    expect([keptIn(ran.err), await articles()]).toEqual(['', []])
  })

  test('what could not be saved is kept and named, and can be saved from there', async () => {
    const tooLong = '长'.repeat(301)
    const ran = await home.xzx('article add --column 通知公告', editing(sed(`1s/.*/${tooLong}/;$s/.*/正文/`)))
    expect([ran.code, ran.err]).toEqual([1, expect.stringContaining('接着保存：xzx article add --column')])
    const file = keptIn(ran.err)
    writeFileSync(file, readFileSync(file, 'utf8').replace(tooLong, '短'))
    const again = await home.xzx(`article add --column 通知公告 --file ${file} --json`)
    expect([again.code, again.json().title]).toEqual([0, '短'])
  })
})

describe('edit', () => {
  test('only what was given changes; an empty value clears', async () => {
    const id = await made(3)
    await admin.call('article.update', { articleId: id, source: '旧来源', subtitle: '副' })
    const ran = await home.xzx(['article', 'edit', id, '--title', '新标题', '--subtitle', '', '--submit', '--json'])
    expect([ran.code, await one(id)]).toEqual([
      0,
      expect.objectContaining({ title: '新标题', subtitle: null, source: '旧来源', status: 1 }),
    ])
  })

  test('several alike, from a list; what failed is named', async () => {
    const ids = [await made(3), await made(1)]
    const ran = await home.xzx('article edit --ids - --source 县政府 --yes --json', {
      stdin: [...ids, '99999'].join('\n'),
    })
    expect([ran.code, ran.json().done.sort(), ran.json().failed[0].id]).toEqual([3, ids.sort(), '99999'])
    expect((await articles()).map((row) => row.source)).toEqual(['县政府', '县政府'])
  })

  test('an older version is refused with a way on', async () => {
    const id = await made(3)
    await admin.call('article.update', { articleId: id, title: '别人的标题' })
    const ran = await home.xzx(`article edit ${id} --title 我的标题 --base-version 1`)
    expect([ran.code, ran.err]).toEqual([1, expect.stringContaining(`xzx article revisions ${id}`)])
    expect((await one(id)).title).toBe('别人的标题')
    expect((await home.xzx(`article edit ${id} --title 我的标题 --base-version 2`)).code).toBe(0)
  })

  test('in the editor: only what was changed there is sent', async () => {
    const id = await made(2)
    const sent: object[] = []
    wire.fate = (path, _nth, body) => {
      if (path === '/api/article/update') sent.push(JSON.parse(body))
      return 'pass'
    }
    const ran = await home.xzx(`article edit ${id} --draft`, editing(sed('1s/.*/新标题/')))
    expect([ran.code, sent]).toEqual([0, [{ articleId: id, title: '新标题', status: 3, version: 1 }]])
    expect(ran.err).toContain('修订为草稿')
    expect((await one(id)).title).toBe('旧标题（1）')
  })

  describe('while somebody else saves', () => {
    let id: string
    beforeEach(async () => {
      id = await made(3)
      let first = true
      wire.fate = (path) => {
        if (path !== '/api/article/update' || !first) return 'pass'
        first = false
        return refusedAfter
      }
    })
    const stale = {
      errorCode: 'STALE',
      errorMsg: '该内容已被他人修改，请核对后再提交',
      value: { version: 2 },
      requestId: 'w',
    }
    const refusedAfter = { status: 200, type: 'application/json', text: JSON.stringify(stale) } as const

    test('what was written is kept, and what to type is told', async () => {
      const ran = await home.xzx(`article edit ${id}`, editing(sed('1s/.*/我的标题/'), { stdin: 'n\n' }))
      expect([ran.code, existsSync(keptIn(ran.err))]).toEqual([1, true])
      const [, command = ''] = /接着保存：xzx (article edit .*)$/m.exec(ran.err) ?? []
      expect(command).toMatch(new RegExp(`^article edit ${id} --base-version \\d+ --file ${keptIn(ran.err)}$`))
      await admin.call('article.update', { articleId: id, title: '同事的标题' })
      const late = await home.xzx(command)
      expect([late.code, (await one(id)).title], late.err).toEqual([1, '同事的标题'])
      expect((await home.xzx(command.replace(/ --base-version \d+/, ''))).code).toBe(0)
      expect((await one(id)).title).toBe('我的标题')
    })

    test('the editor opens again on the same file, and the newer version is built upon', async () => {
      const ran = await home.xzx(`article edit ${id} --json`, editing(sed('1s/^/再/'), { stdin: 'y\n' }))
      expect([ran.code, ran.json().title], ran.err).toEqual([0, '再再旧标题（1）'])
      expect(ran.err).toContain('修改了这篇文章')
    })
  })
})

describe('submit and undo', () => {
  test('drafts and rejected ones; a state that does not allow it is named', async () => {
    const ids = [await made(3), await made(4), await made(2)] as const
    const ran = await home.xzx(`article submit ${ids.join(' ')} 99999 --yes --json`)
    expect([ran.code, ran.json().done]).toEqual([3, [ids[0], ids[1]]])
    expect(ran.json().failed.map((one: { id: string; errorCode: string }) => [one.id, one.errorCode])).toEqual([
      [ids[2], 'BAD_STATE'],
      ['99999', 'NOT_FOUND'],
    ])
    const undone = await home.xzx(`article undo ${ids[0]} --yes --json`)
    expect([undone.code, undone.json().done, (await one(ids[0])).status]).toEqual([0, [ids[0]], 3])
    const again = await home.xzx(`article undo ${ids[0]} --yes`)
    expect([again.code, again.out]).toEqual([1, expect.stringContaining('不能撤销')])
  })

  test('a revision comes back to its writer as a draft, and goes on from there', async () => {
    const id = await made(2, '已发布的')
    expect((await home.xzx(`article edit ${id} --title 更正过的`)).code).toBe(0)
    const review = async () => (await one(id)).review
    expect(await review()).toMatchObject({ status: 1 })
    const undone = await home.xzx(`article undo ${id} --yes --json`)
    expect([undone.code, undone.json().done], undone.err).toEqual([0, [id]])
    expect(await review()).toMatchObject({ status: 3, title: '更正过的' })
    expect((await home.xzx(`article submit ${id} --yes`)).code).toBe(0)
    expect(await review()).toMatchObject({ status: 1, title: '更正过的' })
  })

  test('by filters', async () => {
    await made(3, '草稿甲')
    await made(1, '草稿乙')
    const ran = await home.xzx('article submit --title 草稿 --all --yes --format count')
    expect([ran.code, ran.out]).toEqual([0, '1\n'])
  })
})

describe('the recycle bin', () => {
  test('lists, gives back, and purges only for the typed count', async () => {
    const ids = [await made(3, '甲'), await made(3, '乙')] as const
    expect((await home.xzx(`article delete ${ids.join(' ')} --yes`)).code).toBe(0)
    const bin = await home.xzx('article recycle-list --all --json')
    expect(
      bin.json().list.map((row: { title: string; deletedByName: string }) => [row.title, row.deletedByName]),
    ).toEqual([
      ['乙（1）', '周明川'],
      ['甲（1）', '周明川'],
    ])
    const back = await home.xzx(`article restore ${ids[0]}`, { tty, stdin: 'y\n' })
    expect([back.code, back.err]).toEqual([0, expect.stringContaining('《甲（1）》')])
    const no = await home.xzx(`article purge ${ids[1]}`, { tty, stdin: 'y\n' })
    expect([no.code, no.err]).toEqual([
      6,
      expect.stringContaining('将彻底删除 1 项（《乙（1）》），彻底删除后无法恢复，请输入 1 确认'),
    ])
    expect((await home.xzx(`article purge ${ids[1]}`)).code).toBe(2)
    expect((await home.xzx(`article purge ${ids[1]}`, { tty, stdin: '1\n' })).code).toBe(0)
    expect((await articles()).map((row) => String(row.id))).toEqual([ids[0]])
  })
})

describe('revisions', () => {
  test('who, when, what and why; one of them whole; what changed since; and back to it', async () => {
    const id = await made(3)
    await admin.call('article.update', { articleId: id, title: '第二版', content: '<p>第一段</p><p>改过的段</p>' })
    await admin.call('article.update', { articleId: id, content: '<p>第一段</p><p>再改的段</p><p>新段</p>' })
    const list = await home.xzx(`article revisions ${id} --all --json`)
    expect(
      list.json().list.map((row: { no: number; byName: string; act: string }) => [row.no, row.byName, row.act]),
    ).toEqual([
      [3, '周明川', '修改'],
      [2, '周明川', '修改'],
      [1, '测试', '新增并提交'],
    ])
    const second = list.json().list[1].revisionId
    const table = await home.xzx(`article revisions ${id} --format table`, { columns: 120 })
    expect(table.out).toMatch(new RegExp(`${second} .*周明川.*修改.*标题、正文`))

    const show = await home.xzx(`article revisions ${id} --show ${second} --format table`)
    expect(show.out).toContain('正文：\n第一段\n\n改过的段\n')
    const diff = await home.xzx(`article revisions ${id} --diff ${second}`)
    expect([diff.code, diff.out]).toEqual([0, '  标题：第二版\n  第一段\n- 改过的段\n+ 再改的段\n+ 新段\n'])
    const json = await home.xzx(`article revisions ${id} --diff ${second} --json`)
    expect(json.json().runs).toEqual([
      { kind: 'same', items: ['标题：第二版', '第一段'] },
      { kind: 'removed', items: ['改过的段'] },
      { kind: 'added', items: ['再改的段', '新段'] },
    ])

    const no = await home.xzx(`article restore ${id} --revision ${second}`, { tty, stdin: '\n' })
    expect([no.code, no.err]).toEqual([
      6,
      expect.stringMatching(/将把文章（《第二版》）恢复为 .* 由 周明川「修改」后的内容，是否继续/),
    ])
    expect((await home.xzx(`article restore ${id} --revision ${second} --yes`)).code).toBe(0)
    expect((await one(id)).content).toBe('<p>第一段</p><p>改过的段</p>')
    expect((await home.xzx(`article revisions ${id} --diff ${second}`)).err).toContain('与现在的内容相同')
  })

  test('a change at the end of a long cell is told: no table is cut before it is compared', async () => {
    const id = await made(3)
    const cell = (end: string) => `<table><tr><td>办公室</td><td>${'会务、文电、'.repeat(20)}${end}</td></tr></table>`
    for (const end of ['三楼', '五楼']) await admin.call('article.update', { articleId: id, content: cell(end) })
    const [, before] = (await home.xzx(`article revisions ${id} --json`)).json().list
    const diff = await home.xzx(`article revisions ${id} --diff ${before.revisionId}`)
    expect(diff.out).toMatch(/^- 办公室｜.*三楼\n\+ 办公室｜.*五楼$/m)
  })

  test('a revision of another article, and flags that mean nothing there', async () => {
    const [a, b] = [await made(3), await made(3)]
    const { revisionId } = (await home.xzx(`article revisions ${b} --json`)).json().list[0]
    const other = await home.xzx(`article revisions ${a} --show ${revisionId}`)
    expect([other.code, other.err]).toEqual([1, expect.stringContaining(`不是文章 ${a} 的`)])
    for (const [line, words] of [
      ['article revisions', '一篇文章'],
      ['article revisions 1 2', '参数过多'],
      [`article revisions ${a} --show 1 --diff 1`, '--show 和 --diff'],
      [`article revisions ${a} --show 1 --all`, '--all'],
      [`article revisions ${a} --diff 1 --format ids`, '--format ids'],
      [`article revisions ${a} --diff 1 --fields no`, '--fields'],
      [`article restore ${a} ${b} --revision 1`, '一篇文章'],
      [`article restore --ids - --revision 1`, '--ids'],
    ] as const) {
      const ran = await home.xzx(`${line} --yes`)
      expect([line, ran.code, ran.err]).toEqual([line, 2, expect.stringContaining(words)])
    }
  })
})

terminalTest('in a real terminal the editor has the keys, and then the command goes on', async () => {
  const id = await made(3)
  // asks on the terminal, as an editor would
  const script = 'printf "title? "\nread t\nsed -i "1s/.*/$t/" "$1"\n'
  give('editor.sh', script)
  const terminal = await openTmux({
    columns: 120,
    rows: 30,
    env: {
      XZX_SERVER: wire.url,
      XZX_TOKEN: admin.token,
      XZX_CONFIG_DIR: join(home.dir, 'config'),
      XZX_STATE_DIR: join(home.dir, 'state'),
      EDITOR: `sh ${join(home.dir, 'editor.sh')}`,
      VISUAL: '',
    },
    program: [...xzxCommand, 'article', 'edit', id],
  })
  try {
    await terminal.until('title?')
    await terminal.press('-l', 'from-the-terminal')
    await terminal.press('Enter')
    await terminal.until('退出码 0')
  } finally {
    terminal.end()
  }
  expect((await one(id)).title).toBe('from-the-terminal')
})
