import { resolve } from 'node:path'
import type { ReferenceName } from '../../core/contract/references.ts'
import type { Context } from '../context.ts'
import { CliError, exit, usage } from '../errors.ts'
import { withFile } from '../files/fault.ts'
import { readAll, textOf } from '../io.ts'
import { cleanLine } from '../output/clean.ts'
import type { Failed } from './run.ts'

const idForm = /^\d{1,16}$/

/**
 * The ids of a text: one or several a line, or the first cell of tab-separated lines (what `--failed-to` writes);
 * lines beginning with # are remarks.
 */
export function parseIds(text: string): string[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  const ids = new Set<string>()
  for (const [at, line] of lines.entries()) {
    if (line.startsWith('#')) continue
    const words = line.includes('\t') ? [line.split('\t')[0] as string] : line.split(/[\s,，、]+/)
    for (const id of checkIds(
      words.map((word) => word.trim()).filter((word) => word !== ''),
      `第 ${at + 1} 行：`,
    ))
      ids.add(id)
  }
  return [...ids]
}

/** Refuses what is no id; each id counts once, in the order given. @param where said before the refusal */
export function checkIds(words: readonly string[], where = ''): string[] {
  const bad = words.find((word) => !idForm.test(word) || Number(word) > Number.MAX_SAFE_INTEGER)
  if (bad !== undefined) throw usage(`${where}编号应为数字，收到 ${cleanLine(bad).slice(0, 40)}`)
  return [...new Set(words)]
}

/** The text of `-` (stdin, to its end) or `@FILE`. */
export async function readSource(ctx: Context, source: string, flag: string, expected: string): Promise<string> {
  if (source === '-') {
    if (ctx.io.stdinTty) ctx.warn(`请输入${expected}，结束按 Ctrl+D`)
    return readAll(ctx.io, ctx.signal)
  }
  if (!source.startsWith('@')) throw usage(`${flag} 应为 - 或 @文件，收到 ${source}`)
  // loaded here: a list, which asks for no file, starts without it
  const { readFile } = await import('node:fs/promises')
  const file = resolve(ctx.world.cwd, source.slice(1))
  return textOf(await withFile(file, () => readFile(file)), file)
}

/** A text as it is typed, of `@FILE` or of `-`; one that begins with that sign is typed with two of it. */
export async function textFrom(ctx: Context, typed: string, flag: string, title = '内容'): Promise<string> {
  if (typed.startsWith('@@')) return typed.slice(1)
  if (typed !== '-' && !typed.startsWith('@')) return typed
  const text = await readSource(ctx, typed, flag, title)
  return text.replace(/\r\n/g, '\n').trimEnd()
}

/** What a command is to be done to: ids, and what has a name that nothing has. */
export interface Given {
  readonly ids: string[]
  readonly missing: readonly Failed[]
}

/** A name that nothing has; null: it is another mistake, and of the whole line. */
const unknownName = (word: string, thrown: unknown): Failed | null =>
  thrown instanceof CliError && thrown.exit === exit.refused && thrown.code === 'NOT_FOUND'
    ? { id: word, errorCode: thrown.code, errorMsg: thrown.message }
    : null

/** Ids as they are, and of what has names the ids of these. @throws CliError where there is nothing of any of the names */
async function namedIds(ctx: Context, words: readonly string[], named: ReferenceName): Promise<Given> {
  const { namedId } = await import('../areas/reference-names.ts')
  const ids: string[] = []
  const missing: Failed[] = []
  for (const word of words.map((one) => one.trim()))
    try {
      ids.push(await namedId(ctx, named, word))
    } catch (thrown) {
      const unknown = unknownName(word, thrown)
      if (!unknown || (words.length === missing.length + 1 && ctx.flags.ids === undefined)) throw thrown
      missing.push(unknown)
    }
  return { ids: checkIds(ids), missing }
}

const wordsOf = (args: readonly string[]) => args.flatMap((arg) => arg.split(/[,，、]/)).filter((word) => word !== '')

const listedIds = async (ctx: Context, source: string): Promise<string[]> =>
  parseIds(await readSource(ctx, source, '--ids', '编号，每行一个'))

/**
 * The ids that a command was given as arguments and by `--ids`; all of them are read before this returns.
 * @returns null when none were given in either way (filters may then say which)
 */
export async function givenIds(ctx: Context, args: readonly string[]): Promise<string[] | null> {
  const words = wordsOf(args)
  if (ctx.flags.ids === undefined) return words.length > 0 ? checkIds(words) : null
  const listed = await listedIds(ctx, ctx.flags.ids)
  return [...new Set([...checkIds(words), ...listed])]
}

/**
 * The same of what may be named by its name among the arguments; what comes by `--ids` is from programs. Of several a name that nothing has
 * is that one's failure, as an id that is not there.
 */
export async function givenNamed(
  ctx: Context,
  args: readonly string[],
  named: ReferenceName | undefined,
): Promise<Given | null> {
  const words = wordsOf(args)
  if (named === undefined || words.length === 0) {
    const ids = await givenIds(ctx, args)
    return ids && { ids, missing: [] }
  }
  const listed = ctx.flags.ids === undefined ? [] : await listedIds(ctx, ctx.flags.ids)
  const { ids, missing } = await namedIds(ctx, words, named)
  return { ids: [...new Set([...ids, ...listed])], missing }
}
