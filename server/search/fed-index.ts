import { articleIdsOf, articleIdsTables, type Held } from './article-ids.ts'
import type { Sought } from './article-text.ts'
import { isEarlier, openIndexFile } from './index-file.ts'
import {
  isOnline,
  type OnlineIndex,
  type OnlineText,
  onlineIndexOf,
  onlineTables,
  type Standing,
} from './online-index.ts'
import { both } from './ranking.ts'
import { isTextTable, type RowsRead, type RowText, rowTextsOf, rowTextTables, type TextTable } from './row-texts.ts'

/** How far an index has come that is fed from PostgreSQL. */
export interface FedState {
  /** Up to this number every article has been read once; null: all have. */
  readonly scanned: number | null
  /** The same of the other tables. */
  readonly rows?: RowsRead | undefined
  /** What transactions before this one wrote has been taken in; … */
  readonly tx: number
  /** … of those from it on, these notes. */
  readonly notes: readonly number[]
  /** When it was last found complete, milliseconds. */
  readonly at: number
}

/** An article's texts, and what decides who finds them. */
export interface FedText extends OnlineText, Standing {
  readonly source: string | null
}

/** What is there now of a row; null: nothing. */
export type Fed =
  | { readonly table: 'article'; readonly id: number; readonly text: FedText | null }
  | { readonly table: TextTable; readonly id: number; readonly text: RowText | null }

/** The index of a PostgreSQL database: a file of this machine, which its server fills and asks. */
export interface FedIndex {
  readonly online: OnlineIndex
  state(): FedState | null
  /** Of the form before this one. */
  readonly earlier: boolean
  /** What of a table holds some texts, in every state; null: it does not know everything that was ever written there. */
  holding(table: string, match: readonly Sought[]): Held | null
  /** Takes in some rows, and how far it has come by them. */
  feed(items: readonly Fed[], state: FedState): void
  close(): void
}

/** Opens the index; empty where it was none or damaged, or is of another database. @param of what the database is known by */
export function openFedIndex(file: string, of: number): FedIndex {
  const tables = `${articleIdsTables} ${onlineTables}`
  const db = openIndexFile(file, {
    ...{ kind: 'fed', tables, more: rowTextTables, state: { of } },
    fits: (value) => value('of') === of,
  })
  const online = onlineIndexOf(db)
  // those of a form before know only what is online
  const earlier = isEarlier(db, 'fed')
  const articles = earlier ? null : articleIdsOf(db, online.ids)
  // in every script, as PostgreSQL makes letters small
  const rows = rowTextsOf(db, (text) => text.toLowerCase())
  const read = db.prepare(`select value from state where name = 'fed'`)
  const keep = db.prepare(`insert or replace into state values ('fed', ?)`)
  const standsAt = () => (read.get()?.value as string | undefined) ?? 'null'
  const state = (): FedState | null => JSON.parse(standsAt())
  /** What was found last, for who leafs through it. */
  let last: { readonly key: string; readonly held: Held } | undefined
  return {
    online,
    earlier,
    state,
    holding(table, match) {
      const now = state()
      if (!now || (isTextTable(table) ? now.rows?.[table] : now.scanned) !== null) return null
      const key = JSON.stringify([now, table, match])
      if (last?.key === key) return last.held
      const held = isTextTable(table)
        ? { sure: rows.holding(table, match).reduce(both).slice(), unsure: new Int32Array() }
        : articles?.holding(match)
      last = held && { key, held }
      return held ?? null
    },
    feed(items, state) {
      db.exec('begin immediate')
      try {
        for (const one of items) {
          if (one.table !== 'article') {
            rows.take(one.table, one.id, one.text)
            continue
          }
          const { id, text } = one
          const seen = text !== null && isOnline(text)
          online.take(id, seen ? text : null)
          articles?.take(id, text, seen)
        }
        keep.run(JSON.stringify(state))
        db.exec('commit')
      } catch (error) {
        if (db.isTransaction) db.exec('rollback')
        online.forget()
        throw error
      }
    },
    close: () => db.close(),
  }
}
