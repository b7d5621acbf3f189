import { usage } from '../errors.ts'
import { uses } from '../flags.ts'
import { areaVerbs } from '../from-contract/verbs.ts'
import { type Verb, verb } from '../verb.ts'
import { shownBy } from './overdue.ts'

/** Kinds that a department is given to answer, and that have no deadline: typed as letters are. */
const kinds = {
  suggestion: { noun: '建议', waiting: 'xzx suggestion list --status 待办理' },
  advice: { noun: '意见', waiting: 'xzx advice list --status 待答复' },
} as const

/** What the contract says of such a kind, and the words under which people look for it beside that. */
export async function handedVerbs(area: keyof typeof kinds): Promise<{ verbs: Verb[] }> {
  const { noun, waiting } = kinds[area]
  const made = (await areaVerbs(area)).verbs
  const overdue = verb({
    name: 'overdue',
    says: `${noun}没有答复期限`,
    hidden: true,
    knows: [...uses.server],
    run: () => {
      throw usage(`${noun}没有答复期限，没有超期的`, `等待答复的：${waiting}`)
    },
  })
  return { verbs: [...made, ...shownBy(made), overdue] }
}
