import type { CallOptions } from '../../../core/client/client.ts'
import { eachByItself } from '../../../core/client/one-by-one.ts'
import type { Output } from '../../../core/contract/endpoint.ts'
import { mail } from '../../../core/contract/mail.ts'
import { mailForum } from '../../../core/contract/mailForum.ts'
import { type BulkResult, versionsSeen } from '../../../core/contract/shared.ts'
import { mailFlow } from '../../../core/domain/mail-states.ts'
import { callsOf } from '../../data/client.ts'
import type { BulkItem } from '../../parts/list/types.ts'
import { kindOf } from '../../parts/states/kind.ts'

export const api = callsOf(mail)
export const forum = callsOf(mailForum)

/** A letter as lists show it, and the whole of it. */
export type Brief = Output<typeof mail.list>['list'][number]
export type Letter = Output<typeof mail.get>
/** One that resembles it. */
export type Like = Output<typeof mail.like>[number]
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

/** Until when letters that are merged are answered: the first of their days, as a question tells it; empty: none has any. */
export function earliest(rows: readonly { readonly due: string | null }[]): string {
  const [first] = rows
    .map(({ due }) => due)
    .filter((due) => due !== null)
    .sort()
  return first ? `（${first.slice(0, 10)}）` : ''
}

/** Merges letters into the one of them that is to stay; that one is done with as well. */
export async function mergeAll(items: readonly BulkItem[], options?: CallOptions): Promise<BulkResult> {
  const into = items[0]?.to ?? ''
  const { done, failed } = await eachByItself(
    items.filter(({ id }) => id !== into),
    ({ id }) => id,
    ({ id, version, reason }, each) => api.merge({ id, into, version, reason }, each),
    options,
  )
  return { done: done.length > 0 ? [...done, into] : done, failed }
}

const examine = ({ items }: { items: BulkItem[] }, options?: CallOptions) =>
  api.examine({ ids: items.map(({ id }) => id), versions: versionsSeen(items) }, options)

// departments give a letter back by a form of their own
export const { states, moves, takeBack, actOf, useActs } = kindOf(
  mailFlow,
  { ...api, examine, supplement: undefined, merge: undefined },
  { online: ['publish'] },
)
