import { placeRow, placesMost, replacedFields } from '../../core/contract/article/replace.ts'
import { article } from '../../core/contract/article.ts'
import type { Input, Output } from '../../core/contract/endpoint.ts'
import { valuesOfWords } from '../../core/domain/enums.ts'
import {
  type ArticleFilterFlags,
  articleFilterFlags,
  articleFilters,
  hasArticleFilter,
} from '../areas/article-filters.ts'
import { runTask } from '../areas/task-run.ts'
import type { Context } from '../context.ts'
import { exit, usage } from '../errors.ts'
import { uses } from '../flags.ts'
import { columnsOf } from '../output/columns.ts'
import { progress } from '../output/progress.ts'
import { checkFields, isDrawn, writeList } from '../output/write.ts'
import { askLine, canAsk, confirm, namedTitles } from '../questions.ts'
import { verb } from '../verb.ts'

interface Flags extends ArticleFilterFlags {
  readonly in?: string
  readonly anyWidth?: true
  readonly anyCase?: true
  readonly leave?: readonly string[]
  readonly reason?: string
  readonly everywhere?: true
}
type Found = Output<typeof article.replaceFind>['list'][number]

const inArticle = columnsOf(article.replaceFind.output).filter(({ field }) => !['places', 'total'].includes(field))
const shape = {
  columns: [...inArticle, ...columnsOf(placeRow)],
  usual: ['articleId', 'title', 'way', 'no', 'field', 'before', 'found', 'after', 'fits'],
  idField: 'articleId',
  titleField: 'title',
}

/** All articles that hold it, page by page. */
async function findAll(ctx: Context, asked: Input<typeof article.replaceFind>): Promise<Found[]> {
  const { replaceFind } = await ctx.client('article')
  const shown = await progress(ctx, '正在查找')
  const found: Found[] = []
  let looked = 0
  try {
    for (let afterId: string | undefined; ; ) {
      const page = await replaceFind({ ...asked, pageSize: 100, ...(afterId && { afterId }) }, { signal: ctx.signal })
      found.push(...page.list)
      looked += page.looked
      shown.at(looked)
      if (page.nextId === null) return found
      afterId = page.nextId
    }
  } finally {
    shown.end()
  }
}

/** `101` is an article that is left as it is, `101:0` its first place. */
function leftBy(given: readonly string[] | undefined) {
  const whole = new Set<string>()
  const places = new Map<string, number[]>()
  for (const one of (given ?? []).flatMap((text) => text.split(/[,，]/)).map((text) => text.trim())) {
    const [, id = '', no] = /^(\d+)(?::(\d+))?$/.exec(one) ?? []
    if (id === '')
      throw usage(`--leave 的写法不对：${one}`, '整篇不替换写编号，例如 101；某一处写编号和序号，例如 101:2')
    if (no === undefined) whole.add(id)
    else places.set(id, [...(places.get(id) ?? []), Number(no)])
  }
  return { whole, places }
}

async function reasonOf(ctx: Context, given: string | undefined): Promise<string> {
  if (given?.trim()) return given.trim()
  const typed = canAsk(ctx) ? await askLine(ctx, '替换的理由：') : null
  if (typed) return typed
  throw usage('替换必须填写理由', '加 --reason 理由')
}

const many = 10_000

/** One text in the place of another one, in many articles. */
export const verbs = [
  verb<Flags>({
    name: 'replace',
    says: '在符合条件的文章中查找文字并替换；已发布的形成修订，审核通过后更新',
    args: '[查找] [替换为]',
    flags: [
      ...articleFilterFlags,
      { flag: '--everywhere', says: '在全部文章中替换（没有其他条件时须写明）' },
      {
        flag: '--in <字段>',
        says: `查找的范围，多个用逗号隔开，默认全部`,
        values: Object.values(replacedFields),
      },
      { flag: '--any-width', says: '不分全角半角' },
      { flag: '--any-case', says: '不分大小写' },
      { flag: '--leave <编号>', says: '不替换的文章编号，或其中的某一处：编号:序号；可多次或用逗号隔开', many: true },
      { flag: '--reason <理由>', says: '替换的理由，记入历史和日志' },
    ],
    knows: [...uses.server, ...uses.output, 'since', 'until'],
    examples: [
      'xzx article replace 文史委 文化文史委 --column 通知公告 --dry-run',
      'xzx article replace 文史委 文化文史委 --status 已发布 --leave 101:2 --reason 机构改革后更名 --dry-run',
    ],
    async run(ctx, { args: [find, to, ...rest], flags }) {
      if (!find || to === undefined || rest.length > 0)
        throw usage('应写明查找和替换为的文字', "例如 xzx article replace 旧名 新名；删去写 ''")
      if (!hasArticleFilter(ctx, flags) && !flags.everywhere)
        throw usage('没有写明哪些文章', '加 --column、--status 等条件，或 --everywhere 在全部文章中替换')
      checkFields(ctx, shape)
      const left = leftBy(flags.leave)
      const wanted = {
        ...{ find, to },
        ...(flags.in && { parts: valuesOfWords(replacedFields, flags.in) }),
        ...(flags.anyWidth && { anyWidth: true }),
        ...(flags.anyCase && { anyCase: true }),
      }
      const found = await findAll(ctx, { ...wanted, ...(await articleFilters(ctx, flags)) })
      const leaves = ({ articleId, places }: Found) => {
        const some = left.places.get(articleId) ?? []
        return places.filter(({ no, fits }) => !fits || some.includes(no)).map(({ no }) => no)
      }
      const chosen = found.filter((one) => !left.whole.has(one.articleId) && leaves(one).length < one.places.length)
      const places = chosen.reduce((sum, one) => sum + one.places.length - leaves(one).length, 0)
      const beyond = chosen.reduce((sum, one) => sum + Number(one.total) - one.places.length, 0)
      const whatSays = `「${find}」替换为「${to}」：${chosen.length} 篇 ${places} 处`
      if (ctx.flags.dryRun || found.length === 0) {
        const rows = found.flatMap(({ places: some, total: _, ...one }) => some.map((place) => ({ ...one, ...place })))
        await writeList(ctx, shape, rows)
        const across = rows.filter(({ fits }) => !fits).length
        if (isDrawn(ctx) || !ctx.flags.quiet)
          ctx.note(
            found.length === 0
              ? '没有找到'
              : `试运行，没有作任何修改：${whatSays}${across > 0 ? `；${across} 处跨格式，不能替换，请逐篇修改` : ''}`,
          )
        return exit.ok
      }
      if (chosen.length > many)
        throw usage(`有 ${chosen.length} 篇，一次最多 ${many} 篇`, '用 --column、--until 等缩小范围，分几次替换')
      if (chosen.length === 0) {
        ctx.note('没有可以替换的')
        return exit.ok
      }
      const reason = await reasonOf(ctx, flags.reason)
      const online = chosen.filter(({ status }) => Number(status) === 2).length
      const follows = `${online > 0 ? `，其中 ${online} 篇已发布，形成修订` : ''}${beyond > 0 ? `；另有 ${beyond} 处超出每篇一次 ${placesMost} 处的上限，须再替换一次` : ''}`
      const titles = chosen.slice(0, 3).map(({ title }) => title)
      await confirm(ctx, {
        text: `将把${whatSays}${namedTitles(titles, chosen.length)}${follows}`,
        count: chosen.length,
      })
      const items = chosen.map((one) => ({ articleId: one.articleId, version: one.version, leave: leaves(one) }))
      const { replace } = await ctx.client('article')
      const code = await runTask(ctx, whatSays, () => replace({ ...wanted, reason, items }, { signal: ctx.signal }))
      return code === exit.ok && beyond > 0 ? exit.refused : code
    },
  }),
]
