import { z } from 'zod'
import { refusedDecimal } from '../domain/decimal.ts'
import type { Field } from '../domain/fields.ts'
import { attachables, files } from './files.ts'
import { address, choice, int, named, text } from './shared.ts'

/** What ends a line, wherever the text is shown. */
const breaks = /[\t\n\v\f\r\u0085\u2028\u2029]/

/** One of some words; they stand for themselves. */
function wordOf(title: string, of: readonly string[]) {
  const schema = z.string().check(({ value, issues }) => {
    if (!of.includes(value)) issues.push({ code: 'custom', message: `只能是：${of.join('、')}`, input: value })
  })
  return named(schema, { title, options: of })
}

/** More is no choice among a hundred words, and is not taken apart. */
const longestChoice = 6000

/** Several of them, each once, in the order of the words; a text is one a line, or between commas. */
function wordsOf(title: string, of: readonly string[], needed: boolean) {
  const schema = z.union([z.string(), z.array(z.string())]).transform((given, ctx) => {
    if (given.length > longestChoice) {
      ctx.addIssue({ code: 'custom', message: `最多 ${of.length} 个选项` })
      return z.NEVER
    }
    const words = (typeof given === 'string' ? given.split(/[\n,，]/) : given).map((one) => one.trim()).filter(Boolean)
    const unknown = words.filter((word) => !of.includes(word)).map((word) => word.slice(0, 50))
    if (unknown.length > 0)
      ctx.addIssue({
        code: 'custom',
        message: `没有选项「${unknown.slice(0, 5).join('」「')}」，可选：${of.join('、')}`,
      })
    if (needed && words.length === 0) ctx.addIssue({ code: 'custom', message: `请选择${title}` })
    return of.filter((word) => words.includes(word))
  })
  return named(schema, { title, options: of, many: true })
}

/** A number as people write it, kept as its digits: 12.50 stays 12.50. */
function decimal(title: string, { min, max, unit }: Extract<Field, { kind: 'decimal' }>) {
  const schema = z.union([z.string(), z.number()]).transform((given, ctx) => {
    const digits = String(given).trim().replace(/[,，]/g, '')
    const message = refusedDecimal(digits, min, max)
    if (message) ctx.addIssue({ code: 'custom', message })
    return digits
  })
  return named(schema, { title, decimal: true, ...(unit && { unit }) })
}

/**
 * What a value of a field that is data may be (core/domain/fields.ts), as the server judges it and forms, sheets and commands show it: its label,
 * bounds and words are of the schema, as those of a declared field are.
 */
export function fieldSchema(field: Field): z.ZodType<string | number | readonly (string | number)[]> {
  switch (field.kind) {
    case 'choice':
      return choice(field.title, field.words)
    case 'whole':
      return int(field.title, field.min, field.max, field.unit)
    case 'one':
      return wordOf(field.title, field.of)
    case 'several':
      return wordsOf(field.title, field.of, field.needed === true)
    case 'decimal':
      return decimal(field.title, field)
    case 'files': {
      const of = attachables.get(field.to)
      if (!of) throw new Error(`${field.to} takes no files`)
      return files(field.title, of)
    }
    case 'address': {
      const given = address(field.title, 200)
      return field.needed ? given.refine((value) => value.trim() !== '', { message: `请输入${field.title}` }) : given
    }
    default: {
      const { title, max, needed, holds = '', lines } = field
      const given = text(title, max, needed ? 1 : 0).trim()
      const fits = given.refine((value) => value.includes(holds), { message: `其中要有 ${holds}` })
      return lines
        ? named(fits, { title, maxLength: max, lines: true })
        : fits.refine((value) => !breaks.test(value), { message: '应为一行文字，不能换行' })
    }
  }
}
