/** Several addresses in one text, e.g. an article's three covers: a comma before `/` or `http` begins the next. */
const between = /\s*,\s*(?=\/|https?:\/\/)/i

/** The addresses in a text. */
export const imagesOf = (text: string | null | undefined): string[] =>
  (text ?? '').trim().split(between).filter(Boolean)

/** The addresses as one text; empty ones are left out. */
export const joinImages = (addresses: readonly string[]): string => addresses.filter(Boolean).join(',')
