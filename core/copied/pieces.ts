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

/** The words of some parts. */
export const wordsOf = (parts: readonly Part[]): string =>
  parts.map((part) => (isPiece(part) ? wordsOf(part.children) : part)).join('')

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
export const styleOf = (element: Piece, name: string): string =>
  rulesOf(element)
    .findLast(([one]) => one === name)?.[1]
    .toLowerCase() ?? ''

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

/** Some parts as HTML. */
export const htmlOf = (parts: readonly Part[]): string =>
  parts
    .map((part) => {
      if (!isPiece(part)) return escaped(part)
      const attributes = Object.entries(part.attributes).map(([name, value]) => ` ${name}="${escaped(value)}"`)
      const start = `<${part.name}${attributes.join('')}>`
      return empty.has(part.name) ? start : `${start}${htmlOf(part.children)}</${part.name}>`
    })
    .join('')
