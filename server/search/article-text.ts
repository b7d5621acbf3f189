import type { DatabaseSync } from 'node:sqlite'
import { gramsOf, pairsFor, queryFor, sought } from './grams.ts'
import { gramTokens } from './index-file.ts'
import type { Statement } from './text-index.ts'

/** A text that is to stand in one of some columns, as it is typed. */
export interface Sought {
  readonly columns: readonly string[]
  readonly text: string
}

/** The part of the index that finds what `like` finds, in everything that was ever written. */
export interface ArticleText {
  remove(id: number): void
  /** @param values what stands in the fields of the model */
  put(id: number, title: string, source: string, content: string, values: string): void
  /** The ids of what holds a text; for a connection that has the database as its own and the index as `search`. */
  selecting(sought: Sought): Statement
}

/**
 * The tables that it needs. Of the long texts only is kept which pairs they hold, not where: a phrase of several pairs is looked up in what
 * is known of the site's search, and in the text itself where that does not tell: in what is not online, and in what stands beside the text
 * that readers see (in tags, in the fields of the model).
 */
export const articleTables = `
  create virtual table "articleHead" using fts5(title, source, content = '', contentless_delete = 1, ${gramTokens});
  create virtual table "articleBody" using fts5(content, content = '', contentless_delete = 1, detail = none, ${gramTokens});
  create virtual table "articleBeside" using fts5(content, content = '', contentless_delete = 1, detail = none, ${gramTokens});
`
export const headColumns: readonly string[] = ['title', 'source']

const headOf = (columns: readonly string[], text: string): Statement => ({
  sql: 'select rowid from search."articleHead" where "articleHead" match ?',
  parameters: [queryFor(columns, text)],
})

/** Text and values of the model's fields, which the index has with it. */
const holds = `(instr(lower(content), ?) > 0 or
  instr(lower((select group_concat(value, char(10)) from json_each("modelFields"))), ?) > 0)`

/** Of such a text it is known where readers see it: markup, what stands for a sign, and blanks are written otherwise than they are read. */
export const readAsWritten = /^[^\x00-\x7f\s]+$/
const notSeen = `(not exists (select 1 from search.online where online.id = "articleBody".rowid and online.at is not null)
  or rowid in (select rowid from search."articleBeside" where "articleBeside" match ?))`

function bodyOf(text: string): Statement {
  const sql = 'select rowid from search."articleBody" where "articleBody" match ?'
  const pairs = pairsFor(text)
  if ([...text].length < 3) return { sql, parameters: [pairs] }
  const plain = readAsWritten.test(text)
  return {
    sql: `${sql} and (rowid in (select rowid from search."onlineBody" where "onlineBody" match ?)
      or (${plain ? notSeen : 'true'} and exists (select 1 from article where article.id = "articleBody".rowid and ${holds})))`,
    parameters: [pairs, queryFor(['content'], sought(text)), ...(plain ? [pairs] : []), text, text],
  }
}

/** The tags of a text, one behind the other. */
const tagsOf = (html: string) => (html.match(/<[^<>]*>/g) ?? []).join('')

/** @param file the index, open for writing */
export function articleTextOf(file: DatabaseSync): ArticleText {
  const tables = ['articleHead', 'articleBody', 'articleBeside']
  const removes = tables.map((table) => file.prepare(`delete from "${table}" where rowid = ?`))
  const head = file.prepare('insert into "articleHead" (rowid, title, source) values (?, ?, ?)')
  const body = file.prepare('insert into "articleBody" (rowid, content) values (?, ?)')
  const aside = file.prepare('insert into "articleBeside" (rowid, content) values (?, ?)')
  return {
    remove(id) {
      for (const remove of removes) remove.run(id)
    },
    put(id, title, source, content, values) {
      head.run(id, gramsOf(title), gramsOf(source))
      // what stands in the fields of the model is found as the text is
      body.run(id, gramsOf(values ? `${content}\n${values}` : content))
      aside.run(id, gramsOf(`${tagsOf(content)}\n${values}`))
    },
    selecting({ columns, text }) {
      const inHead = columns.filter((column) => headColumns.includes(column))
      const parts = [
        ...(inHead.length > 0 ? [headOf(inHead, text)] : []),
        ...(columns.includes('content') ? [bodyOf(text)] : []),
      ]
      return {
        sql: parts.map(({ sql }) => sql).join(' union '),
        parameters: parts.flatMap(({ parameters }) => parameters),
      }
    },
  }
}
