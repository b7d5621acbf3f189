import type { CallOptions } from '../../../core/client/client.ts'
import type { Output } from '../../../core/contract/endpoint.ts'
import { mail } from '../../../core/contract/mail.ts'
import { mailForum } from '../../../core/contract/mailForum.ts'
import { versionsSeen } from '../../../core/contract/shared.ts'
import { mailFlow } from '../../../core/domain/mail-states.ts'
import { callsOf } from '../../data/client.ts'
import type { BulkItem } from '../../parts/list/types.ts'
import { kindOf } from '../../parts/states/kind.ts'

export const api = callsOf(mail)
export const forum = callsOf(mailForum)

/** A letter as lists show it, and the whole of it. */
export type Brief = Output<typeof mail.list>['list'][number]
export type Letter = Output<typeof mail.get>
/** What a department says of it. */
export type Place = Letter['depts'][number]

export const places = {
  list: '/main/interact/LeaderMailbox',
  bin: '/main/interact/LeaderMailbox/bin',
  sources: '/main/interact/LeaderMailbox/sources',
  sameAs: (id: string) => `/main/interact/LeaderMailbox?sameAs=${id}`,
  mergedInto: (id: string) => `/main/interact/LeaderMailbox?mergedInto=${id}`,
  counts: '/main/home/mail',
  countsNow: '/main/home/mailRealTime',
  one: (id: string) => `/main/interact/LeaderMailbox/${id}`,
}
export const backToList = { to: places.list, label: '返回领导信箱', why: '这封信可能已被删除，或者已转给别的部门。' }

const examine = ({ items }: { items: BulkItem[] }, options?: CallOptions) =>
  api.examine({ ids: items.map(({ id }) => id), versions: versionsSeen(items) }, options)

// departments give a letter back by a form of their own
export const { states, moves, takeBack, actOf, useActs } = kindOf(
  mailFlow,
  { ...api, examine, supplement: undefined, merge: undefined },
  { online: ['publish'] },
)
