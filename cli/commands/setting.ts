import type { Output } from '../../core/contract/endpoint.ts'
import { setting, settingSchema } from '../../core/contract/setting.ts'
import {
  defaultOf,
  type SettingName,
  settingNames,
  settingOf,
  settings,
  settingWords,
} from '../../core/domain/settings.ts'
import { type Issue, reasonOf } from '../../core/issues.ts'
import type { Context } from '../context.ts'
import { foretold } from '../dry-run.ts'
import { usage } from '../errors.ts'
import { uses } from '../flags.ts'
import { areaVerbs } from '../from-contract/verbs.ts'
import { givenLine } from '../output/clean.ts'
import { warnIdle } from '../output/idle.ts'
import { writeDone } from '../output/write.ts'
import { confirmRevealed } from '../reveal.ts'
import { didYouMean } from '../suggest.ts'
import { type Given, verb } from '../verb.ts'

/** A setting by its name on the wire, or by what people call it. */
function nameOf(text: string | undefined): SettingName {
  if (text === undefined) throw usage('缺少设置的名称', '运行 xzx setting list 查看有哪些')
  if (Object.hasOwn(settings, text)) return text as SettingName
  const titled = settingNames.filter((name) => settingOf(name).title === text)
  if (titled.length === 1) return titled[0] as SettingName
  throw usage(`没有设置 ${text}${nearTo(text)}`, '运行 xzx setting list 查看有哪些')
}

/** What was probably meant: a part of a title says more than letters that are alike. */
function nearTo(text: string): string {
  const holding = settingNames.filter((name) => text.length > 1 && settingOf(name).title.includes(text))
  const words = holding.map((name) => `${settingOf(name).title}（${name}）`).join('、')
  return words
    ? `，您是否想输入 ${words}？`
    : didYouMean(text, [...settingNames, ...settingNames.map((name) => settingOf(name).title)])
}

/** The value that was meant: a choice may be said by its word. */
function meant(name: SettingName, text: string | undefined): string {
  if (text === undefined) throw usage(`缺少 ${name} 的值`, `例如 xzx setting set ${name} ${defaultOf(name) || '值'}`)
  const one = settingOf(name)
  // an unset variable of a script clears nothing
  if (text.trim() === '')
    throw usage(
      `${one.title}（${name}）的值为空`,
      `脚本中请检查变量是否已赋值；要清空，写 xzx setting set ${name} --empty`,
    )
  if (one.kind !== 'choice') return checked(name, text)
  return checked(name, Object.keys(one.words).find((key) => key === text || one.words[key] === text) ?? text)
}

/** A wrong value ends alike, whether the command line or the server knows what is right. @throws CliError 2 */
function checked(name: SettingName, value: string): string {
  const read = settingSchema(name).safeParse(value)
  if (read.success) return value
  const why = reasonOf(read.error.issues[0] as Issue)
  throw usage(`${settingOf(name).title}（${name}）无效：${givenLine(value) || '（空）'}`, '', why)
}

/** A setting as a save answers it; a back end that cannot be tried tells no more than what was sent. */
type Saved = Pick<Output<typeof setting.get>, 'name' | 'value'> & Partial<Output<typeof setting.get>>

/** Asks about what says from where people may sign in: they are told first. */
const askRevealed = (ctx: Context, e: typeof setting.save | typeof setting.reset, input: object): Promise<void> =>
  confirmRevealed(ctx, e, input, { text: `将${e.says}`, count: 1 })

/** What is set now, and what of it has no effect as the server runs. */
async function tell(ctx: Context, rows: readonly Saved[]): Promise<void> {
  const tried = ctx.flags.dryRun ? '试运行，没有修改：' : ''
  for (const { name, value, fixedBy } of rows) {
    const by = fixedBy ? `（由环境变量 ${fixedBy} 给出）` : ''
    ctx.note(`${tried}${name} = ${settingWords(name as SettingName, value) || '（空）'}${by}`)
  }
  warnIdle(ctx, rows)
  await writeDone(ctx, { settings: rows.map(({ name, value, idle }) => ({ name, value, ...(idle && { idle }) })) })
}

const { verbs: read } = await areaVerbs('setting')

/** Settings of the server: those of the command line itself are `xzx config`. */
export const verbs = [
  ...read.map((one) =>
    one.name === 'get'
      ? {
          ...one,
          run: (ctx: Context, given: Given<unknown>) => one.run(ctx, { ...given, args: given.args.map(nameOf) }),
        }
      : one,
  ),
  verb<{ empty?: true }>({
    name: 'set',
    says: '修改一个设置，立即生效',
    args: '[设置] [值]',
    knows: [...uses.server, 'format'],
    flags: [{ flag: '--empty', says: '清空：网页上不再显示' }],
    examples: [
      'xzx setting set site.phone 0000-1234567',
      'xzx setting set 两人审核 是',
      'xzx setting set site.police --empty',
    ],
    async run(ctx, { args, flags }) {
      const name = nameOf(args[0])
      if (flags.empty && args[1] !== undefined) throw usage('--empty 和值不能同时给出', '去掉其中一个')
      const items = [{ name, value: flags.empty ? checked(name, '') : meant(name, args[1]) }]
      await askRevealed(ctx, setting.save, { items })
      const via = await ctx.transport()
      const rows = await foretold(
        async () => (await via.send(setting.save, { items })) as Saved[],
        () => items,
      )
      await tell(ctx, rows)
    },
  }),
  verb({
    name: 'reset',
    says: '恢复设置的默认值',
    args: '[设置...]',
    knows: [...uses.server, 'format'],
    examples: ['xzx setting reset site.phone'],
    async run(ctx, { args }) {
      const names = (args.length > 0 ? args : [undefined]).map(nameOf)
      await askRevealed(ctx, setting.reset, { names })
      const via = await ctx.transport()
      const rows = await foretold(
        async () => (await via.send(setting.reset, { names })) as Saved[],
        () => names.map((name) => ({ name, value: defaultOf(name) })),
      )
      await tell(ctx, rows)
    },
  }),
]
