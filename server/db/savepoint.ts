import type { Kysely } from 'kysely'
import { execute } from './near.ts'
import type { Schema } from './tables.ts'

/** The database gave up the whole transaction (disk full, input or output error): nothing of it can go on. */
export class TransactionLost extends Error {
  override readonly name = 'TransactionLost'
}

/**
 * Runs one step inside a savepoint: when it throws, what it wrote is undone and the transaction goes on.
 * @throws whatever the step throws; TransactionLost with that as its cause when there is no transaction left
 */
export async function inSavepoint<T>(trx: Kysely<Schema>, name: 'item' | 'whole', step: () => Promise<T>): Promise<T> {
  await execute(trx, `savepoint ${name}`)
  try {
    const value = await step()
    await execute(trx, `release savepoint ${name}`)
    return value
  } catch (error) {
    try {
      await execute(trx, `rollback to savepoint ${name}`)
      await execute(trx, `release savepoint ${name}`)
    } catch {
      throw new TransactionLost('the transaction was given up', { cause: error })
    }
    throw error
  }
}
