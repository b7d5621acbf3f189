import { movesOf } from './states.ts'

/** Whether visitors find an answer. */
export const questAnswerStates = { 0: '编辑中', 1: '已公布' } as const
export type QuestAnswerState = keyof typeof questAnswerStates
export type QuestAnswerMove = 'publish' | 'withdraw' | 'delete'

/** The way of a question with its answer: written by its department, published by who may. */
export const questAnswerFlow = movesOf<QuestAnswerState, QuestAnswerMove>({
  area: 'questAnswer',
  noun: '问答',
  unit: '条',
  words: questAnswerStates,
  looks: { 0: { mark: '●', tone: 'wait' }, 1: { mark: '✓', tone: 'good' } },
  texts: [
    {
      call: 'save',
      says: '修改',
      fields: ['title', 'keywords', 'content'],
      online: {
        1: {
          key: 'questAnswer_publish',
          says: '问答已公布，修改须有公布问答的权限（questAnswer_publish）；请有权限的人修改，或先撤回',
        },
      },
      follows: { 1: '访问者随即看到恢复的内容' },
    },
  ],
  moves: {
    publish: {
      says: '公布',
      became: '已公布',
      to: { 0: 1 },
      done: [1],
      public: true,
      follows: '访问者随即能在网站的在线问答中找到',
    },
    withdraw: {
      says: '撤回',
      became: '已撤回',
      to: { 1: 0 },
      done: [0],
      public: true,
      reasons: ['政策有变化，更正后再公布', '答复有误', '与其他问答重复'],
      follows: '访问者不再找到，网页随即撤下',
    },
    delete: {
      says: '删除',
      became: '已删除',
      key: 'questAnswer_dels',
      to: { 0: 'deleted' },
      done: [],
      instead: { 1: '请先撤回' },
    },
  },
})

/** What visitors say of an answer. */
export const questRatings = { 1: '满意', 2: '基本满意', 3: '不满意' } as const
