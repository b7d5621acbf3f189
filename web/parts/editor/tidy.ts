/** Paragraphs without attributes that say nothing: a cell, an item or a figure may hold its text itself. */
const needless = [
  'li > p:only-child',
  'li > p:first-child:has(+ :is(ul, ol):last-child)',
  ':is(td, th) > p:only-child',
  'figure > p:has(> img, > video)',
].join()

/** Rows of heads at the top of a table belong into its `<thead>`. */
function makeHead(table: HTMLTableElement): void {
  const rows = [...table.rows]
  const first = rows.findIndex((row) => [...row.cells].some(({ localName }) => localName !== 'th'))
  if (first > 0) table.createTHead().append(...rows.slice(0, first))
}

/** The markup that the editor makes, as a person would write it. */
export function tidy(made: DocumentFragment): string {
  const { body } = document.implementation.createHTMLDocument()
  body.append(made)
  for (const paragraph of body.querySelectorAll(needless))
    if (paragraph.attributes.length === 0) paragraph.replaceWith(...paragraph.childNodes)
  for (const table of body.querySelectorAll('table')) makeHead(table)
  return body.innerHTML
}
