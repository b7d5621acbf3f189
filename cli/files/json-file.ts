import type { z } from 'zod'
import { type Issue, placeOf, reasonOf } from '../../core/issues.ts'
import { jsonFault } from '../../core/json-fault.ts'
import { readSource } from '../bulk/ids.ts'
import type { Context } from '../context.ts'
import { CliError, exit } from '../errors.ts'

/** A kind of JSON file that people write or keep. */
export interface JsonKind {
  /** 任务文件 */
  readonly says: string
  readonly code: string
  /** What to do where one is bad. */
  readonly hint: string
}

/** The refusal of such a file: which, where in it, and why. */
export const badJson = ({ says, code, hint }: JsonKind, file: string, where: string, why: string): CliError =>
  new CliError(exit.usage, `${says}无效：${file}${where ? ` 的 ${where}` : ''}`, { code, why, hint })

/**
 * Reads a JSON file, or standard input (`-`), and judges it.
 * @throws CliError 2 naming file and place; what the file system says
 */
export async function readJson<T>(ctx: Context, file: string, kind: JsonKind, schema: z.ZodType<T>): Promise<T> {
  const text = await readSource(ctx, file === '-' ? '-' : `@${file}`, '文件', kind.says)
  const bare = text.replace(/^\uFEFF/, '')
  let json: unknown
  try {
    json = JSON.parse(bare)
  } catch {
    throw badJson(kind, file, '', `不是有效的 JSON（${jsonFault(bare)}）`)
  }
  const read = schema.safeParse(json)
  if (read.success) return read.data
  const [issue] = read.error.issues as Issue[]
  throw badJson(kind, file, placeOf(issue?.path ?? []), issue ? reasonOf(issue) : '')
}
