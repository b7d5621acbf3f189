import { settingOf, settings } from '../config/settings.ts'
import type { Context } from '../context.ts'
import { usage } from '../errors.ts'
import { uses } from '../flags.ts'
import { givenLine } from '../output/clean.ts'
import { writeDone, writeList, writeValue } from '../output/write.ts'
import { didYouMean } from '../suggest.ts'
import { verb } from '../verb.ts'

const columns = [
  { field: 'key', title: '键', whole: true },
  { field: 'value', title: '值' },
  { field: 'origin', title: '来自' },
  { field: 'says', title: '说明' },
]

function known(key: string | undefined): string {
  if (key === undefined) throw usage('缺少键', `可用：${settings.map((s) => s.key).join('、')}`)
  if (settingOf(key)) return key
  if (/token|password/i.test(key)) throw usage('令牌不能这样设置', '运行 xzx auth login 登录')
  const keys = settings.map((s) => s.key)
  throw usage(`没有配置项 ${key}${didYouMean(key, keys)}`, `可用：${keys.join('、')}`)
}

/** One text, as it is or as JSON beside its name. */
const say = (ctx: Context, text: string, json: object) =>
  ctx.format === 'json' ? writeValue(ctx, json) : ctx.out(`${text}\n`)

async function list(ctx: Context, showOrigin: boolean): Promise<void> {
  const { profile, values, token } = await ctx.config()
  const rows = [
    { key: 'profile', value: profile.value, origin: profile.origin, says: '当前配置' },
    ...settings.map((s) => ({ key: s.key, ...values[s.key], says: s.says })),
    { key: 'token', value: token ? '***' : '', origin: token?.origin ?? '', says: '令牌（不显示）' },
  ]
  const usual = showOrigin ? ['key', 'value', 'origin', 'says'] : ['key', 'value', 'says']
  await writeList(ctx, { columns, usual, idField: 'key' }, rows)
}

async function set(ctx: Context, [key, value]: readonly string[]): Promise<void> {
  const name = known(key)
  const { store, profile } = await ctx.config()
  const why = value === undefined || value === '' ? null : settingOf(name)?.wrong(value)
  if (why) throw usage(`${name} 无效：${givenLine(value ?? '')}`, '', why)
  if (value === undefined) throw usage('缺少值', `例如 xzx config set ${name} 值；空值 "" 恢复默认`)
  await store.change(profile.value, { [name]: value === '' ? undefined : value })
  ctx.note(`${ctx.flags.dryRun ? '试运行，没有修改：' : ''}${profile.value}：${name} = ${value || '（默认）'}`)
  await writeDone(ctx, { profile: profile.value, key: name, value: value === '' ? null : value })
}

async function use(ctx: Context, name: string | undefined): Promise<void> {
  const { store, profile } = await ctx.config()
  const names = Object.keys(store.read().profiles ?? {})
  if (!name) {
    const rows = names.map((one) => ({ name: one, current: one === profile.value }))
    return ctx.format === 'json' ? writeValue(ctx, rows) : ctx.out(names.map((one) => `${one}\n`).join(''))
  }
  if (!names.includes(name))
    throw usage(`没有配置 ${name}${didYouMean(name, names)}`, `运行 xzx auth login --profile ${name} 建立`)
  await store.use(name)
  ctx.note(ctx.flags.dryRun ? `试运行，没有切换：将使用配置 ${name}` : `以后使用配置 ${name}`)
}

/** Settings and where they come from. */
export const verbs = [
  verb<{ showOrigin?: true }>({
    name: 'list',
    says: '列出全部配置项',
    knows: [...uses.server, ...uses.output, 'size', 'concurrency'],
    flags: [{ flag: '--show-origin', says: '同时显示每个值来自哪里' }],
    examples: ['xzx config list --show-origin'],
    run: (ctx, { flags }) => list(ctx, flags.showOrigin === true),
  }),
  verb({
    name: 'get',
    says: '读取一个配置项',
    args: '[键]',
    knows: [...uses.server, 'format', 'size', 'concurrency'],
    formats: ['table', 'json'],
    examples: ['xzx config get server'],
    async run(ctx, { args }) {
      const { values } = await ctx.config()
      const key = known(args[0]) as keyof typeof values
      await say(ctx, values[key].value, { key, ...values[key] })
    },
  }),
  verb({
    name: 'set',
    says: '修改当前配置的一个配置项',
    args: '[键] [值]',
    knows: ['profile'],
    makesProfile: true,
    examples: ['xzx config set server https://zx.example.gov.cn', 'xzx config set size 50 --profile prod'],
    run: (ctx, { args }) => set(ctx, args),
  }),
  verb({
    name: 'use',
    says: '切换到另一套配置；不给名称则列出',
    args: '[配置]',
    knows: ['profile', 'format'],
    formats: ['table', 'json'],
    examples: ['xzx config use', 'xzx config use prod'],
    run: (ctx, { args }) => use(ctx, args[0]),
  }),
  verb({
    name: 'path',
    says: '配置文件的位置',
    knows: ['profile', 'format'],
    formats: ['table', 'json'],
    async run(ctx) {
      const { path } = (await ctx.config()).store
      await say(ctx, path, { path })
    },
  }),
]
