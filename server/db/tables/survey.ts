import { id, int, json, ref, secret, table, text, time } from '../table.ts'

/** Surveys, from their design to their end. */
export const survey = table({
  name: 'survey',
  says: '问卷',
  unit: '份',
  label: 'title',
  columns: {
    id: id(),
    title: text(),
    deptId: ref('dept').orEmpty,
    /** `surveyStates` */
    state: int(),
    reason: text().orEmpty,
    /** When it is to begin and to end by itself. */
    startAt: time().orEmpty,
    endAt: time().orEmpty,
    openedAt: time().orEmpty,
    endedAt: time().orEmpty,
    /** `sharedFlags` */
    shared: int(),
    /** `resultFlags` */
    resultFlag: int(),
    /** Counts the changes of its questions: a form of before is refused. */
    edition: int(),
    /** Since when no mark of a visitor is kept any more. */
    forgottenAt: time().orEmpty,
    createdBy: ref('user', 'past').orEmpty,
    createdAt: time(),
    updatedBy: ref('user', 'past').orEmpty,
    updatedAt: time(),
    version: int(),
    deletedAt: time().orEmpty,
    deletedBy: ref('user', 'past').orEmpty,
    /** Long, and therefore last. */
    intro: text().orEmpty,
  },
  scope: { dept: 'deptId', owner: 'createdBy' },
  sort: {
    createdAt: 'createdAt',
    updatedAt: 'updatedAt',
    startAt: 'startAt',
    endAt: 'endAt',
    state: 'state',
    deletedAt: 'deletedAt',
  },
})

/** The questions of surveys, in their order. */
export const surveyQuestion = table({
  name: 'surveyQuestion',
  says: '题目',
  unit: '题',
  label: 'title',
  link: true,
  columns: {
    id: id(),
    surveyId: ref('survey', 'goes'),
    sort: int(),
    page: int(),
    /** `problemTypes` */
    type: int(),
    required: int(),
    least: int().orEmpty,
    most: int().orEmpty,
    maxLength: int().orEmpty,
    other: int(),
    title: text(),
    options: json(),
  },
  scope: 'all',
})

/** One visitor's answers to a survey. */
export const surveyRecord = table({
  name: 'surveyRecord',
  says: '答卷',
  unit: '份',
  columns: {
    id: id(),
    surveyId: ref('survey', 'goes'),
    /** Marks of the visitor's browser and of where it was, for this survey alone; none once it is over. */
    visitorHash: secret().orEmpty,
    placeHash: secret().orEmpty,
    createdAt: time(),
  },
  scope: 'all',
  sort: { createdAt: 'createdAt' },
  large: true,
})

/** What one visitor said to one question. */
export const surveyAnswer = table({
  name: 'surveyAnswer',
  says: '回答',
  unit: '条',
  link: true,
  byStrangers: ['words'],
  columns: {
    id: id(),
    surveyId: ref('survey', 'goes'),
    recordId: ref('surveyRecord', 'past'),
    questionId: ref('surveyQuestion', 'past'),
    /** Numbers of options between commas. */
    chosen: text().orEmpty,
    createdAt: time(),
    words: text().orEmpty,
  },
  scope: 'all',
  sort: { createdAt: 'createdAt' },
  large: true,
})

/** How often what was chosen, counted as it is answered. Question 0: the records; choice 0: who answered the question. */
export const surveyCount = table({
  name: 'surveyCount',
  says: '问卷计数',
  unit: '条',
  link: true,
  columns: {
    id: id(),
    surveyId: ref('survey', 'goes'),
    questionId: ref('surveyQuestion', 'past'),
    choice: int(),
    n: int(),
  },
  scope: 'all',
})

/** The words of what visitors wrote, counted as it is written. */
export const surveyKeyword = table({
  name: 'surveyKeyword',
  says: '关键词',
  unit: '个',
  label: 'word',
  link: true,
  byStrangers: ['word'],
  columns: {
    id: id(),
    surveyId: ref('survey', 'goes'),
    questionId: ref('surveyQuestion', 'past'),
    word: text(),
    n: int(),
    /** `keywordStates` */
    state: int(),
    updatedBy: ref('user', 'past').orEmpty,
    updatedAt: time().orEmpty,
    /** Of its judgements: that more have written it is none. */
    version: int(),
  },
  scope: 'all',
  sort: { n: 'n', state: 'state' },
  large: true,
})

declare module '../tables.ts' {
  interface Tables {
    survey: typeof survey
    surveyQuestion: typeof surveyQuestion
    surveyRecord: typeof surveyRecord
    surveyAnswer: typeof surveyAnswer
    surveyCount: typeof surveyCount
    surveyKeyword: typeof surveyKeyword
  }
}
