import { Command, Help } from 'commander'
import { usage } from './errors.ts'
import { globalFlags, longOf } from './flags.ts'
import { didYouMean } from './suggest.ts'

/** commander's own headings in Chinese. */
const headings: Readonly<Record<string, string>> = {
  'Usage:': '用法：',
  'Arguments:': '参数：',
  'Options:': '选项：',
  'Global Options:': '通用选项：',
  'Commands:': '命令：',
}

const wide = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/g
/** Cells of a text of help: letters and Chinese only, so no library is loaded for it. */
const cells = (text: string) => text.length + (text.match(wide)?.length ?? 0)

class ChineseHelp extends Help {
  override displayWidth = cells
  override styleTitle = (title: string) => headings[title] ?? title
  override subcommandTerm(command: Command): string {
    const args = command.registeredArguments.map(
      (a) => `${a.required ? '<' : '['}${a.name()}${a.variadic ? '...' : ''}${a.required ? '>' : ']'}`,
    )
    return [command.name(), ...args].join(' ')
  }
}

/** commander with refusals in Chinese; these methods are its hooks for them, though its types don't name them. */
export class XzxCommand extends Command {
  override createCommand(name?: string): XzxCommand {
    return new XzxCommand(name)
  }
  override createHelp(): Help {
    return Object.assign(new ChineseHelp(), this.configureHelp())
  }
  /** `xzx article list`, for hints. */
  whole(): string {
    const above = this.parent instanceof XzxCommand ? `${this.parent.whole()} ` : ''
    return above + this.name()
  }
  private see(): string {
    return `运行 ${this.whole()} --help 查看用法`
  }
  unknownCommand(word = this.args[0] ?? ''): void {
    throw usage(
      `未知命令 ${word}${didYouMean(
        word,
        this.commands.map((c) => c.name()),
      )}`,
      this.see(),
    )
  }
  unknownOption(flag: string): void {
    const [word = '-'] = this.args
    // a misspelt name has no flags that could be known
    if (this.commands.length > 0 && !word.startsWith('-')) this.unknownCommand(word)
    const known: string[] = []
    for (let at: Command | null = this; at; at = at.parent) known.push(...at.options.flatMap((o) => o.long ?? []))
    throw usage(`未知选项 ${flag}${didYouMean(flag.split('=')[0] ?? flag, known)}`, this.see())
  }
  missingArgument(name: string): void {
    throw usage(`缺少参数 ${name}`, this.see())
  }
  optionMissingArgument(option: { flags: string }): void {
    throw usage(`选项 ${option.flags} 缺少值`, this.see())
  }
  _excessArguments(received: readonly string[]): void {
    throw usage(`参数过多：${received.join(' ')}`, this.see())
  }
}

const shownMax = 40

/** A flag that is given again would let go of what was given first: without a word, the list is another than was meant. */
function onlyOnce(flags: string, hint = '去掉多余的一个'): (value: string, before?: string) => string {
  const cut = (text: string) => (text.length > shownMax ? `${text.slice(0, shownMax)}……` : text)
  return (value, before) => {
    if (before === undefined) return value
    throw usage(`${longOf(flags)} 只能写一次，收到 ${cut(before)} 和 ${cut(value)}`, hint)
  }
}

/** Adds an option; one with a value may be given once, unless it is declared to take several. */
export function addOption(command: Command, flags: string, says: string, many = false): void {
  if (many) command.option(flags, says, (value: string, before: readonly string[] = []) => [...before, value])
  else if (!flags.includes('<')) command.option(flags, says)
  else
    command.option(flags, says, onlyOnce(flags, says.includes('逗号隔开') ? '多个值写在一起，用逗号隔开' : undefined))
}

/** The bare program: name, version and the flags that hold everywhere. */
export function newProgram(version: string): XzxCommand {
  const program = new XzxCommand('xzx')
  program
    .description('县政协网站后台的命令行')
    .usage('[选项] <命令> [动作] [编号…]')
    .version(version, '-V, --version', '显示版本')
    .helpOption('-h, --help', '显示帮助')
    .helpCommand(false)
    .exitOverride()
  for (const [flags, says] of globalFlags) addOption(program, flags, says)
  return program
}

/** The words of a command line that are no flags and no values of global flags; null where it cannot be parsed. */
export function operandsOf(argv: readonly string[], version: string): string[] | null {
  const silent = { writeOut: () => undefined, writeErr: () => undefined }
  try {
    return newProgram(version)
      .configureOutput(silent)
      .parseOptions([...argv]).operands
  } catch {
    return null
  }
}
