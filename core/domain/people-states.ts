import { userStatus } from './enums.ts'
import { movesOf } from './states.ts'

export type PeopleState = keyof typeof userStatus
export type PeopleMove = 'approve' | 'fail'

const toComplete = '本人还没有填写完整的资料'
const judged = '资料已审核；本人修改后会重新进入审核'

/** How what visitors say of themselves is judged (UserStatus). */
export const peopleFlow = movesOf<PeopleState, PeopleMove>({
  area: 'people',
  noun: '群众用户',
  unit: '名',
  words: userStatus,
  looks: {
    0: { mark: '○', tone: 'rest' },
    1: { mark: '●', tone: 'wait' },
    2: { mark: '✓', tone: 'good' },
    3: { mark: '✗', tone: 'bad' },
  },
  ways: {
    冻结: '要恢复其登录，请解除冻结（命令 xzx people ban 编号 --people-state 正常）',
    解除冻结: '要再次禁止其登录，请重新冻结（命令 xzx people ban 编号 --people-state 冻结 --reason 原因）',
  },
  moves: {
    approve: {
      says: '通过审核',
      became: '已通过',
      key: 'people_peopleAudit',
      to: { 1: 2 },
      done: [2],
      instead: { 0: toComplete, 3: judged },
    },
    fail: {
      says: '审核不通过',
      became: '未通过',
      key: 'people_peopleAudit',
      to: { 1: 3 },
      done: [3],
      reasons: ['姓名与身份证号不符，请核对后重新提交', '身份证号有误，请核对后重新提交', '住址不完整，请写到村或小区'],
      follows: '意见会告诉本人，本人修改后可以重新提交',
      instead: { 0: toComplete, 2: judged },
    },
  },
})
