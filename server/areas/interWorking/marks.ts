import type { Ctx } from '../../context.ts'

/** Marks of what was pushed, by field: what has the same is the same, and nobody reads a citizen's words out of one. */
export type Marks = Readonly<Record<string, string>>

/** The marks of the fields that were sent. */
export const marksOf = ({ parts }: Ctx, fields: object): Marks =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => [name, parts.secret.mark('push', name, value)]),
  )

/** One mark of all that was sent. */
export const printOf = ({ parts }: Ctx, marks: Marks): string => parts.secret.mark('push', marks)

/** The marks that a row keeps of what was taken up. */
export const takenOf = ({ taken }: { readonly taken: string | null }): Marks => JSON.parse(taken ?? '{}') as Marks

/** The fields that differ from what was taken up. */
export function differing<F extends object>(fields: F, marks: Marks, taken: Marks): Partial<F> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => marks[name] !== taken[name])) as Partial<F>
}
