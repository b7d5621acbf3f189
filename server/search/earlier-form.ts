import type { DatabaseSync } from 'node:sqlite'
import type { ArticleText } from './article-text.ts'
import { gramsOf, queryFor, sought } from './grams.ts'
import { idsBy, type OnlineWords } from './online-words.ts'

/** An index of the form before this one: it answers, and is kept up to date, until the one that is made anew takes its place. */

export function earlierArticleText(file: DatabaseSync): ArticleText {
  const remove = file.prepare('delete from "articleText" where rowid = ?')
  const insert = file.prepare('insert into "articleText" (rowid, title, source, content) values (?, ?, ?, ?)')
  return {
    remove: (id) => void remove.run(id),
    put: (id, title, source, content, values) =>
      void insert.run(id, ...[title, source, values ? `${content}\n${values}` : content].map(gramsOf)),
    selecting: ({ columns, text }) => ({
      sql: 'select rowid from search."articleText" where "articleText" match ?',
      parameters: [queryFor(columns, text)],
    }),
  }
}

export function earlierOnlineWords(file: DatabaseSync): OnlineWords {
  const remove = file.prepare('delete from "onlineText" where rowid = ?')
  const insert = file.prepare('insert into "onlineText" (rowid, title, front, content) values (?, ?, ?, ?)')
  const find = idsBy(file, 'onlineText')
  return {
    remove: (id) => void remove.run(id),
    put: (id, { title, front, content }) =>
      void insert.run(id, ...[title, front, content].map((text) => gramsOf(sought(text)))),
    holding: (part, words) => find(queryFor([part], sought(words))),
    titles: 'onlineText',
  }
}
