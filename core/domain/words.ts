/** Words that texts are looked through for: what a list holds, how grave a word is, of which type. */

export const wordLists = { 0: '敏感词', 1: '常见错词', 2: '允许词' } as const
/** What is done about a word that is found. Wrong words are hints; allowed ones say what is none. */
export const wordLevels = { 0: '提示', 1: '须确认', 2: '禁止' } as const
export const wordTypes = {
  0: '其他',
  1: '政治表述',
  2: '违法违规',
  3: '赌博诈骗',
  4: '低俗色情',
  5: '暴力恐怖',
  6: '广告推广',
  7: '证件票据',
  8: '歧视侮辱',
  9: '错别字',
} as const

export type WordLevel = keyof typeof wordLevels

/** A word as somebody listed it, by its line. */
export interface ListedWord {
  readonly line: number
  readonly word: string
  readonly suggestion: string | null
}

/** Words as people list them: one a line, and behind a comma or tab what is written instead. Empty lines and such as begin with # are remarks. */
export const listedWords = (text: string): ListedWord[] =>
  text.split(/\r\n?|\n/).flatMap((whole, at) => {
    const [word = '', suggestion = ''] = whole.split(/[,，\t]/).map((part) => part.trim())
    return word === '' || word.startsWith('#') ? [] : [{ line: at + 1, word, suggestion: suggestion || null }]
  })
