import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { type SkinContentRow, template } from '../../core/contract/template.ts'
import { ApiError } from '../../core/errors.ts'
import { textGiven } from '../areas/template-files.ts'
import type { Context } from '../context.ts'
import { runEditor } from '../editor.ts'
import { CliError, exit, isStale, usage } from '../errors.ts'
import { uses } from '../flags.ts'
import { checkedFields } from '../from-contract/check.ts'
import { flagFor } from '../from-contract/fields.ts'
import { outputOf, rehearse, writeReply } from '../from-contract/replies.ts'
import { cleanLine } from '../output/clean.ts'
import { tellsSuccess } from '../output/write.ts'
import { askLine, canAsk, confirm } from '../questions.ts'
import { verb } from '../verb.ts'

interface Flags {
  readonly content?: string
  readonly baseVersion?: string
}

const e = template.writeFileContent
const example = 'xzx template edit default/404.liquid --content @404.liquid'

/** The file as it is; one that is not there yet is empty. */
async function opened(ctx: Context, fileName: string): Promise<Pick<SkinContentRow, 'content' | 'version'>> {
  const { readFileContent } = await ctx.client('template')
  try {
    const row = await readFileContent({ fileName }, { signal: ctx.signal })
    if (row.binary || row.fixed)
      throw usage(`${fileName} 不能编辑`, row.fixed ? '脚本随程序提供' : '图片请在管理界面上传')
    return row
  } catch (error) {
    if (error instanceof ApiError && error.code === 'NOT_FOUND') return { content: '', version: 0 }
    throw error
  }
}

const asks = (fileName: string) => `将保存 ${cleanLine(fileName)}，网站上用到它的网页随即重新生成`

/** Saves a text. @throws as the call, and as `confirm` */
async function save(ctx: Context, input: Record<string, unknown>): Promise<number> {
  if (ctx.flags.dryRun) return rehearse(ctx, e, input)
  await confirm(ctx, { text: asks(String(input.fileName)), count: 1 })
  const { writeFileContent } = await ctx.client('template')
  const { content: _text, ...row } = await writeFileContent(input as never)
  ctx.note(`已保存 ${cleanLine(row.fileName)}（第 ${row.version} 版）`)
  if (tellsSuccess(ctx) && ctx.format !== 'table') await writeReply(ctx, e, row)
  return exit.ok
}

const nothing = (why: string) => new CliError(exit.cancelled, `${why}，没有作任何修改`, { code: 'CANCELLED' })

/** What the server would not take is opened again where the person wants to; nothing that was typed is lost. */
async function byHand(ctx: Context, fileName: string): Promise<number> {
  const { content, version } = await opened(ctx, fileName)
  const folder = await mkdtemp(join(tmpdir(), 'xzx-edit-'))
  const path = join(folder, basename(fileName))
  await writeFile(path, content, { mode: 0o600 })
  const left = () => readFile(path, 'utf8').catch(() => null)
  try {
    for (;;) {
      await runEditor(ctx.world.env, path)
      const text = await left()
      if (text === null) throw nothing('编辑后的文件不见了')
      if (text === content) throw nothing('没有修改内容')
      try {
        const code = await save(ctx, { fileName, content: text, version })
        if (!ctx.flags.dryRun) await rm(folder, { recursive: true, force: true })
        return code
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'BAD_INPUT') throw error
        ctx.warn(cleanLine(error.message))
        const answer = await askLine(ctx, '是否再次打开编辑器修改？[y/N] ')
        if (!['y', 'yes', '是'].includes((answer ?? '').toLowerCase())) throw error
      }
    }
  } catch (error) {
    const text = await left()
    if (text === null || text === content) await rm(folder, { recursive: true, force: true })
    else
      ctx.warn(
        `您写的内容保留在 ${path}；接着保存：xzx template edit ${fileName} --base-version ${version} --content @${path}`,
      )
    throw error
  }
}

async function edit(ctx: Context, [fileName, ...more]: readonly string[], flags: Flags): Promise<number> {
  if (!fileName || more.length > 0) throw usage('应写一个文件', `例如 ${example}`)
  if (flags.content === undefined) {
    if (!canAsk(ctx)) throw usage('缺少 --content', `例如 ${example}；在终端中不写则打开编辑器`)
    return byHand(ctx, fileName)
  }
  const content = await textGiven(ctx, flags.content)
  const typed = { fileName, ...(flags.baseVersion !== undefined && { version: flags.baseVersion }) }
  const checked = await checkedFields(ctx, e, typed)
  try {
    return await save(ctx, { ...checked, content })
  } catch (error) {
    if (isStale(error)) ctx.warn(`看看有哪些修改：xzx template history ${fileName}；核对后不写 --base-version 再次保存`)
    throw error
  }
}

/** A file of a skin is written, from a file or in the person's editor. */
export const verbs = [
  verb<Flags>({
    name: 'edit',
    says: '修改或新建皮肤的一个文件，检查和试生成通过才保存；只写文件则打开编辑器（EDITOR）',
    args: '[文件]',
    ...outputOf(e),
    knows: [...uses.server, ...outputOf(e).knows],
    flags: [
      { flag: '--content <值>', says: '内容：@文件 或 -（标准输入）' },
      flagFor(e, 'version', '：修改所依据的版本，已被他人修改则拒绝'),
    ],
    examples: ['xzx template edit default/404.liquid', `${example} --dry-run`],
    run: (ctx, { args, flags }) => edit(ctx, args, flags),
  }),
]
