import { sensitive } from '../../core/contract/sensitive.ts'
import { wordsFrom } from '../areas/words-file.ts'
import { exit, usage } from '../errors.ts'
import { uses } from '../flags.ts'
import { checkedFields } from '../from-contract/check.ts'
import { flagFor } from '../from-contract/fields.ts'
import { areaVerbs } from '../from-contract/verbs.ts'
import { confirm } from '../questions.ts'
import { verb } from '../verb.ts'
import { verbs as scanning } from './sensitive-scan.ts'

const call = sensitive.importMany

/** What the contract says of the words, and a list of them from a file. */
export const verbs = [
  ...(await areaVerbs('sensitive')).verbs,
  verb<Record<string, string>>({
    name: 'import',
    says: '从文本文件导入敏感词：每行一个，逗号后可写建议改为的词；有一行不符合要求则都不导入，已有的不变',
    args: '[文件]',
    knows: uses.server,
    flags: ['list', 'type', 'level'].map((field) => flagFor(call, field)),
    examples: [
      'xzx sensitive import 词表.txt --type 广告推广 --level 提示',
      'xzx sensitive import 错词.csv --list 常见错词 --dry-run',
    ],
    async run(ctx, { args: [file], flags }) {
      if (!file) throw usage('缺少要导入的文件', '例如 xzx sensitive import 词表.txt；- 为标准输入')
      const given = await checkedFields(ctx, call, flags)
      const { words, count } = await wordsFrom(ctx, file)
      await confirm(ctx, { text: `将导入 ${count} 个词`, count })
      const { added, there } = await (await ctx.client('sensitive')).importMany(
        { ...given, words },
        { signal: ctx.signal },
      )
      const done = ctx.flags.dryRun ? '试运行，没有导入：将新增' : '已新增'
      ctx.note(`${done} ${added} 个词${there ? `，${there} 个已有，不变` : ''}`)
      return exit.ok
    },
  }),
  ...scanning,
]
