import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shapeOf } from '../../core/client/prepare.ts'
import { eachEndpoint, wholeContract } from '../../core/contract/areas.ts'
import { questionsMost, readersMost } from '../../server/access/personal-search.ts'
import { tables } from '../../server/db/table.ts'
import { databases } from '../support/databases.ts'
import { holding } from '../support/holding.ts'
import { type Person, startServer, type TestServer } from '../support/server.ts'

const keys = ['suggestion_list', 'people_list', 'sms_list', 'blacklist_list']
/** A value for each column of people that is looked for whole. */
const samples: Readonly<Record<string, (n: number) => string>> = {
  phone: (n) => `139${String(n).padStart(8, '0')}`,
  mobile: (n) => `137${String(n).padStart(8, '0')}`,
  peoplePhone: (n) => `138${String(n).padStart(8, '0')}`,
  peopleName: (n) => `某某${n}`,
  idNumber: (n) => `11010519491231${String(n).padStart(4, '0')}`,
}

describe.each(databases)('looking for somebody by what is masked, on %s', (database) => {
  let server: TestServer
  let asked = 0
  const next = () => {
    asked += 1
    return asked
  }
  const rowsOf = async (who: Person) =>
    server.parts.db.read
      .selectFrom('log')
      .select(['says', 'call', 'before', 'after', 'targetIds', 'result'])
      .where('userId', '=', who.userId)
      .orderBy('id')
      .execute()

  beforeAll(async () => {
    server = await startServer(database)
  })
  afterAll(() => server.close())

  test('so many different questions, over all kinds together; then it is said until when, and what to do', async () => {
    const clerk = await holding(server, keys)
    const by = (n: number) => {
      const [call, field] = [
        ['suggestion.list', 'phone'],
        ['suggestion.counts', 'phone'],
        ['people.list', 'idNumber'],
        ['people.list', 'peopleName'],
        ['sms.list', 'phone'],
        ['blacklist.list', 'peoplePhone'],
      ][n % 6] as [string, string]
      return clerk.call(call, { [field]: samples[field]?.(n) })
    }
    for (let n = 0; n < questionsMost; n += 1) expect((await by(n)).errorCode).toBe('0')
    server.clock.now += 5 * 60_000
    const refused = await Promise.all([0, 1, 2, 3, 4, 5].map((n) => by(questionsMost + n)))
    for (const { errorCode, errorMsg, value } of refused) {
      expect(errorCode).toBe('TOO_MANY')
      expect(value ?? null).toBeNull()
      expect(errorMsg).toMatch(/15 分钟内最多.*20 个.*请 10 分钟后再试.*请管理员授予.*_reveal/)
    }
    // what was asked before is no new question, and what asks for nobody is none
    for (let n = 0; n < questionsMost; n += 1) expect((await by(n)).errorCode).toBe('0')
    expect((await clerk.call('suggestion.list', { title: '树' })).errorCode).toBe('0')
    const other = await holding(server, keys)
    expect((await other.call('sms.list', { phone: samples.phone?.(99) })).errorCode).toBe('0')
    server.clock.now += 10 * 60_000 + 1
    expect((await by(questionsMost)).errorCode).toBe('0')
    server.clock.now += 20 * 60_000
  })

  test('each new question has a row of the log that names the field and not the value', async () => {
    const clerk = await holding(server, keys)
    const [phone, name] = ['13900007777', '欧阳某某']
    await clerk.call('suggestion.list', { phone })
    await clerk.call('suggestion.list', { phone, pageNumber: 2 })
    await clerk.call('suggestion.counts', { phone })
    await clerk.call('people.list', { peopleName: name })
    await clerk.call('blacklist.list', { peoplePhone: phone })
    const rows = await rowsOf(clerk)
    expect(rows.map(({ says }) => says)).toEqual([
      '按完整的手机号查找建议',
      '按完整的姓名查找群众用户',
      '按完整的手机号查找群众用户',
    ])
    const all = JSON.stringify(rows)
    expect(all).not.toContain(phone)
    expect(all).not.toContain(name)
    const admin = await server.person({ roles: ['admin'] })
    const { list } = (await admin.call('log.list', { userAccount: clerk.account })).value
    expect(list.map(({ sentence }: { sentence: string }) => sentence)).toContain('按完整的手机号查找建议')
  })

  test('who may read the whole asks more often, each time told by the log, but no script; a script shares what its account has', async () => {
    const officer = await holding(server, [...keys, 'people_reveal'])
    const ask = (who: Person, n = next()) => who.call('people.list', { peoplePhone: samples.peoplePhone?.(n) })
    for (let n = 0; n < readersMost; n += 1) expect((await ask(officer)).errorCode).toBe('0')
    const told = (await rowsOf(officer)).map(({ says }) => says)
    expect(told).toEqual(Array(readersMost).fill('按完整的手机号查找群众用户'))
    const refused = await ask(officer)
    expect(refused.errorCode).toBe('TOO_MANY')
    expect(refused.errorMsg).toMatch(/最多.*100 个.*后再试$/)
    // another kind's rows they may not read whole
    await officer.call('suggestion.list', { phone: samples.phone?.(1) })
    expect(await rowsOf(officer)).toHaveLength(readersMost + 1)
    const clerk = await holding(server, keys)
    const { openSession } = await import('../../server/access/session.ts')
    const { token } = await openSession(server.parts.db.write, server.parts.secret, {
      ...{ kind: 'script', userId: officer.userId, now: server.clock.now, idleMs: 0, lastsMs: 3600_000 },
      ...{ address: '127.0.0.1', keys: [...keys, 'people_reveal'] },
    })
    const script = async (n: number) =>
      server.raw('/api/person/pageList', {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: token },
        body: JSON.stringify({ peoplePhone: samples.peoplePhone?.(n) }),
      })
    for (let n = 1; n < questionsMost; n += 1) expect((await script(next())).errorCode).toBe('0')
    expect((await script(next())).errorCode).toBe('TOO_MANY')
    expect((await ask(clerk)).errorCode).toBe('0')
  })

  test('the limit holds in every process, and of questions at the same moment none is passed over', async () => {
    const clerk = await holding(server, keys)
    const { createApp } = await import('../../server/app.ts')
    const { createWork } = await import('../../server/work/work.ts')
    const app = await createApp({ ...server.parts, work: createWork() })
    const there = async (n: number) =>
      (
        await app.inject({
          ...{ method: 'POST', url: '/x/sms/list', payload: { phone: samples.phone?.(n) } },
          headers: { authorization: clerk.token },
        })
      ).json().errorCode as string
    const here = async (n: number) => (await clerk.call('sms.list', { phone: samples.phone?.(n) })).errorCode
    const more = 6
    const codes = await Promise.all(
      Array.from({ length: questionsMost + more }, (_, n) => (n % 2 === 0 ? here(n) : there(n))),
    )
    expect(codes.filter((code) => code === '0')).toHaveLength(questionsMost)
    expect(codes.filter((code) => code === 'TOO_MANY')).toHaveLength(more)
    expect(await rowsOf(clerk)).toHaveLength(questionsMost)
    await app.close()
  })

  test('no call of the staff has a filter by something personal that is not counted so', async () => {
    const personal = new Set(
      [...tables.values()].flatMap(({ columns }) =>
        Object.keys(columns).filter((name) => columns[name]?.kind === 'personal'),
      ),
    )
    const found: string[] = []
    for (const [area, call, e] of eachEndpoint(await wholeContract()))
      if (e.effect === 'read' && (e.access === 'granted' || typeof e.access === 'object'))
        for (const field of Object.keys(shapeOf(e)).filter((name) => personal.has(name) && name in samples)) {
          const key = typeof e.access === 'object' ? e.access.like : `${area}_${call}`
          const clerk = await holding(server, [key])
          const reply = await clerk.call(`${area}.${call}`, { [field]: samples[field]?.(7) })
          // a document stands in no envelope
          if (e.reply === undefined || e.reply === 'value') expect(reply.errorCode, reply.text.slice(0, 200)).toBe('0')
          // an export itself stands beside it
          expect(await rowsOf(clerk), `${area}.${call} ${field}`).toHaveLength(e.reply === undefined ? 1 : 2)
          found.push(`${area}.${call} ${field}`)
        }
    expect(found.length).toBeGreaterThanOrEqual(6)
  })
})

test('areas look for what is personal by `exactly` alone, which counts', () => {
  const sources = readdirSync('server/areas', { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  )
  const byHand = sources.filter((file) => /Hash'?, '(?:=|in)'/.test(readFileSync(join('server/areas', file), 'utf8')))
  // signing in looks for the caller's own row; what comes from where one letter came from, and from one network, is told by no number
  expect(byHand).toEqual([join('auth', 'visitor.ts'), join('mail', 'letters.ts'), join('survey', 'records.ts')])
})
