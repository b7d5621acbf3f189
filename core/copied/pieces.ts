/** An element of a copied text. The browser and the command line read HTML each in its own way; this is what both make of it. */
export interface Piece {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly Part[]
}
/** What a text consists of: elements and words; comments are none of it. */
export type Part = Piece | string

export const isPiece = (part: Part): part is Piece => typeof part !== 'string'

/** An element that is made here. */
export const piece = (name: string, children: readonly Part[], attributes: Piece['attributes'] = {}): Piece => ({
  name,
  attributes,
  children,
})

/** Hands over words in their order, until enough is said. @returns false then */
const eachWords = (parts: readonly Part[], hear: (words: string) => boolean): boolean =>
  parts.every((part) => (isPiece(part) ? eachWords(part.children, hear) : hear(part)))

/** The words of some parts. */
export function wordsOf(parts: readonly Part[]): string {
  const all: string[] = []
  eachWords(parts, (words) => all.push(words) > 0)
  return all.join('')
}

/** The words with which some parts begin, to the end of the first that are no blanks: all there are only where they are blanks. */
export function firstWords(parts: readonly Part[]): string {
  const all: string[] = []
  eachWords(parts, (words) => all.push(words) > 0 && words.trim() === '')
  return all.join('')
}

/** True where some parts have a word. */
export const hasWords = (parts: readonly Part[]): boolean => !eachWords(parts, (words) => words.trim() === '')

/** The number of an attribute, as browsers read it: `fallback` where there is none, or one that they could not hold. */
export function numberOf({ attributes }: Piece, name: string, fallback: number): number {
  const number = Number.parseInt(attributes[name] ?? '', 10)
  return Math.abs(number) < 2 ** 31 ? number : fallback
}

/** True for what stands between blocks and shows nothing. */
export const isBlank = (part: Part): boolean => !isPiece(part) && part.trim() === ''

const blocks = new Set(
  'p,div,section,article,center,h1,h2,h3,h4,h5,h6,ul,ol,li,table,blockquote,pre,figure,hr'.split(','),
)
/** True for an element that begins a line of its own. */
export const isBlock = (part: Part): part is Piece => isPiece(part) && blocks.has(part.name)

function rulesOf({ attributes: { style = '' } }: Piece): [string, string][] {
  return style.split(';').flatMap((rule): [string, string][] => {
    const at = rule.indexOf(':')
    return at < 0 ? [] : [[rule.slice(0, at).trim().toLowerCase(), rule.slice(at + 1).trim()]]
  })
}

/** What an element's own style says of something, in small letters; empty where it says nothing. */
export function styleOf(element: Piece, name: string): string {
  // most styles say nothing of it, and need not be taken apart
  if (!element.attributes.style?.toLowerCase().includes(name)) return ''
  const rule = rulesOf(element).findLast(([one]) => one === name)
  return rule?.[1].toLowerCase() ?? ''
}

/** The element with something else in its style, or without it. */
export function withStyle(element: Piece, name: string, value: string | null): Piece {
  const rules = rulesOf(element).filter(([one]) => one !== name)
  if (value !== null) rules.push([name, value])
  const { style: _, ...others } = element.attributes
  const style = rules.map((rule) => rule.join(':')).join(';')
  return { ...element, attributes: style ? { ...others, style } : others }
}

const perPoint: Readonly<Record<string, number>> = { pt: 1, px: 0.75, cm: 28.35, mm: 2.835, in: 72, em: 12 }

/** A length of a style in points; 0 where it is none. */
export function pointsOf(length: string): number {
  const [, number, unit = ''] = /^(-?[\d.]+)([a-z]+)$/.exec(length) ?? []
  return number ? Number(number) * (perPoint[unit] ?? 0) || 0 : 0
}

const empty = new Set('area,br,col,embed,hr,img,input,link,meta,param,source,track,wbr'.split(','))
const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\u00a0': '&nbsp;',
}
const escaped = (text: string) => text.replace(/[&<>"\u00a0]/g, (c) => escapes[c] as string)

function write(parts: readonly Part[], to: string[]): void {
  for (const part of parts) {
    if (!isPiece(part)) {
      to.push(escaped(part))
      continue
    }
    const attributes = Object.entries(part.attributes).map(([name, value]) => ` ${name}="${escaped(value)}"`)
    to.push(`<${part.name}${attributes.join('')}>`)
    if (empty.has(part.name)) continue
    write(part.children, to)
    to.push(`</${part.name}>`)
  }
}

/** Some parts as HTML. */
export function htmlOf(parts: readonly Part[]): string {
  const all: string[] = []
  write(parts, all)
  return all.join('')
}
