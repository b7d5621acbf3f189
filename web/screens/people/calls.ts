import type { Output } from '../../../core/contract/endpoint.ts'
import { people } from '../../../core/contract/people.ts'
import { peopleFlow } from '../../../core/domain/people-states.ts'
import { callsOf } from '../../data/client.ts'

export const api = callsOf(people)

/** A visitor as the staff see them. */
export type Row = Output<typeof people.get>

/** Their data wait to be judged. */
export const waits = (row: Row): boolean => Number(row.userStatus) === 1
export const isFrozen = (row: Row): boolean => Number(row.peopleState) === 1

/** What the list and its dialogs call somebody: never more than is shown anyway. */
export const nameOf = ({ id, peopleName, peoplePhone }: Row): string => peopleName ?? peoplePhone ?? `用户 ${id}`

/** Why data are often not approved, somebody frozen, or let in again. */
export const reasons = {
  failed: peopleFlow.moves.fail.reasons ?? [],
  ban: ['多次发布广告，经提醒未改正', '发布辱骂、攻击他人的内容', '冒用他人身份', '恶意重复提交'],
  lift: ['申诉成立', '已承诺改正', '误操作'],
} as const
