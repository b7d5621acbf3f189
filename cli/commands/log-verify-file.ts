import { resolve } from 'node:path'
import type { Context } from '../context.ts'
import { CliError, exit } from '../errors.ts'
import { tellsSuccess } from '../output/write.ts'
import { onData, sourceFrom } from '../server-data.ts'

/** Checks a file of archived months, with the key of this machine; exit 1 where something was changed or is missing. */
export async function verifyFile(ctx: Context, given: string, flags: { readonly data?: string }): Promise<void> {
  const file = resolve(ctx.world.cwd, given)
  const { checkArchiveHere } = await import('../../server/log-archive/here.ts')
  const { part, ...found } = await onData('NO_DATA', () => checkArchiveHere(file, sourceFrom(ctx.world, flags)))
  if (ctx.format === 'json') await ctx.out(`${JSON.stringify({ file, ...found, sha256: part?.sha256 ?? null })}\n`)
  else if (found.whole && tellsSuccess(ctx)) await ctx.out(`${found.says}\n`)
  if (found.whole) return
  throw new CliError(exit.refused, '归档文件不完整', {
    code: 'LOG_BROKEN',
    why: found.says,
    hint: '保留现场，联系管理员核查',
  })
}
