import type { Ctx } from '../../context.ts'
import { placed as placedOn } from '../../letters/placed.ts'
import type { Decided } from '../../rows/flow.ts'
import { touchRows } from '../../rows/touch-area.ts'
import { approved } from './seen.ts'

/** What posts change on the site: a topic the list of its board and its own pages, what is said below it these alone. */

interface Post {
  readonly id: number
  readonly topicId: number | null
  readonly openNo: number | null
}
type Moved = Pick<Decided<Post>, 'row' | 'at' | 'to'>

/** After posts came or left. */
export async function showMoved(ctx: Ctx, moved: readonly Moved[]): Promise<void> {
  await placedOn(
    ctx,
    'forum',
    approved,
    moved.filter(({ row }) => row.topicId === null),
  )
  const below = moved.filter(({ row, at, to }) => row.topicId !== null && (at === approved || to === approved))
  const ids = [...new Set(below.flatMap(({ row }) => row.topicId ?? []))]
  if (ids.length === 0) return
  const topics = await ctx.db.selectFrom('forum').select(['id', 'openNo as place']).where('id', 'in', ids).execute()
  await touchRows(
    ctx,
    'forum',
    topics,
    below.some(({ at }) => at === approved),
  )
}
