import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSite, runsFor } from '../../server/site/service.ts'
import { databases } from '../support/databases.ts'
import { anArticle, makeColumn, type Person, startServer, type TestServer } from '../support/server.ts'

describe.each(databases)('generation runs on %s', (database) => {
  let server: TestServer
  let column: number
  let admin: Person
  let folder: string
  let titles = 0

  beforeAll(async () => {
    server = await startServer(database)
    column = await makeColumn(server)
    admin = await server.person({ roles: ['admin'], name: '管理员甲' })
    folder = server.parts.site.site.folder
  })
  afterAll(() => server.close())

  const publish = async (title = `会议纪要之${++titles}`) => {
    const { value } = await admin.call('article.saveAdmin', anArticle(column, { title }))
    for (const move of ['article.accept', 'article.approve'])
      await admin.call(move, { items: [{ articleId: value.articleId }] })
    return value.articleId as string
  }
  const pageOf = (id: string) => join(folder, `a/${Math.floor(Number(id) / 1000)}/${id}.html`)
  const holding = (text: string) =>
    readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
      (entry) => entry.isFile() && readFileSync(join(entry.parentPath, entry.name), 'utf8').includes(text),
    )
  const foreign = (leaseUntil: number, pid = process.ppid) =>
    server.parts.db.write
      .insertInto('job')
      .values({
        kind: 'generate',
        alone: 'generate',
        scope: '全站',
        state: 'running',
        holder: `${pid}-elsewhere`,
        leaseUntil,
        total: 9,
        finished: 4,
        byName: '张三',
        startedAt: Date.parse('2026-11-21T01:00:00Z'),
      })
      .returning('id')
      .executeTakeFirstOrThrow()

  test('each call answers its receipt, and the job tells the same', async () => {
    await publish()
    await server.parts.site.showTouched({ wait: true })
    const all = (await admin.call('generate.all')).value
    expect(all).toMatchObject({ state: 'done', scope: '全站', byName: '管理员甲', failedCount: 0, failed: [] })
    expect(all.written + all.unchanged).toBe(all.expected)
    expect((await admin.call('generate.job', { jobId: all.jobId })).value).toMatchObject({
      state: 'done',
      total: all.expected,
      finished: all.expected,
    })
    expect((await admin.call('generate.generateIndex')).value).toMatchObject({
      state: 'done',
      written: 0,
      scope: '首页',
    })
    expect((await admin.call('generate.generateColumn', { columnId: 0 })).value).toMatchObject({
      // the list and its feed
      expected: 2,
      scope: '全部栏目',
    })
    expect(
      (await admin.call('generate.generateArticle', { columnId: column, dateTime: '2030-01-01' })).value,
    ).toMatchObject({ expected: 0 })
    expect((await admin.call('generate.generateArticle', { columnId: -1, dateTime: '0' })).value).toMatchObject({
      expected: 1,
    })
    expect((await admin.call('generate.job')).value).toMatchObject({ scope: '全部栏目的文章' })
  })

  test('an unknown column, a wrong time and an unknown job are refused and start nothing', async () => {
    const before = (await admin.call('generate.job')).value
    expect((await admin.call('generate.generateColumn', { columnId: 987654 })).errorCode).toBe('NOT_FOUND')
    expect((await admin.call('generate.generateArticle', { columnId: 0, dateTime: 'gestern' })).errorCode).toBe(
      'BAD_INPUT',
    )
    expect((await admin.call('generate.job', { jobId: 987654 })).errorCode).toBe('NOT_FOUND')
    expect((await admin.call('generate.job')).value).toEqual(before)
  })

  test('a page is seen by its name', async () => {
    const reply = await admin.call('generate.viewIndex', { position: 'index.html' })
    expect(reply.headers.get('content-type')).toContain('text/html')
    expect(reply.text).toContain('<main id="main"')
    expect((await admin.call('generate.viewIndex', { position: '..%2Fkey' })).errorCode).toBe('NOT_FOUND')
  })

  test('only one runs: another is refused by name and time until the holder is done or gone', async () => {
    const { id } = await foreign(Date.now() + 60_000)
    const refused = await admin.call('generate.all')
    expect(refused).toMatchObject({
      errorCode: 'ALREADY_RUNNING',
      errorMsg: '已有生成任务在运行（张三，2026-11-21 09:00 开始）',
    })
    expect((await admin.call('generate.job', { jobId: id })).value).toMatchObject({
      state: 'running',
      finished: 4,
      total: 9,
    })
    await server.parts.db.write
      .updateTable('job')
      .set({ leaseUntil: Date.now() - 1 })
      .where('id', '=', id)
      .execute()
    expect((await admin.call('generate.job', { jobId: id })).value.state).toBe('lost')
    expect((await admin.call('generate.all')).value.state).toBe('done')
    const row = await server.parts.db.read.selectFrom('job').select('state').where('id', '=', id).executeTakeFirst()
    expect(row?.state).toBe('lost')
  })

  test('a run whose process was killed stops nobody', async () => {
    const { pid } = spawnSync(process.execPath, ['-e', '0'])
    const { id } = await foreign(Date.now() + 60_000, pid)
    const reply = await admin.call('generate.all')
    if (database === 'sqlite') expect(reply.value.state).toBe('done')
    else expect(reply.errorCode).toBe('ALREADY_RUNNING') // the holder may be another machine's: its lease decides
    await server.parts.db.write.deleteFrom('job').where('id', '=', id).execute()
  })

  test('of many that start at once one runs', async () => {
    const replies = await Promise.all(Array.from({ length: 8 }, () => admin.call('generate.all')))
    const codes = replies.map((reply) => reply.errorCode)
    expect(codes.filter((code) => code === '0').length).toBeGreaterThan(0)
    expect(codes.filter((code) => code !== '0').every((code) => code === 'ALREADY_RUNNING')).toBe(true)
  })

  test('the same request sent again answers the same run', async () => {
    const send = (key: string) =>
      server.raw('/x/generate/all', { method: 'POST', headers: { authorization: admin.token, 'x-request-key': key } })
    const logged = async () =>
      (await server.parts.db.read.selectFrom('log').select('id').where('call', '=', 'generate.all').execute()).length
    const before = await logged()
    const replies = await Promise.all([send('lost-answer'), send('lost-answer')])
    const [first, second] = replies.map(({ value }) => value)
    expect(first.state).toBe('done')
    expect(second).toEqual(first)
    expect((await send('lost-answer')).value).toEqual(first)
    expect(await logged()).toBe(before + 1)
    expect((await send('another')).value.jobId).not.toBe(first.jobId)
  })

  test('a run is cancelled at a page, here and in another process', async () => {
    const runs = runsFor(server.parts.site.site)
    const { id, done } = await runs.start({ kind: 'all' }, '全站', { id: null, name: '系统' })
    await admin.call('generate.cancel', { jobId: id })
    await done
    expect(['cancelled', 'done']).toContain((await admin.call('generate.job', { jobId: id })).value.state)
    const second = await runs.start({ kind: 'all' }, '全站', { id: null, name: '系统' })
    server.parts.jobs.stop(second.id)
    await second.done
    expect((await admin.call('generate.job', { jobId: second.id })).value).toMatchObject({
      state: 'cancelled',
      receipt: { written: 0 },
    })
    const other = await foreign(Date.now() + 60_000)
    await admin.call('generate.cancel', { jobId: other.id })
    const row = await server.parts.db.read
      .selectFrom('job')
      .selectAll()
      .where('id', '=', other.id)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ kind: 'generate', state: 'running', stopAskedAt: expect.any(Number) })
    await server.parts.db.write.deleteFrom('job').where('id', '=', other.id).execute()
  })

  test('an approval shows its pages by itself; a take-down answers when every trace is gone', async () => {
    const id = await publish('将要下架的通知')
    await server.parts.site.showTouched({ wait: true })
    expect(readFileSync(pageOf(id), 'utf8')).toContain('<h1>将要下架的通知</h1>')
    expect(holding('将要下架的通知').length).toBeGreaterThan(3)
    const reply = await admin.call('article.reject', { items: [{ articleId: id, reason: '内容过时' }] })
    expect(reply.value.done).toEqual([id])
    expect(existsSync(pageOf(id))).toBe(false)
    expect(holding('将要下架的通知')).toEqual([])
    expect(await server.parts.db.read.selectFrom('touched').selectAll().where('shownAt', 'is', null).execute()).toEqual(
      [],
    )
  })

  test('a column is in the navigation of all pages once its first article is, without anybody waiting for it', async () => {
    const id = await publish('原有的一篇')
    // twice: the second time what comes behind is done too
    for (const _ of [1, 2]) await server.parts.site.showTouched({ wait: true })
    const fresh = await makeColumn(server, '新开栏目')
    const { value } = await admin.call('article.saveAdmin', anArticle(fresh, { title: '栏目第一篇' }))
    for (const move of ['article.accept', 'article.approve'])
      await admin.call(move, { items: [{ articleId: value.articleId }] })
    await server.parts.site.showTouched({ wait: true })
    expect(readFileSync(pageOf(value.articleId), 'utf8')).toContain('新开栏目')
    // the run over all pages comes behind
    await server.parts.site.showTouched({ wait: true })
    expect(readFileSync(pageOf(id), 'utf8')).toContain('新开栏目')
    await admin.call('article.reject', { items: [{ articleId: value.articleId, reason: '内容过时' }] })
    await server.parts.site.showTouched({ wait: true })
    expect(holding('新开栏目').map((entry) => entry.name)).toEqual(['index.html', 'rss.xml'])
    expect((await admin.call('generate.job')).value).toMatchObject({
      scope: '网站更新（各页共有的部分有变）',
      state: 'done',
    })
  })

  test('a regeneration is no run: it waits for nobody and is refused to nobody', async () => {
    const { id: job } = await foreign(Date.now() + 60_000)
    const id = await publish('运行中发布')
    await server.parts.site.showTouched({ wait: true })
    expect(existsSync(pageOf(id))).toBe(true)
    await server.parts.db.write.deleteFrom('job').where('id', '=', job).execute()
  })

  test('what a crash left unshown is shown at the next start', async () => {
    const id = await publish('崩溃之前')
    await server.parts.site.showTouched({ wait: true })
    await server.parts.db.write.updateTable('article').set({ title: '崩溃之后' }).where('id', '=', Number(id)).execute()
    await server.parts.db.write
      .insertInto('touched')
      .values({ articleId: Number(id), columnId: column, at: 1 })
      .execute()
    const next = createSite({ ...server.parts.site.site })
    await next.start()
    expect(readFileSync(pageOf(id), 'utf8')).toContain('崩溃之后')
    await next.stop()
  })

  test('pages that cannot be brought up to date are told, and are due until they are', async () => {
    const id = await publish('写不进去')
    await server.parts.site.showTouched({ wait: true })
    const touch = () =>
      server.parts.db.write
        .insertInto('touched')
        .values({ articleId: Number(id), columnId: column, at: 1 })
        .execute()
    const due = () =>
      server.parts.db.read.selectFrom('touched').select('articleId').where('shownAt', 'is', null).execute()
    await server.parts.db.write
      .updateTable('article')
      .set({ title: '改过的标题' })
      .where('id', '=', Number(id))
      .execute()
    await touch()
    const page = pageOf(id)
    rmSync(page)
    mkdirSync(page)
    const said: string[] = []
    const next = createSite({ ...server.parts.site.site }, undefined, (says) => said.push(says))
    await next.showTouched({ wait: true })
    expect(said).toEqual([expect.stringMatching(/^1 个页面未能更新，例如 a\/.*；1 分钟后再试$/)])
    expect(await due()).toHaveLength(1)
    rmSync(page, { recursive: true })
    await next.showTouched({ wait: true })
    expect(readFileSync(page, 'utf8')).toContain('改过的标题')
    expect(await due()).toEqual([])
    await next.stop()
  })

  const touchedRows = (articleId: number, count: number) =>
    server.parts.db.write
      .insertInto('touched')
      .values(Array.from({ length: count }, () => ({ articleId, columnId: column, at: 1 })))
      .execute()

  test('a large pile is shown by one run that people can see, and that keeps nobody from asking for one', async () => {
    const id = await publish('一大堆之一')
    await server.parts.site.showTouched({ wait: true })
    const { db } = server.parts
    await db.write
      .updateTable('article')
      .set({ title: '一大堆之后', version: 99 })
      .where('id', '=', Number(id))
      .execute()
    await touchedRows(Number(id), 600)
    const shown = server.parts.site.showTouched({ wait: true })
    // as soon as its row is there
    let job: { id: number } | undefined
    while (!job)
      job = await db.read
        .selectFrom('job')
        .select('id')
        .where('kind', '=', 'update')
        .where('scope', '=', '网站更新（600 处改动）')
        .executeTakeFirst()
    expect(await admin.call('generate.all')).toMatchObject({ errorCode: '0', value: { state: 'done' } })
    expect(await admin.call('generate.cancel', { jobId: job.id })).toMatchObject({ errorCode: 'BAD_STATE' })
    await shown
    expect((await admin.call('generate.job', { jobId: job.id })).value).toMatchObject({
      scope: '网站更新（600 处改动）',
      byName: '系统',
      state: 'done',
      receipt: { failedCount: 0 },
    })
    expect(readFileSync(pageOf(id), 'utf8')).toContain('一大堆之后')
    expect(await db.read.selectFrom('touched').selectAll().where('shownAt', 'is', null).execute()).toEqual([])
  })

  test('with the setting off a take-down shows, however many approvals wait before it', async () => {
    const { write } = server.parts.db
    const stays = await publish('一直在线')
    const leaves = await publish('将要下线')
    await server.parts.site.showTouched({ wait: true })
    await write.insertInto('setting').values({ name: 'site.auto', value: '0' }).execute()
    await touchedRows(Number(stays), 5200)
    await admin.call('article.reject', { items: [{ articleId: leaves, reason: '内容过时' }] })
    expect(existsSync(pageOf(leaves))).toBe(false)
    await write.deleteFrom('setting').where('name', '=', 'site.auto').execute()
    await write.deleteFrom('touched').execute()
  })

  test('with the setting off only take-downs show by themselves', async () => {
    const { write } = server.parts.db
    const shown = await publish('先前发布')
    await server.parts.site.showTouched({ wait: true })
    await write.insertInto('setting').values({ name: 'site.auto', value: '0' }).execute()
    const later = await publish('之后发布')
    await admin.call('article.reject', { items: [{ articleId: shown, reason: '内容过时' }] })
    expect(existsSync(pageOf(shown))).toBe(false)
    expect(existsSync(pageOf(later))).toBe(false)
    expect((await admin.call('generate.all')).value.state).toBe('done')
    expect(existsSync(pageOf(later))).toBe(true)
    expect(await server.parts.db.read.selectFrom('touched').selectAll().where('shownAt', 'is', null).execute()).toEqual(
      [],
    )
    await write.deleteFrom('setting').where('name', '=', 'site.auto').execute()
  })

  test('threads open the same database', async () => {
    const { write } = server.parts.db
    const many = await makeColumn(server, '批量')
    const times = { createdAt: 1, updatedAt: 1, publishTime: 1 }
    const row = { columnId: many, content: '<p>文</p>', status: 2, hits: 0, version: 1, demo: 0 as const, ...times }
    for (let i = 0; i < 820; i += 82) {
      const rows = Array.from({ length: 82 }, (_, k) => ({ ...row, title: `批量第 ${i + k} 篇` }))
      await write.insertInto('article').values(rows).execute()
    }
    const { value } = await admin.call('generate.generateArticle', { columnId: many, dateTime: '0' })
    expect(value).toMatchObject({ state: 'done', expected: 820, written: 820, failedCount: 0 })
  })

  test('each run stands in the log with its outcome', async () => {
    await admin.call('generate.generateIndex')
    const row = await server.parts.db.read
      .selectFrom('log')
      .selectAll()
      .where('call', '=', 'generate.generateIndex')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ userName: '管理员甲', result: '成功' })
    expect(JSON.parse(row.after as string)).toMatchObject({ scope: '首页', failedCount: 0 })
  })
})
