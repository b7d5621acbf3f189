import { movesOf } from './states.ts'

/** Who makes a proposal. */
export const proposalTypes = { 0: '个人提案', 1: '联名提案', 2: '集体提案' } as const
/** One that several members make. */
export const jointly = 1
/** What it is about. */
export const proposalClasses = {
  0: '经济建设',
  1: '城乡建设',
  2: '农业农村',
  3: '教育科技',
  4: '文化旅游',
  5: '医疗卫生',
  6: '生态环境',
  7: '社会治理',
  8: '其他',
} as const
/** What came of it, as the unit that leads says. */
export const proposalOutcomes = {
  0: '已经解决或采纳',
  1: '正在解决或列入计划',
  2: '因条件限制暂时不能解决',
  3: '留作参考',
} as const
/** What the member thinks of the answer. */
export const proposalRatings = { 1: '满意', 2: '基本满意', 3: '不满意' } as const
export const dissatisfied = 3
export const proposalOverdue = { 1: '已超期', 2: '将到期', 0: '未到期' } as const
/** Months from assignment within which it is answered, and how many more may be approved beforehand. */
export const proposalMonths = { answer: 3, more: 3, most: 6 } as const
/** From so many days before the deadline on a proposal is near it. */
export const proposalNearDays = 15

/** How far a proposal is. */
export const proposalStates = {
  0: '待审查',
  1: '已立案，待交办',
  2: '办理中',
  3: '已答复，待审核',
  4: '已送委员，待评价',
  5: '已办结',
  6: '不予立案',
  7: '已并案',
  8: '不满意，待再次交办',
  9: '已公开',
} as const
export type ProposalState = keyof typeof proposalStates
export type ProposalMove =
  | 'file'
  | 'notFile'
  | 'merge'
  | 'unmerge'
  | 'forward'
  | 'giveBack'
  | 'answer'
  | 'redo'
  | 'deliver'
  | 'rate'
  | 'object'
  | 'publish'
  | 'withdraw'
  | 'delete'

/** The states in which units have it. */
export const proposalOpen: readonly number[] = [2, 3]
/** Those in which the time runs that began with the first assignment: what a unit has given back waits at its cost. */
export const proposalTimed: readonly number[] = [1, ...proposalOpen]
/** Those in which the member has the answer. */
export const proposalDelivered: readonly number[] = [4, 5, 8, 9]
export const proposalPublic = 9

const notFiled = '它还没有立案，请先立案'
const notAnswered = '它还没有答复'
const isMerged = '它已并入另一件提案，请办理那一件；并错了的请取消并案（命令 xzx proposal unmerge 编号）'
const noFile = '它没有立案，要办理请先立案'
const isOver = '它已办结'
const isOnline = '它在网站上，请先撤下'
const over = { 5: isOver, 6: noFile, 7: isMerged, 9: isOnline } as const

/** Proposals of the committee's members, from submission to the second handling (main-console, proposalAll and proposalPrivate). */
export const proposalFlow = movesOf<ProposalState, ProposalMove>({
  area: 'proposal',
  noun: '提案',
  unit: '件',
  words: proposalStates,
  order: [0, 1, 2, 3, 4, 8, 5, 9, 6, 7],
  looks: {
    0: { mark: '●', tone: 'wait' },
    1: { mark: '●', tone: 'wait' },
    2: { mark: '◐', tone: 'wait' },
    3: { mark: '◐', tone: 'wait' },
    4: { mark: '○', tone: 'rest' },
    5: { mark: '✓', tone: 'rest' },
    6: { mark: '✗', tone: 'bad' },
    7: { mark: '⊘', tone: 'rest' },
    8: { mark: '●', tone: 'bad' },
    9: { mark: '✓', tone: 'good' },
  },
  ways: {
    立案: '立案后不能改为不予立案；与其他提案内容相同的请并案（命令 xzx proposal merge 编号 --into 编号），其余的请交办（命令 xzx proposal forward 编号 --dept 单位），由单位说明不能办理的原因',
    交办: '要改由其他单位办理，请重新交办（命令 xzx proposal forward 编号 --dept 单位）',
    答复: '要让单位修改，请退回重办（命令 xzx proposal redo 编号）',
    退回: '请重新交办（命令 xzx proposal forward 编号 --dept 单位）',
    并案: '请办理并入的那一件；并错了的请取消并案（命令 xzx proposal unmerge 编号 --reason 理由）',
    取消并案: '要再并入，请重新并案（命令 xzx proposal merge 编号 --into 编号）',
    委员评价: '评价有误的，请委员联系提案委员会',
    委员不满意: '请再次交办（命令 xzx proposal forward 编号 --dept 单位）',
  },
  moves: {
    file: {
      says: '立案',
      became: '已立案',
      to: { 0: 1, 6: 1 },
      done: [1],
      asks: true,
      follows: '得到案号，随后交给承办单位',
      instead: { 7: isMerged, 5: isOver, 9: isOnline },
    },
    notFile: {
      says: '不予立案',
      became: '不予立案',
      to: { 0: 6 },
      done: [6],
      reasons: ['内容空泛，没有具体建议', '不属于提案受理范围', '已列入工作安排', '涉及个人事项，转作来信办理'],
      follows: '委员看到理由',
      instead: { 1: '它已立案，可与其他提案并案', ...over },
    },
    merge: { says: '并案', became: '已并案', to: { 0: 7, 1: 7 }, done: [], instead: { 2: '它已交办', ...over } },
    unmerge: {
      says: '取消并案',
      became: '已取消并案',
      key: 'proposal_file',
      to: { 7: 0 },
      done: [],
      reasons: ['并错了提案', '内容不尽相同，应分别办理', '并入的那一件不予立案'],
      follows: '回到待审查，由提案机构重新审查',
    },
    forward: {
      says: '交办',
      became: '已交办',
      to: { 1: 2, 2: 2, 8: 2 },
      done: [],
      instead: { 0: notFiled, 3: '它已有答复，请先退回重办', 4: '正等委员评价', ...over },
    },
    giveBack: {
      says: '退回',
      became: '已退回',
      key: 'proposal_answer',
      to: { 2: 1 },
      done: [],
      reasons: ['不属于本单位职责', '应由其他单位主办'],
      follows: '重新交办后答复期限不变',
      instead: { 0: notFiled, 1: '它没有在单位办理', 3: '它已有答复', ...over },
    },
    answer: {
      says: '答复',
      became: '已答复',
      to: { 2: 3 },
      done: [],
      instead: {
        ...{ 0: notFiled, 1: '它还没有交办', 3: '它已有答复，待审核，要修改请由审核人员退回重办' },
        ...{ 4: '正等委员评价', 8: '它等待再次交办', ...over },
      },
    },
    deliver: {
      says: '审核通过',
      became: '已送委员',
      to: { 3: 4 },
      done: [4],
      asks: true,
      follows: '答复随即送委员评价',
      instead: { 0: notAnswered, 1: notAnswered, 2: notAnswered, ...over },
    },
    redo: {
      says: '退回重办',
      became: '已退回重办',
      to: { 3: 2 },
      done: [],
      reasons: ['答复没有回应提案的建议', '没有与委员沟通', '办理结果与答复内容不符', '答复的格式不符合要求'],
      follows: '主办单位修改后重新答复，期限不变',
      instead: { 0: notAnswered, 1: notAnswered, 2: notAnswered, ...over },
    },
    rate: { says: '委员评价', became: '已办结', key: 'proposal_add', to: { 4: 5 }, done: [] },
    object: { says: '委员不满意', became: '待再次交办', key: 'proposal_add', to: { 4: 8 }, done: [] },
    publish: {
      says: '公开',
      became: '已公开',
      to: { 5: 9 },
      done: [9],
      public: true,
      needs: { field: 'reply', says: '还没有答复，办结后再公开' },
      follows: '提案和答复随即出现在网站上；委员和主办单位都同意的才能公开',
      instead: { 4: '正等委员评价，评价后再公开', 8: '委员不满意，再次办理后再公开', 6: noFile, 7: isMerged },
    },
    withdraw: {
      says: '撤下',
      became: '已撤下',
      to: { 9: 5 },
      done: [5],
      public: true,
      reasons: ['应委员要求撤下', '答复有误，更正后再公开', '涉及不宜公开的内容'],
      follows: '网页随即从网站撤下',
    },
    delete: {
      says: '删除',
      became: '已删除',
      key: 'proposal_dels',
      to: { 0: 'deleted', 6: 'deleted', 7: 'deleted' },
      done: [],
      instead: { 1: '它已立案', 2: '它在单位办理', 5: '它已办结，留作档案', 9: isOnline },
    },
  },
})
