import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases } from '../support/databases.ts'
import { longestStretch } from '../support/loop.ts'
import { anArticle, makeColumn, makeDept, type Person, startServer, type TestServer } from '../support/server.ts'

describe.each(databases)('articles on %s', (database) => {
  let server: TestServer
  let column: number
  let office: number
  let admin: Person
  let auditor: Person
  let second: Person
  let writer: Person
  let other: Person
  let reader: Person

  beforeAll(async () => {
    server = await startServer(database)
    column = await makeColumn(server)
    office = await makeDept(server, '办公室')
    const committee = await makeDept(server, '提案委')
    admin = await server.person({ roles: ['admin'] })
    auditor = await server.person({ roles: ['auditor'], name: '审核甲' })
    second = await server.person({ roles: ['auditor'], name: '审核乙' })
    writer = await server.person({ roles: ['staff'], deptId: office, columns: [column] })
    other = await server.person({ roles: ['staff'], deptId: committee, columns: [column] })
    reader = await server.person({ roles: ['readonly'] })
  })
  afterAll(() => server.close())

  test('are counted by state as the lists find them, within the scope of who asks', async () => {
    await save(writer, { title: '计数一', status: 3 })
    await save(writer, { title: '计数二' })
    const counts = async (who: Person, more: object = {}) => (await who.call('article.counts', more)).value
    const listed = async (who: Person, more: object = {}) => (await who.call('article.list', more)).value.total
    for (const [who, more] of [
      [admin, {}],
      [writer, {}],
      [other, {}],
      [admin, { createdBy: writer.userId }],
      [admin, { columnId: column, withChildren: true }],
    ] as const) {
      const { total, states } = await counts(who, more)
      expect(total).toBe(await listed(who, more))
      for (const { status, count } of states) expect(count).toBe(await listed(who, { ...more, status }))
    }
    expect(await counts(other)).toMatchObject({ total: 0 })
  })

  test('are counted under the filters of the list; on PostgreSQL not under words, which are not looked for twice', async () => {
    const counts = async (more: object) => (await writer.call('article.counts', more)).value
    const listed = async (more: object) => (await writer.call('article.list', more)).value.total
    const waiting = await save(writer, { title: '带筛选的计数一', source: '筛选社' })
    const revised = await save(writer, {
      title: '带筛选的计数二',
      source: '筛选社',
      publishTime: '2021-05-01 08:00:00',
      publishTimeReason: '补录',
    })
    await done(admin, 'article.accept', revised)
    await done(admin, 'article.approve', revised)
    await writer.call('article.update', { articleId: revised.articleId, title: '修订里的计数', status: 1 })
    for (const [more, total] of [
      [{ startTime: '2021-05-01 00:00:00', endTime: '2021-05-01 23:59:59' }, 1],
      [{ articleIds: [waiting.articleId, revised.articleId], deptId: office }, 2],
    ] as const) {
      const found = await counts(more)
      expect(found.total).toBe(total)
      for (const { status, count } of found.states) expect(count).toBe(await listed({ ...more, status }))
    }
    // until the index of the texts knows them all, they are not counted
    await expect.poll(async () => (await counts({ title: '计数' })).total, { timeout: 20_000 }).not.toBeNull()
    for (const [more, total] of [
      [{ title: '带筛选的计数' }, 2],
      [{ title: '修订里的计数' }, 1],
      [{ keyword: '带筛选的', source: '筛选社', startTime: '2021-05-01 00:00:00' }, 2],
      [{ title: '没有这样的标题' }, 0],
    ] as const) {
      const found = await counts(more)
      expect(await listed(more)).toBe(total)
      expect(found.total).toBe(total)
      for (const { status, count } of found.states) expect(count).toBe(await listed({ ...more, status }))
    }
  })

  const save = async (who: Person, more: object = {}, call = 'article.saveRole') => {
    const reply = await who.call(call, anArticle(column, more))
    expect(reply.errorMsg).toBe('')
    return reply.value
  }
  const item = (a: { articleId: string }, more: object = {}) => ({ items: [{ articleId: a.articleId, ...more }] })
  const done = async (who: Person, call: string, a: { articleId: string }, more: object = {}) => {
    const { value } = await who.call(call, item(a, more))
    expect(value).toMatchObject({ done: [a.articleId], failed: [] })
    return value
  }
  const view = async (a: { articleId: string }) => (await admin.call('article.view', a)).value
  const published = async () => {
    const a = await save(writer)
    await done(auditor, 'article.accept', a)
    await done(second, 'article.approve', a)
    return a
  }

  test('goes from the writer through acceptance and approval to published', async () => {
    const a = await save(writer)
    expect(a).toMatchObject({
      status: 1,
      version: 1,
      title: '县政协召开常委会会议',
      publishTime: null,
    })
    await done(auditor, 'article.accept', a)
    expect(await view(a)).toMatchObject({ status: 0, acceptedByName: '审核甲' })
    await done(second, 'article.approve', a)
    expect(await view(a)).toMatchObject({
      status: 2,
      approvedByName: '审核乙',
      version: 3,
      publishTime: '2026-11-21 09:05:00',
    })
  })

  test('a link column takes none: nobody would find them; one that is there already is changed as it is', async () => {
    const link = await makeColumn(server, '中国政协网')
    const a = await save(admin, { columnId: link, status: 3 }, 'article.saveAdmin')
    await server.parts.db.write.updateTable('column').set({ type: 3 }).where('id', '=', link).execute()
    const refused = { errorCode: 'BAD_INPUT', errorMsg: expect.stringContaining('「中国政协网」是链接栏目') }
    expect(await admin.call('article.saveAdmin', anArticle(link))).toMatchObject(refused)
    const b = await save(writer)
    expect(await admin.call('article.update', { articleId: b.articleId, columnId: link })).toMatchObject(refused)
    const stays = { articleId: a.articleId, columnId: link, title: '改过的标题' }
    expect((await admin.call('article.update', stays)).errorMsg).toBe('')
    expect((await admin.call('article.update', { ...stays, columnId: column })).errorMsg).toBe('')
  })

  test('an illegal move is refused by naming both states, and nothing changes', async () => {
    const a = await save(writer)
    const { value } = await auditor.call('article.approve', item(a))
    expect(value.failed).toEqual([
      {
        id: a.articleId,
        errorCode: 'BAD_STATE',
        errorMsg: expect.stringMatching(/「待审核」.*「待发布」.*「已发布」/),
      },
    ])
    expect(await view(a)).toMatchObject({ status: 1, version: 1 })
  })

  test('a repeated move counts as done and leaves no second step', async () => {
    const a = await save(writer)
    expect(await done(auditor, 'article.accept', a)).not.toHaveProperty('unchanged')
    expect(await done(auditor, 'article.accept', a)).toMatchObject({ unchanged: [a.articleId] })
    expect(await view(a)).toMatchObject({ status: 0, version: 2 })
  })

  test('a rejection needs a reason and can be submitted again', async () => {
    const a = await save(writer)
    const bare = await auditor.call('article.acceptReject', item(a))
    expect(bare.value.failed[0]).toMatchObject({ errorCode: 'BAD_INPUT', errorMsg: expect.stringContaining('reason') })
    await done(auditor, 'article.acceptReject', a, { reason: '请核对日期' })
    expect(await view(a)).toMatchObject({ status: 4, reason: '请核对日期' })
    const again = await writer.call('article.update', { articleId: a.articleId, title: '改后的标题', status: 1 })
    expect(again.value).toMatchObject({ status: 1, title: '改后的标题', reason: null })
  })

  test('where two people are wanted, who accepted or changed what was accepted does not approve', async () => {
    const { db } = server.parts
    await db.write.insertInto('setting').values({ name: 'audit.twoPeople', value: '1' }).execute()
    try {
      const second = await server.person({ roles: ['auditor'], name: '审核乙' })
      const a = await save(writer)
      await done(auditor, 'article.accept', a)
      const refused = async (who: Person) => (await who.call('article.approve', item(a))).value.failed[0]?.errorMsg
      expect(await refused(auditor)).toMatch(/两人审核/)
      // the row foretells it, to whom it would be refused
      const foretold = async (who: Person) => {
        const { list } = (await who.call('article.list', { articleIds: [a.articleId], fields: ['noApproval'] })).value
        return list[0].noApproval
      }
      expect([await foretold(auditor), await foretold(second)]).toEqual(['由您初审，两人审核时须由他人发布', null])
      const changed = await second.call('article.update', { articleId: a.articleId, content: '<p>换过的全文</p>' })
      expect(changed.value).toMatchObject({ status: 0, acceptedByName: '审核乙' })
      expect(await refused(second)).toMatch(/两人审核/)
      await done(auditor, 'article.approve', a)
      await writer.call('article.update', { articleId: a.articleId, title: '修订', status: 1 })
      await done(auditor, 'article.accept', a)
      expect([await foretold(auditor), await foretold(second)]).toEqual(['由您初审，两人审核时须由他人发布', null])
    } finally {
      await db.write.deleteFrom('setting').where('name', '=', 'audit.twoPeople').execute()
    }
  })

  test('nobody approves what they submitted, unless they hold article_force; the history says so', async () => {
    const a = await save(auditor, {}, 'article.saveRole').catch(() => null)
    expect(a).toBeNull() // an auditor's role may not write at all
    const own = (await admin.call('article.saveAdmin', anArticle(column))).value
    await done(admin, 'article.accept', own)
    await done(admin, 'article.approve', own)
    const { value } = await admin.call('article.revisions', { articleId: own.articleId })
    expect(value.list[0]).toMatchObject({ act: '审核通过（本人提交）', status: 2 })
    const { value: log } = await admin.call('log.list', { call: 'article.approve', targetId: own.articleId })
    expect(log.list[0]).toMatchObject({
      result: '成功 1 项；其中 1 项由提交人本人审核',
      after: [{ articleId: own.articleId, status: 2, forced: true }],
    })
  })

  test('a change to a published article is a copy under review while the old text stays', async () => {
    const a = await published()
    const changed = await writer.call('article.update', { articleId: a.articleId, title: '更正后的标题' })
    expect(changed.value).toMatchObject({
      status: 2,
      title: '县政协召开常委会会议',
      review: { status: 1, title: '更正后的标题' },
    })
    const waiting = await auditor.call('article.list', { status: 1, articleIds: a.articleId })
    expect(waiting.value.total).toBe(1)
    await done(auditor, 'article.accept', a)
    await done(second, 'article.approve', a)
    expect(await view(a)).toMatchObject({ status: 2, title: '更正后的标题', review: null })
    const { value: log } = await admin.call('log.list', { call: 'article.approve', targetId: a.articleId })
    expect(log.list[0].result).toBe('成功 1 项；其中 1 项是修订')
  })

  test('of a published article the copy under review is judged, in the version that was seen: nothing else counts as done', async () => {
    const a = await published()
    const change = (title: string) => writer.call('article.update', { articleId: a.articleId, title })
    const judge = async (call: string, more: object = {}) =>
      (await second.call(`article.${call}`, item(a, more))).value as {
        done: string[]
        unchanged?: string[]
        failed: object[]
      }
    await change('修订一')
    const barred = [{ id: a.articleId, errorCode: 'BAD_STATE', errorMsg: expect.stringContaining('当前为「待审核」') }]
    expect(await judge('approve')).toEqual({ done: [], failed: barred })
    await done(auditor, 'article.accept', a)
    const { version } = await view(a)
    await change('修订二')
    const stale = [{ id: a.articleId, errorCode: 'STALE', errorMsg: expect.stringContaining('请核对后再提交') }]
    for (const call of ['approve', 'recheck', 'accept', 'acceptReject'])
      expect(await judge(call, { version, reason: '理由' }), call).toEqual({ done: [], failed: stale })
    expect(await view(a)).toMatchObject({ title: '县政协召开常委会会议', review: { status: 1, title: '修订二' } })
    // who saves it as well judges what they save
    await done(admin, 'article.updateAndApprove', a, { title: '修订三' })
    const now = await view(a)
    expect(now).toMatchObject({ title: '修订三', review: null })
    // once more by the same person, with the version of then, of now or without: it is done already
    for (const more of [{ version: now.version - 1 }, { version: now.version }, {}])
      expect((await admin.call('article.approve', item(a, more))).value.unchanged).toEqual([a.articleId])
    // somebody else, who saw what it was before, did not see what was published
    const other = await auditor.call('article.approve', item(a, { version: now.version - 1 }))
    expect(other.value).toEqual({
      done: [],
      failed: [{ id: a.articleId, errorCode: 'STALE', errorMsg: expect.stringContaining('请核对后再提交') }],
    })
    expect((await auditor.call('article.approve', item(a))).value.unchanged).toEqual([a.articleId])
  })

  test('what is taken down already is not written over with an old version', async () => {
    const a = await published()
    const { version } = await view(a)
    await done(auditor, 'article.takeDown', a, { reason: '内容有误' })
    const late = { version, reason: '内容有误', title: '没有看到下架' }
    const { value } = await second.call('article.updateAndReject', item(a, late))
    expect(value).toMatchObject({ done: [], failed: [{ errorCode: 'STALE' }] })
    expect(await view(a)).toMatchObject({ status: 5, title: '县政协召开常委会会议' })
  })

  test('the same change to a published article twice is one step; what was a draft of it can still be submitted', async () => {
    const a = await published()
    const change = (title: string, status: 1 | 3) =>
      writer.call('article.update', { articleId: a.articleId, title, status })
    const steps = async () => (await writer.call('article.revisions', { articleId: a.articleId })).value.total as number
    const before = await steps()
    expect((await change('更正后的标题', 3)).value.review).toMatchObject({ status: 3 })
    expect((await change('更正后的标题', 3)).value.review).toMatchObject({ status: 3 })
    expect(await steps()).toBe(before + 1)
    expect((await change('更正后的标题', 1)).value.review).toMatchObject({ status: 1, title: '更正后的标题' })
    expect(await steps()).toBe(before + 2)
  })

  test('what is published must be taken down before it is deleted', async () => {
    const a = await published()
    const refused = await admin.call('article.delete', item(a))
    expect(refused.value.failed[0].errorCode).toBe('BAD_STATE')
    await done(auditor, 'article.reject', a, { reason: '内容有误' })
    expect(await view(a)).toMatchObject({ status: 5, reason: '内容有误' })
    await done(admin, 'article.delete', a)
    expect((await admin.call('article.view', a)).errorCode).toBe('NOT_FOUND')
    const bin = await admin.call('article.recycleList', { title: '常委会' })
    expect(bin.value.list.map((row: { articleId: string }) => row.articleId)).toContain(a.articleId)
    await done(admin, 'article.recycleRestore', a)
    expect(await view(a)).toMatchObject({ status: 5 })
  })

  test('a stale edit is refused and says who changed it', async () => {
    const a = await save(writer)
    await writer.call('article.update', { articleId: a.articleId, version: 1, title: '甲' })
    const stale = await writer.call('article.update', { articleId: a.articleId, version: 1, title: '乙' })
    expect(stale).toMatchObject({ status: 200, errorCode: 'STALE', value: { version: 2 } })
    expect(stale.errorMsg).toMatch(/^该内容已由 测试\d+ 于 2026-11-21 09:05:00 修改，请核对后再提交$/)
  })

  test('revisions tell each change and restore brings a text back', async () => {
    const a = await save(writer)
    await writer.call('article.update', {
      articleId: a.articleId,
      title: '第二稿',
      subtitle: '副',
      content: '<p>第二稿</p>',
    })
    const { value } = await writer.call('article.revisions', { articleId: a.articleId })
    expect(value.list[0].changed).toContainEqual({
      field: 'title',
      title: '标题',
      before: '县政协召开常委会会议',
      after: '第二稿',
    })
    expect(value.list[0].changed.map((one: { title: string }) => one.title)).toContain('副标题')
    const first = value.list.at(-1)
    const restored = await writer.call('article.restore', { articleId: a.articleId, revisionId: first.revisionId })
    expect(restored.value).toMatchObject({
      title: '县政协召开常委会会议',
      content: '<p>会议听取了提案办理情况的通报。</p>',
      version: 3,
    })
  })

  test('a revision in which nothing is changed any more does not go to who audits, by restoring or by an edit', async () => {
    const a = await published()
    const { value } = await writer.call('article.revisions', a)
    const restore = { articleId: a.articleId, revisionId: value.list.at(-1).revisionId }
    const { title, version } = await view(a)
    // without a copy there is nothing to do
    expect((await writer.call('article.restore', restore)).value).toMatchObject({ version, review: null })
    await writer.call('article.update', { articleId: a.articleId, title: '改过的标题' })
    for (const reply of [
      await writer.call('article.restore', restore),
      await writer.call('article.update', { articleId: a.articleId, title }),
    ])
      expect(reply).toMatchObject({ errorCode: 'BAD_STATE', errorMsg: expect.stringContaining('与网站上的原文相同') })
    expect((await view(a)).review).toMatchObject({ status: 1, title: '改过的标题' })
    // as a draft of one's own it may stand
    const draft = await writer.call('article.update', { articleId: a.articleId, title, status: 3 })
    expect(draft.value.review).toMatchObject({ status: 3 })
  })

  test("another department's article is answered like one that is not there", async () => {
    const a = await save(writer)
    const foreign = await other.call('article.view', a)
    const missing = await other.call('article.view', { articleId: '999999' })
    expect([foreign.errorCode, foreign.errorMsg.replace(a.articleId, 'N')]).toEqual([
      missing.errorCode,
      missing.errorMsg.replace('999999', 'N'),
    ])
    expect((await other.call('article.list', { articleIds: a.articleId })).value.total).toBe(0)
    expect((await other.call('article.update', { articleId: a.articleId, title: '别人的' })).errorCode).toBe(
      'NOT_FOUND',
    )
    const { value } = await other.call('article.delete', item(a))
    expect(value.failed[0].errorCode).toBe('NOT_FOUND')
    expect(await view(a)).toMatchObject({ title: a.title, version: 1 })
  })

  test('one bad item never stops the others', async () => {
    const [a, b] = [await save(writer), await save(writer)]
    const { value } = await auditor.call('article.accept', {
      items: [{ articleId: a.articleId }, { articleId: 999999 }, { articleId: b.articleId }],
    })
    expect(value.done).toEqual([a.articleId, b.articleId])
    expect(value.failed).toEqual([{ id: '999999', errorCode: 'NOT_FOUND', errorMsg: expect.any(String) }])
  })

  test('saves and moves in one step, or does neither', async () => {
    const a = await save(writer)
    const bad = await auditor.call('article.updateAndApprove', item(a, { title: '不该留下' }))
    expect(bad.value.failed[0].errorCode).toBe('BAD_STATE')
    expect(await view(a)).toMatchObject({ title: a.title, version: 1 })
    await done(auditor, 'article.updateAndAccept', a, { title: '审核员改过' })
    expect(await view(a)).toMatchObject({ title: '审核员改过', status: 0 })
    await done(second, 'article.updateAndApprove', a, { summary: '摘要' })
    expect(await view(a)).toMatchObject({ summary: '摘要', status: 2 })
  })

  test('the same source address is kept once, an empty one never counts', async () => {
    const url = `https://example.gov.cn/${crypto.randomUUID()}`
    const a = await save(writer, { sourceUrl: url })
    const again = await writer.call('article.saveRole', anArticle(column, { sourceUrl: url }))
    expect(again).toMatchObject({ errorCode: 'CONFLICT', value: { articleId: a.articleId } })
    await save(writer, { sourceUrl: '' })
    await save(writer, { sourceUrl: '' })
    // one's own is no second
    expect((await writer.call('article.update', { articleId: a.articleId, sourceUrl: url })).errorCode).toBe('0')
  })

  test('nobody is told of another department’s article by its source address; a colleague’s counts', async () => {
    const url = `https://example.gov.cn/${crypto.randomUUID()}`
    const b = await save(other, { sourceUrl: url })
    const a = await save(writer, { sourceUrl: url })
    const colleague = await server.person({ roles: ['staff'], deptId: office, columns: [column] })
    const again = await colleague.call('article.saveRole', anArticle(column, { sourceUrl: url }))
    expect(again.errorCode).toBe('CONFLICT')
    // who sees both is told of the one in the way, and edits either as it is
    const seen = await admin.call('article.saveAdmin', anArticle(column, { sourceUrl: url }))
    expect(seen).toMatchObject({ errorCode: 'CONFLICT', value: { articleId: expect.stringMatching(/^\d+$/) } })
    for (const { articleId } of [a, b])
      expect((await admin.call('article.update', { articleId, sourceUrl: url, source: '新华社' })).errorCode).toBe('0')
    // of many at the same moment one is kept
    const at = `https://example.gov.cn/${crypto.randomUUID()}`
    const all = await Promise.all(
      [1, 2, 3].map(() => admin.call('article.saveAdmin', anArticle(column, { sourceUrl: at }))),
    )
    expect(all.map((reply) => reply.errorCode).sort()).toEqual(['0', 'CONFLICT', 'CONFLICT'])
  })

  test('addresses are http(s) or paths on this server, or are refused by their field', async () => {
    const bad = [
      'javascript:alert(1)',
      'data:text/html,x',
      'ftp://a/b',
      '//evil.example/',
      'images/a.jpg',
      'https://a b/',
    ]
    for (const field of ['sourceUrl', 'coverImage', 'jumpUrl'] as const)
      for (const address of bad) {
        const { errorCode, errorMsg } = await writer.call('article.saveRole', anArticle(column, { [field]: address }))
        expect([errorCode, errorMsg], `${field} ${address}`).toEqual([
          'BAD_INPUT',
          expect.stringMatching(new RegExp(`（${field}）：应以 http://、https:// 或 / 开头`)),
        ])
      }
    const covers = anArticle(column, { coverImage: 'data:image/png,/uploads/b.jpg' })
    expect((await writer.call('article.saveRole', covers)).errorCode).toBe('BAD_INPUT')
    const good = { coverImage: '/uploads/a.jpg,https://a.cn/b.jpg', jumpUrl: ' /site/a/0/1.html ', sourceUrl: '' }
    expect(await save(writer, good)).toMatchObject({ ...good, jumpUrl: '/site/a/0/1.html', sourceUrl: null })
    for (const field of ['columnDiyUrl', 'categorySmallImg'] as const) {
      const column = { columnType: 2, categoryTitle: '地址', [field]: 'javascript:alert(1)' }
      expect(await admin.call('column.save', column)).toMatchObject({
        errorCode: 'BAD_INPUT',
        errorMsg: expect.stringContaining(`（${field}）：应以`),
      })
    }
  })

  test('what an older version took is read as it is, and its other fields can be changed', async () => {
    const { articleId } = await save(writer)
    const old = 'javascript:alert(1)'
    await server.parts.db.write
      .updateTable('article')
      .set({ sourceUrl: `${old}${articleId}`, coverImage: old, jumpUrl: old, categoryType: 'URL' })
      .where('id', '=', Number(articleId))
      .execute()
    const changed = await writer.call('article.update', { articleId, source: '新华社' })
    expect(changed.value).toMatchObject({ source: '新华社', coverImage: old, jumpUrl: old })
    const page = await admin.call('article.webGeneratorView', { articleId })
    expect([page.status, page.text.includes('新华社'), page.text.includes(old)]).toEqual([200, true, false])
  })

  test('content is cleaned, titles are kept whole', async () => {
    const title = '关于<script>alert(1)</script>&amp;  的通知'
    const a = await save(writer, {
      title,
      content:
        '<p onclick="x()">好<script>alert(1)</script><a href="javascript:x">链</a><img src=x onerror=y style="position:fixed"></p>',
    })
    expect(a.title).toBe(title)
    expect(a.content).not.toMatch(/script|onclick|onerror|javascript|position/)
    expect(a.content).toContain('好')
  })

  test('an empty content is refused, however it is dressed; a picture or a film alone is content', async () => {
    for (const content of ['', '<p></p>', '<p> &nbsp;</p>\n<p><br></p>', '<p><strong>&nbsp;</strong></p>']) {
      const refused = await writer.call('article.saveRole', anArticle(column, { content }))
      expect(refused.errorCode, content).toMatch(/BAD_INPUT|MISSING_PARAMETER/)
      expect(refused.errorMsg, content).toMatch(/content|请输入内容/)
    }
    for (const content of [
      '<p><img src="/uploads/a.png" alt="图" /></p>',
      '<video src="/uploads/a.mp4" controls></video>',
      '<p>1</p>',
    ])
      expect((await writer.call('article.saveRole', anArticle(column, { content }))).errorCode, content).toBe('0')
  })

  test('a revision of an article that is not the caller’s reads like one that is not there', async () => {
    const { articleId } = await save(other)
    const { revisionId } = (await other.call('article.revisions', { articleId })).value.list[0]
    const [foreign, none] = [revisionId, '99999999']
    const says = async (id: string) => (await writer.call('article.revision', { revisionId: id })).errorMsg
    expect((await says(foreign)).replace(foreign, 'N')).toBe((await says(none)).replace(none, 'N'))
  })

  test('an article that a list names twice is one, in the bin too', async () => {
    const { articleId } = await save(writer)
    const twice = { items: [{ articleId }, { articleId }] }
    for (const call of ['article.accept', 'article.delete', 'article.recycleRestore', 'article.delete'])
      expect((await admin.call(call, twice)).value, call).toEqual({ done: [articleId], failed: [] })
    expect((await admin.call('article.recyclePurge', twice)).value).toEqual({ done: [articleId], failed: [] })
    const { value } = await admin.call('log.list', { call: 'article.recyclePurge', targetId: articleId })
    expect(value.total).toBe(1)
  })

  test('a step answers every field as it was then', async () => {
    const { articleId } = await save(writer, { title: '甲', source: '新华社', keywords: '提案', content: '<p>一</p>' })
    await writer.call('article.update', { articleId, title: '乙', source: '', content: '<p>二</p>' })
    await writer.call('article.update', { articleId, keywords: '会议' })
    const { list } = (await writer.call('article.revisions', { articleId })).value
    const then = async ({ revisionId }: { revisionId: string }) => {
      const { values, content } = (await writer.call('article.revision', { revisionId })).value
      const of = Object.fromEntries(values.map((one: { field: string; value: unknown }) => [one.field, one.value]))
      expect(of).not.toHaveProperty('content')
      return [of.title, of.source, of.keywords, content]
    }
    expect(await Promise.all(list.map(then))).toEqual([
      ['乙', '', '会议', '<p>二</p>'],
      ['乙', '', '提案', '<p>二</p>'],
      ['甲', '新华社', '提案', '<p>一</p>'],
    ])
  })

  test('an old text behind many long ones is found with pauses in between', async () => {
    const long = (i: number) => `<p>${i}</p>${'<p>普通的一段话，没有样式 abc。</p>'.repeat(28_000)}`
    const { articleId } = await save(writer, { content: long(0), source: '新华社' })
    for (let i = 1; i <= 15; i += 1)
      expect((await writer.call('article.update', { articleId, content: long(i) })).errorMsg).toBe('')
    await writer.call('article.update', { articleId, content: '<p>短</p>', source: '' })
    const { list } = (await writer.call('article.revisions', { articleId, pageSize: 50 })).value
    const spent = () => process.threadCpuUsage().user + process.threadCpuUsage().system
    const before = spent()
    let restored: Awaited<ReturnType<Person['call']>> | undefined
    const longest = await longestStretch(async () => {
      restored = await writer.call('article.restore', { articleId, revisionId: list.at(-1).revisionId })
    })
    expect(restored?.value).toMatchObject({ source: '新华社', content: long(0) })
    // a pause comes after 20 ms of work: what is over soon has one at most
    expect(longest).toBeLessThan(Math.max(80, ((spent() - before) / 1000) * 0.7))
  })

  test('a history of long texts takes little longer to list, or to go back through, than one of them to show', async () => {
    const long = (i: number) => `<p>${i}</p>${'<p>普通的一段话，没有样式 abc。</p>'.repeat(28_000)}`
    const { articleId } = await save(writer, { content: long(0), title: '第一个题目', source: '新华社' })
    for (let i = 1; i <= 15; i += 1)
      await writer.call('article.update', { articleId, content: long(i), ...(i === 9 && { title: '另一个题目' }) })
    const spent = () => process.threadCpuUsage().user + process.threadCpuUsage().system
    const cost = async (call: string, input: object) => {
      const costs: number[] = []
      for (let i = 0; i < 3; i += 1) {
        const before = spent()
        expect((await writer.call(call, input)).errorCode).toBe('0')
        costs.push(spent() - before)
      }
      return Math.min(...costs)
    }
    const { list } = (await writer.call('article.revisions', { articleId, pageSize: 50 })).value
    const oldest = { revisionId: list.at(-1).revisionId }
    expect((await writer.call('article.revision', oldest)).value).toMatchObject({
      title: '第一个题目',
      content: long(0),
    })
    const one = await cost('article.revision', { revisionId: list[0].revisionId })
    expect(await cost('article.revision', oldest)).toBeLessThan(one * 1.7)
    expect(await cost('article.revisions', { articleId, pageSize: 50 })).toBeLessThan(one)
  })

  test('restoring what is restored already counts as done, and changes nothing', async () => {
    const a = await save(writer)
    await done(admin, 'article.delete', a)
    await done(admin, 'article.recycleRestore', a)
    const { version } = await view(a)
    expect(await done(admin, 'article.recycleRestore', a)).toMatchObject({ unchanged: [a.articleId] })
    expect((await view(a)).version).toBe(version)
    const foreign = await other.call('article.recycleRestore', item(a))
    expect(foreign.value.failed[0]).toMatchObject({ errorCode: 'NOT_FOUND' })
    expect((await admin.call('article.recyclePurge', item(a))).value.failed[0]).toMatchObject({
      errorCode: 'NOT_FOUND',
    })
  })

  test('what is changed and taken down in one step is both', async () => {
    const a = await published()
    const { version } = await view(a)
    const change = { title: '改后下架', reason: '内容有误' }
    const stale = await admin.call('article.updateAndReject', item(a, { ...change, version: version - 1 }))
    expect(stale.value.failed[0]).toMatchObject({ errorCode: 'STALE' })
    await done(admin, 'article.updateAndReject', a, { ...change, version })
    expect(await view(a)).toMatchObject({ status: 5, title: '改后下架', reason: '内容有误', review: null })
  })

  test('fields that the system keeps are refused by name', async () => {
    for (const field of ['deptId', 'author', 'createdBy', 'hits', 'approvedBy']) {
      const reply = await writer.call('article.saveRole', anArticle(column, { [field]: 1 }))
      expect(reply).toMatchObject({ errorCode: 'BAD_INPUT', errorMsg: expect.stringContaining(field) })
    }
    expect(await writer.call('article.saveRole', anArticle(column, { status: 2 }))).toMatchObject({
      errorCode: 'BAD_INPUT',
    })
  })

  test('a writer keeps to the columns of their role; save/admin needs its own key', async () => {
    const foreign = await makeColumn(server, '别的栏目')
    expect(await writer.call('article.saveRole', anArticle(foreign))).toMatchObject({ errorCode: 'NOT_FOUND' })
    expect(await writer.call('article.saveAdmin', anArticle(column))).toMatchObject({
      errorCode: 'NO_PERMISSION',
      status: 200,
    })
    expect(await reader.call('article.saveRole', anArticle(column))).toMatchObject({
      errorCode: 'NO_PERMISSION',
      status: 200,
    })
  })

  test('a list answers only the fields that it is asked for, and names one that there is not', async () => {
    const { articleId } = (await writer.call('article.saveRole', anArticle(column, { title: '只要几个字段' }))).value
    const ask = (fields: unknown) => writer.call('article.list', { articleIds: [articleId], fields })
    const whole = (await ask('')).value.list[0]
    const some = ['title', 'columnName', 'createdByName', 'review', 'publishTime']
    const { value } = await ask(some)
    expect(value.list).toEqual([Object.fromEntries(['articleId', ...some].map((name) => [name, whole[name]]))])
    expect(value.list[0]).toMatchObject({ articleId, title: '只要几个字段', createdByName: expect.any(String) })
    expect((await ask('title,title')).value).toMatchObject({ total: 1, list: [{ articleId, title: '只要几个字段' }] })
    expect(await ask(['title', 'content'])).toMatchObject({
      errorCode: 'BAD_INPUT',
      errorMsg: expect.stringContaining('没有 content'),
    })
    expect(await ask('a b')).toMatchObject({ errorCode: 'BAD_INPUT' })
  })

  test('lists page by number and by id, sort only by declared fields', async () => {
    const title = `分页${crypto.randomUUID().slice(0, 8)}`
    for (let i = 0; i < 5; i += 1) await save(writer, { title: `${title} ${i}` })
    const page = await writer.call('article.list', { title, pageNum: 2, pageSize: 2 })
    expect(page.value).toMatchObject({ total: 5, pageNumber: 2, pageSize: 2 })
    expect(page.value.list.map((r: { title: string }) => r.title)).toEqual([`${title} 2`, `${title} 1`])
    const first = await writer.call('article.list', { title, sortField: 'articleId', afterId: 0, pageSize: 3 })
    const rest = await writer.call('article.list', {
      title,
      sortField: 'articleId',
      afterId: first.value.list[2].articleId,
      pageSize: 3,
    })
    expect([...first.value.list, ...rest.value.list].map((r: { title: string }) => r.title.slice(-1))).toEqual([
      '0',
      '1',
      '2',
      '3',
      '4',
    ])
    const hostile = await writer.call('article.list', { sortField: 'case when 1 like 1 then id else title end' })
    expect(hostile).toMatchObject({ errorCode: 'BAD_INPUT', errorMsg: expect.stringContaining('sortField') })
    expect(await writer.call('article.list', { sortField: 'password', afterId: 1 })).toMatchObject({
      errorCode: 'BAD_INPUT',
    })
    expect(await writer.call('article.list', { pageSize: 201 })).toMatchObject({ errorCode: 'BAD_INPUT' })
    expect((await writer.call('article.list', { title: '%' })).value.total).toBe(0)
  })

  test('a write repeated with its key is done once and answered the same', async () => {
    const send = (key: string, path = '/api/article/save/role') =>
      server.raw(path, {
        method: 'POST',
        headers: { authorization: writer.token, 'content-type': 'application/json', 'x-request-key': key },
        body: JSON.stringify(anArticle(column, { title: `只存一次 ${key}` })),
      })
    const key = crypto.randomUUID()
    const [first, second] = await Promise.all([send(key), send(key)])
    expect(second.value.articleId).toBe(first.value.articleId)
    expect((await writer.call('article.list', { title: key })).value.total).toBe(1)
    const other = await server.raw('/api/article/update', {
      method: 'POST',
      headers: { authorization: writer.token, 'content-type': 'application/json', 'x-request-key': key },
      body: JSON.stringify({ articleId: first.value.articleId, title: '另一个操作' }),
    })
    expect(other).toMatchObject({ errorCode: 'CONFLICT', errorMsg: expect.stringContaining('x-request-key') })
  })

  test('a list that is repeated is done once, with a key also where it carries changes', async () => {
    const sent = await save(writer)
    const { version } = (await auditor.call('article.view', { articleId: sent.articleId })).value
    const item = [{ articleId: sent.articleId, version, title: '改一次' }]
    const key = crypto.randomUUID()
    const send = () =>
      server.raw('/api/article/updateAndAccept', {
        method: 'POST',
        headers: { authorization: auditor.token, 'content-type': 'application/json', 'x-request-key': key },
        body: JSON.stringify(item),
      })
    const [first, second] = [await send(), await send()]
    expect(first.value).toEqual({ done: [sent.articleId], failed: [] })
    expect(second.value).toEqual(first.value)
    // without a key too, where it is there already: the version is that of before the first time
    const again = await auditor.call('article.accept', { items: [{ articleId: sent.articleId, version }] })
    expect(again.value.done).toEqual([sent.articleId])
    const steps = (await auditor.call('article.revisions', { articleId: sent.articleId })).value.total
    expect((await auditor.call('article.view', { articleId: sent.articleId })).value.version).toBe(steps)
  })

  test('a reader counts once a day, and for published articles only', async () => {
    const a = await published()
    const hit = async (agent: string, { articleId } = a) =>
      (
        await server.raw(`/api/article/hit?articleID=${articleId}`, {
          headers: { 'user-agent': encodeURIComponent(agent) },
        })
      ).value
    expect([await hit('甲'), await hit('甲'), await hit('乙'), await hit('甲')]).toEqual(
      [1, 1, 2, 2].map((hits) => ({ hits })),
    )
    expect(await Promise.all(Array.from({ length: 5 }, () => hit('丙')))).toContainEqual({ hits: 3 })
    expect(await hit('甲')).toEqual({ hits: 3 })
    expect(await hit('甲', await published())).toEqual({ hits: 1 })
    server.clock.now += 24 * 3600_000
    expect(await hit('甲')).toEqual({ hits: 4 })
    server.clock.now -= 24 * 3600_000
    // nothing of who they were is kept
    expect(JSON.stringify(await server.parts.db.read.selectFrom('log').selectAll().execute())).not.toContain(
      encodeURIComponent('丙'),
    )
    expect((await server.anyone.call('article.hit', await save(writer))).errorCode).toBe('NOT_FOUND')
  })
})
