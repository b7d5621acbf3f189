import type { Maker } from '../maker.ts'

/** 密码是本人自己设的，还是他人给的. */
export async function up(make: Maker): Promise<void> {
  await make.add('user', { ownPassword: 'int?' })
}
