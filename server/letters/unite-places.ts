import type { Ctx } from '../context.ts'
import { historyOf } from '../rows/history.ts'
import type { AnyDb } from '../rows/list.ts'
import type { Merge } from '../rows/merge.ts'

/** Tables of what departments say of what was sent, what that is called there, and whose history it has. */
const parts = [
  { table: 'mailForum', of: 'mailId', letters: 'mail' },
  { table: 'applyDept', of: 'applyId', letters: 'apply' },
  { table: 'proposalDept', of: 'proposalId', letters: 'proposal' },
] as const

interface Part {
  readonly id: number
  readonly deptId: number
  readonly letterId: number
  readonly lead: number
  readonly remarks: string | null
  readonly content: string | null
}

/** Of two parts of one letter the one that stays: that of who leads, else the one in which something is written, else the one of the department that stays. */
const kept = (one: Part, other: Part, into: number): Part =>
  [one, other].sort(
    (a, b) =>
      b.lead - a.lead ||
      Number(b.content !== null) - Number(a.content !== null) ||
      Number(b.deptId === into) - Number(a.deptId === into),
  )[0] as Part

/** What the part that goes has said, for the history of the letter. */
function saysOf(name: string, { remarks, content }: Part): string {
  const said = [content && `办理内容：${content}`, remarks && `交办意见：${remarks}`].filter(Boolean).join('；')
  return `部门合并后只留一份办理情况，「${name}」的一份并入办理记录。${said || '其中没有写内容'}`
}

/**
 * Where both of two departments that become one have the same letter, one part of it stays, and what the other says stands in the letter's
 * history: within the merge's transaction, before the rows follow.
 * @returns of how many letters
 */
export async function unitePlaces(ctx: Ctx, { from, into }: Merge): Promise<number> {
  const db = ctx.db as unknown as AnyDb
  const names = await ctx.db.selectFrom('dept').select(['id', 'name']).where('id', 'in', [from, into]).execute()
  const nameOf = (id: number) => names.find((one) => one.id === id)?.name ?? ''
  let united = 0
  for (const { table, of, letters } of parts) {
    const columns = ['id', 'deptId', `${of} as letterId`, 'lead', 'remarks', 'content']
    const both = db.selectFrom(table).select(of).where('deptId', '=', into)
    const theirs = await db.selectFrom(table).select(columns).where('deptId', '=', from).where(of, 'in', both).execute()
    for (const one of theirs as unknown as Part[]) {
      const other = (await db
        .selectFrom(table)
        .select(columns)
        .where('deptId', '=', into)
        .where(of, '=', one.letterId)
        .executeTakeFirstOrThrow()) as unknown as Part
      const goes = kept(one, other, into) === one ? other : one
      const letter = await db
        .updateTable(letters)
        .set((eb) => ({ version: eb('version', '+', 1), updatedAt: ctx.now }))
        .where('id', '=', one.letterId)
        .returning(['version', 'state'])
        .executeTakeFirstOrThrow()
      const [no, status] = [Number(letter.version), Number(letter.state)]
      const step = { act: '部门合并', status, reason: saysOf(nameOf(goes.deptId), goes) }
      await historyOf(letters).keep(ctx, [{ id: one.letterId, no, step }])
      await db.deleteFrom(table).where('id', '=', goes.id).execute()
      united += 1
    }
  }
  return united
}
