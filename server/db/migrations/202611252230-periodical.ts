import type { Maker } from '../maker.ts'

/** 期刊: issues, their pages, and what stands on them. An article is asked for by its id when it leaves the site. */
export async function up(make: Maker): Promise<void> {
  await make.table('periodical', {
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
    number: 'int?',
    publishedOn: 'time',
    cover: 'text?',
    summary: 'text?',
  })
  await make.index('periodical', ['title'], { unique: true })
  await make.index('periodical', ['deletedAt', 'status', 'publishedOn'])
  await make.table('periodicalPage', {
    id: 'id',
    periodicalId: 'ref',
    title: 'text',
    sortType: 'int',
    sort: 'int',
    createdBy: 'ref?',
    createdAt: 'time',
    updatedBy: 'ref?',
    updatedAt: 'time',
    version: 'int',
  })
  await make.index('periodicalPage', ['periodicalId', 'title'], { unique: true })
  await make.table('periodicalArticle', {
    id: 'id',
    periodicalId: 'ref',
    layoutId: 'ref',
    articleId: 'ref?',
    title: 'text',
    author: 'text?',
    newsType: 'int?',
    categoryType: 'text?',
    jumpUrl: 'text?',
    cover: 'text?',
    sort: 'int',
    createdBy: 'ref?',
    createdAt: 'time',
    updatedBy: 'ref?',
    updatedAt: 'time',
    version: 'int',
    seal: 'text?',
    content: 'text?',
  })
  // all that counts and orders; the texts are not read on the way
  await make.index('periodicalArticle', ['periodicalId', 'layoutId', 'sort', 'id', 'articleId'])
  await make.index('periodicalArticle', ['layoutId'])
  await make.index('periodicalArticle', ['articleId', 'periodicalId'], { unique: true })
}
