import { resolve } from 'node:path'
import { usage } from '../errors.ts'
import { uses } from '../flags.ts'
import type { Kind } from '../import/kinds.ts'
import { withLock } from '../lock.ts'
import { didYouMean } from '../suggest.ts'
import { verb } from '../verb.ts'

interface Flags {
  readonly kind?: string
  readonly report?: string
}

const kinds = ['jsonl', 'csv', 'xlsx'] as const satisfies readonly Kind[]

/** The kind that somebody names. @throws CliError 2 */
function kindIn(given: string | undefined): Kind | undefined {
  if (given === undefined) return undefined
  const found = kinds.find((one) => one === given)
  if (found === undefined) throw usage(`--kind 没有 ${given}${didYouMean(given, kinds)}`, `可用：${kinds.join('、')}`)
  return found
}

/** Importing letters of other systems. */
export const verbs = [
  verb<Flags>({
    name: 'import',
    says: '从文件导入以前的信件（JSON 行、CSV、电子表格）；有答复的为已办结，写了主办部门的交给该部门办理，其余待审核，都不公开',
    args: '[文件]',
    knows: [...uses.server, ...uses.lock, 'format', 'file', 'failedTo'],
    flags: [
      { flag: '--kind <种类>', says: '文件的种类；不写则看扩展名，标准输入为 jsonl', values: kinds },
      { flag: '--report <文件>', says: '把每一行的结果（含新信件的编号和查询码）按 JSON 行写到文件' },
    ],
    examples: [
      'xzx mail import 来信.jsonl --dry-run',
      'xzx mail import 来信.csv --report 结果.jsonl --failed-to 失败.jsonl',
      'npm run --silent demo-letters -- 200 | xzx mail import -',
    ],
    async run(ctx, { args, flags }) {
      if (args[0] !== undefined && ctx.flags.file !== undefined)
        throw usage('要导入的文件写了两次', '只写一次：xzx mail import 来信.jsonl')
      const file = args[0] ?? ctx.flags.file?.replace(/^@/, '')
      if (file === undefined || file === '')
        throw usage('缺少要导入的文件', '例如 xzx mail import 来信.jsonl；- 表示标准输入')
      const kind = kindIn(flags.kind)
      const { openSource, refuseOtherThanLines } = await import('../import/sources.ts')
      if (ctx.flags.failedTo !== undefined) refuseOtherThanLines(ctx.flags.failedTo)
      const { importLetters, letterHeads } = await import('../import/letters.ts')
      const path = file === '-' ? '/dev/stdin' : resolve(ctx.world.cwd, file)
      const source = await openSource(ctx, file === '-' ? file : path, kind, letterHeads)
      return withLock(ctx, 'import mail', () => importLetters(ctx, source, path, flags.report))
    },
  }),
]
