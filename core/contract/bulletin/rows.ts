import { z } from 'zod'
import { bulletinStates, bulletinTypes } from '../../domain/bulletin-states.ts'
import { collected, kept, section } from '../collected.ts'
import { files, filesOf } from '../files.ts'
import {
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

/** So many contents an issue may have, and so many of them a public reply names. */
export const contentsMax = 10_000
export const contentsNamed = 200

export const year = (title = '年份') => sampled(int(title, 1949, 2100), '2026')
export const type = () => choice('类型', bulletinTypes)

/** The whole issue as it was printed: one file, or one for each part. */
const issueFiles = files('整期文件', {
  ...{ to: 'bulletin', kinds: ['pdf', 'ofd'], maxMb: 100, most: 5 },
  ...{ seen: 'bulletin_list', written: ['bulletin_edit'] },
})

/** What people write of an issue. */
export const issueFields = {
  title: sampled(oneLine('标题', 100), '青石县政协公报总第87期'),
  type: type().optional(),
  year: year(),
  number: sampled(int('期号', 1, 999), '5'),
  total: int('总期号', 1, 99_999).nullish(),
  publishedOn: day('出版日期').nullish(),
  cover: image('封面').nullish(),
  summary: text('简介', 500).nullish(),
  files: issueFiles.optional(),
}

/** What people write of one of its contents: an article of the site is named, a text of its own is written. */
export const contentFields = {
  articleId: id('选用的文章').nullish(),
  title: sampled(oneLine('标题', 300, 0), '关于印发今年重点工作安排的通知').nullish(),
  section,
  docNumber: oneLine('文号', 100, 0).nullish(),
  content: html('正文', 200_000).nullish(),
}

const named = {
  id: idText(),
  title: z.string().meta({ title: '标题' }),
  type: chosen('类型', bulletinTypes),
  year: count('年份'),
  number: count('期号'),
  total: count('总期号'),
  publishedOn: when('出版日期'),
}
const shown = {
  ...named,
  status: chosen('状态', bulletinStates),
  reason: words('理由'),
  contentCount: manyOf('bulletinContent.bulletinId', '篇数'),
  publishedAt: when('发布时间'),
  createdByName: nameOf('createdBy', '创建人'),
  ...kept,
}
/** An issue as lists show it. */
export const issueBrief = row({ ...shown, hiddenCount: count('未显示', '篇') })
/** The whole of it but for its contents. */
export const issueRow = row({
  ...issueBrief.shape,
  cover: words('封面'),
  summary: words('简介'),
  files: filesOf('整期文件', 'bulletin'),
})
export const issueBinned = row({ ...shown, deletedAt: when('删除时间'), deletedByName: nameOf('deletedBy', '删除人') })

/** A year of the bulletin, with its issues. */
export const yearRow = row({
  year: count('年份'),
  issues: count('期数'),
  published: count('已发布', '期'),
  list: z.array(issueBrief).meta({ title: '各期' }),
})

/** What stands in an issue, as its table of contents shows it. `hidden` says why visitors do not see it. */
export const contentBrief = row({
  ...collected,
  bulletinId: idText('公报编号'),
  section: words('栏目'),
  docNumber: words('文号'),
})
/** The same with its text; that of an article is the article's own. */
export const contentRow = row({ ...contentBrief.shape, content: htmlWords('正文') })

/** What anybody may know of an issue that is published. */
export const issueOpen = row({
  ...named,
  cover: words('封面'),
  summary: words('简介'),
  url: words('网页地址'),
})
/** What stands in it, as anybody reads it. */
export const contentOpen = row({
  id: idText(),
  bulletinId: idText('公报编号'),
  title: z.string().meta({ title: '标题' }),
  section: words('栏目'),
  docNumber: words('文号'),
  year: count('年份'),
  number: count('期号'),
  url: words('网页地址'),
})
