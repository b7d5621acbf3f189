import type { z } from 'zod'
import { unfit } from '../../core/domain/unfit.ts'
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

/** So many faults are named at once. */
const namedMost = 5

/** The refusal of such a file: which, where in it, and why. */
export const badJson = ({ says, code, hint }: JsonKind, file: string, where: string, why: string): CliError =>
  new CliError(exit.usage, `${says}无效：${file}${where ? ` 的 ${where}` : ''}`, { code, why, hint })

/** Nothing that people write is as deep; deeper ones would end the program. */
const deepest = 100

/** Whether a value lies deeper within others than anything may. */
function isTooDeep(value: unknown, left = deepest): boolean {
  if (value === null || typeof value !== 'object') return false
  return left === 0 || Object.values(value).some((inner) => isTooDeep(inner, left - 1))
}

/** Where a text has what no server takes, for the server knows the field and not the place. */
function unfitIn(value: unknown, path: readonly PropertyKey[] = []): readonly PropertyKey[] | null {
  if (typeof value === 'string') return unfit.test(value) ? path : null
  if (value === null || typeof value !== 'object') return null
  const entries = Array.isArray(value) ? value.entries() : Object.entries(value)
  for (const [key, inner] of entries) {
    const found = unfitIn(inner, [...path, key])
    if (found) return found
  }
  return null
}

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
  if (isTooDeep(json)) throw badJson(kind, file, '', `嵌套超过 ${deepest} 层`)
  const bad = unfitIn(json)
  if (bad) throw badJson(kind, file, placeOf(bad), '含有不允许的控制字符')
  const read = schema.safeParse(json)
  if (read.success) return read.data
  // all that is wrong, as far as it can be read at a glance: nobody wants to learn of it one by one
  const [first, ...others] = (read.error.issues as Issue[]).slice(0, namedMost)
  const more = read.error.issues.length - namedMost
  const rest = others.map((issue) => `${placeOf(issue.path)} ${reasonOf(issue)}`)
  const why = [first ? reasonOf(first) : '', ...rest, ...(more > 0 ? [`另有 ${more} 处`] : [])].join('；')
  throw badJson(kind, file, placeOf(first?.path ?? []), why)
}
