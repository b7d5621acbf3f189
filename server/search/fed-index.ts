import { chmodSync, existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { indexForm, type OnlineIndex, type OnlineText, onlineIndexOf, onlineTables } from './online-index.ts'
import { drop } from './text-index.ts'

/** How far an index has come that is fed from PostgreSQL. */
export interface FedState {
  /** Up to this number every article has been read once; null: all have. */
  readonly scanned: number | null
  /** What transactions before this one wrote has been taken in; … */
  readonly tx: number
  /** … of those from it on, these notes. */
  readonly notes: readonly number[]
  /** When it was last found complete, milliseconds. */
  readonly at: number
}

/** What is there now of an article; null: nothing that is online. */
export interface Fed {
  readonly id: number
  readonly text: OnlineText | null
}

/** The index of a PostgreSQL database: a file of this machine, which its server fills and asks. */
export interface FedIndex {
  readonly online: OnlineIndex
  state(): FedState | null
  /** Takes in some articles, and how far it has come by them. */
  feed(items: readonly Fed[], state: FedState): void
  close(): void
}

/** Opens the index; empty where it was none or damaged, or is of another database. @param of what the database is known by */
export function openFedIndex(file: string, of: number): FedIndex {
  const db = openFile(file, of)
  const online = onlineIndexOf(db)
  const read = db.prepare(`select value from state where name = 'fed'`)
  const keep = db.prepare(`insert or replace into state values ('fed', ?)`)
  return {
    online,
    state: () => JSON.parse((read.get()?.value as string | undefined) ?? 'null'),
    feed(items, state) {
      db.exec('begin immediate')
      try {
        for (const { id, text } of items) online.take(id, text)
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

function openFile(file: string, of: number): DatabaseSync {
  for (;;) {
    const fresh = !existsSync(file)
    const db = new DatabaseSync(file, { timeout: 5000 })
    try {
      db.exec('pragma journal_mode = wal; pragma synchronous = normal')
      if (fresh) {
        chmodSync(file, 0o600)
        db.exec(`begin; create table state (name text primary key, value) without rowid; ${onlineTables}
          pragma user_version = ${indexForm}`)
        db.prepare(`insert into state values ('of', ?)`).run(of)
        db.exec('commit')
        return db
      }
      const { user_version: has } = db.prepare('pragma user_version').get() as { user_version: number }
      if (has === indexForm && db.prepare(`select value from state where name = 'of'`).get()?.value === of) return db
    } catch (error) {
      if (fresh) throw error
    }
    db.close()
    drop(file)
  }
}
