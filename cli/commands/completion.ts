import { type Shell, scripts } from '../completion/scripts.ts'
import { usage } from '../errors.ts'
import { didYouMean } from '../suggest.ts'
import { verb } from '../verb.ts'

const shells = Object.keys(scripts) as Shell[]

/** The script that a shell reads at its start; it asks `xzx complete` for what fits. */
export const verbs = [
  verb({
    name: '',
    says: '输出补全脚本：zsh、bash、fish、powershell',
    args: '[shell]',
    withoutConfig: true,
    examples: [
      'xzx completion bash > ~/.local/share/bash-completion/completions/xzx',
      'xzx completion zsh > ~/.zsh/completions/_xzx',
      'xzx completion fish > ~/.config/fish/completions/xzx.fish',
    ],
    async run(ctx, { args: [given] }) {
      const shell = shells.find((one) => one === given)
      if (!shell)
        throw usage(
          given ? `没有 ${given} 的补全脚本${didYouMean(given, shells)}` : '缺少 shell',
          `可用：${shells.join('、')}`,
        )
      await ctx.out(scripts[shell])
    },
  }),
]
