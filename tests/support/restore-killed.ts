import { keepings } from '../../server/backup/database.ts'
import { restoreBackup } from '../../server/backup/restore.ts'
import type { Db, Dialect } from '../../server/db/open.ts'

/** A process that restores a backup and is killed at a named moment, as by the kernel that is short of memory. */
const [moment = '', dialect, from = '', data = ''] = process.argv.slice(2)
const keeping = keepings[dialect as Dialect] as {
  -readonly [K in keyof (typeof keepings)[Dialect]]: (typeof keepings)[Dialect][K]
}
const { load, release } = keeping

const die = (): Promise<never> => {
  process.kill(process.pid, 'SIGKILL')
  return new Promise(() => {})
}
const loadedThen = (then: (db: Db) => Promise<Db>) => {
  keeping.load = async (...given) => then(await load(...given))
}

const moments: Readonly<Record<string, () => void>> = {
  'before the database': () => {
    keeping.load = die
  },
  'when the database is filled': () => loadedThen(die),
  'when sessions are ended': () => loadedThen(async (db) => ({ ...db, close: die })),
  'when all has its name': () => {
    keeping.release = die
  },
  'behind it all': () => {
    keeping.release = async (source) => {
      await release(source)
      await die()
    }
  },
}

moments[moment]?.()
await restoreBackup({
  ...{ from, data, databaseUrl: process.env.DATABASE_URL, now: Date.now(), signal: new AbortController().signal },
})
