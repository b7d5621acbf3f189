import type { Output } from '../../core/contract/endpoint.ts'
import { workday } from '../../core/contract/workday.ts'
import { type ClockUnit, clockUnits } from '../../core/domain/deadline.ts'
import { parseDay } from '../../core/domain/time.ts'
import type { Context } from '../context.ts'
import { usage } from '../errors.ts'
import { numberIn } from '../files/document.ts'
import { uses } from '../flags.ts'
import { givenLine } from '../output/clean.ts'
import { columnsOf } from '../output/columns.ts'
import { checkFields, isForPrograms, type Shape, writeList, writeOne, writeValue } from '../output/write.ts'
import { type Given, type Verb, verb } from '../verb.ts'

/** What the days are counted in, by what is typed. */
const units: Readonly<Record<string, ClockUnit>> = {
  ...{ 工作日: 'working', 自然日: 'days', 月: 'months' },
  ...{ working: 'working', days: 'days', months: 'months' },
}

const dayFlag = '写作 2026-09-18'

/** @throws usage */
function dayIn(flag: string, text: string): string {
  if (parseDay(text) === null) throw usage(`${flag} 的日期无效：${givenLine(text) || '（空）'}`, dayFlag)
  return text
}

/** `…:原因` */
function withWhy(text: string): { what: string; why?: string } {
  const at = text.search(/[:：]/)
  return at < 0 ? { what: text } : { what: text.slice(0, at), why: text.slice(at + 1) }
}

function extension(text: string) {
  const { what, ...why } = withWhy(text)
  const [n = '', day = ''] = what.split('@')
  if (!/^\d{1,4}$/.test(n))
    throw usage(`--extend 无效：${givenLine(text)}`, '写作 天数@批准日期:原因，例如 20@2026-10-10:需要核实')
  return { n, day: dayIn('--extend', day), ...why }
}

function suspension(text: string) {
  const { what, ...why } = withWhy(text)
  const [from = '', to = ''] = what.split('..')
  return { from: dayIn('--pause', from), ...(to && { to: dayIn('--pause', to) }), ...why }
}

function restart(text: string) {
  const { what, ...why } = withWhy(text)
  return { day: dayIn('--restart', what), ...why }
}

interface Asked {
  readonly start?: string
  readonly days?: string
  readonly unit?: string
  readonly roll?: false
  readonly extend?: readonly string[]
  readonly pause?: readonly string[]
  readonly restart?: readonly string[]
}

type Explained = Output<typeof workday.explain>

/** The days of a deadline that is explained. */
export const explainedDays: Shape = {
  columns: columnsOf(workday.explain.output).find(({ field }) => field === 'days')?.inside ?? [],
  usual: ['date', 'weekday', 'role', 'number', 'why'],
  idField: 'date',
  titleField: 'why',
}
const found: Shape = {
  columns: columnsOf(workday.next.output),
  usual: ['date', 'weekday', 'provisional'],
  idField: 'date',
  titleField: 'weekday',
}

/** How far it has run, in words. */
const standing = (
  unit: ClockUnit,
  asOf: string | null,
  { used, left, late }: { used: number; left: number; late: number },
) => {
  const counted = unit === 'working' ? '个工作日' : '日'
  return `${asOf === null ? '今天' : `到 ${asOf} 办结时`}已计 ${used} ${counted}，${late > 0 ? `超期 ${late}` : `还剩 ${left}`} ${counted}`
}

async function explain(ctx: Context, flags: Asked): Promise<void> {
  const { start, days, unit: typed = '工作日' } = flags
  if (!start || !days) throw usage('缺少 --start 或 --days', '例如 xzx workday explain --start 2026-09-18 --days 20')
  if (!/^\d{1,4}$/.test(days)) throw usage(`--days 无效：${givenLine(days)}`, '写 1 到 4000 的整数')
  const unit = units[typed]
  if (!unit) throw usage(`--unit 无效：${givenLine(typed)}`, `可用 工作日、自然日、月`)
  const input = {
    ...{ start: dayIn('--start', start), n: days, unit, rolls: flags.roll === false ? 0 : 1 },
    extensions: (flags.extend ?? []).map(extension),
    suspensions: (flags.pause ?? []).map(suspension),
    restarts: (flags.restart ?? []).map(restart),
  }
  await writeExplained(ctx, await (await ctx.client('workday')).explain(input, { signal: ctx.signal }), unit)
}

/** A deadline day by day; what it comes to stands below. */
export async function writeExplained(ctx: Context, answer: Explained, unit: ClockUnit): Promise<void> {
  const { says, provisional, used, left, late, asOf } = answer
  if (isForPrograms(ctx) && ctx.fields === null) return writeValue(ctx, answer)
  await writeList(ctx, explainedDays, answer.days)
  ctx.note(`${says ?? ''}；${standing(unit, asOf ?? null, { used: used ?? 0, left: left ?? 0, late: late ?? 0 })}`)
  if (provisional) ctx.note(provisional)
}

/** The verbs of an area where one row's deadline is told day by day, a row a day. */
export const explainedBy = (
  area: 'assignment' | 'mail' | 'proposal',
  { noun, unit, verbs }: { readonly noun: string; readonly unit: ClockUnit; readonly verbs: readonly Verb[] },
): Verb[] =>
  verbs.map((one) =>
    one.name === 'explain'
      ? {
          ...one,
          async run(ctx: Context, { args: [id] }: Given<unknown>) {
            checkFields(ctx, explainedDays)
            const asked = { id: numberIn(id, noun, `xzx ${area} list`, `xzx ${area} explain 101`) }
            const answer = await (await ctx.client(area)).explain(asked, { signal: ctx.signal })
            await writeExplained(ctx, answer, unit)
          },
        }
      : one,
  )

/** What is counted by the calendar. */
export const verbs = [
  verb<Asked>({
    name: 'explain',
    says: `计算一个期限，逐日说明是否计入和原因；收到当日不计，${Object.values(clockUnits).join('、')}都可以`,
    knows: [...uses.server, ...uses.output],
    flags: [
      { flag: '--start <日期>', says: '收到的日期' },
      { flag: '--days <数>', says: '期限是多少（天数，或月数）' },
      { flag: '--unit <单位>', says: '按什么计：工作日（默认）、自然日、月', values: ['工作日', '自然日', '月'] },
      { flag: '--extend <延长>', says: '延长：天数@批准日期:原因，可以写几次', many: true },
      { flag: '--pause <时间>', says: '不计入的时间：开始..结束:原因，没有结束的不写结束，可以写几次', many: true },
      { flag: '--restart <日期>', says: '重新起算：日期:原因，可以写几次', many: true },
      { flag: '--no-roll', says: '末日放假时不顺延（按自然日、月计的）' },
    ],
    examples: [
      'xzx workday explain --start 2026-09-18 --days 20',
      'xzx workday explain --start 2026-09-18 --days 20 --extend 20@2026-10-10:需要核实 --pause 2026-09-21..2026-09-24:征求第三方意见',
    ],
    run(ctx, { flags }) {
      checkFields(ctx, explainedDays)
      return explain(ctx, flags)
    },
  }),
  verb<{ from?: string; back?: true }>({
    name: 'next',
    says: '某日（默认今天）之后的第几个工作日是哪一天',
    args: '[第几个]',
    knows: [...uses.server, ...uses.output],
    flags: [
      { flag: '--from <日期>', says: '从哪一天算起，当日不计；默认今天' },
      { flag: '--back', says: '往前数' },
    ],
    examples: ['xzx workday next', 'xzx workday next 20 --from 2026-09-18'],
    async run(ctx, { args: [n = '1'], flags: { from, back } }) {
      checkFields(ctx, found)
      if (!/^\d{1,4}$/.test(n)) throw usage(`第几个工作日无效：${givenLine(n)}`, '写 0 到 2000 的整数；往前数加 --back')
      const day = from === undefined ? {} : { day: dayIn('--from', from) }
      const input = { ...day, n: back ? -Number(n) : Number(n) }
      await writeOne(ctx, found, await (await ctx.client('workday')).next(input, { signal: ctx.signal }))
    },
  }),
]
