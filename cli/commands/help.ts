import { exitCodes } from '../errors.ts'
import { verb } from '../verb.ts'

/** `xzx help exit-codes`; every other `xzx help …` is turned into `--help` before it comes here. */
export const verbs = [
  verb({
    name: 'exit-codes',
    says: '列出退出码',
    withoutConfig: true,
    knows: ['format'],
    formats: ['table', 'json'],
    async run(ctx) {
      const table = Object.entries(exitCodes).map(([code, when]) => ({ code: Number(code), when }))
      if (ctx.format === 'json') return ctx.out(`${JSON.stringify(table)}\n`)
      for (const { code, when } of table) await ctx.out(`${String(code).padStart(3)}  ${when}\n`)
    },
  }),
]
