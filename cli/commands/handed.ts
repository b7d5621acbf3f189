import { suggestion } from '../../core/contract/suggestion.ts'
import { usage } from '../errors.ts'
import { uses } from '../flags.ts'
import { areaVerbs } from '../from-contract/verbs.ts'
import { type Verb, verb } from '../verb.ts'
import { overdueVerb, shownBy } from './overdue.ts'

/** Kinds that a department is given to answer: typed as letters are. */
const kinds = {
  suggestion: () => lateSuggestions,
  advice: () => neverLate('意见', 'xzx advice list --status 待答复'),
} as const

const lateSuggestions = overdueVerb({
  ...{ command: 'suggestion', list: suggestion.list, counted: '条建议' },
  why: '答复期限已过，还没有答复提出人',
})

/** What is said to who looks for it where nothing has a deadline. */
const neverLate = (noun: string, waiting: string): Verb =>
  verb({
    name: 'overdue',
    says: `${noun}没有答复期限`,
    hidden: true,
    knows: [...uses.server],
    run: () => {
      throw usage(`${noun}没有答复期限，没有超期的`, `等待答复的：${waiting}`)
    },
  })

/** What the contract says of such a kind, and the words under which people look for it beside that. */
export async function handedVerbs(area: keyof typeof kinds): Promise<{ verbs: Verb[] }> {
  const made = (await areaVerbs(area)).verbs
  return { verbs: [...made, ...shownBy(made), kinds[area]()] }
}
