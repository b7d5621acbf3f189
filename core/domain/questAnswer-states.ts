import { type ShownMove, type ShownState, shownFlow, shownStates } from './shown-states.ts'

export { shownStates as questAnswerStates }
export type QuestAnswerState = ShownState
export type QuestAnswerMove = ShownMove

/** The way of a question with its answer: written by its department, published by who may. */
export const questAnswerFlow = shownFlow({
  ...{ area: 'questAnswer', noun: '问答', unit: '条', call: 'save', fields: ['title', 'keywords', 'content'] },
  reasons: ['政策有变化，更正后再公布', '答复有误', '与其他问答重复'],
  follows: '访问者随即能在网站的在线问答中找到',
})

/** What visitors say of an answer. */
export const questRatings = { 1: '满意', 2: '基本满意', 3: '不满意' } as const
