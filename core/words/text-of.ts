/** Elements that stand within a line: what is before and after them is one word. All others part words, a table's cells too. */
export const withinLine: ReadonlySet<string> = new Set(
  'a abbr b bdi bdo big cite code del dfn em font i ins kbd label mark q rp rt ruby s samp small span strike strong sub sup tt u var wbr'.split(
    ' ',
  ),
)
const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  ensp: '\u2002',
  emsp: '\u2003',
  middot: '·',
  hellip: '…',
  mdash: '—',
  ldquo: '“',
  rdquo: '”',
  shy: '\u00ad',
}
/** The longest name of a character: nothing further on is looked at for its end. */
const entityMax = 10

/** The character that an entity at this place is, and its length; none where it is plain text. */
function entityAt(html: string, at: number): { text: string; length: number } | null {
  const end = html.slice(at, at + entityMax + 2).indexOf(';')
  if (end < 2) return null
  const name = html.slice(at + 1, at + end)
  const code = /^#\d+$/.test(name)
    ? Number(name.slice(1))
    : /^#x[\da-f]+$/i.test(name)
      ? Number.parseInt(name.slice(2), 16)
      : null
  const text = code === null ? named[name] : code > 0 && code <= 0x10_ffff ? String.fromCodePoint(code) : undefined
  return text === undefined ? null : { text, length: end + 1 }
}

/** Where a tag ends, its quoted values passed over; the text's end where it has none. */
function tagEnd(html: string, from: number): number {
  let quote = ''
  for (let at = from; at < html.length; at += 1) {
    const c = html[at] as string
    if (quote) {
      if (c === quote) quote = ''
    } else if (c === '"' || c === "'") quote = c
    else if (c === '>') return at
  }
  return html.length
}

const alternative = /\salt="([^"]*)"/i
/** What a reader meets of a tag when they point at it, or press it. */
const pointedAt = /\s(?:alt|title)="([^"]*)"|\shref="(?:tel|sms|mailto):([^"]*)"/gi

/** What is made of a piece of HTML, one after the other as they stand: of its text, entities read, and of its tags. */
interface Pieces {
  /** @param said what stands at html[from..to] for who reads it */
  text(said: string, from: number, to: number): void
  /** @param name in small letters; empty: it is no element */
  tag(name: string, from: number, to: number): void
}

/**
 * Walks through HTML, in time that grows with its length alone, whatever that is.
 * @param html as it is kept, cleaned
 */
export function eachPiece(html: string, { text, tag }: Pieces): void {
  let plain = 0
  const upTo = (at: number) => {
    if (at > plain) text(html.slice(plain, at), plain, at)
  }
  for (let at = 0; at < html.length; ) {
    const c = html[at]
    const entity = c === '&' ? entityAt(html, at) : null
    if (c !== '<' && !entity) {
      at += 1
      continue
    }
    upTo(at)
    const from = at
    if (entity) {
      at += entity.length
      text(entity.text, from, at)
    } else {
      at = tagEnd(html, at + 1) + 1
      const name = /^\/?([a-z][a-z\d]*)/i.exec(html.slice(from + 1, from + 20))?.[1] ?? ''
      tag(name.toLowerCase(), from, at)
    }
    plain = at
  }
  upTo(html.length)
}

/**
 * The text of an article as a reader sees it, for seeking words in it: one line for each paragraph, cell and item; of a picture what stands for it.
 * @param html as it is kept, cleaned
 */
export const textOf = (html: string): string =>
  textIn(html, (name, tag) => (name === 'img' ? [alternative.exec(tag)?.[1]] : []))

/** The same with all that a tag says: for judging what may be read there. */
export const saidIn = (html: string): string =>
  textIn(html, (_, tag) => Array.from(tag.matchAll(pointedAt), ([, said, reached]) => said ?? reached))

/** The same without what stands for pictures: a reader who sees them does not read it in the line. */
export const readTextOf = (html: string): string => textIn(html, () => [])

function textIn(html: string, saidOf: (name: string, tag: string) => readonly (string | undefined)[]): string {
  const out: string[] = []
  // what a tag within a line says parts none of its words
  const aside: string[] = []
  eachPiece(html, {
    text: (said) => void out.push(said),
    tag(name, from, to) {
      if (!withinLine.has(name)) out.push('\n')
      for (const said of saidOf(name, html.slice(from, to - 1)))
        if (said) (withinLine.has(name) ? aside : out).push(textOf(said.replaceAll('<', '')), '\n')
    },
  })
  return (aside.length > 0 ? [...out, '\n', ...aside] : out).join('')
}
