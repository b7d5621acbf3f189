import type { z } from 'zod'
import { shapeOf } from '../../core/client/prepare.ts'
import type { Endpoint } from '../../core/contract/endpoint.ts'
import { usage } from '../errors.ts'
import { cleanLine } from '../output/clean.ts'
import { fieldsTyped, flagName } from './names.ts'

const shownMax = 40

/**
 * Refuses what a field cannot be: a wrong value ends alike, whether the command line or the server knows what is right.
 * @param name what was typed before it: a flag, or the field's title
 * @throws CliError 2
 */
export function checkValue(e: Endpoint, field: string, name: string, value: unknown): void {
  const schema = shapeOf(e)[field] as unknown as z.ZodType | undefined
  if (!schema || value === undefined || value === null || value === '') return
  const read = schema.safeParse(value)
  if (read.success) return
  const got = cleanLine(String(value))
  const shown = got.length > shownMax ? `${got.slice(0, shownMax)}……` : got
  throw usage(`${name} 无效：${shown}`, '', read.error.issues[0]?.message ?? '')
}

/** What was typed for fields, by the fields' own names. @throws CliError 2 for a value that a field cannot have */
export function checkedFields(e: Endpoint, flags: Readonly<Record<string, string>>): Record<string, string> {
  const fields = fieldsTyped(flags)
  for (const [field, value] of Object.entries(fields)) checkValue(e, field, `--${flagName(field)}`, value)
  return fields
}
