import { z } from 'zod'
import {
  columnClockStates,
  columnGroups,
  columnLines,
  complianceLineWords,
  complianceProfiles,
  complianceStates,
} from '../domain/compliance.ts'
import { endpoint } from './endpoint.ts'
import { choice, chosen, count, filter, fixedPage, idText, int, pageOf, row, text, when, words } from './shared.ts'

const lineOfColumns = Object.fromEntries(
  Object.keys(columnLines).map((name) => [name, complianceLineWords[name as keyof typeof columnLines]]),
)

/** How long ago a column was updated, and how long it may go on so. */
export const columnClock = row({
  id: idText('栏目编号'),
  columnName: words('栏目'),
  group: chosen('更新要求', columnGroups),
  state: chosen('状态', columnClockStates),
  lastAt: when('最近发布'),
  days: count('已过', '天'),
  limit: words('更新期限'),
  left: count('剩余', '天'),
  rows: count('文章', '篇'),
  address: words('文章列表的地址'),
})
/** An indicator as it stands now. */
export const complianceRow = row({
  name: z.string().meta({ title: '代码' }),
  says: z.string().meta({ title: '指标' }),
  state: chosen('结果', complianceStates),
  value: count('现在'),
  unit: words('单位'),
  limit: words('限度'),
  source: words('依据'),
  rows: count('明细', '条'),
  call: words('明细的接口'),
  query: z.record(z.string(), z.string()).nullable().meta({ title: '明细的条件' }),
  address: words('明细的地址'),
})
export const complianceResult = row({
  day: z.string().meta({ title: '日期' }),
  profile: chosen('网站类别', complianceProfiles),
  state: chosen('结果', complianceStates),
  lines: z.array(complianceRow),
  /** What the caller may not look at, and was therefore not checked. */
  unseen: z.array(row({ name: z.string().meta({ title: '代码' }), says: z.string().meta({ title: '指标' }) })),
})

/** A number of the yearly table. */
export const yearlyRow = row({
  name: z.string().meta({ title: '代码' }),
  group: words('类别'),
  says: words('项目'),
  value: z.number().nullable().meta({ title: '数量' }),
  unit: words('单位'),
  rows: count('明细', '条'),
  call: words('明细的接口'),
  query: z.record(z.string(), z.string()).nullable().meta({ title: '明细的条件' }),
  address: words('明细的地址'),
})

const own = { method: 'POST', send: 'body', own: true, effect: 'read', repeat: true } as const

/** How the website stands against what inspections look at. */
export const compliance = {
  list: endpoint({
    ...own,
    path: '/x/compliance/list',
    input: z.object({
      title: filter(text('栏目', 100)),
      group: filter(choice('更新要求', columnGroups)),
      state: filter(choice('状态', columnClockStates)),
      line: filter(choice('指标', lineOfColumns)),
      ...fixedPage(),
    }),
    output: pageOf(columnClock),
    access: 'granted',
    roles: ['auditor', 'staff', 'readonly'],
    says: '各栏目距上次更新的天数',
    verb: 'columns',
  }),
  check: endpoint({
    ...own,
    path: '/x/compliance/check',
    input: z.object({ profile: filter(choice('网站类别', complianceProfiles)) }),
    output: complianceResult,
    access: { like: 'compliance_list' },
    says: '按检查指标核对网站：更新、答复、年报',
  }),
  yearly: endpoint({
    ...own,
    path: '/x/compliance/yearly',
    input: z.object({ year: int('年度', 1990, 2199) }),
    output: row({ year: z.number().meta({ title: '年度' }), lines: z.array(yearlyRow) }),
    access: { like: 'compliance_list' },
    says: '政府网站工作年度报表中由系统统计的数',
  }),
}
