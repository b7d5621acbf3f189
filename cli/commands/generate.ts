import type { CallOptions } from '../../core/client/client.ts'
import { runGeneration, type Started } from '../areas/generate-run.ts'
import { namedId } from '../areas/reference-names.ts'
import type { Context } from '../context.ts'
import { foretold } from '../dry-run.ts'
import { exit } from '../errors.ts'
import { type Flag, uses } from '../flags.ts'
import { withLock } from '../lock.ts'
import { isValueFormat, tellsSuccess, writeValue } from '../output/write.ts'
import { verb } from '../verb.ts'

interface Flags {
  readonly wait?: true
  readonly column?: string
  readonly force?: true
}

const generates = [...uses.server, ...uses.output, ...uses.lock] as const
const waitFlag: Flag = { flag: '--wait', says: '等到生成结束，显示进度；Ctrl+C 取消生成' }

/** What a verb starts: its name for people and the call. */
interface Scope {
  readonly says: string
  readonly send: (options?: CallOptions) => Promise<Started>
}

const run = (ctx: Context, { wait }: Flags, { says, send }: Scope): Promise<number> =>
  withLock(ctx, 'generate', async () => {
    if (!ctx.flags.dryRun) return runGeneration(ctx, send, wait === true)
    await foretold(
      () => send({ signal: ctx.signal }),
      () => ctx.note('服务器不能试运行生成，不知道它是否会拒绝'),
    )
    ctx.note(`试运行，没有生成：将生成${says}`)
    if (tellsSuccess(ctx) && isValueFormat(ctx.format)) await writeValue(ctx, { scope: says })
    return exit.ok
  })

const columnOf = (ctx: Context, text: string | undefined) =>
  text === undefined ? Promise.resolve('0') : namedId(ctx, 'column', text)

/** Static generation of the public site. */
export const verbs = [
  verb<Flags>({
    name: 'index',
    says: '生成首页',
    flags: [waitFlag],
    knows: generates,
    examples: ['xzx generate index'],
    async run(ctx, { flags }) {
      const { generateIndex } = await ctx.client('generate')
      return run(ctx, flags, { says: '首页', send: (options) => generateIndex({}, options) })
    },
  }),
  verb<Flags>({
    name: 'column',
    says: '生成栏目页，含下级；不给栏目为全部',
    args: '[栏目]',
    flags: [waitFlag],
    knows: generates,
    examples: ['xzx generate column', 'xzx generate column 通知公告 --wait'],
    async run(ctx, { args: [name], flags }) {
      const { generateColumn } = await ctx.client('generate')
      const columnId = await columnOf(ctx, name)
      const says = name === undefined ? '全部栏目' : `栏目 ${name}`
      return run(ctx, flags, { says, send: (options) => generateColumn({ columnId }, options) })
    },
  }),
  verb<Flags>({
    name: 'article',
    says: '生成文章页；--since 只生成此后发布的',
    flags: [{ flag: '--column <栏目>', says: '栏目编号或名称，含下级' }, waitFlag],
    knows: [...generates, 'since'],
    examples: ['xzx generate article --since 2026-11-01', 'xzx generate article --column 通知公告 --since 7d --wait'],
    async run(ctx, { flags }) {
      const { generateArticle } = await ctx.client('generate')
      const columnId = await columnOf(ctx, flags.column)
      const says = `${flags.column === undefined ? '全部栏目' : `栏目 ${flags.column}`}的文章页`
      const dateTime = ctx.since ?? '0'
      return run(ctx, flags, { says, send: (options) => generateArticle({ columnId, dateTime }, options) })
    },
  }),
  verb<Flags>({
    name: 'all',
    says: '生成全站：只生成有变化的页面',
    flags: [waitFlag, { flag: '--force', says: '每个页面都重新生成，不看有没有变化' }],
    knows: generates,
    examples: ['xzx generate all --wait', 'xzx generate all --wait --wait-lock 60s --log /var/log/xzx.jsonl'],
    async run(ctx, { flags }) {
      const { all } = await ctx.client('generate')
      const input = flags.force ? { force: 1 } : {}
      return run(ctx, flags, { says: '全站', send: (options) => all(input, options) })
    },
  }),
]
