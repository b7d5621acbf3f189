import { hashPassword } from '../../server/access/password.ts'
import { rightsChanged } from '../../server/access/rights.ts'
import { user as users } from '../../server/db/tables/people.ts'
import { sealed } from '../../server/rows/personal.ts'
import { adminPassword } from '../support/process.ts'
import { inChunks, newHouse } from './rows-fill.ts'

/** How many there are of each. */
export const sizes = { depts: 2000, users: 20_000, dicts: 20, entries: 1000, large: 20_000 } as const
/** So many stand under each. */
const under = 12

const surnames = [...'王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗']
const given = ['伟', '芳', '建国', '桂兰', '志强', '文静', '立新', '海燕', '明', '秀英', '国庆', '晓东', '玉梅']
/** A name that some others have too, as in a county. */
export const nameOf = (i: number) =>
  `${surnames[i % surnames.length]}${given[Math.floor(i / surnames.length) % given.length]}`

/** Accounts that may list people, by how far they see. */
export const callers = { all: 'admin', branch: 'renshi2', county: 'renshi1' } as const
const keys = ['user_list', 'dept_list', 'role_list', 'dict_list', 'article_list']

/** A county's people in a new data folder: departments under one another, users with roles, dictionaries; and who may list them. @returns the roles of everybody and of the callers */
export async function fillPeople(
  data: string,
  databaseUrl?: string,
): Promise<{ readonly everybody: number; readonly few: number }> {
  const { db, secret, now, times } = await newHouse(data, databaseUrl)
  const password = await hashPassword(adminPassword)
  const roles = await db.transaction(async (trx) => {
    const depts: number[] = []
    for (let i = 0; i < sizes.depts; i += 1) {
      const parentId = i === 0 ? 0 : (depts[Math.floor((i - 1) / under)] as number)
      const row = { ...times, parentId, name: `第 ${i} 办公室`, sort: i, state: 0, deptType: 0, isCount: 1, type: 3 }
      depts.push((await trx.insertInto('dept').values(row).returning('id').executeTakeFirstOrThrow()).id)
    }
    const ids: number[] = []
    await inChunks(
      sizes.users,
      (i) =>
        sealed(secret, users, {
          ...{ ...times, account: `renshi${i}`, name: nameOf(i), deptId: depts[i === 0 ? 0 : (i - 1) % sizes.depts] },
          ...{ mobile: `139${String(i).padStart(8, '0')}`, idNumber: null, userType: '2', state: 0 },
          ...{ password, passwordAt: now, mustChange: 0 as const, demo: 0 as const, position: '科员' },
        }),
      async (rows) => {
        const added = await trx.insertInto('user').values(rows).returning('id').execute()
        ids.push(...added.map(({ id }) => id))
      },
    )
    const { id: staff } = await trx
      .selectFrom('role')
      .select('id')
      .where('alias', '=', 'staff')
      .executeTakeFirstOrThrow()
    await inChunks(
      ids.length,
      (i) => ({ userId: ids[i] as number, roleId: staff }),
      (rows) => trx.insertInto('userRole').values(rows).execute(),
    )
    const role = {
      ...times,
      name: '人事',
      alias: 'renshi',
      enabled: 1 as const,
      factor: 0 as const,
      dataScope: 'DEPARTS',
    }
    const { id: roleId } = await trx.insertInto('role').values(role).returning('id').executeTakeFirstOrThrow()
    const held = await trx.selectFrom('resource').select('id').where('alias', 'in', keys).execute()
    await trx
      .insertInto('roleResource')
      .values(held.map(({ id }) => ({ roleId, resourceId: id })))
      .execute()
    await trx
      .insertInto('userRole')
      .values([ids[1], ids[2]].map((userId) => ({ userId: userId as number, roleId })))
      .execute()
    // the last one as large as one may be
    for (let i = 0; i <= sizes.dicts; i += 1) {
      const group = { ...times, parentId: 0, dictKey: `kind${i}`, name: `第 ${i} 类`, state: 1, sort: i }
      const { id: parentId } = await trx.insertInto('dict').values(group).returning('id').executeTakeFirstOrThrow()
      await inChunks(
        i < sizes.dicts ? sizes.entries : sizes.large,
        (n) => ({ ...times, parentId, key: `k${n}`, name: `第 ${n} 项`, value: null, state: 1, sort: n }),
        (rows) => trx.insertInto('dict').values(rows).execute(),
      )
    }
    await rightsChanged(trx)
    return { everybody: staff, few: roleId }
  })
  await db.close()
  return roles
}
