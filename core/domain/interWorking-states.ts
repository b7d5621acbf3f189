import { movesOf } from './states.ts'

/** What became of what a partner pushed. */
export const interWorkingStates = { 0: '已收录', 1: '已退回', 2: '等待办理', 3: '不予收录' } as const
export type InterWorkingState = keyof typeof interWorkingStates
export type InterWorkingMove = 'retake' | 'dismiss'

/** The queue of pushes: what was refused is taken up anew once its cause is mended, or dismissed; what citizens wrote waits. */
export const interWorkingFlow = movesOf<InterWorkingState, InterWorkingMove>({
  area: 'interWorking',
  noun: '推送',
  unit: '条',
  words: interWorkingStates,
  order: [1, 2, 0, 3],
  looks: {
    0: { mark: '✓', tone: 'good' },
    1: { mark: '✗', tone: 'bad' },
    2: { mark: '●', tone: 'wait' },
    3: { mark: '⊘', tone: 'rest' },
  },
  ways: { 重新收录: '要撤回，请在文章管理或公报中处理收录的内容' },
  moves: {
    retake: {
      says: '重新收录',
      became: '已重新收录',
      to: { 1: 0, 3: 0 },
      done: [0],
      // there is no way back from it here
      asks: true,
      follows: '文章进入待审核，公报成为草稿',
      instead: { 2: '来信和公开申请在此等待办理，不成为文章' },
    },
    dismiss: {
      says: '不予收录',
      became: '不予收录',
      to: { 1: 3, 2: 3 },
      done: [3],
      reasons: ['与本站已有内容重复', '不属于本站的内容范围', '内容有误，请更正后重新推送', '测试内容'],
      follows: '对方再推送同样的内容时答复这个理由；内容有改动的重新处理',
      instead: { 0: '它已收录，请在文章管理或公报中处理收录的内容' },
    },
  },
})
