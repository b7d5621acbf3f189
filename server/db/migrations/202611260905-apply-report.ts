import type { Maker } from '../maker.ts'

/** 年度报表和超期清单所查的索引. */
export async function up(make: Maker): Promise<void> {
  await make.index('apply', ['deletedAt', 'answeredAt', 'outcome', 'applicant', 'receivedAt'])
  await make.index('apply', ['deletedAt', 'receivedAt', 'answeredAt', 'applicant'])
  await make.index('apply', ['deletedAt', 'state', 'due', 'deptId'])
}
