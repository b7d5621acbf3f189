import type { Kysely } from 'kysely'
import type { Maker } from '../maker.ts'

type Row = Readonly<Record<string, unknown>>
const sent = 1

/** Whom notices reached; of what was sent before, who receives them now and who has read them. */
export async function up(make: Maker): Promise<void> {
  await make.table('noticeGot', { id: 'id', noticeId: 'ref', deptId: 'ref?', userIds: 'text' })
  await make.index('noticeGot', ['noticeId'])
  const db = make.db as Kysely<Record<string, Record<string, unknown>>>
  const notices = await db
    .selectFrom('notice')
    .select(['id', 'audience', 'sentAt'])
    .where('status', '=', sent)
    .where('auto', '=', 0)
    .execute()
  if (notices.length === 0) return
  const users = await db.selectFrom('user').select(['id', 'deptId', 'state', 'createdAt']).execute()
  const parentOf = new Map(
    (await db.selectFrom('dept').select(['id', 'parentId']).execute()).map((one) => [
      Number(one.id),
      Number(one.parentId ?? 0),
    ]),
  )
  for (const notice of notices) {
    const of = { noticeId: Number(notice.id) }
    const named = await db.selectFrom('noticeTo').selectAll().where('noticeId', '=', of.noticeId).execute()
    const marks = await db.selectFrom('noticeRead').select('userId').where('noticeId', '=', of.noticeId).execute()
    const persons = new Set(named.map(({ userId }) => Number(userId ?? 0)))
    const depts = new Set(named.map(({ deptId }) => Number(deptId ?? 0)).filter(Boolean))
    const readers = new Set(marks.map(({ userId }) => Number(userId)))
    const isIn = (deptId: unknown): boolean => {
      const seen = new Set<number>()
      for (let at = Number(deptId ?? 0); at > 0 && !seen.has(at); at = parentOf.get(at) ?? 0) {
        if (depts.has(at)) return true
        seen.add(at)
      }
      return false
    }
    const receives = ({ id, deptId, state, createdAt }: Row) =>
      Number(state) === 0 &&
      (Number(notice.audience) > 1
        ? persons.has(Number(id))
        : Number(createdAt) <= Number(notice.sentAt) && (Number(notice.audience) === 0 || isIn(deptId)))
    const got = users.filter((one) => readers.has(Number(one.id)) || receives(one))
    for (const [deptId, some] of Map.groupBy(got, (one) => one.deptId as number | null))
      await db
        .insertInto('noticeGot')
        .values({ ...of, deptId, userIds: JSON.stringify(some.map(({ id }) => Number(id))) })
        .execute()
    await db.updateTable('notice').set({ sentTo: got.length }).where('id', '=', of.noticeId).execute()
  }
}
