import type { ReferenceName } from '../core/contract/references.ts'

/** The flags that mean the same in every command (docs/rules.md, Command line): one table for parsing, help and documents. */
export const globalFlags = [
  ['--format <格式>', '输出格式：table、json、ndjson、csv、ids、count', '输出'],
  ['--json', '等于 --format json；错误也以 JSON 写到标准错误', '输出'],
  ['--fields <字段>', '只输出这些字段，用逗号隔开', '输出'],
  ['-q, --quiet', '只输出要查的数据和失败的项目，成功时不作声；要结果另加 --format 或 --json', '输出'],
  ['-v, --verbose', '发给服务器的每个请求输出一行', '输出'],
  ['--debug', '另外输出请求头，令牌以 *** 代替', '输出'],
  ['--no-color', '不用颜色', '输出'],
  ['--no-pager', '不用分页程序（本来就不用，写了也无妨）', '输出'],
  ['--log <文件>', '把运行记录按 JSON 行写到文件', '输出'],
  ['-y, --yes', '不提问，直接执行', '执行'],
  ['-n, --dry-run', '试运行：给出会有的结果，不作任何修改，不写任何文件', '执行'],
  ['--no-input', '从不提问', '执行'],
  ['--ids <来源>', '编号从 -（标准输入）或 @文件 读取', '执行'],
  ['--file <来源>', '内容从文件或 -（标准输入）读取', '执行'],
  ['--password-stdin', '从标准输入读取密码', '执行'],
  ['--concurrency <数>', '批量时同时发出的请求数，默认 4', '执行'],
  ['--continue-on-error', '某一项失败时继续（批量时本就如此）', '执行'],
  ['--failed-to <文件>', '把失败的编号写到文件，改好后可接着做；导入时是失败的行，写成 .jsonl', '执行'],
  ['--wait-lock <时长>', '同一任务的另一个运行还没有结束时，最多等多久，例如 60s', '执行'],
  ['--page <页码>', '第几页', '范围'],
  ['--size <条数>', '每页条数：10、20、30、50、100、200', '范围'],
  ['--all', '读取全部页', '范围'],
  ['--limit <条数>', '最多读取多少条', '范围'],
  ['--since <时间>', '起始（文章按发布时间，日志按操作时间）：2026-11-01、2026-11、7d、1h、today', '范围'],
  ['--until <时间>', '截止，含当天；写法同 --since', '范围'],
  ['--profile <名称>', '使用哪一套配置（每套各有服务器和登录）', '连接'],
  ['--server <地址>', '服务器地址，例如 http://127.0.0.1:8080', '连接'],
  ['--timeout <时长>', '整个请求的时限，默认 30s', '连接'],
  ['--retry <次数>', '连接失败时重试几次，默认 2；重做会出错的请求不重试', '连接'],
] as const satisfies readonly (readonly [string, string, string])[]

type Long<T extends string> = T extends `-${string}, --${infer L}` ? L : T extends `--${infer L}` ? L : never
type Bare<T extends string> = T extends `${infer N} <${string}` ? N : T
type Camel<T extends string> = T extends `${infer A}-${infer B}` ? `${A}${Capitalize<Camel<B>>}` : T
type Unnegated<T extends string> = T extends `no-${infer R}` ? R : T
/** A global flag by the name that its value has: `dryRun`, `failedTo`, `color` for --no-color. */
export type GlobalFlag = Camel<Unnegated<Bare<Long<(typeof globalFlags)[number][0]>>>>

/** `-n, --dry-run` → `--dry-run`. */
export const longOf = (flag: string): string => /--[a-z-]+/.exec(flag)?.[0] ?? ''

/** `--no-color` → `color`, `--dry-run` → `dryRun`: the name under which commander keeps a flag's value. */
export const valueName = (flag: string): string =>
  longOf(flag)
    .replace(/^--(no-)?/, '')
    .replace(/-([a-z])/g, (_, c: string) => c.toUpperCase())

/** The global flags by name: how they are typed, and what they say. */
export const globalByName = new Map(globalFlags.map((one) => [valueName(one[0]) as GlobalFlag, one]))

/** What holds for a run whatever it does: how it talks, that it asks nothing, that it changes nothing. */
export const everywhere = [
  'json',
  'quiet',
  'verbose',
  'debug',
  'color',
  'pager',
  'log',
  'yes',
  'dryRun',
  'input',
] as const satisfies readonly GlobalFlag[]

/** The other global flags, as they go together; a verb names those that it uses, and refuses the rest. */
export const uses = {
  /** Asks a server. */
  server: ['profile', 'server', 'timeout', 'retry'],
  /** Writes rows or values. */
  output: ['format', 'fields'],
  /** Reads a list by pages. */
  pages: ['page', 'size', 'all', 'limit'],
  span: ['since', 'until'],
  /** Works on many ids. */
  bulk: ['ids', 'concurrency', 'continueOnError', 'failedTo'],
  /** Is one of its kind at a time. */
  lock: ['waitLock'],
} as const satisfies Readonly<Record<string, readonly GlobalFlag[]>>

/** The global flags as commander gives them: text, not yet judged. */
export interface RawFlags {
  readonly format?: string
  readonly json?: true
  readonly fields?: string
  readonly quiet?: true
  readonly verbose?: true
  readonly debug?: true
  readonly color: boolean
  readonly pager: boolean
  readonly input: boolean
  readonly log?: string
  readonly yes?: true
  readonly dryRun?: true
  readonly ids?: string
  readonly file?: string
  readonly passwordStdin?: true
  readonly concurrency?: string
  readonly continueOnError?: true
  readonly failedTo?: string
  readonly waitLock?: string
  readonly page?: string
  readonly size?: string
  readonly all?: true
  readonly limit?: string
  readonly since?: string
  readonly until?: string
  readonly profile?: string
  readonly server?: string
  readonly timeout?: string
  readonly retry?: string
}

/** What `--format` may be. */
export const formats = ['table', 'json', 'ndjson', 'csv', 'ids', 'count'] as const
export type Format = (typeof formats)[number]
/** What `--size` may be. */
export const pageSizes = [10, 20, 30, 50, 100, 200] as const

/** A flag of one verb. */
export interface Flag {
  /** As commander writes it: `--status <状态>`. */
  readonly flag: string
  readonly says: string
  /** May be given several times; its value is then always a list. */
  readonly many?: true
  /** Values to complete with on the command line. */
  readonly values?: readonly string[]
  /** It names a row of this kind: completed with their names. */
  readonly of?: ReferenceName
  /** An empty value means something: it empties the field. Any other flag refuses one. */
  readonly empties?: true
}

/** What a command reads from its flags beside those that mean the same everywhere. */
export interface Reads {
  readonly flags?: readonly Flag[]
  /** The global flags that it uses, beside those that hold everywhere; any other is refused (`uses`). */
  readonly knows?: readonly GlobalFlag[]
  /** What `--format` may be here; all of them where nothing is said. */
  readonly formats?: readonly Format[]
  /** Reads no config file, and so cannot be stopped by a broken one. */
  readonly withoutConfig?: true
  /** Makes the profile that is named, where there is none; other commands refuse it. */
  readonly makesProfile?: true
}
