import { describe, expect, test } from 'vitest'
import { automatonOf } from '../../core/words/automaton.ts'
import { eachWord, type Found } from '../../core/words/find.ts'
import { textOf } from '../../core/words/text-of.ts'

/** What is found in a text; allowed words begin with a plus. */
function hits(words: readonly string[], text: string): Found[] {
  const found: Found[] = []
  const patterns = words.map((word) => ({ word: word.replace(/^\+/, ''), allowed: word.startsWith('+') }))
  eachWord(automatonOf(patterns), text, (one) => found.push(one))
  return found
}

/** The same, as the text writes it. */
const found = (words: readonly string[], text: string) =>
  hits(words, text).map(({ start, end }) => text.slice(start, end))

/** The slow way: every word at every place. */
function slowly(words: readonly string[], text: string): string[] {
  const spans: [number, number][] = []
  for (const word of words)
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) spans.push([at, at + word.length])
  return spans
    .filter(([a, b]) => !spans.some(([c, d]) => c <= a && b <= d && d - c > b - a))
    .sort(([a], [b]) => a - b)
    .map(([a, b]) => text.slice(a, b))
}

describe('words in a text', () => {
  test('are found where they stand', () => {
    expect(found(['赌博', '办证'], '严禁赌博，谨防办证广告')).toEqual(['赌博', '办证'])
    expect(found(['赌博'], '没有这样的词')).toEqual([])
    expect(found([], '什么也不找')).toEqual([])
  })

  test('however they are written: wide, in capitals, traditional, with signs between', () => {
    expect(found(['微信vx'], '加微信ＶＸ吧')).toEqual(['微信ＶＸ'])
    expect(found(['赌钱'], '賭錢')).toEqual(['賭錢'])
    expect(found(['賭錢'], '赌钱')).toEqual(['赌钱'])
    expect(found(['赌博'], '赌 博、赌*博、赌\u200b博、赌……博')).toEqual(['赌 博', '赌*博', '赌\u200b博', '赌……博'])
    // beyond the first plane, or letters that are only room
    expect(found(['赌博'], '赌\u{e0020}博、赌\u{e0100}博、赌\u115f博、赌\u3164博、赌\uffa0博')).toHaveLength(5)
    expect(found(['赌博'], '赌👨博、赌🏻博')).toEqual(['赌👨博', '赌🏻博'])
    expect(found(['赌博'], '赌\n博')).toEqual([])
  })

  test('of hits within each other the longest counts; those that overlap both', () => {
    expect(found(['赌博', '赌博网站', '网站'], '赌博网站')).toEqual(['赌博网站'])
    expect(found(['甲乙丙', '乙丙丁'], '甲乙丙丁')).toEqual(['甲乙丙', '乙丙丁'])
    expect(found(['乙丙', '甲乙丙丁'], '甲乙丙戊')).toEqual(['乙丙'])
  })

  test('what lies within an allowed word is none, unless that only meets across a sentence', () => {
    expect(found(['大麻', '+大麻烦'], '遇到大麻烦')).toEqual([])
    expect(found(['大麻', '+大麻烦'], '种大麻，烦请举报')).toEqual(['大麻'])
    expect(found(['赌博士', '+博士'], '赌博士')).toEqual(['赌博士'])
    expect(found(['赌博', '+赌博'], '赌博')).toEqual([])
  })

  test('letters and digits count as whole words', () => {
    expect(found(['av', '10086'], 'java 110086 看AV片 10086')).toEqual(['AV', '10086'])
  })

  test('a word that has signs of its own is found with them', () => {
    expect(found(['c++', '特码'], 'C++、特·码、C')).toEqual(['C++', '特·码'])
  })

  test('a hit across the end of a sentence is marked', () => {
    expect(hits(['赌博'], '他敢赌。博士不敢。赌·博').map(({ across }) => across)).toEqual([true, false])
  })

  test('agree with looking for each word at each place, in texts of few letters', () => {
    let seed = 7
    const next = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % below
    }
    const made = (long: number) => Array.from({ length: long }, () => '甲乙丙'[next(3)]).join('')
    for (let round = 0; round < 300; round += 1) {
      const words = [...new Set(Array.from({ length: 1 + next(8) }, () => made(2 + next(4))))]
      const text = made(40)
      expect([words, text, found(words, text)]).toEqual([words, text, slowly(words, text)])
    }
  })

  test('every character of a long text may end many words, and it still takes its length', () => {
    const words = Array.from({ length: 49 }, (_, at) => '甲'.repeat(at + 2))
    const found = hits(words, '甲'.repeat(200_000))
    // each hides the one before it but for the first character
    expect(found.length).toBe(200_000 - 49)
  })
})

describe('the text that words are sought in', () => {
  test('goes through what stands within a line, and ends where a paragraph or cell does', () => {
    expect(textOf('<p>严禁<strong>赌</strong>博</p><p>公告</p>')).toBe('\n严禁赌博\n\n公告\n')
    expect(textOf('<td>赌</td><td>博</td>').split('\n').filter(Boolean)).toEqual(['赌', '博'])
    expect(textOf('赌<br>博')).toBe('赌\n博')
  })

  test('has characters for their names, and what stands for a picture', () => {
    expect(textOf('a &lt; b &amp;&#36172;&#x535A; &unknown; & c')).toBe('a < b &赌博 &unknown; & c')
    expect(textOf('<p>甲<img src="/a.png" alt="赌博&gt;">乙</p>')).toBe('\n甲\n赌博>\n乙\n')
    expect(textOf('<a title="a > b">丙</a><b')).toBe('丙')
  })
})
