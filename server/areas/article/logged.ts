import { filesOfValues, valuesIn } from '../../../core/domain/model-values.ts'
import type { Ctx } from '../../context.ts'
import { filesIn } from '../../rows/files.ts'
import type { Content } from './revisions.ts'

/** Files by their names, as the log tells of them. */
export async function namesIn(ctx: Ctx, lists: readonly (string | null | undefined)[]) {
  const filesOf = await filesIn(ctx, lists)
  return (list: string | null | undefined) =>
    filesOf(list)
      .map(({ name }) => name)
      .join('、')
}

/** Values of the model's fields by their names; of files only how many. */
const valuesSay = (json: string | null | undefined): string =>
  Object.entries(valuesIn(json))
    .map(([name, value]) => {
      const files = filesOfValues({ [name]: value }).length
      return `${name}：${files > 0 ? `${files} 个文件` : [value].flat().join('、')}`
    })
    .join('；')

/** What the log shows of a content: whole values, but of the long ones only their length (the revision has them), and names of files. */
export function summary(
  content: Partial<Content>,
  fields: readonly string[],
  status: number,
  names: Awaited<ReturnType<typeof namesIn>>,
) {
  const values = fields.map((field) => {
    const value =
      field === 'files'
        ? names(content.files)
        : field === 'modelFields'
          ? valuesSay(content.modelFields)
          : content[field as keyof Content]
    return [field, typeof value === 'string' && value.length > 300 ? `（${value.length} 字）` : value]
  })
  return { ...Object.fromEntries(values), status }
}
