import type { Output } from '../../../core/contract/endpoint.ts'
import { questAnswer } from '../../../core/contract/questAnswer.ts'
import { questAnswerFlow } from '../../../core/domain/questAnswer-states.ts'
import { callsOf } from '../../data/client.ts'
import { kindOf } from '../../parts/states/kind.ts'

export const api = callsOf(questAnswer)
/** One call adds and changes. */
export const rowApi = { ...api, add: api.save, edit: api.save }
/** A question as lists show it, and with its answer. */
export type Brief = Output<typeof questAnswer.list>['list'][number]
export type QuestAnswer = Output<typeof questAnswer.get>
export const fields = ['title', 'keywords', 'content', 'deptId'] as const
export const hints = {
  keywords: '别的问法，每行一个；访问者照这样问也找得到',
  deptId: '显示在答案的末尾',
}

export const places = {
  list: '/main/interact/questAnswer',
  bin: '/main/interact/questAnswer/bin',
  feedback: '/main/interact/questAnswer/feedback',
  one: (id: string) => `/main/interact/questAnswer/${id}`,
}
export const backToList = { to: places.list, label: '返回在线问答', why: '它可能已被删除，或者由别的部门承办。' }

export const kind = kindOf(questAnswerFlow, api, { online: ['publish'] })
export const { states, moves, takeBack, actOf, useActs } = kind
