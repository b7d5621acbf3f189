import { z } from 'zod'
import { questionsMost } from '../../domain/survey.ts'
import { problemStatus, resultFlags } from '../../domain/survey-states.ts'
import { endpoint } from '../endpoint.ts'
import { within } from '../guard.ts'
import {
  choice,
  chosen,
  count,
  filter,
  id,
  idText,
  int,
  oneLine,
  page,
  pageOf,
  row,
  text,
  when,
  words,
} from '../shared.ts'
import { questionRow, surveyCounts } from './rows.ts'

/** What everybody may know of a survey. */
const surveyOpen = row({
  id: idText(),
  title: z.string().meta({ title: '标题' }),
  status: chosen('状态', problemStatus),
  startAt: when('开始时间'),
  endAt: when('结束时间'),
  resultFlag: chosen('结果', resultFlags),
})
const open = '网站上进行中、已暂停和已结束的问卷'

/** One or several of a form's names. */
const several = (title: string, max: number) => {
  const one = text(title, max)
  return z
    .union([one, z.array(one).max(questionsMost * 60)])
    .nullish()
    .meta({ title })
}
const plain = {
  effect: 'count',
  reply: 'page',
  access: 'public',
  output: z.string(),
  own: true,
  verb: false,
} as const

/** What the public does with surveys. */
export const surveyWeb = {
  webList: endpoint({
    method: 'POST',
    path: '/web/survey/list',
    send: 'body',
    payload: 'baseSearchSurveyDto',
    input: z.object({ title: filter(text('标题', 100)), status: filter(choice('状态', problemStatus)), ...page }),
    output: pageOf(surveyOpen),
    effect: 'read',
    repeat: true,
    access: 'public',
    open,
    says: '公众可见的问卷',
  }),
  webTop: endpoint({
    method: 'POST',
    path: '/web/survey/top',
    send: 'query',
    input: z.object({ size: int('条数', 1, 100) }),
    output: z.array(surveyOpen),
    effect: 'read',
    repeat: true,
    access: 'public',
    open,
    says: '最新的几份公众可见的问卷',
  }),
  webFind: endpoint({
    method: 'POST',
    path: '/web/survey/find',
    send: 'query',
    input: z.object({ id: id('问卷') }),
    output: row({
      ...surveyOpen.shape,
      intro: words('说明'),
      edition: count('题目版次'),
      questions: z.array(questionRow).meta({ title: '题目' }),
      results: surveyCounts.nullable().meta({ title: '公布的结果' }),
    }),
    effect: 'read',
    repeat: true,
    access: 'public',
    open: `${open}，结果公布后才有统计`,
    rows: 'webList',
    says: '一份公众可见的问卷和它的题目',
  }),
  webSave: endpoint({
    method: 'POST',
    path: '/web/survey/save',
    send: 'body',
    payload: 'saveInvestRecordDto',
    input: z.object({
      id: id('问卷'),
      edition: int('题目版次', 1, 1_000_000),
      visitorKey: oneLine('设备标识', 100, 16),
      answers: z
        .array(
          z.object({
            questionId: id('题目'),
            chosen: z
              .array(int('选项', 1, 99))
              .max(60)
              .nullish()
              .meta({ title: '选项' }),
            words: text('文字', 2000).nullish(),
          }),
        )
        .max(questionsMost)
        .meta({ title: '回答' }),
      verifyCode: text('验证码', 20, 1),
      codeId: text('验证码编号', 64, 1),
    }),
    output: row({ id: idText('问卷编号') }),
    effect: 'write',
    access: 'public',
    open: '公众作答，须答对验证码，次数有限，每台设备一份',
    guard: {
      says: '提交答卷',
      captcha: { id: 'codeId', typed: 'verifyCode' },
      limits: [{ by: 'address', most: 120, withinMs: within.hour }],
    },
    bodyBytes: 256_000,
    says: '公众提交答卷，不记入日志',
    tells: '提交问卷{}的答卷',
    verb: false,
  }),
  formPage: endpoint({
    ...plain,
    method: 'GET',
    path: '/x/survey/form',
    send: 'query',
    input: z.object({ id: id('问卷') }),
    open: '网站的问卷，供不用脚本的浏览器填写，每个网段有限',
    guard: { says: '打开问卷', limits: [{ by: 'address', most: 120, withinMs: within.quarter }] },
    rows: 'webList',
    says: '打开供公众填写的问卷，不用脚本',
  }),
  formSend: endpoint({
    ...plain,
    method: 'POST',
    path: '/x/survey/form/send',
    send: 'body',
    urlencoded: true,
    input: z.object({
      id: id('问卷'),
      edition: int('题目版次', 1, 1_000_000),
      visitorKey: oneLine('设备标识', 100, 16),
      requestKey: text('请求标识', 64, 1),
      codeId: text('验证码编号', 64, 1),
      verifyCode: text('验证码', 20),
      chosen: several('所选的选项', 40),
      wordsOf: several('文字所属的题目', 20),
      words: several('所填的文字', 2000),
    }),
    open: '提交网站的问卷，须答对验证码，次数与提交答卷的接口合计',
    guard: { says: '提交问卷', limits: [{ by: 'address', most: 120, withinMs: within.quarter }] },
    bodyBytes: 256_000,
    rows: 'webList',
    says: '提交公众填写的问卷，不用脚本',
  }),
}
