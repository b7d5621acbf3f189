import type { Maker } from '../maker.ts'

/** 各月的话题数和它的更正. */
export async function up(make: Maker): Promise<void> {
  await make.table('themeCount', {
    ...{ id: 'id', month: 'text', family: 'text' },
    ...{ countedReceived: 'int', countedPassed: 'int', countedShown: 'int', countedAnswered: 'int', countedAt: 'time' },
    ...{ received: 'int?', passed: 'int?', shown: 'int?', answered: 'int?', reason: 'text?' },
    ...{ updatedBy: 'ref?', updatedAt: 'time?', version: 'int' },
  })
  await make.index('themeCount', ['month', 'family'], { unique: true })
}
