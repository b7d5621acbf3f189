import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eachEndpoint, wholeContract } from '../../core/contract/areas.ts'
import { canRehearse } from '../../core/contract/rehearsal.ts'
import { beginJob, holderOf } from '../../server/jobs/rows.ts'
import { databases } from '../support/databases.ts'
import { longestStretch } from '../support/loop.ts'
import { everyRow } from '../support/rows.ts'
import { anArticle, makeColumn, type Person, startServer, type TestServer } from '../support/server.ts'

const calls = [...eachEndpoint(await wholeContract())].map(([area, call, e]) => ({ name: `${area}.${call}`, e }))

/** Writes that cannot be tried without being done: a reviewed list. */
const never = [
  'apply.reveal',
  'apply.upload',
  'apply.webSave',
  'apply.webSupplement',
  'article.verifyOffSite',
  'attachment.upload',
  'auth.checkLoginNoCode',
  'auth.factor',
  'auth.factorBegin',
  'auth.factorCodes',
  'auth.factorConfirm',
  'auth.factorEnrol',
  'auth.factorEnrolled',
  'auth.factorOff',
  'auth.login',
  'auth.loginNoCode',
  'auth.mobileCheck',
  'auth.mobileLogin',
  'auth.mobileSend',
  'auth.password',
  'auth.phoneCode',
  'auth.prove',
  'auth.renew',
  'auth.rescue',
  'editor.exec',
  'editor.ueConfigPost',
  'file.uploadArticleTem',
  'file.uploadName',
  'file.uploadsName',

  ...['forum.comment', 'forum.post', 'forum.reveal'],
  ...['industrialProject.reveal', 'industrialProject.webAdd'],
  'interWorking.articlePush',
  'interWorking.getInterWorkingToken',
  'interWorking.reveal',
  'interWorking.saveApply',
  'interWorking.saveBulletin',
  'interWorking.saveCommon',
  'interWorking.saveLeader',
  'interWorking.saveMail',
  'interWorking.saveOrg',
  'interWorking.savePolicyDoc',
  'llTheme.reveal',
  'llTheme.webAdd',
  'mail.complain',
  'mail.rate',
  'mail.reveal',
  'mail.upload',
  'mail.webAdd',
  'mail.webSupplement',
  'people.reveal',
  'people.siteComplete',
  'people.siteUpload',
  'questAnswer.searchFeedbackSave',
  'sms.reveal',
  'suggestion.add',
  'suggestion.reveal',
  'survey.webSave',
  'theme.reveal',
  'theme.webAdd',
  'user.resetPwd',
  'user.reveal',
  'website.probe',
  'xaxTheme.reveal',
  'xaxTheme.webAdd',
]

test('every other write has an address at which it is undone', () => {
  const without = calls.filter(({ e }) => e.effect === 'write' && !canRehearse(e)).map(({ name }) => name)
  expect(without.sort()).toEqual(never)
})

describe.each(databases)('a dry run on %s', (database) => {
  let server: TestServer
  let column: number
  let admin: Person
  beforeAll(async () => {
    server = await startServer(database)
    column = await makeColumn(server)
    admin = await server.person({ roles: ['admin'] })
  })
  afterAll(() => server.close())

  test('what cannot be tried has no such address, also where another call’s would fit it', async () => {
    for (const { e } of calls.filter(({ name }) => never.includes(name))) {
      const path = `/x/dry-run${e.path.replace(/\{\w+\}/g, '1')}`
      const method = e.method === 'ANY' ? 'POST' : e.method
      const reply = await server.raw(path, { method, headers: { authorization: admin.token } })
      expect([path, reply.errorCode]).toEqual([path, 'UNKNOWN_CALL'])
    }
  })

  const at = (who: Person, path: string, body: unknown) =>
    server.raw(path, {
      method: 'POST',
      headers: {
        authorization: who.token,
        'content-type': 'application/json',
        ...(path.startsWith('/x/dry-run/') && { 'x-request-key': 'same' }),
      },
      body: JSON.stringify(body),
    })

  /** The call tried and then made; both answers. The try has changed nothing. */
  async function both(path: string, body: unknown, who = admin) {
    const before = await everyRow(server.parts)
    const dry = await at(who, `/x/dry-run${path}`, body)
    expect(await everyRow(server.parts)).toEqual(before)
    return { dry, wet: await at(who, path, body) }
  }
  const said = ({ dry, wet }: Awaited<ReturnType<typeof both>>) => {
    expect([dry.status, dry.errorCode, dry.errorMsg]).toEqual([wet.status, wet.errorCode, wet.errorMsg])
    return wet
  }
  const save = async (more = {}) =>
    String((await admin.call('article.saveAdmin', anArticle(column, more))).value.articleId)

  test('a header alone makes no rehearsal: it is refused before anything is done', async () => {
    const { token } = await server.person({ roles: ['admin'] })
    const before = await everyRow(server.parts)
    for (const [path, manner] of [
      ['/hot/add', '1'],
      ['/hot/add', 'ahead'],
      ['/x/dry-run/hot/add', '1'],
    ] as const)
      expect(
        await server.raw(path, {
          method: 'POST',
          headers: { authorization: token, 'content-type': 'application/json', 'x-dry-run': manner },
          body: JSON.stringify({ name: '热词' }),
        }),
      ).toMatchObject({ errorCode: 'BAD_INPUT', errorMsg: expect.stringContaining('/x/dry-run/') })
    expect(await everyRow(server.parts)).toEqual(before)
  })

  test('of a hundred changes lets others have their turn between two of them', async () => {
    const ids = await Promise.all(Array.from({ length: 100 }, () => save()))
    const items = ids.map((articleId) => ({ articleId, source: '新华社' }))
    const spent = () => process.threadCpuUsage().user + process.threadCpuUsage().system
    const before = spent()
    let reply: Awaited<ReturnType<typeof at>> | undefined
    const longest = await longestStretch(async () => {
      reply = await at(admin, '/x/dry-run/api/article/updateAndAccept', { items })
    })
    expect(reply?.value.value.done).toEqual(ids)
    expect(longest).toBeLessThan(((spent() - before) / 1000) * 0.7)
  })

  test('answers what the call answers, and keeps nothing', async () => {
    const { dry, wet } = await both('/api/article/save/admin', anArticle(column, { title: '甲' }))
    expect([dry.errorCode, wet.errorCode]).toEqual(['0', '0'])
    expect(dry.value).toMatchObject({ rehearsed: true, value: { title: '甲', status: wet.value.status } })
  })

  test('tells each item of a list as the call does: done, wrong state, in the bin, not there', async () => {
    const [good, draft, binned] = [await save({ status: 1 }), await save({ status: 3 }), await save()]
    await at(admin, '/api/article/delete', [{ articleId: binned }])
    const ids = [good, draft, binned, '99999']
    const accept = await both(
      '/api/article/accept',
      ids.map((articleId) => ({ articleId })),
    )
    expect(accept.dry.value.value).toEqual(said(accept).value)
    const bin = await both(
      '/api/article/delete',
      [binned, '99999'].map((articleId) => ({ articleId })),
    )
    expect(bin.dry.value.value).toEqual(said(bin).value)
  })

  test('of many lets others write between its pieces', async () => {
    const ids = await Promise.all(Array.from({ length: 300 }, () => save({ status: 1 })))
    const other = await save()
    let over = false
    const tried = at(
      admin,
      '/x/dry-run/api/article/updateAndAccept',
      ids.map((articleId) => ({ articleId, source: '新华社' })),
    ).finally(() => {
      over = true
    })
    let written = 0
    while (!over) {
      const { errorCode } = await admin.call('article.update', { articleId: other, title: `第 ${written} 次` })
      expect(errorCode).toBe('0')
      written += 1
    }
    expect((await tried).value.value).toEqual({ done: ids, failed: [] })
    // in one piece it would let in the one that came before it
    expect(written).toBeGreaterThan(3)
  })

  /** Ids that are not there, so that what hangs together stands in different chunks of the call. */
  const nowhere = (from: number) => Array.from({ length: 130 }, (_, i) => String(90_000 + from + i))

  test('foretells what an earlier item does to a later one, however far it stands', async () => {
    const [a, b, c, d] = [await save({ status: 1 }), await save({ status: 1 }), await save(), await save({ status: 1 })]
    const list = [a, ...nowhere(0), b, a, c, ...nowhere(200), a, d, b].map((articleId) => ({ articleId }))
    for (const path of ['/api/article/accept', '/x/article/undo', '/api/article/delete', '/x/article/recycle/purge']) {
      const pair = await both(path, list)
      expect(pair.dry.value.value, path).toEqual(said(pair).value)
      expect(pair.dry.value.value.done, path).toContain(a)
    }
  })

  test('foretells addresses that go from one article to another, and columns that go after those below them', async () => {
    const [x, y] = ['https://example.gov.cn/dry/x', 'https://example.gov.cn/dry/y']
    const [a, b, c] = [await save({ sourceUrl: x }), await save(), await save()]
    const gap = nowhere(0).map((articleId) => ({ articleId }))
    const given = await both('/api/article/updateAndAccept', [
      { articleId: a, sourceUrl: y },
      ...gap,
      { articleId: b, sourceUrl: x },
      ...gap,
      { articleId: c, sourceUrl: y },
    ])
    expect(given.dry.value.value).toEqual(said(given).value)
    expect(given.dry.value.value.done).toEqual([a, b])
    const under = async (parent: number) =>
      Number(
        (await admin.call('column.save', { columnType: 1, categoryTitle: '试删', categoryCategoryId: parent })).value
          .categoryId,
      )
    const top = await under(0)
    const below = await under(top)
    const gone = await both('/column/del', { ids: [below, ...nowhere(0).map(Number), top] })
    expect(gone.dry.value.value).toEqual(said(gone).value)
    expect(gone.dry.value.value.done).toEqual([String(below), String(top)])
  })

  test('refuses what the call refuses: fields, rights, what is taken', async () => {
    said(await both('/column/save', { columnType: 1 }))
    said(await both('/column/save', { columnType: 1, categoryTitle: '甲', categoryCategoryId: 777 }))
    const nobody = await server.person({ roles: [] })
    const wet = said(await both('/column/save', { columnType: 1, categoryTitle: '甲' }, nobody))
    expect(wet.errorCode).toBe('NO_PERMISSION')
    said(await both('/column/del', { ids: [column, 999] }))
    const token = said(await both('/x/auth/script/add', { name: '夜间', keys: ['article_list', 'nonsense'] }))
    expect([token.errorCode, token.errorMsg]).toEqual(['BAD_INPUT', expect.stringContaining('没有 nonsense')])
    said(await both('/x/auth/script/del', { id: 999 }))
  })

  test('does what comes before the transaction too: texts are cleaned, old ones are found', async () => {
    const content = '<p onclick="x()">乙</p>'
    const first = await both('/api/article/save/admin', anArticle(column, { content }))
    expect(first.dry.value.value.content).toBe('<p>乙</p>')
    said(await both('/api/article/save/admin', anArticle(column, { content: '<b>'.repeat(1001) })))
    const { articleId } = first.wet.value
    await at(admin, '/api/article/update', { articleId, content: '<p>丙</p>' })
    const { list } = (await admin.call('article.revisions', { articleId })).value
    const back = await both('/x/article/restore', { articleId, revisionId: list.at(-1).revisionId })
    for (const value of [back.dry.value.value, back.wet.value]) expect(value.content).toBe('<p>乙</p>')
  })

  test('a token that was tried opens nothing', async () => {
    const { dry } = await both('/x/auth/script/add', { name: '夜间', keys: ['article_list'] })
    const reply = await server.raw('/user/info', {
      method: 'POST',
      headers: { authorization: dry.value.value.token },
    })
    expect(reply.errorCode).toBe('SESSION_OVER')
  })

  test('signing out is not done', async () => {
    const person = await server.person({ roles: ['admin'] })
    expect((await at(person, '/x/dry-run/people/logout', {})).errorCode).toBe('0')
    expect((await person.call('auth.info')).errorCode).toBe('0')
  })

  test('no generation begins; one that runs is told', async () => {
    const jobs = async () => (await everyRow(server.parts)).job
    const before = await jobs()
    const dry = await at(admin, '/x/dry-run/x/generate/all', {})
    expect(dry).toMatchObject({ errorCode: '0', value: { rehearsed: true } })
    expect(await jobs()).toEqual(before)
    const start = { kind: 'generate', scope: '全站', alone: 'generate', by: { id: null, name: '周明川' } } as const
    const of = { holder: holderOf(1, 'other'), now: Date.now() }
    await server.parts.db.transaction((trx) => beginJob(trx, server.parts.db.dialect, start, of))
    expect((await at(admin, '/x/dry-run/x/generate/all', {})).errorCode).toBe('ALREADY_RUNNING')
    expect((await at(admin, '/x/dry-run/generate/article/0/soon', {})).errorCode).not.toBe('0')
    await server.parts.db.write.deleteFrom('job').execute()
  })

  test('is nothing for strangers, for signing in, or for reading', async () => {
    const stranger = await server.raw('/x/dry-run/column/save', { method: 'POST' })
    expect(stranger).toMatchObject({ status: 401, errorCode: 'NOT_SIGNED_IN' })
    for (const path of ['/user/loginNoCode', '/user/login', '/user/info', '/api/article/list'])
      expect((await at(admin, `/x/dry-run${path}`, {})).errorCode, path).toBe('UNKNOWN_CALL')
  })
})
