/** Where a year's data come from. */
export const yearOrigins = { own: '自行设置', shipped: '随系统提供', none: '未导入' } as const
export type YearOrigin = keyof typeof yearOrigins

/** What a year sets a day to be. */
export const dayKinds = { 0: '放假', 1: '上班' } as const

/** The notice of a year comes out in the autumn before it: from this month on it is missed. */
const noticeMonth = 10

/** The years that must be known on a day, by what it is written as: its own, and from October on the next. */
export function neededYears(today: string): number[] {
  const [year = 0, month = 0] = today.split('-').map(Number)
  return month >= noticeMonth ? [year, year + 1] : [year]
}
