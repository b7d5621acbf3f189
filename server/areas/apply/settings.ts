import type { apply as contract } from '../../../core/contract/apply.ts'
import type { Parsed } from '../../../core/contract/endpoint.ts'
import { defaultOf, type SettingName } from '../../../core/domain/settings.ts'
import type { Ctx } from '../../context.ts'
import { storedSettings } from '../../settings.ts'

type Field = keyof Parsed<typeof contract.system>
/** What may be set of the area. */
export const applyFields = [
  'open',
  'office',
  'address',
  'phone',
  'email',
  'hours',
  'notes',
] as const satisfies readonly Field[]
/** The setting that a field is kept in. */
export const applySetting = (field: Field) => `apply.${field}` as const satisfies SettingName

/** The settings of the area by their fields. */
export async function applySettings(ctx: Pick<Ctx, 'db'>) {
  const stored = await storedSettings(ctx.db)
  const value = (field: Field) => stored.get(applySetting(field)) ?? defaultOf(applySetting(field))
  const { open, ...texts } = Object.fromEntries(applyFields.map((field) => [field, value(field)])) as Record<
    Field,
    string
  >
  return { ...texts, open: (open === '1' ? 1 : 0) as 1 | 0 }
}
