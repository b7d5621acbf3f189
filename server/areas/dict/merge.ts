import type { Selectable } from 'kysely'
import type { dict as contract } from '../../../core/contract/dict.ts'
import type { Parsed } from '../../../core/contract/endpoint.ts'
import { Refused } from '../../../core/errors.ts'
import type { Ctx } from '../../context.ts'
import type { RowOf, Table } from '../../db/table.ts'
import { dict as table } from '../../db/tables/dict.ts'
import { followedSays, followInto } from '../../rows/merge.ts'
import { holdTree } from '../../rows/tree.ts'

type Row = Selectable<RowOf<typeof table.columns>>
const plain = table as unknown as Table

/** What the area does with its rows. */
interface Rows {
  readonly need: (ctx: Ctx, id: number, options: { lock: true }) => Promise<Row>
  readonly write: (ctx: Ctx, row: Row, values: { state: number }) => Promise<unknown>
  /** Refuses what the program itself looks for. */
  readonly refuse: (ctx: Ctx, row: Row, doing: string) => Promise<void>
}

/** What cannot be merged. @throws Refused before anything is changed */
function refuseUnfit(old: Row, into: Row): void {
  if (old.id === into.id) throw new Refused('BAD_STATE', `条目「${old.name}」不能并入自己`)
  for (const { name, parentId } of [old, into])
    if (parentId === 0) throw new Refused('BAD_STATE', `「${name}」是数据字典，只能合并字典条目`)
  if (old.parentId !== into.parentId)
    throw new Refused('BAD_STATE', `「${old.name}」和「${into.name}」不在同一个数据字典，不能合并，请先移到同一字典`)
  if (old.state === 0) throw new Refused('BAD_STATE', `条目「${old.name}」已停用，不能再并入；仍要并入的，请先启用`)
  if (into.state === 0)
    throw new Refused('BAD_STATE', `条目「${into.name}」已停用，不能并入，请先启用，或选择另一个条目`)
}

/** Takes one entry up into another of its dictionary: rows that name it name the other. Its code stays, stopped, for whoever kept it as a text. */
export async function mergeEntries(
  ctx: Ctx,
  { id, intoId, reason }: Parsed<typeof contract.merge>,
  { need, write, refuse }: Rows,
) {
  await holdTree(ctx, table)
  const old = await need(ctx, id, { lock: true })
  const into = await need(ctx, intoId, { lock: true })
  refuseUnfit(old, into)
  await refuse(ctx, old, '并入其他条目')
  const followed = await followInto(ctx, plain, { from: old.id, into: into.id })
  const stopped = await write(ctx, old, { state: 0 })
  const moved = followedSays(followed, plain)
  const told = { into: into.name, state: 0, moved: moved || '无', reason }
  if (followed.length > 0 || stopped)
    ctx.record({ ids: [old.id], before: { name: old.name, state: old.state }, after: told })
  const follows = moved ? `${moved}改用「${into.name}」，` : ''
  return {
    ...{ id: String(old.id), name: old.name, intoId: String(into.id), intoName: into.name },
    says: `把条目「${old.name}」并入「${into.name}」：${follows}「${old.name}」停用；不能撤销`,
    moved: moved || '无',
  }
}
