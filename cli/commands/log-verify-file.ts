import { resolve } from 'node:path'
import type { Context } from '../context.ts'
import { CliError, exit } from '../errors.ts'
import { tellsSuccess } from '../output/write.ts'
import { onData, sourceFrom } from '../server-data.ts'

type Flags = { readonly data?: string }

/** What was found of one file. */
async function checked(ctx: Context, given: string, flags: Flags) {
  const file = resolve(ctx.world.cwd, given)
  const { checkArchiveHere, otherName } = await import('../../server/log-archive/here.ts')
  const { part, ...found } = await onData('NO_DATA', () => checkArchiveHere(file, sourceFrom(ctx.world, flags)))
  // a right archive under a wrong name would pass for another month
  const renamed = otherName(file, found)
  if (renamed) ctx.warn(`注意：${renamed}`)
  return { file, ...found, sha256: part?.sha256 ?? null, renamed }
}

/** Checks files of archived months, with the key of this machine; exit 1 where in one something was changed or is missing. */
export async function verifyFiles(ctx: Context, given: readonly string[], flags: Flags): Promise<void> {
  const all: Awaited<ReturnType<typeof checked>>[] = []
  for (const one of given) {
    const found = await checked(ctx, one, flags)
    all.push(found)
    const named = given.length > 1 ? `${one}：` : ''
    if (ctx.format !== 'json' && found.whole && tellsSuccess(ctx)) await ctx.out(`${named}${found.says}\n`)
  }
  if (ctx.format === 'json') await ctx.out(`${JSON.stringify(all.length === 1 ? all[0] : all)}\n`)
  const broken = all.filter(({ whole }) => !whole)
  if (broken.length === 0) return
  throw new CliError(exit.refused, broken.length > 1 ? `${broken.length} 个归档文件不完整` : '归档文件不完整', {
    code: 'LOG_BROKEN',
    why: all.length === 1 ? (all[0]?.says ?? '') : broken.map(({ file, says }) => `${file}：${says}`).join('；'),
    hint: '保留现场，联系管理员核查',
  })
}
