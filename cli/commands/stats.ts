import type { Output } from '../../core/contract/endpoint.ts'
import { stats } from '../../core/contract/stats.ts'
import { growthSays, type StatisticName, statisticWords } from '../../core/domain/statistics.ts'
import { formatDate, parseMoment } from '../../core/domain/time.ts'
import { isNumeric } from '../../core/sheet/columns.ts'
import { statisticSheet } from '../../core/sheet/statistic.ts'
import { namedId } from '../areas/reference-names.ts'
import type { Context } from '../context.ts'
import { usage } from '../errors.ts'
import { exportListing, outPath } from '../export/file.ts'
import { outFlag } from '../export/flags.ts'
import { uses } from '../flags.ts'
import { givenLine } from '../output/clean.ts'
import { columnsOf } from '../output/columns.ts'
import { type Shape, writeList, writeValue } from '../output/write.ts'
import { didYouMean } from '../suggest.ts'
import { verb } from '../verb.ts'

interface Flags {
  readonly from?: string
  readonly to?: string
  readonly dept?: string
  readonly column?: string
  readonly chart?: true
  readonly out?: string
}
type Found = Output<typeof stats.count>

const names = Object.keys(statisticWords) as StatisticName[]

/** A statistic by its name or its title. */
function nameOf(word: string): StatisticName {
  const found = names.find((name) => name === word || statisticWords[name] === word)
  if (found) return found
  const known = names.map((name) => `${name} ${statisticWords[name]}`).join('、')
  throw usage(`没有统计 ${word}${didYouMean(word, [...names, ...Object.values(statisticWords)])}`, `可用：${known}`)
}

/** `2026-11`, `2026-11-21`, `30d`: the day on which a span begins or ends. */
function dayOf(ctx: Context, flag: string, text: string | undefined, bound: 'start' | 'end'): string | undefined {
  if (text === undefined) return undefined
  const whole = /^\d{4}$/.test(text) ? `${text}-${bound === 'start' ? '01' : '12'}` : text
  const at = parseMoment(whole, ctx.world.now(), bound)
  if (at === null) throw usage(`${flag} 无效：${givenLine(text)}`, '写法：2026、2026-11、2026-11-21、30d、today')
  return formatDate(at)
}

async function input(ctx: Context, name: StatisticName, { from, to, dept, column }: Flags) {
  const [startTime, endTime] = [dayOf(ctx, '--from', from, 'start'), dayOf(ctx, '--to', to, 'end')]
  if (startTime !== undefined && endTime !== undefined && startTime > endTime)
    throw usage(`--from ${startTime} 晚于 --to ${endTime}`, '对调两个日期')
  return {
    ...{ name, startTime, endTime },
    ...(dept !== undefined && { deptId: await namedId(ctx, 'dept', dept) }),
    ...(column !== undefined && { columnId: await namedId(ctx, 'column', column) }),
  }
}

const listed: Shape = {
  columns: columnsOf(stats.list.output),
  usual: ['name', 'title', 'counts', 'by', 'time'],
  idField: 'name',
  titleField: 'counts',
}

/** The statistic as rows, the way each is drawn in a table. */
async function writeLines(ctx: Context, found: Found): Promise<void> {
  const { columns, lines, sum } = statisticSheet(found)
  const shape: Shape = {
    columns: [
      { field: 'key', title: '代码', whole: true },
      ...columns.map((column) => ({
        ...{ field: column.field, title: column.title.replace('（%）', ''), right: isNumeric(column) },
      })),
    ],
    ...{ usual: columns.map(({ field }) => field), idField: 'key', titleField: 'name' },
  }
  if (ctx.format !== 'table') return writeList(ctx, shape, lines)
  const inWords = (line: object) => {
    const { n, before, yearBefore } = line as Found['lines'][number]
    const growths = { growth: growthSays(n ?? 0, before), yearGrowth: growthSays(n ?? 0, yearBefore) }
    return { ...line, ...growths }
  }
  await writeList(ctx, shape, [...lines, ...(lines.length > 0 ? [sum] : [])].map(inWords))
}

async function show(ctx: Context, name: StatisticName, flags: Flags): Promise<void> {
  if (flags.chart && (ctx.format !== 'table' || flags.out !== undefined))
    throw usage('--chart 是画在终端里的，不能与 --json、--format 或 --out 同时使用', '去掉其中一个')
  const client = await ctx.client('stats')
  const asked = await input(ctx, name, flags)
  const count = () => client.count(asked as never, { signal: ctx.signal })
  if (flags.out !== undefined) {
    const found = await count()
    const { columns, lines, sum } = statisticSheet(found)
    const list = [...lines, sum]
    const call = async () => ({ list, total: list.length, pageNumber: 1, pageSize: list.length })
    return exportListing<object, object>(ctx, outPath(ctx, flags.out, found.title), {
      ...{ kind: `stats-${name}`, name: found.title, columns },
      // by default the days move: what was counted is said
      listing: { call, filters: { ...asked, ...found.span }, idField: 'name' as never },
    })
  }
  const found = await count()
  if (ctx.format === 'json' && ctx.fields === null) return writeValue(ctx, found)
  ctx.note(`${found.title}：${found.counts}，${found.span.startTime} 至 ${found.span.endTime}`)
  if (flags.chart) return ctx.out((await import('../output/bars.ts')).barsOf(found, ctx.io.columns()))
  await writeLines(ctx, found)
}

/** Statistics, each by its name: as a table, a file, or bars in the terminal. */
export const verbs = [
  verb<Flags>({
    name: '',
    says: '统计：文章、信件和访问，与上期和上年同期比较；不给名称则列出有哪些统计',
    args: '[统计]',
    values: names,
    knows: [...uses.server, ...uses.output, ...uses.lock],
    flags: [
      { flag: '--from <日期>', says: '从哪天起：2026、2026-11、2026-11-21、30d；默认今年以来' },
      { flag: '--to <日期>', says: '到哪天止，含当天；默认今天' },
      { flag: '--dept <部门>', says: '部门编号或名称' },
      { flag: '--column <栏目>', says: '栏目编号或名称，含下级' },
      { flag: '--chart', says: '在终端里画成条形图' },
      outFlag,
    ],
    examples: [
      'xzx stats',
      'xzx stats dispatch --from 2026-01 --to 2026-06',
      'xzx stats month --column 通知公告 --chart',
      'xzx stats mail --from 2026 --out 信件统计-{date}.xlsx',
    ],
    async run(ctx, { args: [word], flags }) {
      if (word !== undefined) return show(ctx, nameOf(word), flags)
      const known = await (await ctx.client('stats')).list({}, { signal: ctx.signal })
      await writeList(ctx, listed, known)
    },
  }),
]
