import { commands } from '../../cli/commands/table.ts'
import type { Verb } from '../../cli/verb.ts'

/** Every verb there is, by what is typed: `article list`, `whoami`. */
export async function allVerbs(): Promise<{ name: string; words: string[]; verb: Verb }[]> {
  const areas = await Promise.all(
    commands.map(async ({ name, load }) => ({ name, parts: await Promise.all(load.map((part) => part())) })),
  )
  return areas.flatMap(({ name, parts }) =>
    parts
      .flatMap(({ verbs }) => verbs)
      .map((verb) => {
        const words = [name, verb.name].filter(Boolean)
        return { name: words.join(' '), words, verb }
      }),
  )
}
