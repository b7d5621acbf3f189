/** The yearly table of a government website's work, as far as it is counted from what is kept here. */
export const yearlyGroups = { articles: '信息发布', interact: '互动交流' } as const
export type YearlyGroup = keyof typeof yearlyGroups

interface YearlyWords {
  readonly group: YearlyGroup
  readonly says: string
  readonly unit: string
}
/** Its lines in their order; what each counts stands in server/areas/compliance/yearly.ts. Behind the first one stand those of the columns. */
export const yearlyLines = {
  published: { group: 'articles', says: '发布信息总数', unit: '条' },
  received: { group: 'interact', says: '收到留言数量', unit: '条' },
  replied: { group: 'interact', says: '办结留言数量', unit: '条' },
  days: { group: 'interact', says: '平均办理时间', unit: '天' },
  opened: { group: 'interact', says: '公开答复数量', unit: '条' },
} as const satisfies Readonly<Record<string, YearlyWords>>
export type YearlyLine = keyof typeof yearlyLines
export const yearlyLineNames = Object.keys(yearlyLines) as YearlyLine[]
