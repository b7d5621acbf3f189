import { countQuestion } from '../access/personal-search.ts'
import type { Ctx } from '../context.ts'
import type { Columns, Table } from '../db/table.ts'
import type { Secret } from '../secret.ts'
import { type Condition, test } from './condition.ts'

/** Values as a table keeps them: what is personal encrypted, with the hash by which it is found where the table has a column for that. */
export function sealed<G extends object, C extends Columns>(key: Secret, table: Table<C>, given: G): G {
  const out: Record<string, unknown> = { ...(given as object) }
  for (const [name, value] of Object.entries(given)) {
    if (table.columns[name]?.kind !== 'personal' || value === undefined) continue
    const text = value === null || value === '' ? null : String(value)
    out[name] = text === null ? null : key.encrypt(text)
    if (Object.hasOwn(table.columns, `${name}Hash`)) out[`${name}Hash`] = text === null ? null : key.lookup(text)
  }
  return out as G
}

/** Whether two sealed values say the same, which are never the same text. What cannot be opened any more says nothing that could be the same. */
export function saysSame(key: Secret, one: unknown, other: unknown): boolean {
  if (typeof one !== 'string' || typeof other !== 'string') return one === other
  try {
    return key.decrypt(one) === key.decrypt(other)
  } catch {
    return false
  }
}

/** What is personal in a row, to be read: for an act that the log tells. */
export function opened<C extends Columns>(key: Secret, table: Table<C>, row: Readonly<Record<string, unknown>>) {
  const names = Object.keys(table.columns).filter((name) => table.columns[name]?.kind === 'personal')
  return Object.fromEntries(
    names.map((name) => [name, typeof row[name] === 'string' ? key.decrypt(row[name] as string) : null]),
  )
}

/**
 * What is personal in a row, read whole by an act that the log tells with the reason.
 * @param fields of it what is shown
 */
export function revealed<C extends Columns, F extends string>(
  ctx: Ctx,
  table: Table<C>,
  row: Readonly<Record<string, unknown>> & { readonly id: number },
  { reason, fields }: { readonly reason: string | null | undefined; readonly fields: readonly F[] },
): { id: string } & Record<F, string | null> {
  const whole = opened(ctx.parts.secret, table, row)
  ctx.record({ ids: [row.id], ...(reason && { after: { reason } }) })
  const shown = Object.fromEntries(fields.map((field) => [field, whole[field] ?? null])) as Record<F, string | null>
  return { id: String(row.id), ...shown }
}

/**
 * The whole value is this one: nothing else of what is encrypted can be searched. No value: no condition. Who may not read it whole has so
 * many questions, and each is told by the log.
 * @throws Refused TOO_MANY
 */
export async function exactly<C extends Columns>(
  ctx: Ctx,
  table: Table<C>,
  column: keyof C & string,
  value: string | undefined,
): Promise<Condition[]> {
  if (value === undefined) return []
  const hash = ctx.parts.secret.lookup(value)
  await countQuestion(ctx, table as unknown as Table, column, hash)
  return [test(`${column}Hash`, '=', hash)]
}
