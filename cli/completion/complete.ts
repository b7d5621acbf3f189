import { type Command, RootCommand } from '@bomb.sh/tab'
import type { Context } from '../context.ts'
import { type Flag, formats, type GlobalFlag, globalByName, longOf, pageSizes } from '../flags.ts'
import { cleanLine } from '../output/clean.ts'
import { type CommandEntry, knownTo, type Verb } from '../verb.ts'
import { argumentValues, flagValues, namesOf, severalArguments } from './values.ts'

const sized = { '--format': formats, '--size': pageSizes.map(String) } as Readonly<Record<string, readonly string[]>>
const globals = new Map(
  [...globalByName].map(([name, [flag, says]]): [GlobalFlag, Flag] => {
    const values = sized[longOf(flag)]
    return [name, { flag, says, ...(values && { values }) }]
  }),
)

type Known = ReadonlyMap<string, readonly string[]>

/** Offers words without a meaning of their own; none that would be two lines, or act on a terminal. */
const offering = (values: readonly string[]) => (offer: (value: string, meaning: string) => void) => {
  for (const value of values) if (cleanLine(value) === value) offer(value, '')
}

/** Behind a comma another value is meant, of those that are not there yet: it is offered with all that stands before it. */
function afterComma(values: readonly string[], { says, flag }: Flag, typing: string): readonly string[] {
  const given = typing.startsWith(`${longOf(flag)}=`) ? typing.slice(longOf(flag).length + 1) : typing
  const before = given.slice(0, 1 + Math.max(...[',', '，', '、'].map((sign) => given.lastIndexOf(sign))))
  if (before === '' || !severalIn.test(says)) return values
  const there = new Set(before.split(/[,，、]/))
  return values.filter((value) => !there.has(value)).map((value) => before + value)
}
const severalIn = /逗号隔开/

function addFlag(command: Command, one: Flag, known: Known, typing: string): void {
  const { flag, says, values } = one
  const long = longOf(flag)
  const alias = /^-([a-z])\b/i.exec(flag)?.[1]
  const found = afterComma(values ?? known.get(long) ?? [], one, typing)
  if (flag.includes('<')) command.option(long.slice(2), says, offering(found), alias)
  else command.option(long.slice(2), says, alias)
}

function addVerb(root: RootCommand, name: string, verb: Verb, known: Known, typing: string): void {
  const command = root.command(name, verb.says)
  for (const flag of [...(verb.flags ?? []), ...knownTo(verb).map((one) => globals.get(one) as Flag)])
    addFlag(command, flag, known, typing)
  const found = known.get(name) ?? verb.values
  if (found) command.argument('value', offering(found), severalArguments.has(name))
}

/** Asks for the names that a flag of a verb takes, where it names rows. */
function namesFor(flag: string, typed: string, verbs: readonly (readonly [name: string, Verb])[]) {
  const verb = verbs.find(([name]) => name === typed)?.[1]
  const of = verb?.flags?.find((one) => longOf(one.flag) === flag)?.of
  return of && namesOf(of)
}

/** What has to be asked for at this place alone; nothing where it can't be had: a completion never fails. */
async function asked(
  ctx: Context,
  words: readonly string[],
  verbs: readonly (readonly [name: string, Verb])[],
): Promise<Known> {
  const plain = words.filter((word) => !word.startsWith('-'))
  const before = words.at(-2) ?? ''
  const wanted = [
    [before, flagValues[before] ?? namesFor(before, plain.slice(0, 2).join(' '), verbs)],
    ...[1, 2].map((count) => {
      const name = plain.slice(0, count).join(' ')
      const of = verbs.find(([one]) => one === name)?.[1].of
      return [name, argumentValues[name] ?? (of && namesOf(of))] as const
    }),
  ] as const
  const known = new Map<string, readonly string[]>()
  for (const [name, ask] of wanted) if (ask) known.set(name, await ask(ctx, plain).catch(() => []))
  return known
}

/**
 * Writes what fits at the end of a command line, a word and its meaning in each line, as the scripts of the shells read it.
 * @param words those after `xzx`; the last one is being typed, and may be empty
 */
export async function complete(
  ctx: Context,
  commands: readonly CommandEntry[],
  words: readonly string[],
): Promise<void> {
  const verbs: [string, Verb][] = []
  for (const { name, load, hidden } of commands)
    if (!hidden && words.includes(name))
      for (const part of load)
        for (const verb of (await part()).verbs) if (!verb.hidden) verbs.push([`${name} ${verb.name}`.trim(), verb])
  const known = await asked(ctx, words, verbs)
  const root = new RootCommand()
  const typing = words.at(-1) ?? ''
  for (const flag of globals.values()) addFlag(root, flag, known, typing)
  for (const { name, says, hidden } of commands) if (!hidden) root.command(name, says)
  for (const [name, verb] of verbs) addVerb(root, name, verb, known, typing)
  root.parse([...words])
}
