import { randomInt } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Schema } from '../db/tables.ts'
import { hashPassword } from './password.ts'
import { adminRole, rightsChanged } from './rights.ts'

const letters = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789'

/** A password that a person can copy from a terminal: no letters that look alike. */
export const newPassword = (): string => Array.from({ length: 16 }, () => letters[randomInt(letters.length)]).join('')

/** True when nobody can sign in yet. */
export async function hasNoUsers(db: Kysely<Schema>): Promise<boolean> {
  return (await db.selectFrom('user').select('id').limit(1).executeTakeFirst()) === undefined
}

/** Makes the first administrator, `admin`. */
export async function addFirstAdmin(db: Kysely<Schema>, password: string, now: number): Promise<void> {
  const hash = await hashPassword(password)
  await db.transaction().execute(async (trx) => {
    const role = await trx.selectFrom('role').select('id').where('alias', '=', adminRole).executeTakeFirstOrThrow()
    const { id } = await trx
      .insertInto('user')
      .values({
        account: 'admin',
        name: '系统管理员',
        userType: '2',
        state: 0,
        mustChange: 0,
        password: hash,
        passwordAt: now,
        demo: 0,
        createdAt: now,
        updatedAt: now,
        version: 1,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await trx.insertInto('userRole').values({ userId: id, roleId: role.id }).execute()
    await rightsChanged(trx)
  })
}
