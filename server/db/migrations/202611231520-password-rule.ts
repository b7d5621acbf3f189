import type { Maker } from '../maker.ts'

/** Rules of words for passwords, the passwords of before, and since when there is the one of now. */
export async function up(make: Maker): Promise<void> {
  await make.table('passwordRule', {
    id: 'id',
    name: 'text',
    kind: 'int',
    enabled: 'flag',
    sort: 'int',
    createdBy: 'ref?',
    createdAt: 'time',
    updatedBy: 'ref?',
    updatedAt: 'time',
    version: 'int',
    remark: 'text?',
    words: 'text',
  })
  await make.table('passwordPast', { id: 'id', userId: 'ref', password: 'text', at: 'time' })
  await make.index('passwordPast', ['userId'])
  // from now on: nobody's password is over on the day of the upgrade
  await make.add('user', { passwordAt: ['time', Date.now()] })
}
