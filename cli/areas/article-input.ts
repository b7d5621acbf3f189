import { article } from '../../core/contract/article.ts'
import type { Input } from '../../core/contract/endpoint.ts'
import { inputFields } from '../../core/contract/wire.ts'
import { valuesOfWords } from '../../core/domain/enums.ts'
import { readSource } from '../bulk/ids.ts'
import type { Context } from '../context.ts'
import { fromFile } from '../editor.ts'
import { usage } from '../errors.ts'
import type { Flag } from '../flags.ts'
import { checkValue } from '../from-contract/check.ts'
import { fieldMeta, flagFor } from '../from-contract/fields.ts'
import { flagName } from '../from-contract/names.ts'
import type { FileFlags } from './article-files.ts'
import { modelFlag } from './article-model.ts'
import { contentFrom } from './content-source.ts'
import { namedId } from './reference-names.ts'

/** The fields of an article on the command line. */
export interface WriteFlags extends FileFlags {
  readonly title?: string
  readonly column?: string
  readonly content?: string
  readonly submit?: true
  readonly draft?: true
  readonly baseVersion?: string
  /** Of the column's model: `name=value`. */
  readonly field?: readonly string[]
  readonly [field: string]: string | true | readonly string[] | undefined
}

/** What a save is sent: only the fields that were given. */
export type Fields = Omit<Input<typeof article.update>, 'articleId' | 'version'>

/** Fields with a flag that is not made from the contract. */
const special = ['articleId', 'version', 'status', 'columnId', 'title', 'content', 'files', 'modelFields']
const plain = inputFields(article.update).filter(
  (field) => !special.includes(field) && fieldMeta(article.update, field).kept !== true,
)

/** The flags of an article's fields. */
export const fieldFlags: readonly Flag[] = [
  { flag: '--title <文字>', says: '标题' },
  { flag: '--column <栏目>', says: '栏目编号或名称' },
  {
    flag: '--content <内容>',
    says: '正文：文字或 HTML，或 @文件（网页或文本），或 -（标准输入）；在终端中不写则打开编辑器',
  },
  ...plain.map((field) => ({ ...flagFor(article.update, field), empties: true as const })),
  modelFlag,
]

/** What a save does beside saving. */
export const stateFlags: readonly Flag[] = [
  { flag: '--submit', says: '保存后提交审核' },
  { flag: '--draft', says: '存为草稿；已发布的文章，存为修订的草稿' },
]

/** A flag's value as its field takes it: words of a choice as what they stand for, nothing as a field that is emptied. */
function fieldValue(field: string, given: string): string | null {
  if (given.trim() === '') return null
  const { words } = fieldMeta(article.update, field)
  return words ? valuesOfWords(words, given) : given
}

/** Title and text as an editor gave them back, from a file that was kept. */
async function fileFields(ctx: Context, flags: WriteFlags): Promise<Fields> {
  const { file } = ctx.flags
  if (file === undefined) return {}
  if (flags.title !== undefined || flags.content !== undefined)
    throw usage('--file 和 --title、--content 不能同时使用', '--file 中已有标题和正文')
  return fromFile(await readSource(ctx, file === '-' ? file : `@${file.replace(/^@/, '')}`, '--file', '标题和正文'))
}

/** What the flags say of an article. @throws CliError 2 where they contradict each other */
export async function fieldsFrom(ctx: Context, flags: WriteFlags): Promise<Fields> {
  if (flags.submit && flags.draft) throw usage('--submit 和 --draft 不能同时使用', '去掉其中一个')
  const stdin = [ctx.flags.ids, ctx.flags.file, flags.content].filter((one) => one === '-')
  if (stdin.length > 1) throw usage('标准输入只能读取一次', '其余的写成 @文件')
  const { content, title } = flags.content === undefined ? {} : await contentFrom(ctx, flags.content)
  const given = flags.title ?? title
  const others = plain.flatMap((field) => {
    const value = flags[field]
    if (typeof value !== 'string') return []
    const typed = fieldValue(field, value)
    checkValue(article.update, field, `--${flagName(article.update, field)}`, typed)
    return [[field, typed]]
  })
  return {
    ...(await fileFields(ctx, flags)),
    ...(given !== undefined && given !== '' && { title: given }),
    ...(content !== undefined && { content }),
    ...(flags.column !== undefined && { columnId: await namedId(ctx, 'column', flags.column) }),
    // who submits is asked about somebody's own data
    ...(flags.submit && { privacyReason: '' }),
    ...Object.fromEntries(others),
    ...(flags.submit && { status: 1 as const }),
    ...(flags.draft && { status: 3 as const }),
  }
}

/** True where the flags say more than what is done after saving. */
export const saysAnything = (fields: Fields): boolean =>
  Object.keys(fields).some((field) => field !== 'status' && field !== 'privacyReason')
