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

/**
 * Verbs that nobody tries: of those that are made from declarations one of each pattern is enough.
 * @param tried their names
 */
export async function untried(
  tried: readonly string[],
  among: (verb: Verb) => boolean = () => true,
): Promise<string[]> {
  const all = (await allVerbs()).filter(({ verb }) => among(verb))
  const known = new Set(tried)
  const patterns = new Set(all.filter(({ name }) => known.has(name)).map(({ verb }) => verb.made))
  return all
    .filter(({ name, verb }) => !known.has(name) && !(verb.made && patterns.has(verb.made)))
    .map(({ name }) => name)
}
