import { z } from 'zod'
import { dayRoles } from '../domain/deadline-explain.ts'
import { count, row, words } from './shared.ts'

/** A deadline, and each day of it: what calls answer that explain one. */
export const explained = row({
  start: z.string().meta({ title: '起算' }),
  due: words('届满'),
  counted: words('顺延前'),
  total: count('期限'),
  used: count('已计'),
  left: count('剩余'),
  late: count('超期'),
  asOf: words('截至（已办结的）'),
  says: words('结论'),
  provisional: words('说明'),
  days: z
    .array(
      row({
        date: z.string().meta({ title: '日期' }),
        weekday: z.string().meta({ title: '星期' }),
        role: z.enum(Object.keys(dayRoles) as (keyof typeof dayRoles)[]).meta({ title: '是否计入', words: dayRoles }),
        number: count('第几日'),
        why: z.string().meta({ title: '原因' }),
      }),
    )
    .meta({ title: '逐日说明' }),
})
