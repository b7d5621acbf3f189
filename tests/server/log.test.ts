import { readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makerOf } from '../../server/db/maker.ts'
import { up as sealNumbers } from '../../server/db/migrations/0120-log-numbers.ts'
import { works } from '../../server/jobs/works.ts'
import { signHead, unnumberedHash } from '../../server/log.ts'
import { acceptLog } from '../../server/log-accept.ts'
import { anchorFile, anchorLine, keepAnchors, setBackSays } from '../../server/log-anchor.ts'
import { lostSays } from '../../server/log-check.ts'
import { cliHome } from '../support/cli.ts'
import { databases } from '../support/databases.ts'
import { holding, holdsToo } from '../support/holding.ts'
import { anArticle, makeColumn, type Person, startServer, type TestServer } from '../support/server.ts'

describe.each(databases)('the operation log on %s', (database) => {
  let server: TestServer
  let admin: Person
  beforeEach(async () => {
    server = await startServer(database)
    admin = await server.person({ roles: ['admin'], name: '管理员甲' })
    const column = await makeColumn(server)
    for (let i = 0; i < 3; i += 1) await admin.call('article.saveAdmin', anArticle(column, { title: `第 ${i} 篇` }))
  })
  afterEach(() => server.close())

  /** Who reads all of the log, and the articles that a narrower role reaches. */
  const readsLog = async (articles: NonNullable<Parameters<typeof holding>[2]>): Promise<Person> =>
    holdsToo(server, await holding(server, ['article_list'], articles), ['log_list'])

  test('tells who changed what from where; a refused call leaves no row', async () => {
    await admin.call('article.saveAdmin', { title: '' })
    const { value } = await admin.call('log.list', { call: 'article.saveAdmin' })
    expect(value.total).toBe(3)
    expect(value.list[0]).toMatchObject({
      kind: 'operation',
      userName: '管理员甲',
      address: '127.0.0.1',
      call: 'article.saveAdmin',
      result: '成功',
      at: '2026-11-21 09:05:00',
      after: { title: '第 2 篇', status: 1 },
    })
    expect(value.list[0].targetIds).toHaveLength(1)
    const byTarget = await admin.call('log.list', { targetId: value.list[0].targetIds[0] })
    expect(byTarget.value.total).toBe(1)
  })

  test('says in a sentence what was done to what, in the words that the reader may see', async () => {
    const sentences = async (who: Person, call: string) =>
      (await who.call('log.list', { call })).value.list.map((row: { sentence: string }) => row.sentence)
    const rows = (await admin.call('article.list', { sortField: 'articleId', sortOrder: 'asc' })).value.list
    const [first, second, third] = rows.map((row: { articleId: string }) => row.articleId)
    const auditor = await server.person({ roles: ['auditor'] })
    const some = (...ids: string[]) => ({ items: ids.map((articleId) => ({ articleId, reason: '测试' })) })
    expect((await auditor.call('article.acceptReject', some(first, second))).value.done).toHaveLength(2)
    expect(await sentences(admin, 'article.acceptReject')).toEqual(['初审驳回《第 0 篇》、《第 1 篇》'])
    const [row] = (await admin.call('log.list', { call: 'article.acceptReject' })).value.list
    expect(row.result).toContain('理由：测试')
    expect(row.targets[0]).toEqual({ id: first, kind: 'article', name: '第 0 篇', there: true })
    await admin.call('article.delete', some(first, second, third))
    await admin.call('article.recyclePurge', some(third))
    expect(await sentences(admin, 'article.delete')).toEqual([`删除《第 0 篇》、《第 1 篇》、 ${third} 号`])
    expect(await sentences(admin, 'article.recyclePurge')).toEqual(['彻底删除《第 2 篇》'])
    await admin.call('column.save', { columnType: 1, categoryTitle: '专题' })
    expect(await sentences(admin, 'column.save')).toEqual(['新增栏目「专题」'])
    const written = (await admin.call('article.saveAdmin', anArticle(1, { title: '交稿', status: 3 }))).value
    await admin.call('article.update', { articleId: written.articleId, status: 1 })
    await admin.call('article.update', { articleId: written.articleId, title: '交稿二' })
    expect((await sentences(admin, 'article.update')).slice(0, 2)).toEqual(['修改《交稿二》', '提交《交稿二》审核'])
    await admin.call('article.saveAdmin', anArticle(1, { title: '即交', status: 1 }))
    expect((await sentences(admin, 'article.saveAdmin')).slice(0, 2)).toEqual(['新增并提交《即交》', '新增《交稿》'])
    // who may read the log and not these articles is not told their titles
    const reader = await readsLog({ dataScope: 'SELF' })
    expect(await sentences(reader, 'article.acceptReject')).toEqual([`初审驳回 ${first} 号、 ${second} 号`])
  })

  test('narrowed by area, by department with those below, and by how it ended', async () => {
    const dept = (await admin.call('dept.save', { name: '水利局' })).value.id
    const below = (await admin.call('dept.save', { name: '河湖站', parentId: dept })).value.id
    const clerk = await server.person({ roles: ['admin'], deptId: Number(below) })
    await clerk.call('column.save', { columnType: 1, categoryTitle: '河湖' })
    const reader = await server.person({ roles: ['readonly'] })
    expect((await reader.call('column.save', { columnType: 1, categoryTitle: '不许' })).errorCode).not.toBe('0')
    const calls = async (filters: object) =>
      (await admin.call('log.list', { pageSize: 50, ...filters })).value.list.map((row: { call: string }) => row.call)
    expect(await calls({ area: 'dept' })).toEqual(['dept.save', 'dept.save'])
    expect(new Set(await calls({ area: 'article' }))).toEqual(new Set(['article.saveAdmin']))
    expect(await calls({ deptId: dept })).toEqual(['column.save'])
    expect(await calls({ deptId: dept, area: 'dept' })).toEqual([])
    expect(await calls({ outcome: 2 })).toEqual(['column.save'])
    const all = await calls({})
    expect((await calls({ outcome: 1 })).length).toBe(all.length - 1)
    expect((await admin.call('log.list', { area: 'nothing' })).errorCode).not.toBe('0')
    const home = cliHome({ env: { XZX_SERVER: server.url } })
    const { account } = await server.person({ roles: ['admin'], password: 'old-Passw0rd-1' })
    await home.xzx(`auth login --user ${account} --password-stdin`, { stdin: 'old-Passw0rd-1' })
    const found = await home.xzx('log list --area 栏目 --dept 水利局 --outcome 成功 --json')
    const elsewhere = await home.xzx('log list --dept 交通局 --outcome 未成功')
    home.remove()
    expect(elsewhere).toMatchObject({ code: 1, err: expect.stringContaining('交通局') })
    expect(JSON.parse(found.out).list).toMatchObject([{ call: 'column.save' }])
  })

  test('a sentence says what was done, and is found by all that stands in it', async () => {
    const dept = (await admin.call('dept.save', { name: '河湖管理站' })).value.id
    await admin.call('dept.save', { id: dept, phone: '12345678' })
    await admin.call('dept.save', { id: dept, state: 1 })
    await admin.call('schedule.run', { name: 'clean' })
    const group = (await admin.call('dict.save', { name: '办理方式', dictKey: 'handling' })).value.id
    await admin.call('dict.del', { id: group })
    const found = async (keyword: string) =>
      (await admin.call('log.list', { keyword, pageSize: 50 })).value.list.map(
        (row: { sentence: string }) => row.sentence,
      )
    const told = [
      '停用部门「河湖管理站」',
      '修改部门「河湖管理站」',
      '新增部门「河湖管理站」',
      '删除数据字典「办理方式」',
    ]
    for (const sentence of told) expect(await found(sentence), sentence).toContain(sentence)
    expect((await found('删除数据字典')).every((sentence: string) => sentence.startsWith('删除数据字典'))).toBe(true)
    const [run = ''] = await found('立即执行计划任务')
    expect(run).toMatch(/^立即执行计划任务：./)
    expect(await found(run)).toEqual([run])
    expect(await found('删除字典项「没有这个」')).toEqual([])
    const advice = (await admin.call('advice.add', { title: '路灯不亮', content: '东街' })).value.id
    await admin.call('advice.resultReply', { id: advice, resultTitle: '已修', resultContent: '修好了' })
    await admin.call('advice.giveBack', { items: [{ id: advice, reason: '太短' }] })
    await admin.call('advice.undo', { items: [{ id: advice }] })
    expect(await found('撤销退回答复「路灯不亮」')).toEqual(['撤销退回答复「路灯不亮」'])
    const other = await server.person({ roles: ['admin'], name: '乙' })
    await admin.call('user.setState', { ids: [String(other.userId)], state: 1 })
    const [row] = (await admin.call('log.list', { call: 'user.setState' })).value.list
    expect([row.sentence, row.says]).toEqual([`停用用户「乙（${other.account}）」`, '停用或启用用户'])
  })

  test('a keyword finds what was done to things by the names that stand in the sentences', async () => {
    const column = await makeColumn(server, '学习园地')
    const save = async (title: string) =>
      (await admin.call('article.saveAdmin', anArticle(column, { title, status: 1 }))).value.articleId as string
    const [one, other] = [await save('增设母婴室的建议'), await save('供暖通知')]
    const auditor = await server.person({ roles: ['auditor'] })
    const items = (...ids: string[]) => ({ items: ids.map((articleId) => ({ articleId, reason: '测试' })) })
    await auditor.call('article.accept', items(other, one))
    await auditor.call('article.approve', items(one))
    await auditor.call('article.approve', items(other))
    const tree = (await admin.call('column.tree', {})).value
    const { columnId, version } = tree.find((one: { categoryTitle: string }) => one.categoryTitle === '学习园地')
    expect(await admin.call('column.edit', { categoryId: columnId, version, columnPath: 'xuexi' })).toMatchObject({
      errorCode: '0',
    })
    const found = async (who: Person, keyword: string) =>
      (await who.call('log.list', { keyword, pageSize: 50 })).value.list.map((row: { call: string }) => row.call)
    expect(await found(admin, '母婴室')).toEqual(['article.approve', 'article.accept', 'article.saveAdmin'])
    expect(await found(admin, '学习园地')).toEqual(['column.edit'])
    expect(await found(admin, '没有这样的')).toEqual([])
    // a title that the reader is not shown is not told by being found
    expect(await found(await readsLog({ dataScope: 'SELF' }), '母婴室')).toEqual([])
  })

  test('tells who may not see an article none of its texts, neither in words nor by what a keyword finds', async () => {
    const column = await makeColumn(server)
    const writer = await server.person({ roles: ['staff'], deptId: 1, columns: [column] })
    const draft = anArticle(column, { title: '内部草稿', summary: '秘密摘要', status: 3 })
    const { articleId } = (await writer.call('article.saveRole', draft)).value
    await writer.call('article.update', { articleId, title: '改名的草稿', summary: '另一段秘密摘要' })
    const reader = await readsLog({ dataScope: 'DEPART', deptId: 2 })
    const rows = async (who: Person, more: object) => (await who.call('log.list', { ...more, pageSize: 50 })).value
    expect(JSON.stringify(await rows(admin, { targetId: articleId }))).toContain('秘密摘要')
    const seen = await rows(reader, { targetId: articleId })
    expect(seen.list.map((row: { sentence: string }) => row.sentence)).toEqual([
      `修改 ${articleId} 号文章`,
      `新增 ${articleId} 号文章`,
    ])
    expect(JSON.stringify(seen)).not.toMatch(/草稿|摘要/)
    expect(seen.list[0]).toMatchObject({ before: { status: 3 }, after: { status: 3 } })
    expect((await rows(admin, { keyword: '另一段秘密' })).total).toBe(1)
    expect((await rows(reader, { keyword: '另一段秘密' })).total).toBe(0)
    // what is found by other words, and the colleague's own, stays
    expect((await rows(reader, { keyword: '修改' })).total).toBeGreaterThan(0)
    const colleague = await readsLog({ dataScope: 'DEPART', deptId: 1 })
    expect(JSON.stringify(await rows(colleague, { targetId: articleId }))).toContain('另一段秘密摘要')
    // of what is gone for good, the row's own word is all that there is
    await admin.call('article.delete', { items: [{ articleId }] })
    await admin.call('article.recyclePurge', { items: [{ articleId }] })
    expect((await rows(reader, { call: 'article.recyclePurge' })).list[0].sentence).toBe('彻底删除《改名的草稿》')
  })

  test('tells no reason that speaks of articles out of reach, neither in the result nor by what a keyword finds', async () => {
    const column = await makeColumn(server)
    const writers = await Promise.all(
      [1, 2].map((deptId) => server.person({ roles: ['staff'], deptId, columns: [column] })),
    )
    const save = async (who: Person | undefined, title: string, more = {}) =>
      (await who?.call('article.saveRole', anArticle(column, { title, ...more })))?.value.articleId as string
    const [theirs, own] = [await save(writers[0], '别处的稿'), await save(writers[1], '本部门的稿')]
    const many = await Promise.all([0, 1, 2, 3].map((i) => save(writers[1], `本部门 ${i}`)))
    const dated = await save(writers[0], '补发', { publishTime: '2020-01-01', publishTimeReason: '补录代号庚的旧稿' })
    const reader = await readsLog({ dataScope: 'DEPART', deptId: 2 })
    const reject = (ids: string[], reason: string) =>
      admin.call('article.acceptReject', { items: ids.map((articleId) => ({ articleId, reason })) })
    await reject([theirs], '与代号甲的稿重复；另见代号乙')
    await reject([own], '自己的代号丙')
    await reject([...many, dated], '一并退回代号丁')
    const list = async (who: Person, more: object) => (await who.call('log.list', { ...more, pageSize: 50 })).value
    const results = async (who: Person, targetId: string) =>
      (await list(who, { targetId })).list.map(({ result }: { result: string }) => result)
    expect((await results(admin, theirs))[0]).toBe('成功 1 项；理由：与代号甲的稿重复；另见代号乙')
    expect((await results(reader, theirs))[0]).toBe('成功 1 项')
    expect((await results(reader, own))[0]).toBe('成功 1 项；理由：自己的代号丙')
    // the article out of reach is the fifth
    expect((await results(admin, dated))[0]).toContain('代号丁')
    expect(await results(reader, dated)).toEqual(['成功 5 项', '成功'])
    expect(await results(admin, dated)).toContain('发布时间定为 2020-01-01 00:00:00，理由：补录代号庚的旧稿')
    expect(JSON.stringify(await list(reader, {}))).not.toMatch(/代号[甲乙丁庚]/)
    expect((await list(admin, { keyword: '代号甲' })).total).toBe(1)
    for (const word of ['代号甲', '代号丁', '代号庚'])
      expect((await list(reader, { keyword: word })).total, word).toBe(0)
  })

  test('names a thing as it was called then: neither a later title nor one that is only proposed', async () => {
    const column = await makeColumn(server, '旧栏目名')
    await admin.call('column.edit', { categoryId: column, categoryTitle: '中间的栏目名' })
    const { articleId } = (await admin.call('article.saveAdmin', anArticle(column, { title: '甲', status: 3 }))).value
    const items = [{ articleId, reason: '测试' }]
    const calls: (readonly [string, object])[] = [
      ['article.update', { articleId, status: 1 }],
      ['article.update', { articleId, title: '乙' }],
      ['article.accept', { items }],
      ['article.approve', { items }],
      ['article.update', { articleId, title: '丙' }],
      ['article.accept', { items }],
      ['article.approve', { items }],
      ['article.takeDown', { items }],
      ['column.edit', { categoryId: column, categoryTitle: '今天的栏目名' }],
    ]
    for (const [call, input] of calls) {
      server.clock.now += 1000
      expect((await admin.call(call, input)).errorCode, call).toBe('0')
    }
    const { list } = (await admin.call('log.list', { pageSize: 11 })).value
    expect(list.map((row: { sentence: string }) => row.sentence).reverse()).toEqual([
      ...['修改栏目「中间的栏目名」', '新增《甲》', '提交《甲》审核', '修改《乙》', '初审通过《乙》', '发布《乙》'],
      ...['修改并提交《乙》', '初审通过《乙》', '发布《丙》', '下架《丙》', '修改栏目「今天的栏目名」'],
    ])
    expect(list[1].targets).toEqual([{ id: articleId, kind: 'article', name: '丙', there: true }])
  })

  test('a client row carries the session and cannot pose as an operation', async () => {
    const reply = await admin.call('log.systemLogSave', { says: '打开页面', kind: 'operation', userName: '别人' })
    expect(reply.errorCode).toBe('0')
    const { value } = await admin.call('log.list', { kind: 'client' })
    expect(value.list[0]).toMatchObject({ kind: 'client', userName: '管理员甲', after: { content: '打开页面' } })
    expect(value.list[0].sentence).toBe('客户端记录：打开页面')
  })

  test('what a client writes is one line of its own, and no outcome of ours', async () => {
    const says = '导出文章\n审核通过《甲》\u202e'
    for (const result of ['没有权限', '成功', '12 行'])
      expect((await admin.call('log.systemLogSave', { says, detail: 'a\r\nb', result })).errorCode).toBe('0')
    const rows = (await admin.call('log.list', { kind: 'client', pageSize: 3 })).value.list
    expect(rows.map(({ result }: { result: string | null }) => result || null)).toEqual(['12 行', null, null])
    expect(rows.map(({ after }: { after: { result?: string } }) => after.result ?? null)).toEqual([
      null,
      '成功',
      '没有权限',
    ])
    for (const { sentence, after } of rows) {
      expect(sentence).toBe('客户端记录：导出文章 审核通过《甲》')
      expect(after.detail).toBe('a b')
    }
  })

  test('nobody fills it by client rows, by themselves or by script tokens: the next one says how many were passed over', async () => {
    const reader = await server.person({ roles: ['readonly'] })
    const { token } = (await reader.call('auth.scriptAdd', { name: '夜间', keys: ['article_list'] })).value
    const save = (by: string, detail = '') =>
      server.raw('/log/systemLogSave', {
        method: 'POST',
        headers: { authorization: by, 'content-type': 'application/json' },
        body: JSON.stringify({ content: '灌入', detail }),
      })
    expect((await save(reader.token, '长'.repeat(1001))).errorCode).toBe('BAD_INPUT')
    const codes: string[] = []
    for (let i = 0; i < 160; i += 1) for (const by of [reader.token, token]) codes.push((await save(by)).errorCode)
    expect(codes).toEqual([...Array(300).fill('0'), ...Array(20).fill('TOO_MANY')])
    expect((await admin.call('log.systemLogSave', { says: '别人的' })).errorCode).toBe('0')
    server.clock.now += 15 * 60_000
    expect((await save(reader.token)).errorCode).toBe('0')
    const [next] = (await admin.call('log.list', { keyword: '灌入' })).value.list
    expect(next.after).toEqual({ content: '灌入', detail: '', passedOver: 20 })
  })

  test('the chain is whole while nobody meddles, also under many writers at once', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, i) => admin.call('log.systemLogSave', { says: `同时 ${i}` })))
    expect((await admin.call('log.check')).value).toMatchObject({ whole: true, rows: 23, brokenAt: null })
  })

  test('tells of changes that were refused and of files that left, and nobody can fill it so', async () => {
    const reader = await server.person({ roles: ['readonly'] })
    for (let i = 0; i < 30; i += 1) await reader.call('article.saveAdmin', anArticle(1))
    await reader.call('log.list', {}) // reading is no change
    const refused = await admin.call('log.list', { keyword: '没有权限', pageSize: 200 })
    expect(refused.value.total).toBe(10)
    expect(refused.value.list[0]).toMatchObject({ userAccount: reader.account, call: 'article.saveAdmin' })
    server.clock.now += 15 * 60_000
    await reader.call('article.saveAdmin', anArticle(1))
    const [next] = (await admin.call('log.list', { keyword: '没有权限' })).value.list
    expect(next.after).toEqual({ passedOver: 20 })
    await admin.call('home.deptDataCountExcel', { deptId: 7, startTime: '2026-01-01' })
    const { value } = await admin.call('log.list', { call: 'home.deptDataCountExcel' })
    expect(value.list).toMatchObject([
      { userAccount: admin.account, after: { deptId: 7, startTime: '2026-01-01 00:00:00' } },
    ])
  })

  test('an end that was cut off is found though the head was set back; what is written on does not cover it', async () => {
    const db = server.parts.db.write
    const rows = await db.selectFrom('log').selectAll().orderBy('id').execute()
    const [, second, third] = rows
    if (!second || !third) throw new Error('no rows')
    await db.deleteFrom('log').where('id', '=', third.id).execute()
    await db.updateTable('logHead').set({ hash: second.hash, rows: 2 }).execute()
    expect((await admin.call('log.check')).value).toMatchObject({ whole: false, brokenAt: null })
    expect((await admin.call('log.anchor')).errorCode).toBe('BAD_STATE')
    for (const says of ['一', '二']) await admin.call('log.systemLogSave', { says })
    const { value } = await admin.call('log.check')
    expect(value).toMatchObject({ whole: false, rows: 4, says: expect.stringContaining('第 3 条之前') })
  })

  test('an old head put back with its rows is found by an anchor: the server’s own, and one that was taken along', async () => {
    const { db, dataDir, secret, now } = server.parts
    const told: string[] = []
    const keep = () => keepAnchors({ db, key: secret.log, dataDir, now }, (says) => told.push(says))
    const before = await db.write.selectFrom('logHead').selectAll().executeTakeFirstOrThrow()
    await admin.call('log.systemLogSave', { says: '要被抹去的' })
    const taken = (await admin.call('log.anchor')).value
    expect(taken).toMatchObject({ rows: 4, line: expect.stringContaining('"rows":4') })
    const check = (anchors?: string[]) => admin.call('log.check', anchors ? { anchors } : {})
    expect((await check([taken.line])).value).toMatchObject({ whole: true, anchors: 1 })
    const keeper = await keep()
    await keeper.stop()
    expect(statSync(join(dataDir, anchorFile)).mode & 0o077).toBe(0)
    expect((await check()).value).toMatchObject({ whole: true, anchors: 1 })

    await db.write.deleteFrom('log').where('id', '=', Number(taken.logId)).execute()
    await db.write.updateTable('logHead').set(before).execute()
    expect((await check()).value).toMatchObject({
      whole: false,
      brokenAt: null,
      says: expect.stringContaining('只有 3 条'),
    })
    // also when the server is started over it, and goes on until the log is longer than it was
    for (const says of ['一', '二']) await admin.call('log.systemLogSave', { says })
    const again = await keep()
    await again.stop()
    expect(told).toEqual([setBackSays])
    expect((await check()).value).toMatchObject({ whole: false, brokenAt: expect.any(String) })
    rmSync(join(dataDir, anchorFile))
    expect((await check()).value).toMatchObject({ whole: true, anchors: 0 })
    expect((await check([taken.line])).value.whole).toBe(false)
    expect((await check([taken.line.replace('"rows":4', '"rows":3')])).errorMsg).toContain('签名不符')
    expect((await check(['{"rows":4}'])).errorMsg).toContain('无法识别')

    // deliberate: it is recorded on the machine, and told from then on
    writeFileSync(join(dataDir, anchorFile), `{"at":"2026-1\n${taken.line}\n`)
    const address = server.parts.site.site.database
    const here = { data: dataDir, databaseUrl: address.startsWith('postgres') ? address : undefined }
    expect((await check()).value.whole).toBe(false)
    const recorded = await acceptLog({ ...here, reason: '磁盘故障', now: server.clock.now })
    expect(recorded?.found).toMatchObject({ whole: true, says: expect.stringContaining('恢复记录于') })
    expect(await acceptLog({ ...here, reason: '又一次', now: server.clock.now })).toBeNull()
    expect((await check([taken.line])).value.whole).toBe(true)
    const [row] = (await admin.call('log.list', { call: 'log.accept' })).value.list
    expect(row).toMatchObject({ kind: 'system', after: { reason: '磁盘故障' } })
  })

  test('a row that was changed far behind the end is found by the server itself, once a day', async () => {
    const { db } = server.parts
    const run = () => works.logCheck.run(server.parts, { stopped: () => false, progress: () => {} })
    expect(await run()).toMatchObject({ state: 'done' })
    const [first] = await db.read.selectFrom('log').selectAll().orderBy('id').limit(1).execute()
    const change = (userName: string | null) =>
      db.write
        .updateTable('log')
        .set({ userName })
        .where('id', '=', first?.id as number)
        .execute()
    await change('别人')
    expect(await run()).toMatchObject({ state: 'failed', says: expect.stringContaining(`第 ${first?.id} 号`) })
    await change(first?.userName ?? null)
    expect(await run()).toMatchObject({ state: 'done' })
  })

  test('why it was set back is recorded only where that puts everything right: else nothing is written', async () => {
    const { db, dataDir, secret, now, site } = server.parts
    await (await keepAnchors({ db, key: secret.log, dataDir, now }, () => undefined)).stop()
    const before = await db.write.selectFrom('logHead').selectAll().executeTakeFirstOrThrow()
    const [first] = await db.write.selectFrom('log').selectAll().orderBy('id').execute()
    if (!first) throw new Error('no rows')
    await db.write.updateTable('log').set({ userName: '别人' }).where('id', '=', first.id).execute()
    const { database } = site.site
    const here = { data: dataDir, databaseUrl: database.startsWith('postgres') ? database : undefined }
    const asked: string[] = []
    const accept = (answer: boolean) =>
      acceptLog({
        ...here,
        reason: '快照',
        now: server.clock.now,
        agree: ({ says }) => {
          asked.push(says)
          return answer
        },
      })
    expect(await accept(true)).toMatchObject({ id: 0, mends: false, found: { whole: false, brokenAt: first.id } })
    expect(asked).toEqual([])
    expect(await db.write.selectFrom('logHead').selectAll().executeTakeFirstOrThrow()).toEqual(before)

    // what a record mends is asked first, and written only when it is agreed
    await db.write.updateTable('log').set({ userName: first.userName }).where('id', '=', first.id).execute()
    writeFileSync(
      join(dataDir, anchorFile),
      `${anchorLine(secret.log, { at: now(), rows: before.rows, id: 1, hash: 'another' })}\n`,
    )
    expect(await accept(false)).toMatchObject({ id: 0, mends: true, found: { whole: false } })
    expect(await db.write.selectFrom('logHead').selectAll().executeTakeFirstOrThrow()).toEqual(before)
    expect(await accept(true)).toMatchObject({ id: before.lastId + 1, found: { whole: true } })
    expect(asked).toHaveLength(2)
  })

  const renumber = async (by: number) => {
    const { write } = server.parts.db
    // through numbers that no row has
    await write
      .updateTable('log')
      .set((eb) => ({ id: eb('id', '*', -1) }))
      .execute()
    await write
      .updateTable('log')
      .set((eb) => ({ id: eb.val(by) }))
      .where('id', '=', -1)
      .execute()
    await write
      .updateTable('log')
      .set((eb) => ({ id: eb(eb.val(by), '-', eb.ref('id')) }))
      .where('id', '<', 0)
      .execute()
  }

  test('rows that were given other numbers are found, by the start and by the check', async () => {
    const { db, dataDir, secret, now } = server.parts
    const keep = (told: string[]) => keepAnchors({ db, key: secret.log, dataDir, now }, (says) => told.push(says))
    const before: string[] = []
    await (await keep(before)).stop()
    await renumber(100)
    const told: string[] = []
    await (await keep(told)).stop()
    expect([before, told]).toEqual([[], [setBackSays]])
    const found = (await admin.call('log.check')).value
    expect(found).toMatchObject({ whole: false, says: expect.stringContaining('编号') })
  })

  test('an upgrade seals the numbers of the rows that are there', async () => {
    const { db, secret } = server.parts
    const rows = await db.write.selectFrom('log').selectAll().orderBy('id').execute()
    const first = rows[0]?.id as number
    let previous = ''
    for (const row of rows) {
      const hash = unnumberedHash(secret.log, previous, row)
      const id = row.id + 10
      await db.write.updateTable('log').set({ id, previous, hash }).where('id', '=', row.id).execute()
      previous = hash
    }
    const mac = signHead(secret.log, rows.length, previous)
    await db.write.updateTable('logHead').set({ hash: previous, mac }).execute()
    await sql`alter table ${sql.table('logHead')} drop column ${sql.ref('lastId')}`.execute(db.write)
    await sql`drop index log_system`.execute(db.write)
    await db.transaction((trx) => sealNumbers(makerOf(trx as never, db.dialect, secret.log)))
    await admin.call('log.systemLogSave', { says: '其后' })
    const check = async () => (await admin.call('log.check')).value
    expect(await check()).toMatchObject({ whole: true, rows: 5 })
    // in the same order: only the seal can tell
    await db.write
      .updateTable('log')
      .set({ id: 5 })
      .where('id', '=', first + 10)
      .execute()
    expect(await check()).toMatchObject({ whole: false, says: expect.stringContaining('编号') })
    await db.write
      .updateTable('log')
      .set({ id: first + 10 })
      .where('id', '=', 5)
      .execute()
    expect((await check()).whole).toBe(true)
  })

  test('anchors that are gone are said aloud until it is recorded why; a new folder is not blamed', async () => {
    const { db, dataDir, secret, now, site } = server.parts
    const file = join(dataDir, anchorFile)
    const told: string[] = []
    const keep = () => keepAnchors({ db, key: secret.log, dataDir, now }, (says) => told.push(says))
    const check = async () => (await admin.call('log.check')).value
    const ready = async () =>
      (JSON.parse((await server.raw('/readyz', { headers: server.here })).text) as { logAnchors: string }).logAnchors
    await (await keep()).stop()
    expect([told, await ready(), (await check()).warning]).toEqual([[], 'kept', null])

    const gone = [() => rmSync(file), () => truncateSync(file)]
    for (const take of gone) {
      take()
      expect(await check()).toMatchObject({ whole: true, warning: lostSays(null) })
      await (await keep()).stop()
      expect(told.splice(0)).toEqual([lostSays(server.clock.now)])
      expect([await ready(), (await check()).warning]).toEqual(['lost', lostSays(server.clock.now)])
      // the next start has not forgotten
      await admin.call('log.systemLogSave', { says: '其后' })
      const keeper = await keep()
      expect(told.splice(0)).toEqual([lostSays(server.clock.now)])
      const { database } = site.site
      const here = { data: dataDir, databaseUrl: database.startsWith('postgres') ? database : undefined }
      const recorded = await acceptLog({ ...here, reason: '换了数据目录', now: server.clock.now })
      expect(recorded?.found).toMatchObject({ whole: true, warning: null })
      expect([await ready(), await keeper.note()]).toEqual(['kept', null])
      await keeper.stop()
    }
    // while a server runs, too
    const keeper = await keep()
    rmSync(file)
    expect(await ready()).toBe('lost')
    await keeper.note()
    await keeper.stop()
    expect(told).toEqual([lostSays(server.clock.now)])
    expect(readFileSync(file, 'utf8')).toContain('"mac"')
  })

  test('an edited, a deleted and a cut-off row are found', async () => {
    const db = server.parts.db.write
    const rows = await db.selectFrom('log').selectAll().orderBy('id').execute()
    const [, second, third] = rows
    if (!second || !third) throw new Error('no rows')
    await db.updateTable('log').set({ userName: '别人' }).where('id', '=', second.id).execute()
    expect((await admin.call('log.check')).value).toMatchObject({ whole: false, brokenAt: String(second.id) })
    await db.updateTable('log').set({ userName: second.userName }).where('id', '=', second.id).execute()
    await db.deleteFrom('log').where('id', '=', second.id).execute()
    expect((await admin.call('log.check')).value).toMatchObject({ whole: false, brokenAt: String(third.id) })
    await db.insertInto('log').values(second).execute()
    expect((await admin.call('log.check')).value).toMatchObject({ whole: true })
    await db.deleteFrom('log').where('id', '=', third.id).execute()
    expect((await admin.call('log.check')).value).toMatchObject({ whole: false, brokenAt: null })
  })
})
