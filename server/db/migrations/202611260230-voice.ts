import type { Maker } from '../maker.ts'

/** Articles that are read aloud. */
export async function up(make: Maker): Promise<void> {
  await make.table('voice', {
    ...{ id: 'id', articleId: 'ref', fileId: 'ref?', seconds: 'int?', engine: 'text?', madeAt: 'time?' },
    ...{ jobId: 'ref?', createdBy: 'ref?', failedVersion: 'int?' },
    ...{ version: 'int?', seal: 'text?', title: 'text?', subtitle: 'text?' },
  })
  await make.index('voice', ['articleId'], { unique: true })
}
