import type { suggestionStates } from '../../../core/domain/suggestion-states.ts'
import { formatTime } from '../../../core/domain/time.ts'
import type { Ctx } from '../../context.ts'
import { type Key, rowByCode } from '../../letters/by-code.ts'
import { namesOf } from '../../rows/list.ts'
import { type Suggestion, timeSays, waitsUntil } from './late.ts'

type State = keyof typeof suggestionStates

/** What is said to whoever wrote, beside the state. */
const says: Readonly<Record<State, (reason: string | null) => string | null>> = {
  0: () => null,
  1: () => null,
  2: (reason) => reason && `办结说明：${reason}`,
  3: (reason) => `不予受理：${reason ?? ''}`,
  4: () => '承办部门已答复，核对后可在这里查看',
}
/** The answer is theirs once it was looked at. */
const isReplied = (status: number): boolean => status === 1 || status === 2
const time = (at: number | null) => (at === null ? null : formatTime(at))

/** How a suggestion stands, to whoever wrote it: by its code and their phone. */
export async function look(ctx: Ctx, key: Key) {
  const row = await rowByCode<Suggestion & { readonly phoneHash: string }>(ctx, 'suggestion', '这条建议', key)
  const { id, title, content, createdAt, status, reason, deptId, reply, repliedAt } = row
  const replied = isReplied(status) && reply !== null
  const provisional = (await timeSays(ctx, [row])).get(id)?.provisional ?? null
  const names = await namesOf(ctx.db, 'dept', 'name', replied && deptId !== null ? [deptId] : [])
  return {
    ...{ id: String(id), title, content, createdAt: formatTime(createdAt), status },
    ...{ says: says[status as State](reason), due: time(waitsUntil(row)), dueSays: provisional },
    deptName: names.get(deptId ?? 0) ?? null,
    reply: replied ? reply : null,
    repliedAt: replied ? time(repliedAt) : null,
  }
}
