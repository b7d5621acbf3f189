import type { article } from '../../core/contract/article.ts'
import type { Input } from '../../core/contract/endpoint.ts'
import { reviewSteps } from '../../core/domain/article-states.ts'
import { newsStatus, timedStates, valueOfWord } from '../../core/domain/enums.ts'
import { type Validity, validityStates } from '../../core/domain/validity.ts'
import type { Context } from '../context.ts'
import { usage } from '../errors.ts'
import type { Flag } from '../flags.ts'
import { didYouMean } from '../suggest.ts'
import { namedId } from './reference-names.ts'
import { spanOf } from './span.ts'

/** The filters that every article command takes: list, bulk, export. */
export const articleFilterFlags: readonly Flag[] = [
  {
    flag: '--status <状态>',
    says: '状态的数字或名称，可多次或用逗号隔开',
    many: true,
    values: Object.values(newsStatus),
  },
  { flag: '--column <栏目>', says: '栏目编号或名称，含下级' },
  { flag: '--title <文字>', says: '标题包含' },
  { flag: '--keyword <文字>', says: '标题或正文包含' },
  { flag: '--source <文字>', says: '来源包含' },
  { flag: '--batch <批次>', says: '一次导入的文章' },
  {
    flag: '--timed <定时>',
    says: '已审核、等到发布时间的（已定时），或其余的（未定时）',
    values: Object.values(timedStates),
  },
  { flag: '--validity <效力>', says: '标注为这种效力的', values: Object.values(validityStates) },
]

/** What the filter flags give. */
export interface ArticleFilterFlags {
  readonly status?: readonly string[]
  readonly column?: string
  readonly title?: string
  readonly keyword?: string
  readonly source?: string
  readonly timed?: string
  readonly validity?: string
  readonly batch?: string
}

/** The input of `article.list`. */
export type ArticleSearch = Input<typeof article.list>

/** 待审核, 1, or a comma list of either → the stored numbers. */
function readStatuses(words: readonly string[]): number[] {
  const named = words
    .flatMap((word) => word.split(/[,，、]/))
    .map((word) => word.trim())
    .filter(Boolean)
  const known = `可用：${Object.entries(newsStatus)
    .map(([key, name]) => `${key} ${name}`)
    .join('、')}`
  // nothing but commas would be no filter
  if (named.length === 0) throw usage('--status 的值是空的', known)
  return named.map((word) => {
    const key = valueOfWord(newsStatus, word)
    if (key !== undefined) return Number(key)
    if ((Object.values(reviewSteps) as string[]).includes(word))
      throw usage(`「${word}」是「${newsStatus[1]}」中的一步，不能单独筛选`, `写 --status ${newsStatus[1]}`)
    throw usage(`没有状态 ${word}${didYouMean(word, Object.values(newsStatus))}`, known)
  })
}

/** 已定时, or 1 → the stored number. */
function readTimed(word: string): 0 | 1 {
  const key = valueOfWord(timedStates, word.trim())
  if (key !== undefined) return Number(key) as 0 | 1
  throw usage(`--timed 没有 ${word}`, `可用：${Object.values(timedStates).join('、')}`)
}

/** 已废止, or 3 → the stored number. */
function readValidity(word: string): Validity {
  const key = valueOfWord(validityStates, word.trim())
  if (key !== undefined) return Number(key) as Validity
  throw usage(`--validity 没有 ${word}`, `可用：${Object.values(validityStates).join('、')}`)
}

/** True when the command line says which articles are meant, rather than all of them. */
export const hasArticleFilter = (ctx: Context, flags: ArticleFilterFlags): boolean =>
  [
    flags.status,
    flags.column,
    flags.title,
    flags.keyword,
    flags.source,
    flags.timed,
    flags.validity,
    flags.batch,
    ctx.since,
    ctx.until,
  ].some((value) => value !== undefined)

/** The search that the flags describe. */
export async function articleFilters(ctx: Context, flags: ArticleFilterFlags): Promise<ArticleSearch> {
  const status = flags.status && readStatuses(flags.status)
  return {
    ...(status && { status }),
    ...(flags.column !== undefined && { columnId: await namedId(ctx, 'column', flags.column), withChildren: true }),
    ...(flags.title !== undefined && { title: flags.title }),
    ...(flags.keyword !== undefined && { keyword: flags.keyword }),
    ...(flags.source !== undefined && { source: flags.source }),
    ...(flags.batch !== undefined && { batch: flags.batch }),
    ...(flags.timed !== undefined && { timed: readTimed(flags.timed) }),
    ...(flags.validity !== undefined && { validity: readValidity(flags.validity) }),
    ...spanOf(ctx),
  }
}
