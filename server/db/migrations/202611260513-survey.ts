import type { Maker } from '../maker.ts'

/** 问卷: their questions, what was answered, and what is counted of it. */
export async function up(make: Maker): Promise<void> {
  await make.table('survey', {
    id: 'id',
    title: 'text',
    deptId: 'ref?',
    state: 'int',
    reason: 'text?',
    startAt: 'time?',
    endAt: 'time?',
    openedAt: 'time?',
    endedAt: 'time?',
    shared: 'int',
    resultFlag: 'int',
    edition: 'int',
    forgottenAt: 'time?',
    createdBy: 'ref?',
    createdAt: 'time',
    updatedBy: 'ref?',
    updatedAt: 'time',
    version: 'int',
    deletedAt: 'time?',
    deletedBy: 'ref?',
    intro: 'text?',
  })
  await make.index('survey', ['deptId'])
  await make.index('survey', ['deletedAt', 'state', 'createdAt', 'id'])
  await make.table('surveyQuestion', {
    id: 'id',
    surveyId: 'ref',
    sort: 'int',
    page: 'int',
    type: 'int',
    required: 'int',
    least: 'int?',
    most: 'int?',
    maxLength: 'int?',
    other: 'int',
    title: 'text',
    options: 'json',
  })
  await make.index('surveyQuestion', ['surveyId', 'sort'])
  await make.table('surveyRecord', {
    id: 'id',
    surveyId: 'ref',
    visitorHash: 'text?',
    placeHash: 'text?',
    createdAt: 'time',
  })
  await make.index('surveyRecord', ['surveyId', 'visitorHash'], { unique: true })
  await make.index('surveyRecord', ['surveyId', 'createdAt', 'id'])
  await make.index('surveyRecord', ['surveyId', 'placeHash'])
  await make.table('surveyAnswer', {
    id: 'id',
    surveyId: 'ref',
    recordId: 'ref',
    questionId: 'ref',
    chosen: 'text?',
    createdAt: 'time',
    words: 'text?',
  })
  await make.index('surveyAnswer', ['recordId', 'questionId'])
  await make.index('surveyAnswer', ['questionId', 'id'])
  await make.index('surveyAnswer', ['surveyId', 'id'])
  await make.table('surveyCount', { id: 'id', surveyId: 'ref', questionId: 'ref', choice: 'int', n: 'int' })
  await make.index('surveyCount', ['surveyId', 'questionId', 'choice'], { unique: true })
  await make.table('surveyKeyword', {
    id: 'id',
    surveyId: 'ref',
    questionId: 'ref',
    word: 'text',
    n: 'int',
    state: 'int',
    updatedBy: 'ref?',
    updatedAt: 'time?',
  })
  await make.index('surveyKeyword', ['surveyId', 'questionId', 'word'], { unique: true })
  await make.index('surveyKeyword', ['surveyId', 'state', 'n'])
}
