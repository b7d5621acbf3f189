import type { Parts } from '../context.ts'

const running = new WeakMap<Parts['db'], Set<Promise<void>>>()

/**
 * Does something once the answer of now has gone out, of which the answer tells nothing, not by its time either. Its failures are its own to
 * tell.
 */
export function later({ db }: Pick<Parts, 'db'>, work: () => Promise<unknown>): void {
  const all = running.get(db) ?? new Set()
  running.set(db, all)
  const one = new Promise<void>((resolve) => {
    setImmediate(() => {
      work()
        .catch((error: Error) => void process.stderr.write(`${error.stack ?? error.message}\n`))
        .finally(() => {
          all.delete(one)
          resolve()
        })
    })
  })
  all.add(one)
}

/** Waits until all of it is done: the database is about to be closed. */
export async function laterDone({ db }: Pick<Parts, 'db'>): Promise<void> {
  while (running.get(db)?.size) await Promise.all(running.get(db) ?? [])
}
