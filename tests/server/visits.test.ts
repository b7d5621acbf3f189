import { expect, test } from 'vitest'
import { visitsOf } from '../../server/access/visits.ts'

const now = Date.parse('2026-11-21T01:05:00Z')
const visit = (more: object = {}) => ({ address: '203.0.113.7', agent: 'a', thing: 'article 1', now, ...more })

test('a visitor is an address and a browser, an article and a day', () => {
  const visits = visitsOf()
  expect(visits.take(visit())).not.toBeNull()
  expect(visits.take(visit())).toBeNull()
  for (const other of [{ address: '203.0.113.8' }, { agent: 'b' }, { thing: 'popula 1' }, { now: now + 24 * 3600_000 }])
    expect(visits.take(visit(other)), JSON.stringify(other)).not.toBeNull()
  // a new day begins with an empty memory
  expect(visits.size).toBe(1)
})

test('a visit of which nothing came is taken back, once', () => {
  const visits = visitsOf()
  const back = visits.take(visit())
  back?.()
  back?.()
  expect(visits.size).toBe(0)
  expect(visits.take(visit())).not.toBeNull()
  expect(visits.size).toBe(1)
})

test('one address does not make up more readers than sit behind one, of an article or of all', () => {
  const visits = visitsOf()
  const counted = (count: number, of: (i: number) => object) =>
    Array.from({ length: count }, (_, i) => visits.take(visit(of(i)))).filter((taken) => taken !== null).length
  expect(counted(10_000, (i) => ({ agent: `${i}` }))).toBe(300)
  expect(counted(10_000, (i) => ({ thing: `article ${i + 2}` }))).toBe(2700)
  // an IPv6 subscriber has as many addresses as they like
  expect(counted(1000, (i) => ({ address: `2001:db8::${i.toString(16)}` }))).toBe(300)
  // the others count as before
  expect(visits.take(visit({ address: '198.51.100.1' }))).not.toBeNull()
})

test('what is remembered is bounded, whoever asks from wherever', () => {
  const visits = visitsOf(1000)
  const mine = visit({ address: '198.51.100.1' })
  expect(visits.take(mine)).not.toBeNull()
  for (let i = 0; i < 5000; i += 1) {
    visits.take(visit({ address: `2001:db8:${(i >> 8).toString(16)}:${(i & 255).toString(16)}::1` }))
    // who comes back is not among those that are forgotten
    if (i % 500 === 0) expect(visits.take(mine)).toBeNull()
    expect(visits.size).toBeLessThanOrEqual(1000)
  }
})
