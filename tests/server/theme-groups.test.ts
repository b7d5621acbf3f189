import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { wholeContract } from '../../core/contract/areas.ts'
import type { Area } from '../../core/contract/endpoint.ts'
import { proposalKind, themeGroups, topicPath } from '../../core/domain/theme-groups.ts'
import { type ThemeArea, themeAreas } from '../../core/domain/theme-names.ts'
import { limitsFrom } from '../../server/limits.ts'
import type { AnyDb } from '../../server/rows/list.ts'
import { databases } from '../support/databases.ts'
import { type Person, type Reply, startServer, type TestServer } from '../support/server.ts'
import { visitorsOf } from '../support/visitor.ts'

/** A topic of one group, with a reply, and what its writer knows of it. */
interface Made {
  readonly id: string
  readonly replyId: string
  readonly code: string
  readonly phone: string
}

/** How a call is made about a topic, or its reply. */
type Asked = (one: Made) => object
const items: Asked = ({ id }) => ({ items: [{ id, reason: '内容不明确' }] })
const ids =
  (more: object = {}): Asked =>
  ({ id }) => ({ ids: [id], reason: '内容不明确', ...more })
const one =
  (more: object = {}): Asked =>
  ({ id }) => ({ id, ...more })
const replyOf =
  (more: object = {}): Asked =>
  ({ replyId }) => ({ id: replyId, ...more })
const all: Asked = () => ({ pageSize: 200 })

/** Every call of the groups that is about rows: one by one. */
const aboutOne: Readonly<Record<string, Asked>> = {
  ...{ get: one(), update: one({ title: '改掉的标题' }), deptList: one(), reveal: one({ reason: '核实' }) },
  ...{ replySave: one({ content: '越过去的回复' }), replyGet: replyOf(), replyAudit: replyOf({ state: 1 }) },
  ...{ webGet: one(), appealGet: one(), myGet: one(), history: one(), webCode: ({ code, phone }) => ({ code, phone }) },
}
/** Several at once, each told by itself. */
const aboutMany: Readonly<Record<string, Asked>> = {
  ...{ pass: items, reject: items, binRestore: items, binPurge: items, undo: items },
  ...{ dels: ids(), show: ids({ show: 1 }), recommend: ids({ recommend: 1 }), transfer: ids({ deptId: '0' }) },
  ...{ giveBack: ids({ remarks: '不属于本部门' }), examine: ids({ state: 1 }), themeAudit: ids({ state: 1 }) },
  replyDelete: ({ replyId }) => ({ ids: [replyId] }),
}
/** What answers many rows: none of another group is among them. */
const lists: Readonly<Record<string, Asked>> = {
  ...{ list: all, webList: all, myList: all, qnsqlist: all, listByPeopleId: all, themeListBypeopleId: all },
  ...{ hotThemeList: all, themeRecommendList: all, zcwdThemeList: all, binList: all },
  ...{ appealList: () => ({ pageNumber: 1, pageSize: 200 }), replyQuery: all },
}
/** What makes a row, or answers no rows. */
const apart = [
  'add',
  'webAdd',
  'counts',
  'queryStateThemeAll',
  'examineAll',
  'themeExcel',
  'themeCountList',
  'themeCountExcel',
]

describe.each(databases)('the calls of a group of topics reach its own rows alone, on %s', (database) => {
  let server: TestServer
  let admin: Person
  let contract: Readonly<Record<string, Area>>
  let visitor: ReturnType<typeof visitorsOf>
  let token: string
  const made = {} as Record<ThemeArea, Made>
  const noun = (area: ThemeArea) => `${area}的话题`

  const db = () => server.parts.db.write as unknown as AnyDb
  const names = (area: ThemeArea) => Object.keys(contract[area] as Area)
  async function call(area: ThemeArea, name: string, input: object): Promise<Reply> {
    const e = (contract[area] as Area)[name]
    if (e?.access === 'visitor') return visitor.post(e.path, input, { authorization: token })
    return (e?.access === 'public' ? server.anyone : admin).call(`${area}.${name}`, input)
  }
  /** A topic that is shown, with an answer; its number is one that no other group has. */
  async function make(area: ThemeArea, from: number): Promise<Made> {
    const phone = '13900001234'
    const given = {
      title: noun(area),
      content: '内容',
      name: '周小雨',
      phone,
      openFlag: 1,
      kind: 2,
      verifyCode: 'ab12',
    }
    const path = topicPath(themeGroups[area], 'webAdd')
    const sent = await visitor.post(path, { ...given, codeId: await visitor.captcha() }, { authorization: token })
    const { id, code } = sent.value
    await admin.call(`${area}.pass`, { items: [{ id }] })
    const said = await admin.call(`${area}.replySave`, { id, content: `${noun(area)}的回复` })
    await admin.call(`${area}.replyAudit`, { id: said.value.id, state: 1 })
    await admin.call(`${area}.show`, { ids: [id], show: 1 })
    await db().updateTable(area).set({ id: from }).where('id', '=', Number(id)).execute()
    const moved = db()
      .updateTable(`${area}Reply`)
      .set({ id: from + 1, themeId: from })
    await moved.where('id', '=', Number(said.value.id)).execute()
    return { id: String(from), replyId: String(from + 1), code, phone }
  }
  const stored = async (area: ThemeArea) =>
    JSON.stringify([
      await db().selectFrom(area).selectAll().execute(),
      await db().selectFrom(`${area}Reply`).selectAll().execute(),
    ])

  beforeAll(async () => {
    contract = await wholeContract()
    server = await startServer(database, { limits: limitsFrom({ XZX_PROXIES: '127.0.0.1' }) })
    admin = await server.person({ roles: ['admin'] })
    visitor = visitorsOf(server)
    token = await visitor.signIn('13900001234')
    for (const [i, area] of themeAreas.entries()) made[area] = await make(area, (i + 1) * 1000)
  })
  afterAll(() => server.close())

  test('each call of theirs is known here', () => {
    const known = new Set([...Object.keys({ ...aboutOne, ...aboutMany, ...lists }), ...apart])
    const missing = themeAreas.flatMap((area) => names(area).filter((name) => !known.has(name)))
    expect([...new Set(missing)]).toEqual([])
  })

  const pairs = themeAreas.flatMap((area) =>
    themeAreas.filter((other) => other !== area).map((other) => [area, other] as const),
  )
  test.each(pairs)('%s about what is of %s', async (area, other) => {
    const theirs = made[other]
    const before = await stored(other)
    for (const name of names(area)) {
      const [oneBy, manyBy, listBy] = [aboutOne[name], aboutMany[name], lists[name]]
      const asked = oneBy ?? manyBy ?? listBy
      if (!asked) continue
      const { text, errorCode, value } = await call(area, name, asked(theirs))
      const where = `${area}.${name}：${text}`
      expect(text, where).not.toContain(noun(other))
      if (oneBy && name === 'history') expect(value?.list ?? [], where).toEqual([])
      else if (oneBy) expect(errorCode, where).toBe('NOT_FOUND')
      if (manyBy) expect([value.done, value.failed[0]?.errorCode], where).toEqual([[], 'NOT_FOUND'])
      if (listBy) expect(errorCode, where).toBe('0')
    }
    expect((await call(area, 'replyQuery', { id: theirs.id })).value?.list ?? []).toEqual([])
    expect(await stored(other)).toBe(before)
    // it is there for its own
    expect((await call(other, 'get', { id: theirs.id })).value).toMatchObject({ title: noun(other) })
  })

  test('a proposal among the calls of /ll has a number that is no topic’s, and is read by it alone', async () => {
    const given = { title: '改善停车条件', content: '建议错时开放车位', type: 0, class: 1, openFlag: 1 }
    const { id } = (await admin.call('proposal.add', given)).value
    // a topic of the same number
    await db()
      .updateTable('llTheme')
      .set({ id: Number(id) })
      .where('id', '=', Number(made.llTheme.id))
      .execute()
    const { list } = (await call('llTheme', 'list', { kind: proposalKind })).value
    expect(list).toMatchObject([{ title: given.title, kind: proposalKind, state: 3 }])
    const there = list[0].id
    expect(there).not.toBe(id)
    expect((await call('llTheme', 'get', { id: there })).value).toMatchObject({
      ...{ id: there, title: given.title, content: given.content, kind: proposalKind, replyList: [] },
    })
    expect((await call('llTheme', 'get', { id })).value).toMatchObject({ title: noun('llTheme') })
    const before = [await stored('llTheme'), JSON.stringify(await db().selectFrom('proposal').selectAll().execute())]
    const asProposal = { ...made.llTheme, id: there, replyId: there, code: 'AAAA-BBBB-CCCC' }
    for (const area of themeAreas)
      for (const [name, asked] of Object.entries({ ...aboutOne, ...aboutMany })) {
        if (!names(area).includes(name) || (area === 'llTheme' && name === 'get')) continue
        const { text, value } = await call(area, name, asked(asProposal))
        expect(text, `${area}.${name}`).not.toContain(given.title)
        expect(value?.done ?? [], `${area}.${name}`).toEqual([])
      }
    expect([await stored('llTheme'), JSON.stringify(await db().selectFrom('proposal').selectAll().execute())]).toEqual(
      before,
    )
    // pages go on by the numbers that were shown, and nobody without the right to proposals reads one there
    const beyond = { kind: proposalKind, afterId: there, sortOrder: 'desc' }
    expect((await call('llTheme', 'list', beyond)).value.list).toEqual([])
    expect((await call('llTheme', 'list', { ...beyond, afterId: String(Number(there) + 1) })).value.list).toHaveLength(
      1,
    )
    const clerk = await server.person({ roles: ['staff'] })
    expect((await clerk.call('llTheme.get', { id: there })).errorCode).toBe('NOT_FOUND')
    await db()
      .updateTable('llTheme')
      .set({ id: Number(made.llTheme.id) })
      .where('id', '=', Number(id))
      .execute()
  })
})
