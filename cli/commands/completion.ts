import { usage } from '../errors.ts'
import { didYouMean } from '../suggest.ts'
import { verb } from '../verb.ts'

/** The shells that there is a script for. */
export const shells = ['zsh', 'bash', 'fish', 'powershell'] as const

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
    async run(_ctx, { args: [given] }) {
      const shell = shells.find((one) => one === given)
      if (!shell)
        throw usage(
          given ? `没有 ${given} 的补全脚本${didYouMean(given, shells)}` : '缺少 shell',
          `可用：${shells.join('、')}`,
        )
      const { script } = await import('@bomb.sh/tab')
      script(shell, 'xzx', 'xzx')
    },
  }),
]
