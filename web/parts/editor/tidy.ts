/** Marks a paragraph that is there only because the editor needs one. */
export const bare = 'data-bare'
/** Marks a row that belongs into the table's `<tfoot>`. */
export const foot = 'data-foot'

/** Where a text may stand without a paragraph around it. */
const needless = [
  'li > p:only-child',
  'li > p:first-child:has(+ :is(ul, ol):last-child)',
  ':is(td, th) > p:only-child',
  'figure > p:has(> img, > video)',
].join()

function dropBare(paragraph: Element): void {
  paragraph.removeAttribute(bare)
  if (paragraph.attributes.length === 0 && paragraph.matches(needless)) paragraph.replaceWith(...paragraph.childNodes)
}

/** Rows of heads at the top of a table belong into its `<thead>`. */
function makeHead(table: HTMLTableElement): void {
  const rows = [...table.rows]
  const first = rows.findIndex((row) => [...row.cells].some(({ localName }) => localName !== 'th'))
  if (first > 0) table.createTHead().append(...rows.slice(0, first))
}

/** Rows of the foot go back there, unless others have been put among them. */
function makeFoot(table: HTMLTableElement): void {
  const rows = [...table.rows]
  const feet = rows.filter((row) => row.hasAttribute(foot))
  for (const row of feet) row.removeAttribute(foot)
  const first = rows.indexOf(feet[0] as HTMLTableRowElement)
  const together = feet.every((row, i) => row === rows[first + i])
  const atAnEnd = first === 0 || first + feet.length === rows.length
  if (feet.length > 0 && together && atAnEnd) table.createTFoot().append(...feet)
}

/** The markup that the editor makes, as a person would write it. */
export function tidy(made: DocumentFragment): string {
  const { body } = document.implementation.createHTMLDocument()
  body.append(made)
  for (const paragraph of body.querySelectorAll(`[${bare}]`)) dropBare(paragraph)
  for (const table of body.querySelectorAll('table')) {
    makeFoot(table)
    makeHead(table)
  }
  return body.innerHTML
}
