import type { Output } from '../../../core/contract/endpoint.ts'
import { plate } from '../../../core/contract/plate.ts'
import { plateFlow } from '../../../core/domain/plate-states.ts'
import { callsOf } from '../../data/client.ts'
import { kindOf } from '../../parts/states/kind.ts'

export const api = callsOf(plate)
export type Plate = Output<typeof plate.get>

export const places = {
  list: '/main/interact/plate',
  bin: '/main/interact/plate/bin',
  one: (id: string) => `/main/interact/plate/${id}`,
  posts: (id: string) => `/main/interact/forum?plateId=${id}`,
}
export const backToList = { to: places.list, label: '返回版块', why: '这个版块可能已被删除。' }

export const kind = kindOf(plateFlow, api, { online: ['open'] })
export const { states, moves, takeBack, actOf, useActs } = kind
