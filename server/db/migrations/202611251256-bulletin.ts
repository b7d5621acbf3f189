import type { Maker } from '../maker.ts'

/** 公报: issues by year and number, and what stands in them. An article is asked for by its id when it leaves the site. */
export async function up(make: Maker): Promise<void> {
  await make.table('bulletin', {
    id: 'id',
    title: 'text',
    type: 'int',
    year: 'int',
    number: 'int',
    code: 'text',
    total: 'int?',
    publishedOn: 'time?',
    status: 'int',
    reason: 'text?',
    publishedAt: 'time?',
    createdBy: 'ref?',
    createdAt: 'time',
    updatedBy: 'ref?',
    updatedAt: 'time',
    version: 'int',
    deletedAt: 'time?',
    deletedBy: 'ref?',
    cover: 'text?',
    summary: 'text?',
  })
  await make.index('bulletin', ['code'], { unique: true })
  await make.index('bulletin', ['deletedAt', 'status', 'year', 'number'])
  await make.table('bulletinContent', {
    id: 'id',
    bulletinId: 'ref',
    articleId: 'ref?',
    title: 'text',
    section: 'text?',
    docNumber: 'text?',
    sort: 'int',
    createdBy: 'ref?',
    createdAt: 'time',
    updatedBy: 'ref?',
    updatedAt: 'time',
    version: 'int',
    seal: 'text?',
    content: 'text?',
  })
  // all that a table of contents shows beside the titles; the texts are not read on the way
  await make.index('bulletinContent', ['bulletinId', 'sort', 'id', 'articleId'])
  await make.index('bulletinContent', ['articleId', 'bulletinId'], { unique: true })
}
