import { areaVerbs } from '../from-contract/verbs.ts'
import { explainedBy } from './workday-count.ts'

/** What the contract says of tasks; a deadline is told day by day. */
export const verbs = explainedBy('assignment', {
  ...{ noun: '任务', unit: 'working', verbs: (await areaVerbs('assignment')).verbs },
})
