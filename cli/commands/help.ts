import { exitCodes } from '../errors.ts'
import { verb } from '../verb.ts'

const topics = {
  'xzx help 命令 [动作]': '命令的用法和例子，例如 xzx help article list',
  'xzx help exit-codes': '退出码',
  'xzx api 接口 --help': '接口的字段和所需的权限；xzx api 列出全部接口',
  'xzx job schema': '任务文件的格式',
  'xzx config list --show-origin': '现在的设置，各来自哪里',
  'xzx completion --help': '按 Tab 补全怎样安装',
  'xzx doctor': '不知哪里不对时，逐项检查并说明怎么办',
}

/** `xzx help exit-codes` and `xzx help topics`; every other `xzx help …` is turned into `--help` before it comes here. */
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
  verb({
    name: 'topics',
    says: '列出有哪些帮助',
    withoutConfig: true,
    knows: ['format'],
    formats: ['table', 'json'],
    async run(ctx) {
      if (ctx.format === 'json')
        return ctx.out(`${JSON.stringify(Object.entries(topics).map(([type, says]) => ({ type, says })))}\n`)
      for (const [type, says] of Object.entries(topics)) await ctx.out(`${type}\n    ${says}\n`)
    },
  }),
]
