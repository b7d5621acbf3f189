import { areas } from '../../core/contract/areas.ts'
import { configChangesMax, configManySays, config as contract } from '../../core/contract/config.ts'
import { type Endpoint, rightSays } from '../../core/contract/endpoint.ts'
import { innerRights } from '../../core/contract/rights.ts'
import { settingSchema } from '../../core/contract/setting.ts'
import { type ConfigChange, configDiff, configPayload, configTwins } from '../../core/domain/config-diff.ts'
import {
  type ConfigFile,
  type ConfigPart,
  configFile,
  configPartNames,
  configParts,
} from '../../core/domain/config-file.ts'
import {
  configFieldTitle,
  configKinds,
  configLines,
  configName,
  configShort,
  configSigns,
  configSum,
} from '../../core/domain/config-words.ts'
import { isSetting, placeSettings, settingNames, settingOf } from '../../core/domain/settings.ts'
import { type Issue, reasonOf } from '../../core/issues.ts'
import type { Context } from '../context.ts'
import { CliError, exit, usage } from '../errors.ts'
import { tellExported } from '../export/told.ts'
import { badJson, type JsonKind, readJson } from '../files/json-file.ts'
import { outputPath, writeWhole } from '../files/save.ts'
import { type Flag, uses } from '../flags.ts'
import { cleanLine } from '../output/clean.ts'
import { checkFields, isDrawn, isForPrograms, type Shape, tellsSuccess, writeDone, writeList } from '../output/write.ts'
import { confirm } from '../questions.ts'
import { tellRevealed } from '../reveal.ts'
import { didYouMean } from '../suggest.ts'
import { verb } from '../verb.ts'
import { foundBy } from '../world.ts'

const kind: JsonKind = { says: '配置文件', code: 'CONFIG_FILE', hint: '用 xzx config export 导出一份，照它的格式修改' }

interface Narrowed {
  readonly only?: string
  readonly prune?: true
}

const onlyFlag: Flag = {
  flag: '--only <部分>',
  says: `只限这些部分，用逗号隔开：${Object.values(configParts).join('、')}（或 ${configPartNames.join('、')}）`,
  values: Object.values(configParts),
}
const pruneFlag: Flag = { flag: '--prune', says: '文件中有的部分里，文件没有写到的删去（默认保留）' }

const shape: Shape = {
  columns: [
    { field: 'part', title: '部分', words: configParts },
    { field: 'kind', title: '改动', words: configKinds },
    { field: 'name', title: '名称' },
    { field: 'field', title: '字段' },
    { field: 'title', title: '字段名称' },
    { field: 'before', title: '现在' },
    { field: 'after', title: '改为' },
  ],
  usual: ['part', 'kind', 'name', 'title', 'before', 'after'],
  idField: 'name',
  titleField: 'after',
}

/** The parts that `--only` names, by word or name; all without it. @throws usage */
function partsOf(only: string | undefined): readonly ConfigPart[] {
  if (only === undefined) return configPartNames
  const words = only.split(/[,，、]/).map((word) => word.trim())
  const known = [...configPartNames, ...Object.values(configParts)]
  return words.map((word) => {
    const found = configPartNames.find((part) => part === word || configParts[part] === word)
    if (found) return found
    throw usage(
      `--only 中没有「${word}」这一部分${didYouMean(word, known)}`,
      `可选：${known.slice(configPartNames.length).join('、')}`,
    )
  })
}

/** A configuration of the parts that are meant. */
function only(config: ConfigFile, parts: readonly ConfigPart[]): ConfigFile {
  const kept = configPartNames.filter((part) => parts.includes(part) && config[part] !== undefined)
  return { format: config.format, ...Object.fromEntries(kept.map((part) => [part, config[part]])) }
}

/** Settings that there are not, and values that the server would refuse, are found before it is asked. @throws CliError 2 */
function checkSettings({ settings: given = {} }: ConfigFile, file: string): void {
  for (const [name, value] of Object.entries(given)) {
    const bad = (why: string) => badJson(kind, file, `settings.${name}`, why)
    if (!isSetting(name)) throw bad(`没有这个设置${didYouMean(name, settingNames)}`)
    const read = settingSchema(name).safeParse(value)
    if (!read.success) throw bad(`${settingOf(name).title}：${reasonOf(read.error.issues[0] as Issue)}`)
  }
}

/** @throws CliError 2 for a file that is none */
async function readConfig(ctx: Context, file: string, parts: readonly ConfigPart[]): Promise<ConfigFile> {
  const config = await readJson(ctx, file, kind, configFile)
  const meant = only(config, parts)
  checkSettings(meant, file)
  return meant
}

/** Of several that are called alike nobody can tell which is meant. @throws CliError 2 */
function refuseTwins(
  now: ConfigFile,
  wanted: ConfigFile,
  prune: boolean | undefined,
  from: string,
  file: string,
): void {
  const [twin] = configTwins(now, wanted, prune)
  if (!twin) return
  const { part, name, there, given } = twin
  if (there < 2) throw badJson(kind, file, part, `「${name}」写了两次`)
  throw new CliError(
    exit.usage,
    `${from}有 ${there} 个${configParts[part]}叫「${name}」，文件写了 ${given} 个，分不出指的是哪一个`,
    {
      code: kind.code,
      hint: `在管理界面给其余的改名，再用 xzx config export 导出一份；只办理其他部分，用 --only 写明`,
    },
  )
}

/** What the rights are called that changes of roles speak of: only the contracts of their areas are loaded. */
async function rightsIn(changes: readonly ConfigChange[], now: ConfigFile): Promise<Map<string, string>> {
  const aliases = changes.flatMap(({ part, fields }) =>
    part === 'roles'
      ? fields.flatMap(({ field, before, after }) =>
          field === 'keys' ? [before, after].flatMap((list) => (Array.isArray(list) ? list.map(String) : [])) : [],
        )
      : [],
  )
  const says = new Map((now.menus ?? []).map(({ alias, name = alias }) => [alias, name]))
  for (const [alias, right] of Object.entries(innerRights)) says.set(alias, right.says)
  for (const alias of new Set(aliases)) {
    const [area = '', call = ''] = alias.split('_')
    if (says.has(alias) || !Object.hasOwn(areas, area)) continue
    const contract = (await areas[area as keyof typeof areas].load()) as Readonly<Record<string, Endpoint>>
    const e = Object.hasOwn(contract, call) ? contract[call] : undefined
    if (e) says.set(alias, rightSays(e))
  }
  return says
}

/** As a person reads it: each part, each thing, each field. */
function drawn(changes: readonly ConfigChange[], rights: ReadonlyMap<string, string>): string {
  const lines = [...Map.groupBy(changes, ({ part }) => part)].flatMap(([part, some]) => [
    `${configParts[part]}（${configSum(some)}）`,
    ...some.flatMap((change) => [
      `  ${configSigns[change.kind]} ${configName(change)}`,
      ...configLines(change, rights).map((line) => `      ${line}`),
    ]),
  ])
  return lines.map((line) => `${cleanLine(line)}\n`).join('')
}

/** One row for each field that changes: for programs the values, else in words, of a list what goes and what comes. */
const rowsOf = (changes: readonly ConfigChange[], rights: ReadonlyMap<string, string>, raw: boolean) =>
  changes.flatMap((change) => {
    const { part, kind, name } = change
    const fields = change.fields.length > 0 ? change.fields : [{ field: '', before: null, after: null }]
    return fields.map(({ field, ...values }) => {
      const { before, after } = raw ? values : configShort(change, field, values, rights)
      return { part, kind, name, field, title: configFieldTitle(change, field), before, after }
    })
  })

async function tellChanges(ctx: Context, changes: readonly ConfigChange[], now: ConfigFile): Promise<void> {
  const rights = await rightsIn(changes, now)
  if (isDrawn(ctx)) return ctx.out(drawn(changes, rights))
  await writeList(ctx, shape, rowsOf(changes, rights, isForPrograms(ctx)))
}

/** Without what is of this one installation. */
function withoutPlace({ settings = {}, ...parts }: ConfigFile): ConfigFile {
  const kept = Object.entries(settings).filter(([name]) => !placeSettings.some((one) => one === name))
  return { ...parts, settings: Object.fromEntries(kept) }
}

async function exportConfig(ctx: Context, parts: readonly ConfigPart[], out: string | undefined): Promise<void> {
  const { config } = await (await ctx.client('config')).export({}, { signal: ctx.signal })
  const chosen = only(withoutPlace(config), parts)
  const text = `${JSON.stringify(chosen, null, 2)}\n`
  const sum = parts.map((part) => {
    const things = chosen[part]
    const count = Array.isArray(things) ? things.length : Object.keys(things ?? {}).length
    return `${configParts[part]} ${count}`
  })
  const stdout = out === undefined || out === '-'
  const path = stdout ? '' : outputPath(ctx, out)
  await (stdout ? ctx.out(text) : writeWhole(ctx, path, (file) => file.writeFile(text)))
  if (!ctx.flags.dryRun) await tellExported(ctx, '站点的配置', sum.join('、'), 'json')
  if (stdout) return
  ctx.note(`${ctx.flags.dryRun ? '试运行，没有写文件' : '已导出'}：${sum.join('、')}；${path}`)
}

/** What would make the one into the other: a file and the server, or two files. */
async function compared(ctx: Context, [file, other]: readonly string[], { only, prune }: Narrowed) {
  const parts = partsOf(only)
  if (!file) throw usage('缺少配置文件', '例如 xzx config diff 配置.json；先用 xzx config export 导出')
  if (file === '-' && other === '-') throw usage('标准输入只能读一次', '把其中一份存为文件')
  const first = await readConfig(ctx, file, parts)
  if (other !== undefined) {
    const second = await readConfig(ctx, other, parts)
    refuseTwins(first, second, prune, `${file} 中`, other)
    return { now: first, print: '', changes: configDiff(first, second, prune) }
  }
  const { config, print } = await (await ctx.client('config')).export({}, { signal: ctx.signal })
  refuseTwins(config, first, prune, '站点上', file)
  return { now: config, print, changes: configDiff(config, first, prune) }
}

/** What is too much is said before it is sent: a body of that size is refused in words that know nothing of it. @throws CliError 2 */
function refuseMany(changes: readonly ConfigChange[]): void {
  if (changes.length > configChangesMax)
    throw usage(`一次最多 ${configChangesMax} 处修改，现有 ${changes.length} 处，没有作任何修改`, configManySays)
}

async function apply(ctx: Context, file: string | undefined, flags: Narrowed): Promise<void> {
  const { now, print, changes } = await compared(ctx, [file ?? ''], flags)
  refuseMany(changes)
  const none = { added: 0, changed: 0, removed: 0 }
  if (changes.length === 0) {
    ctx.note('没有要修改的：服务器的配置与文件一致')
    return writeDone(ctx, none)
  }
  if (!ctx.flags.quiet) ctx.note(drawn(changes, await rightsIn(changes, now)).trimEnd())
  const gone = changes.filter(({ kind }) => kind === 'remove').length
  const text = `将按 ${file} 修改站点的配置（${configSum(changes)}）`
  const input = { base: print, ...configPayload(changes) }
  await tellRevealed(ctx, contract.apply, [input])
  await confirm(ctx, { text, count: changes.length, ...(gone > 0 && { destructive: true }) })
  const calls = await ctx.client('config')
  const { added, changed, removed } = await calls.apply(input, { signal: ctx.signal })
  ctx.note(`${ctx.flags.dryRun ? '试运行，没有修改：将' : '已'}${configSum(changes)}`)
  await writeDone(ctx, { added, changed, removed })
}

/** A file may no more than its reader's screens. */
const keysSay =
  '除 config_export、config_apply 外，还须有所改部分的权限：栏目 column_save、column_edit，数据字典 dict_save、dict_edit，菜单 resource_resSave、resource_resEdit，角色 role_save、resource_roleSave、column_roleSave，站点设置 setting_save；--prune 还须有相应的删除权限'

const differs = exit.partial

/** The site's own configuration as a file; that of the command line is beside it. */
export const verbs = [
  verb<Pick<Narrowed, 'only'> & { out?: string }>({
    name: 'export',
    says: '把站点的栏目、字典、菜单、角色和设置导出为一个文件，按名称而不按编号，可以放进版本库、用在别的站点',
    knows: uses.server,
    flags: [{ flag: '--out <文件>', says: '写到哪里，{date} 换成日期和时间；默认写到标准输出' }, onlyFlag],
    examples: ['xzx config export --out 配置-{date}.json', 'xzx config export --only 角色,菜单 > 角色.json'],
    run: (ctx, { flags }) => exportConfig(ctx, partsOf(flags.only), flags.out),
  }),
  verb<Narrowed & { exitCode?: true }>({
    name: 'diff',
    says: '配置文件与服务器现在的配置有什么不同；给两个文件则比较这两个，不问服务器',
    args: '[文件] [另一文件]',
    knows: [...uses.server, ...uses.output],
    flags: [onlyFlag, pruneFlag, { flag: '--exit-code', says: `有不同时以 ${differs} 结束（默认 0），供定时任务判断` }],
    examples: [
      'xzx config diff 配置.json',
      'xzx config diff 旧.json 新.json --only 角色',
      'xzx config diff 配置.json --prune --exit-code --quiet',
    ],
    async run(ctx, { args, flags }) {
      checkFields(ctx, shape)
      const { now, changes } = await compared(ctx, args, flags)
      if (tellsSuccess(ctx) || changes.length > 0) await tellChanges(ctx, changes, now)
      ctx.note(changes.length === 0 ? '没有不同' : `有 ${changes.length} 处不同：${configSum(changes)}`)
      return flags.exitCode && changes.length > 0 ? foundBy(ctx.world, differs) : exit.ok
    },
  }),
  verb<Narrowed>({
    name: 'apply',
    says: `按配置文件修改站点的配置：先列出改动并提问，全部成功或全不修改；文件没有写到的保持不变。${keysSay}`,
    args: '[文件]',
    knows: [...uses.server, 'format'],
    formats: ['table', 'json'],
    flags: [onlyFlag, pruneFlag],
    examples: ['xzx config apply 配置.json --dry-run', 'xzx config apply 配置.json --only 数据字典 --yes'],
    run: (ctx, { args, flags }) => apply(ctx, args[0], flags),
  }),
]
