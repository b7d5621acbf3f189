/** Signs that stand for a word each: Chinese characters, kana, and the punctuation that is set as wide as they are. */
const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef—‘’“”…·]/gu

/**
 * How long a text is, as 字数 in Word has it: each Chinese character and each Chinese sign of punctuation is one, and so is each
 * word or number of other scripts.
 */
export function countWords(text: string): number {
  const signs = text.replace(/\u3000/g, ' ').match(wide)?.length ?? 0
  const others = text.replace(wide, ' ').match(/\S+/g)?.length ?? 0
  return signs + others
}
