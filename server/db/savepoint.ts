import { CompiledQuery, type Kysely } from 'kysely'
import type { Schema } from './tables.ts'

/** The database gave up the whole transaction (disk full, input or output error): nothing of it can go on. */
export class TransactionLost extends Error {
  override readonly name = 'TransactionLost'
}

const run = (trx: Kysely<Schema>, statement: string) => trx.executeQuery(CompiledQuery.raw(statement))

/**
 * Runs one step inside a savepoint: when it throws, what it wrote is undone and the transaction goes on.
 * @throws whatever the step throws; TransactionLost with that as its cause when there is no transaction left
 */
export async function inSavepoint<T>(trx: Kysely<Schema>, name: 'item' | 'whole', step: () => Promise<T>): Promise<T> {
  await run(trx, `savepoint ${name}`)
  try {
    const value = await step()
    await run(trx, `release savepoint ${name}`)
    return value
  } catch (error) {
    try {
      await run(trx, `rollback to savepoint ${name}`)
      await run(trx, `release savepoint ${name}`)
    } catch {
      throw new TransactionLost('the transaction was given up', { cause: error })
    }
    throw error
  }
}
