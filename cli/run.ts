import { CommanderError } from 'commander'
import { commands } from './commands/table.ts'
import { CliError, CutShort, exit, type Interrupted, usage } from './errors.ts'
import { globalByName, type RawFlags, valueName } from './flags.ts'
import { unlessGone } from './io.ts'
import { emptyFlag, helpWords, strayFlag, strayFormat } from './known-flags.ts'
import type { RunLog } from './output/run-log.ts'
import { addOption, newProgram, operandsOf, type XzxCommand } from './program.ts'
import type { Verb } from './verb.ts'
import type { World } from './world.ts'

/** What actions leave for `run`. */
interface Outcome {
  code: number
  log?: RunLog | null
  /** What was to be said for a program beside JSON: it waits for how the command ends. */
  held?: string[]
}

/**
 * The values of a verb's own flags. A command above it that is a verb too (`xzx backup keygen`) takes those that it has as well,
 * wherever they stand; what the verb itself has not is refused there as here.
 */
function ownValues(command: XzxCommand, group: XzxCommand, { flags = [] }: Verb): Record<string, unknown> {
  if (command === group) return command.opts()
  const known = flags.map(({ flag }) => valueName(flag))
  const stray = group.options.find((one) => {
    const name = one.attributeName()
    return !known.includes(name) && group.getOptionValueSource(name) === 'cli'
  })
  if (stray) throw usage(`${command.whole()} 不支持选项 ${stray.long}`, `运行 ${command.whole()} --help 查看用法`)
  return { ...group.opts(), ...command.opts() }
}

/** One verb as a commander command. */
function addVerb(group: XzxCommand, verb: Verb, world: World, outcome: Outcome, more: string): void {
  const command = (verb.name === '' ? group : group.command(verb.name, { hidden: verb.hidden === true })) as XzxCommand
  command.description(verb.says).exitOverride()
  command.usage(`[选项]${verb.args ? ` ${verb.args}` : ''}`)
  if (verb.args) {
    command.arguments(verb.args)
    const [first] = command.registeredArguments
    if (first && verb.values) first.description = verb.values.join('、')
  }
  for (const { flag, says, many } of verb.flags ?? []) addOption(command, flag, says, many)
  // what is said of the argument has an example of its own
  const examples = (more === '' ? (verb.examples ?? []) : []).map((line) => `  ${line}`).join('\n')
  const also = `\n通用选项：${helpWords(verb).join('、')}，见 xzx --help`
  command.addHelpText('after', `${more}${examples ? `\n例：\n${examples}\n` : ''}${also}`)
  command.action(async () => {
    const { openContext } = await import('./context.ts')
    const root = command.parent?.parent ?? command.parent ?? command
    const flags = root.opts<RawFlags>()
    const given = [...globalByName.keys()].filter((name) => root.getOptionValueSource(name) === 'cli')
    const typed = Object.fromEntries(given.map((name) => [name, root.getOptionValue(name)]))
    const own = ownValues(command, group, verb)
    const refused =
      strayFlag(verb, given, command.whole()) ??
      emptyFlag(verb, typed, own) ??
      strayFormat(verb, flags.format, command.whole())
    if (refused) throw refused
    const held = own.follow === true ? undefined : outcome.held
    const ctx = await openContext(world, flags, command.whole(), verb, held)
    outcome.log = ctx.log
    try {
      outcome.code = (await verb.run(ctx, { args: command.args, flags: own, commands, again: run })) ?? exit.ok
      const end = ctx.foretold()
      if (end) throw end
    } finally {
      await ctx.close()
    }
  })
}

/** The area and the verb that argv names, wherever the global flags stand. */
function namedWords(argv: readonly string[], version: string): readonly string[] {
  if (argv.every((word) => word.startsWith('-'))) return []
  return operandsOf(argv, version) ?? argv.filter((word) => !word.startsWith('-'))
}

/**
 * The whole program; only the named area's commands are loaded, and of these no more files than until the named verb is found.
 * @param named the area (`*`: all of them), the verb, and its first argument
 * @param helped its help is asked for, and tells of the argument too
 */
export async function buildProgram(
  world: World,
  [area, verb, argument]: readonly (string | undefined)[],
  outcome: Outcome = { code: 0 },
  helped = false,
): Promise<XzxCommand> {
  const program = newProgram(world.version)
  for (const { name, says, load, hidden = false } of commands) {
    const group = program
      .command(name, { hidden })
      .description(says)
      .helpOption('-h, --help', '显示帮助')
      .helpCommand(false)
      .exitOverride() as XzxCommand
    group.usage('<动作> [编号…] [选项]')
    if (name !== area && area !== '*') continue
    for (const part of load) {
      const { verbs } = await part(verb)
      for (const each of verbs) {
        const on = each.name === '' ? verb : argument
        const more = helped && on !== undefined ? await each.helpOn?.(on) : undefined
        addVerb(group, each, world, outcome, more ?? '')
      }
      if (verbs.some((each) => each.name === verb)) break
    }
  }
  return program
}

const ownHelp: readonly (string | undefined)[] = ['exit-codes', 'topics']

/** `xzx help article list` is `xzx article list --help`; `xzx help exit-codes` and `xzx help topics` are commands. */
function asHelp(argv: readonly string[]): readonly string[] {
  const at = argv.findIndex((word) => !word.startsWith('-'))
  if (at < 0 || argv[at] !== 'help' || ownHelp.includes(argv[at + 1])) return argv
  return [...argv.slice(0, at), ...argv.slice(at + 1), '--help']
}

/** `xzx` alone on a terminal is `xzx ui`; elsewhere it is the help. */
const asUi = (argv: readonly string[], { io }: World) =>
  argv.length === 0 && io.stdinTty && io.stdoutTty ? ['ui'] : argv

/** What of the flags decides how a failure is told, known even when parsing failed. */
function mannerOf(argv: readonly string[], world: World) {
  const after = (flag: string) => argv[argv.indexOf(flag) + 1] ?? ''
  const format = argv.includes('--format') ? after('--format') : (world.env.XZX_FORMAT ?? '')
  const equals = argv.find((word) => word.startsWith('--format='))?.slice('--format='.length)
  const json = argv.includes('--json') || ['json', 'ndjson'].includes(equals ?? format)
  const profile = argv.includes('--profile') ? after('--profile') : (world.env.XZX_PROFILE ?? 'default')
  return { json, profile }
}

/** Help on a command that there is not would be commander's help on the one above it. */
function refuseUnknown(program: XzxCommand, [area, verb]: readonly string[]): void {
  if (area === undefined) return
  const group = program.commands.find((one) => one.name() === area) as XzxCommand | undefined
  if (!group) return program.unknownCommand(area)
  if (verb === undefined || group.commands.length === 0 || group.registeredArguments.length > 0) return
  if (!group.commands.some((one) => one.name() === verb)) group.unknownCommand(verb)
}

/** What Node makes of bytes in an argument that are no UTF-8 would be stored as it is. A word that is still being typed may be broken. */
function refuseBroken(argv: readonly string[]): void {
  const broken = argv.find((word) => word.includes('\ufffd'))
  if (broken === undefined || argv[0] === 'complete') return
  throw usage(
    `参数中有不是 UTF-8 编码的字：${broken.slice(0, 100)}`,
    '把终端或脚本的编码改为 UTF-8（例如 export LANG=C.UTF-8，脚本另存为 UTF-8）后再试',
  )
}

async function work(argv: readonly string[], world: World, outcome: Outcome): Promise<number> {
  refuseBroken(argv)
  if (argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V')) {
    await world.io.out(`${world.version}\n`)
    return exit.ok
  }
  const named = namedWords(argv, world.version)
  const helped = argv.includes('--help') || argv.includes('-h')
  const program = await buildProgram(world, named, outcome, helped)
  if (helped) refuseUnknown(program, named)
  const said: string[] = []
  const configure = (command: XzxCommand) => {
    command.configureOutput({
      writeOut: (text) => void said.push(text),
      writeErr: (text) => world.io.err(text),
      getOutHelpWidth: () => world.io.columns(),
      getErrHelpWidth: () => world.io.columns(),
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    for (const sub of command.commands) configure(sub as XzxCommand)
  }
  configure(program)
  try {
    await program.parseAsync([...argv], { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.code === 'commander.version' && named.length > 0)
      throw usage('--version 只显示 xzx 的版本，不能和命令一起用', '去掉它；修改所依据的版本写作 --base-version')
    // commander has already written its help; asked for it is 0, shown in place of a command is a wrong usage
    outcome.code = error.code === 'commander.help' ? exit.usage : error.exitCode === 0 ? exit.ok : exit.usage
  }
  for (const text of said) await world.io.out(text)
  return outcome.code
}

/** What a program reads on stderr is one object where a command fails: what was to be said before it stands in that. */
const holdsBack = ({ json }: { readonly json: boolean }, { io }: World) => json && !io.stderrTty

/** After a stop all else follows from it; what it cut short says more. */
const failureOf = (thrown: unknown, { signal }: World) =>
  signal.aborted && !(thrown instanceof CutShort) ? signal.reason : thrown

/** Runs one command line and gives its exit code: what the process does, and what tests call. */
export async function run(given: readonly string[], world: World): Promise<number> {
  const argv = asHelp(asUi(given, world))
  const manner = mannerOf(argv, world)
  const held: string[] = []
  const outcome: Outcome = { code: exit.ok, ...(holdsBack(manner, world) && { held }) }
  const ended = (code: number) => {
    outcome.log?.end(code)
    return code
  }
  try {
    const code = await work(argv, world, outcome)
    // it is done, as its code says, whether or not it was read
    await world.io.written?.().catch(unlessGone)
    for (const text of held) world.io.err(text)
    return ended(world.signal.aborted ? ((world.signal.reason as Interrupted).exit ?? code) : code)
  } catch (thrown) {
    const { report } = await import('./output/failures.ts')
    if (thrown instanceof CliError && thrown.found) world.onFound?.()
    return ended(report(failureOf(thrown, world), world, { ...manner, notes: held }))
  }
}
