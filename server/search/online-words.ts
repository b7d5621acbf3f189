import type { DatabaseSync } from 'node:sqlite'
import { gramsOf, queryFor, signsOf, sought } from './grams.ts'
import { gramTokens } from './index-file.ts'

/** Where words may stand. */
export type OnlinePart = 'title' | 'front' | 'content'

/** The words of what is online, by where they stand. */
export interface OnlineWords {
  remove(id: number): void
  put(id: number, texts: Readonly<Record<OnlinePart, string>>): void
  /** What holds the words in a part, by their numbers in order. */
  holding(part: OnlinePart, words: string): Int32Array
  /** The table that has the titles, under this name. */
  readonly titles: string
}

/**
 * The tables that it needs: the long texts by themselves, for a column's number at each word would take a third of the room; and which single
 * characters they hold, for these are sought too, and pairs that begin with one are thousands.
 */
export const onlineWordTables = `
  create virtual table "onlineHead" using fts5(title, front, content = '', contentless_delete = 1, ${gramTokens});
  create virtual table "onlineBody" using fts5(content, content = '', contentless_delete = 1, ${gramTokens});
  create virtual table "onlineSigns" using fts5(content, content = '', contentless_delete = 1, detail = none, ${gramTokens});
`

const isOne = (words: string) => [...words].length === 1

const comma = 0x2c
/** Numbers with commas between them. */
function numbersIn(text: string): Int32Array {
  const ids = new Int32Array(text.length)
  let size = 0
  let id = 0
  for (let at = 0; at <= text.length; at += 1) {
    const unit = text.charCodeAt(at)
    if (unit >= 0x30) id = id * 10 + unit - 0x30
    else if (text.length > 0 && (unit === comma || at === text.length)) {
      ids[size++] = id
      id = 0
    }
  }
  return ids.subarray(0, size)
}

/** What a table has that matches, by its numbers. They come as one text: a row for each would take most of the time. */
export function idsBy(file: DatabaseSync, table: string): (query: string) => Int32Array {
  const statement = file.prepare(`select group_concat(rowid) as ids from "${table}" where "${table}" match ?`)
  return (query) => numbersIn((statement.get(query)?.ids as string | null) ?? '')
}

/** @param file the index, open for writing */
export function onlineWordsOf(file: DatabaseSync): OnlineWords {
  const tables = ['onlineHead', 'onlineBody', 'onlineSigns']
  const removes = tables.map((table) => file.prepare(`delete from "${table}" where rowid = ?`))
  const [inHead, inBody, inSigns] = tables.map((table) => idsBy(file, table)) as [
    (query: string) => Int32Array,
    (query: string) => Int32Array,
    (query: string) => Int32Array,
  ]
  const putHead = file.prepare('insert into "onlineHead" (rowid, title, front) values (?, ?, ?)')
  const [putBody, putSigns] = ['onlineBody', 'onlineSigns'].map((table) =>
    file.prepare(`insert into "${table}" (rowid, content) values (?, ?)`),
  )
  return {
    remove(id) {
      for (const remove of removes) remove.run(id)
    },
    put(id, { title, front, content }) {
      putHead.run(id, gramsOf(sought(title)), gramsOf(sought(front)))
      const text = sought(content)
      putBody?.run(id, gramsOf(text))
      putSigns?.run(id, signsOf(text))
    },
    holding(part, words) {
      const plain = sought(words)
      if (part !== 'content') return inHead(queryFor([part], plain))
      return isOne(plain) ? inSigns(`"${signsOf(plain)}"`) : inBody(queryFor(['content'], plain))
    },
    titles: 'onlineHead',
  }
}
