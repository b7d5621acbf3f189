import type { CallOptions } from '../../../core/client/client.ts'
import type { Output } from '../../../core/contract/endpoint.ts'
import { versionsSeen } from '../../../core/contract/shared.ts'
import { survey } from '../../../core/contract/survey.ts'
import { surveyFlow } from '../../../core/domain/survey-states.ts'
import { callsOf } from '../../data/client.ts'
import type { BulkItem } from '../../parts/list/types.ts'
import { kindOf } from '../../parts/states/kind.ts'

export const api = callsOf(survey)

/** A survey as lists show it, and the whole of it. */
export type Brief = Output<typeof survey.list>['list'][number]
export type Survey = Output<typeof survey.detail>
/** What was answered to one question. */
export type QuestionCount = Output<typeof survey.answerdetail>['questions'][number]

export const places = {
  list: '/main/interact/problemExamine',
  bin: '/main/interact/problemExamine/bin',
  add: '/main/interact/addProblem',
  one: (id: string) => `/main/interact/problemExamine/${id}`,
  design: (id: string) => `/main/interact/addProblem/${id}`,
  records: (id: string) => `/main/interact/questAnswerList?surveyId=${id}`,
  keywords: (id: string) => `/main/interact/keywordList?surveyId=${id}`,
}
export const backToList = { to: places.list, label: '返回问卷调查', why: '这份问卷可能已被删除。' }

const examine = ({ items }: { items: BulkItem[] }, options?: CallOptions) =>
  api.examine({ ids: items.map(({ id }) => id), versions: versionsSeen(items) }, options)

export const { states, moves, takeBack, actOf, useActs } = kindOf(surveyFlow, { ...api, examine }, { online: ['open'] })
