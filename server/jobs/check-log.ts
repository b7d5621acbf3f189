import type { Parts } from '../context.ts'
import type { JobOutcome } from './jobs.ts'

/** Looks through the whole log once a day: the anchors of each minute see its end alone, and a row within it may have been changed since. */
export async function checkLog({ work, site, secret, dataDir }: Parts): Promise<JobOutcome> {
  const { whole, says, warning } = await work.checks.join('checkLog', {
    database: site.site.database,
    key: secret.log,
    dataDir,
  })
  if (!whole) return { state: 'failed', says }
  return { state: 'done', says: [says, warning].filter(Boolean).join('；') }
}
