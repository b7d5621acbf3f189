import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { check } from '../../server/areas/compliance.ts'
import { asAnybody } from '../../server/reminders/people.ts'
import { remind } from '../../server/reminders/send.ts'
import { databases } from '../support/databases.ts'
import {
  anArticle,
  giveScope,
  makeColumn,
  makeDept,
  type Person,
  startServer,
  type TestServer,
} from '../support/server.ts'

const day = 24 * 3600_000

interface Line {
  name: string
  state: string
  value: number | null
  limit: string
  source: string
  rows: number
  call: string | null
  query: Record<string, string> | null
  address: string | null
}

describe.each(databases)('the compliance clock on %s', (database) => {
  let server: TestServer
  let admin: Person
  let clerk: Person
  let news: number
  let notices: number
  let own: number

  const lines = async (person: Person, more: object = {}) => {
    const reply = await person.call('compliance.check', more)
    expect(reply, reply.text).toMatchObject({ errorCode: '0' })
    return reply.value as { state: string; profile: string; lines: Line[] }
  }
  const line = async (name: string, person = admin, more: object = {}) =>
    (await lines(person, more)).lines.find((one) => one.name === name) as Line
  const set = async (...items: [string, string][]) => {
    const saved = await admin.call('setting.save', { items: items.map(([name, value]) => ({ name, value })) })
    expect(saved, saved.text).toMatchObject({ errorCode: '0' })
  }
  /** The list behind a line has so many rows. */
  const behind = async ({ call, query }: Line, person = admin) => {
    const { status, ...rest } = query as Record<string, string>
    const asked = { ...rest, ...(status && { status: call === 'article.list' ? [status] : status }), pageSize: 1 }
    const reply = await person.call(call as 'mail.list', asked)
    expect(reply, reply.text).toMatchObject({ errorCode: '0' })
    return reply.value.total as number
  }
  const published = async (columnId: number, ago: number, deptId: number | null = null) => {
    const { db } = server.parts
    const { articleId } = (await admin.call('article.saveAdmin', anArticle(columnId, { title: `第 ${made++} 篇` })))
      .value
    await db.write
      .updateTable('article')
      .set({ status: 2, publishTime: server.clock.now - ago * day, ...(deptId && { deptId }) })
      .where('id', '=', Number(articleId))
      .execute()
  }
  let made = 1
  const letter = async (title: string, ago: number, more: object = {}) => {
    const reply = await admin.call('mail.add', {
      ...{ title, type: 0, content: '内容', name: '周小雨', phone: '13900001234', openFlag: 0, ...more },
    })
    expect(reply, reply.text).toMatchObject({ errorCode: '0' })
    const { id } = reply.value as { id: string }
    await server.parts.db.write
      .updateTable('mail')
      .set({ createdAt: server.clock.now - ago * day })
      .where('id', '=', Number(id))
      .execute()
    return id
  }

  beforeAll(async () => {
    server = await startServer(database)
    admin = await server.person({ roles: ['admin'] })
    news = await makeColumn(server, '政协要闻')
    notices = await makeColumn(server, '通知公告')
    own = await makeDept(server, '城管局')
    await server.parts.db.write.updateTable('column').set({ path: 'yw' }).where('id', '=', news).execute()
    await server.parts.db.write.updateTable('column').set({ path: 'tz' }).where('id', '=', notices).execute()
    await set(['compliance.newsColumns', 'yw'], ['compliance.policyColumns', 'tz'])
    await giveScope(server, 'staff', 'DEPART')
    clerk = await server.person({ roles: ['staff'], deptId: own, columns: [news, notices] })
  })
  afterAll(() => server.close())

  test('nothing published is a veto of the front page, and columns are blank until something stands in them', async () => {
    const front = await line('front')
    expect(front).toMatchObject({ state: 'veto', value: null, rows: 0 })
    const blank = await line('blank')
    expect(blank.value).toBeGreaterThanOrEqual(2)
    expect(await behind(blank)).toBe(blank.rows)
    expect((await lines(admin)).state).toBe('veto')
  })

  test('days since the last article: near its limit, late at it, by the group of the column', async () => {
    const stands = async (title: string) =>
      (await admin.call('compliance.list', { title, pageSize: 10 })).value.list[0] as Record<string, unknown>
    await published(news, 12)
    expect(await stands('政协要闻')).toMatchObject({ group: 'news', state: 'near', days: 12, left: 2, rows: 1 })
    await set(['compliance.warnDays', '1'])
    expect(await stands('政协要闻')).toMatchObject({ state: 'good' })
    await set(['compliance.newsDays', '12'])
    expect(await stands('政协要闻')).toMatchObject({ state: 'late', left: 0, limit: '12 天' })
    await published(notices, 100)
    expect(await stands('通知公告')).toMatchObject({ group: 'policy', state: 'good', limit: '6 个月' })
    await published(notices, 0)
    expect(await stands('通知公告')).toMatchObject({ days: 0, rows: 2 })
    const fresh = await line('fresh')
    expect(fresh).toMatchObject({ state: 'warn', value: 1, rows: 1 })
    expect(fresh.source).toContain('国办秘函〔2019〕19号')
    expect(await behind(fresh)).toBe(1)
    await set(['compliance.freshVeto', '1'])
    expect(await line('fresh')).toMatchObject({ state: 'veto' })
    await set(['compliance.freeColumns', 'yw'])
    expect(await line('fresh')).toMatchObject({ state: 'good', value: 0 })
    await set(['compliance.freeColumns', ''], ['compliance.freshVeto', '5'])
    // one below goes by what is said of the one above
    const sub = await makeColumn(server, '会议', news)
    expect(await stands('会议')).toMatchObject({ group: 'news', state: 'blank', lastAt: null })
    await published(sub, 1)
    expect(await stands('政协要闻')).toMatchObject({ rows: 2 })
  })

  test('the front page is as old as what was published last, and leads to what is new', async () => {
    await published(news, 0)
    const front = await line('front')
    expect(front).toMatchObject({ state: 'good', value: 0 })
    expect(front.rows).toBeGreaterThan(0)
    expect(await behind(front)).toBe(front.rows)
    expect(front.address).toContain('/main/article/essay?status=2&startTime=')
  })

  test('letters: so many months without an answer, the oldest too; reports of errors by working days', async () => {
    await letter('才来', 10)
    await letter('两个多月', 70)
    const old = await letter('三个多月', 100)
    const oldest = await letter('一年多', 400)
    await letter('错别字', 6, { type: 6 })
    await letter('刚报的错', 1, { type: 6 })
    const [late, veto, errors] = [await line('letters'), await line('lettersVeto'), await line('errors')]
    expect(late).toMatchObject({ state: 'warn', value: 3 })
    expect(veto).toMatchObject({ state: 'veto', value: 2 })
    expect(errors).toMatchObject({ state: 'warn', value: 1, limit: '超过 3 个工作日' })
    for (const one of [late, veto, errors]) expect(await behind(one)).toBe(one.rows)
    const rejected = await admin.call('mail.reject', {
      items: [old, oldest].map((id) => ({ id, reason: '不属于本单位职责' })),
    })
    expect(rejected.value, rejected.text).toMatchObject({ done: [old, oldest] })
    expect(await line('lettersVeto')).toMatchObject({ state: 'good', value: 0 })
  })

  test('a department is told of its own letters and columns, and not of the whole site', async () => {
    const theirs = await letter('路灯不亮', 80)
    await admin.call('mail.examine', { ids: [theirs] })
    await admin.call('mailForum.deptSave', { id: theirs, deptId: own })
    const found = await lines(clerk)
    expect(found.lines.map(({ name }) => name)).not.toContain('front')
    const late = found.lines.find(({ name }) => name === 'letters') as Line
    expect(late).toMatchObject({ value: 1 })
    expect(await behind(late, clerk)).toBe(1)
    expect((await line('letters')).value).toBe(2)
    for (const one of found.lines) if (one.call) expect(await behind(one, clerk), one.name).toBe(one.rows)
    const stranger = await server.person({ roles: [] })
    expect((await stranger.call('compliance.check')).errorCode).toBe('NO_PERMISSION')
  })

  test('requests and proposals near their end and beyond it', async () => {
    const request = {
      ...{ applicant: 0, name: '周小雨', idNumber: '110101199003070134', phone: '13900001234', medium: 1, way: 3 },
      ...{ title: '东街改造的预算', content: '2025 年的预算批复', channel: 1 },
    }
    const { id } = (await admin.call('apply.add', request)).value
    const due = (at: number) =>
      server.parts.db.write.updateTable('apply').set({ due: at }).where('id', '=', Number(id)).execute()
    expect(await line('applyNear')).toMatchObject({ value: 0 })
    await due(server.clock.now + 3 * day)
    const near = await line('applyNear')
    expect(near).toMatchObject({ state: 'warn', value: 1, limit: '5 个工作日内到期' })
    expect(await behind(near)).toBe(1)
    await due(server.clock.now - 2 * day)
    expect(await line('applyNear')).toMatchObject({ value: 0 })
    const over = await line('applyOver')
    expect(over).toMatchObject({ state: 'warn', value: 1 })
    expect(await behind(over)).toBe(1)
    const proposal = await line('proposalNear')
    expect(proposal).toMatchObject({ state: 'good' })
    expect(await behind(proposal)).toBe(0)
    // governments have none
    expect(await line('proposalNear', admin, { profile: 'gov' })).toBeUndefined()
  })

  test('the yearly report: due on a day that is a setting, and done by what its column shows this year', async () => {
    expect(await line('siteReport')).toBeUndefined()
    const gov = { profile: 'gov' }
    const report = await line('siteReport', admin, gov)
    // the clock of the tests stands in November: what nobody published is over since January
    expect(report).toMatchObject({ state: 'warn', rows: 0, call: null, address: null })
    expect(report.value).toBeLessThan(0)
    expect(report.source).toMatch(/^国务院办公厅关于做好政府网站年度报表/)
    expect((await line('disclosure', admin, gov)).limit).toContain('1 月 31 日前发布')
    await set(['compliance.disclosureBy', '03-31'])
    expect((await line('disclosure', admin, gov)).limit).toContain('3 月 31 日前发布')
    await set(['compliance.siteReportColumns', 'tz'])
    const done = await line('siteReport', admin, gov)
    expect(done).toMatchObject({ state: 'good' })
    expect(await behind(done)).toBe(done.rows)
    const bad = await admin.call('setting.save', { items: [{ name: 'compliance.newsColumns', value: 'nirgends' }] })
    expect(bad.errorCode).toBe('BAD_INPUT')
  })

  test('the yearly table: what was published and what citizens wrote in a year, each with its rows', async () => {
    const year = new Date(server.clock.now).getFullYear()
    const table = async (of: number, person = admin) => {
      const reply = await person.call('compliance.yearly', { year: of })
      expect(reply, reply.text).toMatchObject({ errorCode: '0' })
      return reply.value.lines as (Line & { says: string })[]
    }
    const id = await letter('办结的', 4)
    await server.parts.db.write
      .updateTable('mail')
      .set({ state: 6, repliedAt: server.clock.now - day })
      .where('id', '=', Number(id))
      .execute()
    const lines = await table(year)
    const of = (name: string) => lines.find((one) => one.name === name) as Line
    expect(of('replied')).toMatchObject({ value: 1, rows: 1 })
    expect(of('opened')).toMatchObject({ value: 1 })
    expect(of('days')).toMatchObject({ value: 3, rows: 1 })
    expect(of('published').value).toBeGreaterThan(3)
    for (const one of lines) expect(await behind(one), one.name).toBe(one.rows)
    for (const one of await table(year, clerk)) expect(await behind(one, clerk), one.name).toBe(one.rows)
    // columns are a part of the whole, and an empty year has none
    const columns = lines.filter(({ name }) => name.startsWith('column.'))
    expect(columns.reduce((sum, { rows }) => sum + rows, 0)).toBe(of('published').rows)
    const empty = await table(1999)
    expect(empty.map(({ value }) => value)).toEqual([0, 0, 0, null, 0])
  })

  test('once a day whoever may see it is told, each by what they reach', async () => {
    const told = async (person: Person) => {
      const { list } = (await person.call('notice.myList', { pageSize: 50 })).value
      const texts: string[] = []
      for (const { id } of list) texts.push((await person.call('notice.open', { id })).value.content)
      return texts.filter((text) => text.includes('合规检查'))
    }
    const watch = { stopped: () => false, progress: () => {} }
    await remind(server.parts, watch)
    const [says = ''] = await told(admin)
    expect(says).toContain('项预警')
    expect((await told(clerk))[0]).toContain('来信久未答复')
    await remind(server.parts, watch)
    expect(await told(admin)).toHaveLength(1)
    await remind({ ...server.parts, now: () => server.clock.now + day }, watch)
    expect(await told(admin)).toHaveLength(2)
    const whole = await check(asAnybody(server.parts))
    expect(whole.lines.map(({ name }) => name)).toContain('front')
  })
})
