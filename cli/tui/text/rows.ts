import { formatTime } from '../../../core/domain/time.ts'
import { type Article, stateFor } from '../../areas/article-rows.ts'
import { cells, fitTo } from '../../output/width.ts'
import { sign, statusLook } from './status.ts'

/** A column of the list: from which width on it is shown, how wide, what it says. */
interface Column {
  readonly title: string
  readonly from: number
  readonly width: number
  readonly text: (row: Article) => string
}

const thisYear = formatTime(Date.now()).slice(0, 4)

/** Of another year the day alone says enough. */
const day = (time: string | null | undefined) => {
  const text = time ?? ''
  return text.startsWith(thisYear) ? text.slice(5, 16) : text.slice(0, 10)
}

/** The columns after the title; narrow lists drop the later ones first. */
const columns: readonly Column[] = [
  { title: '栏目', from: 66, width: 12, text: (row) => row.columnName ?? '' },
  {
    title: '提交时间',
    from: 52,
    width: 11,
    text: (row) => day(row.review?.submittedAt ?? row.submittedAt ?? row.createdAt),
  },
  {
    title: '提交人',
    from: 92,
    width: 10,
    text: (row) => row.review?.submittedByName ?? row.submittedByName ?? row.createdByName ?? '',
  },
  { title: '部门', from: 112, width: 16, text: (row) => row.deptName ?? '' },
]

/** `> [x] ` before a row, and its state. */
const gutter = 6
const stateWidth = 9

/** The state that a person is asked about: a published article's waiting copy before the article itself. */
export const statusOf = (row: Article): number => stateFor(row, ['accept', 'approve'])

const shownIn = (width: number) => columns.filter((column) => width >= column.from)
const titleWidth = (width: number) =>
  Math.max(8, width - gutter - stateWidth - shownIn(width).reduce((sum, column) => sum + column.width + 1, 0) - 1)

/** An article's title; of a published one that of its copy under review. */
export const titleOf = (row: Article): string => (row.review ? `〔修订〕${row.review.title ?? row.title}` : row.title)

const quoted = (title: string) => `《${fitTo(title, 30).trimEnd()}》`
/** An article's title as sentences name it. */
export const named = (row: Article): string => quoted(titleOf(row))
const firstTitles = 3

/** 「128 篇文章（《关于…》等）」 */
export function counted(titles: readonly string[]): string {
  const first = titles.slice(0, firstTitles).map(quoted).join('')
  return `${titles.length} 篇文章（${first}${titles.length > firstTitles ? '等' : ''}）`
}

/** A row's text after its mark and state, in exactly the list's width. */
export function rowText(row: Article, width: number): string {
  const rest = shownIn(width).map((column) => ` ${fitTo(column.text(row), column.width)}`)
  return `${fitTo(titleOf(row), titleWidth(width))}${rest.join('')} `
}

/** The list's heading. */
export const headingText = (width: number): string => {
  const rest = shownIn(width).map((column) => ` ${fitTo(column.title, column.width)}`)
  return `${' '.repeat(gutter)}${fitTo('状态', stateWidth)}${fitTo('标题', titleWidth(width))}${rest.join('')} `
}

/** `> [x] `: the current row and the marked ones, without colour. */
export const gutterText = (current: boolean, marked: boolean): string =>
  `${current ? sign('❯', '>') : ' '} ${marked ? '[x]' : '[ ]'} `

/** `● 待审核 ` in its cells. */
export function stateText(row: Article): { readonly text: string; readonly colour: string } {
  const { mark, word, colour } = statusLook(statusOf(row))
  const text = `${mark} ${word}`
  return { text: text + ' '.repeat(Math.max(0, stateWidth - cells(text))), colour }
}
