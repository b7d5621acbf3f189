import type { Maker } from '../maker.ts'

/** What a network failed at an account in a day, and what is older than a day, are found without reading the others' tries. */
export async function up(make: Maker): Promise<void> {
  await make.index('signIn', ['account', 'ok', 'address', 'at'])
  await make.index('signIn', ['at'])
}
