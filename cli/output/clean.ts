import { turning } from '../../core/domain/unfit.ts'

/** Terminal controls: C0 (without the line end and tab), DEL, C1. */
const control = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g

/** A joiner that joins no signs: terminals put what follows it on top of what stands before it. */
const loneJoiner =
  /\u200d(?!\p{Extended_Pictographic})|\u200d(?<!\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]?\u200d)/gu

/** Text of a server made harmless for a terminal; line ends and tabs stay. */
export const cleanText = (text: string): string => {
  const plain = text.replace(control, '').replace(turning, '')
  return plain.includes('\u200d') ? plain.replace(loneJoiner, '') : plain
}

/** The same on one line. */
export const cleanLine = (text: string): string => cleanText(text.replace(/[\r\n\t]+|[\u2028\u2029]/g, ' '))

const givenMax = 40
/** What was typed, as an error repeats it: on one line, and no more of it than tells which it is. */
export function givenLine(text: string): string {
  const line = cleanLine(text)
  const signs = [...line]
  return signs.length > givenMax ? `${signs.slice(0, givenMax).join('')}……` : line
}

/** JSON that keeps every value and yet can be shown on a terminal: what would act there is written as an escape. */
export const safeJson = (value: unknown, indent?: number): string =>
  (JSON.stringify(value, null, indent) ?? 'null').replace(
    /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
