/** Several addresses in one text, e.g. an article's three covers: a comma before `/` or `http` begins the next. */
const between = /(?<!\s)\s*,\s*(?=\/|https?:\/\/)/i

/** The addresses in a text. */
export const imagesOf = (text: string | null | undefined): string[] =>
  (text ?? '').trim().split(between).filter(Boolean)

/** The addresses as one text; empty ones are left out. */
export const joinImages = (addresses: readonly string[]): string => addresses.filter(Boolean).join(',')

/**
 * Widths in pixels in which a wide picture lies beside itself, for small screens. Pages are made from the picture's name alone,
 * so what was once uploaded holds to these numbers: they are never changed.
 */
const smallerWidths = [480, 960, 1440] as const
/** A smaller one is worth its place only where it is clearly smaller. */
const worth = 1.2

/** The widths in which a picture of this width is kept, besides its own. */
export const widthsBelow = (width: number): number[] => smallerWidths.filter((one) => one * worth <= width)

/** The name of a picture as our uploads have it; its width in pixels stands in it where smaller ones lie beside. */
export const pictureName = (stem: string, width: number, ending: string): string =>
  widthsBelow(width).length > 0 ? `${stem}-${width}.${ending}` : `${stem}.${ending}`

const widthInName = /^(\/uploads\/\d{8}-[\da-f-]{36})-(\d{3,5})\.(jpg|png)$/

/** `srcset` for a picture of ours that was kept in several widths; null for every other one. */
export function srcsetOf(address: string): string | null {
  const [, stem, width, ending] = widthInName.exec(address) ?? []
  if (!stem) return null
  const smaller = widthsBelow(Number(width)).map((one) => `${stem}-${one}.${ending} ${one}w`)
  return smaller.length > 0 ? [...smaller, `${address} ${width}w`].join(', ') : null
}

/** All files of a picture of ours, by its name: itself, and the smaller ones beside it. */
export function filesOf(name: string): string[] {
  const [, stem = '', width, ending] = widthInName.exec(`/uploads/${name}`) ?? []
  const smaller = stem === '' ? [] : widthsBelow(Number(width))
  return [name, ...smaller.map((one) => `${stem.slice('/uploads/'.length)}-${one}.${ending}`)]
}
