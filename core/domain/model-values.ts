/**
 * What an article has in the fields of its column's model, as it is kept: JSON of name → value, in the model's order. A text is one value of a
 * field, several texts are the words that were chosen, several numbers are files by their ids.
 */
export type ModelValues = Readonly<Record<string, string | readonly string[] | readonly number[]>>

/** The values of an article, and nothing that every object has beside them. */
export const valuesIn = (json: string | null | undefined): ModelValues =>
  Object.assign(Object.create(null), json ? (JSON.parse(json) as ModelValues) : {})

/** The ids of files among some values. */
export const filesOfValues = (values: ModelValues): number[] =>
  Object.values(values).flatMap((value) =>
    typeof value === 'string' ? [] : value.filter((one): one is number => typeof one === 'number'),
  )

/** What can be read in them: searched, and looked through for words. Files have names of their own. */
export const textOf = (values: Readonly<Record<string, unknown>>): string =>
  Object.values(values)
    .flat()
    .filter((one) => typeof one === 'string')
    .join('\n')
/** The same of values as they are kept. */
export const textOfValues = (json: string | null | undefined): string => textOf(valuesIn(json))

/** Values as they are kept; none: null. */
export const storedValues = (values: ModelValues): string | null =>
  Object.keys(values).length === 0 ? null : JSON.stringify(values)
