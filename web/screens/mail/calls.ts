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

/** What a letter that stays loses of the time that it was given where one goes into it that is to be answered earlier, as a question tells it. */
export const taken = (into: Letter, { due }: { readonly due: string | null }): string =>
  into.extendDays !== null && into.due !== null && due !== null && due < into.due
    ? `，${into.id} 号信延长的 ${into.extendDays} 个工作日不再计入，可以再延长一次`
    : ''

type Willing = Pick<Brief, 'openFlag'>
export const agrees = ({ openFlag }: Willing): boolean => Number(openFlag) === 1
/** Whether whoever wrote it agrees to its publication, in words. */
export const willOf = (row: Willing): string => (agrees(row) ? '同意公开' : '不同意公开')

/** What those come to read whose letters are merged into one, as a question tells it. @param called what it calls that one */
export const toRead = (into: Willing, called = '那一封'): string =>
  agrees(into)
    ? `来信人只看到${called}公开的答复`
    : `${called}来信人不同意公开，合并后的来信人得不到公开的答复，须另行回复`

/** Merges letters into one that stays. */
export const mergeAll = (items: readonly BulkItem[], options?: CallOptions): Promise<BulkResult> =>
  eachByItself(
    items,
    ({ id }) => id,
    ({ id, version, reason, to: into = '' }, each) => api.merge({ id, into, version, reason }, each),
    options,
  )

const examine = ({ items }: { items: BulkItem[] }, options?: CallOptions) =>
  api.examine({ ids: items.map(({ id }) => id), versions: versionsSeen(items) }, options)

// departments give a letter back by a form of their own
export const { states, moves, takeBack, actOf, useActs } = kindOf(
  mailFlow,
  { ...api, examine, supplement: undefined, merge: undefined },
  { online: ['publish'] },
)
