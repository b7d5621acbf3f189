/** What inspections of government websites look at, and how it stands. */

/** Whose website it is: the rules bind governments; a committee's site goes by them of its own accord. */
export const complianceProfiles = { gov: '政府网站', cppcc: '政协网站' } as const
export type ComplianceProfile = keyof typeof complianceProfiles

/** How an indicator stands, from the best to the worst. */
export const complianceStates = { good: '正常', warn: '预警', veto: '达到否决' } as const
export type ComplianceState = keyof typeof complianceStates

/** Where limits come from: named in the hints of settings, and with each line. */
export const complianceSources = {
  inspection: '政府网站与政务新媒体检查指标（国办秘函〔2019〕19号）',
  guide: '政府网站发展指引（国办发〔2017〕47号）',
  disclosure: '政府信息公开条例（国务院令第711号）',
  yearly: '国务院办公厅关于做好政府网站年度报表发布工作的通知（国办函〔2018〕12号）',
  proposal: '提案交办时确定的期限',
} as const
export type ComplianceSource = keyof typeof complianceSources

interface LineWords {
  readonly says: string
  readonly source: ComplianceSource
  /** What of the source. */
  readonly item: string
  readonly profiles: readonly ComplianceProfile[]
}
const both = ['gov', 'cppcc'] as const
const government = ['gov'] as const

/** The indicators in the order in which they are told: the list to extend, with what is measured in server/areas/compliance/indicators.ts. */
export const complianceLines = {
  front: { says: '首页更新', source: 'inspection', item: '单项否决', profiles: both },
  fresh: { says: '动态要闻、通知公告、政策文件栏目未更新', source: 'inspection', item: '单项否决', profiles: both },
  stale: { says: '应更新但长期未更新的栏目', source: 'inspection', item: '单项否决', profiles: both },
  near: { says: '临近更新期限的栏目', source: 'inspection', item: '单项否决', profiles: both },
  blank: { says: '空白栏目', source: 'inspection', item: '单项否决', profiles: both },
  letters: { says: '来信久未答复', source: 'inspection', item: '互动回应', profiles: both },
  lettersVeto: { says: '来信严重超期未答复', source: 'inspection', item: '单项否决', profiles: both },
  errors: { says: '网站纠错超时未答复', source: 'guide', item: '网民纠错的处理', profiles: both },
  applyNear: { says: '依申请公开临近期限', source: 'disclosure', item: '第三十三条', profiles: both },
  applyOver: { says: '依申请公开超期', source: 'disclosure', item: '第三十三条', profiles: both },
  proposalNear: { says: '提案临近期限', source: 'proposal', item: '', profiles: ['cppcc'] },
  proposalOver: { says: '提案超期', source: 'proposal', item: '', profiles: ['cppcc'] },
  disclosure: { says: '政府信息公开年度报告', source: 'disclosure', item: '第四十九条', profiles: government },
  siteReport: { says: '政府网站工作年度报表', source: 'yearly', item: '', profiles: government },
} as const satisfies Readonly<Record<string, LineWords>>
export type ComplianceLine = keyof typeof complianceLines
export const complianceLineNames = Object.keys(complianceLines) as ComplianceLine[]
export const complianceLineWords = Object.fromEntries(
  Object.entries(complianceLines).map(([name, { says }]) => [name, says]),
) as Readonly<Record<ComplianceLine, string>>

/** The source of a line in words: a committee's site follows what binds governments. */
export function sourceSays(line: ComplianceLine, profile: ComplianceProfile): string {
  const { source, item }: LineWords = complianceLines[line]
  const words = [complianceSources[source], item].filter(Boolean).join('，')
  return profile === 'gov' || source === 'proposal' ? words : `参照${words}`
}

/** How often columns are to be updated, by what stands in them. */
export const columnGroups = {
  news: '动态要闻',
  policy: '通知公告、政策文件',
  plan: '人事、规划计划',
  other: '其他',
  free: '不要求更新',
} as const
export type ColumnGroup = keyof typeof columnGroups

/** How a column stands. */
export const columnClockStates = {
  late: '超期未更新',
  near: '临近期限',
  blank: '空白',
  good: '正常',
  free: '不要求更新',
} as const
export type ColumnClockState = keyof typeof columnClockStates

/** Which columns a line counts: by how they stand, and of which groups. */
export const columnLines = {
  fresh: { states: ['late'], groups: ['news', 'policy'] },
  stale: { states: ['late'], groups: ['news', 'policy', 'plan', 'other'] },
  near: { states: ['near'], groups: ['news', 'policy', 'plan', 'other'] },
  blank: { states: ['blank'], groups: ['news', 'policy', 'plan', 'other'] },
} as const satisfies Readonly<
  Partial<
    Record<ComplianceLine, { readonly states: readonly ColumnClockState[]; readonly groups: readonly ColumnGroup[] }>
  >
>
export type ColumnLine = keyof typeof columnLines

/** The worst of some states. */
export const worstOf = (states: readonly ComplianceState[]): ComplianceState =>
  (['veto', 'warn'] as const).find((state) => states.includes(state)) ?? 'good'

/** What stands badly, in a sentence for reminders and records; null: nothing does. */
export function complianceSays(
  lines: readonly { readonly name: ComplianceLine; readonly state: ComplianceState }[],
): string | null {
  const told = (['veto', 'warn'] as const).flatMap((state) => {
    const some = lines.filter((line) => line.state === state)
    const names = some.map(({ name }) => complianceLineWords[name]).join('、')
    return some.length === 0 ? [] : [`${some.length} 项${complianceStates[state]}：${names}`]
  })
  return told.length === 0 ? null : told.join('；')
}
