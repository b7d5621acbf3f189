import { eachEndpoint, wholeContract } from '../../core/contract/areas.ts'
import { type Access, accessWords, type Endpoint, wireName } from '../../core/contract/endpoint.ts'
import { documentOf } from '../../core/contract/replies.ts'
import { inputFields, namesOf } from '../../core/contract/wire.ts'
import { jsonFault } from '../../core/json-fault.ts'
import { readSource } from '../bulk/ids.ts'
import type { Context } from '../context.ts'
import { exit, usage } from '../errors.ts'
import { saveDocument } from '../files/document.ts'
import { uses } from '../flags.ts'
import { exitOfReply, rehearse } from '../from-contract/replies.ts'
import { unusedFields } from '../from-contract/unused.ts'
import { needCall } from '../from-contract/verbs.ts'
import { isDrawn, isValueFormat, valueFormats, writeList, writeValue } from '../output/write.ts'
import { verb } from '../verb.ts'

interface Flags {
  readonly body?: string
  readonly query?: readonly string[]
  readonly form?: readonly string[]
  readonly out?: string
}

const accessOf = (access: Access) => (typeof access === 'string' ? accessWords[access] : access.like)

const columns = [
  { field: 'name', title: '名称', whole: true },
  { field: 'says', title: '说明' },
  { field: 'access', title: '权限' },
  { field: 'effect', title: '作用', words: { read: '查询', write: '修改', count: '计数' } },
  { field: 'method', title: '方法' },
  { field: 'path', title: '路径', whole: true },
]

async function listCalls(ctx: Context): Promise<void> {
  const rows = [...eachEndpoint(await wholeContract())].map(([area, call, e]) => ({
    name: `${area}.${call}`,
    says: e.says,
    access: accessOf(e.access),
    effect: e.effect,
    method: e.method,
    path: e.path,
  }))
  await writeList(
    ctx,
    { columns, usual: ['name', 'says', 'access', 'method', 'path'], idField: 'name', titleField: 'says' },
    rows,
  )
}

/** JSON that was typed, or stands in `@文件` or on `-`. @throws usage naming the flag */
export async function bodyFrom(ctx: Context, text: string | undefined, flag = '--body'): Promise<unknown> {
  if (text === undefined) return undefined
  const json = text === '-' || text.startsWith('@') ? await readSource(ctx, text, flag, ' JSON 内容') : text
  const bare = json.replace(/^\uFEFF/, '')
  try {
    return JSON.parse(bare)
  } catch {
    throw usage(`${flag} 不是有效的 JSON`, `例如 ${flag} '{"title":"标题"}' 或 ${flag} @文件`, jsonFault(bare))
  }
}

function pairsFrom(flag: string, pairs: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=')
      if (at < 1) throw usage(`--${flag} 应为 名称=${flag === 'form' ? '@文件' : '值'}，收到 ${pair}`)
      return [pair.slice(0, at), pair.slice(at + 1)]
    }),
  )
}

/** The files that go with a call, by its fields. @throws CliError 2 where it takes none */
async function filesFrom(ctx: Context, e: Endpoint, pairs: readonly string[]): Promise<Record<string, unknown>> {
  if (pairs.length === 0) return {}
  if (e.send !== 'form') throw usage('这个接口不接受文件', '去掉 --form')
  const { openFile } = await import('../files/open.ts')
  const found = new Map<string, File[]>()
  for (const pair of pairs) {
    const [[name, given] = ['', '']] = Object.entries(pairsFrom('form', [pair]))
    if (!given.startsWith('@')) throw usage(`--form 应为 名称=@文件，收到 ${pair}`, '例如 --form file=@图片.jpg')
    found.set(name, [...(found.get(name) ?? []), await openFile(ctx, given.slice(1))])
  }
  return Object.fromEntries([...found].map(([name, files]) => [name, files.length === 1 ? files[0] : files]))
}

/** Body and query as the call's input; names of the wire and other spellings are understood, unknown fields go along. */
function inputOf(e: Endpoint, body: unknown, query: Record<string, unknown>): Record<string, unknown> {
  // a field's own name before what is another one's further spelling
  const code = new Map([
    ...inputFields(e).flatMap((field) => namesOf(e, field).map((name) => [name, field] as const)),
    ...inputFields(e).map((field) => [wireName(e, field), field] as const),
  ])
  const fields = Array.isArray(body) ? { items: body } : ((body ?? {}) as Record<string, unknown>)
  if (body !== undefined && (body === null || typeof body !== 'object')) throw usage('--body 应为 JSON 对象或列表')
  return Object.fromEntries(
    Object.entries({ ...fields, ...query }).map(([name, value]) => [code.get(name) ?? name, value]),
  )
}

/** What only the list of all calls can be asked for, before anything is sent. */
function refuseListFlags(ctx: Context): void {
  const { fields, format } = ctx.flags
  if (fields !== undefined) throw usage('调用接口时没有 --fields', '去掉它，或用 --json 后自行挑选')
  if (format !== undefined && !isValueFormat(ctx.format))
    throw usage(`调用接口时不支持 --format ${format}`, `可用：${valueFormats.join('、')}`)
}

async function call(given: Context, name: string, flags: Flags): Promise<number> {
  refuseListFlags(given)
  // a format that was set for all commands, and that a value cannot have
  const ctx = isValueFormat(given.format) ? given : { ...given, format: 'json' as const }
  const { e } = await needCall(name)
  const body = await bodyFrom(ctx, flags.body)
  const files = await filesFrom(ctx, e, flags.form ?? [])
  const input = inputOf(e, body, { ...pairsFrom('query', flags.query ?? []), ...files })
  const unused = unusedFields(e, input)
  if (unused.length > 0) ctx.warn(`没有用到的字段：${unused.join('、')}`)
  if (ctx.flags.dryRun && e.effect !== 'read') return rehearse(ctx, e, input)
  const asFile = documentOf(e)?.kept || e.reply === 'image' || flags.out !== undefined
  if (asFile) {
    await saveDocument(ctx, e, input, flags.out, undefined, null)
    return exit.ok
  }
  const via = await ctx.transport()
  const value = await via.send(e, input, { signal: ctx.signal })
  if (typeof value === 'string' && (e.reply === 'page' || isDrawn(ctx))) await ctx.out(`${value}\n`)
  else await writeValue(ctx, value)
  return exitOfReply(ctx, e, value)
}

/** Raw access to every call of the contract. */
export const verbs = [
  verb<Flags>({
    name: '',
    says: '调用任意接口；不给名称则列出全部，名称加 --help 说明它的字段',
    helpOn: async (name) => (await import('../from-contract/call-help.ts')).callHelp(name),
    args: '[接口]',
    knows: [...uses.server, ...uses.output],
    flags: [
      { flag: '-d, --body <内容>', says: 'JSON，或 @文件，或 -（标准输入）' },
      { flag: '--query <名称=值>', says: '一个参数，可多次', many: true },
      { flag: '--form <名称=@文件>', says: '上传的文件，可多次', many: true },
      { flag: '--out <文件>', says: '把回答写到文件' },
    ],
    examples: [
      'xzx api',
      'xzx api article.view --query articleID=101',
      'xzx api article.save-admin --help',
      'xzx api article.save-admin -d @article.json',
      'xzx api file.upload-name --query type=image --form file=@图片.jpg',
      'xzx api home.deptDataCountExcel --body "{}" --out 部门统计.xlsx',
    ],
    async run(ctx, { args: [name], flags }) {
      if (name !== undefined) return call(ctx, name, flags)
      const [stray] = Object.keys(flags)
      if (stray !== undefined) throw usage(`没有说明调用哪个接口，不能用 --${stray}`, '运行 xzx api 列出全部接口')
      await listCalls(ctx)
      return exit.ok
    },
  }),
]
