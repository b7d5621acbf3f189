import type { Kysely } from 'kysely'
import type { Schema } from '../../db/tables.ts'
import { nextInRegister } from '../../rows/register.ts'

/** The number under which the next proposal of a year is filed: 2026-0001. */
export async function nextNo(trx: Kysely<Schema>, at: number): Promise<string> {
  const { regYear, regNo } = await nextInRegister(trx, 'proposal', at)
  return `${regYear}-${String(regNo).padStart(4, '0')}`
}
