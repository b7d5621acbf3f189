import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { makeArticles } from '../support/articles.ts'
import { makeColumn } from '../support/server.ts'
import { sharedHome, wiredServer } from '../support/set-up.ts'

const { server, wire } = await wiredServer('article', 'revision')
const columnId = await makeColumn(server)
const admin = await server.person({ roles: ['admin'], name: '周明川' })
const home = sharedHome({ XZX_SERVER: wire.url, XZX_TOKEN: admin.token })

const at = (...names: string[]) => join(home.dir, ...names)
const text = (...names: string[]) => readFileSync(at(...names), 'utf8')
const manifest = (...names: string[]) => JSON.parse(text(...names.slice(0, -1), `${names.at(-1)}.manifest.json`))
const sumOf = (...names: string[]) =>
  createHash('sha256')
    .update(readFileSync(at(...names)))
    .digest('hex')
const hot = (name: string) => admin.call('hot.add', { name, enabled: 1 })
const make = (count: number) =>
  makeArticles(server, count, { columnId, status: 2, by: admin.userId, title: '关于召开主席会议的通知' })

describe('a manifest', () => {
  test('stands beside each exported file: what, how narrowed, how many, by whom, and the sum that shows every change', async () => {
    await hot('供暖')
    expect((await home.xzx('export hot --enabled 启用 --out 热词.xlsx')).code).toBe(0)
    expect(manifest('热词.xlsx')).toMatchObject({
      ...{ format: 'xzx-export-1', kind: 'hot', name: '热词', file: '热词.xlsx', rows: 1, sha256: sumOf('热词.xlsx') },
      ...{ filter: { enabled: '1' }, by: { account: admin.account, name: '周明川' }, when: '2026-11-21 09:05:00' },
      version: expect.stringMatching(/^\d/),
    })
    expect(manifest('热词.xlsx').columns).toContainEqual({ field: 'name', title: expect.stringContaining('热词') })
    expect((await home.xzx('export verify 热词.xlsx')).code).toBe(0)
    appendFileSync(at('热词.xlsx'), '甲')
    const changed = await home.xzx('export verify 热词.xlsx --json')
    expect(changed.code).toBe(1)
    expect(changed.json().list).toMatchObject([{ whole: false, says: expect.stringContaining('大小不符') }])
  })

  test('is of a document of the server’s too, with its headings and rows', async () => {
    await make(2)
    expect((await home.xzx('export dept-data --out 部门.xlsx')).code).toBe(0)
    const told = manifest('部门.xlsx')
    expect(told).toMatchObject({ kind: 'dept-data', sha256: sumOf('部门.xlsx') })
    expect(told.columns[0]).toEqual({ field: null, title: '部门' })
    expect(told.rows).toBeGreaterThan(1)
  })

  test('is none of a pipe, or of what was only tried; one of nothing says so', async () => {
    await hot('停水')
    await home.xzx('export hot --out -')
    await home.xzx('export hot --name 没有 --out 空.csv')
    expect(JSON.parse(readFileSync(join(home.dir, '空.csv.manifest.json'), 'utf8')).rows).toBe(0)
    await home.xzx('export hot --out 试.csv --dry-run')
    expect(readdirSync(home.dir).filter((name) => /^(试|-)/.test(name))).toEqual([])
  })

  test('the same rows are the same bytes, whenever they are exported; JSON is one list', async () => {
    await hot('停电')
    for (const kind of ['xlsx', 'csv', 'json', 'jsonl']) {
      const first = await home.xzx(`export hot --out 一.${kind}`)
      const second = await home.xzx(`export hot --out 二.${kind}`)
      expect([first.code, second.code, sumOf(`一.${kind}`)], kind).toEqual([0, 0, sumOf(`二.${kind}`)])
      expect(manifest(`一.${kind}`).sha256).toBe(sumOf(`二.${kind}`))
    }
    const rows = JSON.parse(text('一.json'))
    expect(rows.map(({ name }: { name: string }) => name)).toContain('停电')
    expect(text('一.jsonl').trim().split('\n')).toHaveLength(rows.length)
  })

  test('verify: a file without one, one that has gone, a folder, and usage', async () => {
    writeFileSync(at('无.csv'), 'a')
    expect((await home.xzx('export verify 无.csv')).code).toBe(1)
    expect((await home.xzx('export verify 不在.csv')).code).toBe(2)
    expect((await home.xzx('export verify')).code).toBe(2)
    await hot('高考')
    mkdirSync(at('核对'))
    await home.xzx('export hot --out 核对/甲.csv')
    await home.xzx('export hot --out 核对/乙.csv')
    rmSync(at('核对', '乙.csv'))
    const both = await home.xzx('export verify 核对 --quiet')
    expect([both.code, both.out]).toEqual([3, expect.stringContaining('乙.csv')])
    expect(both.out).not.toContain('甲.csv')
  })
})

describe('export all', () => {
  test('one file of each kind with its manifest, and one report; again, what has changed', async () => {
    await make(2)
    await hot('供水')
    const ran = await home.xzx('export all --dir 每日 --json')
    expect([ran.code, ran.err]).toEqual([0, expect.stringContaining('正在导出')])
    const report = ran.json()
    const of = (kind: string, from = report) => from.files.find((one: { kind: string }) => one.kind === kind)
    expect(of('article')).toMatchObject({
      state: 'done',
      rows: 2,
      changed: null,
      sha256: sumOf('每日', 'article.xlsx'),
    })
    expect(of('dept-data')).toMatchObject({ state: 'done', sha256: sumOf('每日', 'dept-data.xlsx') })
    expect(manifest('每日', 'hot.xlsx')).toMatchObject({ kind: 'hot', rows: of('hot').rows })
    // nothing of it is a file of headings: what lay there before is no more
    expect(of('proposal')).toMatchObject({ state: 'done', rows: 0 })
    expect(existsSync(at('每日', 'proposal.xlsx'))).toBe(true)
    expect(report.failed).toEqual([])
    expect(JSON.parse(text('每日', 'export-report.json'))).toMatchObject({
      files: report.files,
      endedAt: report.endedAt,
    })
    expect((await home.xzx('export verify 每日')).code).toBe(0)
    expect(readdirSync(at('每日')).filter((name) => name.endsWith('.part'))).toEqual([])

    await hot('供气')
    const again = (await home.xzx('export all --dir 每日 --json')).json()
    expect([of('hot', again).changed, of('article', again).changed, of('role', again).changed]).toEqual([
      true,
      false,
      false,
    ])
  })

  test('what the caller may not read is left out and named; quiet says nothing where all went well', async () => {
    const clerk = await server.person({ roles: ['staff'] })
    const env = { XZX_TOKEN: clerk.token }
    const ran = await home.xzx('export all --dir 编辑 --as csv --quiet', { env })
    expect([ran.code, ran.out, ran.err]).toEqual([0, '', ''])
    const { files } = JSON.parse(text('编辑', 'export-report.json'))
    const states = Object.fromEntries(files.map((one: { kind: string; state: string }) => [one.kind, one.state]))
    expect([states.article, states.log]).toEqual(['done', 'denied'])
    expect([existsSync(at('编辑', 'article.csv')), existsSync(at('编辑', 'log.csv'))]).toEqual([true, false])
  })

  test('tried, it tells what it would do and writes nothing', async () => {
    await make(3)
    const told = () => server.parts.db.read.selectFrom('log').select('id').where('says', 'like', '导出%').execute()
    const before = await told()
    const ran = await home.xzx('export all --dir 试做 --dry-run --json')
    expect([ran.code, ran.json().dryRun]).toEqual([0, true])
    expect(ran.json().files.find((one: { kind: string }) => one.kind === 'article')).toMatchObject({
      rows: 3,
      file: null,
    })
    expect(existsSync(at('试做'))).toBe(false)
    const drawn = await home.xzx('export all --dir 试做 --dry-run')
    expect([drawn.out.includes('已导出'), drawn.out.includes('将导出')]).toEqual([false, true])
    // what the server lays out and tells of was not asked for
    expect(await told()).toEqual(before)
  })

  test('one kind that is refused is named, and the others are exported; a connection that goes ends it, and it is gone on with', async () => {
    await make(1)
    await hot('限行')
    wire.fate = (path) => (path === '/hot/list' ? 'cut' : 'pass')
    const cut = await home.xzx('export all --dir 断了 --retry 0 --json')
    expect(cut.code).toBe(5)
    const broken = JSON.parse(text('断了', 'export-report.json'))
    expect(broken.endedAt).toBeNull()
    expect(broken.files.find((one: { kind: string }) => one.kind === 'hot').state).toBe('left')
    expect(existsSync(at('断了', 'hot.xlsx'))).toBe(false)

    wire.fate = () => 'pass'
    writeFileSync(at('断了', 'article.xlsx'), '改过')
    const on = (await home.xzx('export all --dir 断了 --resume --json')).json()
    const of = (kind: string) => on.files.find((one: { kind: string }) => one.kind === kind)
    expect([of('app').kept, of('article').kept, of('hot').kept]).toEqual([true, false, false])
    expect([of('hot').state, on.failed, on.endedAt]).toEqual(['done', [], expect.any(String)])
    expect((await home.xzx('export verify 断了')).code).toBe(0)
  })

  test('usage', async () => {
    for (const line of [
      'export all',
      'export all --dir a --as doc',
      'export all --dir nowhere --resume',
      'export all --dir a --since 7d --resume',
      'export all --dir a --format csv',
    ])
      expect((await home.xzx(line)).code, line).toBe(2)
    expect((await home.xzx('export all --dir 近日 --since 2026-11-01 --as jsonl')).code).toBe(0)
    const { files } = JSON.parse(text('近日', 'export-report.json'))
    expect(files.find((one: { kind: string }) => one.kind === 'hot').says).toBe('没有时间可选，导出全部')
    expect(manifest('近日', 'article.jsonl').filter).toMatchObject({ startTime: '2026-11-01 00:00:00' })
  })
})
