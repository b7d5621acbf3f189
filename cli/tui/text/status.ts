import { type NewsStatus, newsStatus } from '../../../core/domain/enums.ts'

/** A state's sign, its twin for terminals without Unicode, and its colour: the sign and the word carry the meaning. */
const signs: Readonly<Record<NewsStatus, readonly [sign: string, ascii: string, colour: string]>> = {
  0: ['◐', '+', 'cyan'],
  1: ['●', '*', 'yellow'],
  2: ['✓', 'v', 'green'],
  3: ['○', '.', 'gray'],
  4: ['✗', 'x', 'red'],
  5: ['⊘', '-', 'magenta'],
}

type Env = Readonly<Record<string, string | undefined>>

let ascii = false

/** Signs are ASCII where the locale isn't UTF-8, and where a terminal draws them two cells wide. */
export function chooseSigns(env: Env): void {
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG || ''
  ascii = (process.platform !== 'win32' && !/utf-?8/i.test(locale)) || env.XZX_AMBIGUOUS_WIDTH === '2'
}

/** A sign or its ASCII twin. */
export const sign = (unicode: string, plain: string): string => (ascii ? plain : unicode)

/** How a state looks: sign, word, colour. */
export function statusLook(status: number) {
  const [mark, plain, colour] = signs[status as NewsStatus] ?? ['?', '?', 'gray']
  return { mark: sign(mark, plain), word: newsStatus[status as NewsStatus] ?? String(status), colour }
}
