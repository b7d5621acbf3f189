import { movesOf } from './states.ts'

/** ProblemStatus of the specification. */
export const problemStatus = { 0: '未开始', 1: '进行中', 2: '已暂停', 3: '已结束' } as const
export type ProblemStatus = keyof typeof problemStatus

/** How far a survey is: finer than ProblemStatus, which has no word for one that nobody has approved yet. */
export const surveyStates = { 4: '待审核', 0: '未开始', 1: '进行中', 2: '已暂停', 3: '已结束' } as const
export type SurveyState = keyof typeof surveyStates
export type SurveyMove = 'examine' | 'reject' | 'open' | 'pause' | 'resume' | 'end' | 'delete'

/** ProblemStatus of a state. */
export const statusOf = (state: number): number => (state === 4 ? 0 : state)
/** The states whose ProblemStatus it is. */
export const statesFor = (status: number): readonly number[] => (status === 0 ? [0, 4] : [status])

/** The states in which visitors see a survey. */
export const seenStates: readonly number[] = [1, 2, 3]
/** Those in which its questions may still be changed. */
export const designStates: readonly number[] = [0, 4]

const notYet = '它还没有审核，请先审核通过'
const isOver = '它已结束，要再次调查请复制一份（命令 xzx survey copy 编号）'

/** Surveys, from their design to their end. */
export const surveyFlow = movesOf<SurveyState, SurveyMove>({
  area: 'survey',
  noun: '问卷',
  unit: '份',
  words: surveyStates,
  order: [4, 0, 1, 2, 3],
  looks: {
    4: { mark: '●', tone: 'wait' },
    0: { mark: '○', tone: 'rest' },
    1: { mark: '✓', tone: 'good' },
    2: { mark: '◐', tone: 'wait' },
    3: { mark: '⊘', tone: 'rest' },
  },
  ways: { 修改: '请再修改一次，或复制一份（命令 xzx survey copy 编号）' },
  moves: {
    examine: {
      says: '审核通过',
      became: '已审核',
      to: { 4: 0 },
      done: [0],
      follows: '设了开始时间的到时自动开始，没有设的由人开始',
      instead: { 1: '它已经开始', 2: '它已经开始', 3: isOver },
    },
    reject: {
      says: '退回修改',
      became: '已退回修改',
      to: { 0: 4 },
      done: [],
      reasons: ['题目不明确', '选项不完整或有重复', '题目有诱导性', '开始、结束时间有误'],
      instead: { 1: '它已经开始，请先暂停或结束', 2: '它已经开始', 3: isOver, 4: '它还没有审核，可以直接修改' },
    },
    open: {
      says: '开始',
      became: '已开始',
      to: { 0: 1 },
      done: [1],
      public: true,
      lasting: true,
      follows: '随即出现在网站上，公众可以作答；题目从此不能修改',
      instead: { 2: '它已暂停，请用「继续」', 3: isOver, 4: notYet },
    },
    pause: {
      says: '暂停',
      became: '已暂停',
      to: { 1: 2 },
      done: [2],
      public: true,
      reasons: ['题目有误，正在核实', '出现异常的答卷，正在核实', '按要求暂停'],
      follows: '网页仍在，公众暂时不能作答',
      instead: { 0: '它还没有开始', 3: isOver, 4: notYet },
    },
    resume: {
      says: '继续',
      became: '已继续',
      to: { 2: 1 },
      done: [1],
      public: true,
      follows: '公众又可以作答',
      instead: { 0: '它还没有开始，请用「开始」', 3: isOver, 4: notYet },
    },
    end: {
      says: '结束',
      became: '已结束',
      to: { 1: 3, 2: 3 },
      done: [3],
      public: true,
      follows: '不再接受答卷；结束后不能再开始，公布结果后网站才显示统计',
      instead: { 0: '它还没有开始，不需要的可以删除', 4: notYet },
    },
    delete: {
      says: '删除',
      became: '已删除',
      key: 'survey_dels',
      to: { 0: 'deleted', 3: 'deleted', 4: 'deleted' },
      done: [],
      follows: '收到的答卷和统计一并删除，恢复后还在；它在网站上的网页随即去掉',
      instead: { 1: '它正在进行，请先结束', 2: '它已暂停，请先结束' },
    },
  },
})

/** Whether visitors read the results, once it has ended. */
export const resultFlags = { 0: '不公布', 1: '公布' } as const
/** Whether several people answer on one device, as on a tablet in a hall. */
export const sharedFlags = { 0: '每台设备一份', 1: '不限，供公用设备' } as const
/** What becomes of a keyword of what visitors wrote: nobody outside reads one before a person has allowed it. */
export const keywordStates = { 0: '待审核', 1: '可公开', 2: '不公开' } as const

/** What of a survey may be changed, in which states; elsewhere a copy is the way. */
export const mayChange: Readonly<Record<string, readonly number[]>> = {
  title: designStates,
  intro: designStates,
  deptId: designStates,
  startAt: designStates,
  shared: designStates,
  questions: designStates,
  endAt: [0, 1, 2, 4],
}
