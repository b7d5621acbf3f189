import { verb } from '../verb.ts'

/** What fits at the end of a command line that is being typed: asked for by the script of `xzx completion`. */
export const verbs = [
  verb({
    name: '',
    says: '列出可以补全的词，供补全脚本调用',
    args: '[words...]',
    withoutConfig: true,
    examples: ['xzx complete -- article li'],
    async run(ctx, { args, commands }) {
      const { complete } = await import('../completion/complete.ts')
      await complete(ctx, commands, args)
    },
  }),
]
