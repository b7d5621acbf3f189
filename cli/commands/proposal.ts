import { proposal } from '../../core/contract/proposal.ts'
import { usage } from '../errors.ts'
import { saveStream } from '../files/save.ts'
import { uses } from '../flags.ts'
import { areaVerbs } from '../from-contract/verbs.ts'
import { verb } from '../verb.ts'
import { overdueVerb, shownBy } from './overdue.ts'

const own = (await areaVerbs('proposal')).verbs

/** What the contract says of proposals, what is late, and the letter that answers a member. */
export const verbs = [
  ...own,
  ...shownBy(own),
  verb<{ out?: string }>({
    name: 'letter',
    says: '导出一件提案的答复函（Word）',
    args: '[编号]',
    knows: [...uses.server],
    flags: [{ flag: '--out <文件>', says: '写到这个文件；- 为标准输出' }],
    examples: ['xzx proposal letter 101 --out 答复函.docx'],
    async run(ctx, { args: [id], flags: { out } }) {
      if (id === undefined || !/^\d{1,15}$/.test(id)) throw usage('缺少提案编号', '例如 xzx proposal letter 101')
      const via = await ctx.transport()
      await saveStream(ctx, out, (sink) => via.download(proposal.letter, { id } as never, sink, { signal: ctx.signal }))
    },
  }),
  overdueVerb({
    ...{ command: 'proposal', list: proposal.list, counted: '件提案' },
    why: '答复期限已过，还没有答复委员',
  }),
]
