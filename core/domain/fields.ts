/** Fields that are data: their kinds and bounds are known only while xzx runs. Schema, form and words are made from them (core/contract/fields.ts). */

/** How a field is entered, and what it may be. Values are kept and sent as text. */
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

/** One field: what people call it, and what it may be. */
export type Field = FieldKind & { readonly title: string; readonly hint?: string }

/** A value in words, for people: in lists, exports and the log. */
export function fieldWords(field: Field, value: string): string {
  if (field.kind === 'choice') return field.words[value] ?? value
  return field.kind === 'whole' && value !== '' ? `${value} ${field.unit}` : value
}

/** A value as the field's input holds it: numbers as such, choices as the contract's words have their keys. */
export const fieldInput = ({ kind }: Field, value: string): string | number =>
  (kind === 'whole' || kind === 'choice') && /^\d+$/.test(value) ? Number(value) : value
