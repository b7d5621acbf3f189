import type { Kysely } from 'kysely'
import { inSavepoint, TransactionLost } from './savepoint.ts'
import type { Schema } from './tables.ts'

/** Runs work in a transaction; resolves once it is durable. PostgreSQL may make it run again, when it had to give up the first time. */
export type Transact = <T>(work: (trx: Kysely<Schema>) => Promise<T>) => Promise<T>

interface Waiting {
  readonly work: (trx: Kysely<Schema>) => Promise<unknown>
  readonly resolve: (value: never) => void
  readonly reject: (reason: unknown) => void
}

/** No more of them in one commit, and none that comes so late: whoever was first is not to wait for long. */
const most = 64
const startedWithinMs = 5

/**
 * Writers that wait at the same moment share one commit: each has a savepoint of its own, fails alone, and gets its answer
 * only after the commit that carries it is on the disk. For SQLite, whose writers stand in line anyway: a flush costs more
 * than what most of them write.
 */
export function groupCommit(db: Kysely<Schema>): Transact {
  const waiting: Waiting[] = []
  let busy = false

  const reasonOf = (error: unknown) => (error instanceof TransactionLost ? error.cause : error)

  async function group(): Promise<void> {
    const done: { readonly who: Waiting; readonly value: unknown }[] = []
    let lost: TransactionLost | undefined
    let begun = false
    try {
      await db.transaction().execute(async (trx) => {
        begun = true
        const start = performance.now()
        for (let i = 0; i < most && (i === 0 || performance.now() - start < startedWithinMs); i += 1) {
          const who = waiting.shift()
          if (!who) return
          try {
            done.push({ who, value: await inSavepoint(trx, 'whole', () => who.work(trx)) })
          } catch (error) {
            who.reject(reasonOf(error))
            if (error instanceof TransactionLost) lost = error
            if (lost) throw lost
          }
        }
      })
    } catch (error) {
      // nothing of the group is kept; what failed by itself has been told already
      for (const { who } of done) who.reject(reasonOf(lost ?? error))
      // it could not even begin, because another process writes: all have waited for it
      if (!begun) for (const who of waiting.splice(0)) who.reject(error)
      return
    }
    for (const { who, value } of done) who.resolve(value as never)
  }

  /** After this round of the event loop, in which others may be about to write too, and answers go out. */
  const next = () =>
    setImmediate(async () => {
      await group()
      if (waiting.length > 0) next()
      else busy = false
    })

  return (work) =>
    new Promise((resolve, reject) => {
      waiting.push({ work, resolve, reject })
      if (busy) return
      busy = true
      next()
    })
}
