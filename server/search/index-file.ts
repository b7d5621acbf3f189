import { chmodSync, existsSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/** Files of another form are made anew, … */
const form = 3
/** … those of the one before this while they answer (`earlier-form.ts`). */
const formBefore = 2

/** How words of two characters are told apart: whatever is no blank belongs to one. */
export const gramTokens = `tokenize = "ascii tokenchars '!#$%&()*+,-./:;<=>?@[\\]^_\`{|}~'''"`

/** What an index has in it when it is made, and when it is of this state of the database. */
interface Made {
  /** Its tables, beside `state`. */
  readonly tables: string
  /** Where it stands at first. */
  readonly state: Readonly<Record<string, number>>
  /** @param value of a name in `state` */
  fits(value: (name: string) => unknown): boolean
}

/** Whether an index is of the form before this one. */
export const isEarlier = (index: DatabaseSync): boolean =>
  index.prepare('pragma user_version').get()?.user_version === formBefore

/** Takes an index away. */
export function drop(file: string): void {
  for (const part of ['', '-wal', '-shm']) rmSync(file + part, { force: true })
}

/** Opens an index for writing, empty where it was none or damaged, or belongs to another state of the database. */
export function openIndexFile(file: string, { tables, state, fits }: Made): DatabaseSync {
  for (;;) {
    const fresh = !existsSync(file)
    const index = new DatabaseSync(file, { timeout: 5000 })
    try {
      index.exec('pragma journal_mode = wal; pragma synchronous = normal')
      if (fresh) {
        chmodSync(file, 0o600)
        index.exec(`begin; create table state (name text primary key, value) without rowid; ${tables}
          pragma user_version = ${form}`)
        const set = index.prepare('insert into state values (?, ?)')
        for (const [name, value] of Object.entries(state)) set.run(name, value)
        index.exec('commit')
        return index
      }
      const { user_version: has } = index.prepare('pragma user_version').get() as { user_version: number }
      const read = index.prepare('select value from state where name = ?')
      if ((has === form || has === formBefore) && fits((name) => read.get(name)?.value)) return index
    } catch (error) {
      if (fresh) throw error
    }
    index.close()
    drop(file)
  }
}
