import { movesOf } from './states.ts'

/** Whether a board takes posts. */
export const plateStates = { 0: '停用', 1: '在用' } as const
export type PlateState = keyof typeof plateStates
export type PlateMove = 'open' | 'stop' | 'delete'

/** The way of a board: opened, stopped, deleted. Its posts stay with it, whatever becomes of it. */
export const plateFlow = movesOf<PlateState, PlateMove>({
  area: 'plate',
  noun: '版块',
  unit: '个',
  words: plateStates,
  order: [1, 0],
  looks: { 0: { mark: '⊘', tone: 'rest' }, 1: { mark: '✓', tone: 'good' } },
  texts: [
    {
      call: 'edit',
      says: '修改',
      fields: ['title', 'intro'],
      online: { 1: { key: 'plate_open', says: '版块已在网站上，修改须有启用版块的权限（plate_open），或先停用' } },
      follows: { 1: '网站上的版块名称和说明随即改为恢复的内容' },
    },
  ],
  moves: {
    open: {
      says: '启用',
      became: '已启用',
      to: { 0: 1 },
      done: [1],
      public: true,
      follows: '版块随即出现在网站上，访问者可以发帖',
    },
    stop: {
      says: '停用',
      became: '已停用',
      to: { 1: 0 },
      done: [0],
      public: true,
      reasons: ['版块合并', '活动已经结束', '整治发帖秩序'],
      follows: '已通过的帖子仍在网站上，版块标明「已停止发帖」，访问者不能再发帖、跟帖',
    },
    delete: {
      says: '删除',
      became: '已删除',
      key: 'plate_dels',
      to: { 0: 'deleted' },
      done: [],
      instead: { 1: '它还在用，请先停用' },
      follows: '版块和其中的帖子从网站撤下；帖子留存，工作人员仍可查看',
    },
  },
})
