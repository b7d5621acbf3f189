import { cleanText } from './clean.ts'
import { type Column, wordsOf } from './columns.ts'

/** Rows and texts that one row holds, as the questions of a survey or the public wording of a letter, for who reads it. */

type Row = Readonly<Record<string, unknown>>

/** Texts that stand below the line of their row. */
const below: ReadonlySet<string> = new Set(['content', 'reply'])
const known: ReadonlySet<string> = new Set(['title', 'name'])

const isTold = ({ field, title, whole }: Column) => !whole && field !== 'version' && !title.endsWith('编号')

/** Files are told by their names. */
export const isFiles = ({ inside = [] }: Column): boolean => inside.some(({ field }) => field === 'size')

/** Whether what it holds is more than a name in a line can say. */
export const tellsMore = (column: Column): boolean => {
  const { inside = [] } = column
  if (isFiles(column)) return false
  const told = inside.filter(isTold)
  return (
    told.some(({ field }) => field === 'content') || (told.some(({ field }) => known.has(field)) && told.length > 1)
  )
}

const rowsIn = (value: unknown): readonly Row[] =>
  [value].flat().filter((one): one is Row => one !== null && typeof one === 'object')

/** A value in a line: a number with what it counts, a time with what was then. */
function inLine(row: Row, column: Column): string {
  const { right, time, title } = column
  const word = wordsOf(row[column.field], column)
  return (right || time) && !column.words && word !== '' ? `${title} ${word}` : word
}

/** A row's line, and below it its texts, its lists, and the rows that it holds itself. */
function rowText(row: Row, inside: readonly Column[], own: string): string {
  const told = inside.filter(isTold)
  const isBelow = (one: Column) => below.has(one.field) || one.inside !== undefined || Array.isArray(row[one.field])
  const line = [...new Set(told.filter((one) => !isBelow(one)).map((one) => inLine(row, one)))]
  const texts = told.filter(isBelow).flatMap((one) => {
    const value = row[one.field]
    if (one.inside && !isFiles(one))
      return (
        nestedText(value, one)
          ?.split('\n')
          .map((text) => `  ${text}`) ?? []
      )
    const text = cleanText(wordsOf(value, one))
    if (text === '') return []
    return one.field === 'content' ? text : `${one.title}：${text}`
  })
  return [line.filter((word) => word !== '' && word !== own).join('，'), ...texts].filter(Boolean).join('\n')
}

/** All that a value holds, row by row; null: nothing. @param own the name of the row that holds it, which need not be said again */
export function nestedText(value: unknown, { inside = [] }: Column, own = ''): string | null {
  const rows = rowsIn(value)
  if (rows.length === 0) return null
  const numbered = rows.length > 1 && inside.some(({ field }) => field === 'title')
  return rows.map((row, i) => `${numbered ? `${i + 1}. ` : ''}${rowText(row, inside, own)}`).join('\n')
}
