import type { Look, States } from '../../../core/domain/states.ts'

/** The twin of a state's sign for terminals without Unicode, and its colour: the sign and the word carry the meaning. */
const marks: Readonly<Record<Look['mark'], readonly [ascii: string, colour: string]>> = {
  '◐': ['+', 'cyan'],
  '●': ['*', 'yellow'],
  '✓': ['v', 'green'],
  '○': ['.', 'gray'],
  '✗': ['x', 'red'],
  '⊘': ['-', 'magenta'],
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
export function statusLook({ words, looks }: Pick<States, 'words' | 'looks'>, status: number) {
  const look = looks[status]
  const mark = look?.mark ?? '○'
  const [plain, colour] = marks[mark]
  return { mark: sign(mark, plain), word: words[status] ?? String(status), colour }
}
