import { movesOf } from './states.ts'

/** Whether somebody has judged what visitors wrote (CommentStatus): 3 is to be looked at with care, or anew. */
export const forumStates = { 0: '未审核', 1: '已通过', 2: '未通过', 3: '待审核' } as const
export type ForumState = keyof typeof forumStates
/** What a post is (CommentTypes). */
export const forumTypes = { 0: '话题', 1: '评论', 2: '回复' } as const
export type ForumMove = 'approve' | 'reject' | 'hold' | 'delete'

/** The way of a post: judged by who moderates its board, and taken down again. */
export const forumFlow = movesOf<ForumState, ForumMove>({
  area: 'forum',
  noun: '帖子',
  unit: '篇',
  words: forumStates,
  order: [0, 3, 1, 2],
  looks: {
    0: { mark: '●', tone: 'wait' },
    1: { mark: '✓', tone: 'good' },
    2: { mark: '✗', tone: 'bad' },
    3: { mark: '◐', tone: 'wait' },
  },
  moves: {
    approve: {
      says: '通过',
      became: '已通过',
      to: { 0: 1, 3: 1, 2: 1 },
      done: [1],
      public: true,
      follows: '帖子随即出现在网站上，姓名只显示姓氏，证件号、电话和住址自动隐去',
    },
    reject: {
      says: '不通过',
      became: '未通过',
      to: { 0: 2, 3: 2 },
      done: [2],
      reasons: ['与版块无关', '广告或重复发帖', '涉及个人隐私', '攻击他人或用语不当', '内容不实'],
      instead: { 1: '它在网站上，请先撤下重审' },
    },
    hold: {
      says: '撤下重审',
      became: '已撤下',
      to: { 1: 3, 2: 3 },
      done: [3],
      public: true,
      reasons: ['有人举报，需要核实', '涉及个人隐私', '审核有误', '发帖人要求撤下'],
      follows: '帖子和它下面的跟帖随即从网站撤下，等待重新审核',
      instead: { 0: '它还没有审核，无须撤下' },
    },
    delete: {
      says: '删除',
      became: '已删除',
      key: 'forum_dels',
      to: { 0: 'deleted', 2: 'deleted', 3: 'deleted' },
      done: [],
      instead: { 1: '它在网站上，请先撤下重审' },
    },
  },
})
