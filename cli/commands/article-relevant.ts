import { article } from '../../core/contract/article.ts'
import { checkIds, givenIds } from '../bulk/ids.ts'
import type { Context } from '../context.ts'
import { usage } from '../errors.ts'
import { uses } from '../flags.ts'
import { columnsOf } from '../output/columns.ts'
import { checkFields, tellsSuccess, writeList } from '../output/write.ts'
import { verb } from '../verb.ts'

interface Flags {
  readonly add?: string
  readonly remove?: string
  readonly clear?: true
}

const shape = {
  columns: columnsOf(article.getArticleRelevantList.output),
  usual: ['articleId', 'title', 'columnName', 'publishTime', 'status', 'chosen'],
  idField: 'articleId',
  titleField: 'title',
}

const idsIn = (text: string | undefined) => checkIds((text ?? '').split(/[,，、\s]+/).filter((one) => one !== ''))

async function relevant(ctx: Context, args: readonly string[], { add, remove, clear }: Flags): Promise<void> {
  const example = 'xzx article relevant 101 --add 102,103'
  const [articleId, ...more] = (await givenIds(ctx, args)) ?? []
  if (articleId === undefined || more.length > 0) throw usage('应写一个文章编号', `例如 ${example}`)
  if (clear && (add !== undefined || remove !== undefined))
    throw usage('--clear 去掉全部，不能和 --add、--remove 一起用', '去掉其中一个')
  checkFields(ctx, shape)
  const calls = await ctx.client('article')
  const { signal } = ctx
  if (!clear && add === undefined && remove === undefined)
    return writeList(ctx, shape, await calls.getArticleRelevantList({ articleId }, { signal }))
  const gone = new Set(idsIn(remove))
  const there = clear ? [] : await calls.getArticleRelevantList({ articleId }, { signal })
  const kept = there.filter(({ chosen }) => Number(chosen) === 1).map((row) => String(row.articleId))
  const relevantIds = [...new Set([...kept, ...idsIn(add)])].filter((id) => !gone.has(id))
  const rows = await calls.relevantSave({ articleId, relevantIds }, { signal })
  const picked = rows.filter(({ chosen }) => Number(chosen) === 1)
  ctx.note(`${ctx.flags.dryRun ? '试运行，没有修改：将有' : '现有'} ${picked.length} 篇相关文章`)
  if (tellsSuccess(ctx)) await writeList(ctx, shape, picked)
}

/** The articles that stand below another one on its page. */
export const verbs = [
  verb<Flags>({
    name: 'relevant',
    says: '查看或设定一篇文章的相关文章，网页上显示在正文之后；已选的在前，后面是标题相近的建议',
    args: '[编号]',
    flags: [
      { flag: '--add <编号>', says: '加在已选的后面，多个用逗号隔开' },
      { flag: '--remove <编号>', says: '从已选的中去掉，多个用逗号隔开' },
      { flag: '--clear', says: '去掉全部' },
    ],
    knows: [...uses.server, ...uses.output],
    examples: [
      'xzx article relevant 101',
      'xzx article relevant 101 --add 102,103 --dry-run',
      'xzx article relevant 101 --remove 102',
    ],
    run: (ctx, { args, flags }) => relevant(ctx, args, flags),
  }),
]
