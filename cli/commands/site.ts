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
    // what could not be looked at is none
    found: left.every(({ looked }) => looked.every(({ fault }) => !fault)),
    code: 'LEFT_ON_SITE',
    why: cleanLine(`《${left[0]?.title}》${left[0]?.says}`),
    hint: '重新生成网站（xzx generate all --wait）后再核实；站外的缓存请联系其管理员清除',
  })
}

interface LinkFlags {
  readonly outside?: true
}
const linkShape = {
  columns: columnsOf(article.deadLinks.output),
  usual: ['articleId', 'title', 'text', 'address', 'why'],
  idField: 'articleId',
  titleField: 'title',
}
const atOnce = 200

/** Links that lead nowhere, as the last night found them; of articles that are named, as they stand now. */
async function links(ctx: Context, args: readonly string[], { outside }: LinkFlags): Promise<void> {
  checkFields(ctx, linkShape)
  const { deadLinks, deadLinksState, articleSensitiveList } = await ctx.client('article')
  const { signal } = ctx
  const ids = await givenIds(ctx, args)
  const rows: object[] = []
  if (ids)
    for (const articleId of ids) {
      const { links: dead } = await articleSensitiveList({ articleId }, { signal })
      rows.push(...dead.map((one) => ({ articleId, ...one })))
    }
  else
    for (let pageNumber = 1; ; pageNumber += 1) {
      const page = await deadLinks({ pageNumber, pageSize: atOnce, ...(outside ? {} : { place: 0 }) }, { signal })
      rows.push(...page.list)
      if (page.list.length < atOnce) break
    }
  await writeList(ctx, linkShape, rows as never)
  if (!ids && !ctx.flags.quiet) {
    const { at, says } = await deadLinksState({}, { signal })
    ctx.note(at ? `${at} ${says}` : '还没有检查过，可用 xzx schedule run 检查链接')
  }
  if (rows.length === 0) return
  throw new CliError(exit.refused, `${rows.length} 个链接失效`, {
    code: 'DEAD_LINKS',
    hint: '修改或删去这些链接，下次检查后不再列出',
  })
}

/** Whether the site is as it should be. */
export const verbs = [
  verb<LinkFlags>({
    name: 'links',
    says: '列出已发布的文章中失效的链接，每晚检查一次；写编号则检查这几篇现在的；有失效的时退出码为 1',
    args: '[编号...]',
    flags: [{ flag: '--outside', says: '也列出指向其他网站的' }],
    knows: [...uses.server, ...uses.output, 'ids'],
    examples: ['xzx site links', 'xzx site links 101 102', 'xzx site links -q --outside'],
    run: (ctx, { args, flags }) => links(ctx, args, flags),
  }),
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
