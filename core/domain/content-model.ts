import { type FieldType, fieldTypes } from './enums.ts'
import type { Field } from './fields.ts'

/** Fields of a model at most: a form shows them all. */
export const modelFieldsMax = 60
/** Characters of all values of an article together, as they are kept. */
export const modelValuesMax = 20_000
/** What a text may have where its field says no less, and one of a single line. */
export const modelTextMax = 2000
const lineMax = 200

/** What a field of a model has beside its kind, label and name. */
export const fieldSettings = {
  required: '必填',
  lines: '多行',
  maxLength: '最多字数',
  choices: '选项',
  minimum: '最小值',
  maximum: '最大值',
  unit: '单位',
  fieldDefault: '默认值',
  hint: '提示',
  inList: '列表显示',
} as const
export type FieldSetting = keyof typeof fieldSettings

/** What each kind has of that, in the order of its form. */
export const settingsOfKind: Readonly<Record<FieldType, readonly FieldSetting[]>> = {
  1: ['required', 'lines', 'maxLength', 'fieldDefault', 'hint', 'inList'],
  2: ['required', 'choices', 'fieldDefault', 'hint', 'inList'],
  3: ['required', 'choices', 'fieldDefault', 'hint', 'inList'],
  4: ['required', 'hint'],
  5: ['required', 'minimum', 'maximum', 'unit', 'fieldDefault', 'hint', 'inList'],
  6: ['fieldDefault'],
  7: ['fieldDefault', 'hint'],
}

/** True where an article has a value of its own for such a field: what is hidden is the model's, and a button has none. */
export const isFilled = (type: number): boolean => type !== 6 && type !== 7

/** A field as the model's table and its replies have it. */
export interface ModelField {
  readonly fieldType: number | string | null
  readonly fieldTipsName: string
  readonly fieldFieldName: string
  readonly required: number | string | null
  readonly lines: number | string | null
  readonly maxLength: number | null
  readonly choices: string | null
  readonly minimum: string | null
  readonly maximum: string | null
  readonly unit: string | null
  readonly fieldDefault: string | null
  readonly hint: string | null
  readonly inList: number | string | null
}

/** Choices, as they are kept and typed: one a line. */
export const choicesIn = (lines: string | null | undefined): string[] =>
  (lines ?? '').split('\n').filter((word) => word !== '')

/** What is entered for a field of a model, and how it is shown. */
export function fieldOf(row: ModelField): Field {
  const named = {
    title: row.fieldTipsName,
    ...(row.hint && { hint: row.hint }),
    ...(Number(row.required) === 1 && { needed: true as const }),
  }
  switch (Number(row.fieldType) as FieldType) {
    case 2:
      return { ...named, kind: 'several', of: choicesIn(row.choices) }
    case 3:
      return { ...named, kind: 'one', of: choicesIn(row.choices) }
    case 4:
      return { ...named, kind: 'files', to: 'article' }
    case 5:
      return { ...named, kind: 'decimal', min: row.minimum, max: row.maximum, unit: row.unit }
    case 6:
      return { ...named, kind: 'text', max: modelTextMax, lines: true }
    case 7:
      return { ...named, kind: 'address' }
    default: {
      const lines = Number(row.lines) === 1
      const max = row.maxLength ?? (lines ? modelTextMax : lineMax)
      return { ...named, kind: 'text', max, ...(lines && { lines: true as const }) }
    }
  }
}

/** The default as a value: what a new article begins with, a hidden field has for every article, and a button opens. */
export const defaultOf = (row: ModelField): string | readonly string[] | null => {
  if (!row.fieldDefault) return null
  return Number(row.fieldType) === 2 ? choicesIn(row.fieldDefault) : row.fieldDefault
}

/** 「文本」, by its number. */
export const typeWords = (type: number | string | null): string => fieldTypes[Number(type) as FieldType] ?? String(type)
