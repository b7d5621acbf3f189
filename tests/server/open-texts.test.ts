import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { themeGroups, topicPath } from '../../core/domain/theme-groups.ts'
import { type ThemeArea, themeAreas } from '../../core/domain/theme-names.ts'
import { makerOf } from '../../server/db/maker.ts'
import { up } from '../../server/db/migrations/202611261230-open-texts.ts'
import { openPostgres, openSqlite } from '../../server/db/open.ts'
import { limitsFrom } from '../../server/limits.ts'
import { databases, newPostgres } from '../support/databases.ts'
import { type Person, startServer, type TestServer } from '../support/server.ts'
import { visitorsOf } from '../support/visitor.ts'

/** What strangers may read of what somebody wrote, by every public list that can be searched. */
describe.each(databases)('what is hidden cannot be found out by searching on %s', (database) => {
  let server: TestServer
  let admin: Person
  let member: Person
  let unit: Person
  let deptId: string
  let visitor: ReturnType<typeof visitorsOf>

  const name = '孟庆林'
  const written = {
    title: '孟庆林的来文：请回电13911112222',
    content: '我叫孟 庆林，wx13911112222，邮箱meng@example.cn，家住东街小区3号楼2单元501室',
  }
  const reply = '孟庆林先生：请致电 0312-7201234，不要打13933334444'

  const ok = async (who: Person, call: string, input: object) => {
    const { value, errorCode, text } = await who.call(call, input)
    expect(errorCode, text).toBe('0')
    if (value?.failed) expect(value.failed, text).toEqual([])
    return value
  }
  const sent = async (path: string, more: object): Promise<string> => {
    const codeId = await visitor.captcha()
    const made = await visitor.post(path, {
      ...written,
      name,
      phone: '13911112222',
      verifyCode: 'ab12',
      codeId,
      ...more,
    })
    expect(made.errorCode, made.text).toBe('0')
    return made.value.id
  }
  const items = (id: string) => ({ items: [{ id }] })

  async function topic(area: ThemeArea): Promise<string> {
    const id = await sent(topicPath(themeGroups[area], 'webAdd'), { openFlag: 1, kind: 3 })
    await ok(admin, `${area}.pass`, items(id))
    const { id: said } = await ok(admin, `${area}.replySave`, { id, content: reply })
    await ok(admin, `${area}.replyAudit`, { id: said, state: 1 })
    await ok(admin, `${area}.show`, { ids: [id], show: 1 })
    if (area === 'theme') await ok(admin, 'theme.recommend', { ids: [id], recommend: 1 })
    return id
  }
  async function board(): Promise<string> {
    const { id } = await ok(admin, 'plate.add', { title: '公开的版块' })
    await ok(admin, 'plate.open', items(id))
    return id
  }
  async function post(): Promise<string> {
    const id = await sent('/x/forum/post', { plateId: await board() })
    await ok(admin, 'forum.approve', items(id))
    return id
  }
  async function proposal(): Promise<string> {
    const { id } = await ok(member, 'proposal.add', { ...written, type: 0, class: 1, openFlag: 1 })
    await ok(admin, 'proposal.file', items(id))
    await ok(admin, 'proposal.forward', { id, deptId })
    await ok(unit, 'proposal.answer', { id, content: reply, outcome: 0, unitOpen: 1 })
    await ok(admin, 'proposal.deliver', items(id))
    await ok(member, 'proposal.rate', { id, rating: 1 })
    await ok(admin, 'proposal.publish', items(id))
    return id
  }

  /** Each kind: how one comes before everybody, the public calls that find it, its page. */
  const kinds = [
    ...themeAreas.map((area) => ({
      ...{ area, made: () => topic(area), folder: { theme: 'topic', llTheme: 'exchange', xaxTheme: 'life' }[area] },
      lists: [
        `${area}.webList`,
        ...(area === 'theme' ? ['theme.hotThemeList', 'theme.themeRecommendList', 'theme.zcwdThemeList'] : []),
      ],
      whole: `${area}.webGet`,
    })),
    { area: 'forum', made: post, folder: 'forum', lists: ['forum.webList'], whole: null },
    { area: 'proposal', made: proposal, folder: 'proposal', lists: ['proposal.webList'], whole: 'proposal.webGet' },
  ] as const

  beforeAll(async () => {
    server = await startServer(database, { limits: limitsFrom({ XZX_PROXIES: '127.0.0.1' }) })
    admin = await server.person({ roles: ['admin'] })
    deptId = (await ok(admin, 'dept.save', { name: '答复局' })).id
    member = await server.person({ roles: ['reporter'], name })
    unit = await server.person({ roles: ['staff'], deptId: Number(deptId) })
    visitor = visitorsOf(server)
  })
  afterAll(() => server.close())

  test.each(kinds)('$area', async ({ made, lists, whole, folder }) => {
    const id = await made()
    const secret = /庆林|1391111|1393333|meng@|501室/
    for (const call of lists) {
      const found = async (title: string) => {
        const page = await ok(server.anyone, call, { title, pageSize: 50 })
        return page.list.filter((row: { id: string }) => row.id === id)
      }
      expect(await found('请回电'), call).toMatchObject([{ title: '孟**的来文：请回电139****2222' }])
      expect(JSON.stringify(await found('请回电')), call).not.toMatch(secret)
      for (const hidden of ['1391', '11112222', '孟庆', name, written.title])
        expect(await found(hidden), `${call} ${hidden}`).toEqual([])
    }
    if (whole) {
      const { text } = await server.anyone.call(whole, { id })
      expect(text).toContain('孟**的来文')
      // where the office is reached may be read
      expect(text).toContain('孟**先生：请致电 0312-7201234，不要打139****4444')
      expect(text).not.toMatch(secret)
    }
    const page = async () => (await fetch(`${server.url}/site/public_${folder}/${id}.html`)).text()
    await expect.poll(page).toContain('孟**的来文')
    expect(await page()).not.toMatch(secret)
  })

  test('an answer does not tell again where its writer lives, who tells it in the letter', async () => {
    const id = await topic('xaxTheme')
    const said = '您住的东街小区3号楼2单元501室已修，请致电 0312-7201234'
    const { id: answer } = await ok(admin, 'xaxTheme.replySave', { id, content: said })
    await ok(admin, 'xaxTheme.replyAudit', { id: answer, state: 1 })
    const { text } = await server.anyone.call('xaxTheme.webGet', { id })
    expect(text).toContain('0312-7201234')
    expect(text).not.toContain('501')
  })

  test('a comment is called by the beginning of what may be read of it, so that no half of a number stands there', async () => {
    const content = '这条路灯坏了一个多月没有人来修请打13911112222找我'
    const parentId = await post()
    const id = await sent('/x/forum/comment', { parentId, content: `一二三四五${content}` })
    await ok(admin, 'forum.approve', items(id))
    const { list } = await ok(server.anyone, 'forum.webList', { topicId: parentId })
    expect(list.map(({ title }: { title: string }) => title)).toEqual([
      '一二三四五这条路灯坏了一个多月没有人来修请打139****2…',
    ])
    expect((await ok(server.anyone, 'forum.webList', { title: '请打1391' })).list).toEqual([])
  })

  test('who is asked for by name and is not shown is found by staff, in the words that were written', async () => {
    const id = await topic('xaxTheme')
    expect(
      (await ok(admin, 'xaxTheme.list', { title: '回电13911112222' })).list.map((row: { id: string }) => row.id),
    ).toContain(id)
    await ok(admin, 'xaxTheme.show', { ids: [id], show: 0 })
    await ok(admin, 'xaxTheme.update', { id, title: '改写以后的标题，电话13955556666' })
    await ok(admin, 'xaxTheme.show', { ids: [id], show: 1 })
    expect((await ok(server.anyone, 'xaxTheme.webGet', { id })).title).toBe('改写以后的标题，电话139****6666')
  })
})

test.each(databases)(
  'what was written before is kept as it stood on the site, however much there is, on %s',
  async (database) => {
    const dir = mkdtempSync(join(tmpdir(), 'xzx-open-texts-'))
    const postgres = database === 'postgres' ? await newPostgres() : undefined
    const db = postgres ? await openPostgres(postgres.url) : openSqlite(join(dir, 'xzx.db'))
    try {
      const loose = db.write as never as Kysely<Record<string, Record<string, unknown>>>
      const make = makerOf(loose as never, db.dialect, { key: randomBytes(32) } as never)
      const texts = { title: '请回电13911112222', content: '请致电 0312-7201234' }
      for (const area of themeAreas) {
        await make.table(area, { id: 'id', title: 'text', content: 'text' })
        await make.table(`${area}Reply`, { id: 'id', content: 'text' })
        await loose.insertInto(`${area}Reply`).values({ content: texts.content }).execute()
      }
      await make.table('forum', { id: 'id', type: 'int', title: 'text', content: 'text' })
      await make.table('proposal', { id: 'id', title: 'text', content: 'text', reply: 'text?' })
      await loose
        .insertInto('theme')
        .values(Array.from({ length: 501 }, () => texts))
        .execute()
      const comment = `一二三四五六七八九十一二三四五六七八九十13911112222`
      await loose
        .insertInto('forum')
        .values({ type: 1, title: comment.slice(0, 30), content: comment })
        .execute()
      await loose
        .insertInto('proposal')
        .values([{ ...texts, reply: texts.content }, texts])
        .execute()
      await up(make)
      const of = async (table: string) => loose.selectFrom(table).selectAll().orderBy('id', 'desc').execute()
      expect((await of('theme'))[0]).toMatchObject({
        openTitle: '请回电139****2222',
        openContent: expect.not.stringContaining('7201234'),
      })
      expect((await of('theme')).every(({ openTitle }) => openTitle !== null)).toBe(true)
      expect(await of('xaxThemeReply')).toMatchObject([{ openContent: texts.content }])
      expect(await of('forum')).toMatchObject([{ openTitle: '一二三四五六七八九十一二三四五六七八九十139****222…' }])
      expect(await of('proposal')).toMatchObject([{ openReply: null }, { openReply: texts.content }])
    } finally {
      await db.close()
      await postgres?.drop()
      rmSync(dir, { recursive: true, force: true })
    }
  },
)
