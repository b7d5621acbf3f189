import { article } from '../../core/contract/article.ts'
import type { Output } from '../../core/contract/endpoint.ts'
import { traceKinds } from '../../core/domain/traces.ts'
import { givenIds } from '../bulk/ids.ts'
import type { Context } from '../context.ts'
import { CliError, exit, usage } from '../errors.ts'
import { uses } from '../flags.ts'
import { cleanLine } from '../output/clean.ts'
import { columnsOf } from '../output/columns.ts'
import { checkFields, tellsSuccess, writeList } from '../output/write.ts'
import { verb } from '../verb.ts'

type Check = Output<typeof article.verifyOffSite>[number]

const shape = {
  columns: columnsOf(article.verifyOffSite.output).filter(({ field }) => field !== 'looked'),
  usual: ['articleId', 'title', 'offAt', 'state', 'left', 'says'],
  idField: 'articleId',
  titleField: 'title',
}
const most = 200
const isGone = ({ state }: Check) => Number(state) === 1

/** Names the places where an article still is. */
function tellLeft(ctx: Context, { articleId, title, looked }: Check): void {
  for (const { kind, found, fault } of looked.filter((one) => one.kind !== 'links')) {
    const name = traceKinds[kind as keyof typeof traceKinds]
    for (const place of found) ctx.warn(cleanLine(`文章 ${articleId}《${title}》${name}：${place}`))
    if (fault) ctx.warn(cleanLine(`文章 ${articleId}《${title}》${name}未能核实：${fault}`))
  }
}

async function verify(ctx: Context, args: readonly string[]): Promise<void> {
  checkFields(ctx, shape)
  const ids = await givenIds(ctx, args)
  if (ids && ids.length > most) throw usage(`一次最多核实 ${most} 篇，现有 ${ids.length} 篇`, '分几次核实')
  const { verifyOffSite } = await ctx.client('article')
  const rows = await verifyOffSite(ids ? { ids } : {}, { signal: ctx.signal })
  const left = rows.filter((row) => !isGone(row))
  if (tellsSuccess(ctx)) await writeList(ctx, shape, rows)
  else if (left.length > 0) await writeList(ctx, shape, left)
  if (rows.length === 0) ctx.note('近 30 天没有下线的文章')
  for (const row of left) tellLeft(ctx, row)
  if (left.length === 0) return
  throw new CliError(exit.refused, `${left.length} 篇还有残留或未能全部核实`, {
    code: 'LEFT_ON_SITE',
    why: cleanLine(`《${left[0]?.title}》${left[0]?.says}`),
    hint: '重新生成网站（xzx generate all --wait）后再核实；站外的缓存请联系其管理员清除',
  })
}

/** Whether the site is as it should be. */
export const verbs = [
  verb({
    name: 'verify',
    says: '核实下架、删除的文章是否已从网页、列表、检索、附件和图片中消失；不写编号为近 30 天下线的；有残留时退出码为 1',
    args: '[编号...]',
    knows: [...uses.server, ...uses.output, 'ids'],
    notDry: '核实的结果要留存，不能试运行',
    examples: ['xzx site verify', 'xzx site verify 101 --json', 'xzx site verify -q'],
    run: (ctx, { args }) => verify(ctx, args),
  }),
]
