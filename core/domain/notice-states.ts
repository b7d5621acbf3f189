import { movesOf } from './states.ts'

/** How far a notice is. */
export const noticeStates = { 0: '草稿', 1: '已发送', 2: '已撤回' } as const
export type NoticeState = keyof typeof noticeStates
export type NoticeMove = 'send' | 'withdraw' | 'delete'

/** To whom a notice goes. */
export const noticeAudiences = { 0: '全体人员', 1: '部门', 2: '个人' } as const
export type NoticeAudience = keyof typeof noticeAudiences

/** How far somebody is with a notice. */
export const noticeReading = { 0: '未读', 1: '已读', 2: '已确认' } as const

/** The way of a notice: what was sent is not changed under those who have read it, but withdrawn, and sent anew (docs/decisions/0025-notices.md). */
export const noticeFlow = movesOf<NoticeState, NoticeMove>({
  area: 'notice',
  noun: '通知',
  unit: '条',
  words: noticeStates,
  looks: {
    0: { mark: '○', tone: 'rest' },
    1: { mark: '✓', tone: 'good' },
    2: { mark: '⊘', tone: 'bad' },
  },
  texts: [
    {
      call: 'edit',
      says: '修改',
      fields: ['title', 'content'],
      closed: { 1: '要修改请先撤回，改好后重新发送' },
    },
  ],
  moves: {
    send: {
      says: '发送',
      became: '已发送',
      to: { 0: 1, 2: 1 },
      done: [1],
      follows: '接收人随即收到，发出后不能修改，只能撤回',
      asks: true,
    },
    withdraw: {
      says: '撤回',
      became: '已撤回',
      to: { 1: 2 },
      done: [2],
      reasons: ['内容有误，更正后重新发送', '接收范围有误', '事项已取消', '内容已过时'],
      follows: '接收人不再看到这条通知',
      instead: { 0: '还没有发送' },
    },
    delete: {
      says: '删除',
      became: '已删除',
      key: 'notice_dels',
      to: { 0: 'deleted', 2: 'deleted' },
      done: [],
      instead: { 1: '请先撤回' },
    },
  },
})
