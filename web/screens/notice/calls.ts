import type { Output } from '../../../core/contract/endpoint.ts'
import { notice } from '../../../core/contract/notice.ts'
import { noticeFlow } from '../../../core/domain/notice-states.ts'
import { callsOf } from '../../data/client.ts'
import { here } from '../../data/console.ts'
import { kindOf } from '../../parts/states/kind.ts'

export const api = callsOf(notice)
/** A notice as the desk lists it, the whole of it, and as its reader has it. */
export type Brief = Output<typeof notice.list>['list'][number]
export type Notice = Output<typeof notice.get>
export type Reading = Output<typeof notice.readerDepts>[number]
export type Mine = Output<typeof notice.myList>['list'][number]

export const places = {
  mine: `${here.at}/home/notice`,
  read: (id: string) => `${here.at}/home/notice/${id}`,
  list: '/main/home/notices',
  bin: '/main/home/notices/bin',
  one: (id: string) => `/main/home/notices/${id}`,
}
export const backToList = { to: places.list, label: '返回通知发送', why: '它可能已被删除。' }
export const backToMine = { to: places.mine, label: '返回通知公告', why: '它可能已被撤回。' }

export const { states, moves, takeBack, actOf, useActs } = kindOf(noticeFlow, api)

/** What people write, for the form that adds or edits a notice. Nobody sees a draft. */
export const form = {
  name: '通知',
  area: 'notice',
  shape: notice.add.input.shape,
  fields: ['title', 'audience', 'deptIds', 'userIds', 'mustConfirm', 'isPublic', 'content', 'files'],
  hints: {
    audience: '只有在用的账号收到；选「全体人员」的，此后新建的账号也能看到建立之后发送的',
    deptIds: '其下级部门的人员一并收到',
    mustConfirm: '选「是」的，接收人每次打开系统都会看到，直到确认',
    isPublic: '选「是」的，网站可以公示标题和正文；接收人、阅读情况和附件不公开',
  },
  when: {
    deptIds: ({ audience }: { readonly audience?: unknown }) => Number(audience) === 1,
    userIds: ({ audience }: { readonly audience?: unknown }) => Number(audience) === 2,
  },
  fresh: { audience: 0, mustConfirm: 0, isPublic: 0 },
  live: null,
} as const
