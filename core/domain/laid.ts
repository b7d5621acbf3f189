/** Signs that say in which direction what follows is laid, up to where they end. */
const layers = /[\u202a-\u202e\u2066-\u2069]/

interface Run {
  /** All of it is laid from the right. */
  readonly turned: boolean
  readonly isolate: boolean
  /** Characters, and runs within it, each as a whole. */
  readonly pieces: string[]
}
const openedBy: Readonly<Record<string, Omit<Run, 'pieces'>>> = {
  '\u202a': { turned: false, isolate: false },
  '\u202b': { turned: false, isolate: false },
  '\u202d': { turned: false, isolate: false },
  '\u202e': { turned: true, isolate: false },
  '\u2066': { turned: false, isolate: true },
  '\u2067': { turned: false, isolate: true },
  '\u2068': { turned: false, isolate: true },
}
/** Within so many others nothing is laid round any more. */
const deepest = 125
const endOfRun = '\u202c'
const endOfIsolate = '\u2069'

function lineAsLaid(line: string): string {
  const runs: Run[] = [{ turned: false, isolate: false, pieces: [] }]
  const close = () => {
    const { turned, pieces } = runs.pop() as Run
    runs.at(-1)?.pieces.push((turned ? pieces.toReversed() : pieces).join(''))
  }
  let beyond = 0
  for (const sign of line) {
    const opened = openedBy[sign]
    if (opened && runs.length > deepest) beyond += 1
    else if (opened) runs.push({ ...opened, pieces: [] })
    else if (beyond > 0 && (sign === endOfRun || sign === endOfIsolate)) beyond -= 1
    else if (sign === endOfRun) {
      if (runs.length > 1 && !runs.at(-1)?.isolate) close()
    } else if (sign === endOfIsolate) {
      const from = runs.findLastIndex(({ isolate }) => isolate)
      if (from > 0) while (runs.length > from) close()
    } else runs.at(-1)?.pieces.push(sign)
  }
  while (runs.length > 1) close()
  return (runs[0] as Run).pieces.join('')
}

/** A text in the order in which its reader sees it, without the signs that lay it the other way round: by them `87654321831` reads `13812345678`. */
export const asLaid = (text: string): string => (layers.test(text) ? text.split('\n').map(lineAsLaid).join('\n') : text)

const unseen = /[\p{Default_Ignorable_Code_Point}\p{M}]/u
/** Pictures of several signs, which stay as they are; and what no reader sees, or is laid over a figure or a Chinese character. */
const seenOrNot =
  /(\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]*(?:\u200d\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]*)*)|\p{Default_Ignorable_Code_Point}|(?<=[\p{N}\p{Script=Han}])\p{M}+/gu

/** Tags and comments that somebody writes into a plain text: they part a number for a program, and not for who reads it. */
const tags =
  /<(?:!--[^<>]{0,200}-->|\/?(?:a|abbr|b|big|br|code|del|div|em|font|h[1-6]|i|img|ins|kbd|li|mark|ol|p|pre|q|s|script|small|span|strong|style|sub|sup|table|tbody|td|th|tr|tt|u|ul|var|wbr)(?=[\s/>])[^<>]{0,300}>)/gi

const spelledBlanks = /&(?:nbsp|ensp|emsp|thinsp|zwnj|zwj|shy);/gi
/** Ends of lines with nothing between them, of which a page shows one, and what ends a line too. */
const lineEnds =
  /(?:\r?[\n\v\f\u0085\u2028\u2029][ \t\u00a0\u3000]*(?=\r?[\n\v\f\u0085\u2028\u2029]))+\r?[\n\v\f\u0085\u2028\u2029]|[\v\f\u0085\u2028\u2029]/g
/** Blanks within a line, of which a browser shows one. */
const blankRows = /(?<=\S)[ \t\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]{2,}(?=\S)/g

/** A text of somebody from outside as its reader sees it: as it is laid, without the signs and tags by which no program would see what it says. */
export function asSeen(text: string): string {
  const laid = asLaid(text)
  const seen = unseen.test(laid) ? laid.replace(seenOrNot, '$1') : laid
  const plain = seen.includes('<') ? seen.replace(tags, '') : seen
  return (plain.includes('&') ? plain.replace(spelledBlanks, ' ') : plain)
    .replace(lineEnds, '\n')
    .replace(blankRows, ' ')
}
