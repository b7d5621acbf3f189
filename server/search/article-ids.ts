import type { DatabaseSync } from 'node:sqlite'
import { textOfValues } from '../../core/domain/model-values.ts'
import { articleTables, articleTextOf, headColumns, readAsWritten, type Sought } from './article-text.ts'
import { gramsOf, pairsFor, queryFor, sought } from './grams.ts'
import { gramTokens } from './index-file.ts'
import { idsBy } from './online-words.ts'
import { both, either, without } from './ranking.ts'

/** Articles by their numbers, in order, that hold some texts. */
export interface Held {
  readonly sure: Int32Array
  /** Of these the index does not tell: their texts have to be looked at. */
  readonly unsure: Int32Array
}

/** An article's texts, as far as lists look into them. */
export interface ArticleTexts {
  readonly title: string
  readonly source: string | null
  readonly modelFields: string | null
  /** HTML. */
  readonly content: string
}

/** Finds what holds texts, of everything that was ever written, where no database lies beside the index. */
export interface ArticleIds {
  /** Takes in what is there now of an article. @param seen visitors find it */
  take(id: number, text: ArticleTexts | null, seen: boolean): void
  holding(match: readonly Sought[]): Held
}

/** The tables that it needs: also where the words stand of what is not online. Each such text would else be looked at in the database. */
export const articleIdsTables = `
  ${articleTables}
  create virtual table "articleRest" using fts5(content, content = '', contentless_delete = 1, ${gramTokens});
`
const none = new Int32Array()

/**
 * By the tables that the statement in `article-text.ts` reads too.
 * @param online what is online
 */
export function articleIdsOf(file: DatabaseSync, online: () => Int32Array): ArticleIds {
  const tables = ['articleHead', 'articleBody', 'articleBeside', 'onlineBody', 'articleRest']
  const [inHead, inBody, inBeside, inOnline, inRest] = tables.map((table) => idsBy(file, table)) as [
    Find,
    Find,
    Find,
    Find,
    Find,
  ]
  const texts = articleTextOf(file)
  const remove = file.prepare('delete from "articleRest" where rowid = ?')
  const put = file.prepare('insert into "articleRest" (rowid, content) values (?, ?)')

  function inText(text: string): Held {
    const pairs = pairsFor(text)
    const may = inBody(pairs)
    if ([...text].length < 3) return { sure: may, unsure: none }
    const read = inOnline(queryFor(['content'], sought(text)))
    const unread = both(without(may, read), online())
    return {
      sure: either(both(may, read), inRest(queryFor(['content'], text))),
      unsure: readAsWritten.test(text) ? both(unread, inBeside(pairs)) : unread,
    }
  }

  function one({ columns, text }: Sought): Held {
    const heads = columns.filter((column) => headColumns.includes(column))
    const head = heads.length > 0 ? inHead(queryFor(heads, text)) : none
    if (!columns.includes('content')) return { sure: head, unsure: none }
    const { sure, unsure } = inText(text)
    return { sure: either(head, sure), unsure }
  }

  return {
    take(id, text, seen) {
      texts.remove(id)
      remove.run(id)
      if (!text) return
      // in every script, as PostgreSQL makes letters small
      const [title, source, content, values] = [
        ...[text.title, text.source ?? '', text.content],
        textOfValues(text.modelFields),
      ].map((one) => one.toLowerCase()) as [string, string, string, string]
      texts.put(id, title, source, content, values)
      if (!seen) put.run(id, gramsOf(`${content}\n${values}`))
    },
    holding(match) {
      const each = match.map(one)
      const sure = each.map((held) => held.sure).reduce(both)
      const all = each.map((held) => either(held.sure, held.unsure)).reduce(both)
      // copies: they go to another thread with all the room that they stand in
      return { sure: sure.slice(), unsure: without(all, sure).slice() }
    },
  }
}
type Find = (query: string) => Int32Array
