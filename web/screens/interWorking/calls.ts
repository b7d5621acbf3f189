import type { Output } from '../../../core/contract/endpoint.ts'
import { interWorking } from '../../../core/contract/interWorking.ts'
import { interWorkingFlow } from '../../../core/domain/interWorking-states.ts'
import { callsOf } from '../../data/client.ts'
import { kindOf } from '../../parts/states/kind.ts'

export const api = callsOf(interWorking)
/** A push as the list shows it, and with what was pushed. */
export type Brief = Output<typeof interWorking.list>['list'][number]
export type Push = Output<typeof interWorking.get>

export const places = {
  list: '/main/article/interWorking',
  one: (id: string) => `/main/article/interWorking/${id}`,
}
export const backToList = { to: places.list, label: '返回推送记录', why: '它可能已被清除。' }

export const { states, moves, takeBack, actOf, useActs } = kindOf(interWorkingFlow, api)
/** What was done with some, as far as it is taken back: what was taken up stands among the articles. */
export const undoable = (rows: readonly Brief[], done: string | undefined) =>
  done === interWorkingFlow.moves.dismiss.became ? actOf(rows, done) : null
