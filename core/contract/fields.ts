import type { z } from 'zod'
import type { Field } from '../domain/fields.ts'
import { address, choice, int, text } from './shared.ts'

/** What ends a line, wherever the text is shown. */
const breaks = /[\t\n\v\f\r\u0085\u2028\u2029]/

/**
 * What a value of a field that is data may be (core/domain/fields.ts), as the server judges it and forms, sheets and commands show it: its label,
 * bounds and words are of the schema, as those of a declared field are.
 */
export function fieldSchema(field: Field): z.ZodType<string | number> {
  if (field.kind === 'choice') return choice(field.title, field.words)
  if (field.kind === 'whole') return int(field.title, field.min, field.max, field.unit)
  if (field.kind === 'address') {
    const given = address(field.title, 200)
    return field.needed ? given.refine((value) => value.trim() !== '', { message: `请输入${field.title}` }) : given
  }
  const { title, max, needed, holds = '', lines } = field
  const given = text(title, max, needed ? 1 : 0).trim()
  const fits = given.refine((value) => value.includes(holds), { message: `其中要有 ${holds}` })
  return lines ? fits : fits.refine((value) => !breaks.test(value), { message: '应为一行文字，不能换行' })
}
