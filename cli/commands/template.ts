import type { Endpoint } from '../../core/contract/endpoint.ts'
import { template } from '../../core/contract/template.ts'
import { fileAs, textGiven } from '../areas/template-files.ts'
import type { Context } from '../context.ts'
import { CliError, exit, usage } from '../errors.ts'
import { uses } from '../flags.ts'
import { checkedFields } from '../from-contract/check.ts'
import { flagFor } from '../from-contract/fields.ts'
import { outputOf, rehearse, writeReply } from '../from-contract/replies.ts'
import { areaVerbs } from '../from-contract/verbs.ts'
import { cleanLine, cleanText } from '../output/clean.ts'
import { tellsSuccess } from '../output/write.ts'
import { confirm } from '../questions.ts'
import { type Verb, verb } from '../verb.ts'

type Texts = Readonly<Record<string, string>>

/** One reading or writing call whose first fields are the command's arguments. */
interface Placed {
  readonly name: string
  readonly e: Endpoint
  /** The fields that are arguments, and what help calls them. */
  readonly args: readonly (readonly [field: string, says: string])[]
  /** Fields that are flags. */
  readonly flags?: readonly string[]
  /** What is asked before it is done. */
  readonly asks?: (given: Texts) => string
  /** The count is typed. */
  readonly destructive?: true
  readonly examples: readonly string[]
}

const shown = '网站上用到它的网页随即重新生成'
const file = ['fileName', '文件'] as const

const placed: readonly Placed[] = [
  {
    ...{ name: 'files', e: template.showChildFileAndFolder, args: [['skinFolderName', '皮肤或文件夹']] },
    examples: ['xzx template files default', 'xzx template files default/assets'],
  },
  { name: 'all-files', e: template.files, args: [['skin', '皮肤']], examples: ['xzx template all-files default'] },
  { name: 'history', e: template.history, args: [file], examples: ['xzx template history default/article.liquid'] },
  { name: 'fields', e: template.fields, args: [file], examples: ['xzx template fields default/article.liquid'] },
  {
    ...{ name: 'restore', e: template.restore, args: [file, ['revision', '旧版']], flags: ['version'] },
    asks: ({ fileName, revision }) =>
      `将把 ${fileName} 恢复为${revision === '0' ? '原样' : `第 ${revision} 版`}，${shown}`,
    examples: ['xzx template restore default/article.liquid 0 --dry-run'],
  },
  {
    ...{ name: 'rename', e: template.rename, args: [file, ['newName', '新文件名']], flags: ['version'] },
    asks: ({ fileName, newName }) => `将把 ${fileName} 改名为 ${newName}`,
    examples: ['xzx template rename default/article-red.liquid default/article-wide.liquid --dry-run'],
  },
  {
    ...{ name: 'del', e: template.del, args: [file], flags: ['version'], destructive: true },
    asks: ({ fileName }) => `将删除 ${fileName}，删除后可用 xzx template restore 恢复`,
    examples: ['xzx template del default/article-red.liquid --dry-run'],
  },
  {
    ...{ name: 'use', e: template.use, args: [['skin', '皮肤']] },
    asks: ({ skin }) => `网站将改用皮肤 ${skin}，随即重新生成全部网页`,
    examples: ['xzx template use plain --dry-run'],
  },
  {
    ...{
      name: 'copy',
      e: template.copy,
      args: [
        ['skin', '皮肤'],
        ['name', '名称'],
      ],
      flags: ['title'],
    },
    examples: ['xzx template copy default qingshi --title 青石 --dry-run'],
  },
  {
    ...{ name: 'remove', e: template.remove, args: [['skin', '皮肤']], destructive: true },
    asks: ({ skin }) => `将删除皮肤 ${skin}，连同其中的文件和修改记录，无法恢复`,
    examples: ['xzx template remove qingshi --dry-run'],
  },
]

/** The arguments as fields. @throws CliError 2 where one is missing */
function named(
  { args, examples }: Pick<Placed, 'args' | 'examples'>,
  given: readonly string[],
): Record<string, string> {
  if (given.length > args.length)
    throw usage(`多余的参数：${cleanLine(given[args.length] ?? '')}`, `例如 ${examples[0]}`)
  return Object.fromEntries(
    args.map(([field, says], i) => {
      if (!given[i]) throw usage(`缺少${says}`, `例如 ${examples[0]}`)
      return [field, given[i]]
    }),
  )
}

function placedVerb(one: Placed): Verb {
  const { name, e, args, flags = [], asks, destructive, examples } = one
  return verb<Texts>({
    ...{ name, says: e.says, examples, args: args.map(([, says]) => `[${says}]`).join(' ') },
    ...outputOf(e),
    knows: [...uses.server, ...outputOf(e).knows],
    flags: flags.map((field) => flagFor(e, field, field === 'title' ? '（必填）' : '')),
    async run(ctx, { args: given, flags: typed }) {
      const texts = named(one, given)
      if (flags.includes('title') && typed.title === undefined)
        throw usage('缺少 --title（标题）', `例如 ${examples[0]}`)
      const input = { ...(await checkedFields(ctx, e, { ...typed, ...texts })) }
      if (e.effect === 'write' && ctx.flags.dryRun) return rehearse(ctx, e, input)
      if (asks) await confirm(ctx, { text: cleanLine(asks(texts)), count: 1, ...(destructive && { destructive }) })
      const reply = await (await ctx.transport()).send(e, input as never, { signal: ctx.signal })
      if (e.effect === 'read' || tellsSuccess(ctx)) await writeReply(ctx, e, reply)
      return exit.ok
    },
  })
}

interface CheckFlags {
  readonly content?: string
}

/** Checks a skin, or one file of it as it would be; exit 1 where something is wrong. */
async function check(ctx: Context, [given, ...more]: readonly string[], { content }: CheckFlags): Promise<void> {
  if (more.length > 0) throw usage('一次检查一套皮肤或一个文件', '例如 xzx template check plain')
  const isFile = given?.includes('/') === true
  if (content !== undefined && !isFile)
    throw usage('--content 是一个文件的内容', '写明是哪个文件，如 default/article.liquid')
  const text = content === undefined ? {} : { content: await textGiven(ctx, content) }
  const input = isFile ? { fileName: given, ...text } : given === undefined ? {} : { skin: given }
  const found = await (await ctx.client('template')).check(input as never, { signal: ctx.signal })
  const places = found.problems.map(({ fileName, line, column, says, page }) => {
    const at = line === null ? '' : `:${line}${column === null ? '' : `:${column}`}`
    return `${fileName ?? '网页'}${at}: ${says}${page ? `（生成「${page}」时）` : ''}`
  })
  if (ctx.format !== 'table') await writeReply(ctx, template.check, found)
  else for (const line of places) await ctx.out(`${cleanLine(line)}\n`)
  if (found.problems.length > 0)
    throw new CliError(exit.refused, `皮肤 ${found.skin} 有 ${found.problems.length} 处问题`, {
      code: 'SKIN_BROKEN',
      why: cleanLine(places[0] ?? ''),
      hint: '按文件和行号修改后再检查',
    })
  ctx.note(`皮肤 ${found.skin} 没有问题：试生成 ${found.pages} 个网页`)
}

const { verbs: made } = await areaVerbs('template')
const own = new Set([...placed.map(({ name }) => name), 'show', 'edit', 'check', 'revision'])

/** Skins of the public site: looked at, checked, and set back; what is written of them is in `template-edit.ts`. */
export const verbs = [
  ...made.filter(({ name }) => !own.has(name)),
  ...placed.map(placedVerb),
  verb<Texts>({
    name: 'show',
    says: '显示皮肤的一个文件；--revision 看旧版',
    args: '[文件]',
    ...outputOf(template.readFileContent),
    knows: [...uses.server, 'format', 'fields'],
    flags: [{ flag: '--revision <值>', says: '旧版的号数，见 xzx template history；0 为原样' }],
    examples: ['xzx template show default/article.liquid', 'xzx template show default/article.liquid --revision 0'],
    async run(ctx, { args, flags: { revision } }) {
      const { fileName = '' } = named({ args: [file], examples: ['xzx template show default/article.liquid'] }, args)
      const { readFileContent, revision: wording } = await ctx.client('template')
      const read = async () => {
        if (revision === undefined) return readFileContent({ fileName }, { signal: ctx.signal })
        const checked = await checkedFields(ctx, template.revision, { fileName, revision })
        const { content, binary } = await wording(checked as never, { signal: ctx.signal })
        if (content === null) throw usage(`文件 ${fileName} 的第 ${revision} 版是删除`, '看前一版')
        return { fileName, content, binary }
      }
      const row = await read()
      if (ctx.format !== 'table') return writeReply(ctx, template.readFileContent, row)
      if (row.binary) return ctx.outBytes(Buffer.from(row.content, 'base64'))
      // a terminal is shown no control characters, a program gets the file
      return ctx.out(ctx.io.stdoutTty ? cleanText(row.content) : row.content)
    },
  }),
  verb<CheckFlags>({
    name: 'check',
    says: template.check.says.replace('；不写皮肤为', '；不写为'),
    args: '[皮肤或文件]',
    ...outputOf(template.check),
    knows: [...uses.server, ...outputOf(template.check).knows],
    flags: [{ flag: '--content <值>', says: '检查这个文件换成此内容后的样子：@文件 或 -（标准输入）' }],
    examples: ['xzx template check', 'xzx template check plain --json'],
    run: (ctx, { args, flags }) => check(ctx, args, flags),
  }),
  verb<{ content?: string; article?: string; out?: string }>({
    name: 'preview',
    says: '生成一页看看样子，不保存：用到这个文件的一页，或 --article 指定的文章',
    args: '[文件]',
    knows: [...uses.server],
    flags: [
      { flag: '--content <值>', says: '文件换成此内容：@文件 或 -（标准输入）' },
      { flag: '--article <编号>', says: '用这篇文章' },
      { flag: '--out <文件>', says: '保存为网页文件；不写则输出' },
    ],
    examples: [
      'xzx template preview default/article.liquid --out 预览.html',
      'xzx template preview default/index.liquid | head -20',
    ],
    async run(ctx, { args, flags }) {
      const { fileName = '' } = named({ args: [file], examples: ['xzx template preview default/article.liquid'] }, args)
      const typed = { fileName, ...(flags.article !== undefined && { articleId: flags.article }) }
      const input = {
        ...(await checkedFields(ctx, template.preview, typed)),
        ...(flags.content !== undefined && { content: await textGiven(ctx, flags.content) }),
      }
      const page = await (await ctx.client('template')).preview(input as never, { signal: ctx.signal })
      await fileAs(ctx, flags.out, page)
    },
  }),
]
