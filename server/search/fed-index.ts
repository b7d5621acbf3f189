import { isEarlier, openIndexFile } from './index-file.ts'
import { type OnlineIndex, type OnlineText, onlineIndexOf, onlineTables } from './online-index.ts'

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
  /** Of the form before this one. */
  readonly earlier: boolean
  /** Takes in some articles, and how far it has come by them. */
  feed(items: readonly Fed[], state: FedState): void
  close(): void
}

/** Opens the index; empty where it was none or damaged, or is of another database. @param of what the database is known by */
export function openFedIndex(file: string, of: number): FedIndex {
  const db = openIndexFile(file, { tables: onlineTables, state: { of }, fits: (value) => value('of') === of })
  const online = onlineIndexOf(db)
  const read = db.prepare(`select value from state where name = 'fed'`)
  const keep = db.prepare(`insert or replace into state values ('fed', ?)`)
  return {
    online,
    earlier: isEarlier(db),
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
