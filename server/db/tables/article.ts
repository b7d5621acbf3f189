import { flag, id, int, json, ref, table, text, time } from '../table.ts'

/** What a writer sets; kept whole in each revision. */
export const articleContent = {
  columnId: ref('column'),
  title: text(),
  subtitle: text().orEmpty,
  summary: text().orEmpty,
  source: text().orEmpty,
  keywords: text().orEmpty,
  newsType: int().orEmpty,
  coverImage: text().orEmpty,
  /** Several of `essayTypes`: `1,3`. */
  essayList: text().orEmpty,
  categoryType: text().orEmpty,
  jumpUrl: text().orEmpty,
  sourceUrl: text().orEmpty,
  sort: int().orEmpty,
  publishTime: time(),
  /** It goes off the site then. */
  offlineTime: time().orEmpty,
  /** Numbers of its attachments, in their order: `12,15`. */
  files: text().orEmpty,
  /** JSON of what stands in the fields of its column's content model (core/domain/model-values.ts). */
  modelFields: text().orEmpty,
  content: text(),
}

/** How many articles there are of each kind; kept by triggers (migration 0030). `deletedAt` is 1 for those of the recycle bin. */
export const articleCount = table({
  name: 'articleCount',
  columns: {
    columnId: ref('column', 'past'),
    deptId: ref('dept', 'past').orEmpty,
    createdBy: ref('user', 'past').orEmpty,
    status: int(),
    reviewStatus: int().orEmpty,
    deletedAt: time().orEmpty,
    n: int(),
  },
  scope: 'all',
})

/** The same as `articleMonth` without departments and authors: of many departments those are hardly fewer than the articles. */
export const articleColumnMonth = table({
  name: 'articleColumnMonth',
  columns: {
    month: int(),
    columnId: ref('column', 'past'),
    status: int(),
    newsType: int().orEmpty,
    deletedAt: time().orEmpty,
    n: int(),
  },
  large: true,
  scope: 'all',
})

/** How many articles there are of each month of their publication times (`monthNumber`), and how often they were opened; kept by triggers. `deletedAt` as in `articleCount`. */
export const articleMonth = table({
  name: 'articleMonth',
  columns: {
    month: int(),
    columnId: ref('column', 'past'),
    deptId: ref('dept', 'past').orEmpty,
    createdBy: ref('user', 'past').orEmpty,
    status: int(),
    newsType: int().orEmpty,
    deletedAt: time().orEmpty,
    n: int(),
    hits: int(),
  },
  large: true,
  scope: 'all',
})

/** How many articles there are of each year of their publication times, by department and author: of many departments `articleMonth` has hardly fewer lines than there are articles. */
export const articleYear = table({
  name: 'articleYear',
  columns: {
    year: int(),
    deptId: ref('dept', 'past').orEmpty,
    createdBy: ref('user', 'past').orEmpty,
    status: int(),
    deletedAt: time().orEmpty,
    n: int(),
    hits: int(),
  },
  large: true,
  scope: 'all',
})

/** Whose texts changed, in order; noted by triggers, for the full-text index. */
export const textChange = table({
  name: 'textChange',
  columns: {
    id: id(),
    /** A row of the table that has this number in `textTables` (server/search/row-texts.ts); of articles it is 0. */
    rowId: int(),
    of: int(),
    /** On PostgreSQL: the transaction, and when. */
    tx: int().orEmpty,
    at: time().orEmpty,
  },
  scope: 'all',
})

export const article = table({
  name: 'article',
  says: '文章',
  unit: '篇',
  label: 'title',
  columns: {
    id: id(),
    ...articleContent,
    /** Proof that `content` was cleaned by the present policy; see server/clean.ts. */
    seal: text().orEmpty,
    status: int(),
    reason: text().orEmpty,
    hits: int(),
    deptId: ref('dept').orEmpty,
    createdBy: ref('user', 'past').orEmpty,
    createdAt: time(),
    updatedBy: ref('user', 'past').orEmpty,
    updatedAt: time(),
    submittedBy: ref('user', 'past').orEmpty,
    submittedAt: time().orEmpty,
    acceptedBy: ref('user', 'past').orEmpty,
    acceptedAt: time().orEmpty,
    approvedBy: ref('user', 'past').orEmpty,
    approvedAt: time().orEmpty,
    version: int(),
    /** The open copy under review of a published article, and its state. */
    reviewId: ref('revision', 'past').orEmpty,
    reviewStatus: int().orEmpty,
    deletedAt: time().orEmpty,
    deletedBy: ref('user', 'past').orEmpty,
    demo: flag(),
    /** 1: the writer gave no publication time; `publishTime` is then that of the writing, for the lists, and becomes that of the publication. */
    undated: flag().orEmpty,
    /** It is approved, and goes online then; empty as soon as it is changed or moved. */
    scheduledAt: time().orEmpty,
    /** 1: the search of the site does not find it. */
    unfound: flag().orEmpty,
    /** The import that brought it. */
    batch: text().orEmpty,
    /** 1: what waits for its publication, the article or its copy, has passed the second of three reviews. */
    rechecked: flag().orEmpty,
    recheckedBy: ref('user', 'past').orEmpty,
    recheckedAt: time().orEmpty,
  },
  unique: [{ column: 'sourceUrl', among: 'deptId', says: '同一部门' }],
  scope: { dept: 'deptId', owner: 'createdBy', column: 'columnId' },
  sort: {
    articleId: 'id',
    title: 'title',
    publishTime: 'publishTime',
    createdAt: 'createdAt',
    updatedAt: 'updatedAt',
    submittedAt: 'submittedAt',
    hits: 'hits',
    sort: 'sort',
    status: 'status',
  },
  counts: articleCount,
  large: true,
})

/** Every change of an article: who, when, what, and the content after it; a copy under review is one with `status`. */
export const revision = table({
  name: 'revision',
  columns: {
    id: id(),
    articleId: ref('article', 'goes'),
    no: int(),
    act: text(),
    /** 1: a copy under review of a published article, not (yet) applied to it. */
    review: flag(),
    /** The article's state after the change; for a copy under review its own. */
    status: int(),
    /** JSON of the changed content fields after this change. */
    after: text(),
    /** JSON of the same fields before it. */
    before: text(),
    reason: text().orEmpty,
    byId: ref('user', 'past').orEmpty,
    byName: text(),
    at: time(),
    submittedBy: ref('user', 'past').orEmpty,
    submittedAt: time().orEmpty,
    acceptedBy: ref('user', 'past').orEmpty,
    acceptedAt: time().orEmpty,
    recheckedBy: ref('user', 'past').orEmpty,
    recheckedAt: time().orEmpty,
    /** JSON of what takes the step back; empty where nothing does. */
    undo: json().orEmpty,
  },
  sort: { revisionId: 'id', no: 'no', at: 'at' },
  scope: 'all',
})

/** Articles that stand first in the lists of their column, which is the one of then: what has moved stands first nowhere. */
export const articleTop = table({
  name: 'articleTop',
  columns: {
    id: id(),
    articleId: ref('article', 'goes'),
    columnId: ref('column', 'goes'),
    /** The least stands foremost. */
    sort: int(),
    /** It ends by itself then. */
    topUntil: time().orEmpty,
  },
  unique: ['articleId'],
  link: true,
  scope: 'all',
})

/** Articles that were chosen to stand below another one on its page. */
export const articleRelevant = table({
  name: 'articleRelevant',
  columns: {
    id: id(),
    articleId: ref('article', 'goes'),
    relevantId: ref('article', 'goes'),
    /** The least stands foremost. */
    sort: int(),
  },
  unique: ['articleId', 'relevantId'],
  link: true,
  scope: 'all',
})

/** Whether a document still holds: a mark beside the article. */
export const articleValidity = table({
  name: 'articleValidity',
  columns: {
    id: id(),
    articleId: ref('article', 'goes'),
    state: int(),
    day: time().orEmpty,
    /** What changed or repealed it, and its title as it was then: the words stay where it is gone. */
    byArticleId: ref('article', 'past').orEmpty,
    byTitle: text().orEmpty,
    note: text().orEmpty,
    markedBy: ref('user', 'past'),
    markedAt: time(),
  },
  unique: ['articleId'],
  link: true,
  scope: 'all',
})

declare module '../tables.ts' {
  interface Tables {
    article: typeof article
    articleColumnMonth: typeof articleColumnMonth
    articleMonth: typeof articleMonth
    articleYear: typeof articleYear
    articleRelevant: typeof articleRelevant
    articleTop: typeof articleTop
    articleValidity: typeof articleValidity
    articleCount: typeof articleCount
    textChange: typeof textChange
    revision: typeof revision
  }
}
