import { activityColumns, activitySort, handColumns } from '../activity-columns.ts'
import { id, int, ref, table, text } from '../table.ts'

/** Special topics. */
export const special = table({
  name: 'special',
  says: '专题',
  unit: '个',
  label: 'title',
  columns: {
    ...activityColumns,
    /** `specialModels` */
    model: text().orEmpty,
    sort: int(),
    cover: text().orEmpty,
    summary: text().orEmpty,
  },
  unique: ['title'],
  scope: 'all',
  sort: { ...activitySort, sort: 'sort' },
})

/** The articles that a topic gathers, in their order. One that is taken down, or gone for good, keeps its place. */
export const specialArticle = table({
  name: 'specialArticle',
  says: '专题的文章',
  unit: '篇',
  label: 'title',
  columns: {
    id: id(),
    specialId: ref('special', 'goes'),
    articleId: ref('article', 'past'),
    title: text(),
    section: text().orEmpty,
    sort: int(),
    ...handColumns,
  },
  unique: [{ column: 'articleId', among: 'specialId', says: '同一专题' }],
  scope: 'all',
  sort: { sort: 'sort', createdAt: 'createdAt', updatedAt: 'updatedAt' },
})

declare module '../tables.ts' {
  interface Tables {
    special: typeof special
    specialArticle: typeof specialArticle
  }
}
