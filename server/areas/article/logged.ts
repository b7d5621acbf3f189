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

/** What the log shows of a content: whole values, but of the long ones only their length (the revision has them), and names of files. */
export function summary(
  content: Partial<Content>,
  fields: readonly string[],
  status: number,
  names: Awaited<ReturnType<typeof namesIn>>,
) {
  const values = fields.map((field) => {
    const value = field === 'files' ? names(content.files) : content[field as keyof Content]
    return [field, typeof value === 'string' && value.length > 300 ? `（${value.length} 字）` : value]
  })
  return { ...Object.fromEntries(values), status }
}
