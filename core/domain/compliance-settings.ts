import { type ComplianceSource, complianceProfiles, complianceSources } from './compliance.ts'

/** The limits by which a website is judged, each with where it comes from. */

/** A limit of inspections. */
const limitOf = <U extends string>(
  title: string,
  { min = 1, max, usual, unit }: { min?: number; max: number; usual: number; unit: U },
  source: ComplianceSource | null,
  more: string,
) =>
  ({
    kind: 'whole',
    group: 'compliance',
    title,
    min,
    max,
    unit,
    default: String(usual),
    hint: source ? `${complianceSources[source]}：${more}` : more,
  }) as const
/** Columns that inspections look at in the same way. */
const inspected = (title: string, value: string, hint: string) =>
  ({
    kind: 'text',
    group: 'compliance',
    title,
    max: 1000,
    default: value,
    hint: `栏目的目录名，多个用逗号隔开，含下级栏目；${hint}`,
    lines: true,
  }) as const
/** The last day of a yearly duty. */
const yearlyDays = { '01-31': '1 月 31 日', '02-28': '2 月 28 日', '03-31': '3 月 31 日' } as const
const dueEachYear = (title: string, source: ComplianceSource, more: string) =>
  ({
    kind: 'choice',
    group: 'compliance',
    title,
    words: yearlyDays,
    default: '01-31',
    hint: `${complianceSources[source]}：${more}`,
  }) as const

export const complianceSettings = {
  'compliance.profile': {
    kind: 'choice',
    group: 'compliance',
    title: '网站类别',
    words: complianceProfiles,
    default: 'cppcc',
    hint: '政府网站按检查指标核对，含年度报告；政协网站参照执行，另核对提案的期限',
  },
  'compliance.warnDays': limitOf(
    '提前预警',
    { min: 0, max: 60, usual: 3, unit: '天' },
    null,
    '首页、栏目离更新期限不到这么多天的列为预警',
  ),
  'compliance.frontDays': limitOf(
    '首页多久未更新为否决',
    { max: 366, usual: 14, unit: '天' },
    'inspection',
    '首页两周内没有更新的，单项否决',
  ),
  'compliance.newsColumns': inspected('动态要闻类栏目', 'yaowen', '按下一项的天数要求更新'),
  'compliance.newsDays': limitOf(
    '动态要闻类栏目的更新期限',
    { max: 366, usual: 14, unit: '天' },
    'inspection',
    '动态、要闻类栏目两周内应有更新',
  ),
  'compliance.policyColumns': inspected('通知公告、政策文件类栏目', 'tongzhi', '按下一项的月数要求更新'),
  'compliance.policyMonths': limitOf(
    '通知公告、政策文件类栏目的更新期限',
    { max: 36, usual: 6, unit: '个月' },
    'inspection',
    '通知公告、政策文件类栏目 6 个月内应有更新',
  ),
  'compliance.planColumns': inspected('人事、规划计划类栏目', '', '按下一项的月数要求更新'),
  'compliance.planMonths': limitOf(
    '人事、规划计划类栏目的更新期限',
    { max: 60, usual: 12, unit: '个月' },
    'inspection',
    '人事、规划计划类栏目一年内应有更新',
  ),
  'compliance.otherMonths': limitOf(
    '其他栏目的更新期限',
    { max: 60, usual: 12, unit: '个月' },
    'inspection',
    '其他栏目多久没有更新算长期未更新，由本单位定',
  ),
  'compliance.freeColumns': inspected('不要求更新的栏目', '', '已结束的专题、历史资料等；不列入更新和空白栏目'),
  'compliance.freshVeto': limitOf(
    '几个动态、通知、政策栏目未更新为否决',
    { max: 1000, usual: 5, unit: '个' },
    'inspection',
    '动态、要闻、通知公告、政策文件类栏目累计 5 个未更新的，单项否决',
  ),
  'compliance.staleVeto': limitOf(
    '几个栏目长期未更新为否决',
    { max: 1000, usual: 10, unit: '个' },
    'inspection',
    '应更新但长期未更新的栏目达到 10 个的，单项否决',
  ),
  'compliance.blankVeto': limitOf(
    '几个空白栏目为否决',
    { max: 1000, usual: 5, unit: '个' },
    'inspection',
    '空白栏目达到 5 个的，单项否决',
  ),
  'compliance.letterWarn': limitOf(
    '来信多久未答复为预警',
    { max: 12, usual: 2, unit: '个月' },
    'inspection',
    '留言两个月没有答复的扣分',
  ),
  'compliance.letterVeto': limitOf(
    '来信多久未答复为否决',
    { max: 12, usual: 3, unit: '个月' },
    'inspection',
    '一年内的有效留言超过 3 个月没有回应的，单项否决；更早的来信没有答复，这里也计入',
  ),
  'compliance.errorDays': limitOf(
    '网站纠错的答复期限',
    { max: 30, usual: 3, unit: '个工作日' },
    'guide',
    '网民纠错应在 3 个工作日内答复；指来信类型为网站纠错的信件',
  ),
  'compliance.applyDays': limitOf(
    '依申请公开提前预警',
    { max: 20, usual: 5, unit: '个工作日' },
    'disclosure',
    '收到申请后 20 个工作日内答复',
  ),
  'compliance.proposalDays': limitOf(
    '提案提前预警',
    { max: 60, usual: 10, unit: '个工作日' },
    'proposal',
    '离答复期限不到这么多个工作日的列为预警',
  ),
  'compliance.reportDays': limitOf(
    '年度报告提前预警',
    { max: 90, usual: 30, unit: '天' },
    null,
    '离年度报告、年度报表的发布期限不到这么多天还没有发布的列为预警',
  ),
  'compliance.disclosureColumns': inspected(
    '年度报告所在的栏目',
    '',
    '当年在其中发布了文章，就算发布了上一年度的政府信息公开年度报告',
  ),
  'compliance.disclosureBy': dueEachYear(
    '政府信息公开年度报告的发布期限',
    'disclosure',
    '部门每年 1 月 31 日前，县级以上人民政府汇总的 3 月 31 日前',
  ),
  'compliance.siteReportColumns': inspected(
    '年度报表所在的栏目',
    '',
    '当年在其中发布了文章，就算发布了上一年度的政府网站工作年度报表',
  ),
  'compliance.siteReportBy': dueEachYear('政府网站工作年度报表的发布期限', 'yearly', '每年 1 月 31 日前在网站首页发布'),
} as const

/** Limits of which the first may not be beyond the second: what warns comes before what is a veto. */
export const complianceOrder = [
  ['compliance.letterWarn', 'compliance.letterVeto'],
  ['compliance.warnDays', 'compliance.frontDays'],
  ['compliance.warnDays', 'compliance.newsDays'],
] as const satisfies readonly (readonly [keyof typeof complianceSettings, keyof typeof complianceSettings])[]
