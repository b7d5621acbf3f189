import { type CliError, usage } from './errors.ts'
import { type GlobalFlag, globalByName, longOf, valueName } from './flags.ts'
import { knownTo, type Verb } from './verb.ts'

/** `--dry-run` of `dryRun`. */
export const typed = (name: GlobalFlag): string => longOf(globalByName.get(name)?.[0] ?? '')

/** The global flags that a verb knows beside those that hold everywhere, as they are typed. */
export const knownWords = (verb: Verb): string[] => (verb.knows ?? []).map(typed)

/** How a run looks: each verb knows it, and `xzx --help` tells it once. */
const looks: ReadonlySet<GlobalFlag> = new Set(['verbose', 'debug', 'color', 'pager'])
/** What is asked before a change; what only reads knows it, for scripts that give it everywhere, and has no use for it. */
const changing: ReadonlySet<GlobalFlag> = new Set(['yes', 'dryRun', 'input'])
const onlyReads = ({ made }: Verb) => made === 'read' || made === 'revisions' || made === 'export'

/** The global flags that a verb's help names, as they are typed: all that its examples may have. */
export const helpWords = (verb: Verb): string[] => {
  const known = [...(verb.knows ?? []), ...knownTo(verb)]
  return [...new Set(known)].filter((name) => !looks.has(name) && !(changing.has(name) && onlyReads(verb))).map(typed)
}

/**
 * Refuses global flags that a verb does not use: passed over in silence, they would leave a list longer than was meant.
 * @param given those that were typed, by name
 * @param command the whole command, for the words
 */
export function strayFlag(verb: Verb, given: readonly GlobalFlag[], command: string): CliError | null {
  const known = knownTo(verb)
  const stray = given.find((name) => !known.includes(name))
  if (stray === undefined) return null
  if (stray === 'dryRun') return usage(`${command} 不能试运行`, '去掉 --dry-run 再运行', verb.notDry)
  const words = knownWords(verb)
  const hint = words.length > 0 ? `这里可用的通用选项：${words.join('、')}` : '去掉它再运行'
  return usage(`${command} 不支持选项 ${typed(stray)}`, hint)
}

const isBlank = (value: unknown): boolean =>
  Array.isArray(value) ? value.some(isBlank) : typeof value === 'string' && value.trim() === ''

/**
 * Refuses a flag whose value is empty, as an unset variable of a script leaves it: passed over, a filter would make of
 * some articles all of them.
 * @param global the global flags that were typed
 * @param own the values of the verb's own flags
 */
export function emptyFlag(
  verb: Verb,
  global: Readonly<Record<string, unknown>>,
  own: Readonly<Record<string, unknown>>,
): CliError | null {
  const mayBeEmpty = (verb.flags ?? []).filter(({ empties }) => empties).map(({ flag }) => valueName(flag))
  const empty =
    Object.keys(global).find((name) => isBlank(global[name])) ??
    Object.keys(own).find((name) => isBlank(own[name]) && !mayBeEmpty.includes(name))
  if (empty === undefined) return null
  const named = [...globalByName.values()].map(([flag]) => flag)
  const flag = [...(verb.flags ?? []).map((one) => one.flag), ...named].find((one) => valueName(one) === empty)
  const word = longOf(flag ?? '')
  return usage(`${word} 的值是空的`, `写上值，或去掉 ${word}；脚本中请检查变量是否已赋值`)
}

/** Refuses a `--format` that a verb has no answer for, before it does anything. */
export function strayFormat(
  { formats }: Pick<Verb, 'formats'>,
  format: string | undefined,
  command: string,
): CliError | null {
  if (format === undefined || !formats || (formats as readonly string[]).includes(format)) return null
  return usage(`${command} 不支持 --format ${format}`, `可用：${formats.join('、')}`)
}
