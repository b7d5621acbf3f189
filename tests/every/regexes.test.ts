import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { regexesOfSources, verdictOn } from '../support/regexes.ts'

/** What ends at the end of the text where nothing else ends it is looked at once: the checker counts each beginning as if it were alone. */
const ends = 'a beginning that finds no end takes the rest of the text with it, so there is no second one'
const aName = 'of a name 200 characters are looked at'
const ownWords = "one line, in the template engine's own words"

/** Regular expressions that the checker warns of, or does not finish, and why they may stay. Each was looked at; add none without its reason. */
const reviewed: readonly (readonly [RegExp, string])[] = [
  [/<(?!img|video)[^<>]*>|&nbsp;|\s/gi, 'each beginning looks no further than the next one'],
  [/<script\b[\s\S]*?(?:<\/script>|$)/gi, ends],
  [/<(script|style)\b[\s\S]*?(?:<\/\1>|$)/gi, ends],
  [/<(?:script|style)\b[\s\S]*?(?:<\/(?:script|style)>|$)/gi, ends],
  [
    /(?<!\s)\s*<(?:(?:br|hr)\b[^<>]*|\/(?:p|div|h\d|li|tr|table|blockquote|ul|ol))>\s*/gi,
    'a row of blanks is looked at from its first one only, a tag no further than the next one',
  ],
  [/ENOENT: (?:Failed to lookup|.*?) "?([\w.-]+)"?/, ownWords],
  [/(?:tag|output|raw) (.+) not closed/, ownWords],
  [/, (?:file:.*|line:\d+, col:\d+)$/, ownWords],
  [/file:([^,]+), line:(\d+), col:(\d+)/, ownWords],
  [/^.*(?:本人|我叫|我是|姓名|业主|村民|居民|住户|户主|联系人|代表)[:：是为]?(?=[\u4e00-\u9fff]{2,4}$)/, aName],
  [/[（(【[「『《<〈].*?(?:[）)】\]」』》>〉]|$)/g, aName],
  [/等(?:[\d０-９]+|[一二两三四五六七八九十百几多数]+)?(?:余?[人户名位].*)?$/, aName],
  [
    /(?:女士|先生|同志|同学|小姐|太太|老师|师傅|大爷|大妈|大叔|大姐|大哥|阿姨|经理|主任|医生|大夫|律师|书记|主席|委员|会计|[村组站所处科局校院会社县乡镇市班家]长|代表|业主|村民|居民|家属|本人)+$/,
    aName,
  ],
]
const reasons = new Map(reviewed.map(([regex, reason]) => [String(regex), reason]))

describe('the regular expressions of the sources', () => {
  const found = regexesOfSources()
  // checked before, by scripts/regexes.ts: the checker takes seconds for some
  const safe = new Set(readFileSync('tests/every/regexes.txt', 'utf8').split('\n'))

  test('are found', () => {
    expect(found.size).toBeGreaterThan(200)
    for (const literal of reasons.keys()) expect([...found.keys()], 'a reviewed one that is gone').toContain(literal)
  })

  test('take no more than the text is long, or have a reason why that does not matter', { timeout: 120_000 }, () => {
    const fresh = [...found].filter(([literal]) => !safe.has(literal) && !reasons.has(literal))
    const unsafe = fresh.flatMap(([literal, files]) => {
      const verdict = verdictOn(literal)
      return verdict === 'safe' ? [] : [`${verdict}: ${literal} in ${files.join(', ')}`]
    })
    expect(unsafe).toEqual([])
  })

  test('the checker knows the ones that stopped the server', () => {
    expect(verdictOn(String(/[ \t]+\n/g))).toBe('2nd degree polynomial')
    expect(verdictOn(String(/^(a+)+$/))).toBe('exponential')
    expect(verdictOn(String(/^[a-z]+$/))).toBe('safe')
  })
})
