import { z } from 'zod'
import { optionsMost, otherFlags, problemTypes, questionsMost, requiredFlags } from '../../domain/survey.ts'
import {
  keywordStates,
  problemStatus,
  resultFlags,
  sharedFlags,
  surveyFlow,
  surveyStates,
} from '../../domain/survey-states.ts'
import { stateFilter } from '../moves.ts'
import {
  choice,
  chosen,
  count,
  filter,
  idOf,
  idText,
  int,
  lastDay,
  nameOf,
  oneLine,
  row,
  sampled,
  text,
  time,
  when,
  words,
} from '../shared.ts'

/** A question as it is designed. */
const question = z.object({
  page: int('页', 1, 20).optional(),
  type: choice('题型', problemTypes),
  title: oneLine('题目', 200),
  required: choice('是否必答', requiredFlags).optional(),
  options: z
    .array(oneLine('选项', 100))
    .max(optionsMost, `最多 ${optionsMost} 个选项`)
    .nullish()
    .meta({ title: '选项' }),
  other: choice('其他', otherFlags).optional(),
  least: int('最少选', 1, optionsMost, '项').nullish(),
  most: int('最多选', 1, optionsMost, '项').nullish(),
  maxLength: int('最多', 1, 2000, '字').nullish(),
})
export type QuestionGiven = z.output<typeof question>

/** What a survey is made of. */
export const surveyFields = {
  title: sampled(oneLine('标题', 100), '县城停车问卷'),
  intro: text('说明', 2000).trim().nullish(),
  deptId: idOf('dept', '主办部门').optional(),
  startAt: time('开始时间').nullish(),
  endAt: lastDay('结束时间').nullish(),
  shared: choice('每人一份', sharedFlags).optional(),
  questions: z
    .array(question)
    .max(questionsMost, `最多 ${questionsMost} 题`)
    .optional()
    .meta({
      ...{ title: '题目', sample: '[{"type":"单选","title":"您怎样出行？","options":["自驾车","公交车"]}]' },
    }),
}

/** A question as its survey shows it. */
export const questionRow = row({
  id: idText('题目编号'),
  page: count('页'),
  type: chosen('题型', problemTypes),
  title: words('题目'),
  required: chosen('是否必答', requiredFlags),
  options: z.array(z.string()).meta({ title: '选项' }),
  other: chosen('其他', otherFlags),
  least: count('最少选', '项'),
  most: count('最多选', '项'),
  maxLength: count('最多', '字'),
  says: words('说明'),
})

const brief = {
  id: idText(),
  title: z.string().meta({ title: '标题' }),
  state: chosen('办理状态', surveyStates),
  status: chosen('状态', problemStatus),
  reason: words('理由'),
  deptId: words('主办部门编号'),
  deptName: nameOf('deptId', '主办部门'),
  startAt: when('开始时间'),
  endAt: when('结束时间'),
  shared: chosen('每人一份', sharedFlags),
  resultFlag: chosen('结果', resultFlags),
  recordCount: count('答卷', '份'),
  openedAt: when('实际开始'),
  endedAt: when('实际结束'),
  createdByName: nameOf('createdBy', '设计人'),
  createdAt: when('创建时间'),
  updatedAt: when('修改时间'),
  version: count('版本'),
}
/** A survey as lists show it. */
export const surveyBrief = row(brief)
/** A survey with what stands above its questions: what its history tells of. */
export const surveyRow = row({ ...brief, intro: words('说明') })
export const surveyBinned = row({
  ...brief,
  deletedAt: when('删除时间'),
  deletedByName: nameOf('deletedBy', '删除人'),
})
/** A survey as its page shows it. */
export const surveyWhole = row({
  ...surveyRow.shape,
  edition: count('题目版次'),
  questions: z.array(questionRow).meta({ title: '题目' }),
})

/** How often an option was chosen. */
export const optionCount = row({
  choice: count('选项编号'),
  title: words('选项'),
  count: count('选择', '人'),
  percent: count('占作答人数', '%'),
})
/** What was answered to one question. */
export const questionCount = row({
  id: idText('题目编号'),
  title: words('题目'),
  type: chosen('题型', problemTypes),
  says: words('说明'),
  answered: count('作答', '人'),
  options: z.array(optionCount).meta({ title: '选项' }),
  keywords: z.array(row({ word: words('关键词'), count: count('出现', '份') })).meta({ title: '可公开的关键词' }),
})
/** What was answered to a survey, from counters that are kept with each answer. */
export const surveyCounts = row({
  id: idText(),
  title: words('标题'),
  status: chosen('状态', problemStatus),
  recordCount: count('答卷', '份'),
  questions: z.array(questionCount).meta({ title: '题目' }),
})

/** A visitor's answers, without who they were. */
export const recordRow = row({
  id: idText('答卷编号'),
  surveyId: idText('问卷编号'),
  surveyTitle: nameOf('surveyId', '问卷'),
  createdAt: when('提交时间'),
  samePlace: count('同一网络', '份'),
})
export const recordWhole = row({
  ...recordRow.shape,
  answers: z
    .array(row({ questionId: idText('题目编号'), title: words('题目'), says: words('回答') }))
    .meta({ title: '回答' }),
})
/** A row of the sheet that has a column for each question. */
export const answersRow = row({
  id: idText('答卷编号'),
  createdAt: when('提交时间'),
  answers: z.array(z.string()).meta({ title: '各题的回答' }),
})
/** What was written in words. */
export const textRow = row({
  id: idText(),
  recordId: idText('答卷编号'),
  createdAt: when('提交时间'),
  words: words('回答'),
})
/** A word of what was written. */
export const keywordRow = row({
  id: idText(),
  word: words('关键词'),
  n: count('出现', '份'),
  state: chosen('状态', keywordStates),
  surveyId: idText('问卷编号'),
  surveyTitle: nameOf('surveyId', '问卷'),
  questionId: idText('题目编号'),
  questionTitle: nameOf('questionId', '题目'),
  updatedByName: nameOf('updatedBy', '审核人'),
  updatedAt: when('审核时间'),
  version: count('版本'),
})

/** The words of a search; the page follows. */
export const surveySearch = {
  title: filter(text('标题', 100)),
  state: stateFilter(surveyFlow),
  status: filter(choice('状态', problemStatus)),
  deptId: filter(idOf('dept', '主办部门')),
  startTime: filter(time('创建时间起')),
  endTime: filter(time('创建时间止', 'end')),
}
