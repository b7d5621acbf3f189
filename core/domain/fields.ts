/** Fields that are data: their kinds and bounds are known only while xzx runs. Schema, form and words are made from them (core/contract/fields.ts). */

/** How a field is entered, and what it may be. Values are kept and sent as text, those of which there are several as a list. */
export type FieldKind =
  | {
      readonly kind: 'text'
      readonly max: number
      readonly needed?: true
      readonly holds?: string
      readonly lines?: true
    }
  | { readonly kind: 'address'; readonly needed?: true }
  | { readonly kind: 'whole'; readonly min: number; readonly max: number; readonly unit: string }
  | { readonly kind: 'choice'; readonly words: Readonly<Record<string, string>> }
  /** One of these words, or several of them: they are kept as they stand. */
  | { readonly kind: 'one' | 'several'; readonly of: readonly string[]; readonly needed?: true }
  | {
      readonly kind: 'decimal'
      readonly min: string | null
      readonly max: string | null
      readonly unit: string | null
      readonly needed?: true
    }
  /** Files of the rows of a table, by what that table takes. */
  | { readonly kind: 'files'; readonly to: string; readonly needed?: true }

/** One field: what people call it, and what it may be. */
export type Field = FieldKind & { readonly title: string; readonly hint?: string }

/** What a field may hold: a text, several, or files by their names. */
export type FieldValue = string | readonly (string | { readonly name: string })[]

/** A value in words, for people: in lists, exports and the log. */
export function fieldWords(field: Field, value: FieldValue): string {
  if (typeof value !== 'string') return value.map((one) => (typeof one === 'string' ? one : one.name)).join('、')
  if (field.kind === 'choice') return field.words[value] ?? value
  const unit = field.kind === 'whole' || field.kind === 'decimal' ? field.unit : null
  return unit && value !== '' ? `${value} ${unit}` : value
}

/** A value as the field's input holds it: numbers as such, choices as the contract's words have their keys. */
export const fieldInput = ({ kind }: Field, value: string): string | number =>
  (kind === 'whole' || kind === 'choice') && /^\d+$/.test(value) ? Number(value) : value
