import { readSource } from '../bulk/ids.ts'
import type { Context } from '../context.ts'
import { outputPath, writeWhole } from '../files/save.ts'

/** The text of a template that was given by `@FILE` or `-`. */
export const textGiven = async (ctx: Context, given: string): Promise<string> =>
  (await readSource(ctx, given, '--content', '模板')).replace(/^\uFEFF/, '')

/** Stores a page under a name, or puts it out. */
export async function fileAs(ctx: Context, out: string | undefined, page: string): Promise<void> {
  if (out === undefined || out === '-') return ctx.out(page)
  const target = outputPath(ctx, out)
  await writeWhole(ctx, target, async (file) => void (await file.writeFile(page)))
  if (!ctx.flags.dryRun) ctx.note(`已保存到 ${target}`)
}
