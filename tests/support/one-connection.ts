import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import type { Db } from '../../server/db/open.ts'

/**
 * Work within a transaction of PostgreSQL that asks the pool for a second connection waits for ever, once as many do so at the same moment as
 * the pool has connections: here it fails at once, and says so.
 */
const within = new AsyncLocalStorage<true>()
const { connect } = pg.Pool.prototype

pg.Pool.prototype.connect = function (this: pg.Pool, ...given: unknown[]) {
  if (within.getStore()) throw new Error('a second connection is asked for within a transaction')
  return (connect as (...all: unknown[]) => unknown).apply(this, given)
} as typeof connect

/** The same database, whose transactions hold to one connection. */
export const oneConnection = (db: Db): Db => ({
  ...db,
  transaction: (work) => db.transaction((trx) => within.run(true, () => work(trx))),
})
