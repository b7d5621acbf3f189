import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeBackup } from '../../server/backup/make.ts'
import { wordOf } from '../../server/documents/word.ts'
import { works } from '../../server/jobs/works.ts'
import { acceptLog } from '../../server/log-accept.ts'
import { anchorFile, anchorLine, noteAnchor } from '../../server/log-anchor.ts'
import { databases } from '../support/databases.ts'
import { fetchFile, packed, pdf, sendFile } from '../support/files.ts'
import { type Person, startServer, type TestServer } from '../support/server.ts'

const day = 24 * 3600_000

describe.each(databases)('files of rows on %s', (database) => {
  let server: TestServer
  let admin: Person
  let water: Person
  let forest: Person
  let depts: readonly string[]

  beforeAll(async () => {
    server = await startServer(database)
    await signIn()
  })
  afterAll(() => server.close())

  const named = async (name: string): Promise<string> => (await admin.call('dept.save', { name })).value.id
  async function signIn() {
    admin = await server.person({ roles: ['admin'] })
    depts ??= [await named('水利局'), await named('林业局')]
    ;[water, forest] = (await Promise.all(
      depts.map((deptId) => server.person({ roles: ['staff'], deptId: Number(deptId) })),
    )) as [Person, Person]
  }

  const send = (who: Person, name: string, bytes: Uint8Array, to = 'assignment') =>
    sendFile(server, who, to, name, bytes)
  const sent = async (who: Person, name: string, bytes: Uint8Array = pdf(), to?: string): Promise<string> =>
    (await send(who, name, bytes, to)).value.id
  const fetched = (who: Person, id: string) => fetchFile(server, who, id)
  const task = async (files: readonly string[], deptIds = depts) =>
    (await admin.call('assignment.add', { title: '报送材料', content: '见附件', deptIds, files })).value
  const folder = () => join(server.parts.dataDir, 'attachments')
  const clean = () => works.clean.run(server.parts, { stopped: () => false, progress: () => {} })
  const passed = async (ms: number) => {
    server.clock.now += ms
    await signIn()
  }
  const there = async (id: string) =>
    (
      await server.parts.db.read
        .selectFrom('attachment')
        .select('stored')
        .where('id', '=', Number(id))
        .executeTakeFirst()
    )?.stored

  test('what the staff attach for citizens is looked through as theirs is: no macro, script or program goes to an applicant', async () => {
    const macro = zipSync({
      '[Content_Types].xml': strToU8('<Types/>'),
      'word/document.xml': strToU8('<w:document/>'),
      'word/vbaProject.bin': strToU8('x'),
    })
    const script = pdf('1 0 obj << /Type /Catalog /OpenAction << /S /JavaScript /JS (app.alert(1)) >> >> endobj')
    for (const to of ['mail', 'apply', 'applyDept'])
      for (const [name, bytes, says] of [
        ['批复.docx', macro, '里面有「word/vbaProject.bin」，不是文档的内容'],
        ['批复.pdf', script, '含有脚本'],
        ['批复.exe.pdf', pdf(), '文件名含有程序或脚本的扩展名 .exe'],
      ] as const)
        expect(await send(admin, name, bytes, to)).toMatchObject({
          errorCode: 'BAD_INPUT',
          errorMsg: expect.stringContaining(says),
        })
    const good = await wordOf([{ kind: 'plain', text: '现予公开' }])
    expect(await send(admin, '批复.docx', good, 'applyDept')).toMatchObject({ value: { kind: 'word' } })
    const archive = zipSync({ 'a.exe': strToU8('x') })
    expect(await send(admin, '附件.zip', archive, 'applyDept')).toMatchObject({ errorCode: 'BAD_INPUT' })
    // among the staff nothing is looked through
    expect(await send(admin, '附件.zip', archive, 'assignment')).toMatchObject({ value: { kind: 'zip' } })
  })

  test('a task has files, which whoever reads it gets under the names they were uploaded by', async () => {
    const name = '关于“报送”材料; 的 通知（终稿）.pdf'
    const ids = [
      await sent(admin, name.replace('的', '的\u202e\u200e\u200f\u061c\u2028\u2029'), pdf('一')),
      await sent(admin, '附表.xlsx', packed('xl/workbook.xml')),
    ]
    const made = await task(ids, [depts[0] as string])
    expect(made.files).toEqual([
      { id: ids[0], name, kind: 'pdf', size: Buffer.byteLength('%PDF-1.7\n一') },
      { id: ids[1], name: '附表.xlsx', kind: 'sheet', size: expect.any(Number) },
    ])
    expect((await water.call('assignment.get', { id: made.id })).value.files).toEqual(made.files)
    const got = await fetched(water, ids[0] as string)
    expect(got.text).toBe('%PDF-1.7\n一')
    expect(Object.fromEntries(got.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
      'x-content-type-options': 'nosniff',
    })
    // who does not see the task, and who is nobody
    expect((await fetched(forest, ids[0] as string)).errorCode).toBe('NOT_FOUND')
    expect((await fetched(server.anyone, ids[0] as string)).status).toBe(401)
    const stored = await there(ids[0] as string)
    expect((await fetch(`${server.url}/uploads/${stored}`)).status).toBe(404)
    expect(statSync(join(folder(), stored as string)).mode & 0o077).toBe(0)
  })

  test('a department’s files are its own and the office’s', async () => {
    const { id } = await task([])
    const own = await sent(water, '回执.docx', packed('word/document.xml'), 'assignmentReply')
    const given = { assignmentId: id, content: '已报送' }
    const reply = await water.call('assignment.replyEdit', { ...given, files: [own] })
    expect(reply.value.files).toMatchObject([{ id: own, name: '回执.docx', kind: 'word' }])
    expect((await fetched(admin, own)).errorCode).toBe('')
    expect((await fetched(forest, own)).errorCode).toBe('NOT_FOUND')
    // as the form sends them back: whole
    const again = await water.call('assignment.replyEdit', {
      id: reply.value.id,
      content: '改过',
      files: reply.value.files,
    })
    expect(again.value.files).toEqual(reply.value.files)
    // nobody takes what another uploaded, or what another row has
    const theirs = await sent(admin, '别人的.pdf')
    const stolen = await forest.call('assignment.replyEdit', { ...given, files: [own] })
    expect(stolen).toMatchObject({ errorCode: 'BAD_INPUT', errorMsg: expect.stringContaining('请重新上传') })
    expect((await forest.call('assignment.replyEdit', { ...given, files: [theirs] })).errorCode).toBe('BAD_INPUT')
    // only the files changed: the version tells
    const none = await water.call('assignment.replyEdit', { id: reply.value.id, content: '改过', files: [] })
    expect([none.value.files, none.value.version > again.value.version]).toEqual([[], true])
    const [row] = (await admin.call('log.list', { call: 'assignment.replyEdit', pageSize: 1 })).value.list
    expect(row).toMatchObject({ before: { files: '回执.docx' }, after: { files: '' } })
  })

  test('what waits for a row is bounded by its bytes too, and not for ever', async () => {
    const clerk = await server.person({ roles: ['admin'] })
    const { db } = server.parts
    const waiting = {
      ...{ to: 'assignment', rowId: 0, wasRowId: 0, place: 0, name: '大.zip', kind: 'zip' },
      ...{ createdBy: clerk.userId, movedAt: server.clock.now },
    }
    const sizes = [512, 512 - 1]
    for (const [i, mb] of sizes.entries())
      await db.write
        .insertInto('attachment')
        .values({ ...waiting, size: mb * 1024 * 1024, stored: `big-${i}` })
        .execute()
    expect((await send(clerk, '小.pdf', pdf())).errorCode).toBe('0')
    const refused = await send(clerk, '又.pdf', Buffer.concat([pdf(), Buffer.alloc(1024 * 1024)]))
    expect([refused.errorCode, refused.errorMsg]).toEqual([
      'TOO_MANY',
      '已上传而未保存到任何记录的附件合计超过 1 GB，请先保存，或一天后再试',
    ])
    expect((await send(admin, '别人的.pdf', pdf())).errorCode).toBe('0')
    await db.write.deleteFrom('attachment').where('stored', 'like', 'big-%').execute()
    expect((await send(clerk, '又.pdf', Buffer.concat([pdf(), Buffer.alloc(1024 * 1024)]))).errorCode).toBe('0')
  })

  test('what is taken is told by content, name and size; by whom, by the right to write', async () => {
    const refused = async (name: string, bytes: Uint8Array) => (await send(admin, name, bytes)).errorMsg
    expect(await refused('程序.pdf', Buffer.from('MZ program'))).toMatch(
      /^不能上传「程序.pdf」：按内容看不是可用的格式/,
    )
    expect(await refused('网页.html', pdf())).toBe('不能上传「网页.html」：内容是PDF，文件名应以 .pdf 结尾')
    expect(await refused('表.docx', packed('xl/workbook.xml'))).toContain('内容是Excel 表格')
    expect(await refused('大.pdf', Buffer.concat([pdf(), Buffer.alloc(50 * 1024 * 1024)]))).toBe('附件不能超过 50 MB')
    expect((await send(water, '通知.pdf', pdf())).errorCode).toBe('NO_PERMISSION')
    expect((await send(admin, '通知.pdf', pdf(), 'user')).errorCode).toBe('BAD_INPUT')
    expect(
      await admin.call('assignment.add', {
        title: '多',
        content: '多',
        deptIds: depts,
        files: Array.from({ length: 21 }, (_, i) => i + 1),
      }),
    ).toMatchObject({ errorMsg: expect.stringContaining('最多 20 个附件') })
    const left = () => readdirSync(join(server.parts.dataDir, 'uploads')).filter((name) => name.endsWith('.part'))
    await expect.poll(left).toEqual([])
  })

  test('what no row has is gone after a day; what a row has never is', async () => {
    const [kept, alone, left, lost] = [
      await sent(admin, '留.pdf'),
      await sent(admin, '没有保存.pdf'),
      await sent(admin, '移除.pdf'),
      await sent(admin, '随任务删除.pdf'),
    ]
    const one = await task([kept, left])
    const other = await task([lost])
    await admin.call('assignment.edit', { id: one.id, files: [kept] })
    await admin.call('assignment.dels', { ids: [other.id] })
    const unknown = join(folder(), '11111111-1111-4111-8111-111111111111')
    writeFileSync(unknown, 'x')
    await clean()
    for (const id of [kept, alone, left, lost]) expect(await there(id)).toBeDefined()
    const names = await Promise.all([alone, left, lost].map(there))
    await passed(day - 60_000)
    // back again in the last minute
    await admin.call('assignment.edit', { id: one.id, files: [kept, left] })
    await passed(120_000)
    // as if the database had been there before it
    await sql`update kysely_migration set timestamp = '1970-01-01T00:00:00.000Z'`.execute(server.parts.db.write)
    utimesSync(unknown, 1, 1)
    expect(await clean()).toMatchObject({ state: 'done', says: expect.stringContaining('没有用到的附件') })
    expect([await there(alone), await there(lost)]).toEqual([undefined, undefined])
    expect([existsSync(join(folder(), names[0] as string)), existsSync(unknown)]).toEqual([false, false])
    await passed(40 * day)
    await clean()
    for (const id of [kept, left]) {
      expect(existsSync(join(folder(), (await there(id)) as string))).toBe(true)
      expect((await fetched(admin, id)).errorCode).toBe('')
    }
    expect((await admin.call('assignment.edit', { id: one.id, files: [alone] })).errorCode).toBe('BAD_INPUT')
  })

  test('files that the database does not know stay while the log is not as its anchors say, and those from before it was put in place', async () => {
    const { db, dataDir, secret, site } = server.parts
    mkdirSync(folder(), { recursive: true })
    const younger = join(folder(), '22222222-2222-4222-8222-222222222222')
    const write = (path: string, daysAgo: number) => {
      writeFileSync(path, 'x')
      const at = new Date(Date.now() - daysAgo * day)
      utimesSync(path, at, at)
    }
    write(younger, 3)
    const made = (at: Date) => sql`update kysely_migration set timestamp = ${at.toISOString()}`.execute(db.write)
    // the database is younger
    await made(new Date())
    await clean()
    expect(existsSync(younger)).toBe(true)
    await made(new Date(0))
    await signIn()
    await noteAnchor(db.read, secret.log, dataDir, server.clock.now)
    const head = await db.read.selectFrom('logHead').select('rows').executeTakeFirstOrThrow()
    const lost = { at: Math.floor(Date.now() / 1000) * 1000 - 5 * day, rows: head.rows + 5, id: 99_999, hash: 'x' }
    const anchors = join(dataDir, anchorFile)
    appendFileSync(anchors, `${anchorLine(secret.log, lost)}\n`)
    await clean()
    expect(existsSync(younger)).toBe(true)
    const { database: at } = site.site
    const here = { data: dataDir, databaseUrl: at.startsWith('postgres') ? at : undefined }
    expect((await acceptLog({ ...here, reason: '恢复', now: Date.now() - 2 * day }))?.found.says).toContain('完整')
    const later = join(folder(), '33333333-3333-4333-8333-333333333333')
    write(later, 1.5)
    await clean()
    expect([existsSync(younger), existsSync(later)]).toEqual([true, false])
  })

  test('one that is attached while it is cleaned away is either there or refused', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await sent(admin, '正在保存.pdf')
      await passed(day + 60_000)
      const held = await server.parts.db.write
        .updateTable('attachment')
        .set({ createdBy: admin.userId })
        .where('id', '=', Number(id))
        .execute()
      expect(held).toHaveLength(1)
      const input = { title: '同时', content: '同时', deptIds: depts, files: [id] }
      const [made] = await Promise.all([admin.call('assignment.add', input), clean()])
      const stored = await there(id)
      expect(made.errorCode).toBe(stored === undefined ? 'BAD_INPUT' : '0')
      if (stored) expect(existsSync(join(folder(), stored))).toBe(true)
    }
  })

  test.runIf(database === 'sqlite')('a backup takes them along', async () => {
    const id = await sent(admin, '备份.pdf')
    await task([id])
    const out = mkdtempSync(join(tmpdir(), 'xzx-attached-'))
    const { folder: made } = (await makeBackup({
      ...{ data: server.parts.dataDir, out, now: server.clock.now, signal: new AbortController().signal },
    } as never)) as { folder: string }
    expect(existsSync(join(made, 'attachments', (await there(id)) as string))).toBe(true)
    rmSync(out, { recursive: true })
  })

  test('of uploads that come together no more wait than may', async () => {
    const one = await server.person({ roles: ['admin'] })
    const many = await Promise.all(Array.from({ length: 110 }, () => send(one, 'a.pdf', pdf())))
    const codes = many.map(({ errorCode }) => errorCode)
    expect(codes.filter((code) => code !== 'TOO_MANY')).toEqual(Array(100).fill('0'))
  })
})
