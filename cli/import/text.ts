/** What no text needs and some databases refuse: control characters save tab and line ends, and halves of characters. */
const unwanted = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]|\p{Surrogate}/gu

/** A text without control characters and lone surrogates, and how many there were. */
export function cleaned(text: string): { readonly text: string; readonly removed: number } {
  let removed = 0
  const clean = text.replace(unwanted, () => {
    removed += 1
    return ''
  })
  return { text: clean, removed }
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Plain text → HTML paragraphs, one a line; blank lines only separate. Markup in the text stays visible as text. */
export const toParagraphs = (text: string): string =>
  text
    .split(/\r\n|[\r\n\u2028\u2029]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => `<p>${line.replace(/[&<>"]/g, (c) => entities[c] as string)}</p>`)
    .join('\n')

/** A text as it was written: with markup it is HTML, without any it becomes paragraphs. */
export const asHtml = (text: string): string => (/<[a-z!/]/i.test(text) ? text : toParagraphs(text))
