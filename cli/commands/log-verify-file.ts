import { resolve } from 'node:path'
import type { checkArchiveHere } from '../../server/log-archive/here.ts'
import type { Context } from '../context.ts'
import { CliError, exit } from '../errors.ts'
import { tellsSuccess } from '../output/write.ts'
import { onData, sourceFrom } from '../server-data.ts'

type Flags = { readonly data?: string }

type Checked = Awaited<ReturnType<typeof checkArchiveHere>> & {
  readonly file: string
  readonly renamed: string | null
}

/** What was found of one file. */
async function checked(ctx: Context, given: string, flags: Flags): Promise<Checked> {
  const file = resolve(ctx.world.cwd, given)
  const { checkArchiveHere, otherName } = await import('../../server/log-archive/here.ts')
  const found = await onData('NO_DATA', () => checkArchiveHere(file, sourceFrom(ctx.world, flags)))
  // a right archive under a wrong name would pass for another month
  const renamed = found.whole ? otherName(file, found) : null
  if (renamed) ctx.warn(`注意：${renamed}`)
  return { file, ...found, renamed }
}

/** What is said of a file that could not be looked at; others are looked at all the same. */
const notChecked = (file: string, says: string): Checked => ({
  ...{ file, whole: false, month: null, rows: 0, firstId: null, lastId: null, brokenAt: null, says },
  ...{ part: null, renamed: null },
})

/** What is missing before each file, by the one before it among all that are whole. */
async function gapsAmong(all: readonly Checked[]): Promise<ReadonlyMap<Checked, string>> {
  const { gapBetween } = await import('../../server/log-archive/here.ts')
  const whole = all.filter(({ part }) => part).sort((a, b) => (a.firstId ?? 0) - (b.firstId ?? 0))
  return new Map(
    whole.flatMap((one, at) => {
      const before = whole[at - 1]
      const says = before ? gapBetween(before, one) : null
      return says ? [[one, says] as const] : []
    }),
  )
}

/** Checks files of archived months, with the key of this machine; exit 1 where in one something was changed or is missing, 2 where one is none. */
export async function verifyFiles(ctx: Context, given: readonly string[], flags: Flags): Promise<void> {
  const all: Checked[] = []
  const faults: CliError[] = []
  for (const one of given) {
    const found = await checked(ctx, one, flags).catch((error: unknown) => {
      if (given.length === 1 || !(error instanceof CliError)) throw error
      faults.push(error)
      return notChecked(resolve(ctx.world.cwd, one), error.message)
    })
    all.push(found)
    const named = given.length > 1 ? `${one}：` : ''
    if (ctx.format !== 'json' && found.whole && tellsSuccess(ctx)) await ctx.out(`${named}${found.says}\n`)
  }
  const gaps = await gapsAmong(all)
  for (const says of gaps.values()) ctx.warn(`注意：${says}`)
  const told = all.map(({ part, ...one }, at) => ({
    ...one,
    sha256: part?.sha256 ?? null,
    gap: gaps.get(all[at] as Checked) ?? null,
  }))
  if (ctx.format === 'json') await ctx.out(`${JSON.stringify(told.length === 1 ? told[0] : told)}\n`)
  const broken = all.filter(({ whole }) => !whole)
  if (broken.length === 0) return
  const why = all.length === 1 ? (all[0]?.says ?? '') : broken.map(({ file, says }) => `${file}：${says}`).join('；')
  // a file that is none says nothing of the log
  const [fault] = faults
  if (fault && faults.length === broken.length)
    throw new CliError(fault.exit, `${broken.length} 个文件没有核对`, { code: fault.code, why, hint: fault.hint })
  throw new CliError(exit.refused, broken.length > 1 ? `${broken.length} 个归档文件不完整` : '归档文件不完整', {
    found: faults.length === 0,
    code: 'LOG_BROKEN',
    why,
    hint: '先核对 --data 写的是不是产生这份归档的那一套系统（归档用它的密钥签名）；是的，请保留现场，联系管理员核查',
  })
}
