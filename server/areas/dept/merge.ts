import type { dept as contract } from '../../../core/contract/dept.ts'
import type { Parsed } from '../../../core/contract/endpoint.ts'
import { Refused } from '../../../core/errors.ts'
import { reachesDept, refuseGain, refuseMightierAmong, rightsTaken, type Those } from '../../access/beyond.ts'
import type { Ctx } from '../../context.ts'
import type { Table } from '../../db/table.ts'
import { dept as table } from '../../db/tables/people.ts'
import { touchSigned } from '../../letters/signed.ts'
import { unitePlaces } from '../../letters/unite-places.ts'
import { type Followed, followedSays, followInto } from '../../rows/merge.ts'
import { deptsBelow, descendants, holdTree, judgeOf, placeBehind, readTree } from '../../rows/tree.ts'
import { uniteReplies } from '../assignment/unite.ts'
import { sent } from '../notice/receivers.ts'
import { keepStay } from '../user/stay.ts'
import { rows } from './rows.ts'

type Given = Parsed<typeof contract.merge>
type Row = Awaited<ReturnType<typeof rows.need>>
const plain = table as unknown as Table

/** What cannot be merged. @throws Refused before anything is changed */
async function refuseUnfit(ctx: Ctx, old: Row, into: Row): Promise<void> {
  if (old.id === into.id) throw new Refused('BAD_STATE', `部门「${old.name}」不能并入自己`)
  for (const { id, name } of [old, into])
    if (!reachesDept(ctx, id)) throw new Refused('NO_PERMISSION', `您没有部门「${name}」的数据范围，不能合并`)
  const tree = await readTree(ctx.db, table)
  if (descendants(tree.values(), old.id).includes(into.id))
    throw new Refused('BAD_STATE', `「${into.name}」是「${old.name}」的下级部门，不能并入，请先把它移到别处`)
  // once more into the same there is nothing left to move
  if (old.intoId !== null && old.intoId !== into.id) {
    const { name } = await ctx.db
      .selectFrom('dept')
      .select('name')
      .where('id', '=', old.intoId)
      .executeTakeFirstOrThrow()
    throw new Refused('BAD_STATE', `部门「${old.name}」已并入「${name}」，不能再并入别的部门；仍要用它的，先启用`)
  }
  if (into.state === 1)
    throw new Refused('BAD_STATE', `部门「${into.name}」已停用，不能并入，请先启用，或选择另一个部门`)
  const judge = judgeOf(plain, tree, into.id, 'intoId')
  for (const { id, parentId } of tree.values()) if (parentId === old.id) judge(id)
  const doing = `把「${old.name}」并入其他部门`
  const people: Those = (users) => users.where('user.deptId', '=', old.id)
  await refuseMightierAmong(ctx, people, doing)
  await refuseMightierAmong(ctx, people, doing, into.id)
  await refuseGain(ctx, { gained: descendants(tree.values(), old.id), at: into.id, into: true, doing })
}

/** What is not sent yet will be sent to the other; what was sent was sent to this one. */
async function draftsFollow({ db }: Ctx, from: number, into: number): Promise<void> {
  const unsent = db.selectFrom('notice').select('id').where('status', '!=', sent)
  const there = db.selectFrom('noticeTo').select('noticeId').where('deptId', '=', into)
  const theirs = db.updateTable('noticeTo').set({ deptId: into }).where('deptId', '=', from)
  await theirs.where('noticeId', 'in', unsent).where('noticeId', 'not in', there).execute()
  // those that name both
  await db.deleteFrom('noticeTo').where('deptId', '=', from).where('noticeId', 'in', unsent).execute()
}

const told = (old: Row, into: Row, followed: readonly Followed[], reason?: string) => ({
  ids: [old.id],
  before: { name: old.name, state: old.state },
  after: { into: into.name, state: 1, moved: followedSays(followed, plain) || '无', ...(reason && { reason }) },
})

/**
 * Takes one department up into another: all that names it names the other then. It stays itself, stopped and empty, for what is told of the
 * past (docs/decisions/0035-merging.md).
 */
export async function merge(ctx: Ctx, { id, intoId, reason }: Given) {
  await holdTree(ctx, table)
  const old = await rows.need(ctx, id, { lock: true })
  const into = await rows.need(ctx, intoId, { lock: true })
  await refuseUnfit(ctx, old, into)
  await keepStay(ctx, { deptIds: await deptsBelow(ctx, old.id) })
  await placeBehind(ctx, plain, { from: old.id, into: into.id })
  await unitePlaces(ctx, { from: old.id, into: into.id })
  await uniteReplies(ctx, { from: old.id, into: into.id })
  await draftsFollow(ctx, old.id, into.id)
  const followed = await followInto(ctx, plain, { from: old.id, into: into.id })
  const stopped = await rows.write(ctx, old, { state: 1, intoId: into.id })
  await rightsTaken(ctx)
  if (followed.length > 0 || stopped) {
    // answers on the site are signed by it
    await touchSigned(ctx)
    ctx.record(told(old, into, followed, reason))
  }
  const moved = followedSays(followed, plain)
  const follows = moved ? `${moved}改属「${into.name}」，` : ''
  return {
    ...{ id: String(old.id), name: old.name, intoId: String(into.id), intoName: into.name },
    says: `把部门「${old.name}」并入「${into.name}」：${follows}「${old.name}」停用；不能撤销`,
    moved: moved || '无',
    counts: followed.map(({ table: name, says, unit, n }) => ({ table: name, says, unit, n })),
  }
}
