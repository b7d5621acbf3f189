import type { Tried } from '../screens.ts'

export const screens: readonly Tried[] = [
  ['/main/interact/problemExamine', '新增问卷'],
  ['/main/interact/problemExamine/bin', '返回问卷调查'],
  ['/main/interact/addProblem', '添加题目'],
  ['/main/interact/questAnswerList', '返回问卷调查'],
  ['/main/interact/keywordList', '返回问卷调查'],
]
