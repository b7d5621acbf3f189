/** What one look found: good, worth a remark, in the way of work; or that it could not look. */
export interface Found {
  readonly state: 'good' | 'remark' | 'bad' | 'unseen'
  readonly says: string
  /** What to do about it. */
  readonly hint?: string
}

/** All is well. */
export const good = (says: string): Found => ({ state: 'good', says })
/** Nothing is known of it: who asks may not see it. */
export const unseen = (says: string): Found => ({ state: 'unseen', says })
/** Worth a look, and no hindrance. */
export const remark = (says: string, hint: string): Found => ({ state: 'remark', says, hint })
/** It keeps work from being done: the command ends with 1. */
export const bad = (says: string, hint: string): Found => ({ state: 'bad', says, hint })
