import { type AreaName, areas, statesOf } from '../../core/contract/areas.ts'
import { type PlanFile, planFile, planMost, planStandings } from '../../core/contract/plan.ts'
import { type BulkFlags, bulks, moveFor, pick } from '../areas/article-bulks.ts'
import { articleFilterFlags, hasArticleFilter } from '../areas/article-filters.ts'
import { givenIds } from '../bulk/ids.ts'
import { reasonFor } from '../bulk/reason.ts'
import { checkOutcome, noOutcome, runBulk, tellBulk } from '../bulk/run.ts'
import type { Context } from '../context.ts'
import { exit, usage } from '../errors.ts'
import { type JsonKind, readJson } from '../files/json-file.ts'
import { outputPath, writeWhole } from '../files/save.ts'
import { checkWritable } from '../files/target.ts'
import { uses } from '../flags.ts'
import { cleanLine, safeJson } from '../output/clean.ts'
import { checkFields, type Shape, writeList } from '../output/write.ts'
import { confirm, namedTitles } from '../questions.ts'
import { kebab } from '../spelling.ts'
import { didYouMean } from '../suggest.ts'
import { verb } from '../verb.ts'
import { foundBy } from '../world.ts'

const kind: JsonKind = { says: '方案文件', code: 'PLAN_FILE', hint: '应为 xzx audit plan 写出的文件，没有修改过' }

interface PlanFlags extends BulkFlags {
  readonly act?: string
  readonly kind?: string
  readonly out?: string
}

const shape: Shape = {
  columns: [
    { field: 'id', title: '编号', whole: true },
    { field: 'title', title: '标题' },
    { field: 'standing', title: '现在', words: planStandings },
    { field: 'says', title: '说明' },
  ],
  usual: ['id', 'title', 'standing', 'says'],
  idField: 'id',
  titleField: 'title',
}

/** What is to be planned: a move of some rows. */
interface Meant {
  readonly area: AreaName
  readonly move: string
  readonly doing: string
  readonly reasons: readonly string[] | undefined
  readonly items: readonly { readonly id: string; readonly version?: number }[]
}

const noAct = (known: readonly string[]) => usage('没有说明作什么操作', `加 --act，可选：${known.join('、')}`)

/** The articles that are meant, with the versions in which they were read. */
async function articles(ctx: Context, args: readonly string[], flags: PlanFlags): Promise<Meant> {
  const known = bulks.filter(({ name }) => name !== 'submit')
  const names = known.map(({ doing }) => doing)
  if (flags.act === undefined) throw noAct(names)
  const bulk = known.find(({ name, doing }) => name === flags.act || doing === flags.act)
  if (!bulk) throw usage(`文章没有操作「${flags.act}」${didYouMean(flags.act, names)}`, `可选：${names.join('、')}`)
  const items: { id: string; version?: number }[] = []
  const moves = new Set<string>()
  // with their rows: what is planned is planned as it was read
  for await (const { id, row } of await pick(ctx, { ...bulk, judged: true }, args, flags)) {
    if (row) moves.add(moveFor(bulk, row))
    items.push({ id, ...(row && { version: Number(row.version) }) })
  }
  if (moves.size > 1) throw usage('待审核的和待发布的文章不能在同一个方案中驳回', '用 --status 分成两个方案')
  const [move = bulk.moves[0] as string] = moves
  return { area: 'article', move, doing: bulk.doing, reasons: bulk.reasons, items }
}

/** Rows of another kind, by their ids. */
async function others(ctx: Context, args: readonly string[], flags: PlanFlags): Promise<Meant> {
  const withStates = (Object.keys(areas) as AreaName[]).filter((name) => areas[name].states)
  const area = withStates.find((name) => kebab(name) === flags.kind || areas[name].says === flags.kind)
  const kinds = withStates.map((name) => areas[name].says)
  if (!area) throw usage(`没有事项「${flags.kind}」${didYouMean(flags.kind ?? '', kinds)}`, `可选：${kinds.join('、')}`)
  if (hasArticleFilter(ctx, flags)) throw usage('筛选条件只用于文章', '其他事项请给出编号，或用 --ids - 读取')
  const moves = Object.entries(statesOf(await areas[area].load())?.moves ?? {})
  const words = moves.map(([, { says }]) => says)
  if (flags.act === undefined) throw noAct(words)
  const found = moves.find(([name, { says }]) => kebab(name) === flags.act || says === flags.act)
  if (!found)
    throw usage(
      `${areas[area].says}没有操作「${flags.act}」${didYouMean(flags.act, words)}`,
      `可选：${words.join('、')}`,
    )
  const ids = await givenIds(ctx, args)
  if (!ids) throw usage('没有说明要处理哪些', '给出编号，或用 --ids - 从标准输入读取')
  const [move, { says, reasons }] = found
  return { area, move, doing: says, reasons, items: ids.map((id) => ({ id })) }
}

/** The file: one thing a line, so that it can be read and compared. */
function textOf({ items, mark, ...head }: PlanFile): string {
  const lines = Object.entries(head).map(([name, value]) => `  ${JSON.stringify(name)}: ${safeJson(value)},\n`)
  const rows = items.map((item) => `    ${safeJson(item)}`).join(',\n')
  return `{\n${lines.join('')}  "items": [\n${rows}\n  ],\n  "mark": ${JSON.stringify(mark)}\n}\n`
}

async function make(ctx: Context, args: readonly string[], flags: PlanFlags): Promise<number> {
  const given = flags.kind === undefined || flags.kind === areas.article.says || flags.kind === 'article'
  const { area, move, doing, reasons, items } = await (given ? articles : others)(ctx, args, flags)
  if (items.length === 0) {
    ctx.note('没有要处理的，没有拟定方案')
    return exit.ok
  }
  if (items.length > planMost)
    throw usage(`一个方案最多 ${planMost} 项，现有 ${items.length} 项`, '用 --limit 或筛选条件分成几个')
  if (!reasons && (flags.reason !== undefined || flags.preset !== undefined))
    throw usage(`「${doing}」不写理由，不能加 --${flags.reason === undefined ? 'preset' : 'reason'}`)
  const reason = reasons ? await reasonFor(ctx, doing, reasons, flags) : undefined
  const path = flags.out === undefined || flags.out === '-' ? null : outputPath(ctx, flags.out)
  // a plan without its file is of no use
  if (path !== null) await checkWritable(path)
  const calls = await ctx.client('plan')
  const made = await calls.make({ area, move, ...(reason && { reason }), things: [...items] }, { signal: ctx.signal })
  const text = textOf(made as PlanFile)
  if (path === null) await ctx.out(text)
  else await writeWhole(ctx, path, (file) => file.writeFile(text))
  if (ctx.flags.dryRun) ctx.note(`试运行，没有拟定：${made.says}`)
  else
    ctx.note(
      `已拟定方案 ${made.planId}：${made.says}；请另一人核对文件后执行 xzx audit apply，${made.expiresAt.slice(0, 16)} 前有效`,
    )
  return exit.ok
}

const readPlan = (ctx: Context, file: string | undefined): Promise<PlanFile> => {
  if (!file) throw usage('缺少方案文件', '例如 xzx audit apply 方案.json')
  return readJson(ctx, file, kind, planFile)
}

/** The plan and how each of its things stands now, each tried where that is wanted. @throws ApiError where the file was altered */
async function checked(ctx: Context, file: string | undefined, tried: 0 | 1) {
  const plan = await readPlan(ctx, file)
  const found = await (await ctx.client('plan')).check({ plan, tried }, { signal: ctx.signal })
  const why = plan.reason === null ? '' : `，理由：${plan.reason}`
  ctx.note(cleanLine(`方案 ${plan.planId}：${plan.says}${why}；${plan.madeByName}于 ${plan.madeAt} 拟定`))
  if (found.appliedByName) ctx.note(cleanLine(`${found.appliedByName}于 ${found.appliedAt} 执行过`))
  return { plan, items: found.items }
}

const fit: readonly unknown[] = ['ready', 'there', 'done'] satisfies (keyof typeof planStandings)[]
/** What is as it was planned, or already done. */
const isFit = ({ standing }: { readonly standing: unknown }) => fit.includes(standing)

async function show(ctx: Context, file: string | undefined): Promise<number> {
  checkFields(ctx, shape)
  const { items } = await checked(ctx, file, 1)
  await writeList(ctx, shape, items)
  const counts = Map.groupBy(items, ({ standing }) => standing)
  ctx.note([...counts].map(([standing, some]) => `${planStandings[standing as 'ready']} ${some.length} 项`).join('，'))
  return items.every(isFit) ? exit.ok : foundBy(ctx.world, exit.partial)
}

async function apply(ctx: Context, file: string | undefined): Promise<number> {
  await checkOutcome(ctx)
  const { plan, items } = await checked(ctx, file, 0)
  const able = items.filter(isFit)
  const left = items.length - able.length
  const titles = able.slice(0, 3).flatMap(({ title }) => title ?? [])
  const unfit = left > 0 ? `；${able.length} 项可以执行，${left} 项拟定后已有变化、不执行` : ''
  if (able.length > 0)
    await confirm(ctx, {
      text: `将执行${cleanLine(plan.madeByName)}拟定的方案：${cleanLine(plan.says)}${namedTitles(titles, able.length)}${unfit}`,
      count: able.length,
      ...((plan.move === 'delete' || left > 0) && { destructive: true }),
    })
  const { planId, mark } = plan
  const calls = await ctx.client('plan')
  // what has changed is sent as well: it is refused by name, by who knows why
  const send = (ids: readonly string[]) => calls.apply({ planId, mark, ids: [...ids] })
  const outcome =
    items.length === 0 ? noOutcome() : await runBulk(ctx, '正在执行', [{ ids: items.map(({ id }) => id), send }])
  return tellBulk(ctx, outcome)
}

const acts = bulks.filter(({ name }) => name !== 'submit').map(({ doing }) => doing)

/** What one person plans, and another one looks through and carries out. */
export const verbs = [
  verb<PlanFlags>({
    name: 'plan',
    says: '拟定批量审核的方案，写成带签名的文件，由另一人核对后执行；拟定时不作任何修改',
    args: '[编号...]',
    knows: [...uses.server, ...uses.span, 'ids', 'all', 'limit'],
    flags: [
      { flag: '--act <操作>', says: `作什么操作：${acts.join('、')}；其他事项用它自己的操作`, values: acts },
      { flag: '--kind <事项>', says: '哪种事项，默认文章；其他事项只能给出编号' },
      ...articleFilterFlags,
      { flag: '--reason <理由>', says: '理由（驳回、下架等必须填写）' },
      { flag: '--preset <序号>', says: '常用理由的序号' },
      { flag: '--out <文件>', says: '写到哪里，{date} 换成日期和时间；默认写到标准输出' },
    ],
    examples: [
      'xzx audit plan --act 通过 --column 通知公告 --all --out 方案-{date}.json',
      'xzx article list --status 待审核 --column 通知公告 --format ids | xzx audit plan --act 初审通过 --ids - --dry-run',
    ],
    run: (ctx, { args, flags }) => make(ctx, args, flags),
  }),
  verb({
    name: 'show',
    says: '核对方案：文件没有被改动，每一项现在是否仍可执行；有变化时以 3 结束',
    args: '[方案文件]',
    knows: [...uses.server, ...uses.output],
    examples: ['xzx audit show 方案.json'],
    run: (ctx, { args: [file] }) => show(ctx, file),
  }),
  verb({
    name: 'apply',
    says: '执行他人拟定的方案；拟定之后改过的各项不执行，逐项说明；中断后再次运行可接着执行',
    args: '[方案文件]',
    knows: [...uses.server, ...uses.output, 'concurrency', 'continueOnError', 'failedTo'],
    examples: ['xzx audit apply 方案.json --dry-run'],
    run: (ctx, { args: [file] }) => apply(ctx, file),
  }),
]
