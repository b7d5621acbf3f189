import { activityColumns, activitySort, handColumns } from '../activity-columns.ts'
import { id, int, ref, table, text, time } from '../table.ts'

/** Issues of periodicals. */
export const periodical = table({
  name: 'periodical',
  says: '期刊',
  unit: '期',
  label: 'title',
  columns: {
    ...activityColumns,
    number: int().orEmpty,
    publishedOn: time(),
    cover: text().orEmpty,
    summary: text().orEmpty,
  },
  unique: ['title'],
  scope: 'all',
  sort: { ...activitySort, number: 'number', publishedOn: 'publishedOn' },
})

/** The pages of an issue, in their order. */
export const periodicalPage = table({
  name: 'periodicalPage',
  says: '版面',
  unit: '版',
  label: 'title',
  columns: {
    id: id(),
    periodicalId: ref('periodical', 'goes'),
    title: text(),
    /** `sortTypes` */
    sortType: int(),
    sort: int(),
    ...handColumns,
  },
  unique: [{ column: 'title', among: 'periodicalId', says: '同一期期刊' }],
  scope: 'all',
  sort: { sort: 'sort', createdAt: 'createdAt', updatedAt: 'updatedAt' },
})

/**
 * What stands on a page, in its order: an article of the site, whose title and text are its own, or one of the periodical's. An article that is taken
 * down, or gone for good, keeps its place; `title` is then what it was called when it was chosen.
 */
export const periodicalArticle = table({
  name: 'periodicalArticle',
  says: '期刊的篇目',
  unit: '篇',
  label: 'title',
  columns: {
    id: id(),
    periodicalId: ref('periodical', 'goes'),
    layoutId: ref('periodicalPage', 'goes'),
    articleId: ref('article', 'past').orEmpty,
    title: text(),
    author: text().orEmpty,
    /** `newsTypes`, and `newsCategoryTypes`; of an article its own. */
    newsType: int().orEmpty,
    categoryType: text().orEmpty,
    jumpUrl: text().orEmpty,
    cover: text().orEmpty,
    sort: int(),
    ...handColumns,
    seal: text().orEmpty,
    content: text().orEmpty,
  },
  unique: [{ column: 'articleId', among: 'periodicalId', says: '同一期期刊' }],
  scope: 'all',
  sort: { sort: 'sort', createdAt: 'createdAt', updatedAt: 'updatedAt' },
})

declare module '../tables.ts' {
  interface Tables {
    periodical: typeof periodical
    periodicalPage: typeof periodicalPage
    periodicalArticle: typeof periodicalArticle
  }
}
