import { flag, id, int, ref, secret, table, text, time } from '../table.ts'

/** Questions with their answers. */
export const questAnswer = table({
  name: 'questAnswer',
  says: '问答',
  unit: '条',
  label: 'title',
  columns: {
    id: id(),
    title: text(),
    /** `questAnswerStates` */
    status: int(),
    common: flag(),
    satisfied: flag(),
    deptId: ref('dept').orEmpty,
    ratedCount: int(),
    satisfiedCount: int(),
    reason: text().orEmpty,
    createdBy: ref('user', 'past').orEmpty,
    createdAt: time(),
    updatedBy: ref('user', 'past').orEmpty,
    updatedAt: time(),
    version: int(),
    deletedAt: time().orEmpty,
    deletedBy: ref('user', 'past').orEmpty,
    /** Other ways to ask it, one a line. */
    keywords: text().orEmpty,
    content: text(),
  },
  scope: { dept: 'deptId' },
  sort: {
    createdAt: 'createdAt',
    updatedAt: 'updatedAt',
    ratedCount: 'ratedCount',
    satisfiedCount: 'satisfiedCount',
    status: 'status',
    deletedAt: 'deletedAt',
  },
})

/** What visitors said of what they were looking for. */
export const questFeedback = table({
  name: 'questFeedback',
  says: '意见',
  unit: '条',
  label: 'quest',
  byStrangers: ['quest', 'remark'],
  columns: {
    id: id(),
    quest: text(),
    answerId: ref('questAnswer', 'past').orEmpty,
    helpful: flag(),
    createdAt: time(),
    remark: text().orEmpty,
  },
  scope: 'all',
  sort: { createdAt: 'createdAt' },
  large: true,
})

/** Who has rated an answer: a mark of the browser, which is that answer's alone. */
export const questRating = table({
  name: 'questRating',
  columns: { answerId: ref('questAnswer', 'goes'), visitorHash: secret(), rating: int(), createdAt: time() },
  scope: 'all',
  link: true,
})

declare module '../tables.ts' {
  interface Tables {
    questAnswer: typeof questAnswer
    questFeedback: typeof questFeedback
    questRating: typeof questRating
  }
}
