import { expect, test } from 'vitest'
import { z } from 'zod'
import { eachEndpoint, wholeContract } from '../../core/contract/areas.ts'
import { auth } from '../../core/contract/auth.ts'
import type { Endpoint } from '../../core/contract/endpoint.ts'
import { inputFields } from '../../core/contract/wire.ts'
import { loadAreas } from '../../server/areas.ts'
import type { Who } from '../../server/context.ts'
import type { Table } from '../../server/db/table.ts'
import { tables } from '../../server/db/table.ts'
import { admit } from '../../server/pipeline.ts'
import { presenterOf } from '../../server/rows/present.ts'

/** Promises that hold for every call that strangers and visitors make, and for every column that is secret. */

const contract = await wholeContract()
const calls = [...eachEndpoint(contract)].map(([area, call, e]) => ({ name: `${area}.${call}`, e: e as Endpoint }))
const open = calls.filter(({ e }) => e.access === 'public' || e.access === 'visitor')
/** What nobody is to guess. */
const secretField = /code|ticket|token|passw|phone|mobile|tel$|idnumber/i

test('every write that is open to strangers or visitors has a guard, and so has every look-up by a secret', () => {
  const without = open.filter(({ e }) => {
    const asks = e.access === 'public' && inputFields(e).some((field) => secretField.test(field))
    return !e.guard && (e.effect !== 'read' || asks)
  })
  expect(without.map(({ name }) => name)).toEqual([])
})

test('a guard limits something: by a captcha, by numbers, or by rules that are written down', () => {
  for (const { name, e } of calls.filter(({ e }) => e.guard)) {
    const { captcha, limits = [], own } = e.guard ?? {}
    expect([name, captcha !== undefined || limits.length > 0 || own !== undefined]).toEqual([name, true])
    const fields = [...limits.map(({ by }) => by), ...limits.flatMap(({ knownApart }) => knownApart ?? [])]
    if (captcha) fields.push(captcha.id, captcha.typed)
    for (const field of fields) expect(['address', 'visitor', 'partner', ...inputFields(e)], name).toContain(field)
  }
})

test('where a ticket or the number of a code leads on, a network’s bound is for those that are made up', () => {
  const leading = calls.filter(({ e }) => e.guard?.limits?.some(({ by }) => by === 'ticket' || by === 'codeId'))
  const bound = leading.flatMap(({ name, e }) =>
    (e.guard?.limits ?? []).flatMap(({ by, unlessKnown }) => (by === 'address' && !unlessKnown ? [name] : [])),
  )
  // the ticket of another site's identity service is known only to that
  expect(bound).toEqual(['auth.checkLoginNoCode'])
})

test('those with rules of their own are a reviewed list', () => {
  const own = calls.filter(({ e }) => e.guard?.own).map(({ name, e }) => `${name} ${e.guard?.own}`)
  expect(own.sort()).toEqual([
    'article.hit visits',
    'auth.login sign-in',
    'auth.loginNoCode sign-in',
    'popula.click visits',
    'visit.hit visits',
  ])
})

test('a public limit that is counted by a phone is of each network, or leaves a place of their own to whoever signed in by it', () => {
  for (const { name, e } of open)
    for (const { by, knownApart, perNetwork } of e.guard?.limits ?? [])
      if (/phone|mobile/i.test(by)) expect([name, by, perNetwork ? by : knownApart]).toEqual([name, by, by])
})

await loadAreas()

test('columns that hold marks of tokens, codes and passwords are secret', () => {
  /** Of the log's chain, and of cleaned texts: they prove, and open nothing; since when there is a password, and whose own it is; and what was answered to a request. */
  const plain = [
    'apply.answer',
    'user.passwordAt',
    'user.ownPassword',
    'article.seal',
    'articleRevision.seal',
    'announcement.seal',
    'bulletinContent.seal',
    'periodicalArticle.seal',
    'notice.seal',
    'voice.seal',
    'log.hash',
    'logHead.hash',
    'logHead.mac',
    'logArchive.hash',
    'logArchive.mac',
  ]
  const looksSecret = /hash$|token|passw|seal$|^answer$|^mark$|^mac$/i
  const columns = [...tables.values()].flatMap(({ name, columns }) =>
    Object.entries(columns).map(([column, { kind }]) => ({ column: `${name}.${column}`, name: column, kind })),
  )
  const found = columns.filter((one) => looksSecret.test(one.name) && !['secret', 'personal'].includes(one.kind))
  expect(found.map((one) => one.column).filter((one) => !plain.includes(one))).toEqual([])
})

test('no list is sorted by what is secret or personal', () => {
  for (const { name, columns, sort = {} } of tables.values())
    for (const column of Object.values(sort))
      expect([name, column, columns[column]?.kind]).not.toEqual([
        name,
        column,
        expect.stringMatching(/secret|personal/),
      ])
})

test('a contract that would send what is secret, or what is personal as it is, starts no server', () => {
  const user = tables.get('user') as Table
  for (const column of ['password', 'mobile', 'mobileHash'])
    expect(() => presenterOf(user, z.object({ [column]: z.string() })), column).toThrow(column)
  expect(() => presenterOf(user, z.object({ name: z.string() }))).not.toThrow()
})

test('three kinds of callers: each call lets in its own, and log-out all of them', () => {
  const rights = { roles: [], only: null }
  const who: Readonly<Record<string, Who>> = {
    staff: {
      sessionId: 1,
      kind: 'person',
      userId: 1,
      account: 'a',
      name: 'a',
      deptId: null,
      rights,
      places: [],
      unbound: false,
      access: 0,
      provedAt: null,
      token: null,
    },
    visitor: { sessionId: 2, kind: 'visitor', peopleId: 1 },
    partner: { sessionId: 3, kind: 'partner', partnerId: 1, name: 'a' },
  }
  const letsIn = (access: Endpoint['access']) =>
    Object.entries(who).flatMap(([kind, one]) => {
      try {
        admit({ ...auth.logout, access }, '', one, true)
        return [kind]
      } catch (error) {
        expect(error).toMatchObject({ code: 'NO_PERMISSION', message: expect.stringContaining('这个接口供') })
        return []
      }
    })
  expect(letsIn('login')).toEqual(['staff'])
  expect(letsIn('visitor')).toEqual(['visitor'])
  expect(letsIn('partner')).toEqual(['partner'])
  for (const access of ['public', 'session'] as const) expect(letsIn(access)).toEqual(['staff', 'visitor', 'partner'])
})
