import type { Kysely } from 'kysely'
import { formatDate } from '../../core/domain/time.ts'
import type { Schema } from '../db/tables.ts'

/** Where a row stands in a register that begins anew each year. */
export interface Registered {
  readonly regYear: number
  readonly regNo: number
}

/**
 * The next number of a year's register, which no other row gets, also when this one is purged; who registers at the same moment waits.
 * @param trx the transaction that writes the row
 * @param register the table of its rows
 * @param at the moment of the day that decides the year
 */
export async function nextInRegister(trx: Kysely<Schema>, register: string, at: number): Promise<Registered> {
  const regYear = Number(formatDate(at).slice(0, 4))
  const { value } = await trx
    .insertInto('counter')
    .values({ name: `register ${register} ${regYear}`, value: 1 })
    .onConflict((there) => there.column('name').doUpdateSet((eb) => ({ value: eb(eb.ref('counter.value'), '+', 1) })))
    .returning('value')
    .executeTakeFirstOrThrow()
  return { regYear, regNo: Number(value) }
}
