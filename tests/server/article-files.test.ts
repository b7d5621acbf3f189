import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { works } from '../../server/jobs/works.ts'
import { databases } from '../support/databases.ts'
import { fetchFile, packed, pdf, sendFile } from '../support/files.ts'
import { anArticle, makeColumn, makeDept, type Person, startServer, type TestServer } from '../support/server.ts'

const day = 24 * 3600_000

describe.each(databases)('attachments of articles on %s', (database) => {
  let server: TestServer
  let column: number
  let depts: readonly number[]
  let admin: Person
  let auditor: Person
  let writer: Person
  let other: Person

  beforeAll(async () => {
    server = await startServer(database)
    column = await makeColumn(server)
    depts = [await makeDept(server, '办公室'), await makeDept(server, '提案委')]
    await signIn()
  })
  afterAll(() => server.close())

  async function signIn() {
    admin = await server.person({ roles: ['admin'] })
    auditor = await server.person({ roles: ['auditor'] })
    ;[writer, other] = (await Promise.all(
      depts.map((deptId) => server.person({ roles: ['staff'], deptId, columns: [column] })),
    )) as [Person, Person]
  }

  const sent = async (who: Person, name: string, text = name): Promise<string> =>
    (await sendFile(server, who, 'article', name, pdf(text))).value.id
  const save = async (files: readonly string[], more: object = {}) => {
    const reply = await writer.call('article.saveRole', anArticle(column, { files, ...more }))
    expect(reply.errorMsg).toBe('')
    return reply.value
  }
  const move = async (who: Person, call: string, { articleId }: { articleId: string }, more: object = {}) => {
    const { value } = await who.call(call, { items: [{ articleId, ...more }] })
    expect(value).toEqual({ done: [articleId], failed: [] })
  }
  const publish = async (article: { articleId: string }) => {
    await move(auditor, 'article.accept', article)
    await move(auditor, 'article.approve', article)
  }
  const namesOf = (article: { files: readonly { name: string }[] }) => article.files.map(({ name }) => name)
  const names = async ({ articleId }: { articleId: string }) =>
    namesOf((await admin.call('article.view', { articleId })).value)
  const history = async ({ articleId }: { articleId: string }) =>
    (await admin.call('article.revisions', { articleId })).value.list

  test('are read by who reads the article, and by nobody else', async () => {
    const id = await sent(writer, '办法（终稿）.pdf')
    // until it is saved it is the writer's own
    expect((await fetchFile(server, admin, id)).errorCode).toBe('NOT_FOUND')
    const made = await save([id], { status: 3 })
    expect(made.files).toEqual([{ id, name: '办法（终稿）.pdf', kind: 'pdf', size: expect.any(Number) }])
    expect((await fetchFile(server, writer, id)).text).toContain('办法（终稿）.pdf')
    expect((await fetchFile(server, auditor, id)).errorCode).toBe('')
    expect((await fetchFile(server, other, id)).errorCode).toBe('NOT_FOUND')
    expect((await fetchFile(server, server.anyone, id)).status).toBe(401)
    const [logged] = (await admin.call('log.list', { call: 'article.saveRole', pageSize: 1 })).value.list
    expect(logged.after).toMatchObject({ files: '办法（终稿）.pdf' })
    // nobody takes another's upload, or a file of another article
    const theirs = await sent(other, '别人的.pdf')
    for (const files of [[theirs], [id], ['999999']]) {
      const refused = await writer.call('article.saveRole', anArticle(column, { files }))
      expect(refused).toMatchObject({ errorCode: 'BAD_INPUT', errorMsg: expect.stringContaining('请重新上传') })
    }
    const many = await writer.call(
      'article.saveRole',
      anArticle(column, { files: Array.from({ length: 21 }, (_, i) => i + 1) }),
    )
    expect(many).toMatchObject({ errorCode: 'BAD_INPUT', errorMsg: expect.stringContaining('最多 20 个附件') })
    // a picture belongs into the text, and a reader writes nothing
    const png = Buffer.from('89504e470d0a1a0a0000', 'hex')
    expect((await sendFile(server, writer, 'article', '现场.png', png)).errorCode).toBe('BAD_INPUT')
    const reader = await server.person({ roles: ['readonly'] })
    expect((await sendFile(server, reader, 'article', '办法.pdf')).errorCode).toBe('NO_PERMISSION')
  })

  test('of what is online stay as they are until a change of them is approved; history and undo know them', async () => {
    const [old, next] = [await sent(writer, '旧.pdf'), await sent(writer, '新.xlsx'.replace('xlsx', 'pdf'))]
    const made = await save([old])
    await publish(made)
    const copy = await writer.call('article.update', { articleId: made.articleId, files: [next] })
    expect([namesOf(copy.value), copy.value.review.status]).toEqual([['旧.pdf'], 1])
    // who audits reads the new one
    expect((await fetchFile(server, auditor, next)).errorCode).toBe('')
    const step = (await history(made))[0]
    expect(step.changed).toEqual([
      {
        field: 'files',
        title: '附件',
        before: [expect.objectContaining({ id: old, name: '旧.pdf' })],
        after: [expect.objectContaining({ id: next, name: '新.pdf' })],
      },
    ])
    const { revisionId } = copy.value.review
    const whole = (await admin.call('article.revision', { revisionId })).value
    expect(whole.values.find(({ field }: { field: string }) => field === 'files').value).toMatchObject([{ id: next }])
    await publish(made)
    expect(await names(made)).toEqual(['新.pdf'])
    await move(auditor, 'article.undo', made)
    expect(await names(made)).toEqual(['旧.pdf'])
    await move(auditor, 'article.approve', made)
    // an earlier step comes back with its files
    const first = (await history(made)).at(-1)
    const restored = await writer.call('article.restore', { articleId: made.articleId, revisionId: first.revisionId })
    expect(restored.errorMsg).toBe('')
    await publish(made)
    expect(await names(made)).toEqual(['旧.pdf'])
  })

  test('are changed on the way to another move, in their order, and emptied', async () => {
    const ids = [await sent(writer, '一.pdf'), await sent(writer, '二.pdf')]
    const made = await save(ids)
    await move(auditor, 'article.updateAndAccept', made, { files: ids.toReversed() })
    expect(await names(made)).toEqual(['二.pdf', '一.pdf'])
    const own = (await sendFile(server, auditor, 'article', '三.zip', packed('a.txt'))).value.id
    await move(auditor, 'article.updateAndApprove', made, { files: `${own},${ids[0]}` })
    expect(await names(made)).toEqual(['三.zip', '一.pdf'])
    const none = await writer.call('article.update', { articleId: made.articleId, files: [] })
    expect(none.value.review.status).toBe(1)
    await publish(made)
    expect(await names(made)).toEqual([])
    // not named: they stay
    const again = await save([await sent(writer, '四.pdf')], { status: 3 })
    const retitled = await writer.call('article.update', { articleId: again.articleId, title: '另一个标题' })
    expect(namesOf(retitled.value)).toEqual(['四.pdf'])
  })

  test('are fetched by visitors while the article is online, and only those of what is online', async () => {
    await server.parts.site.start()
    const pageOf = ({ articleId }: { articleId: string }) =>
      `/site/a/${Math.floor(Number(articleId) / 1000)}/${articleId}`
    const get = async (path: string) => {
      const reply = await fetch(server.url + path)
      return { status: reply.status, headers: reply.headers, text: await reply.text() }
    }
    const addresses = async (article: { articleId: string }) =>
      [...(await get(`${pageOf(article)}.html`)).text.matchAll(/href="([^"]*)" download/g)].map(
        ([, path]) => path as string,
      )
    /** Where a file would lie, if it were on the site. */
    const placeOf = async (article: { articleId: string }, id: string) => {
      const query = server.parts.db.read
        .selectFrom('attachment')
        .select(['stored', 'name'])
        .where('id', '=', Number(id))
      const { stored, name } = await query.executeTakeFirstOrThrow()
      return `${pageOf(article)}/${stored}.${name.split('.').at(-1)}`
    }
    const gone = async (path: string) => {
      const { status, text } = await get(path)
      // beyond the site an address that is none is told in the envelope
      expect([path, path.startsWith('/site/') ? status : 404, text.includes('%PDF')]).toEqual([path, 404, false])
    }

    const [old, next, drafted] = [
      await sent(writer, '旧版.pdf'),
      (await sendFile(server, writer, 'article', '新版.ofd', Buffer.concat([packed('OFD.xml'), Buffer.from('%PDF')])))
        .value.id,
      await sent(writer, '草稿.pdf'),
    ]
    const made = await save([old])
    const draft = await save([drafted], { status: 3 })
    await gone(await placeOf(made, old))
    await publish(made)
    await server.parts.site.idle()
    const [path = ''] = await addresses(made)
    expect(path).toBe(await placeOf(made, old))
    const got = await get(path)
    expect([got.status, got.text]).toEqual([200, '%PDF-1.7\n旧版.pdf'])
    expect(Object.fromEntries(got.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    })
    // a draft's, another article's, and tricks with the path
    const name = path.split('/').at(-1) as string
    for (const other of [
      await placeOf(draft, drafted),
      `${pageOf(draft)}/${name}`,
      `${pageOf(made)}/`,
      `${pageOf(made)}/${old}.pdf`,
      `${pageOf(made)}/${name.replace('.pdf', '')}`,
      `/site/a/..%2f..%2fattachments/${name.replace('.pdf', '')}`,
      `/attachments/${name.replace('.pdf', '')}`,
      `/uploads/${name}`,
    ])
      await gone(other)
    // what is shown before it is online names its files and leads to none
    const preview = await writer.call('article.preview', { title: '预览', content: '<p>文</p>', files: [drafted, old] })
    expect(preview.text).toContain('草稿.pdf')
    expect(preview.text).not.toContain('download=')
    expect((await other.call('article.preview', { content: '<p>文</p>', files: [drafted] })).text).not.toContain(
      '草稿.pdf',
    )

    // a copy under review is not there before it is approved, and what it replaces is gone with the answer
    await writer.call('article.update', { articleId: made.articleId, files: [next] })
    await gone(await placeOf(made, next))
    expect((await get(path)).status).toBe(200)
    await publish(made)
    await gone(path)
    const kept = await get(await placeOf(made, next))
    expect([kept.text.includes('OFD.xml'), kept.headers.get('content-type')]).toEqual([
      true,
      'application/octet-stream',
    ])
    await move(auditor, 'article.takeDown', made, { reason: '内容有误' })
    await gone(await placeOf(made, next))
    await move(auditor, 'article.undo', made)
    await server.parts.site.idle()
    expect(await addresses(made)).toEqual([await placeOf(made, next)])
    await move(auditor, 'article.takeDown', made, { reason: '内容有误' })
    await move(admin, 'article.delete', made)
    await gone(await placeOf(made, next))
  })

  test('stay while a step of the history has them, and go a day after the article', async () => {
    const [gone, kept, unsaved] = [
      await sent(writer, '换下.pdf'),
      await sent(writer, '留用.pdf'),
      await sent(writer, '未用.pdf'),
    ]
    const made = await save([gone], { status: 3 })
    await writer.call('article.update', { articleId: made.articleId, files: [kept] })
    const there = async () => {
      const rows = await server.parts.db.read
        .selectFrom('attachment')
        .select('id')
        .where('id', 'in', [gone, kept, unsaved].map(Number))
        .orderBy('id')
        .execute()
      return rows.map(({ id }) => String(id))
    }
    const aDayLater = async () => {
      server.clock.now += day + 1000
      await works.clean.run(server.parts, { stopped: () => false, progress: () => {} })
      await signIn()
    }
    await aDayLater()
    expect(await there()).toEqual([gone, kept])
    await move(admin, 'article.delete', made)
    // nobody reads what lies in the bin
    expect((await fetchFile(server, admin, kept)).errorCode).toBe('NOT_FOUND')
    await move(admin, 'article.recycleRestore', made)
    expect((await fetchFile(server, admin, kept)).errorCode).toBe('')
    await move(admin, 'article.delete', made)
    await move(admin, 'article.recyclePurge', made)
    await aDayLater()
    expect(await there()).toEqual([gone, kept])
    await aDayLater()
    expect(await there()).toEqual([])
  })
})
