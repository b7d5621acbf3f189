import { z } from 'zod'
import { type StatisticName, statistics, statisticWords } from '../domain/statistics.ts'
import { endpoint } from './endpoint.ts'
import { choice, count, filter, idOf, nothing, row, sampled, time, when, words } from './shared.ts'

const narrowing = z.record(z.string(), z.string())
const number = (title: string) => z.number().meta({ title })
const statistic = choice('统计', statisticWords)
const name = sampled(statistic as z.ZodType<StatisticName, string | number>, Object.keys(statistics)[0] as string)

/** A line of a statistic: how many rows have this value, and how many had it before. */
export const statsLine = row({
  key: words('代码'),
  name: words('名称'),
  rank: count('名次'),
  n: count('数量'),
  before: count('上期'),
  yearBefore: count('上年同期'),
  hits: count('点击数'),
  /** By the year's targets of the departments, as far as the days go; null: it has none. */
  target: count('目标'),
  /** By the parts of the statistic, in their order. */
  parts: z.array(z.number()).meta({ title: '各状态' }),
  /** The search of the list that has exactly these rows; null: there is none. */
  search: narrowing.nullable().meta({ title: '列表的筛选条件' }),
})
/** The same of the period before and of the year before. */
const span = row({ startTime: when('起'), endTime: when('止') })

/** A statistic: its lines, what they come to, and what they are compared with. */
export const statsReply = row({
  name: z.string().meta({ title: '代码' }),
  title: z.string().meta({ title: '统计' }),
  counts: z.string().meta({ title: '统计内容' }),
  unit: z.string().meta({ title: '量词' }),
  by: z.string().meta({ title: '分组' }),
  of: z.string().meta({ title: '统计对象' }),
  series: z.enum(['month', 'day']).nullable().meta({ title: '分段' }),
  span,
  /** Null where what was before cannot be told. */
  before: span.nullable(),
  yearBefore: span.nullable(),
  total: number('合计'),
  totalBefore: count('上期合计'),
  totalYearBefore: count('上年同期合计'),
  totalHits: count('点击数合计'),
  totalTarget: count('目标合计'),
  /** The list in which the rows stand; null: there is none. */
  list: words('列表'),
  search: narrowing.nullable().meta({ title: '列表的筛选条件' }),
  parts: z.array(row({ key: words('代码'), title: words('状态'), total: number('合计'), search: narrowing })),
  lines: z.array(statsLine),
})

const input = z.object({
  name,
  startTime: filter(time('时间起')),
  endTime: filter(time('时间止', 'end')),
  deptId: filter(idOf('dept')),
  columnId: filter(idOf('column')),
})
const asked = { method: 'POST', send: 'body', own: true, effect: 'read', access: { like: 'stats_list' } } as const

/** Statistics, each by its name (docs/rules.md, Statistics). */
export const stats = {
  list: endpoint({
    method: 'POST',
    path: '/x/stats/list',
    send: 'none',
    own: true,
    input: nothing,
    output: z.array(
      row({
        name: words('代码'),
        title: words('统计'),
        counts: words('统计内容'),
        by: words('分组'),
        unit: words('量词'),
        time: words('按什么时间'),
      }),
    ),
    effect: 'read',
    repeat: true,
    access: 'granted',
    roles: ['auditor', 'staff', 'readonly'],
    says: '查看统计',
  }),
  count: endpoint({ ...asked, path: '/x/stats/count', input, output: statsReply, repeat: true, says: '一项统计' }),
  excel: endpoint({
    ...asked,
    path: '/x/stats/excel',
    input,
    output: z.instanceof(Uint8Array),
    reply: 'xlsx',
    says: '导出一项统计',
    tells: '导出统计',
    verb: false,
  }),
}
