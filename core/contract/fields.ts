import type { z } from 'zod'
import type { Field } from '../domain/fields.ts'
import { address, choice, int, text } from './shared.ts'

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
  const { title, max, needed, holds = '' } = field
  const given = text(title, max, needed ? 1 : 0).trim()
  return given.refine((value) => value.includes(holds), { message: `其中要有 ${holds}` })
}
