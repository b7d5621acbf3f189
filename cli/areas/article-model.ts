import type { article } from '../../core/contract/article.ts'
import type { Input, Output } from '../../core/contract/endpoint.ts'
import { filledFields } from '../../core/contract/model-columns.ts'
import type { Context } from '../context.ts'
import { usage } from '../errors.ts'
import type { Flag } from '../flags.ts'
import { didYouMean } from '../suggest.ts'
import { fileFor, uploadFor } from './attachments.ts'

/** What stands in the fields of a column's model, on the command line. */

export const modelFlag: Flag = {
  flag: '--field <字段=内容>',
  says: '栏目内容模型的字段，字段名或标题，可多次；多选写多次，文件写 @路径，内容为空则清空',
  many: true,
}

type Field = Output<typeof article.queryFieldOverwrite>[number]
type Given = NonNullable<Input<typeof article.update>['modelFields']>
/** Which fields are meant: those of this column's model, or of the model of the article's column. */
type Which = Input<typeof article.queryFieldOverwrite>

/** The fields of a model of which articles have values, in their order. */
export async function modelFields(ctx: Context, which: Which): Promise<Field[]> {
  const { queryFieldOverwrite } = await ctx.client('article')
  return filledFields(await queryFieldOverwrite(which, { signal: ctx.signal }))
}

const fileType = 4

function fieldCalled(fields: readonly Field[], name: string): Field {
  const found = fields.find(({ fieldFieldName, fieldTipsName }) => fieldFieldName === name || fieldTipsName === name)
  if (found) return found
  if (fields.length === 0) throw usage(`--field ${name}：栏目没有内容模型`, '用 xzx column edit 为栏目选定内容模型')
  const known = fields.map(({ fieldTipsName, fieldFieldName }) => `${fieldTipsName}（${fieldFieldName}）`)
  const titles = fields.map(({ fieldTipsName }) => fieldTipsName)
  throw usage(`--field：没有字段 ${name}${didYouMean(name, titles)}`, `可用：${known.join('、')}`)
}

/** A value as it is sent: a file of this machine is uploaded, the number of one that is there stays. */
async function sent(ctx: Context, { fieldType, fieldTipsName }: Field, value: string): Promise<string[]> {
  if (value === '') return []
  if (Number(fieldType) !== fileType || !value.startsWith('@')) return [value]
  return uploadFor(ctx, 'article', [await fileFor(ctx, 'article', `--field ${fieldTipsName}`, value.slice(1))])
}

/** What `--field` gives, as a save is sent it. @throws CliError 2 for a field that the model has not */
export async function modelGiven(
  ctx: Context,
  given: readonly string[] | undefined,
  which: Which,
): Promise<{ modelFields?: Given }> {
  if (given === undefined) return {}
  const pairs = given.map((one) => {
    const at = one.indexOf('=')
    if (at < 1) throw usage(`--field ${one}：应写作 字段=内容`, '例如 --field 发文字号=青政发〔2026〕1号')
    return [one.slice(0, at).trim(), one.slice(at + 1).trim()] as const
  })
  const fields = await modelFields(ctx, which)
  const values: Record<string, string[]> = {}
  for (const [name, value] of pairs) {
    const field = fieldCalled(fields, name)
    const one = await sent(ctx, field, value)
    values[field.fieldFieldName] = [...(values[field.fieldFieldName] ?? []), ...one]
  }
  const several = (name: string) => [2, fileType].includes(Number(fieldCalled(fields, name).fieldType))
  return {
    modelFields: Object.fromEntries(
      Object.entries(values).map(([name, list]) => {
        if (list.length > 1 && !several(name))
          throw usage(`--field ${name} 写了 ${list.length} 次`, '这个字段只有一项内容')
        return [name, list.length === 0 ? null : several(name) ? list.flatMap((one) => one.split(/[,，]/)) : list[0]]
      }),
    ) as Given,
  }
}
