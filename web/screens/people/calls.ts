import type { CallOptions } from '../../../core/client/client.ts'
import type { Output } from '../../../core/contract/endpoint.ts'
import { people } from '../../../core/contract/people.ts'
import { peopleFlow } from '../../../core/domain/people-states.ts'
import { callsOf } from '../../data/client.ts'
import { actsOf, useActs as useActsOf } from '../../parts/states/acts.ts'

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

/** How a state of the audit looks. */
export const states = { words: peopleFlow.words, marks: peopleFlow.looks } as const

export const takeBack = (ids: readonly string[], options?: CallOptions) =>
  api.undo({ items: ids.map((id) => ({ id })) }, options)

/** What was judged, to be taken back; who is frozen is let in again by an act of its own. */
const acts = actsOf<Row>({
  area: 'people',
  unit: peopleFlow.unit,
  idOf: ({ id }) => id,
  titleOf: nameOf,
  versionOf: ({ version }) => version,
  undone: () => '资料回到审核之前的状态',
})
const judged: readonly string[] = Object.values(peopleFlow.moves).map(({ became }) => became)
/** Of what was done with some; null: it cannot be taken back. */
export const actOf = (rows: readonly Row[], done: string | undefined) =>
  done && judged.includes(done) ? acts.actOf(rows, done) : null
export const useActs = () => useActsOf(acts)
