import type { Output } from '../../../core/contract/endpoint.ts'
import { forum } from '../../../core/contract/forum.ts'
import { forumFlow } from '../../../core/domain/forum-states.ts'
import { callsOf } from '../../data/client.ts'
import { kindOf } from '../../parts/states/kind.ts'

export const api = callsOf(forum)
/** A post as lists show it, and with its text. */
export type Brief = Output<typeof forum.list>['list'][number]
export type Forum = Output<typeof forum.get>

export const places = {
  list: '/main/interact/forum',
  bin: '/main/interact/forum/bin',
  one: (id: string) => `/main/interact/forum/${id}`,
}
export const backToList = { to: places.list, label: '返回论坛话题', why: '它可能已被删除。' }

export const kind = kindOf(forumFlow, api, { online: ['approve'] })
export const { states, moves, takeBack, actOf, useActs } = kind
