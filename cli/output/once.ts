import type { Context } from '../context.ts'
import { CliError, exit, usage } from '../errors.ts'
import { PipeClosed } from '../io.ts'
import { cleanLine } from './clean.ts'
import { type Column, valueAt, wordsOf } from './columns.ts'

/** What one answer tells and no later one: a password, a key, a token, the code of a letter. It is seen, or it is not asked for. */

const onceIn = (columns: readonly Column[]): readonly Column[] => columns.filter(({ once }) => once)

/**
 * Refuses, before anything is sent, an output in which what is told only once would not be seen.
 * @param instead what else helps, beside another output
 * @throws CliError 2
 */
export function refuseUnseen(
  { flags, fields, format, world }: Context,
  columns: readonly Column[],
  instead = '',
): void {
  const once = onceIn(columns)
  if (once.length === 0 || flags.dryRun) return
  const titles = once.map(({ title }) => title).join('、')
  const why = `${titles}只显示这一次`
  if (world.unattended)
    throw usage(`${why}，任务文件的步骤没有地方显示；没有执行`, `${instead}不放在任务文件中，单独运行`)
  if (format === 'ids' || format === 'count')
    throw usage(`${why}，而 ${format} 格式不输出${titles}；没有执行`, `${instead}用 --json 或 --format csv`)
  const unseen = fields === null ? [] : once.filter(({ field }) => !fields.includes(field))
  if (unseen.length > 0)
    throw usage(
      `${why}，而 --fields 中没有；没有执行`,
      `${instead}在 --fields 中加上 ${unseen.map(({ field }) => field).join(',')}`,
    )
}

/** By these somebody knows whose it is. */
const whose = ['account', 'name', 'sessionId', 'id'] as const

/**
 * Writes what is told only once. Where stdout takes it no more, the act is done all the same: what would be lost goes to stderr.
 * @throws CliError 5 then
 */
export async function tellOnce(
  ctx: Context,
  columns: readonly Column[],
  rows: readonly object[],
  write: () => Promise<unknown>,
): Promise<void> {
  try {
    await write()
    await ctx.io.written?.()
  } catch (error) {
    const once = onceIn(columns)
    const lines = rows.flatMap((row) => {
      const of = whose.flatMap((field) => valueAt(row, field) ?? []).slice(0, 2)
      const told = once.filter(({ field }) => valueAt(row, field))
      return told.map((column) =>
        cleanLine(`  ${of.join(' ')}  ${column.title}：${wordsOf(valueAt(row, column.field), column)}`),
      )
    })
    if (lines.length === 0) throw error
    // whatever becomes of the run from here, this has been shown
    const say = (text: string) => ctx.io.err(`${text}\n`)
    say('已经执行，但没有能写到标准输出；以下内容只显示这一次，请立即保存：')
    for (const line of lines) say(line)
    const says = error instanceof PipeClosed ? error.message : error instanceof CliError ? error.message : String(error)
    throw new CliError(exit.unreachable, `${says}（操作已经完成）`, {
      code: 'FILE',
      hint: '不要再执行一次：内容已显示在上面',
    })
  }
}
