import { cells, fitTo } from '../../output/width.ts'
import { countOf, type Item, type Kind } from '../kinds/kind.ts'
import { sign, statusLook } from './status.ts'

/** `> [x] ` before a row, and its state. */
const gutter = 6

const widths = new WeakMap<Kind, number>()

/** The widest word of a kind's states with its sign. */
function stateWidth(kind: Kind): number {
  const known = widths.get(kind)
  if (known !== undefined) return known
  const width = Math.max(cells(kind.stated) - 2, ...Object.values(kind.states.words).map(cells)) + 3
  widths.set(kind, width)
  return width
}

const shownIn = ({ columns }: Kind, width: number) => columns.filter((column) => width >= column.from)
const titleWidth = (kind: Kind, width: number) =>
  Math.max(
    8,
    width - gutter - stateWidth(kind) - shownIn(kind, width).reduce((sum, column) => sum + column.width + 1, 0) - 1,
  )

/** A row's title as sentences name it. */
export const named = (kind: Kind, row: Item): string => kind.quoted(fitTo(kind.titleOf(row), 30).trimEnd())
const firstTitles = 3

/** 「128 篇文章（《关于…》等）」 */
export function counted(kind: Kind, titles: readonly string[]): string {
  const first = titles.slice(0, firstTitles).map((title) => kind.quoted(fitTo(title, 30).trimEnd()))
  return `${countOf(kind, titles.length)}（${first.join('')}${titles.length > firstTitles ? '等' : ''}）`
}

/** A row's text after its mark and state, in exactly the list's width. */
export function rowText(kind: Kind, row: Item, width: number): string {
  const rest = shownIn(kind, width).map((column) => ` ${fitTo(column.text(row), column.width)}`)
  return `${fitTo(kind.titleOf(row), titleWidth(kind, width))}${rest.join('')} `
}

/** The list's heading. */
export const headingText = (kind: Kind, width: number): string => {
  const rest = shownIn(kind, width).map((column) => ` ${fitTo(column.title, column.width)}`)
  return `${' '.repeat(gutter)}${fitTo(kind.stated, stateWidth(kind))}${fitTo(kind.titled, titleWidth(kind, width))}${rest.join('')} `
}

/** `> [x] `: the current row and the marked ones, without colour. */
export const gutterText = (current: boolean, marked: boolean): string =>
  `${current ? sign('❯', '>') : ' '} ${marked ? '[x]' : '[ ]'} `

/** `● 待审核 ` in its cells. */
export function stateText(kind: Kind, row: Item): { readonly text: string; readonly colour: string } {
  const { mark, word, colour } = statusLook(kind.states, kind.stateOf(row))
  const text = `${mark} ${word}`
  return { text: text + ' '.repeat(Math.max(0, stateWidth(kind) - cells(text))), colour }
}
