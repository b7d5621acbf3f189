import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { textOfValues } from '../../core/domain/model-values.ts'
import { articleTables, articleTextOf, type Sought } from './article-text.ts'
import { earlierArticleText } from './earlier-form.ts'
import { hasOneTable, isEarlier, openIndexFile } from './index-file.ts'
import { type Page, toldBy } from './listing.ts'
import {
  isOnline,
  type OnlineIndex,
  type OnlineText,
  onlineIndexOf,
  onlineTables,
  type Standing,
} from './online-index.ts'
import {
  isTextTable,
  type RowsRead,
  type RowText,
  rowsLeft,
  rowTextsOf,
  rowTextTables,
  type TextTable,
  textTableNames,
  textTableOf,
} from './row-texts.ts'

/** A statement with its values, as Kysely compiles it. */
export interface Statement {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

/** A list: its rows, and their number where it is asked for. */
export interface Listing {
  readonly rows: Statement
  readonly total: Statement | null
  /** The page that the rows are: one that is not full tells itself how many there are. */
  readonly page?: Page | undefined
  /** The rows are read for one span of a column after the other: by days SQLite has less to sort than by years. */
  readonly spans?: Spans
}

/** Where the values of a statement stand that begin and end a span, and the spans. */
export interface Spans {
  readonly from: number
  readonly to: number
  readonly each: readonly (readonly [from: number, to: number])[]
}

/** A row of which a table. */
export interface RowOfTable {
  readonly table: 'article' | TextTable
  readonly id: number
}

/** A list by the index: what `match` finds stands in `temp.found`, from which the statements take it. */
export interface Indexed {
  /** The table that is looked through. */
  readonly table: string
  /** Texts that all have to stand there. */
  readonly match: readonly Sought[]
  /** Ids of what else is to be found. */
  readonly beside: Statement | null
  /** Its rows where little was found, and where much was. */
  readonly few: Statement
  readonly many: Statement
  readonly total: Statement | null
  readonly page?: Page | undefined
}

export interface Found {
  readonly list: Record<string, unknown>[]
  readonly total: unknown
}

/** The full-text index of one database, in a file of its own. */
export interface TextIndex {
  /** Takes in what is missing of articles, and what changed of all tables, for about so long; true when nothing is left. */
  catchUp(ms: number): boolean
  /** Reads the other tables, for about so long; true when each row has been read once. */
  readRows(ms: number): boolean
  /** How far it has read them. */
  rowsRead(): RowsRead
  /** Whether every text of a table has been read once. */
  knows(table: string): boolean
  /** What could not be taken in since this was last asked. */
  passedOver(): RowOfTable[]
  /** The last change that it holds. */
  taken(): number
  /** Up to this number every article has been read once; null: all have. */
  scanned(): number | null
  read(listing: Listing): Found
  readIndexed(indexed: Indexed): Found
  /** What is online. */
  readonly online: OnlineIndex
  /** Of the form before this one. */
  readonly earlier: boolean
  close(): void
}

/** From so many on, going through the rows in the list's order meets the page's sooner than they can be sorted. */
const manyFrom = 20_000

/** What is taken in at once, each time in a transaction. */
const batchSize = 50
const batchMs = 50
/** What ended the thread so often is passed over: one text shall not keep all others from being found. */
const triesMax = 2

const made = `
  ${articleTables}
  ${onlineTables}
`

/** Something to be taken in, and where the index stands after it. */
interface Item extends RowOfTable {
  readonly at: number
  readonly text?: Text
}
/** What is taken in next. @param name where it is kept how far the index has come with such */
interface Batch {
  readonly name: string
  readonly items: readonly Item[]
}

interface Text extends OnlineText, Standing {
  readonly source: string | null
}
const textColumns = `id, title, source, subtitle, summary, keywords, "modelFields", content, status, "deletedAt", unfound, "publishTime", "columnId"`

function openFile(file: string, database: DatabaseSync): DatabaseSync {
  const of = database.prepare(`select value from counter where name = 'search.index'`).get()?.value as number
  const changes = (database.prepare(`select seq from sqlite_sequence where name = 'textChange'`).get()?.seq ??
    0) as number
  return openIndexFile(file, {
    ...{ kind: 'sqlite', tables: made, more: rowTextTables },
    state: { of, changes, scanned: 0 },
    // a database that was put back from a copy has gone fewer changes than its index
    fits: (value) => value('of') === of && (value('changes') as number) <= changes,
  })
}

/**
 * Opens the index of a SQLite database, for the one thread that uses it.
 * @param file where the index is kept; made anew when it does not fit the database
 */
export function openTextIndex(database: string, file: string): TextIndex {
  const read = new DatabaseSync(database, { readOnly: true, timeout: 5000 })
  const write = openFile(file, read)
  read.exec('pragma cache_size = -4000; pragma temp_store = memory')
  read.prepare('attach ? as search').run(file)
  read.exec('create table temp.found (id integer primary key); create table temp.beside (id integer primary key)')
  const changed = read.prepare('select id, "rowId", "of" from "textChange" where id > ? order by id limit ?')
  const textOf = read.prepare(`select ${textColumns} from article where id = ?`)
  const textsAfter = read.prepare(`select ${textColumns} from article where id > ? order by id limit ?`)
  const stateOf = write.prepare('select value from state where name = ?')
  const setState = write.prepare('insert or replace into state (value, name) values (?, ?)')
  const texts = hasOneTable(write) ? earlierArticleText(write) : articleTextOf(write)
  const online = onlineIndexOf(write)
  const rows = rowTextsOf(write, (text) => text)
  const rowsOf = Object.fromEntries(
    textTableNames.map((table) => [
      table,
      {
        text: read.prepare(`select title, content from "${table}" where id = ?`),
        after: read.prepare(`select id from "${table}" where id > ? order by id limit ?`),
      },
    ]),
  ) as Record<TextTable, { readonly text: StatementSync; readonly after: StatementSync }>
  const tell = write.prepare('insert or replace into state values (?, ?), (?, ?)')
  const state = (name: string) => stateOf.get(name)?.value as number
  const passed: RowOfTable[] = []
  /** How often the thread has ended over what begins here; noted beforehand, for an end has no afterwards. */
  function triesOf(at: number): number {
    const before = state('trying') === at ? state('tries') : 0
    tell.run('trying', at, 'tries', before + 1)
    return before
  }

  function takeArticle(id: number, text: Text | undefined, whole: boolean): void {
    texts.remove(id)
    online.take(id, text && isOnline(text) ? { ...text, content: whole ? text.content : '' } : null)
    if (!text) return
    if (!whole) passed.push({ table: 'article', id })
    texts.put(id, text.title, text.source ?? '', whole ? text.content : '', textOfValues(text.modelFields))
  }
  function take({ id, table, text }: Item, whole: boolean): void {
    if (table === 'article') {
      takeArticle(id, text ?? (textOf.get(id) as unknown as Text | undefined), whole)
      return
    }
    const row = (rowsOf[table].text.get(id) as unknown as RowText | undefined) ?? null
    if (row && !whole) passed.push({ table, id })
    rows.take(table, id, row && (whole ? row : { ...row, content: '' }))
  }
  /** What comes next: of a new index every article, then whose text changed; each with where the index stands after it. */
  function nextBatch(): Batch {
    const scanned = state('scanned')
    if (scanned < 0) {
      const notes = changed.all(state('changes'), batchSize) as unknown as { id: number; rowId: number; of: number }[]
      // of several changes of one text the last one counts
      const last = new Map(notes.map((note) => [`${note.of} ${note.rowId}`, note]))
      const items = [...last.values()].map(({ id, rowId, of }) => {
        return { at: id, id: rowId, table: textTableOf(of) ?? 'article' } as const
      })
      return { name: 'changes', items: items.sort((a, b) => a.at - b.at) }
    }
    const texts = textsAfter.all(scanned, batchSize) as unknown as Text[]
    return { name: 'scanned', items: texts.map((text) => ({ at: text.id, id: text.id, table: 'article', text })) }
  }
  const readOf = (table: TextTable) => `read ${table}`
  function rowsRead(): RowsRead {
    const at = (table: TextTable) => stateOf.get(readOf(table))?.value as number | undefined
    return Object.fromEntries(textTableNames.map((table) => [table, (at(table) ?? 0) < 0 ? null : (at(table) ?? 0)]))
  }
  /** The rows that come next of the other tables. Their texts are read when they are taken in: another thread may take in a later change meanwhile. */
  function nextRows(): Batch | null {
    const left = rowsLeft(rowsRead())
    if (!left) return null
    const ids = rowsOf[left.table].after.all(left.after, batchSize) as unknown as { id: number }[]
    return { name: readOf(left.table), items: ids.map(({ id }) => ({ at: id, id, table: left.table })) }
  }
  /** Takes in what comes next, one item at least. @returns false when there was nothing */
  function takeBatch(batch: Batch | null): boolean {
    if (!batch || (batch.items.length === 0 && batch.name === 'changes')) return false
    const { name, items } = batch
    const start = performance.now()
    const tries = triesOf(items[0]?.at ?? -1)
    write.exec('begin immediate')
    try {
      let at = -1
      for (const item of items) {
        take(item, tries < triesMax)
        at = item.at
        // after an end each by itself, so that the one is found
        if (tries > 0 || performance.now() - start > batchMs) break
      }
      setState.run(at, name)
      setState.run(-1, 'trying')
      write.exec('commit')
      return true
    } catch (error) {
      // a full disk ends a transaction by itself
      if (write.isTransaction) write.exec('rollback')
      online.forget()
      try {
        setState.run(-1, 'trying')
      } catch {
        // what failed is told by its own error
      }
      throw error
    }
  }

  const run = ({ sql, parameters }: Statement) => read.prepare(sql).all(...(parameters as never[])) as Found['list']
  function runEach({ sql, parameters }: Statement, { from, to, each }: Spans): Found['list'] {
    const statement = read.prepare(sql)
    const values = [...parameters]
    return each.flatMap((span) => {
      ;[values[from], values[to]] = span
      return statement.all(...(values as never[])) as Found['list']
    })
  }
  let known = { key: '', count: 0 }
  /** Puts what the index finds into `temp.found`, unless it is there from the page before, and what is found beside it. @returns how many the index found */
  function lookUp({ table, match, beside }: Indexed): number {
    read.exec('delete from temp.found where id in (select id from temp.beside); delete from temp.beside')
    const key = JSON.stringify([state('scanned'), state('changes'), table, match])
    if (known.key !== key) {
      read.exec('delete from temp.found')
      const each = match.map((sought) => (isTextTable(table) ? rows.selecting(table, sought) : texts.selecting(sought)))
      const found = each.map(({ sql }) => `select * from (${sql})`).join(' intersect ')
      const { changes } = read
        .prepare(`insert into temp.found ${found}`)
        .run(...(each.flatMap(({ parameters }) => parameters) as never[]))
      known = { key, count: Number(changes) }
    }
    if (beside) {
      const add = `insert into temp.beside select id from (${beside.sql}) where id not in (select id from temp.found)`
      read.prepare(add).run(...(beside.parameters as never[]))
      read.exec('insert into temp.found select id from temp.beside')
    }
    return known.count
  }

  return {
    catchUp(ms) {
      const end = performance.now() + ms
      while (takeBatch(nextBatch())) if (performance.now() >= end) return false
      return true
    },
    readRows(ms) {
      const end = performance.now() + ms
      while (takeBatch(nextRows())) if (performance.now() >= end) return false
      return true
    },
    rowsRead,
    knows: (table) => (isTextTable(table) ? rowsRead()[table] === null : state('scanned') < 0),
    online,
    earlier: isEarlier(write, 'sqlite'),
    passedOver: () => passed.splice(0),
    taken: () => state('changes'),
    scanned: () => (state('scanned') < 0 ? null : state('scanned')),
    read({ rows, total, page, spans }) {
      const list = spans ? runEach(rows, spans) : run(rows)
      return { list, total: total && (toldBy(page, list.length) ?? run(total)[0]?.total) }
    },
    readIndexed(indexed) {
      const rows = lookUp(indexed) < manyFrom ? indexed.few : indexed.many
      return this.read({ rows, total: indexed.total, page: indexed.page })
    },
    close() {
      read.close()
      write.close()
    },
  }
}
