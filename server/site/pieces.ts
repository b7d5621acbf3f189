/**
 * Most of a page is the same as on other pages (head, navigation, footer) or comes from the database as it goes to the disk (an
 * article's text). Such pieces go through the templates as a short mark and stand in the page as bytes that were made once.
 */

/** A page as it goes to the disk: one text, the bytes of a file, or texts and bytes one after the other. */
export type Rendered = string | Buffer | readonly (string | Buffer)[]

/** Stands around a piece's number: no text that was let in holds it (core/domain/unfit.ts). */
const mark = '\u0000'

/** A page as text. */
export const textOf = (rendered: Rendered): string =>
  typeof rendered === 'string' || Buffer.isBuffer(rendered) ? rendered.toString() : rendered.join('')

/** The pieces of one renderer. */
export interface Kept {
  /** Keeps a piece that many pages share. @returns what templates are given in its place */
  keep(text: string): string
  /** The same for a piece of just the page that is being made. @param bytes the text's, where they are at hand */
  pass(text: string, bytes: Buffer | null): string
  /** A page with its pieces in their places. */
  whole(page: string): Rendered
}

/** @param whole false where templates look into the pieces: then they get the texts themselves */
export function kept(whole: boolean): Kept {
  if (!whole) return { keep: (text) => text, pass: (text) => text, whole: (page) => page }
  const shared: Buffer[] = []
  let own: string | Buffer = ''
  const ownMark = `${mark}own${mark}`
  return {
    keep(text) {
      shared.push(Buffer.from(text))
      return `${mark}${shared.length - 1}${mark}`
    },
    pass(text, bytes) {
      own = bytes ?? text
      return ownMark
    },
    whole: (page) =>
      page.split(mark).map((part, i) => {
        if (i % 2 === 0) return part
        return part === 'own' ? own : (shared[Number(part)] as Buffer)
      }),
  }
}
