import { chmodSync, existsSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/** Files of another form are made anew, those of an earlier one while they answer (`earlier-form.ts`). */
const forms = { sqlite: 3, fed: 4 } as const
const earliest = 2
/** In files of this form the words of what is online stood in one table. */
const oneTable = 2

/** How words of two characters are told apart: whatever is no blank belongs to one. */
export const gramTokens = `tokenize = "ascii tokenchars '!#$%&()*+,-./:;<=>?@[\\]^_\`{|}~'''"`

/** What an index has in it when it is made, and when it is of this state of the database. */
interface Made {
  /** Whose index it is: SQLite's, or one that is fed from PostgreSQL. */
  readonly kind: keyof typeof forms
  /** Its tables, beside `state`. */
  readonly tables: string
  /** Further ones, each made where it is not there: an index of before lacks them. */
  readonly more: string
  /** Where it stands at first. */
  readonly state: Readonly<Record<string, number>>
  /** @param value of a name in `state` */
  fits(value: (name: string) => unknown): boolean
}

const formOf = (index: DatabaseSync) => index.prepare('pragma user_version').get()?.user_version as number

/** Whether an index is of a form before the present one. */
export const isEarlier = (index: DatabaseSync, kind: Made['kind']): boolean => formOf(index) < forms[kind]

/** Whether the words of what is online stand in one table. */
export const hasOneTable = (index: DatabaseSync): boolean => formOf(index) === oneTable

/** Takes an index away. */
export function drop(file: string): void {
  for (const part of ['', '-wal', '-shm']) rmSync(file + part, { force: true })
}

/** Opens an index for writing, empty where it was none or damaged, or belongs to another state of the database. */
export function openIndexFile(file: string, { kind, tables, more, state, fits }: Made): DatabaseSync {
  for (;;) {
    const fresh = !existsSync(file)
    const index = new DatabaseSync(file, { timeout: 5000 })
    try {
      index.exec('pragma journal_mode = wal; pragma synchronous = normal')
      if (fresh) {
        chmodSync(file, 0o600)
        index.exec(`begin; create table state (name text primary key, value) without rowid; ${tables} ${more}
          pragma user_version = ${forms[kind]}`)
        const set = index.prepare('insert into state values (?, ?)')
        for (const [name, value] of Object.entries(state)) set.run(name, value)
        index.exec('commit')
        return index
      }
      const has = formOf(index)
      const read = index.prepare('select value from state where name = ?')
      if (has >= earliest && has <= forms[kind] && fits((name) => read.get(name)?.value)) {
        index.exec(more)
        return index
      }
    } catch (error) {
      if (fresh) throw error
    }
    index.close()
    drop(file)
  }
}
