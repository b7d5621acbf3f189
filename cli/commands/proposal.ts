import { proposal } from '../../core/contract/proposal.ts'
import { numberIn, outFlag, saveDocument } from '../files/document.ts'
import { uses } from '../flags.ts'
import { areaVerbs } from '../from-contract/verbs.ts'
import { verb } from '../verb.ts'
import { overdueVerb, shownBy } from './overdue.ts'
import { explainedBy } from './workday-count.ts'

const example = 'xzx proposal letter 101 --out 答复函.docx'
const made = (await areaVerbs('proposal')).verbs
const own = explainedBy('proposal', { noun: '提案', unit: 'months', verbs: made })

/** What the contract says of proposals, what is late, and the letter that answers a member. */
export const verbs = [
  ...own,
  ...shownBy(own),
  verb<{ out?: string }>({
    name: 'letter',
    says: '导出一件提案的答复函（Word）',
    args: '[编号]',
    knows: [...uses.server],
    flags: [outFlag],
    examples: [example],
    run: (ctx, { args: [id], flags: { out } }) =>
      saveDocument(ctx, proposal.letter, { id: numberIn(id, '提案', 'xzx proposal list', example) }, out),
  }),
  overdueVerb({
    ...{ command: 'proposal', list: proposal.list, counted: '件提案' },
    why: '答复期限已过，还没有答复委员',
  }),
]
