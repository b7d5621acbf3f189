import { cells, graphemes } from '../../output/width.ts'
import { isText } from '../press.ts'

/** A line being typed: its characters as people see them, and the place of the cursor. */
export interface Input {
  readonly text: readonly string[]
  readonly at: number
}

/** A line that holds this text, the cursor at its end. */
export const inputOf = (text = ''): Input => {
  const characters = graphemes(text)
  return { text: characters, at: characters.length }
}
/** The text of a line. */
export const textOf = (input: Input): string => input.text.join('')

/** Text put in at the cursor; line ends become blanks, the last one is left out: a line that was copied brings it along. */
export function insert({ text, at }: Input, given: string): Input {
  const whole = given.replace(/(?<![\r\n])[\r\n]+$/, '')
  const fresh = graphemes(whole.replace(/[\r\n\t]+/g, ' ').replace(/[\u0000-\u001f\u007f-\u009f]/g, ''))
  return { text: [...text.slice(0, at), ...fresh, ...text.slice(at)], at: at + fresh.length }
}

const cut = ({ text }: Input, from: number, to: number): Input => ({
  text: [...text.slice(0, from), ...text.slice(to)],
  at: from,
})

function wordStart({ text, at }: Input): number {
  let from = at
  while (from > 0 && text[from - 1] === ' ') from--
  while (from > 0 && text[from - 1] !== ' ') from--
  return from
}

const edits: Readonly<Record<string, (input: Input) => Input>> = {
  left: (i) => ({ ...i, at: Math.max(0, i.at - 1) }),
  right: (i) => ({ ...i, at: Math.min(i.text.length, i.at + 1) }),
  home: (i) => ({ ...i, at: 0 }),
  end: (i) => ({ ...i, at: i.text.length }),
  backspace: (i) => (i.at > 0 ? cut(i, i.at - 1, i.at) : i),
  delete: (i) => (i.at < i.text.length ? cut(i, i.at, i.at + 1) : i),
  'ctrl+u': (i) => cut(i, 0, i.at),
  'ctrl+k': (i) => ({ text: i.text.slice(0, i.at), at: i.at }),
  'ctrl+w': (i) => cut(i, wordStart(i), i.at),
  'ctrl+a': (i) => ({ ...i, at: 0 }),
  'ctrl+e': (i) => ({ ...i, at: i.text.length }),
}

/** The line after a press; null when the press means nothing to it. */
export function edit(input: Input, press: string): Input | null {
  const change = edits[press]
  if (change) return change(input)
  return isText(press) ? insert(input, press) : null
}

/** What of a line shows in so many cells, and the cursor's place in it. */
export function viewOf({ text, at }: Input, width: number): { readonly text: string; readonly x: number } {
  let from = 0
  while (from < at && cells(text.slice(from, at).join('')) >= width) from++
  let shown = ''
  for (const one of text.slice(from)) {
    if (cells(shown + one) > width) break
    shown += one
  }
  return { text: shown, x: cells(text.slice(from, at).join('')) }
}
