import type { Maker } from '../maker.ts'

/** Large exports that are made beside everything else. */
export async function up(make: Maker): Promise<void> {
  await make.table('exportTask', {
    ...{ id: 'id', jobId: 'ref?', source: 'text', name: 'text', format: 'text', createdBy: 'ref', createdAt: 'time' },
    ...{ rows: 'int?', bytes: 'int?', sha256: 'text?', doneAt: 'time?', keptUntil: 'time?', keptAs: 'text?' },
    ...{ fields: 'json?', filter: 'json?' },
  })
  await make.index('exportTask', ['createdBy'])
  await make.index('exportTask', ['keptUntil'], { there: 'keptUntil' })
}
