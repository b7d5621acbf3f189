import { usage } from '../errors.ts'
import { uses } from '../flags.ts'
import { areaVerbs } from '../from-contract/verbs.ts'
import { type Verb, verb } from '../verb.ts'
import { shownBy } from './overdue.ts'

/** Kinds that a department is given by a call which does more, and that have no deadline: typed as letters are. */
const kinds = {
  suggestion: { noun: '建议', by: 'answer', waiting: 'xzx suggestion list --status 待办理' },
  advice: { noun: '意见', by: 'edit', waiting: 'xzx advice list --status 待答复' },
} as const

const dept = '--dept'
const kept = [dept, '--version']

/** `forward`, which gives a row to a department and changes nothing else of it. */
const forwardBy = (made: readonly Verb[], area: keyof typeof kinds): Verb[] => {
  const { noun, by } = kinds[area]
  const example = `xzx ${area} forward 101 ${dept} 提案委员会`
  return made
    .filter(({ name }) => name === by)
    .map((one) => ({
      ...one,
      name: 'forward',
      says: `把${noun}交给承办部门`,
      flags: (one.flags ?? []).filter(({ flag }) => kept.some((name) => flag.startsWith(`${name} `))),
      knows: (one.knows ?? []).filter((name) => name !== 'file'),
      examples: [example],
      run(ctx, given) {
        const { dept: typed } = given.flags as { readonly dept?: string }
        if (!typed) throw usage(`缺少 ${dept}（承办部门）`, `例如 ${example}`)
        return one.run(ctx, given)
      },
    }))
}

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
  return { verbs: [...made, ...shownBy(made), ...forwardBy(made, area), overdue] }
}
