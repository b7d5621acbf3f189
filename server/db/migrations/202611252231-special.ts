import type { Maker } from '../maker.ts'

/** 专题: topics, and the articles that they gather. An article is asked for by its id when it leaves the site. */
export async function up(make: Maker): Promise<void> {
  await make.table('special', {
    id: 'id',
    title: 'text',
    status: 'int',
    reason: 'text?',
    submittedBy: 'ref?',
    submittedAt: 'time?',
    publishedAt: 'time?',
    createdBy: 'ref?',
    createdAt: 'time',
    updatedBy: 'ref?',
    updatedAt: 'time',
    version: 'int',
    deletedAt: 'time?',
    deletedBy: 'ref?',
    model: 'text?',
    sort: 'int',
    cover: 'text?',
    summary: 'text?',
  })
  await make.index('special', ['title'], { unique: true })
  await make.index('special', ['deletedAt', 'status', 'sort'])
  await make.table('specialArticle', {
    id: 'id',
    specialId: 'ref',
    articleId: 'ref',
    title: 'text',
    section: 'text?',
    sort: 'int',
    createdBy: 'ref?',
    createdAt: 'time',
    updatedBy: 'ref?',
    updatedAt: 'time',
    version: 'int',
  })
  await make.index('specialArticle', ['specialId', 'sort', 'id', 'articleId'])
  await make.index('specialArticle', ['articleId', 'specialId'], { unique: true })
}
