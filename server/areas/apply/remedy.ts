import type { OutcomeGroup } from '../../../core/domain/apply-outcomes.ts'

/**
 * How the applicant may contest it: what is not made public, or not all of it, goes to reconsideration before it goes to court
 * (行政复议法第二十三条第一款第（四）项), which the answer has to say (第二款).
 */
export function remedyOf(group: OutcomeGroup): string {
  if (group !== 2 && group !== 3)
    return '如对本答复不服，可以自收到本答复之日起六十日内依法申请行政复议，或者在六个月内依法提起行政诉讼。'
  const what = group === 3 ? '本答复' : '本答复中不予公开的部分'
  return `如对${what}不服，应当先自收到本答复之日起六十日内依法申请行政复议；对行政复议决定不服的，再依法提起行政诉讼。`
}
