import { movesOf, whyPublic } from './states.ts'

/** What became of what a visitor suggested. What is answered waits no longer for its department, but for who publishes. */
export const suggestionStates = { 0: '待办理', 1: '已公开', 2: '已办理', 3: '不予受理', 4: '已答复，待公开' } as const
/** Those in which whoever wrote still waits, so that it may be late. */
export const openSuggestionStates: readonly number[] = [0, 4]
export const suggestionOverdue = { 1: '已超期', 0: '未超期' } as const
export type SuggestionState = keyof typeof suggestionStates
export type SuggestionMove = 'forward' | 'reply' | 'publish' | 'settle' | 'reject' | 'withdraw' | 'delete'

const stillDue = '它还等着办理；不受理的请用「不予受理」并写明理由'
const answeredSays = '它已答复，请先公开，或「办结不公开」并写明理由'

/** Suggestions that visitors make: answered, and shown on the site or not (other-calls, /suggest). */
export const suggestionFlow = movesOf<SuggestionState, SuggestionMove>({
  area: 'suggestion',
  noun: '建议',
  unit: '条',
  words: suggestionStates,
  order: [0, 4, 1, 2, 3],
  looks: {
    0: { mark: '●', tone: 'wait' },
    1: { mark: '✓', tone: 'good' },
    2: { mark: '✓', tone: 'rest' },
    3: { mark: '✗', tone: 'bad' },
    4: { mark: '◐', tone: 'wait' },
  },
  // what a visitor wrote is changed by nobody
  texts: [
    {
      call: 'answer',
      says: '答复',
      fields: ['reply'],
      closed: {
        1: '建议和答复已在网站上，要修改请先撤下，改好后重新公开',
        3: '它没有受理，提出人看不到答复；要答复请先「办结不公开」，再修改答复',
      },
      online: {
        2: {
          key: 'suggestion_publish',
          says: '建议已办结，提出人凭查询码看得到答复，修改须有公开建议的权限（suggestion_publish）；请有权限的人修改',
        },
      },
    },
  ],
  moves: {
    forward: {
      says: '转办',
      became: '已转办',
      key: 'suggestion_answer',
      to: { 0: 0, 4: 4 },
      done: [],
      instead: { 1: '它已公开', 2: '它已办理', 3: '它没有受理' },
    },
    reply: { says: '答复', became: '已答复', key: 'suggestion_answer', to: { 0: 4, 4: 4 }, done: [] },
    publish: {
      says: '公开',
      became: '已公开',
      to: { 0: 1, 4: 1, 2: 1 },
      done: [1],
      public: true,
      allTheSame: whyPublic,
      needs: { field: 'repliedAt', says: '还没有答复，请先答复再公开' },
      follows: '建议和答复按公开稿随即出现在网站上，姓名只显示姓氏，个人信息自动隐去，可能有遗漏，请先核对',
      instead: { 3: '它没有受理，要公开请先改为已办理' },
    },
    reject: {
      says: '不予受理',
      became: '不予受理',
      to: { 0: 3, 4: 3, 2: 3 },
      done: [3],
      reasons: ['内容不明确，无法办理', '不属于本单位职责', '与已办理的建议重复', '涉及个人隐私', '与建议无关的内容'],
      instead: { 1: '它在网站上，请先撤下' },
    },
    settle: {
      says: '办结不公开',
      became: '已办理',
      to: { 0: 2, 4: 2, 3: 2 },
      done: [2],
      reasons: ['已当面或电话答复提出人', '提出人要求不公开', '涉及个人隐私', '与已公开的建议重复'],
      follows: '不在网站上显示；理由留在办理记录中，提出人凭查询码看得到',
      instead: { 1: '它在网站上，要撤下请用「撤下」' },
    },
    withdraw: {
      says: '撤下',
      became: '已撤下',
      to: { 1: 2 },
      done: [2],
      public: true,
      reasons: ['涉及个人隐私', '答复有误，更正后再公开', '内容已过时', '应提出人要求撤下'],
      follows: '网页随即从网站撤下；理由提出人凭查询码看得到',
      instead: { 0: '它不在网站上，无须撤下', 3: '它不在网站上，无须撤下', 4: '它不在网站上，无须撤下' },
    },
    delete: {
      says: '删除',
      became: '已删除',
      key: 'suggestion_dels',
      to: { 2: 'deleted', 3: 'deleted' },
      done: [],
      follows: '提出人凭查询码不再查到这条建议和答复',
      instead: { 0: stillDue, 1: '它在网站上，请先撤下', 4: answeredSays },
    },
  },
})
