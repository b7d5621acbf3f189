import { id, int, ref, table, text, time } from '../table.ts'

/** How many topics of a group a month had, as counted; beside it what somebody corrected, which counting leaves alone. */
export const themeCount = table({
  name: 'themeCount',
  says: '话题统计',
  unit: '条',
  label: 'month',
  columns: {
    id: id(),
    /** 2026-11 */
    month: text(),
    /** `ThemeArea` */
    family: text(),
    countedReceived: int(),
    countedPassed: int(),
    countedShown: int(),
    countedAnswered: int(),
    countedAt: time(),
    received: int().orEmpty,
    passed: int().orEmpty,
    shown: int().orEmpty,
    answered: int().orEmpty,
    reason: text().orEmpty,
    updatedBy: ref('user', 'past').orEmpty,
    updatedAt: time().orEmpty,
    version: int(),
  },
  unique: [{ column: 'family', among: 'month', says: '同一月份' }],
  sort: { month: 'month' },
  scope: 'all',
})

declare module '../tables.ts' {
  interface Tables {
    themeCount: typeof themeCount
  }
}
