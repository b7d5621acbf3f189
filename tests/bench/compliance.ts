import { rightsChanged } from '../../server/access/rights.ts'
import { sizes as articleSizes, fillArticles } from './articles-fill.ts'
import { onBoth, openedAt } from './both.ts'
import type { Question } from './callers.ts'
import { fillLetters, sizes } from './letters-fill.ts'

const goalMs = 50
const calls = 300

const questions: readonly Question<'admin' | 'clerk'>[] = [
  ['空答复', 'admin', '/healthz'],
  ['合规检查，全站', 'admin', '/x/compliance/check', {}],
  ['合规检查，一个部门', 'clerk', '/x/compliance/check', {}],
  ['各栏目的更新，全站', 'admin', '/x/compliance/list', { pageSize: 20 }],
  ['各栏目的更新，一个部门', 'clerk', '/x/compliance/list', { pageSize: 20 }],
]

/** Letters and articles of years, and somebody who reaches those of one department. */
async function fill(data: string, databaseUrl?: string): Promise<void> {
  await fillLetters(data, databaseUrl)
  const db = await openedAt(data, databaseUrl)
  const { write } = db
  await fillArticles(write)
  const now = Date.now()
  const times = { createdAt: now, updatedAt: now, version: 1 }
  const { deptId, password } = await write
    .selectFrom('user')
    .select('password')
    .select((eb) =>
      eb
        .selectFrom('dept')
        .select((of) => of.fn.min('id').as('id'))
        .as('deptId'),
    )
    .where('account', '=', 'admin')
    .executeTakeFirstOrThrow()
  const clerk = { account: 'clerk', name: '经办人', deptId, userType: '2', state: 0 }
  const { id } = await write
    .insertInto('user')
    .values({ ...times, ...clerk, mustChange: 0, password, passwordAt: now, demo: 0 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const role = await write.selectFrom('role').select('id').where('alias', '=', 'staff').executeTakeFirstOrThrow()
  await write.insertInto('userRole').values({ userId: id, roleId: role.id }).execute()
  await write.insertInto('columnRole').values({ roleId: role.id, columnId: 0 }).execute()
  await write.updateTable('role').set({ dataScope: 'DEPART' }).where('id', '=', role.id).execute()
  await rightsChanged(write)
  await db.close()
}

/** The compliance clock over years of articles, letters and requests. */
export const main = () =>
  onBoth({
    name: 'compliance',
    says: `${articleSizes.articles} 篇文章，${articleSizes.columns} 个栏目，${sizes.letters} 封信，${sizes.requests} 件申请`,
    ...{ fill, questions, accounts: { admin: 'admin', clerk: 'clerk' }, goalMs, calls },
  })
