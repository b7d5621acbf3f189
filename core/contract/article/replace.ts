import { z } from 'zod'
import { newsStatus } from '../../domain/enums.ts'
import { endpoint } from '../endpoint.ts'
import { version } from '../moves.ts'
import { type bulk, choices, chosen, count, filter, id, idText, int, row, sampled, text, words } from '../shared.ts'
import { search } from './read.ts'
import { taskRow } from './tasks.ts'

/** The texts in which something can be replaced. */
export const replacedFields = {
  title: '标题',
  subtitle: '副标题',
  summary: '摘要',
  keywords: '关键词',
  content: '正文',
} as const
export type ReplacedField = keyof typeof replacedFields

/** What becomes of an article in which something is replaced. */
export const replaceWays = {
  0: '直接修改',
  1: '改后须重新初审',
  2: '形成修订，提交审核',
  3: '改在待审的修订中',
  4: '改在未提交的修订中',
} as const

/** So many places of an article are shown, and so many can be replaced at once. */
export const placesMost = 500
/** So many articles stand on a page at most. */
const pageMost = 100

const yes = (title: string) => z.boolean().nullish().meta({ title })
const wanted = {
  find: sampled(text('查找', 200, 1), '政协文史委'),
  /** None: what is sought goes. */
  to: sampled(text('替换为', 200), '政协文化文史委').nullish(),
  parts: filter(choices('查找范围', replacedFields)),
  anyWidth: yes('不分全角半角'),
  anyCase: yes('不分大小写'),
}

/** A place where it stands. */
export const placeRow = row({
  no: z.number().meta({ title: '序号' }),
  field: chosen('字段', replacedFields),
  before: z.string().meta({ title: '前文' }),
  found: z.string().meta({ title: '文中写法' }),
  after: z.string().meta({ title: '后文' }),
  fits: z.boolean().meta({ title: '可以替换' }),
})

/** An article in which it stands, as it would be changed: of one with an open revision that one's text. */
export const replacedRow = row({
  articleId: idText('编号'),
  title: z.string().meta({ title: '标题' }),
  columnName: words('栏目'),
  status: chosen('状态', newsStatus),
  version: z.number().meta({ title: '版本' }),
  way: chosen('替换后', replaceWays),
  total: count('处数'),
  places: z.array(placeRow).meta({ title: '各处' }),
})

/** One text in the place of another one, in many articles (docs/rules.md, Articles). */
export const replacing = {
  replaceFind: endpoint({
    method: 'POST',
    path: '/x/article/replaceFind',
    send: 'body',
    own: true,
    input: z.object({
      ...wanted,
      ...search,
      afterId: filter(id('从此编号之后')),
      pageSize: filter(int('每页条数', 1, pageMost)),
    }),
    output: row({
      list: z.array(replacedRow),
      nextId: idText('下一页从此编号之后').nullable(),
      looked: z.number().meta({ title: '查看篇数' }),
    }),
    effect: 'read',
    repeat: true,
    access: { like: 'article_update' },
    says: '在符合条件的文章中查找文字，列出每一处和替换后的去向',
    verb: false,
  }),
  replace: endpoint({
    method: 'POST',
    path: '/x/article/replace',
    send: 'body',
    own: true,
    input: z.object({
      ...wanted,
      reason: sampled(text('替换的理由', 500, 1), '机构改革后更名'),
      items: z
        .array(
          z.object({
            articleId: id('文章'),
            version,
            leave: z
              .array(int('不替换的序号', 0, placesMost))
              .max(placesMost)
              .nullish()
              .meta({ title: '不替换的序号' }),
          }),
        )
        .min(1, '至少要有一篇文章')
        .max(10_000, '一次最多 10000 篇'),
    }),
    output: taskRow,
    effect: 'write',
    job: true,
    access: { like: 'article_update' },
    says: '在多篇文章中替换文字，已发布的形成修订',
    tells: '查找替换{}',
    verb: false,
  }),
}

/** What a bulk call answers, for who only tries it. */
export type ReplaceReceipt = Pick<z.infer<typeof bulk>, 'done' | 'failed'> & {
  readonly failedCount: number
  readonly places: number
  /** Places beyond those that are shown of an article, which were not replaced. */
  readonly beyond: number
}
