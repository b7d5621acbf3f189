import { celebrity } from '../../core/contract/celebrity.ts'
import { numberIn, outFlag, saveDocument } from '../files/document.ts'
import { uses } from '../flags.ts'
import { areaVerbs } from '../from-contract/verbs.ts'
import { verb } from '../verb.ts'

const example = 'xzx celebrity export 101 --out 登记表.docx'

/** What the contract says of celebrities, and the form on which one is registered. */
export const verbs = [
  ...(await areaVerbs('celebrity')).verbs.filter(({ name }) => name !== 'export'),
  verb<{ out?: string }>({
    name: 'export',
    says: '导出一位名人的 Word 登记表',
    args: '[编号]',
    knows: [...uses.server],
    flags: [outFlag],
    examples: [example],
    run: (ctx, { args: [id], flags: { out } }) =>
      saveDocument(ctx, celebrity.exportWord, { id: numberIn(id, '名人', 'xzx celebrity list', example) }, out),
  }),
]
