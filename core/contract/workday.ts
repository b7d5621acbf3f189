import { z } from 'zod'
import { clockUnits } from '../domain/deadline.ts'
import { dayKinds, yearOrigins } from '../domain/workday-words.ts'
import { yearMax, yearMin } from '../domain/workdays.ts'
import { endpoint } from './endpoint.ts'
import { explained } from './explained.ts'
import {
  address,
  choice,
  chosen,
  count,
  day,
  idText,
  int,
  named,
  nothing,
  oneLine,
  row,
  sampled,
  text,
  when,
  words,
} from './shared.ts'

const wanted = int('年份', yearMin, yearMax)
const year = named(wanted, { ...wanted.meta(), title: '年份', key: true, sample: '2027' })
const yesNo = { 1: '是', 0: '否' } as const
/** The text of a whole year, in whatever form. */
export const yearTextMax = 100_000
const eventsMax = 50

/** A year of the calendar as lists show it. */
export const workdayYear = row({
  year: z.number().meta({ title: '年份' }),
  origin: z.enum(Object.keys(yearOrigins) as (keyof typeof yearOrigins)[]).meta({ title: '数据', words: yearOrigins }),
  off: count('放假', '天'),
  worked: count('调休上班', '天'),
  working: count('全年工作日', '天'),
  source: words('来源'),
  sourceUrl: words('来源网址'),
  missing: words('说明'),
  pressing: chosen('须尽快导入', yesNo),
  updatedAt: when('修改时间'),
  updatedName: words('修改人'),
  version: count('版本'),
})

const setDay = row({
  date: z.string().meta({ title: '日期' }),
  weekday: z.string().meta({ title: '星期' }),
  works: chosen('安排', dayKinds),
  name: z.string().meta({ title: '节日' }),
})

/** A year with all the days that it sets apart. */
export const workdayWhole = row({ ...workdayYear.shape, days: z.array(setDay).meta({ title: '放假和上班的日子' }) })

/** The same after it was changed, with what became of it. */
const saved = row({
  ...workdayWhole.shape,
  changes: z
    .array(row({ date: z.string().meta({ title: '日期' }), before: words('原来'), after: words('改为') }))
    .meta({ title: '改动' }),
  recount: words('重新计算期限'),
  jobId: idText('任务').nullable(),
})

const why = text('原因', 100).trim().optional()
/** The version that was seen; 0 where nothing was set yet. */
const version = int('版本', 0, Number.MAX_SAFE_INTEGER).nullish()
const from = { source: oneLine('来源', 200, 0).nullish(), sourceUrl: address('来源网址', 500).nullish() }

/** The calendar of working days, which all deadlines are counted by (docs/decisions/0044-working-days.md). */
export const workday = {
  list: endpoint({
    method: 'POST',
    path: '/x/workday/list',
    send: 'none',
    own: true,
    input: nothing,
    output: z.array(workdayYear),
    effect: 'read',
    repeat: true,
    access: 'granted',
    roles: ['auditor', 'staff', 'readonly'],
    says: '查询各年的节假日安排',
    verb: false,
  }),
  get: endpoint({
    method: 'POST',
    path: '/x/workday/get',
    send: 'body',
    own: true,
    input: z.object({ year }),
    output: workdayWhole,
    effect: 'read',
    repeat: true,
    access: { like: 'workday_list' },
    says: '查看一年的节假日安排',
    verb: false,
  }),
  save: endpoint({
    method: 'POST',
    path: '/x/workday/save',
    send: 'body',
    own: true,
    input: z.object({
      year,
      days: z
        .array(
          z.object({
            date: sampled(text('日期', 10), '2027-01-01'),
            works: choice('安排', dayKinds),
            name: sampled(text('节日', 30), '元旦'),
          }),
        )
        .max(400, '一年最多 400 天')
        .meta({ title: '放假和上班的日子' }),
      ...from,
      version,
    }),
    output: saved,
    effect: 'write',
    repeat: true,
    access: 'granted',
    says: '修改一年的节假日安排，并重新计算未办结事项的期限',
    right: '修改节假日安排',
    tells: '修改节假日安排',
    verb: false,
  }),
  importYear: endpoint({
    method: 'POST',
    path: '/x/workday/import',
    send: 'body',
    own: true,
    bodyBytes: 4 * yearTextMax,
    input: z.object({
      text: named(text('内容', yearTextMax, 1), {
        ...{ title: '内容', maxLength: yearTextMax },
        sample: '2027-01-01,休,元旦',
      }),
      ...from,
      version,
    }),
    output: saved,
    effect: 'write',
    repeat: true,
    access: { like: 'workday_save' },
    says: '从通知原文、JSON 或 CSV 导入一年的节假日安排，并重新计算未办结事项的期限',
    tells: '导入节假日安排',
    verb: false,
  }),
  reset: endpoint({
    method: 'POST',
    path: '/x/workday/reset',
    send: 'body',
    own: true,
    input: z.object({ year, version }),
    output: saved,
    effect: 'write',
    repeat: true,
    access: { like: 'workday_save' },
    says: '去掉一年自行设置的节假日安排，恢复为随系统提供的',
    tells: '恢复节假日安排',
    verb: false,
  }),
  next: endpoint({
    method: 'POST',
    path: '/x/workday/next',
    send: 'body',
    own: true,
    input: z.object({ day: day('日期').optional(), n: int('第几个工作日', -2000, 2000).optional() }),
    output: row({
      date: z.string().meta({ title: '日期' }),
      weekday: z.string().meta({ title: '星期' }),
      provisional: words('说明'),
    }),
    effect: 'read',
    repeat: true,
    access: { like: 'workday_list' },
    says: '查询某日之后的第几个工作日是哪一天，负数为之前',
    verb: false,
  }),
  explain: endpoint({
    method: 'POST',
    path: '/x/workday/explain',
    send: 'body',
    own: true,
    input: z.object({
      start: day('收到日期'),
      n: int('期限', 1, 4000),
      unit: choice('按什么计', clockUnits).optional(),
      rolls: choice('末日放假时顺延', yesNo).optional(),
      extensions: z
        .array(z.object({ n: int('延长', 1, 4000), day: day('批准日期'), why }))
        .max(eventsMax)
        .optional()
        .meta({ title: '延长' }),
      suspensions: z
        .array(
          z.object({
            from: day('开始日期'),
            to: day('结束日期').nullish(),
            untilAnew: choice('到重新起算为止', yesNo).optional(),
            why,
          }),
        )
        .max(eventsMax)
        .optional()
        .meta({ title: '不计入的时间' }),
      restarts: z
        .array(z.object({ day: day('重新起算日期'), why }))
        .max(eventsMax)
        .optional()
        .meta({ title: '重新起算' }),
    }),
    output: explained,
    effect: 'read',
    repeat: true,
    access: { like: 'workday_list' },
    says: '计算一个期限，逐日说明计入与否和原因',
    verb: false,
  }),
}
