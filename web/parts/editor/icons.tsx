/** Pictures for buttons that the icon library has none for; drawn on its grid, in the text's colour. */
const picture = (path: string) => () => (
  <svg viewBox="0 0 16 16" width="1em" height="1em" fill="none" stroke="currentColor" strokeWidth="1.4" aria-hidden>
    <path d={path} />
  </svg>
)

/** Lines of text, the first one set in. */
export const FirstLineIcon = picture('M7 3h8M1 8h14M1 13h14M1.5 1l3 2-3 2')
/** Two marks of quotation. */
export const QuoteIcon = picture('M6 4C3 5 2 7 2 9.5v2.5h4V9H3.5M13.5 4c-3 1-4 3-4 5.5v2.5h4V9H11')
export const JustifyIcon = picture('M1 3h14M1 8h14M1 13h14')

const two = (top: number) => `M10.5 ${top + 1.5}c0-2 4-2 4 .3 0 1.7-4 2.7-4 4.2h4.2`
export const RaisedIcon = picture(`M1 5l7 9M8 5l-7 9${two(1)}`)
export const LoweredIcon = picture(`M1 2l7 9M8 2l-7 9${two(9)}`)
