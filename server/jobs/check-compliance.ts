import { complianceSays } from '../../core/domain/compliance.ts'
import { check } from '../areas/compliance.ts'
import type { Parts } from '../context.ts'
import { asAnybody } from '../reminders/people.ts'
import type { JobOutcome } from './jobs.ts'

/** Looks at the whole site; what stands badly is told in the work's record. */
export async function checkCompliance(parts: Parts): Promise<JobOutcome> {
  const { lines } = await check(asAnybody(parts))
  return { state: 'done', says: complianceSays(lines) ?? '各项正常' }
}
