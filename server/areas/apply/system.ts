import type { apply as contract } from '../../../core/contract/apply.ts'
import type { Parsed } from '../../../core/contract/endpoint.ts'
import { defaultOf, type SettingName } from '../../../core/domain/settings.ts'
import { Refused } from '../../../core/errors.ts'
import type { Ctx } from '../../context.ts'
import { setting, storedSettings } from '../../settings.ts'
import { checked, hold, write } from '../setting/write.ts'

type Field = keyof Parsed<typeof contract.system>
const fields = ['open', 'office', 'address', 'phone', 'email', 'hours', 'notes'] as const satisfies readonly Field[]
const named = (field: Field) => `apply.${field}` as const satisfies SettingName

/** The settings of the area by their fields. */
export async function applySettings(ctx: Pick<Ctx, 'db'>) {
  const stored = await storedSettings(ctx.db)
  const value = (field: Field) => stored.get(named(field)) ?? defaultOf(named(field))
  const { open, ...texts } = Object.fromEntries(fields.map((field) => [field, value(field)])) as Record<Field, string>
  return { ...texts, open: (open === '1' ? 1 : 0) as 1 | 0 }
}

/** Reads the settings; what is given is saved. */
export async function system(ctx: Ctx, given: Parsed<typeof contract.system>) {
  const wanted = fields.filter((field) => given[field] !== undefined)
  if (wanted.length > 0) {
    await hold(ctx)
    const values = new Map<SettingName, string>()
    for (const field of wanted) values.set(named(field), await checked(ctx, named(field), String(given[field])))
    const changed = await write(ctx, values)
    if (changed) ctx.record(changed)
  }
  return applySettings(ctx)
}

/** @throws Refused BAD_STATE where requests are taken on paper alone */
export async function refuseClosed({ db }: Ctx): Promise<void> {
  if ((await setting(db, 'apply.open')) !== '1')
    throw new Refused('BAD_STATE', '网上暂不受理申请，请当面或邮寄提交，见申请指南')
}
