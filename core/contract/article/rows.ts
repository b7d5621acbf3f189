import { z } from 'zod'
import { reviewSteps } from '../../domain/article-states.ts'
import { newsCategoryTypes, newsStatus, newsTypes } from '../../domain/enums.ts'
import { validityStates } from '../../domain/validity.ts'
import { attachmentRow, filesOf } from '../files.ts'
import { chosen, count, idText, named, row, when, words } from '../shared.ts'

/** The copy of a published article that is under review while the old one stays online (docs/rules.md, Articles). */
const review = row({
  revisionId: idText('修订编号'),
  status: chosen('状态', newsStatus),
  title: words('标题'),
  publishTime: when('发布时间'),
  reason: words('理由'),
  submittedByName: words('提交人'),
  submittedAt: when('提交时间'),
})

/** Whether it still holds: since when, and by what. */
const validityMark = row({
  day: when('效力日期'),
  note: words('效力说明'),
  byId: idText('依据的文章').nullable(),
  byTitle: words('依据的文章'),
  markedByName: words('标注人'),
  markedAt: when('标注时间'),
})

/** What stands in a field of the column's model: a text, words that were chosen, or files; null: nothing. */
export const modelValue = named(z.union([z.string(), z.array(z.union([z.string(), attachmentRow]))]).nullable(), {
  title: '内容',
})

/** What stands in the fields of the column's model, by their names: a text, words that were chosen, or files; null: nothing. */
export const modelFieldsShown = named(
  z.record(z.string(), z.union([z.string(), z.array(z.union([z.string(), attachmentRow]))])).nullable(),
  { title: '模型字段' },
)

/** An article as lists show it. */
export const brief = {
  articleId: idText('编号'),
  columnId: idText('栏目'),
  columnName: words('栏目'),
  title: z.string().meta({ title: '标题' }),
  subtitle: words('副标题'),
  summary: words('摘要'),
  source: words('来源'),
  keywords: words('关键词'),
  newsType: chosen('图文类型', newsTypes),
  coverImage: words('封面图片'),
  essayList: words('首页展示'),
  categoryType: chosen('内容类型', newsCategoryTypes),
  jumpUrl: words('跳转链接'),
  sourceUrl: words('原文地址'),
  sort: count('排序'),
  /** Its place among those that stand first in its column's lists: 1, 2, …; none: it does not. */
  top: count('置顶位次'),
  topUntil: when('置顶截止'),
  validity: chosen('效力', validityStates),
  validityMark: validityMark.nullable().meta({ title: '效力标注' }),
  status: chosen('状态', newsStatus),
  reason: words('驳回理由'),
  publishTime: when('发布时间'),
  /** It is approved and goes online then. */
  scheduledAt: when('定时发布'),
  offlineTime: when('定时下架'),
  batch: words('导入批次'),
  modelFields: modelFieldsShown,
  hits: count('点击数'),
  deptId: idText('部门').nullable(),
  deptName: words('部门'),
  createdBy: idText('创建人').nullable(),
  createdByName: words('创建人'),
  createdAt: when('创建时间'),
  updatedByName: words('修改人'),
  updatedAt: when('修改时间'),
  submittedByName: words('提交人'),
  submittedAt: when('提交时间'),
  acceptedByName: words('初审人'),
  acceptedAt: when('初审时间'),
  recheckedByName: words('复审人'),
  recheckedAt: when('复审时间'),
  approvedByName: words('审核人'),
  approvedAt: when('审核时间'),
  version: count('版本'),
  /** Of what waits for publication, where the caller will not be let: they submitted it, or accepted it and two people are wanted. */
  noApproval: words('本人不能发布的原因'),
  /** What it waits for on its way to the site; none: nothing. */
  reviewStep: chosen('审核环节', reviewSteps),
  /** Of what waits for its second review, why the caller will not be let. */
  noRecheck: words('本人不能复审的原因'),
  review: review.nullable().meta({ title: '待审修订' }),
}
/** A row of a list, and one article whole. */
export const articleBrief = row(brief)
export const articleRow = row({
  ...brief,
  /** The same values in words, each under its label, in the model's order. */
  modelWords: z
    .array(
      row({
        name: z.string().meta({ title: '字段名' }),
        title: z.string().meta({ title: '标题' }),
        words: z.string().meta({ title: '内容' }),
      }),
    )
    .meta({ title: '模型字段内容' }),
  files: filesOf('附件', 'article'),
  content: words('正文'),
})

/** A step in the history of an article: who did what, and each changed field before and after. */
export const revisionRow = row({
  revisionId: idText('修订编号'),
  articleId: idText('文章'),
  no: count('序号'),
  act: words('操作'),
  status: chosen('状态', newsStatus),
  title: words('标题'),
  reason: words('理由'),
  byName: words('操作人'),
  at: when('时间'),
  /** A step of a copy under review: the published text stayed as it was. */
  copy: z.boolean().meta({ title: '是修订' }),
  changed: z
    .array(row({ field: z.string(), title: z.string(), before: z.unknown(), after: z.unknown() }))
    .meta({ title: '变化' }),
  /** In a list: the texts are too long to come with the others; `x/article/revision` gives them. */
  long: z.boolean().optional().meta({ title: '内容较长，须单独查看' }),
})

/** Each field of an article but its text, as it was after a step. */
export const valuesThen = z
  .array(row({ field: z.string(), title: z.string(), value: z.unknown() }))
  .meta({ title: '当时的各项内容' })
