import type { Output } from '../../core/contract/endpoint.ts'
import { workday } from '../../core/contract/workday.ts'
import { UnreadableYear } from '../../core/domain/workday-notice.ts'
import { type DayChange, dayChanges, readYear, setWords, yearFault } from '../../core/domain/workday-read.ts'
import { shippedYears } from '../../core/domain/workday-shipped.ts'
import { readSource } from '../bulk/ids.ts'
import type { Context } from '../context.ts'
import { exit, usage } from '../errors.ts'
import { uses } from '../flags.ts'
import { cleanLine } from '../output/clean.ts'
import { columnsOf } from '../output/columns.ts'
import { checkFields, isForPrograms, type Shape, writeDone, writeList, writeValue } from '../output/write.ts'
import { confirm } from '../questions.ts'
import { verb } from '../verb.ts'
import { foundBy } from '../world.ts'
import { yearIn } from '../year.ts'
import { verbs as counting } from './workday-count.ts'

type Whole = Output<typeof workday.get>
type Saved = Output<typeof workday.save>

const years: Shape = {
  columns: columnsOf(workday.list.output),
  usual: ['year', 'origin', 'off', 'worked', 'working', 'missing', 'source'],
  idField: 'year',
  titleField: 'source',
}
const days: Shape = {
  columns: [
    { field: 'date', title: '日期', whole: true },
    { field: 'weekday', title: '星期' },
    { field: 'works', title: '安排', words: { 0: '放假', 1: '上班' } },
    { field: 'name', title: '节日' },
  ],
  usual: ['date', 'weekday', 'works', 'name'],
  idField: 'date',
  titleField: 'name',
}

async function show(ctx: Context, year: string): Promise<void> {
  const found = await (await ctx.client('workday')).get({ year }, { signal: ctx.signal })
  if (found.missing) ctx.note(found.missing)
  if (found.source) ctx.note(`来源：${cleanLine([found.source, found.sourceUrl].filter(Boolean).join('，'))}`)
  if (isForPrograms(ctx) && ctx.fields === null) return writeValue(ctx, found)
  await writeList(ctx, days, found.days)
}

/** Days as the one and the other state of a year have them, for who is asked. */
function tellChanges(ctx: Context, changes: readonly DayChange[]): void {
  if (ctx.flags.quiet) return
  for (const { date, before, after } of changes)
    ctx.note(cleanLine(`  ${date}  ${setWords(before) ?? '（无）'} → ${setWords(after) ?? '（无）'}`))
}

async function tellDone(ctx: Context, { year, changes, recount, jobId, version }: Saved, what: string) {
  const done = ctx.flags.dryRun ? '试运行，没有修改：将' : '已'
  ctx.note(changes.length === 0 ? `${year} 年没有改动的日子` : `${done}${what}，改动 ${changes.length} 天`)
  if (recount) ctx.note(recount)
  await writeDone(ctx, { year, changes, recount, jobId, version })
}

const setOf = ({ days }: Whole) => days.map(({ date, works, name }) => ({ date, name, works: Number(works) === 1 }))

interface From {
  readonly source?: string
  readonly sourceUrl?: string
}

/** @throws usage for a file of which no year can be read, or whose days do not fit */
async function readFileOf(ctx: Context, file: string) {
  const text = await readSource(ctx, file === '-' ? '-' : `@${file}`, '文件', '通知原文、JSON 或 CSV')
  try {
    const read = readYear(text)
    const fault = yearFault(read.year, read.days)
    if (fault) throw new UnreadableYear(fault)
    return { text, read }
  } catch (error) {
    if (!(error instanceof UnreadableYear)) throw error
    throw usage(`${file}：${cleanLine(error.message)}`, '可以是通知原文，或每行一天的 CSV：2027-01-01,休,元旦')
  }
}

async function importYear(ctx: Context, file: string | undefined, from: From): Promise<void> {
  if (!file) throw usage('缺少要导入的文件', '例如 xzx workday import 通知.txt；- 为标准输入')
  const { text, read } = await readFileOf(ctx, file)
  const calls = await ctx.client('workday')
  const now = await calls.get({ year: read.year }, { signal: ctx.signal })
  const changes = dayChanges(setOf(now), read.days)
  tellChanges(ctx, changes)
  if (changes.length > 0)
    await confirm(ctx, {
      text: `将修改 ${read.year} 年的节假日安排 ${changes.length} 天，并重新计算没有办结的事项的期限`,
      count: 1,
    })
  const sent = { text, ...from, version: now.version ?? 0 }
  await tellDone(ctx, await calls.importYear(sent, { signal: ctx.signal }), `导入 ${read.year} 年的节假日安排`)
}

async function reset(ctx: Context, year: string): Promise<void> {
  const calls = await ctx.client('workday')
  const now = await calls.get({ year }, { signal: ctx.signal })
  const shipped = shippedYears.some((one) => one.year === Number(year))
  const after = shipped ? '恢复为随系统提供的' : '系统没有随带这一年的，此后为未导入，期限按周六、周日休息暂算'
  await confirm(ctx, { text: `将去掉 ${year} 年自行设置的节假日安排，${after}`, count: 1 })
  const input = { year, version: now.version ?? 0 }
  await tellDone(
    ctx,
    await calls.reset(input, { signal: ctx.signal }),
    shipped ? `恢复 ${year} 年的节假日安排` : `去掉 ${year} 年的节假日安排`,
  )
}

/** The calendar by which deadlines are counted. */
export const verbs = [
  verb<{ exitCode?: true }>({
    name: 'list',
    says: '各年的节假日安排：从哪里来，哪些年还没有导入',
    knows: [...uses.server, ...uses.output],
    flags: [
      { flag: '--exit-code', says: `有须导入而没有导入的年份时以 ${exit.partial} 结束（默认 0），供定时任务判断` },
    ],
    examples: ['xzx workday list', 'xzx workday list --exit-code --quiet'],
    async run(ctx, { flags }) {
      checkFields(ctx, years)
      const rows = await (await ctx.client('workday')).list({}, { signal: ctx.signal })
      await writeList(ctx, years, rows)
      return flags.exitCode && rows.some(({ pressing }) => Number(pressing) === 1)
        ? foundBy(ctx.world, exit.partial)
        : exit.ok
    },
  }),
  verb({
    name: 'show',
    says: '一年中放假和调休上班的日子',
    args: '[年份]',
    knows: [...uses.server, ...uses.output],
    examples: ['xzx workday show 2026', 'xzx workday show 2026 --json'],
    run(ctx, { args }) {
      checkFields(ctx, days)
      return show(ctx, yearIn(args[0], 'xzx workday show 2026'))
    },
  }),
  ...counting,
  verb<From>({
    name: 'import',
    says: '从通知原文、JSON 或 CSV 导入一年的节假日安排，先列出改动并提问；没有办结的事项随即重新计算期限',
    args: '[文件]',
    knows: [...uses.server, 'format'],
    formats: ['table', 'json'],
    flags: [
      { flag: '--source <来源>', says: '来源，例如通知的标题和文号；默认取自原文' },
      { flag: '--source-url <网址>', says: '来源的网址' },
    ],
    examples: [
      'xzx workday import 通知.txt --dry-run',
      'xzx workday import 2027.json --source-url https://www.gov.cn/ --yes',
    ],
    run: (ctx, { args, flags }) => importYear(ctx, args[0], flags),
  }),
  verb({
    name: 'reset',
    says: '去掉一年自行设置的节假日安排，恢复为随系统提供的（没有随系统提供的，恢复为未导入）',
    args: '[年份]',
    knows: [...uses.server, 'format'],
    formats: ['table', 'json'],
    examples: ['xzx workday reset 2027 --dry-run', 'xzx workday reset 2026 --yes'],
    run: (ctx, { args }) => reset(ctx, yearIn(args[0], 'xzx workday reset 2027')),
  }),
]
