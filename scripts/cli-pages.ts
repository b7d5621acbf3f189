import { commands } from '../cli/commands/table.ts'
import { settings } from '../cli/config/settings.ts'
import { exitCodes } from '../cli/errors.ts'
import { everywhere, globalFlags } from '../cli/flags.ts'
import { knownWords, typed } from '../cli/known-flags.ts'
import type { Verb } from '../cli/verb.ts'

/** The command line twice: a page of Markdown and one for `man`, both from the tables that `--help` comes from. */

interface Group {
  readonly name: string
  readonly says: string
  readonly verbs: readonly Verb[]
}

/** The variables that a command line hears. */
const variables: readonly (readonly [string, string])[] = [
  ['XZX_TOKEN', '令牌，优先于已保存的登录'],
  ...settings.flatMap((s) => ('env' in s && s.env ? [[s.env, s.says] as const] : [])),
]

/** Every command for people with its verbs. */
const groups = (): Promise<Group[]> =>
  Promise.all(
    commands
      .filter(({ hidden }) => !hidden)
      .map(async ({ name, says, load }) => {
        const parts = await Promise.all(load.map((part) => part()))
        return { name, says, verbs: parts.flatMap(({ verbs }) => verbs).filter((verb) => !verb.hidden) }
      }),
  )

/** `xzx article list [ids…]` */
const lineOf = (group: Group, verb: Verb) => ['xzx', group.name, verb.name, verb.args].filter(Boolean).join(' ')

const shellFlag = (flag: string) => `\`${flag.replaceAll('|', '\\|')}\``

export async function cliPage(): Promise<string> {
  const lines = ['# 命令行', '', '由 `npm run docs` 从 `cli/commands/` 生成，请勿手工修改。', '']
  for (const group of await groups()) {
    lines.push(`## xzx ${group.name}`, '', `${group.says}。`, '')
    for (const verb of group.verbs) {
      lines.push(`### ${lineOf(group, verb)}`, '', `${verb.says}。`, '')
      const flags = (verb.flags ?? []).map((flag) => `| ${shellFlag(flag.flag)} | ${flag.says} |`)
      if (flags.length > 0) lines.push('| 选项 | 含义 |', '|---|---|', ...flags, '')
      const known = knownWords(verb)
      if (known.length > 0) lines.push(`通用选项：${known.map((word) => `\`${word}\``).join('、')}`, '')
      if (verb.examples?.length) lines.push('```', ...verb.examples, '```', '')
    }
  }
  lines.push(
    '## 通用选项',
    '',
    `各命令说明它用到哪些，其余一律拒绝；${everywhere.map((name) => `\`${typed(name)}\``).join('、')} 在每个命令中都可用。`,
    '',
    '| 选项 | 含义 |',
    '|---|---|',
    ...globalFlags.map(([flag, says]) => `| ${shellFlag(flag)} | ${says} |`),
    '',
  )
  lines.push(
    '## 退出码',
    '',
    '| 退出码 | 含义 |',
    '|---|---|',
    ...Object.entries(exitCodes).map(([code, says]) => `| ${code} | ${says} |`),
    '',
    '## 环境变量',
    '',
    '| 变量 | 含义 |',
    '|---|---|',
    ...variables.map(([name, says]) => `| \`${name}\` | ${says} |`),
  )
  return `${lines.join('\n')}\n`
}

/** Text in the language of `man`: nothing in it is a request. */
const roff = (text: string) =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^(?=[.'])/gm, '\\&')
const entry = (term: string, says: string) => ['.TP', `\\fB${roff(term)}\\fR`, roff(says)]

function manVerb(group: Group, verb: Verb): string[] {
  return [
    `.SS "${roff(lineOf(group, verb))}"`,
    `${roff(verb.says)}。`,
    ...(verb.flags ?? []).flatMap(({ flag, says }) => entry(flag, says)),
    ...(verb.examples?.length ? ['.PP', '.nf', ...verb.examples.map((line) => `    ${roff(line)}`), '.fi'] : []),
  ]
}

export async function manPage(): Promise<string> {
  const lines = [
    '.\\" 由 npm run docs 生成，请勿手工修改',
    '.TH XZX 1',
    '.SH 名称',
    'xzx \\- 县政协网站后台的命令行',
    '.SH 概要',
    '\\fBxzx\\fR [选项] <命令> [动作] [编号…]',
    '.SH 命令',
    ...(await groups()).flatMap((group) => group.verbs.flatMap((verb) => manVerb(group, verb))),
    '.SH 通用选项',
    ...globalFlags.flatMap(([flag, says]) => entry(flag, says)),
    '.SH 退出码',
    ...Object.entries(exitCodes).flatMap(([code, says]) => entry(code, says)),
    '.SH 环境变量',
    ...variables.flatMap(([name, says]) => entry(name, says)),
  ]
  return `${lines.join('\n')}\n`
}
