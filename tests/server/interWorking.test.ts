import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dropPushes } from '../../server/areas/interWorking/drop.ts'
import { databases } from '../support/databases.ts'
import { holding } from '../support/holding.ts'
import { type Program, partnersOf } from '../support/partners.ts'
import { makeColumn, makeDept, type Person, startServer, type TestServer } from '../support/server.ts'

const anArticle = (sourceId: string, more: object = {}) => ({
  ...{ sourceId, title: `标题${sourceId}`, content: '<p>近日，县医保局开展政策宣传。</p>' },
  ...more,
})
const aLetter = (sourceId: string, more: object = {}) => ({
  ...{ sourceId, title: '关于缴费', content: '请问怎样缴费？', name: '王青', phone: '19900000021' },
  ...more,
})

describe.each(databases)('inter-working on %s', (database) => {
  let server: TestServer
  let admin: Person
  let columnId: number
  let deptId: number
  let one: Program
  let hands: ReturnType<typeof partnersOf>
  const queue = async (search: object) => (await admin.call('interWorking.list', search)).value
  const rowOf = async (sourceId: string) => (await queue({ sourceId })).list[0]
  const article = async (articleId: string) => (await admin.call('article.view', { articleId })).value
  const move = (area: string, name: string, item: object) => admin.call(`${area}.${name}`, { items: [item] })
  beforeAll(async () => {
    server = await startServer(database)
    admin = await server.person({ roles: ['admin'] })
    columnId = await makeColumn(server, '部门动态')
    deptId = await makeDept(server, '县医保局')
    hands = partnersOf(server, () => admin)
    const columns = {
      leaderColumnId: columnId,
      orgColumnId: columnId,
      commonColumnId: columnId,
      policyDocColumnId: columnId,
    }
    one = await hands.program({ name: '县医保局网站', deptId, ...columns })
  })
  afterAll(() => server.close())

  test.each(['leader', 'org', 'common', 'policyDoc'])(
    'what is pushed as %s becomes an article to audit',
    async (kind) => {
      const { errorCode, value } = await one.push(`save/${kind}`, anArticle(`a-${kind}`, { subtitle: '副标题' }))
      expect({ errorCode, ...value }).toMatchObject({
        errorCode: '0',
        kind,
        status: 0,
        online: 0,
        unchanged: 0,
        reason: null,
      })
      expect(await article(value.articleId)).toMatchObject({
        ...{
          title: `标题a-${kind}`,
          subtitle: '副标题',
          status: 1,
          columnId: String(columnId),
          deptId: String(deptId),
        },
      })
      expect(await rowOf(`a-${kind}`)).toMatchObject({
        partnerName: '县医保局网站',
        articleId: value.articleId,
        status: 0,
      })
    },
  )

  test('articlePush takes any kind by its name', async () => {
    const { value } = await one.push('articlePush', {
      kind: 'common',
      ...anArticle('any-1', { publishTime: '2026-11-20' }),
    })
    expect(value).toMatchObject({ kind: 'common', status: 0 })
    expect(await article(value.articleId)).toMatchObject({ publishTime: '2026-11-20 00:00:00' })
    expect(await one.push('articlePush', { kind: 'other', sourceId: '1' })).toMatchObject({ errorCode: 'BAD_INPUT' })
    expect(await one.push('articlePush', { kind: 'common', sourceId: 'any-2' })).toMatchObject({
      errorCode: 'MISSING_PARAMETER',
    })
    expect(await rowOf('any-2')).toMatchObject({ status: 1, field: 'title' })
  })

  test('the same again is the same article; a change of one that waits revises it, of one online becomes a copy under review', async () => {
    const first = (await one.push('save/common', anArticle('same-1'))).value
    const again = (await one.push('save/common', anArticle('same-1'))).value
    expect(again).toMatchObject({ id: first.id, articleId: first.articleId, unchanged: 1 })
    expect((await article(first.articleId)).version).toBe(1)
    // what the site corrected stays, where the partner changed something else
    await admin.call('article.update', { articleId: first.articleId, content: '<p>本站改过的正文。</p>' })
    const changed = (await one.push('save/common', anArticle('same-1', { title: '改过的标题' }))).value
    expect(changed).toMatchObject({ id: first.id, articleId: first.articleId, unchanged: 0, title: '改过的标题' })
    expect(await article(first.articleId)).toMatchObject({
      title: '改过的标题',
      content: '<p>本站改过的正文。</p>',
      status: 1,
    })
    const { articleId } = first
    await move('article', 'accept', { articleId })
    expect((await one.push('save/common', anArticle('same-1', { title: '初审后再改' }))).value.status).toBe(0)
    expect(await article(articleId)).toMatchObject({ title: '初审后再改', status: 1 })
    await move('article', 'accept', { articleId })
    await move('article', 'approve', { articleId })
    const online = (await one.push('getInterWorking', { id: 'same-1', type: 'common' })).value
    expect(online).toMatchObject({ online: 1, url: expect.stringContaining('/site/') })
    await one.push('save/common', anArticle('same-1', { title: '上网后再改' }))
    expect(await article(articleId)).toMatchObject({ title: '初审后再改', status: 2, review: { status: 1 } })
    expect((await queue({ sourceId: 'same-1' })).total).toBe(1)
  })

  test('two that come at once are one', async () => {
    const both = await Promise.all([1, 2].map(() => one.push('save/org', anArticle('twice'))))
    const [a, b] = both.map(({ value }) => value)
    expect(a.articleId).toBe(b.articleId)
    expect((await admin.call('article.list', { title: '标题twice' })).value.total).toBe(1)
  })

  test('what the site deleted takes no push any more, and says so; restored it does, deleted for good it is made anew by who wants it', async () => {
    const { articleId, id } = (await one.push('save/common', anArticle('gone'))).value
    await move('article', 'delete', { articleId })
    const says = { errorCode: 'BAD_STATE', errorMsg: expect.stringContaining('已被本站删除') }
    expect(await one.push('save/common', anArticle('gone'))).toMatchObject(says)
    expect(await one.push('save/common', anArticle('gone', { title: '新标题' }))).toMatchObject(says)
    expect(await rowOf('gone')).toMatchObject({ id, status: 1, articleId, reason: expect.stringContaining('回收站') })
    expect((await move('interWorking', 'retake', { id })).value.failed[0].errorMsg).toContain('已被本站删除')
    await move('article', 'recycleRestore', { articleId })
    expect((await move('interWorking', 'retake', { id })).value.done).toEqual([id])
    expect(await article(articleId)).toMatchObject({ title: '新标题' })
    await move('article', 'delete', { articleId })
    await move('article', 'recyclePurge', { articleId })
    expect(await one.push('save/common', anArticle('gone', { title: '又一个' }))).toMatchObject({
      errorCode: 'BAD_STATE',
    })
    expect((await move('interWorking', 'retake', { id })).value.done).toEqual([id])
    const now = await rowOf('gone')
    expect(now).toMatchObject({ status: 0, reason: null })
    expect(now.articleId).not.toBe(articleId)
  })

  test('content of others is cleaned, looked through and judged; each refusal names its field and is kept with what was pushed', async () => {
    const script = '<p onclick="x()">正文<script>alert(1)</script></p>'
    const { value } = await one.push('save/common', anArticle('clean', { content: script }))
    expect((await article(value.articleId)).content).toBe('<p>正文</p>')
    await admin.call('sensitive.add', { word: '禁用词语', level: 2, list: 0, type: 0 })
    const refusals: [object, string, string, string][] = [
      [{ content: '<p>含有禁用词语的正文</p>' }, 'SENSITIVE_WORDS', '禁用词语', 'content'],
      [{ sourceUrl: 'javascript:alert(1)' }, 'BAD_INPUT', '原文地址（sourceUrl）', 'sourceUrl'],
      [{ publishTime: '2031-01-01' }, 'BAD_INPUT', '还没有到', 'publishTime'],
      [{ title: '' }, 'BAD_INPUT', '请输入标题', 'title'],
      [{ title: undefined }, 'MISSING_PARAMETER', 'title', 'title'],
      [{ title: '长'.repeat(301) }, 'BAD_INPUT', '最多 300 个字', 'title'],
      [{ content: '<p> </p>' }, 'BAD_INPUT', '请输入内容', 'content'],
    ]
    for (const [i, [more, errorCode, says, field]] of refusals.entries()) {
      const reply = await one.push('save/common', anArticle(`bad-${i}`, more))
      expect([reply.errorCode, reply.errorMsg]).toEqual([errorCode, expect.stringContaining(says)])
      const row = await rowOf(`bad-${i}`)
      expect(row).toMatchObject({ status: 1, articleId: null, reason: reply.errorMsg })
      expect(row.field).toBe(field)
      const { content, sealed } = (await admin.call('interWorking.get', { id: row.id })).value
      expect(sealed).toBe(0)
      expect(content).toContain('正文：')
    }
    const sourceUrl = 'https://yb.example/1'
    await one.push('save/common', anArticle('url-1', { sourceUrl }))
    expect(await one.push('save/common', anArticle('url-2', { sourceUrl }))).toMatchObject({
      ...{ errorCode: 'CONFLICT', value: null },
    })
    expect(await rowOf('url-2')).toMatchObject({ field: 'sourceUrl' })
    // without a number there is nothing that it would be the same as
    expect(await one.push('save/common', { title: '没有编号', content: '<p>a</p>' })).toMatchObject({
      errorCode: 'MISSING_PARAMETER',
    })
    const [nameless] = (await queue({ title: '没有编号' })).list
    expect(nameless).toMatchObject({ sourceId: null, status: 1, field: 'sourceId' })
    expect((await move('interWorking', 'retake', { id: nameless.id })).value.failed[0].errorMsg).toContain(
      '没有来源编号',
    )
    // the same once more leaves no second trace
    await one.push('save/common', anArticle('bad-0', { content: '<p>含有禁用词语的正文</p>' }))
    const bad = await rowOf('bad-0')
    expect((await admin.call('interWorking.history', { id: bad.id })).value.total).toBe(1)
    // mended here, or there
    await one.push('save/common', anArticle('bad-0'))
    expect(await rowOf('bad-0')).toMatchObject({ status: 0, reason: null, field: null })
  })

  test('a kind without a column is refused until one is named, in the partner’s row or by the setting', async () => {
    const other = await hands.program({ kinds: 'common' })
    const reply = await other.push('save/common', anArticle('placeless'))
    expect(reply).toMatchObject({
      errorCode: 'BAD_STATE',
      errorMsg: expect.stringContaining('没有为「一般信息」指定栏目'),
    })
    expect(await other.push('save/leader', anArticle('placeless'))).toMatchObject({
      errorMsg: expect.stringContaining('没有允许'),
    })
    const [{ id }] = (await queue({ partnerId: other.id, kind: 'common' })).list
    const value = `c${columnId}`
    expect((await admin.call('setting.save', { items: [{ name: 'interWorking.common', value }] })).errorCode).toBe('0')
    expect((await move('interWorking', 'retake', { id })).value.done).toEqual([id])
    const { articleId } = (await queue({ partnerId: other.id, kind: 'common' })).list[0]
    expect(await article(articleId)).toMatchObject({ columnId: String(columnId), deptId: null, status: 1 })
  })

  test('what is dismissed stays so while it is the same; the dismissal is taken back', async () => {
    await admin.call('partner.edit', { id: one.id, kinds: 'leader,org,common,bulletin,mail,apply' })
    await one.push('save/policyDoc', anArticle('no'))
    const { id } = await rowOf('no')
    expect((await move('interWorking', 'dismiss', { id })).value.failed[0].errorMsg).toContain('理由')
    await move('interWorking', 'dismiss', { id, reason: '测试内容' })
    await admin.call('partner.edit', { id: one.id, kinds: 'leader,org,common,policyDoc,bulletin,mail,apply' })
    expect(await one.push('save/policyDoc', anArticle('no'))).toMatchObject({
      errorCode: 'BAD_STATE',
      errorMsg: '本站决定不予收录：测试内容',
    })
    expect(await rowOf('no')).toMatchObject({ status: 3, reason: '测试内容' })
    expect((await move('interWorking', 'undo', { id })).value.done).toEqual([id])
    expect(await rowOf('no')).toMatchObject({ status: 1 })
    await move('interWorking', 'dismiss', { id, reason: '测试内容' })
    expect((await one.push('save/policyDoc', anArticle('no', { title: '改过' }))).value).toMatchObject({ status: 0 })
    expect((await move('interWorking', 'dismiss', { id, reason: '晚了' })).value.failed[0].errorMsg).toContain(
      '它已收录',
    )
  })

  test('what is taken up anew by a plan of two is done whole or not at all', async () => {
    const other = await hands.program({ kinds: 'org' })
    for (const sourceId of ['p-1', 'p-2']) await other.push('save/org', anArticle(sourceId))
    const things = (await queue({ partnerId: other.id })).list.map(({ id }: { id: string }) => ({ id }))
    await admin.call('partner.edit', { id: other.id, orgColumnId: columnId })
    const { planId, mark } = (await admin.call('plan.make', { area: 'interWorking', move: 'retake', things })).value
    const second = await server.person({ roles: ['admin'] })
    // one of them was changed since: only it stays
    await other.push('save/org', anArticle('p-2', { title: '' }))
    const ids = things.map(({ id }: { id: string }) => id)
    const { value } = await second.call('plan.apply', { planId, mark, ids })
    expect(value).toMatchObject({ done: [ids[1]], failed: [{ id: ids[0], errorCode: 'STALE' }] })
    const states = (await queue({ partnerId: other.id })).list.map(({ status }: { status: number }) => status)
    expect(states.sort()).toEqual([0, 1])
  })

  test('an issue of the bulletin becomes a draft; published, it is corrected here alone', async () => {
    const issue = { sourceId: 'b-1', title: '县公报', year: 2026, number: 9, publishTime: '2026-09-01' }
    const contents = [{ title: '甲', section: '文件', content: '<p>甲的正文</p>' }]
    const { value } = await one.push('save/bulletin', { ...issue, contents })
    expect(value).toMatchObject({ status: 0, kind: 'bulletin', bulletinId: expect.any(String) })
    const at = async () => (await admin.call('bulletin.getBulletin', { id: value.bulletinId })).value
    expect(await at()).toMatchObject({
      title: '县公报',
      status: 0,
      publishedOn: '2026-09-01 00:00:00',
      contentCount: 1,
    })
    await one.push('save/bulletin', { ...issue, title: '县公报（修订）', contents })
    expect(await at()).toMatchObject({ title: '县公报（修订）', contentCount: 1 })
    const more = [...contents, { title: '乙', content: '<p>乙</p>' }]
    expect((await one.push('save/bulletin', { ...issue, contents: more })).errorMsg).toContain('篇目（contents）')
    expect((await one.push('save/bulletin', { ...issue, sourceId: 'b-2' })).errorMsg).toContain('期号（number）')
    await move('bulletin', 'publish', { id: value.bulletinId })
    expect((await one.push('save/bulletin', { ...issue, title: '再改', contents })).errorMsg).toContain('已发布')
    expect(await rowOf('b-1')).toMatchObject({ status: 1, field: null, bulletinId: value.bulletinId })
  })

  test.each(['mail', 'apply'])('%s waits, sealed: it is read whole by an act that the log tells', async (kind) => {
    const { value } = await one.push(`save/${kind}`, aLetter(`l-${kind}`))
    expect(value).toMatchObject({ status: 2, articleId: null })
    const { id } = await rowOf(`l-${kind}`)
    const shown = (await admin.call('interWorking.get', { id })).value
    expect(shown).toMatchObject({ sealed: 1, content: null })
    const stored = await server.parts.db.read
      .selectFrom('interWorking')
      .selectAll()
      .where('id', '=', Number(id))
      .execute()
    expect(JSON.stringify(stored)).not.toMatch(/王青|19900000021|怎样缴费/)
    const whole = (await admin.call('interWorking.reveal', { id, reason: '转办' })).value
    expect(whole.content).toContain('手机号：19900000021')
    const [row] = (await admin.call('log.list', { keyword: '的全文' })).value.list
    expect(row).toMatchObject({ userName: expect.any(String) })
    expect((await move('interWorking', 'retake', { id })).value.failed[0].errorMsg).toContain('等待办理')
    // what waits is not lost to a push that does not fit
    expect((await one.push(`save/${kind}`, aLetter(`l-${kind}`, { phone: '12' }))).errorCode).toBe('BAD_INPUT')
    expect(await rowOf(`l-${kind}`)).toMatchObject({ id, status: 2 })
    const still = (await admin.call('interWorking.reveal', { id, reason: '转办' })).value
    expect(still.content).toBe(whole.content)
    const refused = await one.push(`save/${kind}`, aLetter(`x-${kind}`, { phone: '12' }))
    expect(refused).toMatchObject({ errorCode: 'BAD_INPUT', errorMsg: expect.stringContaining('手机号（phone）') })
    expect((await admin.call('interWorking.get', { id: (await rowOf(`x-${kind}`)).id })).value).toMatchObject({
      sealed: 1,
    })
  })

  test('a partner sees its own alone: by number, by search, by month', async () => {
    const a = await hands.program({ commonColumnId: columnId })
    const b = await hands.program({ commonColumnId: columnId })
    await a.push('save/common', anArticle('mine'))
    await a.push('save/common', anArticle('mine-2', { title: '' }))
    await b.push('save/common', anArticle('mine', { title: '别人的' }))
    expect((await a.push('getInterWorking', { id: 'mine', type: 'common' })).value).toMatchObject({ title: '标题mine' })
    expect(await a.push('getInterWorking', { id: 'mine', type: 'org' })).toMatchObject({ errorCode: 'NOT_FOUND' })
    expect((await a.push('getInterWorkingSearch', { title: '别人' })).value.total).toBe(0)
    expect((await a.push('getInterWorkingSearch', { status: 1 })).value).toMatchObject({
      ...{ total: 1, list: [{ sourceId: 'mine-2', reason: expect.stringContaining('title') }] },
    })
    expect((await a.push('getYm')).value).toEqual([{ ym: '2026-11', count: 2, taken: 1 }])
    expect((await a.push('list', { ym: '2026-11', kind: 'common' })).value.total).toBe(2)
    expect((await a.push('list', { ym: '2026-10' })).value.total).toBe(0)
    expect(await a.push('list', { ym: '2026-13' })).toMatchObject({ errorCode: 'BAD_INPUT' })
  })

  test('the log tells each push by the partner’s name, and what was made of it', async () => {
    await one.push('save/leader', anArticle('told'))
    const rows = (await admin.call('log.list', { pageSize: 2 })).value.list
    expect(rows.map(({ userName, call }: { userName: string; call: string }) => [userName, call])).toEqual([
      ['县医保局网站', 'interWorking.saveLeader'],
      ['县医保局网站', 'article.saveAdmin'],
    ])
    await one.push('save/leader', { sourceId: 'told-2', title: '无正文' })
    const [refused] = (await admin.call('log.list', { pageSize: 1 })).value.list
    expect(refused).toMatchObject({ call: 'interWorking.saveLeader', result: expect.stringContaining('退回：缺少') })
  })

  test('who is no partner pushes nothing, and a name of an app gives no right', async () => {
    const path = '/api/interWorking/article/save/common'
    const send = (headers: Record<string, string>) =>
      server.raw(path, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: '{}' })
    expect(await send({ appKey: 'partner' })).toMatchObject({ status: 401, errorCode: 'NOT_SIGNED_IN' })
    expect(await send({ authorization: admin.token })).toMatchObject({ errorCode: 'NO_PERMISSION' })
    const token = await one.token()
    expect(await send({ authorization: token })).toMatchObject({ errorCode: 'MISSING_PARAMETER' })
    const list = await server.raw('/x/interWorking/list', { method: 'POST', headers: { authorization: token } })
    expect(list).toMatchObject({ errorCode: 'NO_PERMISSION' })
  })

  test('who works for one department sees what its partners pushed, letters too, and no other’s; a partner takes them along', async () => {
    const other = await makeDept(server, '县气象局')
    const keys = ['interWorking_list', 'interWorking_reveal', 'interWorking_retake', 'interWorking_dismiss']
    const clerk = (id: number) => holding(server, keys, { dataScope: 'DEPART', deptId: id })
    const [ours, theirs] = [await clerk(deptId), await clerk(other)]
    const own = await hands.program({ deptId })
    await own.push('save/mail', aLetter('scope-1'))
    const { id, version } = await rowOf('scope-1')
    const search = { sourceId: 'scope-1' }
    expect((await theirs.call('interWorking.list', search)).value.total).toBe(0)
    expect((await ours.call('interWorking.list', search)).value.total).toBe(1)
    for (const call of ['get', 'reveal']) {
      expect((await theirs.call(`interWorking.${call}`, { id })).errorMsg).toBe(`推送 ${id} 不存在或无权操作`)
    }
    const taken = await theirs.call('interWorking.dismiss', { items: [{ id, version }], reason: '不收' })
    expect(taken.value).toMatchObject({ done: [], failed: [{ id, errorCode: 'NOT_FOUND' }] })
    expect((await theirs.call('inbox.count')).value.total).toBe(0)
    const partner = (await admin.call('partner.get', { id: own.id })).value
    await admin.call('partner.edit', { id: own.id, deptId: other, version: partner.version })
    expect((await theirs.call('interWorking.reveal', { id })).errorCode).toBe('0')
    expect((await ours.call('interWorking.list', search)).value.total).toBe(0)
  })

  test('a partner that pushes without end waits, and others do not; what was refused long ago is forgotten', async () => {
    const many = await hands.program({ kinds: 'apply' })
    for (let sent = 0; sent < 300; sent += 10) {
      const some = Array.from({ length: 10 }, (_, i) => many.push('save/apply', { sourceId: `m-${i % 7}` }))
      for (const reply of await Promise.all(some)) expect(reply.errorCode).toBe('MISSING_PARAMETER')
    }
    expect(await many.push('save/apply', { sourceId: 'm-0' })).toMatchObject({ errorCode: 'TOO_MANY' })
    expect((await one.push('save/apply', aLetter('other'))).errorCode).toBe('0')
    expect((await queue({ partnerId: many.id })).total).toBe(7)
    const { parts, clock } = server
    const watch = { stopped: () => false, note: async () => {} }
    expect(await dropPushes({ ...parts, now: () => clock.now + 364 * 24 * 3600_000 }, watch as never)).toBe(0)
    const before = (await queue({ status: 2 })).total
    expect(await dropPushes({ ...parts, now: () => clock.now + 366 * 24 * 3600_000 }, watch as never)).toBeGreaterThan(
      6,
    )
    expect((await queue({ partnerId: many.id })).total).toBe(0)
    expect((await queue({ status: 2 })).total).toBe(before)
  })
})
