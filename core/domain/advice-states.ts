import { movesOf } from './states.ts'

/** How far the answer to an opinion is. */
export const adviceStates = { 0: '待答复', 1: '待审核', 2: '已答复', 3: '已退回' } as const
export type AdviceState = keyof typeof adviceStates
export type AdviceMove = 'forward' | 'reply' | 'confirm' | 'giveBack' | 'reopen' | 'delete'

const settled = '答复已通过审核，要修改请先重新办理'
const submits = '恢复的答复随即提交审核'
const unanswered = '还没有答复，请先填写答复'

/** The workflow of opinions and the answers to them (main-console §7, Advice). */
export const adviceFlow = movesOf<AdviceState, AdviceMove>({
  area: 'advice',
  noun: '意见',
  unit: '条',
  words: adviceStates,
  order: [0, 3, 1, 2],
  looks: {
    0: { mark: '●', tone: 'wait' },
    1: { mark: '◐', tone: 'wait' },
    2: { mark: '✓', tone: 'good' },
    3: { mark: '✗', tone: 'bad' },
  },
  texts: [
    { call: 'edit', says: '修改', fields: ['title', 'content', 'proposer'], closed: { 2: '要修改请先重新办理' } },
    {
      call: 'resultReply',
      says: '答复',
      fields: ['resultTitle', 'resultContent'],
      closed: { 2: settled },
      follows: { 0: submits, 1: submits, 3: submits },
    },
  ],
  moves: {
    forward: {
      says: '转办',
      became: '已转办',
      key: 'advice_edit',
      to: { 0: 0, 1: 1, 3: 3 },
      done: [],
      instead: { 2: '要改由其他部门办理，请先重新办理' },
    },
    reply: {
      says: '答复',
      became: '已提交答复',
      key: 'advice_resultReply',
      to: { 0: 1, 1: 1, 3: 1 },
      done: [],
      instead: { 2: settled },
    },
    confirm: {
      says: '通过答复',
      became: '已答复',
      to: { 1: 2 },
      done: [2],
      instead: { 0: unanswered, 3: '答复已退回，请承办部门修改后重新提交' },
    },
    giveBack: {
      says: '退回答复',
      became: '已退回',
      to: { 1: 3 },
      done: [3],
      reasons: ['请补充办理结果', '请说明政策依据', '答复与意见不相符，请重新办理', '措辞不当，请修改'],
      follows: '退回承办部门修改',
      instead: { 0: unanswered, 2: settled },
    },
    reopen: {
      says: '重新办理',
      became: '重新办理',
      to: { 2: 3 },
      done: [0, 1, 3],
      reasons: ['提出人补充了新的情况', '原答复有误', '办理结果有变化'],
      follows: '退回承办部门重新答复',
    },
    delete: {
      says: '删除',
      became: '已删除',
      key: 'advice_dels',
      // the office enters them itself, and what was entered by mistake lies in the bin
      to: { 0: 'deleted', 1: 'deleted', 2: 'deleted', 3: 'deleted' },
      done: [],
    },
  },
})
