import { expect, test } from 'vitest'
import { replacedIn, standingIn, type Wanted } from '../../core/words/replace.ts'

const all = () => true
const html = (text: string) => [{ field: 'content', text, html: true }]
const plain = (text: string) => [{ field: 'title', text }]
const after = (texts: Parameters<typeof replacedIn>[0], wanted: Wanted, chosen = all as (no: number) => boolean) =>
  replacedIn(texts, wanted, chosen).changed.map(({ text }) => text)
const found = (texts: Parameters<typeof replacedIn>[0], wanted: Wanted) =>
  standingIn(texts, wanted, 100).hits.map(({ found, fits }) => [found, fits])

const wanted = { find: '文史委', to: '文化文史委' }

test('in the text alone, never in a tag or its values', () => {
  const text = '<p title="文史委"><a href="/文史委.html">文史委</a>通知，<img alt="文史委" src="a.jpg">文史委</p>'
  expect(after(html(text), wanted)).toEqual([
    '<p title="文史委"><a href="/文史委.html">文化文史委</a>通知，<img alt="文史委" src="a.jpg">文化文史委</p>',
  ])
})

test('what tags stand within is told and left; what two paragraphs make together is nothing', () => {
  const text = '<p>文<b>史委</b>，文史</p><p>委，<i>文</i><i>史</i>委和文史委</p>'
  expect(found(html(text), wanted)).toEqual([
    ['文史委', false],
    ['文史委', false],
    ['文史委', true],
  ])
  expect(after(html(text), wanted)).toEqual(['<p>文<b>史委</b>，文史</p><p>委，<i>文</i><i>史</i>委和文化文史委</p>'])
})

test('signs that markup writes otherwise are found as they read, and written so that they read the same', () => {
  expect(after(html('<p>A&amp;B&nbsp;C &lt;b&gt;</p>'), { find: 'A&B', to: '<甲>&' })).toEqual([
    '<p>&lt;甲&gt;&amp;&nbsp;C &lt;b&gt;</p>',
  ])
  expect(after(html('<p>甲&amp;乙</p>'), { find: '&', to: '和' })).toEqual(['<p>甲和乙</p>'])
  expect(after(plain('甲&乙'), { find: '&', to: '<和>' })).toEqual(['甲<和>乙'])
})

test('of any width and size where that is wished, and else not; each place is as long as it stands', () => {
  const text = '２０２６年ＣＰＰＣＣ，2026年cppcc'
  expect(after(plain(text), { find: '2026年', to: '今年' })).toEqual(['２０２６年ＣＰＰＣＣ，今年cppcc'])
  expect(after(plain(text), { find: '2026年', to: '今年', anyWidth: true })).toEqual(['今年ＣＰＰＣＣ，今年cppcc'])
  const both = { find: '2026年CPPCC', to: '今年政协', anyWidth: true, anyCase: true }
  expect(found(plain(text), both)).toEqual([
    ['２０２６年ＣＰＰＣＣ', true],
    ['2026年cppcc', true],
  ])
  expect(after(plain('İstanbul ABC'), { find: 'abc', to: 'x', anyCase: true })).toEqual(['İstanbul x'])
})

test('only the chosen ones, by their numbers over all fields; nothing, where none is', () => {
  const texts = [...plain('文史委'), ...html('<p>文史委、文史委</p>')]
  expect(standingIn(texts, wanted, 100).hits.map(({ no, field }) => [no, field])).toEqual([
    [0, 'title'],
    [1, 'content'],
    [2, 'content'],
  ])
  expect(replacedIn(texts, wanted, (no) => no === 2)).toEqual({
    changed: [{ field: 'content', text: '<p>文史委、文化文史委</p>' }],
    times: 1,
    total: 3,
  })
  expect(replacedIn(texts, wanted, () => false)).toMatchObject({ changed: [], times: 0 })
})

test('what stands around it is told, and beyond so many only how many there are', () => {
  const { hits, total } = standingIn(html(`<p>县政协${'文史委。'.repeat(30)}</p>`), wanted, 3)
  expect(total).toBe(30)
  expect(hits).toHaveLength(3)
  expect(hits[0]).toMatchObject({ before: '县政协', found: '文史委', fits: true })
  expect(standingIn(html('<p>文史文史委</p>'), { find: '文史文', to: '' }, 9).total).toBe(1)
})

test('in time that grows with the text alone', () => {
  const many = html('<p>甲<b>乙</b></p>'.repeat(200_000))
  const begun = performance.now()
  expect(replacedIn(many, { find: '乙', to: '丙' }, all).times).toBe(200_000)
  expect(performance.now() - begun).toBeLessThan(5000)
})
