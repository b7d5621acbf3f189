import { z } from 'zod'
import { essayTypes, newsCategoryTypes, newsTypes } from '../../domain/enums.ts'
import { documentKinds } from '../../domain/files.ts'
import { imagesOf } from '../../domain/images.ts'
import { files } from '../files.ts'
import { address, choice, choices, id, idsOrNone, int, kept, named, text, time } from '../shared.ts'

/** Limit of an article's title, in characters. */
export const titleMax = 300

/** Who may write an article's text brings its files. */
const written = ['saveAdmin', 'saveRole', 'update', 'accept', 'approve', 'reject'].map((call) => `article_${call}`)
const attached = files('附件', {
  to: 'article',
  kinds: documentKinds,
  maxMb: 50,
  most: 20,
  seen: 'article_list',
  written,
})

/** What stands in the fields of the column's model, by their names; the server judges each by its field. */
const modelGiven = named(
  z.record(
    z.string(),
    z.union([z.string(), z.number(), z.array(z.union([z.string(), z.number(), z.looseObject({})])), z.null()], {
      error: '应为文本、数字，或它们的列表',
    }),
    { error: '应为字段名和值' },
  ),
  { title: '模型字段' },
)

/** What a writer may set; content is HTML and is cleaned by the server. */
export const writable = {
  columnId: id('栏目'),
  title: text('标题', titleMax, 1),
  content: text('正文', 2_000_000),
  subtitle: text('副标题', 300).nullish(),
  summary: text('摘要', 1000).nullish(),
  source: text('来源', 200).nullish(),
  keywords: text('关键词', 300).nullish(),
  newsType: choice('图文类型', newsTypes).nullish(),
  coverImage: address('封面图片', 500, imagesOf).nullish(),
  essayList: choices('首页展示', essayTypes).nullish(),
  categoryType: choice('内容类型', newsCategoryTypes).nullish(),
  jumpUrl: address('跳转链接', 1000).nullish(),
  publishTime: time('发布时间').nullish(),
  offlineTime: time('定时下架').nullish(),
  sourceUrl: address('原文地址', 1000).nullish(),
  sort: int('排序', 0, 1_000_000).nullish(),
  files: attached.nullish(),
  modelFields: modelGiven.nullish(),
}

/** What the system keeps: sent by a caller, it is refused by name (docs/rules.md, Security). */
export const systemFields = {
  deptId: kept('部门'),
  author: kept('作者'),
  createdBy: kept('创建人'),
  updatedBy: kept('修改人'),
  acceptedBy: kept('初审人'),
  recheckedBy: kept('复审人'),
  approvedBy: kept('审核人'),
  submittedBy: kept('提交人'),
  scheduledAt: kept('定时发布'),
  hits: kept('点击数'),
  deletedAt: kept('删除时间'),
}

/** What a save does beside saving: 1 submits, 3 keeps a draft. */
export const draftOrSubmit = z
  .union([z.literal(1), z.literal(3), z.literal('1'), z.literal('3')], {
    error: '只能是 1（提交审核）或 3（存为草稿）',
  })
  .transform((value) => Number(value) as 1 | 3)
  .nullish()
  .meta({ title: '状态' })

/** Why an article that is written by hand shall bear an earlier day; it goes into the log. */
const publishTimeReason = text('发布时间早于今天的理由', 500).nullish()

/**
 * Words of the level 须确认 that the writer has seen in the text and stands by. Whoever sends it is asked about all others; a program
 * that knows nothing of it is not, and the log says what there was.
 */
const wordsSeen = idsOrNone('已核对的敏感词', 500).nullish()

/**
 * Why data of somebody's own (numbers of identity cards, phones, cards, homes) stand in a text that is to be published. Who sends it empty is
 * asked; a program that knows nothing of it is not, and the log says what there was.
 */
const privacyReason = text('公开个人信息的理由', 200).nullish()

/** What an import is told by. */
export const batchMax = 100

/** What goes with the fields but is not kept in the article. */
export const beside = { status: draftOrSubmit, publishTimeReason, wordsSeen, privacyReason }

/** A change: any of the fields, and a wish to submit or to go on as a draft. */
export const changes = {
  ...z.object(writable).partial().shape,
  ...beside,
}

/** The input of a call about one article, and its name in the specification. */
export const one = z.object({ articleId: id('文章') })
export const byWireId = { wire: { articleId: 'articleID' } } as const
