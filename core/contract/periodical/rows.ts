import { z } from 'zod'
import { activityStatus } from '../../domain/activity-states.ts'
import { newsCategoryTypes, newsTypes } from '../../domain/enums.ts'
import { sortTypes } from '../../domain/periodical-states.ts'
import { inTheBin, onItsWay, onTheSite } from '../activity.ts'
import { collected, kept, openFile } from '../collected.ts'
import { files, filesOf } from '../files.ts'
import {
  address,
  choice,
  chosen,
  count,
  day,
  html,
  htmlWords,
  id,
  idText,
  image,
  int,
  manyOf,
  nameOf,
  oneLine,
  row,
  sampled,
  text,
  when,
  words,
} from '../shared.ts'

/** So many pages an issue may have, and so many articles: all of them stand on one page of the site. */
export const pagesMax = 100
export const articlesMax = 500

/** What people write of an issue. */
export const periodicalFields = {
  title: sampled(oneLine('标题', 100), '青石政协第14期'),
  publishedOn: sampled(day('出版日期'), '2026-11-20'),
  number: int('期号', 1, 99_999).nullish(),
  cover: image('封面').nullish(),
  summary: text('简介', 500).nullish(),
  files: files('整期文件', {
    ...{ to: 'periodical', kinds: ['pdf', 'ofd'], maxMb: 100, most: 5 },
    ...{ seen: 'periodical_list', written: ['periodical_edit'] },
  }).optional(),
}

/** What people write of a page. */
export const pageFields = {
  title: sampled(oneLine('版面名称', 50, 0), '第2版协商').nullish(),
  sortType: choice('排列', sortTypes).optional(),
}

/** What people write of an article: one of the site is named, or one of its own is written. */
export const articleFields = {
  articleId: id('选用的文章').nullish(),
  title: sampled(oneLine('标题', 300, 0), '委员走访侧记').nullish(),
  author: oneLine('作者', 50, 0).nullish(),
  newsType: choice('图文类型', newsTypes).nullish(),
  categoryType: choice('内容类型', newsCategoryTypes).nullish(),
  jumpUrl: address('链接地址', 500).nullish(),
  cover: image('图片').nullish(),
  content: html('正文', 200_000).nullish(),
}

const named = {
  id: idText(),
  title: z.string().meta({ title: '标题' }),
  number: count('期号'),
  publishedOn: when('出版日期'),
}
const shown = {
  ...named,
  pageCount: manyOf('periodicalPage.periodicalId', '版数'),
  articleCount: manyOf('periodicalArticle.periodicalId', '篇数'),
  ...onItsWay,
}
/** An issue as lists show it. */
export const periodicalBrief = row({ ...shown, ...onTheSite })
/** The whole of it but for its pages. */
export const periodicalRow = row({
  ...periodicalBrief.shape,
  cover: words('封面'),
  summary: words('简介'),
  files: filesOf('整期文件', 'periodical'),
})
export const periodicalBinned = row({ ...shown, ...inTheBin })

/** A page of an issue; its state is the issue's. */
export const pageRow = row({
  id: idText(),
  periodicalId: idText('期刊编号'),
  periodicalTitle: nameOf('periodicalId', '期刊'),
  title: z.string().meta({ title: '版面名称' }),
  sortType: chosen('排列', sortTypes),
  sort: count('排序'),
  articleCount: manyOf('periodicalArticle.layoutId', '篇数'),
  status: chosen('状态', activityStatus),
  ...kept,
})

/** An article of an issue as lists show it. */
export const articleBrief = row({
  ...collected,
  periodicalId: idText('期刊编号'),
  layoutId: idText('版面编号'),
  layoutTitle: nameOf('layoutId', '版面'),
  author: words('作者'),
  newsType: chosen('图文类型', newsTypes),
  categoryType: chosen('内容类型', newsCategoryTypes),
})
/** The same with its text; that of a chosen article is the article's own. */
export const articleRow = row({
  ...articleBrief.shape,
  jumpUrl: words('链接地址'),
  cover: words('图片'),
  content: htmlWords('正文'),
})

/** What anybody may know of an article of an issue that is published. */
export const articleOpen = row({
  id: idText(),
  periodicalId: idText('期刊编号'),
  layoutId: idText('版面编号'),
  title: z.string().meta({ title: '标题' }),
  author: words('作者'),
  newsType: chosen('图文类型', newsTypes),
  categoryType: chosen('内容类型', newsCategoryTypes),
  pictures: z.array(z.string()).meta({ title: '图片' }),
  validity: words('效力'),
  url: words('网页地址'),
})
const pageNamed = { id: idText(), title: z.string().meta({ title: '版面名称' }), sortType: chosen('排列', sortTypes) }

const open = { ...named, cover: words('封面'), summary: words('简介'), url: words('网页地址') }
/** An issue that is published. */
export const periodicalOpen = row(open)
/** The same with the names of its pages. */
export const periodicalPaged = row({ ...open, pages: z.array(row(pageNamed)).meta({ title: '版面' }) })
/** The same with all that stands on them. */
export const periodicalWhole = row({
  ...open,
  pages: z.array(row({ ...pageNamed, articles: z.array(articleOpen).meta({ title: '文章' }) })).meta({ title: '版面' }),
  files: z.array(openFile).meta({ title: '整期文件' }),
})
