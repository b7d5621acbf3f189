import { apply } from '../../../core/contract/apply.ts'
import type { Output } from '../../../core/contract/endpoint.ts'
import { applyFlow } from '../../../core/domain/apply-states.ts'
import { callsOf } from '../../data/client.ts'
import { kindOf } from '../../parts/states/kind.ts'

export const api = callsOf(apply)

/** A request as lists show it, and the whole of it. */
export type Brief = Output<typeof apply.list>['list'][number]
export type Case = Output<typeof apply.get>
/** What a department says of it. */
export type Place = Case['depts'][number]

export const places = {
  list: '/main/interact/apply',
  bin: '/main/interact/apply/bin',
  report: '/main/interact/apply/report',
  system: '/main/interact/apply/system',
  one: (id: string) => `/main/interact/apply/${id}`,
}
export const backToList = {
  to: places.list,
  label: '返回依申请公开',
  why: '这件申请可能已被删除，或者已转给别的部门。',
}

/** Moves that want more than a reason: forms make them. */
const byForm = { clarify: undefined, supplement: undefined, forward: undefined, answer: undefined, deliver: undefined }
export const { states, moves, takeBack, actOf, useActs } = kindOf(
  applyFlow,
  { ...api, ...byForm, giveBack: undefined },
  { online: ['publish'] },
)

export const wordOf = (words: object, value: unknown): string | null =>
  (words as Readonly<Record<string, string>>)[String(value)] ?? null
