import type { Mask } from '../domain/personal.ts'

/** What a declaration says of a field for people: the same words in tables, forms, exports, help and documents. */
export interface FieldMeta {
  readonly title?: string
  /** What a number counts: 个, 天, 万元; it stands behind the number in forms, in brackets in headings. */
  readonly unit?: string
  /** Stored value → Chinese word. */
  readonly words?: Readonly<Record<string, string>>
  /** Several of them, as `1,3`. */
  readonly several?: boolean
  readonly time?: boolean
  /** A time of which a bare date means the end of that day: days are what people choose. */
  readonly toItsEnd?: boolean
  /** A time that is a day, from its first moment: days are what people choose. */
  readonly ofDay?: boolean
  /** An id of which rows: those of this area. */
  readonly of?: string
  /** Several of them. */
  readonly many?: boolean
  /** So many ids one call takes at most. */
  readonly most?: number
  /** A name: what the row is called that this other field refers to. */
  readonly nameOf?: string
  /** Words of which it is one, or several where there are many: they are kept as they stand. */
  readonly options?: readonly string[]
  /** A number with decimals, kept as its digits. */
  readonly decimal?: boolean
  /** A text of several lines, however short it may be. */
  readonly lines?: boolean
  /** A text with markup, which forms edit as such. */
  readonly html?: boolean
  /** The address of a picture, which forms choose or upload. */
  readonly image?: boolean
  /** The files of the row, kept under the name of this table. */
  readonly filesOf?: string
  /** A count: of the rows of a table that name the row by a column, as `table.column`. */
  readonly manyOf?: string
  /** Personal: replies show it masked, in this way. */
  readonly masked?: Mask
  /** What is personal in what somebody types: browsers keep no draft of it. */
  readonly personal?: boolean
  /** Kept by the system: no caller may send it. */
  readonly kept?: boolean
  /** It has what this other field has, under the specification's further name. */
  readonly again?: string
  /** Drawn anew each time: that of a rehearsal is nobody's. */
  readonly drawn?: boolean
  /** Told in this answer and by no later one: a password, a key. What would not be seen of it is refused before it is asked for. */
  readonly once?: boolean
  /** The number of a row, typed as it stands on its page. */
  readonly rowNumber?: boolean
  /** By it a thing is known that has no id. */
  readonly key?: boolean
  /** A command takes it as its argument too, without its flag. */
  readonly bare?: boolean
  /** A value as examples show it. */
  readonly sample?: string
  /** Characters of a text. */
  readonly maxLength?: number
  /** Bounds of a whole number. */
  readonly minimum?: number
  readonly maximum?: number
}

/** A field's title with its unit, as headings and help have it; the field itself where it has none. */
export const headingOf = ({ title, unit }: FieldMeta, field: string): string =>
  `${title ?? field}${unit === undefined ? '' : `（${unit}）`}`

/** Whether a field is a text of people's own words, and may be longer than so many characters, or have several lines. */
export const isProse = (
  { words, options, of, minimum, time, image, lines, maxLength = 0 }: FieldMeta,
  longerThan: number,
): boolean =>
  !words && !options && !of && minimum === undefined && !time && !image && (lines === true || maxLength > longerThan)

/** A stored value in words; of several, kept as `1,3`, each. Undefined: it has none. */
export function wordFor(words: Readonly<Record<string, string>>, value: string): string | undefined {
  const parts = value.split(',')
  return words[value] ?? (parts.every((part) => words[part]) ? parts.map((part) => words[part]).join('、') : undefined)
}

/** The parts of a zod schema that xzx looks at. */
export interface Shaped {
  readonly shape?: Readonly<Record<string, Shaped>>
  readonly meta?: () => FieldMeta | undefined
  readonly _zod?: { readonly optin?: string }
  readonly def?: {
    readonly type?: string
    readonly innerType?: Shaped
    readonly in?: Shaped
    readonly element?: Shaped
    readonly getter?: () => Shaped
  }
}

/** A schema without what is wrapped around it: optional, nullable, lazy. */
export const innerOf = (schema: Shaped): Shaped =>
  schema.def?.innerType ? innerOf(schema.def.innerType) : schema.def?.getter ? innerOf(schema.def.getter()) : schema

/** What the contract says of a field, also where it is wrapped as optional or nullable. */
export function metaOf(schema: Shaped): FieldMeta {
  const own = schema.meta?.()
  return own?.title || !schema.def?.innerType ? (own ?? {}) : metaOf(schema.def.innerType)
}
