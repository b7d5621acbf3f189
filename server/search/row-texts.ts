import type { DatabaseSync } from 'node:sqlite'
import type { Sought } from './article-text.ts'
import { gramsOf, queryFor } from './grams.ts'
import { gramTokens } from './index-file.ts'
import { idsBy } from './online-words.ts'
import type { Statement } from './text-index.ts'

/**
 * Tables beside articles whose lists look through titles and texts, each with the number by which notes of changes know it (0: articles).
 * In the index stands what the database has in clear: nothing personal.
 */
export const textTables = {
  ...{ mail: 1, apply: 2, suggestion: 3, theme: 4, llTheme: 5, xaxTheme: 6, proposal: 7, advice: 8, forum: 9 },
} as const
export type TextTable = keyof typeof textTables
export const textTableNames = Object.keys(textTables) as readonly TextTable[]
const byNumber = new Map<number, TextTable>(textTableNames.map((name) => [textTables[name], name]))

/** The table that a note is about; null: articles, or one that this xzx does not know. */
export const textTableOf = (number: number): TextTable | null => byNumber.get(number) ?? null
export const isTextTable = (name: string): name is TextTable => Object.hasOwn(textTables, name)

/** What a row says. */
export interface RowText {
  readonly title: string
  readonly content: string
}
/** Up to which number the rows of each table have been read once; null: all have; none: nothing. */
export type RowsRead = Readonly<Partial<Record<TextTable, number | null>>>
/** The first table of which something is left to be read, and from where on. */
export function rowsLeft(read: RowsRead): { readonly table: TextTable; readonly after: number } | null {
  const table = textTableNames.find((name) => read[name] !== null)
  return table ? { table, after: read[table] ?? 0 } : null
}

const nameOf = (table: TextTable) => `text_${table}`

/** The tables that they need; an index of before may lack them. Where each pair stands is kept: these texts are short, and what is found need not be looked at. */
export const rowTextTables: string = textTableNames
  .map(
    (table) =>
      `create virtual table if not exists "${nameOf(table)}" using fts5(title, content, content = '', contentless_delete = 1, ${gramTokens});`,
  )
  .join('\n')

/** The part of the index that knows them. */
export interface RowTexts {
  /** Takes in what is there now of a row. */
  take(table: TextTable, id: number, text: RowText | null): void
  /** The ids of what holds a text, as of `ArticleText`. */
  selecting(table: TextTable, sought: Sought): Statement
  /** The same, in order. */
  holding(table: TextTable, match: readonly Sought[]): readonly Int32Array[]
}

/** @param file the index, open for writing @param asIs how the texts are written down: as they are, or small */
export function rowTextsOf(file: DatabaseSync, asIs: (text: string) => string): RowTexts {
  const made = textTableNames.map((table) => {
    const remove = file.prepare(`delete from "${nameOf(table)}" where rowid = ?`)
    const put = file.prepare(`insert into "${nameOf(table)}" (rowid, title, content) values (?, ?, ?)`)
    return [table, { remove, put, find: idsBy(file, nameOf(table)) }] as const
  })
  const known = Object.fromEntries(made) as Record<TextTable, (typeof made)[number][1]>
  return {
    take(table, id, text) {
      known[table].remove.run(id)
      if (text) known[table].put.run(id, gramsOf(asIs(text.title)), gramsOf(asIs(text.content)))
    },
    selecting: (table, { columns, text }) => ({
      sql: `select rowid from search."${nameOf(table)}" where "${nameOf(table)}" match ?`,
      parameters: [queryFor(columns, text)],
    }),
    holding: (table, match) => match.map(({ columns, text }) => known[table].find(queryFor(columns, text))),
  }
}
