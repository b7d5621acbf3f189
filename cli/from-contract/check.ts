import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { z } from 'zod'
import { shapeOf } from '../../core/client/prepare.ts'
import { type Endpoint, wireName } from '../../core/contract/endpoint.ts'
import { type FieldMeta, innerOf, metaOf, type Shaped } from '../../core/contract/meta.ts'
import type { ReferenceName } from '../../core/contract/references.ts'
import { inputFields } from '../../core/contract/wire.ts'
import { valueOfWord, valuesOfWords } from '../../core/domain/enums.ts'
import { type Issue, reasonOf } from '../../core/issues.ts'
import { jsonFault } from '../../core/json-fault.ts'
import { namedId } from '../areas/reference-names.ts'
import { readSource, textFrom } from '../bulk/ids.ts'
import type { Context } from '../context.ts'
import { usage } from '../errors.ts'
import { cleanLine, givenLine } from '../output/clean.ts'
import { didYouMean } from '../suggest.ts'
import { fieldMeta, isFiled, isNested } from './fields.ts'
import { fieldsTyped, flagName, referenceOf } from './names.ts'

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
  const issue = read.error.issues[0] as Issue
  // of a list or an object it is said what of it is meant
  const within = issue.path.map((part) => (typeof part === 'number' ? `第 ${part + 1} 项` : String(part))).join(' ')
  const given = typeof value === 'object' ? JSON.stringify(value) : String(value)
  throw usage(`${name} 无效：${givenLine(given)}`, '', `${within}${within && '：'}${reasonOf(issue)}`)
}

/**
 * The value that was meant: a choice by its word, several by theirs, a row of another area by its name, several by theirs (「水利局,林业局」), a text by the file
 * that it stands in.
 */
async function meant(
  ctx: Context,
  meta: FieldMeta,
  of: ReferenceName | undefined,
  typed: string,
  flag: string,
): Promise<string> {
  const { words, several, many, html, title } = meta
  if (typed === '') return typed
  if (!of && isFiled(meta)) return textFrom(ctx, typed, flag, title)
  // loaded here: most commands take no text
  if (html) return (await (await import('../areas/content-source.ts')).contentFrom(ctx, typed, flag, title)).content
  if (words && several) return valuesOfWords(words, typed)
  if (words) return valueOfWord(words, typed) ?? yesOrNo(words, typed) ?? typed
  if (!of) return typed
  const names = many ? typed.split(/[,，、]/).filter((name) => name.trim() !== '') : [typed]
  return (await Promise.all(names.map((name) => namedId(ctx, of, name.trim())))).join(',')
}

/** 是 or 否 of a choice whose words are a thing and its opposite: 须修改, 不须修改. Of any other two it would be a guess. */
function yesOrNo(words: Readonly<Record<string, string>>, typed: string): string | undefined {
  const { 0: no, 1: yes, ...more } = words
  const isOne = Object.keys(more).length === 0 && ['不', '未', '没有'].some((not) => no === `${not}${yes}`)
  return isOne ? valueOfWord({ 1: '是', 0: '否' }, typed) : undefined
}

/** What the contract says of a field; its name tells that it takes several rows, where the contract does not. */
const severalIn = (e: Endpoint, field: string): FieldMeta => ({
  many: /ids$|^relationCategoryid$/i.test(field),
  ...fieldMeta(e, field),
})

/** Choices within a list or an object by their words, as on the line. */
function chosenWithin(schema: Shaped, value: unknown): unknown {
  const { def, shape } = innerOf(schema)
  const { words } = metaOf(schema)
  if (typeof value === 'string') return (words && valueOfWord(words, value)) ?? value
  if (Array.isArray(value)) return value.map((one) => (def?.element ? chosenWithin(def.element, one) : one))
  if (value === null || typeof value !== 'object' || !shape) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, shape[name] ? chosenWithin(shape[name], one) : one]),
  )
}

/** @throws CliError 2 for what is no JSON */
function parsed(text: string, flag: string): unknown {
  if (text === '') return text
  try {
    return JSON.parse(text)
  } catch {
    throw usage(`${flag} 不是有效的 JSON（${jsonFault(text)}）`, '长的内容写在文件里，用 --file 文件.json')
  }
}

/**
 * The fields that a file of `--file` gives, by the names that their flags have, in the contract or on the wire: long and nested ones are better written there.
 * @throws CliError 2 for what is no JSON object, for a field that the call has not, or a value that a field cannot have
 */
export async function fieldsFromFile(ctx: Context, e: Endpoint, area = ''): Promise<Record<string, unknown>> {
  const { file } = ctx.flags
  if (file === undefined) return {}
  const source = file === '-' ? file : `@${file.replace(/^@/, '')}`
  const json = parsed(await readSource(ctx, source, '--file', 'JSON 对象'), '--file')
  if (json === null || typeof json !== 'object' || Array.isArray(json)) throw usage('--file 应为 JSON 对象')
  const names = new Map(
    inputFields(e).flatMap((field) => [flagName(e, field), wireName(e, field), field].map((name) => [name, field])),
  )
  const fields: Record<string, unknown> = {}
  for (const [name, given] of Object.entries(json)) {
    const field = names.get(name)
    if (field === undefined)
      throw usage(
        `--file 中没有字段 ${givenLine(name)}${didYouMean(name, names.keys())}`,
        `可用字段：${inputFields(e).join('、')}`,
      )
    if (Object.hasOwn(fields, field))
      throw usage(`--file 中 ${cleanLine(name)} 写了两次（又名 ${field}）`, '去掉其中一个')
    const where = `--file 的 ${name}`
    const { words } = fieldMeta(e, field)
    const of = referenceOf(e, field, area)
    // a choice by its word, a row by its name, as on the line
    const value =
      (words || of) && typeof given === 'string'
        ? await meant(ctx, severalIn(e, field), of, given, where)
        : isNested(e, field)
          ? chosenWithin(shapeOf(e)[field] as Shaped, given)
          : given
    checkValue(e, field, where, value)
    fields[field] = value
  }
  return fields
}

/** What empties a field: nothing between quotes, or for what is no text null. */
function emptyOf(e: Endpoint, field: string): '' | null {
  const schema = shapeOf(e)[field] as unknown as z.ZodType | undefined
  const takes = (value: unknown) => schema?.safeParse(value).success === true
  return !takes('') && takes(null) ? null : ''
}

/** The files of `--files`: numbers of those that were uploaded, or files of this machine, which are looked at and sent with the rest. */
async function filesTyped(ctx: Context, to: string, typed: string, flag: string): Promise<(string | File)[]> {
  // loaded here: most commands take no files
  const { fileFor, refuseTooMany } = await import('../areas/attachments.ts')
  // a file's own name may have such signs
  const parts = existsSync(resolve(ctx.world.cwd, typed)) ? [typed] : typed.split(/[,，、]/)
  const named = parts.map((one) => one.trim()).filter((one) => one !== '')
  refuseTooMany(to, named.length, `${flag} 写了 ${named.length} 个`)
  return Promise.all(named.map(async (one) => (/^\d{1,15}$/.test(one) ? one : fileFor(ctx, to, flag, one))))
}

/** A call's input with its files uploaded, after everything else in it was looked at. */
export async function withUploads(
  ctx: Context,
  e: Endpoint,
  input: Readonly<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  const sent: Record<string, unknown> = { ...input }
  for (const [field, value] of Object.entries(input)) {
    const { filesOf } = fieldMeta(e, field)
    if (filesOf === undefined || !Array.isArray(value) || !value.some((one) => one instanceof File)) continue
    const { uploadFor } = await import('../areas/attachments.ts')
    const files = value.filter((one) => one instanceof File)
    const ids = await uploadFor(ctx, filesOf, files)
    sent[field] = value.flatMap((one) => (one instanceof File ? ids.splice(0, 1) : [one]))
  }
  return sent
}

/** Refuses a span of two fields (`dueStart`, `dueEnd`) that ends before it begins: nothing lies within it. @throws CliError 2 */
function refuseTurned(e: Endpoint, fields: Readonly<Record<string, unknown>>): void {
  const momentOf = (field: string) => Number((shapeOf(e)[field] as unknown as z.ZodType).safeParse(fields[field]).data)
  const typed = (field: string) => `--${flagName(e, field)} ${givenLine(String(fields[field]))}`
  for (const from of Object.keys(fields)) {
    const to = from.replace(/Start$/, 'End')
    if (to === from || !fields[from] || !fields[to]) continue
    if (momentOf(from) > momentOf(to)) throw usage(`${typed(from)} 晚于 ${typed(to)}`, '两者对调后再试')
  }
}

/**
 * What was typed for fields, by the fields' own names.
 * @throws CliError 2 for a value that a field cannot have, 1 for a name that nothing has
 */
export async function checkedFields(
  ctx: Context,
  e: Endpoint,
  flags: Readonly<Record<string, string>>,
  area = '',
): Promise<Record<string, unknown>> {
  const fields: Record<string, unknown> = {}
  for (const [field, typed] of Object.entries(fieldsTyped(e, flags))) {
    const flag = `--${flagName(e, field)}`
    const { filesOf } = fieldMeta(e, field)
    if (filesOf !== undefined && typed !== '') {
      fields[field] = await filesTyped(ctx, filesOf, typed, flag)
      continue
    }
    const of = referenceOf(e, field, area)
    const value =
      of === undefined && isNested(e, field)
        ? chosenWithin(shapeOf(e)[field] as Shaped, parsed(typed, flag))
        : await meant(ctx, severalIn(e, field), of, typed, flag)
    checkValue(e, field, flag, value)
    fields[field] = value === '' ? emptyOf(e, field) : value
  }
  refuseTurned(e, fields)
  return fields
}
