import type { z } from 'zod'
import { shapeOf } from '../../core/client/prepare.ts'
import type { Endpoint } from '../../core/contract/endpoint.ts'
import type { FieldMeta } from '../../core/contract/meta.ts'
import type { ReferenceName } from '../../core/contract/references.ts'
import { valueOfWord } from '../../core/domain/enums.ts'
import { namedId } from '../areas/reference-names.ts'
import type { Context } from '../context.ts'
import { usage } from '../errors.ts'
import { cleanLine } from '../output/clean.ts'
import { fieldMeta } from './fields.ts'
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

/**
 * The value that was meant: a choice by its word, a row of another area by its name, several by theirs (「水利局,林业局」), a text by the file
 * that it stands in.
 */
async function meant(
  ctx: Context,
  { words, of, many, html, title }: FieldMeta,
  typed: string,
  flag: string,
): Promise<string> {
  if (typed === '') return typed
  // loaded here: most commands take no text
  if (html) return (await (await import('../areas/content-source.ts')).contentFrom(ctx, typed, flag, title)).content
  if (words) return valueOfWord(words, typed) ?? typed
  if (!of) return typed
  const names = many ? typed.split(/[,，、]/).filter((name) => name.trim() !== '') : [typed]
  return (await Promise.all(names.map((name) => namedId(ctx, of as ReferenceName, name.trim())))).join(',')
}

/** What empties a field: nothing between quotes, or for what is no text null. */
function emptyOf(e: Endpoint, field: string): '' | null {
  const schema = shapeOf(e)[field] as unknown as z.ZodType | undefined
  const takes = (value: unknown) => schema?.safeParse(value).success === true
  return !takes('') && takes(null) ? null : ''
}

/**
 * What was typed for fields, by the fields' own names.
 * @throws CliError 2 for a value that a field cannot have, 1 for a name that nothing has
 */
export async function checkedFields(
  ctx: Context,
  e: Endpoint,
  flags: Readonly<Record<string, string>>,
): Promise<Record<string, string | null>> {
  const fields: Record<string, string | null> = {}
  for (const [field, typed] of Object.entries(fieldsTyped(e, flags))) {
    const flag = `--${flagName(e, field)}`
    const value = await meant(ctx, fieldMeta(e, field), typed, flag)
    checkValue(e, field, flag, value)
    fields[field] = value === '' ? emptyOf(e, field) : value
  }
  return fields
}
